"""The operators. From the panel they run step by step while Blender can be used; from scripts they return when they are done."""

import time
from typing import List, Optional

import bpy

from .bake.common import Fault
from .bake.import_bake import import_bake
from .characters import find_characters
from .facts import read_facts
from .jobs import Progress, add_part, remove_part
from .parts import PARTS, find_part
from .settings import command_of

# Seconds between the steps of work in the background, and the seconds of work in each.
TICK, WORK = 0.1, 0.25


class Work:
    """The work in the background. There is at most one."""

    progress: Optional[Progress] = None
    fraction = 0.0
    message = ""
    is_cancelled = False


def report_fault(operator: bpy.types.Operator, error: Exception) -> None:
    operator.report({"ERROR"}, str(error))


class AFTERMOTION_OT_add(bpy.types.Operator):
    """Adds secondary motion to the selected characters"""

    bl_idname = "aftermotion.add"
    bl_label = "Add"
    bl_options = {"REGISTER", "UNDO"}

    part: bpy.props.EnumProperty(items=[(part.system, part.label, "") for part in PARTS], name="Part")

    @classmethod
    def description(cls, context: bpy.types.Context, properties: bpy.types.OperatorProperties) -> str:
        part = find_part(properties.part)
        return f"Bakes {part.label.lower()} for the selected characters with Aftermotion, and replaces those of an earlier bake"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return Work.progress is None

    def begin(self, context: bpy.types.Context) -> Progress:
        self.notes: List[str] = []
        characters = find_characters(context)
        bones = [bone.name for bone in context.selected_pose_bones or []] if context.mode == "POSE" else []
        return add_part(find_part(self.part), characters, command_of(context), self.notes, bones)

    def execute(self, context: bpy.types.Context) -> set:
        try:
            for _ in self.begin(context):
                time.sleep(0 if Work.progress else 0.001)
        except Fault as error:
            report_fault(self, error)
            return {"CANCELLED"}
        self.report_notes()
        return {"FINISHED"}

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set:
        if bpy.app.background:
            return self.execute(context)
        try:
            Work.progress = self.begin(context)
        except Fault as error:
            report_fault(self, error)
            return {"CANCELLED"}
        Work.fraction, Work.message, Work.is_cancelled = 0.0, "starting", False
        self.timer = context.window_manager.event_timer_add(TICK, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> set:
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        if Work.is_cancelled:
            self.end(context)
            self.report({"WARNING"}, "Aftermotion was cancelled, and nothing was changed")
            return {"CANCELLED"}
        try:
            end = time.monotonic() + WORK
            while time.monotonic() < end:
                before = Work.message
                Work.fraction, Work.message = next(Work.progress)
                if Work.message == before and Work.fraction > 0.2:
                    break
        except StopIteration:
            self.end(context)
            self.report_notes()
            return {"FINISHED"}
        except ReferenceError:
            self.end(context)
            self.report({"ERROR"}, "an object of the character was removed, or the work was undone, while Aftermotion was working")
            return {"CANCELLED"}
        except Fault as error:
            self.end(context)
            report_fault(self, error)
            return {"CANCELLED"}
        except Exception:
            self.end(context)
            raise
        context.workspace.status_text_set(f"Aftermotion: {100 * Work.fraction:.0f} %, {Work.message}")
        redraw(context)
        return {"PASS_THROUGH"}

    def cancel(self, context: bpy.types.Context) -> None:
        self.end(context)

    def end(self, context: bpy.types.Context) -> None:
        if Work.progress:
            Work.progress.close()
        Work.progress = None
        context.window_manager.event_timer_remove(self.timer)
        context.workspace.status_text_set(None)
        redraw(context)

    def report_notes(self) -> None:
        for note in self.notes:
            self.report({"INFO"}, note)


def redraw(context: bpy.types.Context) -> None:
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


class AFTERMOTION_OT_cancel(bpy.types.Operator):
    """Stops the work in the background. Nothing is changed"""

    bl_idname = "aftermotion.cancel"
    bl_label = "Cancel"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return Work.progress is not None

    def execute(self, context: bpy.types.Context) -> set:
        Work.is_cancelled = True
        return {"FINISHED"}


class AFTERMOTION_OT_remove(bpy.types.Operator):
    """Removes what Aftermotion has added to the selected characters"""

    bl_idname = "aftermotion.remove"
    bl_label = "Remove"
    bl_options = {"REGISTER", "UNDO"}

    part: bpy.props.EnumProperty(items=[(part.system, part.label, "") for part in PARTS], name="Part")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return Work.progress is None

    def execute(self, context: bpy.types.Context) -> set:
        try:
            count = remove_part(find_part(self.part), find_characters(context))
        except Fault as error:
            report_fault(self, error)
            return {"CANCELLED"}
        if count == 0:
            self.report({"WARNING"}, f"the selected characters have no {find_part(self.part).label.lower()} of Aftermotion")
        return {"FINISHED"}


class AFTERMOTION_OT_import_bake(bpy.types.Operator):
    """Imports the folder of a bake: grounds, characters, particles and fur. Replaces an earlier import of the same bake"""

    bl_idname = "aftermotion.import_bake"
    bl_label = "Import Bake Folder"
    bl_options = {"REGISTER", "UNDO"}

    directory: bpy.props.StringProperty(name="Folder", description="The folder that 'aftermotion bake' wrote", subtype="DIR_PATH")
    filter_folder: bpy.props.BoolProperty(default=True, options={"HIDDEN"})

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set:
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set:
        folder = bpy.path.abspath(self.directory).rstrip("/\\")
        try:
            collection, notes = import_bake(folder, read_facts(folder))
        except Fault as error:
            report_fault(self, error)
            return {"CANCELLED"}
        for note in notes:
            self.report({"INFO"}, note)
        self.report({"INFO"}, f"the bake is in the collection {collection.name!r}")
        return {"FINISHED"}


class AFTERMOTION_OT_set(bpy.types.Operator):
    """Sets this parameter, or leaves it to Aftermotion again"""

    bl_idname = "aftermotion.set"
    bl_label = "Set"
    bl_options = {"REGISTER", "UNDO", "INTERNAL"}

    system: bpy.props.StringProperty()
    name: bpy.props.StringProperty()

    def execute(self, context: bpy.types.Context) -> set:
        options = root_of(context).aftermotion_options
        group = getattr(options, self.system) if self.system else options
        if group.is_property_set(self.name):
            group.property_unset(self.name)
        else:
            setattr(group, self.name, getattr(group, self.name))
        return {"FINISHED"}


def root_of(context: bpy.types.Context) -> Optional[bpy.types.Object]:
    """The object whose options the panel shows: that of the first selected character."""
    try:
        return find_characters(context)[0].root
    except Fault:
        return None


CLASSES = [AFTERMOTION_OT_add, AFTERMOTION_OT_cancel, AFTERMOTION_OT_remove, AFTERMOTION_OT_import_bake, AFTERMOTION_OT_set]
