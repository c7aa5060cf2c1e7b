"""Names at a table: no two look alike, so that nobody can impersonate another."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import count

NAME_LENGTH = 30

# Letters of other alphabets that look like Latin ones in most fonts. Unicode has a longer list (UTS 39), of thousands
# of rare signs; these are the ones a keyboard has.
_CYRILLIC = dict(zip("авеёкмнорстухіїјѕԁԛԝһгьѵъ", "abeekmhopctyxiijsdqwhrbvb", strict=True))
_GREEK = dict(zip("αβεηικνορτυχγζωμ", "abeniknoptuxyzwu", strict=True))
_SIGNS = {"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "ı": "l", "ł": "l", "ø": "o", "đ": "d", "’": "'", "`": "'"}
_ALIKE = str.maketrans({**_CYRILLIC, **_GREEK, **_SIGNS})


def skeleton(name: str) -> str:
    """A name reduced to what the eye notices; names that look alike have the same skeleton.

    >>> skeleton("Ana") == skeleton("АNА") == skeleton("A\\u200dna") == skeleton(" ana ")
    True
    >>> skeleton("Ana") == skeleton("Anna"), skeleton("Zoé") == skeleton("Zoe")
    (False, False)
    """
    plain = unicodedata.normalize("NFKC", name).casefold().translate(_ALIKE).translate(_ALIKE)
    seen = (sign for sign in plain if unicodedata.category(sign) not in ("Cf", "Mn", "Cc") and not _hides(sign))
    return "".join("".join(seen).split()).replace("rn", "m").replace("vv", "w")


def _hides(sign: str) -> bool:
    """Whether a character is blank though Unicode calls it a letter or a mark."""
    return sign in "\u115f\u1160\u2800\u3164\uffa0" or "\ufe00" <= sign <= "\ufe0f"


def distinct(name: str, others: Collection[str]) -> str:
    """The name, with a number behind it if it looks like one of the others.

    >>> distinct("Ana", ["Eva"]), distinct("ANA", ["Ana"]), distinct("Ana", ["Ana", "Ana 2"])
    ('Ana', 'ANA 2', 'Ana 3')
    """
    taken = {skeleton(other) for other in others}
    if skeleton(name) not in taken:
        return name
    for number in count(2):
        tried = f"{name[: NAME_LENGTH - 1 - len(str(number))].rstrip()} {number}"
        if skeleton(tried) not in taken:
            return tried
    raise AssertionError("there are numbers enough")


def bot_name(bot: str, bots: int, others: Collection[str]) -> str:
    """What a bot is called at a table with so many other bots: it has a number, which makes its name distinct.

    >>> bot_name("greedy", 0, ["Ana"]), bot_name("greedy", 1, ["random 1"]), bot_name("greedy", 1, ["Greedy 2"])
    ('greedy 1', 'greedy 2', 'greedy 3')
    """
    taken = {skeleton(other) for other in others}
    return next(name for number in count(bots + 1) if skeleton(name := f"{bot} {number}") not in taken)
