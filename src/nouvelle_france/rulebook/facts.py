"""The numbers the rulebook's text takes from the edition, so that no number of it is typed twice."""

from __future__ import annotations

from collections.abc import Mapping

from nouvelle_france.edition import Edition
from nouvelle_france.edition.model import MARKS

_MARK = {value: mark for mark, value in MARKS.items()}


class _Facts(dict[str, str]):
    """An edition may lack a stick or a track that the text names: then a dash stands for its numbers."""

    def __missing__(self, name: str) -> str:
        if name.startswith(("disk_", "stick_", "track_")):
            return "–"
        raise KeyError(name)


def facts(edition: Edition) -> Mapping[str, str]:
    """What ``{…}`` means in the text."""
    deck, solo = edition.deck, edition.solo
    blocks = len(edition.shapes) * len(edition.colours)
    numbers = {
        "shapes": len(edition.shapes),
        "blocks": blocks,
        "cubes": len(edition.shapes[0].cubes),
        "bonus_blocks": len(edition.bonus) * len(edition.colours),
        "cards": blocks + len(deck.snow),
        "levels": edition.levels,
        "display": deck.display,
        "visible": deck.display + 1,
        "joints": sum(len(site.joints) for site in edition.sites),
        "solo_disk": solo.disk,
        "player_turns": solo.player_turns,
        "challenge_points": solo.challenge_points,
    }
    lists = {
        "piles": deck.piles,
        "one_card_piles": deck.one_card_piles,
        "snow_piles": deck.snow,
        "snow_odds": snow_odds(deck.piles[deck.snow[0] - 1]),
    }
    return _Facts(
        **{name: str(number) for name, number in numbers.items()},
        **{name: ", ".join(map(str, values)) for name, values in lists.items()},
        **{f"disk_{stick.colour}": str(stick.disk) for stick in edition.sticks},
        **{f"stick_{stick.colour}": " ".join(f"`{_MARK[mark]}`" for mark in stick.marks) for stick in edition.sticks},
        **{f"track_{track.id}": "/".join(map(str, track.at)) for track in solo.tracks},
    )


def snow_odds(shapes: int) -> tuple[int, ...]:
    """How likely the next card is snow, in percent, while a pile of so many shapes and a snowflake is drawn (SET-3)."""
    return tuple(round(100 / left) for left in range(shapes + 1, 0, -1))
