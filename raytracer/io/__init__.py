"""Files to model and back. One module per format, one ordered table from suffix to loader."""
