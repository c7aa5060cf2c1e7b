"""A new edition, begun from ours: the same box with its comments, under an id of its own."""

from __future__ import annotations

import json
import re

from nouvelle_france.edition.model import LANGUAGES
from nouvelle_france.edition.reading import DEFAULT

_HEAD = """\
# An edition of Nouvelle-France of your own, begun from ours: change what you like.
#
#     nouvelle-france edition check {file}     every fault with its line, and what is odd
#     nouvelle-france edition show {file}      how it looks
#     nouvelle-france play --edition {file}    play it
#     nouvelle-france serve --edition {file}   let others play it in the browser
#
# Names may be in English (en), French (fr) or Polish (pl); where a language is left out, another stands in.
# docs/edition.md explains every key. Records name the edition by its `id`: give it another when what is played changes.

"""


def new_edition(file: str, id: str) -> str:
    """The text of a file of that name, for an edition of that id."""
    text = DEFAULT.read_text(encoding="utf-8")
    begins = text.index("format = ")
    name = " ".join(id.split("-")).capitalize()
    text, count = re.subn(
        r"^id = .*\nnames = .*$",
        lambda _: f"id = {json.dumps(id)}\nnames = {{ {', '.join(f'{it} = {json.dumps(name)}' for it in LANGUAGES)} }}",
        text[begins:],
        count=1,
        flags=re.MULTILINE,
    )
    assert count == 1, "our own edition has an id and names"
    return _HEAD.format(file=file) + text
