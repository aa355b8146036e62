"""Presenter mode: a talk is a file of steps, each a live scene with words on it.

``script`` reads the file, ``presenter`` goes through it (no widgets), ``stage`` is what the audience sees and ``notes``
what the speaker sees.
"""
