"""Brings the folder of a bake into Blender. `import-blender.py` of every bake is made of these files, too."""
