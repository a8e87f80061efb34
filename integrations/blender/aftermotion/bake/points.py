import os
import struct

import bpy
import numpy as np

from .common import list_files, path_to_keep
from .heights import find_surface

KINDS = {"float": "<f4", "uint": "<u4", "uchar": "u1"}
# A particle that does not exist on a frame waits this far below the world, m; the node group deletes it.
NOWHERE = -1e9


def import_points(folder, entry, part, bake):
    """
    One mesh whose vertices a cache in the PC2 format moves, and a node group that makes points of them. The first of
    its blocks of vertices holds positions, the others hold velocities, colours, sizes and so on as if they were
    positions: a cache moves vertices and nothing else.
    """
    frames = [read_ply(os.path.join(folder, file)) for file in list_files(entry)]
    ids = np.unique(np.concatenate([frame["id"] for frame in frames]))
    own = [name for name in frames[0].dtype.names if name not in KNOWN]
    channels = [*BASIC, *own]
    blocks = 2 + -(-len(channels) // 3)
    cache = os.path.join(folder, entry["cache"])
    write_cache(cache, frames, ids, channels, blocks)
    mesh = bpy.data.meshes.new(entry["name"])
    mesh.vertices.add(blocks * len(ids))
    add_attribute(mesh, "id", "INT", np.tile(ids.astype(np.int32), blocks))
    particles = bpy.data.objects.new(entry["name"], mesh)
    part.objects.link(particles)
    moved = particles.modifiers.new("cache", "MESH_CACHE")
    moved.cache_format = "PC2"
    moved.filepath = path_to_keep(cache)
    moved.interpolation = "NONE"
    moved.deform_mode = "OVERWRITE"
    moved.time_mode = "FRAME"
    moved.play_mode = "SCENE"
    moved.frame_start = entry["firstFrame"]
    shown = particles.modifiers.new("points", "NODES")
    shown.node_group = PointNodes(entry, len(ids), channels).tree


KNOWN = ["x", "y", "z", "vx", "vy", "vz", "red", "green", "blue", "alpha", "id"]
BASIC = ["red", "green", "blue", "alpha"]


def read_ply(path):
    with open(path, "rb") as file:
        data = file.read()
    end = data.index(b"end_header\n") + 11
    lines = [line.split() for line in data[:end].decode().splitlines()]
    count = next(int(line[2]) for line in lines if line[0] == "element")
    fields = [(line[2], KINDS[line[1]]) for line in lines if line[0] == "property"]
    return np.frombuffer(data, fields, count, end)


def write_cache(path, frames, ids, channels, blocks):
    """PC2: a head of 32 bytes, then x, y, z of every vertex, frame by frame, as 32-bit floats."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    count = len(ids)
    with open(path, "wb") as file:
        file.write(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, blocks * count, 0, 1, len(frames)))
        for frame in frames:
            values = np.zeros((blocks, count, 3), "<f4")
            values[0, :, 2] = NOWHERE
            row = np.searchsorted(ids, frame["id"])
            values[0, row] = np.stack([frame["x"], -frame["z"], frame["y"]], 1)
            values[1, row] = np.stack([frame["vx"], -frame["vz"], frame["vy"]], 1)
            for k, name in enumerate(channels):
                values[2 + k // 3, row, k % 3] = read_channel(frame, name)
            file.write(values.tobytes())


def read_channel(frame, name):
    if name == "alpha":
        return frame[name] / 255
    if name not in BASIC:
        return frame[name]
    value = frame[name] / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def add_attribute(mesh, name, kind, values):
    mesh.attributes.new(name, kind, "POINT").data.foreach_set("value", values)


class PointNodes:
    """The node group of one kind of particles: reads the blocks of vertices, and makes points of the first."""

    def __init__(self, entry, count, channels):
        self.tree = bpy.data.node_groups.new(entry["name"], "GeometryNodeTree")
        self.count = count
        self.names = channels
        self.blocks = {}
        for way in ("INPUT", "OUTPUT"):
            if bpy.app.version < (4, 0, 0):
                sockets = self.tree.inputs if way == "INPUT" else self.tree.outputs
                sockets.new("NodeSocketGeometry", "Geometry")
            else:
                self.tree.interface.new_socket("Geometry", in_out=way, socket_type="NodeSocketGeometry")
        self.position = self.add("GeometryNodeInputPosition").outputs[0]
        self.index = self.add("GeometryNodeInputIndex").outputs[0]
        geometry = self.add("NodeGroupInput").outputs[0]
        geometry = self.store(geometry, "velocity", "FLOAT_VECTOR", self.block(1))
        color = self.add("FunctionNodeCombineColor")
        for k, name in enumerate(("Red", "Green", "Blue", "Alpha")):
            self.join(self.channel(k), color.inputs[name])
        geometry = self.store(geometry, "displayColor", "FLOAT_COLOR", color.outputs["Color"])
        for k, name in enumerate(channels[len(BASIC) :]):
            geometry = self.store(geometry, name, "FLOAT", self.channel(len(BASIC) + k))
        self.show(self.only_living(geometry), entry)

    def show(self, geometry, entry):
        points = self.add("GeometryNodeMeshToPoints")
        self.join(geometry, points.inputs["Mesh"])
        self.join(self.math("MULTIPLY", self.read("diameter", "FLOAT"), 0.5), points.inputs["Radius"])
        shown = points.outputs[0]
        if "mesh" in entry:
            shown = self.instances(shown, entry)
        paint = self.add("GeometryNodeSetMaterial")
        paint.inputs["Material"].default_value = make_particle_material(entry)
        self.join(shown, paint.inputs["Geometry"])
        self.join(paint.outputs[0], self.add("NodeGroupOutput").inputs[0])

    def instances(self, points, entry):
        """A mesh at each point, as large as its diameter and with its orientation."""
        shape = self.add("GeometryNodeObjectInfo")
        shape.inputs["Object"].default_value = make_shape(entry)
        instances = self.add("GeometryNodeInstanceOnPoints")
        self.join(points, instances.inputs["Points"])
        self.join(shape.outputs["Geometry"], instances.inputs["Instance"])
        self.join(self.read("diameter", "FLOAT"), instances.inputs["Scale"])
        if "qw" in self.names:
            self.join(self.rotation(), instances.inputs["Rotation"])
        real = self.add("GeometryNodeRealizeInstances")
        self.join(instances.outputs[0], real.inputs[0])
        return real.outputs[0]

    def rotation(self):
        """The orientation: its own Z axis is aligned first, then its X axis about Z. Blender 3.4 has no quaternions in nodes."""
        x, y, z, w = (self.read(name, "FLOAT") for name in ("qx", "qy", "qz", "qw"))
        product = self.math

        def double(first, second, third, fourth, sign):
            total = product("ADD" if sign > 0 else "SUBTRACT", product("MULTIPLY", first, second), product("MULTIPLY", third, fourth))
            return product("MULTIPLY", total, 2)

        def one_less(first, second):
            squares = product("ADD", product("MULTIPLY", first, first), product("MULTIPLY", second, second))
            return product("ADD", product("MULTIPLY", squares, -2), 1)

        def turned(parts):
            """A vector of a Y-up world, in Blender's axes."""
            vector = self.add("ShaderNodeCombineXYZ")
            self.join(parts[0], vector.inputs[0])
            self.join(product("MULTIPLY", parts[2], -1), vector.inputs[1])
            self.join(parts[1], vector.inputs[2])
            return vector.outputs[0]

        upward = turned((double(x, z, w, y, 1), double(y, z, w, x, -1), one_less(x, y)))
        across = turned((one_less(y, z), double(x, y, w, z, 1), double(x, z, w, y, -1)))
        align = self.add("FunctionNodeAlignEulerToVector")
        align.axis = "Z"
        self.join(upward, align.inputs["Vector"])
        spin = self.add("FunctionNodeAlignEulerToVector")
        spin.axis, spin.pivot_axis = "X", "Z"
        self.join(align.outputs[0], spin.inputs["Rotation"])
        self.join(across, spin.inputs["Vector"])
        return spin.outputs[0]

    def only_living(self, geometry):
        height = self.add("ShaderNodeSeparateXYZ")
        self.join(self.position, height.inputs[0])
        is_gone = self.math("LESS_THAN", height.outputs["Z"], NOWHERE / 2)
        is_value = self.math("GREATER_THAN", self.index, self.count - 0.5)
        delete = self.add("GeometryNodeDeleteGeometry")
        delete.domain = "POINT"
        self.join(geometry, delete.inputs["Geometry"])
        self.join(self.math("MAXIMUM", is_gone, is_value), delete.inputs["Selection"])
        return delete.outputs[0]

    def block(self, number):
        """What the vertices of one block hold, for the particle of each vertex."""
        if number not in self.blocks:
            at = self.add("GeometryNodeFieldAtIndex")
            at.data_type = "FLOAT_VECTOR"
            at.domain = "POINT"
            self.join(self.math("ADD", self.index, number * self.count), at.inputs["Index"])
            self.join(self.position, find_socket(at.inputs, "Value"))
            self.blocks[number] = find_socket(at.outputs, "Value")
        return self.blocks[number]

    def channel(self, number):
        parts = self.add("ShaderNodeSeparateXYZ")
        self.join(self.block(2 + number // 3), parts.inputs[0])
        return parts.outputs[number % 3]

    def store(self, geometry, name, kind, value):
        node = self.add("GeometryNodeStoreNamedAttribute")
        node.data_type, node.domain = kind, "POINT"
        node.inputs["Name"].default_value = name
        self.join(geometry, node.inputs["Geometry"])
        self.join(value, find_socket(node.inputs, "Value"))
        return node.outputs[0]

    def read(self, name, kind):
        node = self.add("GeometryNodeInputNamedAttribute")
        node.data_type = kind
        node.inputs["Name"].default_value = name
        return find_socket(node.outputs, "Attribute")

    def math(self, operation, value, other):
        node = self.add("ShaderNodeMath")
        node.operation = operation
        self.join(value, node.inputs[0])
        if isinstance(other, (int, float)):
            node.inputs[1].default_value = other
        else:
            self.join(other, node.inputs[1])
        return node.outputs[0]

    def add(self, kind):
        return self.tree.nodes.new(kind)

    def join(self, output, socket):
        self.tree.links.new(output, socket)


def make_shape(entry):
    """The mesh that is shown for each particle. It is linked to no scene: only the node group uses it."""
    mesh = bpy.data.meshes.new(f"{entry['name']} shape")
    values = np.array(entry["mesh"]["positions"], "f4").reshape(-1, 3)
    faces = np.array(entry["mesh"]["triangles"]).reshape(-1, 3)
    mesh.from_pydata(values.tolist(), [], faces.tolist())
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    return bpy.data.objects.new(mesh.name, mesh)


def find_socket(sockets, name):
    """Nodes keep one socket a type of data under one name; the one of the chosen type is enabled."""
    return next(socket for socket in sockets if socket.name == name and socket.enabled)


def make_particle_material(entry):
    material = bpy.data.materials.new(entry["name"])
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    color = nodes.new("ShaderNodeAttribute")
    color.attribute_name = "displayColor"
    surface = find_surface(material)
    links.new(color.outputs["Color"], surface.inputs["Base Color"])
    links.new(color.outputs["Alpha"], surface.inputs["Alpha"])
    if entry["glows"]:
        emission = surface.inputs.get("Emission Color") or surface.inputs["Emission"]
        links.new(color.outputs["Color"], emission)
        surface.inputs["Emission Strength"].default_value = 1
    if bpy.app.version < (4, 2, 0):
        material.blend_method = "HASHED"
    return material
