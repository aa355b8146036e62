"""Experiments that show what a CPU and a GPU are: procedures over workers of their own, without window or Taichi."""
