@tool
## Import script for NAME-vat.glb: select the file, set "Import Script" in the Import dock to this file, and press Reimport. NAME-vat.json
## and NAME-vat.png must lie beside it. The texture becomes a part of the imported scene, so that exported games contain it.
extends EditorScenePostImport

const Ground := preload("aftermotion_ground.gd")


func _post_import(scene: Node) -> Object:
	var base := get_source_file().get_basename()
	var vat := Ground.read_description(base + ".json")
	if vat.is_empty():
		return scene
	var picture := get_source_file().get_base_dir().path_join(vat["texture"])
	# The file itself is read, since the imported texture may be compressed.
	var image := Image.load_from_file(ProjectSettings.globalize_path(picture))
	if image == null:
		push_error("%s could not be read" % picture)
		return scene
	Ground.apply(scene, vat, image)
	return scene
