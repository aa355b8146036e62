"""Experiments in the window.

``conductor`` runs one in a thread (no widgets); ``page`` is what their panels have in common, ``plot`` their charts.
"""
