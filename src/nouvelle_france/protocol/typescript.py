"""The protocol's models as TypeScript: ``python -m nouvelle_france.protocol.typescript FOLDER`` (``make types``).

The page's types have no other source. ``--check`` writes nothing and fails when the folder holds something else.

It goes by pydantic's own JSON schema. Existing generators (json-schema-to-typescript was tried) do not support
``prefixItems``, so that a cell becomes three unknowns, give every field a type of its own, and would need Node for a
check that takes a second.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, TypeGuard

from pydantic import BaseModel, TypeAdapter
from typing_extensions import TypeAliasType

from nouvelle_france.protocol import (
    analysis,
    book,
    days,
    edition,
    events,
    game,
    lessons,
    news,
    notices,
    puzzles,
    rest,
    socket,
    timeline,
)
from nouvelle_france.protocol.rest import Asked

MODULES = (game, events, edition, rest, news, socket, timeline, book, lessons, analysis, days, notices, puzzles)
"""Each becomes a file."""

HEAD = "// Written by `make types` from the models in src/nouvelle_france/protocol/{module}.py. Do not edit.\n"
WIDTH = 120
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def files() -> dict[str, str]:
    """The text of each file by its name."""
    named = {module: _named(module) for module in MODULES}
    asked: list[tuple[str, Literal["validation", "serialization"], TypeAdapter[Any]]] = [
        (name, "validation" if _is_asked(it) else "serialization", TypeAdapter(it))
        for members in named.values()
        for name, it in members.items()
    ]
    schemas: Mapping[str, Schema] = TypeAdapter.json_schemas(asked)[1]["$defs"]
    home = {name: module for module, members in named.items() for name in members}
    for name in [*home]:
        _settle(schemas, name, home)
    written = {}
    for module in MODULES:
        mine = [name for name in schemas if home[name] is module]
        mine.sort(key=lambda name: _place(module, name))
        docs = _docs(module)
        body = [_declared(name, schemas[name], docs.get(name, "")) for name in mine]
        used = {it for name in mine for it in _references(schemas[name]) if home[it] is not module}
        imports = [
            f'import type {{ {", ".join(names)} }} from "./{_stem(other)}";\n'
            for other in sorted(MODULES, key=_stem)
            if (names := sorted(it for it in used if home[it] is other))
        ]
        head = HEAD.format(module=_stem(module))
        written[f"{_stem(module)}.ts"] = "\n".join([head, *(["".join(imports)] if imports else []), *body])
    return written


# -- what is written -----------------------------------------------------------------------------------------------


def _stem(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _named(module: ModuleType) -> dict[str, Any]:
    """A module's own models and unions, without pure base classes."""
    return {
        name: it
        for name, it in vars(module).items()
        if (isinstance(it, TypeAliasType) or _is_last_model(it)) and it.__module__ == module.__name__
    }


def _is_last_model(it: Any) -> TypeGuard[type[BaseModel]]:
    return inspect.isclass(it) and issubclass(it, BaseModel) and not it.__subclasses__()


def _is_asked(it: Any) -> bool:
    """Whether clients send it: then fields with a default are optional."""
    if isinstance(it, TypeAliasType):
        return it in (socket.ActionAsked, socket.ClientMessage)
    return issubclass(it, Asked)


def _docs(module: ModuleType) -> dict[str, str]:
    """The texts under a module's own unions, which Python forgets at run time."""
    body = ast.parse(inspect.getsource(module)).body
    docs = {}
    for statement, text in pairwise(body):
        match statement, text:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(doc))):
                docs[name] = doc
    return docs


def _place(module: ModuleType, name: str) -> tuple[int, str]:
    """In the order of the Python file; what comes from elsewhere first."""
    members = list(vars(module))
    return (members.index(name) if name in members else -1, name)


def _references(schema: Any) -> Iterable[str]:
    """The names a schema uses."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for key, value in schema.items():
            if key != "discriminator":
                yield from _references(value)
    elif isinstance(schema, list):
        for item in schema:
            yield from _references(item)


def _settle(schemas: Mapping[str, Schema], name: str, home: dict[str, ModuleType]) -> None:
    """What no module names as its own stands beside the first that uses it."""
    for used in _references(schemas[name]):
        if used not in home:
            home[used] = home[name]
            _settle(schemas, used, home)


# -- how it is written ---------------------------------------------------------------------------------------------


def _declared(name: str, schema: Schema, doc: str) -> str:
    """A type with its name."""
    comment = _comment(schema.get("description", doc), "")
    if "properties" not in schema:
        return f"{comment}{_alias(name, schema)}"
    fields = "".join(
        f"{_comment(field.get('description', ''), '  ')}  {key}{'' if key in schema.get('required', ()) else '?'}: "
        f"{_type(field)};\n"
        for key, field in schema["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _alias(name: str, schema: Schema) -> str:
    line = f"export type {name} = {_type(schema)};\n"
    if len(line) <= WIDTH:
        return line
    parts = "".join(f"\n  | {part}" for part in _parts(schema))
    return f"export type {name} ={parts};\n"


def _comment(text: str, indent: str) -> str:
    """A doc comment; Python's double ticks are single ones here."""
    lines = inspect.cleandoc(text).replace("``", "`").splitlines()
    if not lines:
        return ""
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def _type(schema: Schema) -> str:
    return " | ".join(_parts(schema))


def _parts(schema: Schema) -> list[str]:
    """The alternatives of a type, mostly one."""
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    for either in ("anyOf", "oneOf"):
        if either in schema:
            return list(dict.fromkeys(part for it in schema[either] for part in _parts(it)))
    if "const" in schema:
        return [json.dumps(schema["const"])]
    if "enum" in schema:
        return [json.dumps(it) for it in schema["enum"]]
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return [f"readonly [{', '.join(_type(it) for it in schema['prefixItems'])}]"]
        case "array":
            item = _parts(schema["items"])
            simple = len(item) == 1 and not item[0].startswith("readonly")
            return [f"{item[0]}[]" if simple else f"({' | '.join(item)})[]"]
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            return [f"Record<string, {_type(schema['additionalProperties'])}>"]
        case str(kind) if kind in PLAIN:
            return [PLAIN[kind]]
        case _:
            raise TypeError(f"no TypeScript for {schema}")


# -- the command ---------------------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Write the files, or say which of them are stale."""
    parser = argparse.ArgumentParser(description="Write the protocol's models as TypeScript.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the folder holds something else")
    asked = parser.parse_args(arguments)
    wanted = files()
    stale = [
        name
        for name, text in wanted.items()
        if not (file := asked.folder / name).exists() or file.read_text(encoding="utf-8") != text
    ]
    if asked.check:
        for name in stale:
            sys.stderr.write(f"{asked.folder / name} is not what the Python models say; run `make types`\n")
        return 1 if stale else 0
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (asked.folder / name).write_text(wanted[name], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
