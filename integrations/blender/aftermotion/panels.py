"""The panels in the sidebar of the 3D viewport."""

import bpy

from .operators import Work, root_of
from .parts import PARTS, Part
from .settings import AUTOMATIC
from .tables import main_groups

OPTIONS = {
    "ground": ["level", "height", "sink", "border", "moves_forward"],
    "flesh": ["shape_count"],
    "particles": ["recipe", "count", "life"],
    "fur": ["shape_count"],
}


class AFTERMOTION_PT_main(bpy.types.Panel):
    bl_idname = "AFTERMOTION_PT_main"
    bl_label = "Aftermotion"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Aftermotion"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        if Work.progress is not None:
            text = f"{100 * Work.fraction:.0f} %, {Work.message}"
            if hasattr(layout, "progress"):
                layout.progress(factor=Work.fraction, text=text)
            else:
                layout.label(text=text, icon="TIME")
            layout.operator("aftermotion.cancel", icon="CANCEL")
            return
        root = root_of(context)
        layout.label(text=root.name if root else "Select a character", icon="ARMATURE_DATA" if root else "INFO")
        column = layout.column(align=True)
        column.enabled = root is not None
        for part in PARTS:
            row = column.row(align=True)
            row.operator("aftermotion.add", text=f"Add {part.label}", icon=part.icon).part = part.system
            row.operator("aftermotion.remove", text="", icon="X").part = part.system
        layout.operator("aftermotion.import_bake", icon="IMPORT")


def draw_param(layout: bpy.types.UILayout, group: bpy.types.PropertyGroup, system: str, param: dict) -> None:
    """A parameter that is not set shows its default; one without a default shows that Aftermotion chooses it."""
    has_default = "default" in param or param["type"] in ("text", "texts")
    draw_value(layout, group, system, param["name"], has_default)


def draw_value(layout: bpy.types.UILayout, group: bpy.types.PropertyGroup, system: str, name: str, has_default: bool) -> None:
    """A property with a button that sets it or leaves it to Aftermotion again. system: empty for the options themselves."""
    is_set = group.is_property_set(name)
    row = layout.row(align=True)
    if is_set or has_default:
        row.prop(group, name)
    else:
        row.label(text=group.bl_rna.properties[name].name)
    if is_set or not has_default:
        button = row.operator("aftermotion.set", text="" if is_set else "Automatic", icon="X" if is_set else "NONE")
        button.system, button.name = system, name


class PartPanel:
    """What the panels of all parts and of their headings have in common."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Aftermotion"
    bl_options = {"DEFAULT_CLOSED"}
    part: Part
    group: dict

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return Work.progress is None and root_of(context) is not None

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        options = root_of(context).aftermotion_options
        if not self.group["title"]:
            for name in OPTIONS[self.part.system]:
                if name in AUTOMATIC:
                    draw_value(layout, options, "", name, False)
                elif name != "height" or options.level == "HEIGHT":
                    layout.prop(options, name)
        for param in self.group["params"]:
            draw_param(layout, getattr(options, self.part.system), self.part.system, param)


def make_panels(part: Part) -> list:
    """The panel of a part with the parameters before all headings, and below it one for each heading."""
    main = f"AFTERMOTION_PT_{part.system}"
    panels = []
    for number, group in enumerate(main_groups(part.system, list(part.hidden))):
        is_main = not group["title"]
        fields = {
            "bl_idname": main if is_main else f"{main}_{number}",
            "bl_label": part.label if is_main else group["title"],
            "bl_parent_id": "AFTERMOTION_PT_main" if is_main else main,
            "part": part,
            "group": group,
        }
        panels.append(type(fields["bl_idname"], (PartPanel, bpy.types.Panel), fields))
    return panels


CLASSES = [AFTERMOTION_PT_main, *(panel for part in PARTS for panel in make_panels(part))]
