"""One game of the arena: dealt, played, timed. It depends only on the seed, the deal and the seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from random import Random, SystemRandom
from time import perf_counter
from typing import Protocol

from nouvelle_france.arena.schedule import Fixture
from nouvelle_france.bots import BOTS, Bot, play_on, stood_in
from nouvelle_france.bots.programs import LIMIT, ProgramBot
from nouvelle_france.edition import Edition
from nouvelle_france.record import Match, Record, Seat
from nouvelle_france.rules import Action, LegalActions, Setup, View

WARM_UP_MOVES = 8
"""How many actions of a warm-up game a process plays with a bot before timing moves."""


class Dealer(Protocol):
    """Deals the games."""

    def deal(self, edition: Edition, rng: Random, players: int) -> Setup:
        """Deal a game for this many seats."""


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game, seat by seat.

    ``wins`` are shares of the title, ``scores`` points (in solo the lead over Winter), ``times`` the microseconds of
    each answer where the bot had a choice, ``faults`` the late, dead and illegal answers of a program,
    ``first_faults`` why the first of them was one (empty where there was none), and ``stand_ins`` how many actions
    somebody else chose for a bot, by who that was.
    """

    wins: tuple[float, ...]
    scores: tuple[int, ...]
    times: tuple[tuple[int, ...], ...]
    faults: tuple[Mapping[str, int], ...]
    record: str
    first_faults: tuple[str, ...] = ()
    stand_ins: tuple[Mapping[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Contest:
    """What is played. ``programs`` are commands by name, ``makers`` what makes bots that are not in ``BOTS``.

    The seeds that programs are given derive from ``program_seed``. It is secret from them, and separate from ``seed``:
    from a number derived from that one, a program could work out the deck.
    """

    edition: Edition
    dealer: Dealer
    seed: int
    programs: Mapping[str, str] = field(default_factory=dict)
    program_limit: float = LIMIT
    makers: Mapping[str, Callable[[Random], Bot]] = field(default_factory=dict)
    program_seed: int = field(default_factory=lambda: SystemRandom().getrandbits(128))

    def deal(self, number: int, players: int) -> Setup:
        """Deal number ``number``, the same as game ``number`` of ``simulate`` with this seed."""
        return self.dealer.deal(self.edition, Random(f"{self.seed}/{number}"), players)

    def chance(self, deal: int, seat: int) -> Random:
        """The random source of a seat, not of a bot, so that two bots that think alike play alike."""
        return Random(f"{self.seed}/{deal}/{seat}")

    def program_chance(self, deal: int, seat: int) -> Random:
        """The source of the seed for a program on a seat."""
        return Random(f"program/{self.program_seed}/{deal}/{seat}")

    def play(self, deal: int, names: Sequence[str]) -> Game:
        """Play a deal with these bots, by name, in seat order."""
        self._warm_up(names)
        setup = self.deal(deal, len(names))
        match = seated_match(setup, names)
        bots = [
            self._make(name, (self.program_chance if name in self.programs else self.chance)(deal, seat))
            for seat, name in enumerate(names)
        ]
        timed = [_Timed(bot) for bot in bots]
        try:
            play_on(match, timed)
            result = match.state.position.result
            assert result is not None
            for bot in bots:
                if isinstance(bot, ProgramBot):
                    bot.ended(result)
        finally:
            for bot in bots:
                if isinstance(bot, ProgramBot):
                    bot.close()
        record = match.record()
        wins, scores = verdict(record, self.edition.solo.winter)
        return Game(
            wins=wins,
            scores=scores,
            times=tuple(tuple(bot.times) for bot in timed),
            faults=tuple(dict(bot.faults) if isinstance(bot, ProgramBot) else {} for bot in bots),
            record=record.to_json(),
            first_faults=tuple((bot.first_fault or "") if isinstance(bot, ProgramBot) else "" for bot in bots),
            stand_ins=tuple(_stand_ins(match, seat) for seat in range(len(names))),
        )

    def fixture(self, fixture: Fixture) -> Game:
        """Play a game of the schedule."""
        return self.play(fixture.deal, fixture.bots)

    def _make(self, name: str, rng: Random) -> Bot:
        if name in self.programs:
            return ProgramBot(self.programs[name], rng, limit=self.program_limit)
        return (self.makers.get(name) or BOTS[name])(rng)

    def _warm_up(self, names: Sequence[str]) -> None:
        """Warm a bot up: what it loads or compiles once per process must not count as time of a move."""
        for name in names:
            if name in self.programs or (name, self.edition) in _warm:
                continue
            _warm.add((name, self.edition))
            match = seated_match(self.deal(0, len(names)), names)
            patience = _Patience(WARM_UP_MOVES)
            with suppress(_TiredError):
                play_on(match, [_Tiring(self._make(name, Random(0)), patience) for _ in names])


def seated_match(setup: Setup, bots: Sequence[str]) -> Match:
    """A match with these bots in seat order; those of one name are numbered."""
    colours: tuple[str | None, ...] = setup.game.colours or (None,)
    names = [
        bot if bots.count(bot) == 1 else f"{bot} {list(bots[: seat + 1]).count(bot)}" for seat, bot in enumerate(bots)
    ]
    return Match(setup, [Seat(*who) for who in zip(colours, names, bots, strict=True)])


def _stand_ins(match: Match, seat: int) -> Mapping[str, int]:
    """How many of a seat's actions somebody else chose, by who that was."""
    return dict(Counter(it.stand_in for it in match.history if it.action.seat == seat and it.stand_in is not None))


def verdict(record: Record, winter: str) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """The shares of the title and the scores of a finished game, by seat; in solo the score is the lead over Winter."""
    assert record.result is not None
    winners, scores = record.result["winners"], record.result["scores"]
    if record.mode == "solo":
        lead = min(score for colour, score in scores.items() if colour != winter) - scores[winter]
        return (float(winners == ["player"]),), (lead,)
    colours = [seat.colour for seat in record.seats]
    return tuple((it in winners) / len(winners) for it in colours), tuple(scores[it] for it in colours)


_warm: set[tuple[str, Edition]] = set()
"""The bots this process has warmed up, and for which edition."""


class _Timed:
    """A bot with a stopwatch."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: list[int] = []
        self._starting = isinstance(bot, ProgramBot)

    @property
    def stand_in(self) -> str | None:
        return stood_in(self.bot)

    def choose(self, view: View, legal: LegalActions) -> Action:
        start = perf_counter()
        action = self.bot.choose(view, legal)
        taken = perf_counter() - start
        # An answer without a choice would flatter the mean; a program's first answer includes its start.
        if not self._starting and len(list(islice(legal, 2))) == 2:
            self.times.append(round(taken * 1e6))
        self._starting = False
        return action


class _TiredError(Exception):
    """The warm-up is over."""


@dataclass(slots=True)
class _Patience:
    """How many more moves a whole table plays."""

    left: int


class _Tiring:
    """A bot that gives up when its table has played enough."""

    def __init__(self, bot: Bot, patience: _Patience) -> None:
        self.bot = bot
        self.patience = patience

    def choose(self, view: View, legal: LegalActions) -> Action:
        if not self.patience.left:
            raise _TiredError
        self.patience.left -= 1
        return self.bot.choose(view, legal)
