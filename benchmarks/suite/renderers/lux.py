"""LuxCore's PATHCPU with independent samples, no pixel filter and no clamping."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from serve import arguments, clock, manifest, own_output, serve

OUTPUT = own_output()  # before the import, which prints
import pyluxcore  # noqa: E402


def main() -> None:
    options = arguments()
    data = manifest(options.folder)
    size = data["size"]
    pyluxcore.Init(lambda text: None)
    begin = clock()
    scene = pyluxcore.Scene()
    scene.Parse(_properties(_scene(options.folder, data)))
    config = pyluxcore.RenderConfig(_properties(_settings(data, options.threads)), scene)
    session = pyluxcore.RenderSession(config)
    session.Start()
    load_seconds = clock() - begin
    session.Pause()
    film = session.GetFilm()

    def counted() -> float:
        session.UpdateStats()
        return session.GetStats().Get("stats.renderengine.total.samplecount").GetFloat()

    def render(seed: int, spp: int) -> tuple[np.ndarray, dict[str, Any]]:
        film.Clear()
        before, wanted = counted(), spp * size * size
        begin = clock()
        session.Resume()
        while (done := counted() - before) < wanted:
            time.sleep(0.01)
        session.Pause()
        seconds, done = clock() - begin, counted() - before
        picture = np.empty(3 * size * size, np.float32)
        film.GetOutputFloat(pyluxcore.FilmOutputType.RGB_IMAGEPIPELINE, picture, 0)
        return picture.reshape(size, size, 3)[::-1].copy(), {"seconds": seconds, "samples": done}

    serve(OUTPUT, pyluxcore.Version(), load_seconds, render)
    os._exit(0)  # stopping the session ends some versions with a crash


def _properties(values: dict[str, Any]) -> Any:
    properties = pyluxcore.Properties()
    for name, value in values.items():
        properties.Set(pyluxcore.Property(name, value))
    return properties


def _settings(data: dict[str, Any], threads: int) -> dict[str, Any]:
    return {
        "renderengine.type": "PATHCPU",
        "native.threads.count": threads,
        "sampler.type": "RANDOM",
        "path.pathdepth.total": data["depth"],
        "path.pathdepth.diffuse": data["depth"],
        "path.pathdepth.glossy": data["depth"],
        "path.pathdepth.specular": data["depth"],
        "path.russianroulette.depth": data["roulette"],
        "path.clamping.variance.maxvalue": 0.0,
        "film.width": data["size"],
        "film.height": data["size"],
        "film.filter.type": "NONE",
        "film.imagepipelines.0.0.type": "NOP",
        "film.outputs.0.type": "RGB_IMAGEPIPELINE",
        "film.outputs.0.index": 0,
        "film.outputs.0.filename": "unused.exr",
    }


def _scene(folder: Path, data: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "scene.camera.type": "perspective",
        "scene.camera.lookat.orig": list(data["origin"]),
        "scene.camera.lookat.target": list(data["target"]),
        "scene.camera.up": [0.0, 1.0, 0.0],
        "scene.camera.fieldofview": data["fov_deg"],
    }
    for number, thing in enumerate(data["objects"]):
        values |= _object(folder, f"thing{number}", thing)
    if data["sky"]:
        values |= {
            "scene.lights.sky.type": "infinite",
            "scene.lights.sky.file": str(folder / data["sky"]),
            "scene.lights.sky.gamma": 1.0,
            "scene.lights.sky.transformation": SKY_AXES,
        }
    if data["fog"]:
        scattering, absorption = data["fog"]
        values |= {
            "scene.volumes.fog.type": "homogeneous",
            "scene.volumes.fog.absorption": [absorption] * 3,
            "scene.volumes.fog.scattering": [scattering] * 3,
            "scene.volumes.fog.asymmetry": [0.0] * 3,
            "scene.volumes.fog.multiscattering": True,
            "scene.world.volume.default": "fog",
        }
    return values


SKY_AXES = [0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
"""Columns of the matrix from LuxCore's sky, whose pole is +Z, to the world, whose pole is +Y."""


def _object(folder: Path, name: str, thing: dict[str, Any]) -> dict[str, Any]:
    look, emission = thing["material"], thing["emission"]
    values: dict[str, Any] = {
        f"scene.shapes.{name}.type": "mesh",
        f"scene.shapes.{name}.ply": str(folder / thing["mesh"]),
        f"scene.objects.{name}.shape": name,
        f"scene.objects.{name}.material": name,
    }
    material = f"scene.materials.{name}"
    if look["type"] == "dielectric":
        values |= {
            f"{material}.type": "glass",
            f"{material}.kr": [1.0] * 3,
            f"{material}.kt": [1.0] * 3,
            f"{material}.interiorior": look["ior"],
            f"{material}.exteriorior": 1.0,
        }
    elif look["type"] == "conductor":
        eta, k = np.array(look["eta"]), np.array(look["k"])
        values |= {
            f"scene.textures.{name}.type": "fresnelcolor",  # it knows no complex index in RGB
            f"scene.textures.{name}.kr": (((eta - 1) ** 2 + k**2) / ((eta + 1) ** 2 + k**2)).tolist(),
            f"{material}.type": "metal2",
            f"{material}.fresnel": name,
            f"{material}.uroughness": look["alpha"],
            f"{material}.vroughness": look["alpha"],
        }
    else:
        values |= {f"{material}.type": "matte", f"{material}.kd": look.get("reflectance", [1.0] * 3)}
        if "texture" in look:
            values |= {
                f"scene.textures.{name}.type": "imagemap",
                f"scene.textures.{name}.file": str(folder / look["texture"]),
                f"scene.textures.{name}.gamma": 2.2,
                f"{material}.kd": name,
            }
    if emission:
        values |= {f"{material}.emission": list(emission), f"{material}.emission.gain": [1.0] * 3}
    return values


if __name__ == "__main__":
    main()
