"""Games that can be compared: of one mode, one number of players and one set of rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nouvelle_france.stats.facts import Facts, sources


@dataclass(frozen=True, slots=True)
class Group:
    """A non-empty group of such games."""

    mode: str
    players: int
    variant: tuple[str, ...]
    games: tuple[Facts, ...]

    @property
    def title(self) -> str:
        """The group in words, such as ``4 players, one card``."""
        return ", ".join(["solo" if self.mode == "solo" else f"{self.players} players", *self.variant])

    @property
    def solo(self) -> bool:
        """Whether these are games against Winter."""
        return self.mode == "solo"

    @property
    def stages(self) -> range:
        """The stages, counted from 1."""
        return range(1, self.games[0].stages + 1)

    @property
    def seats(self) -> range:
        """The seats that win or lose: in solo only the player's."""
        return range(self.players)

    @property
    def actors(self) -> tuple[str, ...]:
        """Who acts, by seat."""
        return ("player", "Winter") if self.solo else tuple(f"seat {seat + 1}" for seat in self.seats)

    @property
    def bots(self) -> tuple[str, ...]:
        """Who played, in alphabetical order."""
        return tuple(sorted({bot for game in self.games for bot in game.bots}))

    @property
    def sources(self) -> tuple[str, ...]:
        """Where points can come from in such games."""
        absent = ("fille", "coureur") if self.solo else ("challenges",)
        return tuple(source for source in sources(self.games[0].stages) if source not in absent)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that were played: in solo Winter's first, at a table in alphabetical order."""
        if self.solo:
            return self.games[0].holders
        return tuple(sorted({colour for game in self.games for colour in game.holders}))


def grouped(games: Iterable[Facts]) -> tuple[Group, ...]:
    """The groups, tables by the number of players and then solo, the usual rules first."""
    found: dict[tuple[bool, int, tuple[str, ...]], list[Facts]] = {}
    for game in games:
        found.setdefault((game.mode == "solo", game.players, game.variant), []).append(game)
    return tuple(
        Group("solo" if solo else "table", players, variant, tuple(found[solo, players, variant]))
        for solo, players, variant in sorted(found)
    )
