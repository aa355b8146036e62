"""The bodies a scene file can name, one model each; validation, schema and documentation iterate over one table."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from raytracer.io.toml_scene.placement import Placement
from raytracer.io.toml_scene.source import Spread
from raytracer.scene import Shape, Sphere, primitives, procedural
from raytracer.scene.model import Finite, quantity

MAX_SEGMENTS = 4096
MAX_CELLS = 4096
MAX_SUBDIVISIONS = 9
MAX_PROFILE_POINTS = 4096

Length = Annotated[float, Field(gt=0.0, lt=1e30, allow_inf_nan=False)]
Lengths2 = tuple[Length, Length]
Lengths3 = Annotated[tuple[Length, Length, Length], Spread()]
Cells = Annotated[int, Field(ge=1, le=MAX_CELLS)]
Segments = Annotated[int, Field(ge=3, le=MAX_SEGMENTS)]


class ShapeTable(Placement):
    """What every ``[[shapes]]`` table may hold; subclasses add the body's own measures."""

    shape: str
    name: str = quantity("", "Shown in the outliner; must be unique when given")
    material: str | None = quantity(None, "Name of a table [materials.NAME]")
    visible: bool = quantity(True, "Whether it is there at all")
    instances: list[dict[str, Any]] | None = quantity(
        None, "Copies: each a table of transform keys, applied after the shape's own; name and material optional"
    )

    array: dict[str, Any] | None = quantity(
        None, "Many copies by a rule, instead of instances: a grid, or arcs as in an orchestra"
    )

    def make(self) -> Shape:
        """The body in object space; ``ValueError`` for measures that contradict each other."""
        raise NotImplementedError


class InstanceTable(Placement):
    """One copy of a shape."""

    name: str = ""
    material: str | None = quantity(None, "Instead of the shape's material")


class SphereTable(ShapeTable):
    """An exact sphere; triangles when the scale is not the same in all directions."""

    radius: Length = quantity(1.0, "Radius", unit="m")

    def make(self) -> Shape:
        return Sphere(self.radius)


class QuadTable(ShapeTable):
    """A rectangle in the XZ plane that faces +Y."""

    size: Lengths2 = quantity((1.0, 1.0), "Along x and z", unit="m")

    def make(self) -> Shape:
        return primitives.quad(self.size)


class GridTable(ShapeTable):
    """A rectangle in the XZ plane that faces +Y, cut into cells."""

    size: Lengths2 = quantity((1.0, 1.0), "Along x and z", unit="m")
    resolution: tuple[Cells, Cells] = quantity((16, 16), "Cells along x and z")

    def make(self) -> Shape:
        return primitives.grid(self.size, self.resolution)


class DiskTable(ShapeTable):
    """A disk or ring in the XZ plane that faces +Y."""

    radius: Length = quantity(1.0, "Outer radius", unit="m")
    inner_radius: Finite = quantity(0.0, "Radius of the hole", unit="m", ge=0.0)
    segments: Segments = quantity(primitives.SEGMENTS, "Corners of the outline")

    def make(self) -> Shape:
        if self.inner_radius >= self.radius:
            raise ValueError("inner_radius must be smaller than radius")
        return primitives.disk(self.radius, inner_radius=self.inner_radius, segments=self.segments)


class BoxTable(ShapeTable):
    """A box; with ``rounding``, soft edges."""

    size: Lengths3 = quantity((1.0, 1.0, 1.0), "Along x, y and z; one number for a cube", unit="m")
    rounding: Finite = quantity(0.0, "Radius of edges and corners", unit="m", ge=0.0)
    segments: Annotated[int, Field(ge=1, le=256)] = quantity(8, "Steps of the rounding")

    def make(self) -> Shape:
        if self.rounding == 0.0:
            return primitives.box(self.size)
        return primitives.rounded_box(self.size, self.rounding, segments=self.segments)


class EllipsoidTable(ShapeTable):
    """An ellipsoid of triangles."""

    radii: Lengths3 = quantity((1.0, 1.0, 1.0), "Along x, y and z", unit="m")
    segments: Annotated[int, Field(ge=4, le=MAX_SEGMENTS)] = quantity(primitives.SEGMENTS, "Around; half as many up")

    def make(self) -> Shape:
        return primitives.ellipsoid(self.radii, segments=self.segments)


class CylinderTable(ShapeTable):
    """A cylinder about the Y axis. Three segments make a prism."""

    radius: Length = quantity(1.0, "Radius", unit="m")
    height: Length = quantity(2.0, "Along y", unit="m")
    caps: bool = quantity(True, "Whether the ends are closed")
    segments: Segments = quantity(primitives.SEGMENTS, "Around")
    smooth: bool = quantity(True, "Round shading; false shows the facets")

    def make(self) -> Shape:
        mesh = primitives.cylinder(self.radius, self.height, caps=self.caps, segments=self.segments)
        if not self.smooth:
            mesh.normals = None
        return mesh


class ConeTable(ShapeTable):
    """A cone about the Y axis, tip up; with ``top_radius`` a frustum."""

    radius: Length = quantity(1.0, "Radius at the bottom", unit="m")
    top_radius: Finite = quantity(0.0, "Radius at the top", unit="m", ge=0.0)
    height: Length = quantity(2.0, "Along y", unit="m")
    caps: bool = quantity(True, "Whether the ends are closed")
    segments: Segments = quantity(primitives.SEGMENTS, "Around")
    smooth: bool = quantity(True, "Round shading; false shows the facets (a pyramid with four segments)")

    def make(self) -> Shape:
        mesh = primitives.cone(self.radius, self.top_radius, self.height, caps=self.caps, segments=self.segments)
        if not self.smooth:
            mesh.normals = None
        return mesh


class TorusTable(ShapeTable):
    """A ring about the Y axis."""

    radius: Length = quantity(1.0, "To the middle of the tube", unit="m")
    tube_radius: Length = quantity(0.25, "Of the tube", unit="m")
    segments: Segments = quantity(primitives.SEGMENTS, "Around the axis")
    tube_segments: Segments = quantity(primitives.SEGMENTS // 2, "Around the tube")

    def make(self) -> Shape:
        return primitives.torus(self.radius, self.tube_radius, segments=self.segments, tube_segments=self.tube_segments)


class LatheTable(ShapeTable):
    """A profile turned about the Y axis: vases, glasses, columns."""

    profile: Annotated[list[tuple[Finite, Finite]], Field(min_length=2, max_length=MAX_PROFILE_POINTS)] = Field(
        description="Points (radius, y); going up, the outside is on the right", json_schema_extra={"unit": "m"}
    )
    segments: Segments = quantity(primitives.SEGMENTS, "Around")
    crease_deg: Finite = quantity(40.0, "Corners sharper than this stay hard", unit="degree", ge=0.0, le=180.0)

    def make(self) -> Shape:
        return primitives.lathe(self.profile, segments=self.segments, crease_deg=self.crease_deg)


class BumpySphereTable(ShapeTable):
    """A ball with bumps: 20 * 4**subdivisions triangles."""

    radius: Length = quantity(1.0, "Mean radius", unit="m")
    subdivisions: Annotated[int, Field(ge=0, le=MAX_SUBDIVISIONS)] = quantity(5, "7 makes 327,680 triangles")
    amplitude: Finite = quantity(0.2, "Height of the bumps over the radius", ge=0.0, le=1.0)
    frequency: Finite = quantity(2.0, "Bumps per radius", ge=0.0, le=1000.0)
    seed: Annotated[int, Field(ge=0, lt=2**32)] = quantity(0, "Another number, other bumps")

    def make(self) -> Shape:
        return procedural.bumpy_sphere(
            self.radius, self.subdivisions, amplitude=self.amplitude, frequency=self.frequency, seed=self.seed
        )


class TerrainTable(ShapeTable):
    """A landscape over the XZ plane."""

    size: Lengths2 = quantity((10.0, 10.0), "Along x and z", unit="m")
    resolution: tuple[Cells, Cells] = quantity((256, 256), "Cells of two triangles along x and z")
    height: Length = quantity(2.0, "Of the highest ridges, about", unit="m")
    frequency: Finite = quantity(4.0, "Hills along x", ge=0.0, le=1000.0)
    seed: Annotated[int, Field(ge=0, lt=2**32)] = quantity(0, "Another number, another landscape")

    def make(self) -> Shape:
        return procedural.terrain(
            self.size, self.resolution, height=self.height, frequency=self.frequency, seed=self.seed
        )


class FileTable(ShapeTable):
    """A mesh file, or a whole glTF scene's surfaces. Without ``material`` the file's own materials are used."""

    file: Annotated[str, Field(min_length=1)] = Field(description="Path from the scene file, with forward slashes")


class CopyTable(ShapeTable):
    """Another one of an object that is there already, with a place and, if given, a material of its own."""

    of: Annotated[str, Field(min_length=1)] = Field(description="Name of the object, or #N for the N-th")


SHAPES: dict[str, type[ShapeTable]] = {
    "sphere": SphereTable,
    "quad": QuadTable,
    "box": BoxTable,
    "disk": DiskTable,
    "grid": GridTable,
    "ellipsoid": EllipsoidTable,
    "cylinder": CylinderTable,
    "cone": ConeTable,
    "torus": TorusTable,
    "lathe": LatheTable,
    "bumpy_sphere": BumpySphereTable,
    "terrain": TerrainTable,
    "mesh": FileTable,
    "copy": CopyTable,
}
