"""The scene as the app sees it: everything editable, none of the heavy arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from raytracer.errors import InputError
from raytracer.scene import Image, Scene
from raytracer.scene.edits import Edit, Insert, Set
from raytracer.scene.image_map import images_of, map_images

ImageReader = Callable[[str, str], Image]
"""Reads the picture at a path for a use: "srgb", "linear" or "sky". Raises ``InputError``."""
_USES = ("srgb", "linear", "sky")


class Pixels:
    """The images of one opened scene and their keys. Two loads of the same file give the same keys."""

    def __init__(self, scene: Scene) -> None:
        images = images_of(scene)
        self._images = {image.key or f"{number}:{image.name}": image for number, image in enumerate(images)}
        self._keys = {id(image): key for key, image in self._images.items()}

    def outline(self, scene: Scene) -> Scene:
        """A copy that is cheap to send: meshes without triangles, and one-pixel images (their mean) with keys."""
        return map_images(scene.outline(), self._stand_in)

    def whole(self, edits: Iterable[Edit], read: ImageReader) -> tuple[Edit, ...]:
        """The edits with the real images in the place of stand-ins; pictures that are new are read."""
        return tuple(self._whole_edit(edit, read) for edit in edits)

    def whole_scene(self, document: Scene, read: ImageReader) -> Scene:
        """The app's outline with the real images."""
        return map_images(document, lambda image: self._find(image, read))

    def _stand_in(self, image: Image) -> Image:
        mean = image.pixels.mean(axis=(0, 1), keepdims=True)
        key = self._keys.get(id(image), image.key)
        return Image(image.name, mean.astype(image.pixels.dtype), image.encoding, key)

    def _whole_edit(self, edit: Edit, read: ImageReader) -> Edit:
        if isinstance(edit, Set):
            return Set(edit.path, map_images(edit.value, lambda image: self._find(image, read)))
        if isinstance(edit, Insert):
            return Insert(edit.collection, edit.index, map_images(edit.item, lambda image: self._find(image, read)))
        return edit

    def _find(self, image: Image, read: ImageReader) -> Image:
        if not image.key:
            return image
        if image.key not in self._images:
            use, _, path = image.key.partition(":")
            if use not in _USES:
                raise InputError(f"the picture {image.name!r} is not part of the scene any more")
            found = read(path, use)
            self._images[image.key] = Image(found.name, found.pixels, found.encoding, image.key)
        return self._images[image.key]


def outline(scene: Scene) -> Scene:
    """The outline of a scene that was just opened."""
    return Pixels(scene).outline(scene)
