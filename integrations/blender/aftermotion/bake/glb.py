import json
import struct

import numpy as np

from .common import Fault

COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def read_glb(path):
    """The JSON document and the binary chunk of a GLB."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"glTF":
        raise Fault(f"{path}: expected a GLB file")
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length]), data[28 + length :]


def pack_glb(document, binary):
    """The bytes of a GLB."""
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    rest = binary + b"\0" * (-len(binary) % 4)
    chunk = struct.pack("<II", len(rest), 0x004E4942) + rest if rest else b""
    head = struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(chunk), len(text), 0x4E4F534A)
    return head + text + chunk


def read_accessor(document, binary, index):
    """[count, width] The values of an accessor as floats or integers; normalized integers as fractions."""
    accessor = document["accessors"][index]
    width, count = WIDTHS[accessor["type"]], accessor["count"]
    kind = np.dtype(COMPONENTS[accessor["componentType"]])
    if "bufferView" in accessor:
        values = read_view(document, binary, accessor["bufferView"], accessor.get("byteOffset", 0), kind, count, width)
    else:
        values = np.zeros((count, width), kind)
    if "sparse" in accessor:
        sparse = accessor["sparse"]
        places, changes = sparse["indices"], sparse["values"]
        rows = read_view(
            document,
            binary,
            places["bufferView"],
            places.get("byteOffset", 0),
            np.dtype(COMPONENTS[places["componentType"]]),
            sparse["count"],
            1,
        )
        values = values.copy()
        values[rows[:, 0]] = read_view(
            document, binary, changes["bufferView"], changes.get("byteOffset", 0), kind, sparse["count"], width
        )
    if accessor.get("normalized"):
        return np.maximum(values / np.iinfo(kind).max, -1)
    return values


def read_view(document, binary, view, offset, kind, count, width):
    view = document["bufferViews"][view]
    stride = view.get("byteStride") or width * kind.itemsize
    start = view.get("byteOffset", 0) + offset
    return np.ndarray((count, width), kind, binary, start, (stride, kind.itemsize))
