"""Finds the characters in a selection."""

from dataclasses import dataclass
from typing import List, Optional

import bpy

from .bake.common import Fault


@dataclass
class Character:
    """What is exported as one actor: an armature with its meshes, or a mesh without an armature."""

    root: bpy.types.Object
    armature: Optional[bpy.types.Object]
    meshes: List[bpy.types.Object]

    @property
    def name(self) -> str:
        return self.root.name


def find_armature(thing: bpy.types.Object) -> Optional[bpy.types.Object]:
    """The armature that moves an object: of its modifier, else its nearest parent that is one."""
    for modifier in thing.modifiers:
        if modifier.type == "ARMATURE" and modifier.object:
            return modifier.object
    parent = thing.parent
    while parent and parent.type != "ARMATURE":
        parent = parent.parent
    return parent


def find_characters(context: bpy.types.Context) -> List[Character]:
    """The characters of the selected objects, the active one first. Raises Fault if no selected object has a mesh."""
    selected = [thing for thing in context.selected_objects if not is_made(thing)]
    active = context.view_layer.objects.active
    selected.sort(key=lambda thing: thing != active)
    characters = {}
    for thing in selected:
        for one in find_members(thing):
            root = one if one.type == "ARMATURE" else find_armature(one) or one
            if root.name not in characters and (root.type == "ARMATURE" or is_shown_mesh(root)):
                armature = root if root.type == "ARMATURE" else None
                meshes = find_meshes(context.scene, armature) if armature else [root]
                if meshes:
                    characters[root.name] = Character(root, armature, meshes)
    if characters:
        return list(characters.values())
    if not selected:
        raise Fault("nothing is selected: select a character, its armature or one of its meshes")
    names = ", ".join(repr(thing.name) for thing in selected[:3])
    if any(thing.instance_type == "COLLECTION" for thing in selected):
        raise Fault(f"{names} is an instance of a collection: make it real first (Object > Library Override > Make, or Object > Apply > Make Instances Real)")
    raise Fault(f"the selection ({names}) has no mesh that renders: select a character, its armature or one of its meshes")


def find_members(thing: bpy.types.Object) -> List[bpy.types.Object]:
    """The object itself if it can be (part of) a character, else everything below it, such as below an empty."""
    if thing.type in ("ARMATURE", "MESH"):
        return [thing]
    return [child for child in thing.children_recursive if child.type in ("ARMATURE", "MESH") and not is_made(child)]


def find_meshes(scene: bpy.types.Scene, armature: bpy.types.Object) -> List[bpy.types.Object]:
    """The meshes of the scene that an armature moves, by name."""
    found = [thing for thing in scene.objects if is_shown_mesh(thing) and find_armature(thing) == armature]
    return sorted(found, key=lambda thing: thing.name)


def is_shown_mesh(thing: bpy.types.Object) -> bool:
    return thing.type == "MESH" and not thing.hide_render and not is_made(thing) and len(thing.data.polygons) > 0


def is_made(thing: bpy.types.Object) -> bool:
    """Whether an import of Aftermotion has made it."""
    return "aftermotion" in thing
