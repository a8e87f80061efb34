import os

import bpy
import numpy as np

from .common import Fault, path_to_keep


def import_heights(folder, entry, part, bake):
    """
    One mesh with a vertex a pixel, so that no seam shows between tiles, and for each tile a Displace modifier that plays
    its height maps. A vertex that lies in several tiles belongs to the first of them.
    """
    images = [load_heights(folder, entry, tile) for tile in entry["tiles"]]
    shape = entry["rows"], entry["columns"]
    is_face = np.zeros((shape[0] - 1, shape[1] - 1), bool)
    owner = np.full(shape, -1)
    pixels = np.zeros((*shape, 2), np.float32)
    for number, (tile, image) in enumerate(zip(entry["tiles"], images)):
        rows, columns = tile["rows"], tile["columns"]
        inside = np.s_[tile["row"] : tile["row"] + rows, tile["column"] : tile["column"] + columns]
        cells = np.s_[tile["row"] : tile["row"] + rows - 1, tile["column"] : tile["column"] + columns - 1]
        is_ground = find_ground(image, entry, tile)
        is_whole = is_ground[:-1, :-1] & is_ground[1:, :-1] & is_ground[1:, 1:] & is_ground[:-1, 1:]
        is_face[cells] |= is_whole
        is_new = owner[inside] < 0
        owner[inside][is_new] = number
        row, column = np.indices((rows, columns))
        places = np.stack([(column + 0.5) / columns, 1 - (row + 0.5) / rows], 2)
        pixels[inside][is_new] = places[is_new]
    mesh, kept = make_grid(entry, is_face, pixels)
    ground = bpy.data.objects.new(entry["name"], mesh)
    part.objects.link(ground)
    owner = owner.ravel()[kept]
    for number, (tile, image) in enumerate(zip(entry["tiles"], images)):
        displace = ground.modifiers.new("heights", "DISPLACE")
        displace.texture = make_texture(image, tile)
        displace.texture_coords = "UV"
        displace.uv_layer = "pixels"
        displace.direction = "Z"
        displace.strength = entry["strength"]
        displace.mid_level = entry["midLevel"]
        if len(images) > 1:
            group = ground.vertex_groups.new(name=tile["file"].split("/")[-2])
            group.add(np.flatnonzero(owner == number).tolist(), 1, "REPLACE")
            displace.vertex_group = group.name


def load_heights(folder, entry, tile):
    image = bpy.data.images.load(os.path.join(folder, tile["file"]))
    image.name = entry["name"] + " heights"
    image.colorspace_settings.name = "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"
    return image


def make_texture(image, tile):
    image.source = "SEQUENCE"
    image.filepath = path_to_keep(image.filepath)
    texture = bpy.data.textures.new(image.name, "IMAGE")
    texture.image = image
    texture.extension = "EXTEND"
    texture.use_clamp = texture.use_interpolation = texture.use_mipmap = False
    user = texture.image_user
    user.frame_start = tile["firstFrame"]
    user.frame_offset = tile["firstFrame"] - 1
    user.frame_duration = tile["frameCount"]
    user.use_auto_refresh = True
    return texture


def find_ground(image, entry, tile):
    """[rows, columns] True where there is ground, row 0 at the far edge."""
    rows, columns = tile["rows"], tile["columns"]
    if tuple(image.size) != (columns, rows):
        raise Fault(f"{tile['file']}: expected {columns} x {rows} pixels, got {image.size[0]} x {image.size[1]}")
    if not entry["hasHoles"]:
        return np.ones((rows, columns), bool)
    values = np.empty(rows * columns * image.channels, np.float32)
    image.pixels.foreach_get(values)
    values = values.reshape(rows, columns, image.channels)[::-1, :, 0]
    if entry["holeLevel"] is None:
        return np.isfinite(values)
    return np.abs(values * 65535 - entry["holeLevel"]) > 0.5


def make_grid(entry, is_whole, pixels):
    """The mesh, and which pixels its vertices are. Vertices without a face are left out."""
    rows, columns, cell = entry["rows"], entry["columns"], entry["cell"]
    corner = np.arange(rows * columns).reshape(rows, columns)
    faces = np.stack([corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]], 2)[is_whole]
    kept = np.unique(faces)
    number = np.full(rows * columns, -1)
    number[kept] = np.arange(len(kept))
    j, i = np.divmod(kept, columns)
    points = [entry["x"] + i * cell, -(entry["z"] + j * cell), np.full(len(kept), entry["datum"])]
    mesh = bpy.data.meshes.new(entry["name"])
    mesh.from_pydata(np.stack(points, 1).tolist(), [], number[faces].tolist())
    layer = mesh.uv_layers.new(name="pixels")
    layer.data.foreach_set("uv", pixels.reshape(-1, 2)[faces.ravel()].ravel())
    mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    mesh.materials.append(make_surface(entry["material"], entry["color"], entry["roughness"]))
    mesh.update()
    return mesh, kept


def make_surface(name, color, roughness):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = find_surface(material)
    surface.inputs["Base Color"].default_value = [*color, 1]
    surface.inputs["Roughness"].default_value = roughness
    material.diffuse_color = [*color, 1]
    material.roughness = roughness
    return material


def find_surface(material):
    return next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
