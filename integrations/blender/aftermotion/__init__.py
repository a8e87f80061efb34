"""Aftermotion in Blender: footprints, flesh, particles and fur for animated characters."""

import bpy

from . import operators, panels, settings

bl_info = {
    "name": "Aftermotion",
    "description": "Footprints, flesh, particles and fur for animated characters",
    "author": "Aftermotion contributors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D Viewport > Sidebar > Aftermotion; File > Import > Aftermotion bake",
    "category": "Animation",
}

CLASSES = [*settings.CLASSES, *operators.CLASSES, *panels.CLASSES]


def draw_import(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.operator("aftermotion.import_bake", text="Aftermotion bake (folder)")


def register() -> None:
    for one in CLASSES:
        bpy.utils.register_class(one)
    bpy.types.Object.aftermotion_options = bpy.props.PointerProperty(type=settings.AFTERMOTION_PG_options)
    bpy.types.TOPBAR_MT_file_import.append(draw_import)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(draw_import)
    del bpy.types.Object.aftermotion_options
    for one in reversed(CLASSES):
        bpy.utils.unregister_class(one)
