"""Making puzzles: games of bots are played, and searched for positions with one best placement.

Each game gives only a few puzzles, so that they differ. Cheap filters come first: play-outs start only from positions
where a bot that weighs the future would choose differently from `greedy`, or where a site can be completed, beginning
with those whose best the evaluation sets apart; and only a clear best is then judged thoroughly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from nouvelle_france.bots import BOTS
from nouvelle_france.bots.bot import Bot, Winter
from nouvelle_france.bots.judging.hinting import Hint, explain, hints, snow_outlook
from nouvelle_france.bots.ladder import LadderBot
from nouvelle_france.bots.levels import LEVELS as LADDER
from nouvelle_france.edition import Edition
from nouvelle_france.geometry import bits
from nouvelle_france.puzzles.judging import CERTAIN, CLOSE, LEAST, QUICK, glance, judge, weighed
from nouvelle_france.puzzles.puzzle import LEVELS, Kind, Puzzle, is_placing, write_step
from nouvelle_france.review.depths import Depth
from nouvelle_france.rules import Action, Place, Position, Setup, State, View, deal_solo, deal_table, start
from nouvelle_france.rules.events import Drew
from nouvelle_france.rules.game import WINTER

PLAYERS = (2, 2, 2, 3, 4)
"""Numbers of players, each as often as it occurs here."""

PLAYED_BY = ("artisan", "maitre")
"""The bots, drawn for each seat. They never use the Huron, so everybody knows the same about the deck."""

BEGUN = 10
"""Blocks that must stand before there is anything to find …"""

CHOICE = 24
"""… and placements there must be to choose from."""

SNOW_NEAR = 0.5
"""The chance of snow before one's next placement from which this counts as the last turn before snow."""

LESS_NOW = 1
"""The minimum of points that a block which pays later scores less now than another."""

KEPT_OUT = 0.5
"""The minimum of points that the best placement costs Winter, compared with the one `greedy` takes."""

CLEAR, OTHERS = 6, 2
"""Positions of a game that get play-outs: those whose best the evaluation sets furthest apart, and some others."""

FROM_A_GAME = 3
"""The maximum number of puzzles per game."""

TEMPTED = 2.0
"""A bonus in points for a position where something else scores more now: that makes a good puzzle."""

ALONE = 3
"""One game in this many is a solo game."""

GREEDY_MAY = 0.1
"""The share of positions examined although `greedy` finds the best: beginners need easy puzzles."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The requirements for a position, and the work put into checking them."""

    quick: Depth = QUICK
    close: Depth = CLOSE
    least: float = LEAST
    certain: float = CERTAIN
    tries: tuple[int, ...] = (8, 1, 8, 1, 4, 1)
    """How often each level is asked: several times if it uses randomness."""


TERMS = Terms()
"""Those of a good puzzle."""


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes puzzles of an edition from a seed, in this process or another."""

    edition: Edition
    seed: int
    terms: Terms = TERMS

    def __call__(self, number: int) -> tuple[Puzzle, ...]:
        """The puzzles of the game of that number; the same wherever they are made."""
        chance = Random(f"{self.seed}/{number}")
        course = _Course(self._deal(number, chance), chance)
        promising = [at for at, state in enumerate(course.states) if _promises(state, chance)]
        gaps = {at: _gap(course.states[at]) for at in promising}
        first = sorted(promising, key=lambda at: -gaps[at])[:CLEAR]
        rest = [at for at in promising if at not in first]
        found: list[Puzzle] = []
        for at in (*first, *chance.sample(rest, min(len(rest), OTHERS))):
            puzzle = self._look(course, at, f"puzzle/{self.seed}/{number}/{at}")
            if puzzle is not None:
                found.append(puzzle)
            if len(found) == FROM_A_GAME:
                break
        return tuple(found)

    def _deal(self, number: int, chance: Random) -> Setup:
        if number % ALONE == 0:
            return deal_solo(self.edition, chance)
        return deal_table(self.edition, chance, players=chance.choice(PLAYERS))

    def _look(self, course: _Course, at: int, seed: str) -> Puzzle | None:
        """The puzzle of a position, if one placement is clearly best."""
        state = course.states[at]
        view = state.view(state.position.movers[0])
        terms = self.terms
        found = glance(view, f"{seed}/quick", terms.quick)
        # Few deals have large errors: half of the final requirement is enough for a thorough search.
        if found is None or not found.ahead(terms.least, terms.certain / 2) or kind_of(view, found.best) is None:
            return None
        (tempting,) = answers_of("greedy", view, seed, 1)
        if tempting in (found.best, *found.same) and Random(seed).random() >= GREEDY_MAY:
            return None
        *others, strongest = LEVELS
        asked = dict(zip(LEVELS, terms.tries, strict=True))
        answers = {level: answers_of(level, view, seed, asked[level]) for level in others}
        besides = tuple(dict.fromkeys(it for level in others[1:] for it in answers[level]))
        found = judge(view, f"{seed}/close", terms.close, besides)
        if found is None or not found.ahead(terms.least, terms.certain):
            return None
        kind = kind_of(view, found.best)
        if kind is None or not explain(view, [Place(state.position.movers[0], found.best)])[0].why:
            return None
        # The strongest level is slow, so it comes last.
        answers[strongest] = answers_of(strongest, view, seed, asked[strongest])
        known = {found.best, *found.same, *(it.placement for it in found.rivals)}
        more = weighed(view, found.best, sorted(set(answers[strongest]) - known), f"{seed}/strongest", terms.close)
        rivals = tuple(sorted((*found.rivals, *more.rivals), key=lambda it: it.gives_up))
        if not found._replace(rivals=rivals).ahead(terms.least, terms.certain):
            return None
        game = state.position.game
        puzzle = Puzzle(
            kind, game.colours, game.sticks, course.shown, tuple(course.moves[:at]), found.best, found.worth,
            rivals, found.same,
        )  # fmt: skip
        solves = (sum(it in puzzle.right for it in answers[level]) / len(answers[level]) for level in LEVELS)
        return replace(puzzle, solves=tuple(round(it, 2) for it in solves))


def answers_of(level: str, view: View, seed: str, times: int) -> list[int]:
    """A level's answers, one for each time it is asked."""
    found = []
    for attempt in range(times):
        action = BOTS[level](Random(f"{seed}/{level}/{attempt}")).choose(view, view.legal)
        assert isinstance(action, Place), "there is nothing else to do"
        found.append(action.placement)
    return found


class _Course:
    """A game played to its end: every state in which somebody had something to do, and what they did."""

    def __init__(self, setup: Setup, chance: Random) -> None:
        state = start(setup)
        self.shown: tuple[str, ...] = state.position.display
        self.states: list[State] = []
        self.moves: list[str] = []
        bots = list(_players(setup, chance))
        while not state.over:
            seat = state.position.movers[0]
            view = state.view(seat)
            action: Action = bots[seat].choose(view, view.legal)
            self.states.append(state)
            state, events = state.play(action)
            card = next((event.card for event in events if isinstance(event, Drew)), None)
            self.moves.append(write_step(action, card))


def _players(setup: Setup, chance: Random) -> Iterator[Bot]:
    for seat in range(setup.game.seats):
        if setup.game.mode == "solo" and seat == WINTER:
            yield Winter()
        else:
            level = replace(LADDER[chance.choice(PLAYED_BY)], looks=False)
            yield LadderBot(level, Random(chance.getrandbits(64)))


# -- which positions ---------------------------------------------------------------------------------------------


def _promises(state: State, chance: Random) -> bool:
    """Whether a position may hold a puzzle, judged without play-outs."""
    position = state.position
    if not is_placing(state) or sum(len(it.placed) for it in position.buildings) < BEGUN:
        return False
    if sum(it.poses.bit_count() * it.colours.bit_count() for it in position.choices) < CHOICE:
        return False
    if position.game.mode == "table" and _can_complete(position):
        return True
    view = state.view(position.movers[0])
    greedy, *wise = (
        BOTS[level](Random(chance.getrandbits(64))).choose(view, view.legal) for level in ("greedy", *PLAYED_BY)
    )
    return any(it != greedy for it in wise) or chance.random() < GREEDY_MAY


def _can_complete(position: Position) -> bool:
    return any(
        any(True for _ in position.buildings[choice.site].completed_by_any(position.poses(choice)))
        for choice in position.choices
    )


def _gap(state: State) -> float:
    """How far the evaluation sets the best apart from its rivals, with a bonus if one of them scores more now."""
    told = hints(state.view(state.position.movers[0]))
    first, *rest = told.best
    gap = (first.worth or 0.0) - (rest[0].worth or 0.0) if rest else 0.0
    return gap + (TEMPTED if told.most_now is not None else 0.0)


def kind_of(view: View, best: int) -> Kind | None:
    """The kind of puzzle that this answer makes."""
    position, seat = view.position, view.seat
    assert seat is not None
    if position.game.mode == "solo":
        (tempting,) = answers_of("greedy", view, "tempting", 1)
        mine, theirs = explain(view, [Place(seat, it) for it in (best, tempting)])
        return "winter" if _of_winter(position, mine) <= _of_winter(position, theirs) - KEPT_OUT else None
    if position.scoring(best, seat).completes:
        return "complete"
    if snow_outlook(view)[0].chance >= SNOW_NEAR:
        return "snow"
    return "later" if _points(position, best, seat) <= _most(position, seat) - LESS_NOW else None


def _points(position: Position, placement: int, seat: int) -> int:
    """The points a placement scores its seat now."""
    return position.scoring(placement, seat).gain.get(position.game.colours[seat], 0)


def _most(position: Position, seat: int) -> int:
    """The most points that can be scored now."""
    own = position.game.colour_of_seat[seat]
    return max(
        position.buildings[choice.site].points(pose, block, own, position.snow)
        for choice in position.choices
        for pose in position.poses(choice)
        for block in bits(choice.colours)
    )


def _of_winter(position: Position, hint: Hint) -> float:
    """White's expected gain from a placement: now, at the snowfalls and after."""
    white = position.game.edition.solo.winter
    return hint.now.get(white, 0) + sum(it.get(white, 0) for it in hint.snow) + hint.growth[white]
