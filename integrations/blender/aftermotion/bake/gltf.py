import os
import tempfile

import bpy

from .common import Fault, old_numpy_names
from .glb import pack_glb, read_glb


def import_gltf(folder, entry, part, bake):
    """Everything of the file, with the clip of the bake or none, from the first frame on."""
    path = os.path.join(folder, entry["file"])
    scene, layer = bpy.context.scene, bpy.context.view_layer
    before = set(bpy.data.objects)
    kept = {name: getattr(scene.render, name) for name in ("engine", "fps", "fps_base")}
    kept_extras = set(scene.keys())
    active = layer.active_layer_collection
    layer.active_layer_collection = layer.layer_collection
    single = write_single_clip(path, entry["clip"])
    # The importer would scale to the unit of the scene, unlike grounds and particles.
    units, unit = scene.unit_settings, scene.unit_settings.scale_length
    try:
        units.scale_length = 1
        scene.render.fps, scene.render.fps_base = bake["fps"], 1
        with old_numpy_names():
            bpy.ops.import_scene.gltf(filepath=single)
    finally:
        units.scale_length = unit
        os.remove(single)
        layer.active_layer_collection = active
        for name, value in kept.items():
            setattr(scene.render, name, value)
        for name in set(scene.keys()) - kept_extras:
            del scene[name]
    made = [thing for thing in bpy.data.objects if thing not in before]
    for thing in made:
        for home in thing.users_collection:
            if home == scene.collection:
                home.objects.unlink(thing)
                part.objects.link(thing)
    owners = [*made, *{thing.data.shape_keys for thing in made if getattr(thing.data, "shape_keys", None)}]
    for owner in owners:
        if owner.animation_data:
            play_from_first_frame(owner.animation_data, bake)


def play_from_first_frame(data, bake):
    """The importer leaves one track with one strip, muted, below an action that plays from frame 0."""
    if data.action and not data.nla_tracks:
        strip = data.nla_tracks.new().strips.new(data.action.name, 1, data.action)
        if hasattr(strip, "action_slot"):
            strip.action_slot = data.action_slot
    data.action = None
    for track in data.nla_tracks:
        track.mute = False
        for strip in track.strips:
            scale = 1 / bake["fpsBase"]
            start = bake["firstFrame"] + strip.action_frame_start * scale
            # The end moves first where the strip moves to the right, since a strip never ends before it starts.
            strip.frame_end = max(strip.frame_end, start + 1)
            strip.frame_start = start
            strip.scale = scale
            strip.extrapolation = "HOLD"


def write_single_clip(path, clip):
    """A copy of a GLB without other clips, so that none of them can play. Returns its path."""
    document, binary = read_glb(path)
    clips = document.pop("animations", [])
    if clip is not None and clips:
        # Mostly the first; the file of a character that refers to its clips by number keeps their order.
        document["animations"] = [one for one in clips if one.get("name") == clip][:1] or clips[:1]
    return write_beside(path, pack_glb(document, binary))


def write_beside(path, data):
    """Beside the file, since it may name pictures by their place; in a temporary folder where that cannot be written."""
    stem = os.path.splitext(os.path.basename(path))[0]
    for folder in (os.path.dirname(path), None):
        try:
            handle, name = tempfile.mkstemp(".glb", f"{stem}.import-", folder)
        except OSError:
            continue
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return name
    raise Fault(f"no temporary file can be written, neither in {os.path.dirname(path)} nor elsewhere")
