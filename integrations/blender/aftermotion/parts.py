"""What can be added to a character: the systems, their part of the scene, and how their result is brought in."""

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Sequence, Tuple

import numpy as np

from .characters import Character
from .export_character import Motion
from .tables import TABLES, list_params

# Columns of a ground. More take minutes and gigabytes; the cells are enlarged instead, unless the user has chosen them.
MAX_COLUMNS = 400_000
# Cells of a ground in a character's height: a person has cells of 1 cm.
CELLS_IN_HEIGHT = 175


@dataclass(frozen=True)
class Part:
    """One kind of thing that can be added."""

    system: str
    label: str
    icon: str
    # One result for all selected characters (a ground), or one for each.
    is_shared: bool
    outputs: Tuple[str, ...]
    # Parameters that the add-on sets itself, so that the panel does not show them.
    hidden: Tuple[str, ...]
    # Returns the entry of "systems" from the user's values.
    describe: Callable[[Dict[str, Any], Sequence[Tuple[Character, Motion]], float, Any], Dict[str, Any]]
    # Whether the exported mesh has exactly the vertices of the mesh in Blender.
    keeps_vertices: bool = False
    with_materials: bool = False


def describe_ground(values: Dict[str, Any], members: Sequence[Tuple[Character, Motion]], unit: float, options: Any) -> Dict[str, Any]:
    low = np.min([motion.low for _, motion in members], 0) * unit
    high = np.max([motion.high for _, motion in members], 0) * unit
    tallest = max(motion.height for _, motion in members) * unit
    values = dict(values)
    if "terrain" in values:
        return values
    border = options.border if options.is_property_set("border") else 0.6 * tallest
    size = [float(high[0] - low[0]) + 2 * border, float(high[1] - low[1]) + 2 * border]
    if "cell" not in values:
        cell = max(tallest / CELLS_IN_HEIGHT, (size[0] * size[1] / MAX_COLUMNS) ** 0.5)
        values["cell"] = float(f"{cell:.2g}")
    floor = float(low[2]) if options.level == "LOWEST" else options.height * unit
    is_set = options.is_property_set("sink")
    sink = options.sink if is_set else choose_sink(values, members, options.frame_seconds) * unit
    values["size"] = [round(one, 3) for one in size]
    # glTF has Y up and Z towards the viewer: Blender's y is -z.
    values["center"] = [round(float(low[0] + high[0]) / 2, 3), round(-float(low[1] + high[1]) / 2, 3)]
    values["datum"] = round(floor + sink, 5)
    return values


def choose_sink(values: Dict[str, Any], members: Sequence[Tuple[Character, Motion]], frame_seconds: float) -> float:
    """How deep soles sink: as deep as the material lets them, but not so deep that swinging feet drag through it. In units of Blender."""
    material = next(param for param in list_params("ground") if param["name"] == "material")
    fraction = values.get("sinkage", TABLES["ground"]["softDepth"][values.get("material", material["default"])])
    return min(motion.soles.choose_sink(fraction * motion.height, motion.height, frame_seconds) for _, motion in members)


def describe_flesh(values: Dict[str, Any], members: Sequence[Tuple[Character, Motion]], unit: float, options: Any) -> Dict[str, Any]:
    return {**values, "actor": members[0][0].name}


def describe_fur(values: Dict[str, Any], members: Sequence[Tuple[Character, Motion]], unit: float, options: Any) -> Dict[str, Any]:
    return {**values, "actor": members[0][0].name}


def describe_particles(values: Dict[str, Any], members: Sequence[Tuple[Character, Motion]], unit: float, options: Any) -> Dict[str, Any]:
    """Particles that leave the skin, or that rise from the floor and form the character."""
    character, motion = members[0]
    size = motion.height * unit
    values = dict(values)
    values.setdefault("size", float(f"{0.008 * size:.2g}"))
    start, end = options.start, options.end
    if options.recipe == "FORM":
        middle = (motion.low + motion.high) / 2 * unit
        values["actors"] = []
        values["shapes"] = [
            {
                "shape": "cylinder",
                "name": "around",
                "radius": round(0.6 * size, 3),
                "height": round(0.1 * size, 3),
                "position": [round(float(middle[0]), 3), round(float(motion.low[2]) * unit + 0.05 * size, 3), round(-float(middle[1]), 3)],
            },
            {"shape": "actor", "name": "skin", "actor": character.name},
        ]
        span = end - start
        values["sources"] = [{"from": "around", "count": options.count, "start": start, "duration": 0.2 * span, "velocity": [0, 0.3 * size, 0], "jitter": 0.2 * size}]
        values["forces"] = [{"force": "turbulence", "acceleration": 1.5 * size, "size": 0.3 * size}]
        values["keys"] = [{"to": ["skin"], "start": start + 0.25 * span, "end": start + 0.6 * span, "hold": 0.4 * span}]
        return values
    values["actors"] = []
    values["shapes"] = [{"shape": "actor", "name": "skin", "actor": character.name}]
    values["sources"] = [{"from": "skin", "count": options.count, "start": start, "duration": end - start, "jitter": 0.05 * size, "life": options.life}]
    values["forces"] = [
        {"force": "buoyancy", "acceleration": 0.6 * size, "cooling": 2},
        {"force": "turbulence", "acceleration": 1.5 * size, "size": 0.3 * size},
    ]
    return values


PARTS: List[Part] = [
    Part("ground", "Footprints", "MOD_DISPLACE", True, ("heightExr",), ("size", "center", "datum"), describe_ground),
    Part("flesh", "Flesh", "MOD_CLOTH", False, ("morphTargets",), (), describe_flesh, keeps_vertices=True),
    Part("particles", "Particles", "PARTICLES", False, ("pointsPly",), (), describe_particles),
    Part("fur", "Fur", "STRANDS", False, ("furMorphs",), ("size", "center", "spacing"), describe_fur, with_materials=True),
]


def find_part(system: str) -> Part:
    return next(part for part in PARTS if part.system == system)
