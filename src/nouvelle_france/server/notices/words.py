"""The text of a notice, in the subscriber's language."""

from __future__ import annotations

from typing import Any

from nouvelle_france.tables import Table
from nouvelle_france.tables.chairs import holder_of
from nouvelle_france.tables.timing import Wait

GAME = "Nouvelle-France"

PUSHED = {
    "en": "{name}, it is your turn.",
    "fr": "{name}, c’est à vous de jouer.",
    "pl": "{name}, Twój ruch.",
}
"""To the one whose turn it is."""

POSTED = {
    "en": "{title}: it is {name}’s turn. {link}",
    "fr": "{title}\u00a0: c’est au tour de {name}. {link}",
    "pl": "{title}: teraz ruch gracza {name}. {link}",
}
"""To a channel that others also read."""

_PLAIN = str.maketrans({"@": "＠", "<": "‹", ">": "›", "&": "＆", "*": "∗", "`": "ˋ", "[": "［", "]": "］", "|": "¦"})
"""Characters with which channels mention people or create links; they are removed from names."""


def pushed(table: Table, seat: str, language: str) -> dict[str, Any]:
    """The text a browser shows, and the table it opens."""
    name = table.chairs[holder_of(seat)].name
    return {"table": table.id, "title": table.options.title or GAME, "body": PUSHED[language].format(name=name)}


def posted(table: Table, seat: str, wait: Wait, link: str, language: str) -> dict[str, Any]:
    """The body of a webhook. ``text`` and ``content`` are where common chat programs look for it."""
    name = table.chairs[holder_of(seat)].name
    title = table.options.title or GAME
    said = POSTED[language].format(title=title.translate(_PLAIN), name=name.translate(_PLAIN), link=link)
    return {
        "event": "your_turn",
        "id": f"{table.id}-{seat}-{wait.seq}",
        "table": table.id,
        "title": table.options.title,
        "seat": holder_of(seat),
        "name": name,
        "link": link,
        "since": wait.at,
        "text": said,
        "content": said,
        "allowed_mentions": {"parse": []},
    }
