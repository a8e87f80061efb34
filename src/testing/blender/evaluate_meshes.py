"""Runs inside Blender: imports files, runs scripts, and writes where every vertex stands at given times.

blender -b --factory-startup --python-exit-code 1 --python evaluate_meshes.py -- job.json

job.json, every key but "out" may be absent:
  open     a .blend file to begin with
  fps      frames a second, set before anything is imported: [number, base], as in the render settings
  import   .glb and .gltf files, imported with Blender's own importer and its default settings
  scripts  Python files to run afterwards, in this order, with __file__ set, as the Text Editor runs a saved file
  save     a .blend file to save to and to open again before anything is evaluated
  clip     a clip to play instead of the one that the import leaves active
  times    seconds after frame `zeroFrame` (default 0, where the importer puts the time 0)
  frames   frames to evaluate, instead of times
  out      the file name, without its ending, of the two files that are written:
           out.json: fps, frame range, active actions, and for each mesh object its name, counts, visibility and materials;
           out.bin: float32 x, y, z of all vertices in the world, in metres and the axes of glTF (Y up), for each
           time in turn and for each object in turn;
           out.points.bin: for each time and each cloud of points that is shown, float32 x, y, z, diameter of all points, in the
           same axes; out.json says how many there are of each
"""
import json
import sys

import bpy
import numpy as np

# Debian's Blender 3.4 comes with a numpy that no longer has the names that the importer of that time uses.
for name, kind in {"bool": bool, "int": int, "float": float}.items():
    if name not in np.__dict__:
        setattr(np, name, kind)


def play_clip(name):
    """Makes one clip the active action of everything that it moves, and nothing else move."""
    found = False
    for owner in [*bpy.data.objects, *bpy.data.shape_keys]:
        data = owner.animation_data
        if not data:
            continue
        data.action = None
        for track in data.nla_tracks:
            if track.name == name and track.strips:
                data.action = track.strips[0].action
                found = True
    if not found:
        raise SystemExit(f"no clip {name!r} was imported")


def run_script(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    exec(compile(source, path, "exec"), {"__name__": "__main__", "__file__": path})


def mesh_objects():
    """Objects with vertices in the scene, by name; shapes that only draw bones are not among them."""
    shapes = {
        bone.custom_shape
        for item in bpy.data.objects
        if item.pose
        for bone in item.pose.bones
        if bone.custom_shape
    }
    scene = bpy.context.scene
    return sorted(
        (item for item in scene.objects if item.type == "MESH" and item not in shapes),
        key=lambda item: item.name,
    )


def positions_of(item, graph):
    """[vertices, 3] of an object in the world, in the axes of glTF."""
    shown = item.evaluated_get(graph)
    mesh = shown.to_mesh()
    local = np.empty(3 * len(mesh.vertices), dtype=np.float32)
    mesh.vertices.foreach_get("co", local)
    triangles = sum(len(polygon.vertices) - 2 for polygon in mesh.polygons)
    matrix = np.array(shown.matrix_world, dtype=np.float64)
    world = local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    shown.to_mesh_clear()
    return np.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1).astype("<f4"), triangles


def clouds_of(graph):
    """Point clouds that node groups make, by the name of their object: x, y, z, diameter of every point, in the axes of glTF."""
    clouds = {}
    for instance in graph.object_instances:
        if instance.object.type != "POINTCLOUD":
            continue
        points = instance.object.data
        local = np.empty(3 * len(points.points), dtype=np.float32)
        points.attributes["position"].data.foreach_get("vector", local)
        radius = np.empty(len(points.points), dtype=np.float32)
        points.attributes["radius"].data.foreach_get("value", radius)
        matrix = np.array(instance.matrix_world, dtype=np.float64)
        world = local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        clouds[instance.object.name] = np.stack([world[:, 0], world[:, 2], -world[:, 1], 2 * radius], axis=1).astype("<f4")
    return clouds


def main():
    with open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8") as file:
        job = json.load(file)
    if job.get("open"):
        bpy.ops.wm.open_mainfile(filepath=job["open"])
    elif not job.get("keepDefaultObjects"):
        for item in list(bpy.data.objects):
            bpy.data.objects.remove(item)
    if job.get("fps"):
        bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = job["fps"]
    for path in job.get("import", []):
        bpy.ops.import_scene.gltf(filepath=path)
    for path in job.get("scripts", []):
        run_script(path)
    if job.get("save"):
        bpy.ops.wm.save_as_mainfile(filepath=job["save"])
        bpy.ops.wm.open_mainfile(filepath=job["save"])
    if job.get("clip"):
        play_clip(job["clip"])
    scene = bpy.context.scene
    fps = scene.render.fps / scene.render.fps_base
    zero = job.get("zeroFrame", 0)
    frames = job.get("frames") or [zero + time * fps for time in job.get("times", [0])]
    objects = []
    clouds = []
    with open(f"{job['out']}.bin", "wb") as binary, open(f"{job['out']}.points.bin", "wb") as points:
        for index, frame in enumerate(frames):
            whole = int(np.floor(frame + 1e-6))
            scene.frame_set(whole, subframe=min(max(frame - whole, 0), 0.999999))
            graph = bpy.context.evaluated_depsgraph_get()
            found = clouds_of(graph)
            clouds.append([{"name": name, "count": len(found[name])} for name in found])
            for cloud in found.values():
                points.write(cloud.tobytes())
            for item in mesh_objects():
                positions, triangles = positions_of(item, graph)
                binary.write(positions.tobytes())
                if index > 0:
                    continue
                objects.append(
                    {
                        "name": item.name,
                        "vertexCount": len(positions),
                        "triangleCount": triangles,
                        "isVisible": item.visible_get(),
                        "materials": [slot.material.name if slot.material else "" for slot in item.material_slots],
                    }
                )
    owners = [("object", item) for item in bpy.data.objects] + [("shape keys", item) for item in bpy.data.shape_keys]
    actions = {
        f"{kind} {item.name}": item.animation_data.action.name
        for kind, item in owners
        if item.animation_data and item.animation_data.action
    }
    with open(f"{job['out']}.json", "w", encoding="utf-8") as file:
        json.dump(
            {
                "blender": bpy.app.version_string,
                "fps": fps,
                "frameStart": scene.frame_start,
                "frameEnd": scene.frame_end,
                "frames": frames,
                "objects": objects,
                "actions": actions,
                "clouds": clouds,
                "blockCounts": {
                    kind: len(getattr(bpy.data, kind))
                    for kind in ("objects", "meshes", "materials", "images", "textures", "actions", "armatures", "node_groups", "collections")
                },
            },
            file,
        )


main()
