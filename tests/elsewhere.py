"""Running things as they would run on another system, or where less is installed (see ``absent/``)."""

from __future__ import annotations

import os
from pathlib import Path

ABSENT = Path(__file__).parent / "absent"


def there(absent: str, *first: Path) -> dict[str, str]:
    """The environment of a process without these; ``first`` is where it looks for modules before all other places."""
    return {**os.environ, "ABSENT": absent, "PYTHONPATH": os.pathsep.join(map(str, [*first, ABSENT]))}
