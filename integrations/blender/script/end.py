import json
import os
import sys

import bpy

from .common import Fault, find_missing_files, last_frame
from .import_bake import import_bake

# The contents of this bake. Files are relative to the folder of this script. Metres, Y up.
BAKE = json.loads(r"""
{}
""")


def find_folder():
    """The folder on the command line, or that of this script: run as a file, or as a text that Blender has opened."""
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    if "--folder" in words[:-1]:
        return os.path.abspath(words[words.index("--folder") + 1])
    places = [globals().get("__file__", "")]
    text = getattr(bpy.context.space_data, "text", None)
    places += [one.filepath for one in [text, *bpy.data.texts] if one]
    for place in places:
        path = bpy.path.abspath(place)
        if os.path.isfile(path) and not find_missing_files(os.path.dirname(path), BAKE):
            return os.path.dirname(os.path.realpath(path))
    raise Fault(
        "expected this script beside the files of the bake: open it with Text > Open from their folder (do not paste it), "
        "or say blender --python import-blender.py -- --folder FOLDER"
    )


def main():
    collection, notes = import_bake(find_folder(), BAKE)
    for line in notes:
        print(line)
    first, last = BAKE["firstFrame"], last_frame(BAKE)
    print(f"{BAKE['name']}: frames {first} to {last} are in the collection {collection.name!r}")


if __name__ == "__main__":
    main()
