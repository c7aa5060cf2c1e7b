"""Reads requests with the stand-in for pydantic: a line for each says what came of it.

A program, since the protocol's models are made from whichever is imported first: ``python -m
tests.browser.checked_plainly`` reads ``[model, value]`` in lines.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from nouvelle_france.browser.stand_ins import checking


def read(model: str, value: object) -> object:
    """What a model makes of a value; None where it refuses it."""
    from nouvelle_france.protocol import days, rest, socket

    try:
        if model == "message":
            found: Any = socket.CLIENT_MESSAGE.validate_json(json.dumps(value))
        else:
            found = getattr(days if hasattr(days, model) else rest, model).model_validate(value)
    except checking.ValidationError:
        return None
    return plain(found)


def plain(value: object) -> object:
    """Models as what is in them."""
    if isinstance(value, checking.BaseModel):
        return {name: plain(it) for name, it in value.model_dump().items()}
    return [plain(it) for it in value] if isinstance(value, list | tuple) else value


if __name__ == "__main__":
    sys.modules["pydantic"] = checking
    for line in sys.stdin:
        print(json.dumps(read(*json.loads(line))))
