"""Texts that people type: their length, and the characters they may contain."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints


def _span(first: int, last: int) -> str:
    return f"{chr(first)}-{chr(last)}"


# Control signs, half characters' neighbours, fillers, and signs that turn or hide what is written around them.
_UNSEEN = "".join(
    (
        _span(0x00, 0x1F),
        _span(0x7F, 0x9F),
        "\u00ad\u034f\u061c",
        _span(0x115F, 0x1160),
        _span(0x17B4, 0x17B5),
        _span(0x180B, 0x180F),
        _span(0x200B, 0x200C),
        _span(0x200E, 0x200F),  # between them is what joins several emoji into one
        _span(0x2028, 0x202E),
        _span(0x2060, 0x206F),
        "\u3164\ufeff\uffa0",
        _span(0xFFF9, 0xFFFB),
    )
)
_BLANK = f"\u0020\u00a0\u1680{_span(0x2000, 0x200A)}\u202f\u205f\u2800\u3000"

# What is seen only on or with another sign: accents, joiners, the shape of an emoji, the letters of a flag.
_LEANING = f"{_span(0x300, 0x36F)}\u200d{_span(0xFE00, 0xFE0F)}{_span(0xE0000, 0xE0FFF)}"


def _line(most: int) -> str:
    """One line of visible characters, without spaces around it, beginning with a character that can stand alone."""
    return f"^[^{_UNSEEN}{_BLANK}{_LEANING}](?:[^{_UNSEEN}]{{0,{most - 2}}}[^{_UNSEEN}{_BLANK}\u200d])?$"


Name = Annotated[str, StringConstraints(pattern=_line(30), min_length=1, max_length=30)]
"""A person's name at a table."""

Title = Annotated[str, StringConstraints(pattern=f"{_line(60)}|^$", max_length=60)]
"""A table's title in the lobby."""

ChatText = Annotated[str, StringConstraints(pattern=_line(300), min_length=1, max_length=300)]
"""A line of chat."""

Word = Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{1,40}$", max_length=40)]
"""An id of the edition, a seat, a bot."""

TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,32}$", max_length=32)]
"""A table's id has 12 of these. One that a link has lost a letter of is not malformed: there is no such table."""

Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{33}$", max_length=33)]
"""A token that holds a seat, hosts a table, or lets someone take a seat."""

Entropy = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,128}$", max_length=128)]
"""A seat's words for the shuffle."""

MessageId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:-]{1,64}$", max_length=64)]
"""A client's own name for a message."""
