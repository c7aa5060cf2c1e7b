"""Replaces pydantic: reads clients' requests into the models of the protocol, strictly.

The server's messages are never read here; those models need only exist. The error texts are our own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

__all__ = ["BaseModel", "ConfigDict", "Field", "StringConstraints", "TypeAdapter", "ValidationError",
           "ValidatorFunctionWrapHandler", "WrapValidator", "model_validator"]  # fmt: skip

ConfigDict = dict
MISSING: Any = object()
Loc = tuple[str | int, ...]
T = TypeVar("T")


class ValidationError(ValueError):
    """Something does not match its model. Only the first fault is reported."""

    def __init__(self, message: str, loc: Loc = ()) -> None:
        super().__init__(message)
        self.message = message
        self.loc = loc

    def errors(self, **_leave_out: bool) -> list[dict[str, Any]]:
        """The fault, and where it is."""
        return [{"loc": self.loc, "msg": self.message}]


@dataclass(frozen=True)
class Field:
    """A field's constraints beyond its type."""

    default: Any = MISSING
    default_factory: Callable[[], Any] | None = None
    description: str | None = None
    ge: float | None = None
    le: float | None = None
    min_length: int = 0
    max_length: int | None = None
    discriminator: str | None = None

    def hold(self, value: Any) -> None:
        """Refuse what is out of bounds."""
        if self.ge is not None and value < self.ge:
            raise ValidationError(f"at least {self.ge}")
        if self.le is not None and value > self.le:
            raise ValidationError(f"at most {self.le}")
        if self.max_length is not None and len(value) > self.max_length:
            raise ValidationError(f"at most {self.max_length} long")
        if self.min_length and len(value) < self.min_length:
            raise ValidationError(f"at least {self.min_length} long")


@dataclass(frozen=True)
class StringConstraints:
    """Constraints of a text."""

    pattern: str
    min_length: int = 0
    max_length: int | None = None

    def hold(self, value: str) -> None:
        """Refuse what does not fit."""
        if len(value) < self.min_length or (self.max_length is not None and len(value) > self.max_length):
            raise ValidationError("a text of another length")
        if not _pattern(self.pattern).search(value):
            raise ValidationError(f"does not match {self.pattern}")


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("$", r"\Z"))  # elsewhere `$` is the very end, not the end of a last line


class WrapValidator:
    """Only for models the server sends."""

    def __init__(self, _read: Callable[..., Any]) -> None: ...


ValidatorFunctionWrapHandler = Callable[[Any], Any]


def model_validator(mode: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Marks a method that looks at the whole model."""
    assert mode == "after"

    def mark(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
        method.looks_after = True  # type: ignore[attr-defined]  # how it is found again
        return method

    return mark


class _FieldOf(NamedTuple):
    annotation: Any
    default: Callable[[], Any] | None


class _Fields:
    """The fields of a model, computed on request: types may be named before they are defined."""

    def __get__(self, _model: BaseModel | None, kind: Any) -> dict[str, _FieldOf]:
        return _fields(kind)


class BaseModel:
    """A client's request: fields with their types, and no others."""

    model_config: Mapping[str, Any] = {}
    model_fields = _Fields()

    def __init__(self, **given: Any) -> None:
        fields = type(self).model_fields
        for name in given:
            if name not in fields:
                raise ValidationError("nothing of that name is known here", (name,))
        for name, (kind, default) in fields.items():
            if name in given:
                value = _within(name, kind, given[name])
            elif default is not None:
                value = default()
            else:
                raise ValidationError("is missing", (name,))
            self.__dict__[name] = value
        for method in vars(type(self)).values():
            if getattr(method, "looks_after", False):
                _look_after(method, self)

    @classmethod
    def model_validate(cls, value: Any) -> Self:
        """The model of plain JSON."""
        found: Self = _read(cls, value)
        return found

    def model_dump(self, exclude_none: bool = False) -> dict[str, Any]:
        """The fields by name; for flat models."""
        return {name: value for name, value in self.__dict__.items() if value is not None or not exclude_none}

    def __setattr__(self, name: str, _value: Any) -> None:
        raise AttributeError(f"{name} is as it was asked for")


class TypeAdapter(Generic[T]):
    """Reads a type that is not a model."""

    def __init__(self, kind: Any) -> None:
        self._kind = kind

    def validate_json(self, text: bytes | str) -> T:
        """The value of a JSON text, if it is of the type."""
        try:
            value = json.loads(text)
        except ValueError as error:
            raise ValidationError(f"no JSON: {error}") from error
        found: T = _read(self._kind, value)
        return found


def _look_after(method: Callable[[Any], Any], model: BaseModel) -> None:
    try:
        method(model)
    except ValidationError:
        raise
    except ValueError as error:
        raise ValidationError(str(error)) from error


@cache
def _fields(model: Any) -> dict[str, _FieldOf]:
    """The fields of a model and their defaults."""
    found = {}
    for name, kind in get_type_hints(model, include_extras=True).items():
        if name == "model_config":
            continue
        said = [vars(base)[name] for base in model.__mro__ if name in vars(base)][:1]
        said += [it for it in _remarks(kind) if isinstance(it, Field)]
        found[name] = _FieldOf(kind, next(filter(None, map(_default, said)), None))
    return found


def _default(said: Any) -> Callable[[], Any] | None:
    if not isinstance(said, Field):
        return lambda: said
    if said.default is not MISSING:
        return lambda: said.default
    return said.default_factory


def _remarks(kind: Any) -> tuple[Any, ...]:
    return tuple(kind.__metadata__) if get_origin(kind) is Annotated else ()


def _within(where: str | int, kind: Any, value: Any) -> Any:
    """A part of a value, read as a type; faults there are reported with their place."""
    try:
        return _read(kind, value)
    except ValidationError as error:
        raise ValidationError(error.message, (where, *error.loc)) from error


def _read(kind: Any, value: Any) -> Any:
    """A value of plain JSON, read as a type."""
    if hasattr(kind, "__value__"):  # a name for another type
        return _read(kind.__value__, value)
    origin, of = get_origin(kind), get_args(kind)
    if origin is Annotated:
        remarks = _remarks(kind)
        named = next((it.discriminator for it in remarks if isinstance(it, Field) and it.discriminator), None)
        found = _one_of(of[0], named, value) if named else _read(of[0], value)
        for remark in remarks:
            remark.hold(found)
        return found
    if origin is Literal:
        if not any(value == it and type(value) is type(it) for it in of):
            raise ValidationError(f"one of {', '.join(map(repr, of))}")
        return value
    if origin in (Union, UnionType):
        return _any_of(of, value)
    if origin is list:
        if not isinstance(value, list):
            raise ValidationError("not a list")
        return [_within(place, of[0], it) for place, it in enumerate(value)]
    if origin is tuple:
        if not isinstance(value, list) or len(value) != len(of):
            raise ValidationError(f"not a list of {len(of)}")
        pairs = zip(of, value, strict=True)
        return tuple(_within(place, part, it) for place, (part, it) in enumerate(pairs))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        if isinstance(value, kind):
            return value
        if not isinstance(value, dict):
            raise ValidationError("not an object")
        return kind(**value)
    return _plain(kind, value)


def _plain(kind: Any, value: Any) -> Any:
    if kind is NoneType and value is None:
        return value
    if kind is float and type(value) in (int, float):
        return float(value)
    if kind in (str, int, bool) and type(value) is kind:
        if kind is str and any("\ud800" <= sign <= "\udfff" for sign in value):
            raise ValidationError("half a character")
        return value
    raise ValidationError(f"not {getattr(kind, '__name__', kind)}")


def _any_of(kinds: tuple[Any, ...], value: Any) -> Any:
    fault = None
    for kind in kinds:
        try:
            return _read(kind, value)
        except ValidationError as error:
            fault = fault or error
    assert fault is not None
    raise fault


def _one_of(union: Any, named: str, value: Any) -> Any:
    """One of several models, distinguished by a field."""
    said = value.get(named) if isinstance(value, dict) else None
    if not isinstance(said, str):
        raise ValidationError(f"an object with {named!r} is wanted")
    for model in get_args(union):
        if said in get_args(_fields(model)[named].annotation):
            return _within(said, model, value)
    raise ValidationError(f"{named!r} {said!r} is not known")
