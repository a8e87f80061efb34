import contextlib
import os
import re

import bpy
import numpy as np


class Fault(Exception):
    """An error that the user can correct. Its text is the message."""


def list_files(entry):
    """The files of an entry: of its tiles, of a sequence, whose first is named, or the only one."""
    if "tiles" in entry:
        return [name for tile in entry["tiles"] for name in list_files(tile)]
    if "file" not in entry:
        return []
    if "frameCount" not in entry:
        return [entry["file"]]
    before, number, after = re.fullmatch(r"(.*?)(\d+)(\.[^.]*)", entry["file"]).groups()
    return [f"{before}{int(number) + k:0{len(number)}}{after}" for k in range(entry["frameCount"])]


def find_missing_files(folder, bake):
    names = [name for entry in bake["entries"] for name in list_files(entry)]
    return [name for name in names if not os.path.isfile(os.path.join(folder, name))]


def last_frame(bake):
    return bake["firstFrame"] + bake["frameCount"] - 1


def path_to_keep(path):
    """Relative to the .blend file once that is saved, so that both can be moved together."""
    if not bpy.data.filepath:
        return path
    try:
        return bpy.path.relpath(path)
    except ValueError:  # another drive
        return path


def list_blocks():
    """Every data-block of the file."""
    for kind in bpy.data.bl_rna.properties:
        if kind.type == "COLLECTION" and kind.identifier not in ("scenes", "libraries", "window_managers", "screens"):
            yield from getattr(bpy.data, kind.identifier)


def keep_selection():
    """The active object and the selected ones, by name."""
    layer = bpy.context.view_layer
    active = layer.objects.active
    return active and active.name, [thing.name for thing in layer.objects if thing.select_get()]


def restore_selection(kept):
    """Selects what was selected before, as far as it still exists."""
    active, selected = kept
    layer = bpy.context.view_layer
    layer.update()
    for thing in layer.objects:
        thing.select_set(thing.name in selected)
    layer.objects.active = layer.objects.get(active) if active else None


@contextlib.contextmanager
def old_numpy_names():
    """Debian's Blender 3.4 comes with a NumPy that no longer has a name that its glTF add-on uses."""
    lacks_bool = "bool" not in vars(np)
    try:
        if lacks_bool:
            np.bool = bool
        yield
    finally:
        if lacks_bool:
            del np.bool
