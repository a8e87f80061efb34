# Brings this bake into Blender: grounds, characters with the clip that moves them, fur, particles.
#
# In Blender: Scripting workspace, Text > Open, choose this file, then Text > Run Script (Alt P).
# On the command line: blender my-file.blend --python import-blender.py [-- --folder FOLDER_OF_THE_BAKE]
# The Blender add-on of Aftermotion imports the same folder: File > Import > Aftermotion bake.
#
# The script can be run again: it replaces what it made before and leaves the rest of the file alone. What it makes
# needs no script afterwards, so the saved file plays and renders anywhere that can read the folder of the bake.
# Written for Blender 3.4 and later.
