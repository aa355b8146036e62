"""A manifest as a Mitsuba 3 scene file."""

from __future__ import annotations

from typing import Any


def scene(manifest: dict[str, Any]) -> str:
    """The whole file."""
    integrator = "volpath" if manifest["fog"] else "path"
    origin, target = (",".join(map(str, manifest[key])) for key in ("origin", "target"))
    parts = [
        '<scene version="3.0.0">',
        '<default name="sampler" value="independent"/>',
        f'<integrator type="{integrator}"><integer name="max_depth" value="{manifest["depth"]}"/>'
        f'<integer name="rr_depth" value="{manifest["roulette"]}"/></integrator>',
        _fog(manifest["fog"]) if manifest["fog"] else "",
        '<sensor type="perspective">',
        f'<float name="fov" value="{manifest["fov_deg"]}"/><string name="fov_axis" value="y"/>',
        f'<transform name="to_world"><lookat origin="{origin}" target="{target}" up="0,1,0"/></transform>',
        '<ref name="medium" id="fog"/>' if manifest["fog"] else "",
        f'<sampler type="$sampler"><integer name="sample_count" value="{manifest["spp"]}"/></sampler>',
        f'<film type="hdrfilm"><integer name="width" value="{manifest["size"]}"/>'
        f'<integer name="height" value="{manifest["size"]}"/><string name="pixel_format" value="rgb"/>'
        '<rfilter type="box"/></film></sensor>',
        *(_shape(thing) for thing in manifest["objects"]),
        f'<emitter type="envmap"><string name="filename" value="{manifest["sky"]}"/></emitter>'
        if manifest["sky"]
        else "",
        "</scene>\n",
    ]
    return "\n".join(part for part in parts if part)


def _shape(thing: dict[str, Any]) -> str:
    emission = ""
    if thing["emission"]:
        emission = f'<emitter type="area"><rgb name="radiance" value="{_numbers(thing["emission"])}"/></emitter>'
    return (
        f'<shape type="ply"><string name="filename" value="{thing["mesh"]}"/>'
        f'<boolean name="face_normals" value="true"/>{_material(thing["material"])}{emission}</shape>'
    )


def _material(material: dict[str, Any]) -> str:
    kind = material["type"]
    if kind == "dielectric":
        return (
            f'<bsdf type="dielectric"><float name="int_ior" value="{material["ior"]}"/>'
            '<float name="ext_ior" value="1"/></bsdf>'
        )
    if kind == "conductor":
        inner = (
            f'<bsdf type="roughconductor"><string name="material" value="{material["name"]}"/>'
            f'<string name="distribution" value="ggx"/><float name="alpha" value="{material["alpha"]}"/></bsdf>'
        )
    elif "texture" in material:
        inner = (
            '<bsdf type="diffuse"><texture type="bitmap" name="reflectance">'
            f'<string name="filename" value="{material["texture"]}"/></texture></bsdf>'
        )
    else:
        inner = f'<bsdf type="diffuse"><rgb name="reflectance" value="{_numbers(material["reflectance"])}"/></bsdf>'
    return f'<bsdf type="twosided">{inner}</bsdf>'


def _fog(fog: list[float]) -> str:
    scattering, absorption = fog
    total = scattering + absorption
    return (
        f'<medium type="homogeneous" id="fog"><rgb name="albedo" value="{_numbers([scattering / total] * 3)}"/>'
        f'<float name="sigma_t" value="{total}"/><phase type="isotropic"/></medium>'
    )


def _numbers(values: Any) -> str:
    return ",".join(f"{value:.7g}" for value in values)
