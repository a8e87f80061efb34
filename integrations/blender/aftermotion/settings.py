"""The options of the panel, which belong to the object of a character, and the preferences."""

import bpy

from .parts import PARTS
from .tables import make_properties

# Options that Aftermotion chooses unless they are set.
AUTOMATIC = ("sink", "border")
GROUPS = {part.system: make_properties(part.system) for part in PARTS}


class AFTERMOTION_PG_options(bpy.types.PropertyGroup):
    moves_forward: bpy.props.BoolProperty(
        name="Move an in-place clip forward",
        description="For a gait that stays in place: the bake moves the character forward, and the moved character is brought in as well",
        default=False,
    )
    level: bpy.props.EnumProperty(
        name="Level",
        description="Height of the floor on which the character was animated",
        items=[
            ("LOWEST", "Lowest point", "The lowest point that the character reaches"),
            ("HEIGHT", "Height", "A height in the world"),
        ],
        default="LOWEST",
    )
    height: bpy.props.FloatProperty(name="Height", description="Height of the floor in the world", unit="LENGTH", default=0.0)
    # Values from AUTOMATIC are used only if the user has set them.
    sink: bpy.props.FloatProperty(
        name="Sink (m)",
        description="How deep soles sink below the surface of the ground. Automatic: it follows from the material and from how high the feet swing",
        default=0.02,
        min=0.0,
        max=10.0,
        precision=3,
    )
    border: bpy.props.FloatProperty(
        name="Border (m)",
        description="How far the ground reaches beyond the character. Automatic: 0.6 of the character's height",
        default=1.0,
        min=0.0,
        max=1000.0,
    )
    recipe: bpy.props.EnumProperty(
        name="Recipe",
        description="What the particles do",
        items=[
            ("LEAVE", "Leave the skin", "Particles leave the skin all the time and rise"),
            ("FORM", "Form the character", "Particles rise from the floor and form the character"),
        ],
        default="LEAVE",
    )
    count: bpy.props.IntProperty(name="Count", description="Number of particles", default=4000, min=1, max=5_000_000)
    life: bpy.props.FloatProperty(
        name="Life (s)", description="How long a particle that has left the skin exists", default=1.5, min=0.01, max=1e5
    )
    shape_count: bpy.props.IntProperty(
        name="Shape keys",
        description="Max shape keys of a mesh for flesh, and of a coat for fur. More follow the motion more closely",
        default=9,
        min=2,
        max=64,
    )


for _system, _group in GROUPS.items():
    AFTERMOTION_PG_options.__annotations__[_system] = bpy.props.PointerProperty(type=_group)


class AFTERMOTION_preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    command: bpy.props.StringProperty(
        name="Command",
        description="How Aftermotion is started: 'npx --no aftermotion', 'aftermotion', or 'node' and the path of its file bin/aftermotion.js",
        default="npx --no aftermotion",
    )

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.prop(self, "command")
        self.layout.label(text="Install Node 20.19 or later, then: npm install --global aftermotion")


def command_of(context: bpy.types.Context) -> str:
    return context.preferences.addons[__package__].preferences.command


CLASSES = [*GROUPS.values(), AFTERMOTION_PG_options, AFTERMOTION_preferences]
