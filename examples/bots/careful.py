"""A bot in one file, with nothing but Python's standard library: docs/programs.md tells what is said to it.

It takes the placement that is worth most: points now, and the stick marks its own cubes will earn when snow comes, less
those of its rivals' cubes.

nouvelle-france sit LINK python3 examples/bots/careful.py
"""

from __future__ import annotations

import json
import sys
from typing import Any


class Careful:
    """Plays one seat."""

    def __init__(self, edition: dict[str, Any]) -> None:
        self.edition = edition
        self.colours = [colour["id"] for colour in edition["colours"]]
        self.bonus = [shape["id"] for shape in edition["bonus"]]
        self.cells = [cubes for group in edition["poses"] for cubes in group["cubes"]]  # by the number of the pose

    def start(self, game: dict[str, Any], seat: str) -> None:
        """A game begins."""
        sticks = {stick["colour"]: stick for stick in self.edition["sticks"]}
        self.sticks = {site: sticks[colour] for site, colour in game["sticks"].items()}
        self.solo = self.edition["solo"] if game["mode"] == "solo" else None
        own = {site["id"]: site["solo_colour"] if self.solo else seat for site in self.edition["sites"]}
        self.own = own  # the colour to score for on each site: alone against Winter, every site has its own
        self.rivals = [self.solo["winter"]] if self.solo else [it for it in game["seats"] if it != seat]

    def choose(self, position: dict[str, Any], offer: dict[str, Any]) -> dict[str, Any]:
        """One of the actions offered."""
        do = offer["do"]
        snow = position["snow_may_come"]  # the tokens and the bonus block are as good as lost, or come back
        if "fille" in do or "coureur" in do:
            ally = "fille" if "fille" in do else "coureur"
            return {"do": ally if snow or position["points"] >= 5 else "decline"}
        choices = [(self.worth(position, group, n), group["do"], id)
                   for group in offer["placements"] for n, id in enumerate(group["ids"])]  # fmt: skip
        if choices:
            worth, kind, id = max(choices)
            wait = kind == "bonus" and worth < 5 and not snow  # a bonus block costs no card: it can be kept
            if not ("draw" in do and (wait or worth <= 0)) and not ("pass" in do and worth < 0):
                return {"do": kind, "placement": id}
        if "unable" in do:
            return {"do": "unable", **offer["unable"][0]}
        return {"do": next(it for it in ("draw", "pass", "end") if it in do)}

    def worth(self, position: dict[str, Any], group: dict[str, Any], n: int) -> int:
        """What placement number ``n`` of a group is worth."""
        site, id = group["site"], group["ids"][n]
        own, stick = self.own[site], self.sticks[site]
        shape, _, first = group["block"].rpartition("-")
        pose, step = id // len(self.colours), 0 if shape in self.bonus else 1  # a bonus block is of one colour
        worth: int = sum(gain[n] if colour == own else -gain[n] for colour, gain in group["gain"].items())
        counted = position["snow"] + (self.solo is not None and position["solo"]["snowing"])
        for number, (_x, _y, level) in enumerate(self.cells[pose]):
            colour = self.colours[(self.colours.index(first) + step * number) % len(self.colours)]
            mark = stick["marks"][level - 1] if counted < level <= len(stick["marks"]) else 0
            worth += mark if colour == own else -mark if colour in self.rivals else 0
        disk: int = self.solo["disk"] if self.solo else stick["disk"]
        return worth + disk * (id in group["completes"])


def main() -> None:
    """Answer line by line; the end of the input is the end."""
    for line in sys.stdin:
        message = json.loads(line)
        answer: dict[str, Any] | None = None
        if message["type"] == "hello":
            bot = Careful(message["edition"])
            answer = {"name": "careful"}
        elif message["type"] == "start":
            bot.start(message["game"], message["seat"])
        elif message["type"] == "turn":
            answer = {"id": message["id"], "action": bot.choose(message["position"], message["offer"])}
        if answer is not None:
            print(json.dumps(answer), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
