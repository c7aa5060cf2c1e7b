"""The protocol's models ignore keys they do not know; here none may be missing in them, nor too many."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel


def agrees(model: type[BaseModel], written: Any) -> None:
    """What was written has exactly the keys and types of the model, all the way down."""
    text = orjson.dumps(written)
    read = model.model_validate_json(text, strict=True)
    assert read.model_dump(mode="json", exclude_unset=True) == orjson.loads(text)
