"""From XML elements to linked objects: parameters, includes, old spellings, references.

Names in old files (before 2.0) are camelCase; they are read as snake_case (``toWorld`` is ``to_world``) whatever
version the file claims, because files are often upgraded by half.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from raytracer.errors import InputError
from raytracer.io.mitsuba.plugin import Child, Plugin
from raytracer.io.mitsuba.values import attribute
from raytracer.io.mitsuba.xml import Element, Place, read_xml
from raytracer.io.report import LoadContext

MAX_INCLUDES = 1000
MAX_OBJECTS = 2_000_000

OBJECT_TAGS = {
    "scene", "shape", "bsdf", "texture", "emitter", "sensor", "film", "sampler", "integrator", "medium", "phase",
    "volume", "rfilter", "subsurface",
}  # fmt: skip
PROPERTY_TAGS = {
    "boolean", "integer", "float", "string", "vector", "point", "rgb", "srgb", "spectrum", "xyz", "blackbody",
    "transform", "animation",
}  # fmt: skip
_OLD_TAGS = {"luminaire": "emitter", "camera": "sensor"}

_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(eq=False)
class _Reference:
    """``<ref>``: resolved once all objects are known, so it may point forwards and into other files."""

    id: str
    name: str
    place: Place


@dataclass(eq=False)
class Document:
    """All objects of a scene file and its includes. ``scene`` is the root object."""

    scene: Plugin
    folders: list[Path] = field(default_factory=list)
    """Where names of files are looked up, in order."""

    def locate(self, element: Element, context: LoadContext) -> Path:
        """The file that a ``filename`` property means, by the permissions of ``context``."""
        name = attribute(element, "value")
        for folder in self.folders:
            if (folder / name.replace("\\", "/")).is_file():
                return context.resolve(name, base=folder, asked_by=str(element.place))
        return context.resolve(name, base=self.folders[0], asked_by=str(element.place))


def read_document(path: Path, context: LoadContext) -> Document:
    """Reads ``path`` and everything it includes. Raises ``InputError`` with file and line."""
    return _Reader(path, context).read()


class _Reader:
    def __init__(self, path: Path, context: LoadContext) -> None:
        self._path = path
        self._context = context
        self._parameters: dict[str, str] = {}
        self._by_id: dict[str, Plugin] = {}
        self._references: dict[Plugin, list[_Reference | Child]] = {}
        self._includes: list[Path] = [path.resolve()]
        self._include_count = 0
        self._folders = [path.parent]

    def read(self) -> Document:
        root = self._root(self._path)
        scene = Plugin("scene", "scene", "", root.place, _dialect(root, self._context))
        self._references[scene] = []
        self._fill(scene, root)
        self._link()
        return Document(scene, self._folders)

    def _root(self, path: Path) -> Element:
        root = read_xml(path)
        if root.tag not in OBJECT_TAGS:
            raise InputError(f"not a Mitsuba scene: the root element is <{root.tag}>", where=str(root.place))
        return root

    # Objects ---------------------------------------------------------------------------------------------------

    def _object(self, element: Element, dialect: tuple[int, ...]) -> Plugin:
        kind = attribute(element, "type") if element.tag != "scene" else "scene"
        plugin = Plugin(element.tag, kind, element.attributes.get("id", ""), element.place, dialect)
        self._references[plugin] = []
        if len(self._references) > MAX_OBJECTS:
            raise InputError(f"more than {MAX_OBJECTS} objects", where=plugin.where)
        if plugin.id:
            self._name(plugin.id, plugin, element)
        self._fill(plugin, element)
        return plugin

    def _name(self, name: str, plugin: Plugin, element: Element) -> None:
        if name in self._by_id:
            raise InputError(
                f"id {name!r} is used twice; first at {self._by_id[name].where}",
                where=str(element.place),
                remedy="rename one of them",
            )
        self._by_id[name] = plugin

    def _fill(self, plugin: Plugin, parent: Element) -> None:
        """Reads the children of ``parent`` into ``plugin``, in order."""
        for element in parent:
            self._substitute(element)
            element.tag = _OLD_TAGS.get(element.tag, element.tag)
            name = snake_case(element.attributes.get("name", ""))
            if element.tag == "default":
                self._parameters.setdefault(attribute(element, "name"), attribute(element, "value"))
            elif element.tag == "path":
                self._add_folder(element)
            elif element.tag == "include":
                self._include(plugin, element)
            elif element.tag == "ref":
                self._references[plugin].append(_Reference(attribute(element, "id"), name, element.place))
            elif element.tag == "alias":
                self._alias(element)
            elif element.tag in OBJECT_TAGS or (element.tag in ("spectrum", "volume") and "type" in element.attributes):
                self._references[plugin].append(Child(name, self._object(element, plugin.dialect)))
            elif element.tag in PROPERTY_TAGS:
                self._property(plugin, name, element)
            else:
                raise InputError(f"unknown element <{element.tag}> in {plugin}", where=str(element.place))

    def _property(self, plugin: Plugin, name: str, element: Element) -> None:
        if not name:
            raise InputError(f"<{element.tag}> needs an attribute 'name'", where=str(element.place))
        if name in plugin.properties:
            raise InputError(f"property {name!r} of {plugin} is given twice", where=str(element.place))
        for step in element:
            self._substitute(step)
        plugin.properties[name] = element

    def _substitute(self, element: Element) -> None:
        """Puts the values of ``<default>`` in place of ``$name``."""
        for key, text in element.attributes.items():
            if "$" in text:
                element.attributes[key] = _PARAMETER.sub(lambda match: self._parameter(match.group(1), element), text)

    def _parameter(self, name: str, element: Element) -> str:
        if name not in self._parameters:
            raise InputError(
                f"parameter ${name} has no value",
                where=str(element.place),
                remedy=f'add <default name="{name}" value="..."/> above it',
            )
        return self._parameters[name]

    # Other files -----------------------------------------------------------------------------------------------

    def _add_folder(self, element: Element) -> None:
        """``<path>`` is a further folder to search; what may be read from it is still for the context to say."""
        self._folders.append(self._path.parent / attribute(element, "value").replace("\\", "/"))

    def _include(self, plugin: Plugin, element: Element) -> None:
        where = str(element.place)
        name = attribute(element, "filename")
        candidates = [*self._folders, self._includes[-1].parent]
        base = next((f for f in candidates if (f / name.replace("\\", "/")).is_file()), self._path.parent)
        path = self._context.resolve(name, base=base, asked_by=where)
        self._include_count += 1
        if path in self._includes:
            raise InputError(f"{name!r} includes itself", where=where)
        if self._include_count > MAX_INCLUDES:
            raise InputError(f"more than {MAX_INCLUDES} includes", where=where)
        root = self._root(path)
        self._includes.append(path)
        if root.tag == "scene":
            inner = Plugin("scene", "scene", "", root.place, _dialect(root, self._context))
            self._references[inner] = []
            self._fill(inner, root)
            self._references[plugin] += self._references.pop(inner)
            plugin.properties |= inner.properties
        else:
            self._substitute(root)
            child = Child(snake_case(root.attributes.get("name", "")), self._object(root, plugin.dialect))
            self._references[plugin].append(child)
        self._includes.pop()

    # References ------------------------------------------------------------------------------------------------

    def _alias(self, element: Element) -> None:
        target = attribute(element, "id")
        if target not in self._by_id:
            raise InputError(f"<alias> of unknown id {target!r}", where=str(element.place))
        self._name(attribute(element, "as"), self._by_id[target], element)

    def _link(self) -> None:
        for plugin, entries in self._references.items():
            plugin.children = [
                entry if isinstance(entry, Child) else Child(entry.name, self._referred(entry)) for entry in entries
            ]
        self._refuse_loops()

    def _referred(self, reference: _Reference) -> Plugin:
        if reference.id not in self._by_id:
            raise InputError(f"reference to unknown id {reference.id!r}", where=str(reference.place))
        return self._by_id[reference.id]

    def _refuse_loops(self) -> None:
        """An object that contains itself by way of references would be read for ever."""
        done: set[Plugin] = set()
        for start in self._references:
            stack = [(start, iter(start.children))]
            path = {start}
            while stack and start not in done:
                plugin, rest = stack[-1]
                child = next(rest, None)
                if child is None:
                    done.add(plugin)
                    path.discard(plugin)
                    stack.pop()
                elif child.plugin in path:
                    raise InputError(f"{child.plugin} {child.plugin.id!r} refers to itself", where=plugin.where)
                elif child.plugin not in done:
                    path.add(child.plugin)
                    stack.append((child.plugin, iter(child.plugin.children)))


def snake_case(name: str) -> str:
    """``intIOR`` -> ``int_ior``, ``toWorld`` -> ``to_world``."""
    return _WORD_START.sub("_", name).lower()


def _dialect(root: Element, context: LoadContext) -> tuple[int, ...]:
    """The version as numbers; a missing one is taken as current, with a note."""
    text = root.attributes.get("version")
    if text is None:
        if root.tag == "scene":
            context.report.note("repaired", "<scene> has no version; read as version 3", str(root.place))
        return (3, 0, 0)
    try:
        return tuple(int(part) for part in text.strip().split("."))
    except ValueError:
        raise InputError(f"version must look like 3.0.0, not {text!r}", where=str(root.place)) from None
