## Shows a moving ground and a character at one time, as the variable engineView of the page describes.
extends Node3D

const Ground := preload("aftermotion_ground.gd")


func _ready() -> void:
	var view: Dictionary = JSON.parse_string(JavaScriptBridge.eval("engineView"))
	var ground := load_scene("ground/mesh.glb")
	var player := Ground.apply(ground, Ground.read_description("res://ground/description.json"), load_picture())
	add_child(ground)
	player.play(Ground.ANIMATION)
	player.seek(view.seconds, true)
	player.pause()
	var figure := load_scene("character.glb")
	add_child(figure)
	var clips: AnimationPlayer = figure.find_children("*", "AnimationPlayer")[0]
	for clip in clips.get_animation_list():
		if "travelled" in clip:
			clips.play(clip)
	clips.seek(view.seconds, true)
	clips.pause()
	add_lights(view)
	var camera := Camera3D.new()
	add_child(camera)
	camera.fov = view.angle
	camera.look_at_from_position(vector(view.camera), vector(view.target))


func _process(_delta: float) -> void:
	JavaScriptBridge.eval("shownFrames++")


func add_lights(view: Dictionary) -> void:
	var sun := DirectionalLight3D.new()
	add_child(sun)
	sun.look_at_from_position(Vector3.ZERO, vector(view.sunlight))
	sun.light_energy = 0.4
	sun.shadow_enabled = true
	sun.directional_shadow_max_distance = 12
	var world := WorldEnvironment.new()
	world.environment = Environment.new()
	world.environment.background_mode = Environment.BG_COLOR
	world.environment.background_color = Color(view.sky[0], view.sky[1], view.sky[2])
	world.environment.ambient_light_source = Environment.AMBIENT_SOURCE_COLOR
	world.environment.ambient_light_color = Color(0.74, 0.82, 0.94)
	world.environment.ambient_light_energy = 0.25
	add_child(world)


func vector(values: Array) -> Vector3:
	return Vector3(values[0], values[1], values[2])


func load_scene(path: String) -> Node:
	var document := GLTFDocument.new()
	var state := GLTFState.new()
	document.append_from_buffer(FileAccess.get_file_as_bytes("res://" + path), "", state)
	return document.generate_scene(state)


func load_picture() -> Image:
	var image := Image.new()
	image.load_png_from_buffer(FileAccess.get_file_as_bytes("res://ground/texture.png"))
	return image
