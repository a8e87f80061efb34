## Loads a moving ground as a user does, shows it from above, and waits for the page to ask for times.
extends Node3D

const Ground := preload("aftermotion_ground.gd")

var player: AnimationPlayer
var show_callback: JavaScriptObject


func _ready() -> void:
	var vat := Ground.read_description("res://ground/description.json")
	var document := GLTFDocument.new()
	var state := GLTFState.new()
	document.append_from_buffer(FileAccess.get_file_as_bytes("res://ground/mesh.glb"), "", state)
	var root := document.generate_scene(state)
	var image := Image.new()
	image.load_png_from_buffer(FileAccess.get_file_as_bytes("res://ground/texture.png"))
	player = Ground.apply(root, vat, image)
	player.autoplay = ""
	add_child(root)
	player.play(Ground.ANIMATION)
	player.pause()
	var window := JavaScriptBridge.get_interface("window")
	show_callback = JavaScriptBridge.create_callback(_show)
	window.showGround = show_callback
	print("ready")


func _show(arguments: Array) -> void:
	player.seek(arguments[0], true)
