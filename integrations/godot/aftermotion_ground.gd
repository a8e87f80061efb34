## Plays moving grounds that were baked with the output groundVat of Aftermotion.
class_name AftermotionGround
extends RefCounted

const SHADER := preload("aftermotion_ground.gdshader")
## Name of the animation that `apply` adds.
const ANIMATION := "ground"


## Reads a description (NAME-vat.json). Returns an empty dictionary, and reports an error, if the file is something else.
static func read_description(path: String) -> Dictionary:
	var text := FileAccess.get_file_as_string(path)
	var vat: Variant = JSON.parse_string(text)
	if vat is Dictionary and vat.get("version") == 1.0 and vat.has("slotSize"):
		return vat
	push_error("%s: expected the description of a moving ground (NAME-vat.json of a bake with groundVat)" % path)
	return {}


## Gives the moving mesh of a loaded NAME-vat.glb its material, and adds an AnimationPlayer with the animation "ground" below `root`.
## image: the pixels of NAME-vat.png. Returns the player, or null, with an error message, if the mesh is missing.
static func apply(root: Node, vat: Dictionary, image: Image) -> AnimationPlayer:
	var mesh := root.find_child(vat["node"], true, false) as MeshInstance3D
	if mesh == null:
		push_error("%s: expected a mesh %s in the scene" % [vat["mesh"], vat["node"]])
		return null
	if image.get_width() != int(vat["width"]) or image.get_height() != int(vat["height"]):
		push_error("%s: expected %d x %d pixels, got %d x %d" % [vat["texture"], vat["width"], vat["height"], image.get_width(), image.get_height()])
		return null
	image.convert(Image.FORMAT_RGB8)
	var material := ShaderMaterial.new()
	material.shader = SHADER
	material.set_shader_parameter("ground_texture", ImageTexture.create_from_image(image))
	material.set_shader_parameter("ground_layout", Vector4(vat["frames"], vat["slotsPerRow"], vat["slotRow"], vat["slotSize"]))
	material.set_shader_parameter("ground_scale", Vector3(vat["minMetres"], vat["unitMetres"], 2.0 * vat["cellMetres"]))
	material.set_shader_parameter("frame", 0.0)
	var look := mesh.get_active_material(0) as BaseMaterial3D
	if look != null:
		material.set_shader_parameter("albedo", look.albedo_color)
		material.set_shader_parameter("roughness", look.roughness)
	mesh.set_surface_override_material(0, material)
	# A flat mesh has a flat box, in which prints would be cut off.
	mesh.extra_cull_margin = 1.0
	return _add_player(root, mesh, vat)


static func _add_player(root: Node, mesh: MeshInstance3D, vat: Dictionary) -> AnimationPlayer:
	var last := float(vat["frames"]) - 1.0
	var animation := Animation.new()
	animation.length = maxf(last / float(vat["fps"]), 0.001)
	var track := animation.add_track(Animation.TYPE_VALUE)
	animation.track_set_path(track, NodePath("%s:surface_material_override/0:shader_parameter/frame" % root.get_path_to(mesh)))
	animation.track_insert_key(track, 0.0, 0.0)
	animation.track_insert_key(track, animation.length, last)
	var library := AnimationLibrary.new()
	library.add_animation(ANIMATION, animation)
	var player := AnimationPlayer.new()
	player.name = "GroundPlayer"
	player.add_animation_library("", library)
	root.add_child(player)
	player.owner = root
	player.autoplay = ANIMATION
	return player
