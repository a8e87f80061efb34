"""Imports a moving ground of Aftermotion (output groundVat) into Unreal Engine 5.

In the editor, with the Python Editor Script Plugin enabled: Tools > Execute Python Script..., or in the Output Log (Python):

    import import_ground
    import_ground.import_ground(r"C:\\bakes\\beach\\beach-vat.json", "/Game/Beach")

The HLSL file integrations/hlsl/AftermotionGround.hlsl must be in the folder ../hlsl beside this file. Creates a texture, a static mesh and
a material with the scalar parameter Frame (0 to frames - 1), which a sequence or a blueprint moves.
"""

import json
import os

import unreal

HLSL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "hlsl", "AftermotionGround.hlsl")


def import_ground(description, folder="/Game/Aftermotion"):
    """Imports the ground that NAME-vat.json describes into a content folder. Returns the material of the moving mesh."""
    with open(description, encoding="utf-8") as file:
        vat = json.load(file)
    if vat.get("version") != 1 or "slotSize" not in vat:
        raise ValueError(f"{description}: expected the description of a moving ground (NAME-vat.json)")
    source = os.path.dirname(os.path.abspath(description))
    texture = import_texture(os.path.join(source, vat["texture"]), folder)
    meshes = import_assets(os.path.join(source, vat["mesh"]), folder, unreal.StaticMesh)
    material = make_material(vat, texture, folder)
    # Unreal replaces characters that asset names cannot have.
    wanted = "".join(c if c.isalnum() else "_" for c in vat["node"]).lower()
    moving = [mesh for mesh in meshes if wanted in mesh.get_name().replace("-", "_").lower()]
    if not moving:
        unreal.log_warning(f"{vat['mesh']}: no mesh is called {vat['node']}; assign {material.get_name()} to the mesh that moves")
    for mesh in moving:
        mesh.set_material(0, material)
        unreal.EditorAssetLibrary.save_loaded_asset(mesh)
    return material


def import_assets(path, folder, kind):
    """Imports a file, and returns the assets of one class that it contains."""
    task = unreal.AssetImportTask()
    task.set_editor_property("filename", path)
    task.set_editor_property("destination_path", folder)
    task.set_editor_property("automated", True)
    task.set_editor_property("replace_existing", True)
    task.set_editor_property("save", True)
    unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    paths = list(task.get_editor_property("imported_object_paths"))
    # The meshes of a glTF scene may be in folders below.
    paths += list(unreal.EditorAssetLibrary.list_assets(folder, recursive=True))
    assets = {asset.get_path_name(): asset for asset in map(unreal.load_asset, paths) if isinstance(asset, kind)}
    if not assets:
        raise RuntimeError(f"{path}: nothing was imported")
    return list(assets.values())


def import_texture(path, folder):
    """Imports the heights. Their colours are numbers: nothing may change them."""
    stem = os.path.splitext(os.path.basename(path))[0].replace("-", "_")
    found = [one for one in import_assets(path, folder, unreal.Texture2D) if one.get_name().replace("-", "_") == stem]
    if not found:
        raise RuntimeError(f"{path}: the texture was not imported")
    texture = found[0]
    texture.set_editor_property("compression_settings", unreal.TextureCompressionSettings.TC_VECTOR_DISPLACEMENTMAP)
    texture.set_editor_property("srgb", False)
    texture.set_editor_property("filter", unreal.TextureFilter.TF_NEAREST)
    texture.set_editor_property("mip_gen_settings", unreal.TextureMipGenSettings.TMGS_NO_MIPMAPS)
    texture.set_editor_property("power_of_two_mode", unreal.TexturePowerOfTwoSetting.NONE)
    texture.set_editor_property("never_stream", True)
    unreal.EditorAssetLibrary.save_loaded_asset(texture)
    return texture


def ground_code():
    """Returns the body of a custom node. A body cannot declare functions, but a structure with functions."""
    with open(HLSL, encoding="utf-8") as file:
        functions = file.read()
    return (
        f"struct FAftermotion\n{{\n{functions}\n}};\n"
        "FAftermotion Ground;\n"
        "uint Width, Height;\n"
        "Map.GetDimensions(Width, Height);\n"
        "return Ground.AftermotionGround(Map, int2(Width, Height), Layout, float4(Scale.xyz, Frame), Address);\n"
    )


def make_material(vat, texture, folder):
    """Creates the material of the moving mesh: its world position offset, and its normals."""
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    name = "M_" + "".join(c if c.isalnum() else "_" for c in vat["name"]) + "_Ground"
    path = f"{folder}/{name}"
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        unreal.EditorAssetLibrary.delete_asset(path)
    material = tools.create_asset(name, folder, unreal.Material, unreal.MaterialFactoryNew())
    material.set_editor_property("tangent_space_normal", False)
    edit = unreal.MaterialEditingLibrary

    def node(kind, x, y, **properties):
        created = edit.create_material_expression(material, kind, x, y)
        for key, value in properties.items():
            created.set_editor_property(key, value)
        return created

    def constant4(values, y):
        return node(unreal.MaterialExpressionConstant4Vector, -1200, y, constant=unreal.LinearColor(*values))

    heights = node(unreal.MaterialExpressionTextureObject, -1200, -200, texture=texture)
    layout = constant4((vat["frames"], vat["slotsPerRow"], vat["slotRow"], vat["slotSize"]), 0)
    scale = constant4((vat["minMetres"], vat["unitMetres"], 2 * vat["cellMetres"], 0), 150)
    frame = node(unreal.MaterialExpressionScalarParameter, -1200, 300, parameter_name="Frame", default_value=0.0)
    address = node(unreal.MaterialExpressionTextureCoordinate, -1200, 400, coordinate_index=1)
    inputs = []
    for label in ("Map", "Layout", "Scale", "Frame", "Address"):
        entry = unreal.CustomInput()
        entry.set_editor_property("input_name", label)
        inputs.append(entry)
    ground = node(
        unreal.MaterialExpressionCustom,
        -800,
        100,
        code=ground_code(),
        inputs=inputs,
        output_type=unreal.CustomMaterialOutputType.CMOT_FLOAT4,
        description="Aftermotion ground",
    )
    for source, label in ((heights, "Map"), (layout, "Layout"), (scale, "Scale"), (frame, "Frame"), (address, "Address")):
        edit.connect_material_expressions(source, "", ground, label)


    def to_world(source, x, y):
        moved = node(
            unreal.MaterialExpressionTransform,
            x,
            y,
            transform_source_type=unreal.MaterialVectorCoordTransformSource.TRANSFORMSOURCE_LOCAL,
            transform_type=unreal.MaterialVectorCoordTransform.TRANSFORM_WORLD,
        )
        edit.connect_material_expressions(source, "", moved, "")
        return moved

    def custom(code, label, sources, x, y):
        entries = []
        for key in sources:
            entry = unreal.CustomInput()
            entry.set_editor_property("input_name", key)
            entries.append(entry)
        made = node(
            unreal.MaterialExpressionCustom,
            x,
            y,
            code=code,
            inputs=entries,
            output_type=unreal.CustomMaterialOutputType.CMOT_FLOAT3,
            description=label,
        )
        for key, source in sources.items():
            edit.connect_material_expressions(source, "", made, key)
        return made

    # glTF (x, y, z) in metres is (x, z, y) in centimetres here.
    local = node(unreal.MaterialExpressionPreSkinnedPosition, -800, 400)
    lift = custom("return float3(0, 0, 100 * Ground.w - Local.z);", "lift", {"Ground": ground, "Local": local}, -500, 300)
    edit.connect_material_property(to_world(lift, -250, 300), "", unreal.MaterialProperty.MP_WORLD_POSITION_OFFSET)
    normal = custom("return Ground.xzy;", "normal", {"Ground": ground}, -500, 50)
    interpolated = node(unreal.MaterialExpressionVertexInterpolator, -100, 50)
    edit.connect_material_expressions(to_world(normal, -250, 50), "", interpolated, "")
    edit.connect_material_property(interpolated, "", unreal.MaterialProperty.MP_NORMAL)
    color = node(
        unreal.MaterialExpressionVectorParameter,
        -500,
        -200,
        parameter_name="Color",
        default_value=unreal.LinearColor(0.58, 0.44, 0.26, 1),
    )
    edit.connect_material_property(color, "", unreal.MaterialProperty.MP_BASE_COLOR)
    rough = node(unreal.MaterialExpressionConstant, -500, -50, r=1.0)
    edit.connect_material_property(rough, "", unreal.MaterialProperty.MP_ROUGHNESS)
    edit.recompile_material(material)
    unreal.EditorAssetLibrary.save_loaded_asset(material)
    return material
