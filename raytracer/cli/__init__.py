"""The command line: one file per verb. No Qt; Taichi only in worker processes."""

VERBS = ("render", "trace", "info", "convert", "devices", "bench", "measure", "warmup")
"""Each is a module of this package with a function of the same name, in the order of the help."""
