"""Adds a part to characters: exports them, writes the scene, bakes it, and brings the result in."""

import json
import os
import re
import shutil
from fractions import Fraction
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import bpy

from .attach import attach_flesh, attach_fur, remove_flesh
from .bake.common import Fault
from .bake.import_bake import IMPORTERS, MADE, import_bake, remove_made
from .characters import Character
from .command import run_bake
from .export_character import Motion, check_topology, export_character, sample_motion
from .facts import read_facts
from .parts import Part, find_part
from .tables import list_params, read_values

# How much of the bar of progress each phase takes.
SAMPLED, EXPORTED, BAKED = 0.15, 0.2, 0.97

Progress = Iterator[Tuple[float, str]]


def add_part(part: Part, characters: List[Character], command: str, notes: List[str], bones: Sequence[str] = ()) -> Progress:
    """
    Does the whole work in small steps. Yields the finished fraction and a message after each. If it is closed or fails, it leaves
    nothing behind. Appends notes for the user. bones: those that are selected in Pose Mode.
    """
    scene = bpy.context.scene
    check_file(scene)
    if part.keeps_vertices:
        for character in characters:
            check_topology(character)
    if bones and "joints" in (param["name"] for param in list_params(part.system)):
        # Selected bones choose the region. They are kept as the parameter, so that a later bake has the same region.
        getattr(characters[0].root.aftermotion_options, part.system).joints = ", ".join(bones)
    motions: List[Motion] = []
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for fraction in sample_motion(characters, scene, motions):
        yield SAMPLED * fraction, "reading the motion"
    members = list(zip(characters, motions))
    for character, motion in members:
        if motion.low is None:
            raise Fault(f"{character.name!r} has no vertices")
    groups = [members] if part.is_shared else [[member] for member in members]
    for number, group in enumerate(groups):
        for fraction, message in add_to_group(part, group, command, notes):
            yield (number + fraction) / len(groups), message


def check_file(scene: bpy.types.Scene) -> None:
    if not bpy.data.filepath:
        raise Fault("save the .blend file first: the result is written into the folder 'aftermotion' beside it")
    if scene.frame_end <= scene.frame_start:
        raise Fault(f"the scene has {scene.frame_end - scene.frame_start + 1} frame: set its start and end frame to the animation")


def add_to_group(part: Part, members: List[Tuple[Character, Motion]], command: str, notes: List[str]) -> Progress:
    scene = bpy.context.scene
    options = members[0][0].root.aftermotion_options
    name = bake_name(part, members)
    home = os.path.join(os.path.dirname(bpy.data.filepath), "aftermotion")
    source, result = os.path.join(home, "source", name), os.path.join(home, name)
    with Replaced(source, result) as replaced:
        os.makedirs(source)
        actors = []
        for character, motion in members:
            yield SAMPLED, f"exporting {character.name}"
            file = f"{file_name(character.name)}.glb"
            export_character(
                character,
                motion,
                os.path.join(source, file),
                fps=frame_rate(scene),
                keeps_vertices=part.keeps_vertices,
                with_materials=part.with_materials,
            )
            actors.append(describe_actor(character, file, scene, options))
        systems = describe_systems(part, members, scene)
        scene_path = write_scene(source, scene, actors, systems, part, options)
        yield EXPORTED, "baking"
        arguments = ["bake", scene_path, "--out", result, "--overwrite", "--yes"]
        for fraction, message in run_bake(command, arguments, os.path.dirname(bpy.data.filepath)):
            yield EXPORTED + (BAKED - EXPORTED) * fraction, message
        yield BAKED, "bringing the result in"
        facts = read_facts(result)
        importers = {**IMPORTERS, **make_importers(members[0][0])}
        entries = [replace_entry(entry, part, members, options) for entry in facts["entries"]]
        facts = {**facts, "entries": [entry for entry in entries if entry]}
        collection, more = import_bake(result, facts, importers, sets_time=False)
        notes += [note for note in more if note not in notes]
        replaced.keep()
    place_result(collection, unit_of(scene), part)
    collection["aftermotionPart"] = part.system
    collection["aftermotionRoots"] = [character.name for character, _ in members]
    yield 1.0, "done"


class Replaced:
    """The folders of an earlier result, put aside until the new one is complete and put back if it is not."""

    def __init__(self, source: str, result: str):
        self.source, self.result = source, result
        self.aside = f"{source}.before"
        self.had_result = os.path.isdir(result)
        self.is_kept = False

    def keep(self) -> None:
        self.is_kept = True

    def __enter__(self) -> "Replaced":
        shutil.rmtree(self.aside, ignore_errors=True)
        if os.path.isdir(self.source):
            os.rename(self.source, self.aside)
        return self

    def __exit__(self, *error: Any) -> None:
        if self.is_kept:
            shutil.rmtree(self.aside, ignore_errors=True)
            return
        shutil.rmtree(self.source, ignore_errors=True)
        shutil.rmtree(f"{self.result}.partial", ignore_errors=True)
        if not self.had_result:
            shutil.rmtree(self.result, ignore_errors=True)
        if os.path.isdir(self.aside):
            os.rename(self.aside, self.source)
        for folder in (os.path.dirname(self.source), os.path.dirname(os.path.dirname(self.source))):
            if os.path.isdir(folder) and not os.listdir(folder):
                os.rmdir(folder)


def bake_name(part: Part, members: List[Tuple[Character, Motion]]) -> str:
    names = sorted(character.name for character, _ in members)
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return file_name(f"{names[0]}{more} {part.label.lower()}")


def file_name(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^\w .-]", "-", name)[:80].strip(" .") or "character"


def unit_of(scene: bpy.types.Scene) -> float:
    """Metres per unit of Blender."""
    return scene.unit_settings.scale_length if scene.unit_settings.system != "NONE" else 1.0


def frame_rate(scene: bpy.types.Scene) -> float:
    return scene.render.fps / scene.render.fps_base


def exact_rate(scene: bpy.types.Scene) -> Fraction:
    """Frames per second as a fraction. Blender stores the base in 32 bits: 1.001 is 1.0010000467300415."""
    return Fraction(scene.render.fps) / Fraction(f"{scene.render.fps_base:.6g}")


def describe_actor(character: Character, file: str, scene: bpy.types.Scene, options: Any) -> Dict[str, Any]:
    actor: Dict[str, Any] = {"name": character.name, "file": file, "clip": 0, "scale": unit_of(scene), "follow": "level"}
    if options.moves_forward:
        return actor
    return {**actor, "travel": "exact"}


def describe_systems(part: Part, members: List[Tuple[Character, Motion]], scene: bpy.types.Scene) -> List[Dict[str, Any]]:
    root = members[0][0].root
    options = root.aftermotion_options
    context = Options(options, scene)
    values = read_values(part.system, getattr(options, part.system))
    systems = [{"system": part.system, "name": part.label.lower(), **part.describe(values, members, unit_of(scene), context)}]
    # Fur grows on the skin as flesh moves it.
    if part.system == "fur" and has_flesh(members[0][0]):
        flesh = find_part("flesh")
        values = read_values("flesh", options.flesh)
        systems.insert(0, {"system": "flesh", "name": "flesh", **flesh.describe(values, members, unit_of(scene), context)})
    return systems


class Options:
    """The options of the panel, and the time of the scene in seconds."""

    def __init__(self, options: Any, scene: bpy.types.Scene):
        self.options = options
        self.start = 0.0
        self.frame_seconds = float(1 / exact_rate(scene))
        self.end = float((scene.frame_end - scene.frame_start) / exact_rate(scene))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.options, name)


def has_flesh(character: Character) -> bool:
    return any(
        collection.get("aftermotionPart") == "flesh" and character.name in collection.get("aftermotionRoots", [])
        for collection in bpy.data.collections
    )


def write_scene(
    folder: str, scene: bpy.types.Scene, actors: List[dict], systems: List[dict], part: Part, options: Any
) -> str:
    rate = exact_rate(scene)
    end = Fraction(scene.frame_end - scene.frame_start) / rate
    text = {
        "version": 1,
        "time": {"start": 0, "end": f"{end.numerator}/{end.denominator}", "fps": f"{rate.numerator}/{rate.denominator}", "firstFrame": scene.frame_start},
        "actors": actors,
        "systems": systems,
        "outputs": [*part.outputs, *(["character"] if options.moves_forward else [])],
        "morphTargets": options.shape_count,
        "meshPart": "whole" if any("size" in system for system in systems) else "touched",
    }
    path = os.path.join(folder, "scene.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(text, file, indent=2, ensure_ascii=False)
        file.write("\n")
    return path


def make_importers(character: Character) -> dict:
    return {"flesh": attach_flesh(character), "fur": attach_fur(character)}


def replace_entry(entry: dict, part: Part, members: List[Tuple[Character, Motion]], options: Any) -> Optional[dict]:
    """The entry of an exported character becomes what its part attaches to it, or nothing: Blender has the character already."""
    if entry["kind"] != "gltf" or options.moves_forward:
        return entry
    if part.system in ("flesh", "fur"):
        return {**entry, "kind": part.system, "isHidden": False}
    return None


def place_result(collection: bpy.types.Collection, unit: float, part: Part) -> None:
    """Bakes are in metres: objects that follow nothing are scaled to the unit of the scene."""
    things = [thing for thing in collection.all_objects if thing.parent is None]
    if unit == 1 or not things:
        return
    # A parent scales them, since their own transforms may be animated.
    holder = bpy.data.objects.new("unit", None)
    holder[MADE] = collection[MADE]
    holder.scale = [1 / unit] * 3
    collection.objects.link(holder)
    for thing in things:
        thing.parent = holder


def remove_part(part: Part, characters: List[Character]) -> int:
    """Removes what was added to characters. Returns the number of results that were removed."""
    names = {character.name for character in characters}
    count = 0
    for collection in list(bpy.data.collections):
        if collection.get("aftermotionPart") != part.system or names.isdisjoint(collection["aftermotionRoots"]):
            continue
        remove_made(collection)
        if not collection.all_objects:
            bpy.data.collections.remove(collection)
        count += 1
    if part.system == "flesh":
        for character in characters:
            for mesh in character.meshes:
                remove_flesh(mesh)
    return count
