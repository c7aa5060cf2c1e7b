"""The learned evaluation's weights: by set (see :func:`~.judging.features.weight_set`), by bucket, by feature."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

Weights = tuple[tuple[tuple[float, ...], ...], ...]

FILE = "weights.json"


@cache
def package_weights() -> Weights:
    """The weights that come with the package."""
    text = (files("nouvelle_france.bots") / FILE).read_text(encoding="utf-8")
    return tuple(tuple(tuple(row) for row in rows) for rows in json.loads(text)["weights"])
