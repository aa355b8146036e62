"""Taichi functions and kernels. Everything here is compiled; nothing here reads files."""
