"""Runs in Blender after an import. Writes the cameras and the sun at some frames as JSON to the file that AFTERMOTION_VIEWS names."""
import json
import os

import bpy
from mathutils import Vector


def describe(thing, frame):
    bpy.context.scene.frame_set(frame)
    matrix = thing.matrix_world
    ahead = matrix.to_3x3() @ Vector((0, 0, -1))
    # In the axes of glTF.
    axes = lambda v: [v[0], v[2], -v[1]]
    return {"position": axes(matrix.translation), "ahead": axes(ahead), "angle": getattr(thing.data, "angle_y", None)}


frames = [1, 3, 5]
things = [thing for thing in bpy.data.objects if thing.type in ("CAMERA", "LIGHT")]
found = {thing.name: [describe(thing, frame) for frame in frames] for thing in things}
camera = bpy.context.scene.camera
with open(os.environ["AFTERMOTION_VIEWS"], "w") as file:
    json.dump({"active": camera and camera.name, "frames": frames, "things": found}, file)
