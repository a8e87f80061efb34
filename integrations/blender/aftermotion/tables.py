"""
The parameters of the systems as properties of Blender. They are made from tables.json, which the repository's own tables
generate; nothing is typed twice.
"""

import json
import math
import os
from typing import Any, Dict, Iterator, List

import bpy

# Blender keeps integers in 32 bits.
MAX_INTEGER = 2**31 - 1
MAX_FLOAT = 1e30

with open(os.path.join(os.path.dirname(__file__), "tables.json"), encoding="utf-8") as _file:
    TABLES: Dict[str, dict] = {table["system"]: table for table in json.load(_file)}


def list_params(system: str) -> Iterator[dict]:
    for group in TABLES[system]["groups"]:
        yield from group["params"]


def label_of(name: str) -> str:
    """Converts `insideSlope` to `Inside slope`."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return words[0].upper() + words[1:]


def make_properties(system: str) -> type:
    """A class of properties, one for each parameter of a system."""
    annotations = {param["name"]: make_property(param) for param in list_params(system)}
    return type(f"AFTERMOTION_PG_{system}", (bpy.types.PropertyGroup,), {"__annotations__": annotations})


def make_property(param: dict) -> Any:
    kind = param["type"]
    options: Dict[str, Any] = {"name": label_of(param["name"]), "description": param["description"].rstrip(".")}
    if kind == "choice":
        items = [(name, label_of(name), "") for name in param["choices"]]
        return bpy.props.EnumProperty(items=items, default=param["default"], **options)
    if kind == "flag":
        return bpy.props.BoolProperty(default=param["default"], **options)
    if kind in ("text", "texts"):
        if param.get("refersTo") == "file":
            return bpy.props.StringProperty(subtype="FILE_PATH", **options)
        if kind == "texts":
            options["description"] += ". Several are separated by commas"
        return bpy.props.StringProperty(**options)
    if kind == "integer":
        low, high = max(param["min"], -MAX_INTEGER), min(param["max"], MAX_INTEGER)
        return bpy.props.IntProperty(min=int(low), max=int(high), default=int(param.get("default", low)), **with_unit(options, param))
    low, high = max(param["min"], -MAX_FLOAT), min(param["max"], MAX_FLOAT)
    limits = {"min": low, "max": high, "precision": 4}
    if kind == "vector":
        size = param["length"]
        is_color = size == 3 and "color" in param["name"].lower()
        subtype = {"subtype": "COLOR_GAMMA"} if is_color else {}
        default = param.get("default", [0.0] * size)
        return bpy.props.FloatVectorProperty(size=size, default=default, **subtype, **limits, **with_unit(options, param))
    if param["unit"] == "rad":
        options["subtype"] = "ANGLE"
    default = param.get("default", min(max(start_value(param), low), high))
    return bpy.props.FloatProperty(default=default, **limits, **with_unit(options, param))


def with_unit(options: Dict[str, Any], param: dict) -> Dict[str, Any]:
    unit = param["unit"]
    return options if unit in ("", "rad") else {**options, "name": f"{options['name']} ({unit})"}


def start_value(param: dict) -> float:
    """Where a parameter starts that has no default, once it is set: a value in its range."""
    return {"m": 0.1, "rad": math.pi / 4, "s": 1.0}.get(param["unit"], 0.5)


def read_values(system: str, group: bpy.types.PropertyGroup) -> Dict[str, Any]:
    """The parameters that the user has set, as a scene file has them. Parameters that are not set are left to Aftermotion."""
    values = {}
    for param in list_params(system):
        name, kind = param["name"], param["type"]
        if not group.is_property_set(name):
            continue
        value = getattr(group, name)
        if kind == "vector":
            value = [round_float(one) for one in value]
        elif kind == "number":
            value = round_float(value)
        elif kind == "text":
            value = value.strip()
            if value and param.get("refersTo") == "file":
                value = bpy.path.abspath(value)
        elif kind == "texts":
            value = [one.strip() for one in value.split(",") if one.strip()]
        if value not in ("", []):
            values[name] = value
    return values


def round_float(value: float) -> float:
    """The shortest decimal number for a 32-bit float: 0.01, not 0.009999999776482582."""
    return float(f"{value:.7g}")


def main_groups(system: str, hidden: List[str]) -> List[dict]:
    """The headings of a system with the parameters that its panel shows."""
    groups = []
    for group in TABLES[system]["groups"]:
        params = [param for param in group["params"] if param["name"] not in hidden]
        if params:
            groups.append({"title": group["title"], "params": params})
    return groups
