"""Reads what a bake contains from the JSON block of its `import-blender.py`. The script itself is not run."""

import json
import os

from .bake.common import Fault

SCRIPT = "import-blender.py"


def read_facts(folder: str) -> dict:
    path = os.path.join(folder, SCRIPT)
    if not os.path.isfile(path):
        raise Fault(f"{folder or 'no folder'} is not the folder of a bake: it has no {SCRIPT}. Choose a folder that 'aftermotion bake' wrote")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return json.loads(text.split('r"""', 1)[1].split('"""', 1)[0])
    except (IndexError, ValueError) as error:
        raise Fault(f"{path} does not contain the description of a bake: bake again") from error
