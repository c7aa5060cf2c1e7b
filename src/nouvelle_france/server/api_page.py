"""The API documentation as a page: without scripts, and with nothing loaded from elsewhere.

It is generated from the OpenAPI description, which comes from the routes and models themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from typing import Any

STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid; padding-bottom: .2rem; }
h3 { margin: 2rem 0 .2rem; font-size: 1.05rem; overflow-wrap: anywhere; }
h3 code { font-weight: 600; }
p { margin: .3rem 0; max-width: 48rem; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
table { border-collapse: collapse; margin: .5rem 0; width: 100%; table-layout: fixed; }
td { padding: .15rem .8rem .15rem 0; vertical-align: top; border-top: 1px solid #8885; }
td:first-child { width: 28%; }
td:nth-child(2) { width: 36%; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 3.6rem; font-weight: 700; }
.need { font-weight: 700; }
nav a { margin-right: 1rem; }
"""


def write_page(description: Mapping[str, Any], root: str) -> str:
    """The page of an OpenAPI description; ``root`` stands before every path."""
    operations = [
        (operation.get("tags", ["other"])[0], method, path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    topics = [(tag, list(of)) for tag, of in groupby(operations, key=lambda it: it[0])]
    models = description["components"]["schemas"]
    links = "".join(f'<a href="#{_anchor(tag)}">{escape(tag)}</a>' for tag, _ in topics)
    info = description["info"]
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(info['title'])}: API</title>",
            f'<link rel="icon" type="image/svg+xml" href="{root}/icon.svg">',
            f'<link rel="stylesheet" href="{root}/docs/style.css"></head><body>',
            f"<h1>{escape(info['title'])} {escape(info['version'])}: API</h1>",
            _prose(info["description"]),
            f'<p>For programs, the same in OpenAPI: <a href="{root}/api/openapi.json">{root}/api/openapi.json</a>. '
            f"The socket is at <code>{root}/api/socket</code>.</p>",
            f'<nav>{links}<a href="#models">models</a></nav>',
            *(_topic(tag, of, root) for tag, of in topics),
            '<h2 id="models">Models</h2>',
            *(_model(name, model) for name, model in models.items()),
            "</body></html>",
        ]
    )


def _topic(tag: str, operations: Iterable[tuple[str, str, str, Mapping[str, Any]]], root: str) -> str:
    return f'<h2 id="{_anchor(tag)}">{escape(tag.capitalize())}</h2>' + "".join(
        _operation(method, root + path, operation) for _, method, path, operation in operations
    )


def _anchor(tag: str) -> str:
    return tag.replace(" ", "-")


def _operation(method: str, path: str, operation: Mapping[str, Any]) -> str:
    rows = [
        _row(it["name"], it["schema"], it.get("description", ""), it.get("required", False), it["in"])
        for it in operation.get("parameters", ())
    ]
    body = operation.get("requestBody")
    if body is not None:
        rows.append(_row("", _content(body), body.get("description", ""), body.get("required", False), "body"))
    rows += [
        _row(status, schema, "", False, "answer")
        for status, answer in operation["responses"].items()
        if status.startswith("2") and (schema := _content(answer)) is not None
    ]
    secured = any(operation.get("security", ()))
    token = "<p>Takes a token: <code>Authorization: Bearer …</code></p>" if secured else ""
    return (
        f'<h3 id="{escape(operation["operationId"])}"><span class="method">{method.upper()}</span> '
        f"<code>{escape(path)}</code></h3>{_prose(operation.get('description', ''))}{token}{_table(rows)}"
    )


def _model(name: str, model: Mapping[str, Any]) -> str:
    required = model.get("required", ())
    rows = [
        _row(key, schema, schema.get("description", ""), key in required, "")
        for key, schema in model.get("properties", {}).items()
    ]
    kind = "" if rows else f"<p>{_kind(model)}</p>"
    words = _prose(model.get("description", ""))
    return f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3>{words}{kind}{_table(rows)}'


def _table(rows: list[str]) -> str:
    return f"<table>{''.join(rows)}</table>" if rows else ""


def _row(name: str, schema: Mapping[str, Any] | None, words: str, required: bool, where: str) -> str:
    named = f"<code>{escape(name)}</code>" if name else ""
    need = ' <span class="need" title="needed">*</span>' if required else ""
    return f"<tr><td>{escape(where)} {named}{need}</td><td>{_kind(schema or {})}</td><td>{_inline(words)}</td></tr>"


def _content(said: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The schema of a body or an answer; the first content type is enough, since all are the same."""
    return next((it.get("schema", {}) for it in said.get("content", {}).values()), None)


def _kind(schema: Mapping[str, Any]) -> str:
    """The permitted values, in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for key, between in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if key in schema:
            return between.join(_kind(it) for it in schema[key])
    if "const" in schema:
        return f"<code>{escape(repr(schema['const']))}</code>"
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(it))}</code>" for it in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"by key, {_kind(schema['additionalProperties'])}"
    kind = escape(str(schema.get("type", "anything")))
    bounds = [
        f"{words} {schema[key]}"
        for key, words in (
            ("minimum", "from"),
            ("maximum", "to"),
            ("minLength", "at least"),
            ("maxLength", "at most"),
            ("pattern", "like"),
        )
        if key in schema
    ]
    return f"{kind} <small>({escape(', '.join(bounds))})</small>" if bounds else kind


def _prose(text: str) -> str:
    return "".join(f"<p>{_inline(part)}</p>" for part in text.split("\n\n") if part.strip())


def _inline(text: str) -> str:
    """Text with code between backticks."""
    return re.sub(r"(`{1,2})(.+?)\1", r"<code>\2</code>", escape(text, quote=False))
