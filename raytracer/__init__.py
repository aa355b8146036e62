"""Raytracer: a real-time path tracer that shows what a GPU is."""

__version__ = "0.1.0"
