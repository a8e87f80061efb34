"""Runs the installed `aftermotion` in a process of its own."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from typing import Iterator, List, Tuple

from .bake.common import Fault

PERCENT = re.compile(r"^(\d+) %, (.*)$")
# Folders in which Node is often installed, and which programs that are started from a desktop do not search.
USUAL_FOLDERS = ["/usr/local/bin", "/opt/homebrew/bin", os.path.expanduser("~/.volta/bin"), os.path.expanduser("~/.local/bin")]
# Seconds that an interrupted bake has to end by itself.
GRACE = 5


def find_command(command: str) -> List[str]:
    """The command of the preferences as a list of words, with the path of its program. Raises Fault if there is no such program."""
    words = shlex.split(command, posix=os.name != "nt")
    if not words:
        raise Fault("the command for Aftermotion is empty: set it in the preferences of the add-on, for example to 'npx --no aftermotion'")
    program = shutil.which(words[0], path=search_path())
    if program is None:
        raise Fault(
            f"Aftermotion was not found: there is no program {words[0]!r}. Install Node 20.19 or later and then 'npm install --global "
            "aftermotion', or set the command in the preferences of the add-on"
        )
    return [program, *words[1:]]


def search_path() -> str:
    return os.pathsep.join([os.environ.get("PATH", ""), *USUAL_FOLDERS])


def run_bake(command: str, arguments: List[str], folder: str) -> Iterator[Tuple[float, str]]:
    """
    Runs a command of Aftermotion in a folder. Yields the finished fraction and a message until it has ended; closing the generator
    ends the process and everything that it has started. Raises Fault with the command's own error.
    """
    words = [*find_command(command), *arguments, "--json"]
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
        flags = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if os.name == "nt" else {"start_new_session": True}
        environment = {**os.environ, "PATH": search_path()}
        process = subprocess.Popen(
            words, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=messages, env=environment, **flags
        )
        try:
            while process.poll() is None:
                yield read_progress(read_text(messages))
        finally:
            end_process(process)
        check_result(process.returncode, read_text(output), read_text(messages))


def read_text(file) -> str:
    position = file.tell()
    file.seek(0)
    text = file.read().decode("utf-8", "replace")
    file.seek(position)
    return text


def read_progress(messages: str) -> Tuple[float, str]:
    for line in reversed(messages.splitlines()):
        found = PERCENT.match(line)
        if found:
            return int(found.group(1)) / 100, found.group(2)
    return 0.0, "starting"


def end_process(process: subprocess.Popen) -> None:
    """Interrupts a process that still runs, and ends it and everything that it has started if that does not help."""
    if process.poll() is not None:
        return
    if os.name == "nt":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        os.killpg(process.pid, signal.SIGINT)
    end = time.monotonic() + GRACE
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.05)
    if process.poll() is None:
        if os.name != "nt":
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
    process.wait()


def check_result(status: int, output: str, messages: str) -> None:
    """Raises Fault with the error that the command has printed."""
    try:
        result = json.loads(output)
    except ValueError:
        result = None
    if isinstance(result, dict) and "error" in result:
        error = result["error"]
        raise Fault("\n".join(fault["message"] for fault in error.get("faults") or [error]))
    if status == 0 and result is not None:
        return
    lines = [line for line in f"{output}\n{messages}".splitlines() if line.strip() and not PERCENT.match(line)]
    last = "\n".join(lines[-6:]) or "it printed nothing"
    raise Fault(
        f"the command for Aftermotion ended with status {status}: {last}\nIf it is not installed: 'npm install --global aftermotion', or set "
        "the command in the preferences of the add-on"
    )
