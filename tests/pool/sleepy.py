"""Work that outlasts whoever has asked for it."""

from __future__ import annotations

import os
import time
from pathlib import Path


def sleepy(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(300)
