import math

import bpy
import mathutils

# glTF has Y up: this rotation turns it to Blender's Z up.
UPRIGHT = mathutils.Matrix.Rotation(math.pi / 2, 4, "X")
SENSOR_HEIGHT = 24


def import_views(folder, entry, part, bake):
    """The cameras and the sun of the scene. The first camera becomes that of the scene, if it has none."""
    scene = bpy.context.scene
    cameras = [import_camera(one, part, bake) for one in entry["cameras"]]
    if cameras and scene.camera is None:
        scene.camera = cameras[0]
    if entry["sun"]:
        import_sun(entry["sun"], part)


def import_camera(entry, part, bake):
    data = bpy.data.cameras.new(entry["name"])
    data.sensor_fit, data.sensor_height = "VERTICAL", SENSOR_HEIGHT
    camera = bpy.data.objects.new(entry["name"], data)
    camera.rotation_mode = "QUATERNION"
    part.objects.link(camera)
    is_moving = len(entry["positions"]) > 1
    zooms = len(set(entry["fieldsOfView"])) > 1
    for k, (position, rotation, angle) in enumerate(zip(entry["positions"], entry["rotations"], entry["fieldsOfView"])):
        x, y, z, w = rotation
        camera.location = UPRIGHT @ mathutils.Vector(position)
        camera.rotation_quaternion = UPRIGHT.to_quaternion() @ mathutils.Quaternion((w, x, y, z))
        data.lens = SENSOR_HEIGHT / (2 * math.tan(angle / 2))
        if is_moving:
            frame = bake["firstFrame"] + k
            camera.keyframe_insert("location", frame=frame)
            camera.keyframe_insert("rotation_quaternion", frame=frame)
            if zooms:
                data.keyframe_insert("lens", frame=frame)
    return camera


def import_sun(entry, part):
    data = bpy.data.lights.new("sun", "SUN")
    data.color = entry["color"]
    # Watts per square metre: a white surface that faces a sun of this strength is exactly white.
    data.energy = math.pi * entry["strength"]
    sun = bpy.data.objects.new("sun", data)
    # A light shines along its own -z.
    sun.rotation_mode = "QUATERNION"
    sun.rotation_quaternion = (UPRIGHT @ mathutils.Vector(entry["toSun"])).to_track_quat("Z", "Y")
    part.objects.link(sun)
