"""The game in a minute, for the variant being played."""

from __future__ import annotations

from nouvelle_france.rulebook.book import Book, load
from nouvelle_france.rules import Game, Rules
from nouvelle_france.rules.game import Mode


def brief(game: Game, language: str) -> list[str]:
    """How this game is played, ends and is won, in a few short paragraphs."""
    return brief_of(load(language, game.edition), game.mode, game.rules)


def brief_of(book: Book, mode: Mode, rules: Rules) -> list[str]:
    """The same from a book, for a game of that kind."""
    if mode == "solo":
        keys = ["turn", "score", "winter", "snow", "bonus", "end"]
    else:
        allies = [] if rules.allies == "none" else [f"allies.{rules.allies}"]
        turn = "turn.one_card" if rules.one_card else "turn"
        keys = [turn, "score", "snow", "bonus", *allies, "complete", "end" if allies else "end.none"]
    return [paragraph.text for key in keys for paragraph in book[f"{mode}.{key}"].paragraphs]
