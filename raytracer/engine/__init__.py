"""Taichi lives here and nowhere else: device scene, BVH, integrator, film, views, and the ``Renderer`` facade."""

import os

# Read by Taichi when it is imported: no version check over the network, no banner, no override of the backend.
os.environ["TI_SKIP_VERSION_CHECK"] = "ON"
os.environ["ENABLE_TAICHI_HEADER_PRINT"] = "0"
os.environ.pop("TI_ARCH", None)
