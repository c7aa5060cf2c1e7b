"""The game in a minute, by the variant that is played."""

from __future__ import annotations

from nouvelle_france.rulebook.book import load
from nouvelle_france.rules import Game


def brief(game: Game, language: str) -> list[str]:
    """How this game is played, ends and is won, in a few short paragraphs."""
    rules = game.rules
    if game.mode == "solo":
        keys = ["turn", "score", "winter", "snow", "bonus", "end"]
    else:
        allies = [] if rules.allies == "none" else [f"allies.{rules.allies}"]
        turn = "turn.one_card" if rules.one_card else "turn"
        keys = [turn, "score", "snow", "bonus", *allies, "complete", "end" if allies else "end.none"]
    book = load(language, game.edition)
    return [paragraph.text for key in keys for paragraph in book[f"{game.mode}.{key}"].paragraphs]
