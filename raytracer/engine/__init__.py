"""Taichi lives here and nowhere else: device scene, BVH, integrator, film, views, and the ``Renderer`` facade."""
