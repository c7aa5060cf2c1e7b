"""The protocol's models ignore keys they do not know; here none may be missing in them, nor too many."""

from __future__ import annotations

from functools import cache
from typing import Any

import orjson
from pydantic import TypeAdapter


def agrees(model: Any, written: Any) -> None:
    """What was written has exactly the keys and types of the model (or union of models), all the way down."""
    text = orjson.dumps(written)
    adapter = _adapter(model)
    again = adapter.dump_python(adapter.validate_json(text), mode="json", exclude_unset=True)
    assert again == orjson.loads(text)
    # What is of another type than the model says was put right on the way, and Python holds True, 1 and 1.0 for equal.
    assert _bytes(again) == _bytes(orjson.loads(text))


@cache
def _adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


def _bytes(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
