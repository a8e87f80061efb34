

# --- The whole


class Fault(Exception):
    """What is wrong, in words."""


IMPORTERS = {"heights": import_heights, "gltf": import_gltf, "points": import_points}


def main():
    folder = find_folder()
    check_files(folder)
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    collection = clear_collection(folder)
    known = set(list_blocks())
    try:
        set_time(collection)
        for entry in BAKE["entries"]:
            part = bpy.data.collections.new(entry["name"])
            collection.children.link(part)
            IMPORTERS[entry["kind"]](folder, entry, part)
            part.hide_viewport = part.hide_render = entry["isHidden"]
    finally:
        for block in list_blocks():
            if block not in known and not block.library:
                block["aftermotion"] = collection["aftermotion"]
    bpy.context.scene.frame_set(BAKE["firstFrame"])
    for line in BAKE["notes"]:
        print(line)
    print(f"{BAKE['name']}: frames {BAKE['firstFrame']} to {last_frame()} are in the collection {collection.name!r}")


def last_frame():
    return BAKE["firstFrame"] + BAKE["frameCount"] - 1


def find_folder():
    """Where the command line says, or beside this script: run as a file, or as a text that Blender has opened."""
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    if "--folder" in words[:-1]:
        return os.path.abspath(words[words.index("--folder") + 1])
    places = [globals().get("__file__", "")]
    text = getattr(bpy.context.space_data, "text", None)
    places += [one.filepath for one in [text, *bpy.data.texts] if one]
    for place in places:
        path = bpy.path.abspath(place)
        if os.path.isfile(path) and not missing_files(os.path.dirname(path)):
            return os.path.dirname(os.path.realpath(path))
    raise Fault(
        "expected this script beside the files of the bake: open it with Text > Open from their folder (do not paste it), "
        "or say blender --python import-blender.py -- --folder FOLDER"
    )


def list_files(entry):
    """The files of an entry: of its tiles, of a sequence, whose first is named, or the only one."""
    if "tiles" in entry:
        return [name for tile in entry["tiles"] for name in list_files(tile)]
    if "frameCount" not in entry:
        return [entry["file"]]
    before, number, after = re.fullmatch(r"(.*?)(\d+)(\.[^.]*)", entry["file"]).groups()
    return [f"{before}{int(number) + k:0{len(number)}}{after}" for k in range(entry["frameCount"])]


def missing_files(folder):
    names = [name for entry in BAKE["entries"] for name in list_files(entry)]
    return [name for name in names if not os.path.isfile(os.path.join(folder, name))]


def check_files(folder):
    missing = missing_files(folder)
    if missing:
        raise Fault(f"expected {len(missing)} more files in {folder}, the first of them {missing[0]}")


def path_to_keep(path):
    """Relative to the .blend file once that has a place, so that both can move together."""
    if not bpy.data.filepath:
        return path
    try:
        return bpy.path.relpath(path)
    except ValueError:  # another drive
        return path


def list_blocks():
    """Every data-block of the file."""
    for kind in bpy.data.bl_rna.properties:
        if kind.type == "COLLECTION" and kind.identifier not in ("scenes", "libraries", "window_managers", "screens"):
            yield from getattr(bpy.data, kind.identifier)


def clear_collection(folder):
    """The collection of this bake, empty of all that an earlier run has made; what else lies in it stays."""
    for collection in bpy.data.collections:
        place = collection.get("aftermotionFolder")
        is_ours = collection.get("aftermotionBake") == BAKE["name"]
        if place is not None and is_ours and (place == folder or not os.path.isdir(place)):
            remove_made(collection)
            break
    else:
        collection = bpy.data.collections.new(BAKE["name"])
        bpy.context.scene.collection.children.link(collection)
        collection["aftermotionBake"] = BAKE["name"]
        collection["aftermotion"] = uuid.uuid4().hex
    collection["aftermotionFolder"] = folder
    return collection


def remove_made(collection):
    key = collection["aftermotion"]

    def is_made(block):
        return block != collection and block.get("aftermotion") == key

    for part in [one for one in bpy.data.collections if is_made(one)]:
        for thing in [one for one in part.objects if not is_made(one)]:
            if thing.name not in collection.objects:
                collection.objects.link(thing)
    bpy.data.batch_remove([thing for thing in bpy.data.objects if is_made(thing)])
    bpy.data.batch_remove([part for part in bpy.data.collections if is_made(part) and not part.all_objects])
    while True:
        unused = [block for block in list_blocks() if is_made(block) and block.users <= block.use_fake_user]
        unused = [block for block in unused if not isinstance(block, (bpy.types.Key, bpy.types.Collection))]
        if not unused:
            return
        bpy.data.batch_remove(unused)
        # Shape keys are freed when the file is saved; until then they would hold their actions.
        for keys in [one for one in bpy.data.shape_keys if is_made(one) and one.users == 0]:
            keys.animation_data_clear()


def set_time(collection):
    """Frame rate and range of the scene; other bakes in the file keep their frames within the range."""
    render, scene = bpy.context.scene.render, bpy.context.scene
    rate = BAKE["fps"] / BAKE["fpsBase"]
    first, last = BAKE["firstFrame"], last_frame()
    for other in bpy.data.collections:
        if other == collection or "aftermotionFrames" not in other:
            continue
        first, last = min(first, other["aftermotionFrames"][0]), max(last, other["aftermotionFrames"][1])
        if abs(other["aftermotionRate"] - rate) > 1e-6 * rate:
            print(
                f"{other.name} has {other['aftermotionRate']:g} frames a second, {collection.name} has {rate:g}: "
                f"a scene has one rate, now {rate:g}; bake both at the same"
            )
    collection["aftermotionFrames"] = [BAKE["firstFrame"], last_frame()]
    collection["aftermotionRate"] = rate
    render.fps, render.fps_base = BAKE["fps"], BAKE["fpsBase"]
    scene.frame_start, scene.frame_end = first, last


if __name__ == "__main__":
    main()
