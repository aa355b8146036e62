"""Checks and measures this renderer on the GPU of a machine: one command, a table and a JSON file."""
