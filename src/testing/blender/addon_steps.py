"""
Runs inside Blender, after `evaluate_meshes.py` has emptied the scene: makes a character, runs the add-on, and writes what happened.

The environment variable AFTERMOTION_TEST_JOB names a JSON file. Every key but "out" may be absent:
  character  { file: a GLB, clip: its clip, frames: [first, last], fps: [number, base], unit: metres a unit,
               parent: { location, rotation, scale }, walk: metres that the parent moves along its own -Y, repeats: of the clip }
  saveAs     a .blend file to save to before the add-on runs
  command    the command of the add-on's preferences
  settings   { root property: value, "ground.material": value, … } of the character
  modifier   the type of a modifier that is added to the first mesh
  steps      list of { op: "add" | "remove" | "import" | "cancel", part, folder, select: "character" | "nothing" | "light", after: s }
  render     { file, frame }: a picture after the steps. The results then end with one more: its seconds from the saved file to
             the picture, and the seconds of processor time
  out        the JSON file of results: for each step "finished" or the error, the data-blocks and files after it
"""
import json
import os
import time

import bpy
from mathutils import Vector

KINDS = ("objects", "meshes", "materials", "images", "textures", "actions", "armatures", "node_groups", "collections")


def load_clip(armature, name, first, repeats):
    """The clip as an NLA strip from the first frame on."""
    data = armature.animation_data
    action = next(
        strip.action for track in data.nla_tracks for strip in track.strips if track.name == name or strip.name.startswith(name)
    )
    for track in list(data.nla_tracks):
        data.nla_tracks.remove(track)
    strip = data.nla_tracks.new().strips.new(name, first, action)
    strip.repeat = repeats
    strip.extrapolation = "HOLD"
    data.action = None


def make_character(job):
    scene = bpy.context.scene
    first, last = job["frames"]
    fps, base = job["fps"]
    scene.render.fps, scene.render.fps_base = fps, 1
    before = set(bpy.data.objects)
    bpy.ops.import_scene.gltf(filepath=job["file"])
    made = [thing for thing in bpy.data.objects if thing not in before]
    armature = next(thing for thing in made if thing.type == "ARMATURE")
    scene.render.fps_base = base
    scene.frame_start, scene.frame_end = first, last
    if job.get("unit"):
        scene.unit_settings.scale_length = job["unit"]
    load_clip(armature, job["clip"], first, job.get("repeats", 1))
    place = job.get("parent")
    if place:
        mover = bpy.data.objects.new("mover", None)
        scene.collection.objects.link(mover)
        mover.scale = [place.get("scale", 1)] * 3
        mover.rotation_euler = place.get("rotation", [0, 0, 0])
        armature.parent = mover
        for frame, fraction in ((first, 0), (last, 1)):
            mover.location = place.get("location", [0, 0, 0])
            step = mover.rotation_euler.to_matrix().col[1] * (job.get("walk", 0) * fraction)
            mover.location = [a - b for a, b in zip(mover.location, step)]
            mover.keyframe_insert("location", frame=frame)
    return armature


def select(what, armature):
    for thing in bpy.context.view_layer.objects:
        thing.select_set(False)
    chosen = {"character": armature, "nothing": None}.get(what, bpy.data.objects.get(what))
    if chosen:
        chosen.select_set(True)
    bpy.context.view_layer.objects.active = chosen


def run_step(step, armature):
    select(step.get("select", "character"), armature)
    op = step["op"]
    if op == "cancel":
        return cancel(step)
    try:
        if op == "add":
            result = bpy.ops.aftermotion.add(part=step["part"])
        elif op == "remove":
            result = bpy.ops.aftermotion.remove(part=step["part"])
        else:
            result = bpy.ops.aftermotion.import_bake(directory=step["folder"])
    except RuntimeError as error:
        return str(error)
    return next(iter(result))


def cancel(step):
    """Closes the work as the button of the panel does, once the bake has run for a while."""
    module = __import__("aftermotion.jobs", fromlist=["jobs"])
    characters = __import__("aftermotion.characters", fromlist=["characters"])
    settings = __import__("aftermotion.settings", fromlist=["settings"])
    part = __import__("aftermotion.parts", fromlist=["parts"]).find_part(step["part"])
    work = module.add_part(part, characters.find_characters(bpy.context), settings.command_of(bpy.context), [])
    for _, message in work:
        if message in ("baking", "starting") or message.startswith("frame"):
            end = time.monotonic() + step["after"]
            while time.monotonic() < end:
                next(work)
            work.close()
            return "CANCELLED"
    return "FINISHED"


def list_files(folder):
    return sorted(
        os.path.relpath(os.path.join(place, name), folder)
        for place, folders, names in os.walk(folder)
        for name in [*names, *[one for one in folders if not os.listdir(os.path.join(place, one))]]
        if not name.startswith("blender") and ".blend" not in name
    )


def render(job, armature):
    """A picture of the feet with a few samples of Cycles, since the other engines need a graphics card."""
    scene = bpy.context.scene
    scene.frame_set(job["frame"])
    foot = armature.matrix_world.translation
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.collection.objects.link(camera)
    camera.location = foot + Vector((1.6, -1.6, 1.2))
    camera.rotation_euler = (foot - camera.location).to_track_quat("-Z", "Y").to_euler()
    scene.camera = camera
    bpy.data.objects["Sun"].rotation_euler = (1.1, 0, 2)
    bpy.data.objects["Sun"].data.energy = 3
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 16
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 640, 360
    scene.render.filepath = job["file"]
    bpy.ops.render.render(write_still=True)


def main():
    with open(os.environ["AFTERMOTION_TEST_JOB"], encoding="utf-8") as file:
        job = json.load(file)
    bpy.ops.preferences.addon_enable(module="aftermotion")
    if job.get("command"):
        bpy.context.preferences.addons["aftermotion"].preferences.command = job["command"]
    armature = None
    if job.get("character"):
        armature = make_character(job["character"])
        bpy.ops.object.light_add(type="SUN", location=(0, 0, 3))
        for name, value in job.get("settings", {}).items():
            group = armature.aftermotion_options
            *path, name = name.split(".")
            for part in path:
                group = getattr(group, part)
            setattr(group, name, value)
        if job.get("modifier"):
            mesh = next(thing for thing in bpy.data.objects if thing.type == "MESH" and thing.parent == armature)
            mesh.modifiers.new("extra", job["modifier"])
    if job.get("saveAs"):
        bpy.ops.wm.save_as_mainfile(filepath=job["saveAs"])
        bpy.ops.wm.open_mainfile(filepath=job["saveAs"])
        armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    results = []
    start, processor = time.monotonic(), sum(os.times()[:4])
    for step in job.get("steps", []):
        begun = time.monotonic()
        outcome = run_step(step, armature)
        results.append(
            {
                "outcome": outcome,
                "seconds": time.monotonic() - begun,
                "blocks": {kind: len(getattr(bpy.data, kind)) for kind in KINDS},
                "shapeKeys": {thing.name: list(thing.data.shape_keys.key_blocks.keys()) for thing in bpy.data.objects if thing.type == "MESH" and thing.data.shape_keys},
                "files": list_files(os.path.dirname(job["saveAs"])) if job.get("saveAs") else [],
                "frame": bpy.context.scene.frame_current,
                "selected": sorted(thing.name for thing in bpy.context.selected_objects),
            }
        )
    if job.get("render"):
        render(job["render"], armature)
        results.append({"seconds": time.monotonic() - start, "processorSeconds": sum(os.times()[:4]) - processor})
    with open(job["out"], "w", encoding="utf-8") as file:
        json.dump(results, file)


main()
