"""Hints: the best of what a seat may do, each with its worth now, at the coming snowfalls and for the others, and why.

They judge as the level ``artisan`` does, and know what the seat knows: a :class:`~nouvelle_france.rules.View`, in which
no hidden card is. Everything is plain Python, so that a browser can work them out as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from nouvelle_france.bots.judging.choosing import Chooser, least_useful_claim
from nouvelle_france.bots.judging.features import Survey, next_snow, outlines, snow_chance
from nouvelle_france.bots.judging.listing import Listed, best_listed
from nouvelle_france.bots.judging.ordering import best_order
from nouvelle_france.bots.judging.value import expected_after, expected_now, value_after, verdict
from nouvelle_france.bots.levels import LEVELS
from nouvelle_france.bots.weights import Weights, package_weights
from nouvelle_france.core.judging.scheme import HAS_BONUS, HAS_COUREUR, HAS_FILLE
from nouvelle_france.geometry import bits
from nouvelle_france.record import write_action
from nouvelle_france.rules import (
    Action,
    Bonus,
    Coureur,
    Decline,
    Draw,
    End,
    Fille,
    Game,
    Huron,
    Pass,
    Phase,
    Place,
    Position,
    View,
)
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.legal import PEEK
from nouvelle_france.rules.position import Choice
from nouvelle_france.rules.setup import SNOW

LEVEL = LEVELS["artisan"]
"""Whose judgement it is."""

SHOWN = 5
"""How many placements are told in full."""

REASONS = 3
"""How many of its reasons a sentence names."""

SLIGHT = 0.5
"""Points that are no reason."""

What = Literal[
    "now", "snow", "disk", "growth", "others", "white", "behind", "cards", "risk", "keep", "look", "order", "end",
    "least", "box",
]  # fmt: skip
"""What speaks for an action, or against it.

Of a placement: points now, at the snowfalls, a disk, room for one's chains, what it leaves the others, or Winter, and
that its site's colour is the one furthest behind. Of the rest: the cards that can be had, the risk of losing a bonus
block, a token worth keeping, snow that may lie on top of the deck, the order of cards, nothing better to do, a block of
little use, and leaving a block for the box.
"""


class Reason(NamedTuple):
    """What speaks for an action (points above 0) or against it."""

    what: What
    points: float


class Snowfall(NamedTuple):
    """A snowfall to come, as far as the seat can know."""

    level: int
    """What it counts."""
    soonest: int
    """It is the next card but so many, at the soonest: 1 is the next …"""
    latest: int
    """… and at the latest."""
    chance: float
    """How likely it comes before the seat's next placement."""


class Hint(NamedTuple):
    """Something to do, and what it is worth."""

    action: Action
    worth: float | None
    """In points of lead, beside letting the turn pass; None where that cannot be said."""
    now: Mapping[str, int]
    """The points of each colour now, never a zero …"""
    snow: tuple[Mapping[str, int], ...]
    """… at each snowfall to come …"""
    disk: int
    """… and, of the seat's own (in solo, of white), at the end."""
    growth: Mapping[str, float]
    """What it changes, more or less, of what each colour may gain beyond that."""
    why: tuple[Reason, ...]
    """The weightiest reasons first."""


class Hints(NamedTuple):
    """What a seat is advised."""

    best: tuple[Hint, ...]
    """The best first; empty where there is nothing to choose."""
    most_now: Hint | None
    """The placement that scores most now, where that is not the best."""
    snowfalls: tuple[Snowfall, ...]
    ranked: tuple[tuple[int, float], ...]
    """Every placement and its worth, the best first."""


def hints(view: View, weights: Weights | None = None) -> Hints:
    """What to do for the seat of a view, which is to act; for Winter (SOL-5d), what is best for the player."""
    return _Adviser(view, package_weights() if weights is None else weights).hints()


def explain(view: View, actions: Sequence[Action], weights: Weights | None = None) -> tuple[Hint, ...]:
    """The same of some actions that the seat of a view may choose, in their order: whoever chose them, and why."""
    return _Adviser(view, package_weights() if weights is None else weights).explain(actions)


class _Adviser:
    def __init__(self, view: View, weights: Weights) -> None:
        assert view.seat in view.position.movers, "hints are for a seat that is to act"
        self._view = view
        self._position: Position = view.position
        self._seat: int = view.seat
        self._weights = weights
        self._survey = Survey(view.position)
        self._next_seat = (view.position.active + 1) % view.position.game.seats
        self._chooser = Chooser(view.position, self._seat, weights, LEVEL.judged)
        self._before = expected_now(self._survey, self._next_seat, weights)
        self._value_before = verdict(view.position, self._seat, self._before)

    def hints(self) -> Hints:
        listed = self._judged()
        ranked = tuple((it.placement, value) for value, it in listed)
        best = [self._placement(it, value) for value, it in self._unlike(listed)]
        # What has no number comes first: it is the one thing to do, or to do before anything else.
        best = sorted([*best, *self._others(best)], key=lambda it: (it.worth is not None, -(it.worth or 0.0)))
        most_now = None
        if listed:
            value, most = max(listed, key=lambda it: it[1].gain - it[1].white_gain)
            if most.gain - most.white_gain > listed[0][1].gain - listed[0][1].white_gain:
                most_now = self._placement(most, value)
        return Hints(tuple(best), most_now, snow_outlook(self._view), ranked)

    def explain(self, actions: Sequence[Action]) -> tuple[Hint, ...]:
        """What there is to say of some actions."""
        wanted = {it.placement for it in actions if isinstance(it, Place | Bonus)}
        found: dict[Action, Hint] = {}
        if wanted:
            listed = [it for it in self._listed(wanted) if it.placement in wanted]
            found = {hint.action: hint for hint in (self._placement(it, self._worth(it)) for it in listed)}
        if self._position.phase not in (Phase.LOOK_BEFORE, Phase.LOOK_AFTER) and len(wanted) < len(actions):
            best = sorted(found.values(), key=lambda it: -(it.worth or 0.0))
            found |= {hint.action: hint for hint in self._others(best)}
        return tuple(found.get(it) or _plain(it, *_of_itself(it)) for it in actions)

    def _judged(self) -> list[tuple[float, Listed]]:
        """Every placement with its worth, the best first; of equal ones the one worth more by itself."""
        return sorted(((self._worth(it), it) for it in self._listed()), key=lambda it: -it[0])

    def _listed(self, wanted: Collection[int] | None = None) -> list[Listed]:
        """Every placement there is, or all of some poses that are wanted."""
        position = self._position
        if self._moves_winter:
            points = position.winter_choice.points
            return [Listed(0.0, it, 0, points) for it in position.winter_choice.placements]
        choices = position.choices
        if wanted is not None:
            poses = {position.game.table.pose(it).id for it in wanted}
            choices = tuple(it._replace(poses=self._some(it, poses)) for it in choices)
        # All of them: this is quick, and somebody may want to know of any.
        every = sum(it.poses.bit_count() * it.colours.bit_count() for it in choices)
        return best_listed(position, choices, self._seat, max(every, 1))

    def _some(self, choice: Choice, poses: Collection[int]) -> int:
        """Those of a choice's poses that are among these."""
        on_site = self._position.buildings[choice.site].site.poses
        return sum(1 << number for number in bits(choice.poses) if on_site[number].id in poses)

    def _worth(self, listed: Listed) -> float:
        return value_after(self._survey, self._seat, listed, self._next_seat, self._weights) - self._value_before

    def _unlike(self, judged: Sequence[tuple[float, Listed]]) -> list[tuple[float, Listed]]:
        """The best that are not mirror images of each other: the same block, on the same site, worth the same."""
        table = self._position.game.table
        found: dict[tuple[int, int, float], tuple[float, Listed]] = {}
        for value, listed in judged:
            pose = table.pose(listed.placement)
            block = pose.shape * table.colours + listed.placement % table.colours
            found.setdefault((block, pose.site, round(value, 1)), (value, listed))
            if len(found) == SHOWN:
                break
        return list(found.values())

    @property
    def _moves_winter(self) -> bool:
        return self._position.game.mode == "solo" and self._seat == WINTER

    # -- placements ------------------------------------------------------------------------------------------------

    def _placement(self, listed: Listed, worth: float) -> Hint:
        position, game = self._position, self._position.game
        ids, table = game.edition.colour_ids, game.table
        pose, block = table.pose(listed.placement), listed.placement % table.colours
        on_level = outlines(game.edition)[pose.id].on_level
        snow = [
            {
                ids[colour]: points
                for colour in range(table.colours)
                if self._survey.plays(pose.site, colour)
                and (points := on_level[(colour - block) % table.colours][level] * game.marks[pose.site][level])
            }
            for level in range(position.tallied, game.edition.levels)
        ]
        scoring = position.scoring(listed.placement, self._seat)
        disk = game.disks[pose.site] if scoring.completes and not self._moves_winter else 0
        if game.mode == "solo":
            disk = -disk
        after = expected_after(self._survey, self._seat, listed, self._next_seat, self._weights)
        certain = dict.fromkeys(ids, 0)
        for part in (scoring.gain, *snow):
            for colour, points in part.items():
                certain[colour] += points
        certain[ids[game.winter if game.mode == "solo" else game.colour_of_seat[self._seat]]] += disk
        growth = {
            id: after[colour] - self._before[colour] - certain[id]
            for colour, id in enumerate(ids)
            if game.mode == "solo" or colour in game.colour_of_seat
        }
        make = Bonus if position.phase in (Phase.TURN, Phase.DUE) else Place
        action = make(self._seat, listed.placement)
        hint = Hint(action, worth, dict(scoring.gain), tuple(snow), disk, growth, ())
        reasons = self._reasons_alone(hint, pose.site) if game.mode == "solo" else self._reasons(hint)
        return hint._replace(why=_weightiest(reasons))

    def _reasons(self, hint: Hint) -> Iterator[Reason]:
        own = self._position.game.colours[self._seat]
        mine = (hint.now.get(own, 0), sum(it.get(own, 0) for it in hint.snow), hint.disk, hint.growth[own])
        for what, points in zip(("now", "snow", "disk", "growth"), mine, strict=True):
            yield Reason(what, points)  # type: ignore[arg-type]  # these four are of the list
        assert hint.worth is not None
        yield Reason("others", hint.worth - sum(mine))

    def _reasons_alone(self, hint: Hint, site: int) -> Iterator[Reason]:
        game = self._position.game
        white, own = game.edition.solo.winter, game.edition.sites[site].solo_colour
        if self._moves_winter:  # what it scores white is the same wherever it goes
            yield Reason("growth", sum(points for colour, points in hint.growth.items() if colour != white))
            yield Reason("white", -hint.growth[white])
            return
        yield Reason("now", hint.now.get(own, 0))
        yield Reason("snow", sum(it.get(own, 0) for it in hint.snow))
        yield Reason("disk", -hint.disk)
        yield Reason("growth", hint.growth[own])
        yield Reason(
            "white", -(hint.now.get(white, 0) + sum(it.get(white, 0) for it in hint.snow) + hint.growth[white])
        )
        lead = {colour: self._before[colour] - self._before[game.winter] for colour in game.colour_of_site}
        if lead[game.colour_of_site[site]] == min(lead.values()):
            yield Reason("behind", lead[game.colour_of_site[site]])

    # -- everything else -------------------------------------------------------------------------------------------

    def _others(self, placements: Sequence[Hint]) -> list[Hint]:
        """What there is to do beside placements."""
        position, seat, keeping = self._position, self._seat, self._chooser.worth_keeping
        match position.phase:
            case Phase.TURN:
                return self._drawing(placements)
            case Phase.DRAW:
                return [_plain(Draw(seat))]
            case Phase.FILLE:
                return _use_or_keep(Fille(seat), position.points, keeping(HAS_FILLE))
            case Phase.COUREUR:
                return _use_or_keep(Coureur(seat), position.points // 2, keeping(HAS_COUREUR))
            case Phase.CLOSE:
                return [_plain(End(seat), Reason("end", 0))]
            case Phase.LOOK_BEFORE | Phase.LOOK_AFTER:
                # The same deals of the unseen cards each time: who asks twice is told the same.
                order = best_order(self._view, self._view.legal, LEVEL, self._weights, 0, lambda: False)
                assert order is not None, "it had all the time it wanted"
                return [_plain(order, Reason("order", 0))]
            case Phase.CLAIMED:
                return [_plain(Pass(seat), Reason("box", 0), worth=0.0)]
            case _ if not placements and (legal := self._view.legal):
                winter = self._moves_winter  # the first is as good as any other of SOL-6
                claim = next(iter(legal)) if winter else least_useful_claim(position, legal)
                return [_plain(claim, Reason("least", 0))]
            case _:
                return []

    def _drawing(self, bonuses: Sequence[Hint]) -> list[Hint]:
        """Drawing beside a bonus block, which is lost when it snows (BON-1); and before either, a look at the deck."""
        position, seat = self._position, self._seat
        found = []
        drawn, first, _ = next_snow(position)
        if LEVEL.looks and self._view.legal.of_kind("huron") and drawn + PEEK > first:
            found.append(_plain(Huron(seat), Reason("look", 0)))
        if not bonuses:
            return [*found, _plain(Draw(seat), Reason("cards", 0))]
        cards = self._chooser.value_of_drawing() - self._value_before
        risk = snow_chance(position) * self._chooser.worth_keeping(HAS_BONUS)
        reasons = (Reason("cards", cards), *([Reason("risk", -risk)] if risk >= SLIGHT / 5 else []))
        return [*found, _plain(Draw(seat), *reasons, worth=cards - risk)]


def _plain(action: Action, *why: Reason, worth: float | None = None) -> Hint:
    return Hint(action, worth, {}, (), 0, {}, why)


def _of_itself(action: Action) -> tuple[Reason, ...]:
    """What speaks for an action that no position tells more of: only play-outs can."""
    if isinstance(action, Huron):
        return (Reason("look" if action.order is None else "order", 0),)
    return ()


def _use_or_keep(use: Fille | Coureur, points: int, kept: float) -> list[Hint]:
    return [
        _plain(use, Reason("now", points), worth=float(points)),
        _plain(Decline(use.seat), Reason("keep", kept), worth=kept),
    ]


def _weightiest(reasons: Iterator[Reason]) -> tuple[Reason, ...]:
    """Those that make a difference, the greatest first; that a colour is behind goes with whatever helps it."""
    found = list(reasons)
    numbers = [it for it in found if it.what != "behind" and abs(it.points) >= SLIGHT]
    numbers.sort(key=lambda it: -abs(it.points))
    return (*numbers[:REASONS], *(it for it in found if it.what == "behind"))


def snow_outlook(view: View) -> tuple[Snowfall, ...]:
    """The snowfalls to come, each with what the seat can know of when it comes (SET-3, ALY-4)."""
    position = view.position
    drawn = position.game.piles[-1].end - position.deck_count
    awaited = _cards_awaited(position)
    seen: list[range] = []
    no_snow: set[int] = set()
    top = 0
    for size, cards in view.foresight:
        seen += [range(top, top + size)] * cards.count(SNOW)
        if len(cards) == size and SNOW not in cards:
            no_snow.update(range(top, top + size))
        top += size
    found = []
    snowy = [pile for pile in position.game.piles if pile.snow]
    for number, pile in enumerate(snowy[position.tallied :]):
        if number < len(seen):
            places = list(seen[number])
        else:
            places = [it for it in range(max(pile.start - drawn, 0), pile.end - drawn) if it not in no_snow]
        # Another's Huron may have moved it down, over the edge of its pile.
        places = places or [max(no_snow, default=0) + 1]
        sooner = sum(it < awaited for it in places)
        found.append(Snowfall(position.tallied + number + 1, places[0] + 1, places[-1] + 1, sooner / len(places)))
    return tuple(found)


def _cards_awaited(position: Position) -> int:
    """How many cards are turned up before the one who acts places again: in solo Winter draws, too."""
    if position.phase in (Phase.TURN, Phase.DRAW):
        return 1
    if position.game.mode == "table":
        return position.game.seats
    return 2 if position.turn == position.game.edition.solo.player_turns - 1 else 1


# -- as JSON -------------------------------------------------------------------------------------------------------


def write_hints(game: Game, found: Hints) -> dict[str, Any]:
    """As JSON: actions in the notation of a record, points that are no more than likely to one place."""
    return {
        "best": [_write(game, it) for it in found.best],
        "most_now": None if found.most_now is None else _write(game, found.most_now),
        "snowfalls": [{**it._asdict(), "chance": round(it.chance, 3)} for it in found.snowfalls],
        "ids": [id for id, _ in found.ranked],
        "worth": [round(worth, 1) for _, worth in found.ranked],
    }


def _write(game: Game, hint: Hint) -> dict[str, Any]:
    return {
        "action": write_action(game, hint.action),
        "placement": hint.action.placement if isinstance(hint.action, Place | Bonus) else None,
        "worth": None if hint.worth is None else round(hint.worth, 1),
        "now": dict(hint.now),
        "snow": [dict(it) for it in hint.snow],
        "disk": hint.disk,
        "growth": {colour: round(points, 1) for colour, points in hint.growth.items()},
        "why": [{"what": it.what, "points": round(it.points, 1)} for it in hint.why],
    }
