"""
Makes the pictures of docs/tools/blender.md. Run in a clone, with the add-on's parts as the user would click them:

    blender --background --factory-startup --python tools/blender/record_walk.py -- FOLDER [PICTURE …]

Without names, the pictures of renders are made, which need no window. `panel` needs one:

    blender --factory-startup --enable-event-simulate --window-geometry 0 0 1400 900 --python tools/blender/record_walk.py -- FOLDER panel

FOLDER receives the .blend file and the bakes; the pictures are written to docs/images/.
"""

import os
import sys
import time

import bpy
import numpy as np
from mathutils import Vector

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "integrations/blender"))
FOLDER, *PICTURES = sys.argv[sys.argv.index("--") + 1 :]
SIZE = (640, 560)
# How far the last tab is below the top of the sidebar, in pixels.
TAB = 200


def enable_addon():
    import aftermotion

    # The first panel is open in the picture.
    next(panel for panel in aftermotion.CLASSES if panel.__name__ == "AFTERMOTION_PT_ground").bl_options = set()

    bpy.context.preferences.addons.new().module = "aftermotion"
    aftermotion.register()
    preferences = bpy.context.preferences.addons["aftermotion"].preferences
    preferences.command = f"node {os.path.join(ROOT, 'bin/aftermotion.js')}"


def load_character(file, clip, speed, frames, step=0.0):
    """A character that plays one clip again and again and moves along its own -Y at `speed`, in metres a second."""
    if "bool" not in vars(np):
        np.bool = bool
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = frames
    bpy.ops.import_scene.gltf(filepath=os.path.join(ROOT, "scenes/assets", file))
    armature = next(thing for thing in bpy.data.objects if thing.type == "ARMATURE")
    data = armature.animation_data
    action = next(strip.action for track in data.nla_tracks for strip in track.strips if track.name == clip)
    for track in list(data.nla_tracks):
        data.nla_tracks.remove(track)
    strip = data.nla_tracks.new().strips.new(clip, frames[0], action)
    strip.repeat = 12
    data.action = None
    seconds = (frames[1] - frames[0]) / scene.render.fps
    bpy.context.preferences.edit.keyframe_new_interpolation_type = "LINEAR"
    for frame, y in ((frames[0], 0.0), (frames[1], -speed * seconds)):
        armature.location = (0, y, step)
        armature.keyframe_insert("location", frame=frame)
    bpy.context.view_layer.objects.active = armature
    armature.select_set(True)
    return armature


def light_scene(camera_at, target, lens, sun_at=(1.32, 0, 0.6), strength=2.6):
    """sun_at: the rotation of the sun. A sun beside the camera or in front of it leaves shadows in prints."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    camera.location = camera_at
    camera.rotation_euler = (Vector(target) - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.lens = lens
    scene.camera = camera
    sun.data.energy, sun.data.angle = strength, 0.02
    sun.rotation_euler = sun_at
    world = scene.world or bpy.data.worlds.new("sky")
    scene.world = world
    world.use_nodes = True
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    background.inputs[0].default_value = (0.5, 0.65, 0.9, 1)
    background.inputs[1].default_value = 0.4
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 48
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x, scene.render.resolution_y = SIZE


def render(name, frame):
    """Renders a frame. Returns its pixels, [rows, columns, 4], the lowest row first."""
    scene = bpy.context.scene
    scene.frame_set(frame)
    scene.render.filepath = os.path.join(FOLDER, f"{name}.png")
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    pixels = np.empty(4 * SIZE[0] * SIZE[1], np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(SIZE[1], SIZE[0], 4)


def save_beside(name, *pictures):
    """Writes pictures side by side as one picture of the documentation."""
    gap = np.ones((SIZE[1], 8, 4), np.float32)
    parts = [part for picture in pictures for part in (picture, gap)][:-1]
    pixels = np.concatenate(parts, 1)
    image = bpy.data.images.new(name, pixels.shape[1], pixels.shape[0])
    image.pixels.foreach_set(np.ascontiguousarray(pixels).ravel())
    save_picture(image, name)


def save_picture(image, name):
    """Writes a picture of the documentation, and removes it from the file."""
    image.filepath_raw = os.path.join(ROOT, "docs/images", f"{name}.jpg")
    image.file_format = "JPEG"
    image.save()
    bpy.data.images.remove(image)


def save(name):
    os.makedirs(FOLDER, exist_ok=True)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(FOLDER, f"{name}.blend"))


def add(part):
    begun = time.monotonic()
    bpy.ops.aftermotion.add(part=part)
    print(f"{part}: {time.monotonic() - begun:.1f} s")


def record_footprints():
    armature = load_character("mannequin.glb", "walk", 1.28, (1, 72))
    armature.aftermotion_options.ground.material = "snow"
    light_scene((2.3, -5.7, 1.9), (0.05, -2.6, 0.5), 40, (1.2, 0, -1.75), 4.2)
    save("footprints")
    plain = bpy.data.objects.new("floor", bpy.data.meshes.new("floor"))
    plain.data.from_pydata([(-1.2, 1.2, 0), (1.2, 1.2, 0), (1.2, -5.4, 0), (-1.2, -5.4, 0)], [], [(3, 2, 1, 0)])
    bpy.context.scene.collection.objects.link(plain)
    before = render("before", 62)
    bpy.data.objects.remove(plain)
    add("ground")
    save_beside("blender-footprints", before, render("after", 62))


def record_fox():
    armature = load_character("fox.glb", "run", 0.0, (1, 48), 0.0)
    options = armature.aftermotion_options
    options.flesh.joints, options.flesh.material = "tail.1, tail.2, tail.3, tail.4", "tail"
    options.particles.look = "ember"
    options.particles.color = (1, 0.55, 0.16)
    light_scene((1.5, -1.5, 0.75), (0, -0.05, 0.32), 50)
    save("fox")
    for part in ("flesh", "fur", "particles"):
        add(part)
    save_beside("blender-fox", render("fox", 40))


def record_panel():
    """Clicks Add Footprints in a window, and takes pictures of the sidebar during the bake and after it."""
    from aftermotion.operators import Work

    load_character("mannequin.glb", "walk", 1.28, (1, 48))
    save("panel")
    state = {"tick": 0, "end": None}

    def tick():
        state["tick"] += 1
        window = bpy.context.window_manager.windows[0]
        area = next(one for one in window.screen.areas if one.type == "VIEW_3D")
        region = next(one for one in area.regions if one.type == "WINDOW")
        with bpy.context.temp_override(window=window, area=area, region=region):
            if state["tick"] == 1:
                bpy.context.preferences.view.show_splash = False
                area.spaces.active.show_region_ui = True
                bpy.ops.view3d.view_selected()
            elif state["tick"] in (3, 4):
                # A click on the last tab of the sidebar.
                sidebar = next(one for one in area.regions if one.type == "UI")
                place = {"x": sidebar.x + sidebar.width - 8, "y": sidebar.y + sidebar.height - TAB}
                window.event_simulate(type="MOUSEMOVE", value="NOTHING", **place)
                window.event_simulate(type="LEFTMOUSE", value="PRESS" if state["tick"] == 3 else "RELEASE", **place)
            elif state["tick"] == 6:
                screenshot = os.path.join(FOLDER, "panel.png")
                bpy.ops.screen.screenshot(filepath=screenshot)
                save_picture(bpy.data.images.load(screenshot), "blender-panel")
                print("click", bpy.ops.aftermotion.add("INVOKE_DEFAULT", part="ground"))
            elif state["tick"] > 6:
                if Work.progress is not None and Work.fraction > 0.2:
                    bpy.ops.screen.screenshot(filepath=os.path.join(FOLDER, "panel-during.png"))
                if Work.progress is None:
                    state["end"] = state["end"] or state["tick"] + 4
            if state["end"] and state["tick"] >= state["end"]:
                bpy.ops.screen.screenshot(filepath=os.path.join(FOLDER, "panel-after.png"))
                print("objects", [thing.name for thing in bpy.data.objects])
                bpy.ops.wm.quit_blender()
                return None
        return 0.5

    bpy.app.timers.register(tick, first_interval=1)


RECORDERS = {"footprints": record_footprints, "fox": record_fox, "panel": record_panel}

enable_addon()
for picture in PICTURES or ["footprints", "fox"]:
    RECORDERS[picture]()
