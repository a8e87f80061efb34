"""
Exports a character as a GLB whose clip shows exactly what Blender shows.

Blender's own exporter writes the meshes, the skin and the materials of temporary copies without parents and constraints. The motion is
sampled here, frame by frame, from the evaluated scene: so constraints, drivers, NLA tracks, parents and every version of Blender's
actions are included in the same way.
"""

import os
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Sequence

import bpy
import numpy as np
from mathutils import Matrix

from .bake.common import Fault, keep_selection, old_numpy_names, restore_selection
from .bake.glb import pack_glb, read_glb
from .characters import Character
from .soles import SoleTracks

# Modifiers that change which vertices a mesh has. With any of them, shape keys cannot follow the exported mesh.
GENERATING = {
    "ARRAY", "BEVEL", "BOOLEAN", "BUILD", "DECIMATE", "EDGE_SPLIT", "MASK", "MIRROR", "NODES", "REMESH", "SCREW", "SKIN",
    "SOLIDIFY", "TRIANGULATE", "VOLUME_TO_MESH", "WELD", "WIREFRAME",
}
SMOOTHING = {"SUBSURF", "MULTIRES"}
# The attribute in which a vertex keeps its number in Blender's mesh.
VERTEX = "_VERTEX"
Y_UP = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))


@dataclass
class Motion:
    """What was sampled of a character, frame by frame."""

    # World matrices of the armature and of rigid objects, by name of the object.
    worlds: Dict[str, List[Matrix]] = field(default_factory=dict)
    # Poses in the space of the armature, by name of the bone.
    poses: Dict[str, List[Matrix]] = field(default_factory=dict)
    # Minimum and maximum of all vertices in the world over all frames.
    low: Optional[np.ndarray] = None
    high: Optional[np.ndarray] = None
    # The height at the frame at which the character reaches lowest.
    height: float = 0.0
    soles: SoleTracks = field(default_factory=SoleTracks)


def sample_motion(characters: Sequence[Character], scene: bpy.types.Scene, motions: List[Motion]) -> Iterator[float]:
    """Appends one Motion for each character. Yields the finished fraction after each frame; the scene's frame is put back."""
    motions.extend(Motion() for _ in characters)
    kept, kept_subframe = scene.frame_current, scene.frame_subframe
    first, last = scene.frame_start, scene.frame_end
    try:
        for frame in range(first, last + 1):
            scene.frame_set(frame)
            graph = bpy.context.evaluated_depsgraph_get()
            for character, motion in zip(characters, motions):
                sample_frame(character, motion, graph)
            yield (frame - first + 1) / (last - first + 1)
    finally:
        scene.frame_set(kept, subframe=kept_subframe)


def sample_frame(character: Character, motion: Motion, graph: bpy.types.Depsgraph) -> None:
    if character.armature:
        shown = character.armature.evaluated_get(graph)
        motion.worlds.setdefault(character.armature.name, []).append(shown.matrix_world.copy())
        for bone in shown.pose.bones:
            motion.poses.setdefault(bone.name, []).append(bone.matrix.copy())
    low = high = None
    for mesh in character.meshes:
        shown = mesh.evaluated_get(graph)
        if not find_skin(mesh):
            motion.worlds.setdefault(mesh.name, []).append(shown.matrix_world.copy())
        points = world_points(shown)
        if len(points):
            motion.soles.add(mesh.name, shown.data, points)
            ends = points.min(0), points.max(0)
            low = ends[0] if low is None else np.minimum(low, ends[0])
            high = ends[1] if high is None else np.maximum(high, ends[1])
    if low is None:
        return
    if motion.low is None or low[2] < motion.low[2]:
        motion.height = float(high[2] - low[2])
    motion.low = low if motion.low is None else np.minimum(motion.low, low)
    motion.high = high if motion.high is None else np.maximum(motion.high, high)


def world_points(shown: bpy.types.Object) -> np.ndarray:
    """[vertices, 3] of an evaluated object in the world."""
    vertices = shown.data.vertices
    local = np.empty(3 * len(vertices), np.float32)
    vertices.foreach_get("co", local)
    matrix = np.array(shown.matrix_world)
    return local.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]


def find_skin(mesh: bpy.types.Object) -> Optional[bpy.types.Modifier]:
    """The armature modifier that skins a mesh."""
    if not mesh.vertex_groups:
        return None
    return next((one for one in mesh.modifiers if one.type == "ARMATURE" and one.object and one.use_vertex_groups), None)


def check_topology(character: Character) -> None:
    """Raises Fault if a modifier would give the exported mesh other vertices than the mesh in Blender has."""
    for mesh in character.meshes:
        for modifier in mesh.modifiers:
            if modifier.type in GENERATING and modifier.show_viewport:
                raise Fault(
                    f"{mesh.name!r} has a modifier {modifier.name!r} that changes its vertices, which shape keys cannot follow: "
                    "apply it, or switch it off in the viewport"
                )
        if mesh.data.library or mesh.library:
            raise Fault(f"{mesh.name!r} is linked from a library: make the object and its mesh local, so that it can get shape keys")


def export_character(
    character: Character, motion: Motion, path: str, *, fps: float, keeps_vertices: bool, with_materials: bool
) -> None:
    """Writes the GLB. keeps_vertices: without modifiers, and each vertex with its number. fps: of the exported clip."""
    scene = bpy.context.scene
    copies: Dict[str, bpy.types.Object] = {}
    collection = bpy.data.collections.new("aftermotion export")
    meshes = []
    kept = keep_selection()
    try:
        scene.collection.children.link(collection)
        for thing in [character.armature, *character.meshes]:
            if thing:
                copies[thing.name] = copy_for_export(thing, collection, meshes, keeps_vertices)
        if character.armature:
            # The exporter writes skinned vertices in the space of the world, which is then that of the armature.
            place_copy(copies[character.armature.name], Matrix.Identity(4))
        for thing in character.meshes:
            copy = copies[thing.name]
            if find_skin(thing):
                armature = copies[character.armature.name]
                copy.modifiers.new("Armature", "ARMATURE").object = armature
                copy.parent = armature
                copy.matrix_parent_inverse.identity()
                place_copy(copy, bind_matrix(thing, character))
            else:
                place_copy(copy, motion.worlds[thing.name][0])
        for thing in bpy.context.view_layer.objects:
            thing.select_set(False)
        for copy in copies.values():
            copy.hide_viewport = copy.hide_render = False
            copy.hide_set(False)
            copy.select_set(True)
        bpy.context.view_layer.objects.active = next(iter(copies.values()))
        bpy.context.view_layer.update()
        run_exporter(path, keeps_vertices, with_materials)
        names = {copy.name: name for name, copy in copies.items()}
    finally:
        for copy in copies.values():
            bpy.data.objects.remove(copy)
        bpy.data.collections.remove(collection)
        for block in meshes:
            # Removed in a batch, meshes would leave their shape keys in the file.
            (bpy.data.armatures if isinstance(block, bpy.types.Armature) else bpy.data.meshes).remove(block)
        restore_selection(kept)
    add_clip(path, names, character, motion, fps)


def place_copy(copy: bpy.types.Object, matrix: Matrix) -> None:
    """Places a copy relative to its parent, or in the world if it has none."""
    for name in ("delta_location", "delta_rotation_euler"):
        setattr(copy, name, (0, 0, 0))
    copy.delta_rotation_quaternion = (1, 0, 0, 0)
    copy.delta_scale = (1, 1, 1)
    copy.matrix_basis = matrix


def copy_for_export(
    thing: bpy.types.Object, collection: bpy.types.Collection, meshes: List[bpy.types.ID], keeps_vertices: bool
) -> bpy.types.Object:
    """A copy of an object without parent, constraints and animation, and without modifiers that the export does not need."""
    copy = thing.copy()
    collection.objects.link(copy)
    copy.animation_data_clear()
    copy.parent = None
    copy.parent_type = "OBJECT"
    copy.constraints.clear()
    copy.pop("aftermotion", None)
    if copy.type == "ARMATURE":
        copy.data = thing.data.copy()
        copy.data.animation_data_clear()
        copy.data.pose_position = "REST"
        meshes.append(copy.data)
        for bone in copy.pose.bones:
            while bone.constraints:
                bone.constraints.remove(bone.constraints[0])
            bone.custom_shape = None
        return copy
    copy.data = thing.data.copy()
    meshes.append(copy.data)
    if copy.data.shape_keys:
        copy.active_shape_key_index = 0
        copy.show_only_shape_key = True
    for modifier in list(copy.modifiers):
        is_left = modifier.type in GENERATING and modifier.show_viewport and not keeps_vertices
        if modifier.type in SMOOTHING or not is_left:
            copy.modifiers.remove(modifier)
    if keeps_vertices:
        attribute = copy.data.attributes.new(VERTEX, "FLOAT", "POINT")
        attribute.data.foreach_set("value", np.arange(len(copy.data.vertices), dtype=np.float32))
    return copy


def bind_matrix(mesh: bpy.types.Object, character: Character) -> Matrix:
    """From the space of a skinned mesh to that of its armature."""
    return character.armature.matrix_world.inverted_safe() @ mesh.matrix_world


def run_exporter(path: str, keeps_vertices: bool, with_materials: bool) -> None:
    if not hasattr(bpy.ops.export_scene, "gltf"):
        raise Fault("the add-on 'glTF 2.0 format' of Blender is switched off: switch it on in the preferences")
    wanted = {
        "filepath": path,
        "check_existing": False,
        "export_format": "GLB",
        "use_selection": True,
        "export_animations": False,
        "export_morph": False,
        "export_skins": True,
        "export_yup": True,
        "export_apply": not keeps_vertices,
        "export_attributes": keeps_vertices,
        "export_texcoords": with_materials,
        "export_normals": True,
        "export_tangents": False,
        "export_colors": with_materials,
        "export_materials": "EXPORT" if with_materials else "NONE",
        "export_cameras": False,
        "export_lights": False,
        "export_extras": False,
        "export_def_bones": False,
        "export_draco_mesh_compression_enable": False,
        "export_rest_position_armature": True,
        "will_save_settings": False,
    }
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    with old_numpy_names():
        bpy.ops.export_scene.gltf(**{name: value for name, value in wanted.items() if name in known})
    if not os.path.isfile(path):
        raise Fault(f"Blender's glTF exporter wrote no file {path}")


def add_clip(path: str, names: Dict[str, str], character: Character, motion: Motion, fps: float) -> None:
    """Gives the nodes of a GLB the names that the objects have in Blender, and adds the sampled motion as its only clip."""
    document, binary = read_glb(path)
    nodes = document.get("nodes", [])
    builder = ClipBuilder(document, bytearray(binary))
    times = None
    joints = {joint for skin in document.get("skins", []) for joint in skin["joints"]}
    for index, node in enumerate(nodes):
        name = names.get(node.get("name"))
        if name is None or index in joints:
            continue
        node["name"] = name
        if "mesh" in node:
            document["meshes"][node["mesh"]]["name"] = name
        if name in motion.worlds:
            worlds = [Y_UP @ world @ Y_UP.inverted() for world in motion.worlds[name]]
            times = builder.add_times(len(worlds), fps) if times is None else times
            builder.add_channels(index, times, worlds)
            move, turn, size = worlds[0].decompose()
            node.update(translation=list(move), rotation=[turn.x, turn.y, turn.z, turn.w], scale=list(size))
    if character.armature:
        rest = character.armature.data.bones
        for index in joints:
            bone = rest.get(nodes[index].get("name", ""))
            if bone is None:
                continue
            poses = motion.poses[bone.name]
            if bone.parent:
                above = motion.poses[bone.parent.name]
                poses = [parent.inverted_safe() @ pose for parent, pose in zip(above, poses)]
            else:
                poses = [Y_UP @ pose for pose in poses]
            builder.add_channels(index, times, poses)
    builder.finish(path, bpy.context.scene.name)


class ClipBuilder:
    """Appends accessors and one animation to a GLB."""

    def __init__(self, document: dict, binary: bytearray):
        self.document, self.binary = document, binary
        self.samplers: List[dict] = []
        self.channels: List[dict] = []

    def add_times(self, count: int, fps: float) -> int:
        times = (np.arange(count) / fps).astype("<f4")
        return self.add_accessor(times[:, None], "SCALAR", {"min": [float(times[0])], "max": [float(times[-1])]})

    def add_channels(self, node: int, times: int, matrices: Sequence[Matrix]) -> None:
        parts = [matrix.decompose() for matrix in matrices]
        moves = np.array([move for move, _, _ in parts], "<f4")
        turns = np.array([(turn.x, turn.y, turn.z, turn.w) for _, turn, _ in parts])
        # Neighbouring keys lie in the same half of the sphere, so that the interpolation takes the short arc.
        flips = np.cumprod(np.where(np.sum(turns[1:] * turns[:-1], 1) < 0, -1, 1))
        turns[1:] *= flips[:, None]
        sizes = np.array([size for _, _, size in parts], "<f4")
        for name, values, kind in (("translation", moves, "VEC3"), ("rotation", turns.astype("<f4"), "VEC4"), ("scale", sizes, "VEC3")):
            sampler = {"input": times, "interpolation": "LINEAR", "output": self.add_accessor(values, kind)}
            self.channels.append({"sampler": len(self.samplers), "target": {"node": node, "path": name}})
            self.samplers.append(sampler)
        self.document["nodes"][node].pop("matrix", None)

    def add_accessor(self, values: np.ndarray, kind: str, extra: Optional[dict] = None) -> int:
        self.binary.extend(b"\0" * (-len(self.binary) % 4))
        data = np.ascontiguousarray(values).tobytes()
        views = self.document.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)})
        self.binary.extend(data)
        accessors = self.document.setdefault("accessors", [])
        accessors.append({"bufferView": len(views) - 1, "componentType": 5126, "count": len(values), "type": kind, **(extra or {})})
        return len(accessors) - 1

    def finish(self, path: str, name: str) -> None:
        self.document["animations"] = [{"name": name, "samplers": self.samplers, "channels": self.channels}]
        self.document["buffers"] = [{"byteLength": len(self.binary)}]
        with open(path, "wb") as file:
            file.write(pack_glb(self.document, bytes(self.binary)))
