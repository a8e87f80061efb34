"""Brings flesh and fur of a bake onto the character that Blender already has."""

import os
from typing import Callable, List

import bpy
import numpy as np
from mathutils import Matrix

from .bake.common import Fault, list_blocks
from .bake.glb import read_accessor, read_glb
from .bake.gltf import import_gltf
from .bake.import_bake import MADE, remove_unused
from .characters import Character
from .export_character import VERTEX, bind_matrix, find_skin

# Names of the shape keys that carry flesh.
FLESH = "aftermotion flesh"


def attach_flesh(character: Character) -> Callable:
    """Returns an importer that makes shape keys of the flesh on the character's own meshes."""

    def import_flesh(folder: str, entry: dict, part: bpy.types.Collection, bake: dict) -> None:
        path = os.path.join(folder, entry["file"])
        document, binary = read_glb(path)
        meshes = {mesh.name: mesh for mesh in character.meshes}
        for mesh in character.meshes:
            remove_flesh(mesh)
        for index, node in enumerate(document["nodes"]):
            mesh = meshes.get(node.get("name"))
            if mesh is None or "mesh" not in node:
                continue
            primitives = document["meshes"][node["mesh"]]["primitives"]
            shapes = read_shapes(document, binary, primitives, len(mesh.data.vertices))
            if len(shapes):
                weights = read_weights(document, binary, index, entry["clip"], len(shapes), bake)
                linear = bind_matrix(mesh, character).to_3x3() if find_skin(mesh) else Matrix.Identity(3)
                add_shape_keys(mesh, shapes @ to_local(linear), weights, bake)

    return import_flesh


def to_local(linear: Matrix) -> np.ndarray:
    """The matrix that takes rows of displacements in glTF to the space of a mesh, whose vertices `linear` takes to the armature."""
    z_up = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float)
    return (np.linalg.inv(np.array(linear)) @ z_up).T


def read_shapes(document: dict, binary: bytes, primitives: List[dict], count: int) -> np.ndarray:
    """[targets, count, 3] The displacement of each vertex of the mesh in Blender by each morph target."""
    target_count = max(len(primitive.get("targets", [])) for primitive in primitives)
    shapes = np.zeros((target_count, count, 3))
    for primitive in primitives:
        # Blender 3.4 adds a second underscore in front of the name.
        number = next(index for name, index in primitive["attributes"].items() if name.lstrip("_") == VERTEX.lstrip("_"))
        vertices = read_accessor(document, binary, number)[:, 0].round().astype(int)
        for number, target in enumerate(primitive.get("targets", [])):
            if "POSITION" in target:
                shapes[number, vertices] = read_accessor(document, binary, target["POSITION"])
    return shapes


def read_weights(document: dict, binary: bytes, node: int, clip: str, count: int, bake: dict) -> np.ndarray:
    """[frames, targets] The weights of a node's morph targets on each frame of the bake."""
    clips = [one for one in document.get("animations", []) if one.get("name") == clip] or document.get("animations", [])
    frames = np.arange(bake["frameCount"]) * bake["fpsBase"] / bake["fps"]
    for channel in clips[0]["channels"] if clips else []:
        if channel["target"] == {"node": node, "path": "weights"}:
            sampler = clips[0]["samplers"][channel["sampler"]]
            times = read_accessor(document, binary, sampler["input"])[:, 0]
            values = read_accessor(document, binary, sampler["output"]).reshape(len(times), count)
            return np.stack([np.interp(frames, times, column) for column in values.T], 1)
    initial = document["nodes"][node].get("weights") or document["meshes"][document["nodes"][node]["mesh"]].get("weights")
    return np.tile(initial or np.zeros(count), (len(frames), 1))


def add_shape_keys(mesh: bpy.types.Object, shapes: np.ndarray, weights: np.ndarray, bake: dict) -> None:
    if mesh.data.users > 1:
        mesh.data = mesh.data.copy()
    if not mesh.data.shape_keys:
        mesh.shape_key_add(name="Basis", from_mix=False)
    keys = mesh.data.shape_keys
    basis = np.empty(3 * len(mesh.data.vertices), np.float32)
    keys.reference_key.data.foreach_get("co", basis)
    made = []
    for number, shape in enumerate(shapes):
        key = mesh.shape_key_add(name=f"{FLESH} {number + 1}", from_mix=False)
        key.data.foreach_set("co", (basis + shape.ravel()).astype(np.float32))
        key.slider_min, key.slider_max = min(0, float(weights[:, number].min())), max(1, float(weights[:, number].max()))
        made.append(key)
    data = keys.animation_data or keys.animation_data_create()
    kept = data.action
    kept_slot = getattr(data, "action_slot", None)
    data.action = action = bpy.data.actions.new(f"{mesh.name} flesh")
    for number, key in enumerate(made):
        for frame, value in enumerate(weights[:, number]):
            key.value = value
            key.keyframe_insert("value", frame=bake["firstFrame"] + frame)
    slot = getattr(data, "action_slot", None)
    data.action = kept
    if kept and kept_slot:
        data.action_slot = kept_slot
    track = data.nla_tracks.new()
    track.name = FLESH
    strip = track.strips.new(action.name, bake["firstFrame"], action)
    if slot:
        strip.action_slot = slot
    strip.extrapolation = "HOLD"


def remove_flesh(mesh: bpy.types.Object) -> None:
    """Removes the shape keys of an earlier bake. Other shape keys stay."""
    keys = mesh.data.shape_keys
    if not keys:
        return
    made = [key for key in keys.key_blocks if key.name.startswith(FLESH)]
    if not made:
        return
    if keys.animation_data:
        for track in [one for one in keys.animation_data.nla_tracks if one.name.startswith(FLESH)]:
            actions = [strip.action for strip in track.strips if strip.action]
            keys.animation_data.nla_tracks.remove(track)
            bpy.data.batch_remove([action for action in actions if MADE in action])
    for key in made:
        mesh.shape_key_remove(key)
    keys = mesh.data.shape_keys
    if keys and len(keys.key_blocks) == 1 and not (keys.animation_data and keys.animation_data.action):
        mesh.shape_key_clear()


def attach_fur(character: Character) -> Callable:
    """Returns an importer that brings in the cards of a coat, which the character's own armature moves."""

    def import_fur(folder: str, entry: dict, part: bpy.types.Collection, bake: dict) -> None:
        before = set(list_blocks())
        import_gltf(folder, entry, part, bake)
        made = [thing for thing in bpy.data.objects if thing not in before]
        document, _ = read_glb(os.path.join(folder, entry["file"]))
        names = {node["name"] for node in document["nodes"] if "fur" in node.get("extras", {}).get("aftermotion", {})}
        cards = [thing for thing in made if thing.type == "MESH" and strip_number(thing.name) in names]
        if not cards:
            raise Fault(f"{entry['file']}: expected cards of fur, but no mesh has any")
        for card in cards:
            follow_character(card, character, part)
        bpy.data.batch_remove([thing for thing in made if thing not in cards])
        remove_unused(lambda block: block not in before)

    return import_fur


def strip_number(name: str) -> str:
    """`coat cards` for `coat cards.001`, as Blender calls the second one."""
    stem, dot, number = name.rpartition(".")
    return stem if dot and number.isdigit() else name


def follow_character(card: bpy.types.Object, character: Character, part: bpy.types.Collection) -> None:
    """Moves imported cards with the armature, or with the rigid object, on which they were grown."""
    if part not in card.users_collection:
        part.objects.link(card)
    card.parent = character.root
    card.parent_type = "OBJECT"
    card.matrix_parent_inverse.identity()
    card.matrix_basis.identity()
    for modifier in [one for one in card.modifiers if one.type == "ARMATURE"]:
        if character.armature:
            modifier.object = character.armature
        else:
            card.modifiers.remove(modifier)
