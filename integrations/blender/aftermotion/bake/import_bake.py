import os
import uuid

import bpy

from .common import Fault, find_missing_files, keep_selection, last_frame, list_blocks, restore_selection
from .gltf import import_gltf
from .heights import import_heights
from .points import import_points
from .views import import_views

# The custom property in which data-blocks that an import has made keep the key of their bake.
MADE = "aftermotion"
IMPORTERS = {"heights": import_heights, "gltf": import_gltf, "points": import_points, "views": import_views}


def import_bake(folder, bake, importers=IMPORTERS, sets_time=True):
    """
    Imports every entry of a bake into a collection of its own, and replaces what an earlier import of the same bake has made.
    sets_time: whether the scene gets the frame rate and the frames of the bake. Returns the collection and the notes to report.
    """
    missing = find_missing_files(folder, bake)
    if missing:
        raise Fault(f"expected {len(missing)} more files in {folder}, the first of them {missing[0]}")
    unknown = [entry["kind"] for entry in bake["entries"] if entry["kind"] not in importers]
    if unknown:
        raise Fault(f"the bake has {unknown[0]!r}, which this version of the importer does not know: install a newer one")
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    selection = keep_selection()
    collection = clear_collection(folder, bake)
    known = set(list_blocks())
    notes = list(bake["notes"])
    try:
        if sets_time:
            notes += set_time(collection, bake)
        for entry in bake["entries"]:
            part = bpy.data.collections.new(entry["name"])
            collection.children.link(part)
            importers[entry["kind"]](folder, entry, part, bake)
            part.hide_viewport = part.hide_render = entry["isHidden"]
    finally:
        for block in list_blocks():
            if block not in known and not block.library:
                block[MADE] = collection[MADE]
        restore_selection(selection)
    scene = bpy.context.scene
    scene.frame_set(bake["firstFrame"] if sets_time else scene.frame_current)
    return collection, notes


def clear_collection(folder, bake):
    """The collection of this bake, without everything that an earlier import has made. Other things in it stay."""
    for collection in bpy.data.collections:
        place = collection.get("aftermotionFolder")
        is_ours = collection.get("aftermotionBake") == bake["name"]
        if place is not None and is_ours and (place == folder or not os.path.isdir(place)):
            remove_made(collection)
            break
    else:
        collection = bpy.data.collections.new(bake["name"])
        bpy.context.scene.collection.children.link(collection)
        collection["aftermotionBake"] = bake["name"]
        collection[MADE] = uuid.uuid4().hex
    collection["aftermotionFolder"] = folder
    return collection


def remove_made(collection):
    key = collection[MADE]

    def is_made(block):
        return block != collection and block.get(MADE) == key

    for part in [one for one in bpy.data.collections if is_made(one)]:
        for thing in [one for one in part.objects if not is_made(one)]:
            if thing.name not in collection.objects:
                collection.objects.link(thing)
    bpy.data.batch_remove([thing for thing in bpy.data.objects if is_made(thing)])
    bpy.data.batch_remove([part for part in bpy.data.collections if is_made(part) and not part.all_objects])
    remove_unused(is_made)


def remove_unused(is_made):
    """Removes the data-blocks of a kind that nothing uses, and then those that only they have used."""
    while True:
        unused = [block for block in list_blocks() if is_made(block) and block.users <= block.use_fake_user]
        unused = [block for block in unused if not isinstance(block, (bpy.types.Key, bpy.types.Collection))]
        if not unused:
            return
        # Removed in a batch, meshes would leave their shape keys in the file.
        meshes = [block for block in unused if isinstance(block, bpy.types.Mesh)]
        bpy.data.batch_remove([block for block in unused if block not in meshes])
        for mesh in meshes:
            bpy.data.meshes.remove(mesh)
        # Shape keys are freed when the file is saved; until then they would hold their actions.
        for keys in [one for one in bpy.data.shape_keys if is_made(one) and one.users == 0]:
            keys.animation_data_clear()


def set_time(collection, bake):
    """
    Sets the frame rate and the range of the scene. Other bakes in the file keep their frames within the range. Returns the
    notes to report.
    """
    render, scene = bpy.context.scene.render, bpy.context.scene
    rate = bake["fps"] / bake["fpsBase"]
    first, last = bake["firstFrame"], last_frame(bake)
    notes = []
    for other in bpy.data.collections:
        if other == collection or "aftermotionFrames" not in other:
            continue
        first, last = min(first, other["aftermotionFrames"][0]), max(last, other["aftermotionFrames"][1])
        if abs(other["aftermotionRate"] - rate) > 1e-6 * rate:
            notes.append(
                f"{other.name} has {other['aftermotionRate']:g} frames a second, {collection.name} has {rate:g}: "
                f"a scene has one rate, now {rate:g}; bake both at the same"
            )
    collection["aftermotionFrames"] = [bake["firstFrame"], last_frame(bake)]
    collection["aftermotionRate"] = rate
    render.fps, render.fps_base = bake["fps"], bake["fpsBase"]
    scene.frame_start, scene.frame_end = first, last
    return notes
