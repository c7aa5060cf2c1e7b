"""The figures of the rulebook: positions and what is played in them, declared in ``figures.toml``.

Nothing a figure scores or is refused by is typed: its steps are played by the rules when the figure is made.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from nouvelle_france.edition import BonusShape, Edition, Shape, default
from nouvelle_france.record.moves import read_action
from nouvelle_france.rules import (
    COUREUR,
    FILLE,
    HURON,
    PLAYER,
    SNOW,
    WINTER,
    ActionError,
    Game,
    Phase,
    Position,
    Refusal,
    Rules,
    SoloSettings,
    State,
    start,
    why_not,
)
from nouvelle_france.rules.events import Event
from nouvelle_france.rules.setup import Setup

_TOKENS = {"fille": FILLE, "coureur": COUREUR, "huron": HURON}
_KEYS = {
    *("sites", "mode", "colours", "rules", "sticks", "snow", "scores", "tokens", "standees", "standing"),
    *("turn", "cards", "deck", "left", "solo", "required", "steps"),
}


class FigureError(ValueError):
    """A figure that cannot be made as it is declared."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something played, or tried, in a figure; the wording is that of a record's moves.

    ``again`` says that it starts from the figure's first position, as another way to go on. A refused step leaves the
    position as it was; where Winter has something better (SOL-5), its ``gain`` is what it would have scored.
    """

    again: bool
    move: Mapping[str, Any]
    refusal: Refusal | None
    gain: Mapping[str, int]
    events: tuple[Event, ...]
    before: Position
    after: Position


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A position to look at, and the steps from it. ``sites`` are the sites worth showing."""

    id: str
    sites: tuple[str, ...]
    first: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class BlocksFigure:
    """The blocks of some shapes, as they lie flat."""

    id: str
    edition: Edition
    shapes: tuple[Shape | BonusShape, ...]

    def blocks(self) -> Iterator[tuple[str, tuple[tuple[tuple[int, int], str], ...]]]:
        """Each block's name and its cubes as ((x, y), colour)."""
        colours = self.edition.colour_ids
        for shape in self.shapes:
            for number, colour in enumerate(colours):
                of_cube = [
                    colour if isinstance(shape, BonusShape) else colours[(number + cube) % len(colours)]
                    for cube in range(len(shape.cubes))
                ]
                yield f"{shape.id}-{colour}", tuple(zip(shape.cubes, of_cube, strict=True))


Figure = BoardFigure | BlocksFigure


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Figure]:
    """Every figure of the rulebook by its id, played by the rules of the built-in edition."""
    declared = declarations()
    return {id: make(id, like(id, declared), default()) for id in declared}


@lru_cache(maxsize=1)
def declarations() -> Mapping[str, Mapping[str, Any]]:
    """What ``figures.toml`` says, by figure."""
    return tomllib.loads(files(__package__).joinpath("figures.toml").read_text(encoding="utf-8"))


def like(id: str, declared: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    """A declaration with what it takes from another."""
    own = dict(declared[id])
    return {**like(own.pop("like"), declared), **own} if "like" in own else own


def make(id: str, declared: Mapping[str, Any], edition: Edition) -> Figure:
    """Make one figure from its declaration."""
    try:
        if "shapes" in declared:
            shapes = {shape.id: shape for shape in edition.all_shapes}
            return BlocksFigure(id, edition, tuple(shapes[name] for name in declared["shapes"]))
        first = first_state(declared, edition)
        steps = tuple(_steps(first, declared.get("steps", [])))
    except (FigureError, KeyError, ValueError) as error:
        raise FigureError(f"figure {id}: {error}") from error
    shown = {word for line in _lines(declared) for word in line.split()}
    sites = declared.get("sites", [site for site in edition.site_ids if site in shown])
    return BoardFigure(id, tuple(sites), first.position, steps)


def _lines(declared: Mapping[str, Any]) -> list[str]:
    return [*declared.get("standing", ()), *declared.get("steps", ())]


# -- the first position -------------------------------------------------------------------------------------------


def first_state(declared: Mapping[str, Any], edition: Edition) -> State:
    """The position before the first step, with the cards and blocks in step as far as they matter (CMP-3)."""
    if unknown := set(declared) - _KEYS:
        raise FigureError(f"unknown {', '.join(sorted(unknown))}")
    game = _game(declared, edition)
    snow = declared.get("snow", 0)
    wanted = [_do(game, line) for line in declared.get("steps", ())]
    placing = bool(wanted) and wanted[0] in ("place", "unable")
    position = _standing(_bare(game), declared.get("standing", ())).position
    display = tuple(declared.get("cards") or _display(game, declared, placing))
    deck = _deck(position, display, snow, declared.get("deck", ()))
    deck = deck[: declared.get("left", len(deck))]
    turn = declared.get("turn", 1) - 1 if game.mode == "solo" else 0
    if game.mode == "solo":
        active = WINTER if turn == edition.solo.player_turns else PLAYER
    else:
        active = game.colours.index(declared.get("turn", game.colours[0]))
    asking = Phase.DRAW if game.mode == "solo" else Phase.TURN
    scores = declared.get("scores", {})
    tokens = declared.get("tokens", {})
    standees = declared.get("standees", {})
    position = replace(
        position,
        phase=Phase.PLACE if placing else asking,
        active=active,
        asked=(active,),
        scores=tuple(scores.get(colour, 0) for colour in edition.colour_ids),
        display=display,
        deck_count=len(deck),
        snow=snow,
        bonus=position.bonus if game.mode == "solo" else (0,) * snow + position.bonus[snow:],
        tokens=tuple(
            sum(_TOKENS[name] for name in tokens[game.name(seat)].split()) if game.name(seat) in tokens else held
            for seat, held in enumerate(position.tokens)
        ),
        standees=tuple(game.seat(standees[site]) if site in standees else None for site in edition.site_ids),
        turn=turn,
    )
    return State(position, deck, ((),) * game.seats)


def _game(declared: Mapping[str, Any], edition: Edition) -> Game:
    """The game of a figure: without allies and with all colours, unless it says otherwise."""
    solo = declared.get("mode") == "solo"
    sticks = declared.get("sticks", {})
    by_site = tuple(sticks[site] for site in edition.site_ids) if sticks else edition.stick_ids
    rules = Rules(**{"allies": "none", **declared.get("rules", {})})
    if not solo:
        colours = tuple(declared.get("colours", edition.colour_ids))
        return Game(edition, "table", rules, colours, by_site)
    settings = SoloSettings(**{name: _frozen(value) for name, value in declared.get("solo", {}).items()})
    required = tuple(site or None for site in declared.get("required", ("",) * edition.solo.player_turns))
    return Game(edition, "solo", rules, (), by_site, settings, required)


def _frozen(value: object) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _bare(game: Game) -> State:
    """A game at its start; the figure lays its own cards."""
    return start(Setup(game, _any_deck(game)))


def _any_deck(game: Game) -> tuple[str, ...]:
    """Some deck of that game: each snowflake at the end of its pile (SET-3, SOL-2)."""
    shapes = iter([shape for _ in game.edition.colours for shape in game.edition.shape_ids])
    deck: list[str] = []
    for pile in game.piles:
        deck += [next(shapes) for _ in range(pile.end - pile.start - pile.snow)] + [SNOW] * pile.snow
    return tuple(deck)


def _standing(state: State, lines: Sequence[str]) -> State:
    """With blocks in place; each of them could be put there, one after the other, by PLC."""
    for line in lines:
        position = state.position
        game = position.game
        by, block, site, *cells = line.split()
        seat = game.seat(by)
        placement = game.table.find(block, site, _cubes(cells))
        if seat is None or placement is None:
            raise FigureError(f"no such block there: {line}")
        number = game.edition.site_ids.index(site)
        pose, colour = game.table.pose(placement), placement % game.table.colours
        bonus = pose.shape >= len(game.edition.shapes)
        alone = replace(
            position,
            phase=Phase.CLAIMED if not bonus else Phase.DUE,
            claim=(game.table.shape_ids[pose.shape], block) if not bonus else None,
            display=(game.table.shape_ids[pose.shape],),
            due=((pose.shape - len(game.edition.shapes), colour),) if bonus else (),
        )
        refusal = why_not(alone, 0, "bonus" if bonus else "place", block, site, _cubes(cells))
        if refusal is not None:
            raise FigureError(f"{line}: {refusal.rule}: {refusal.reason}")
        buildings, stock, left = list(position.buildings), list(position.stock), list(position.bonus)
        buildings[number] = buildings[number].with_block(pose, colour, placement, seat)
        if bonus:
            left[pose.shape - len(game.edition.shapes)] &= ~(1 << colour)
        else:
            stock[pose.shape] &= ~(1 << colour)
        standing = replace(position, buildings=tuple(buildings), stock=tuple(stock), bonus=tuple(left))
        state = replace(state, position=standing)
    return state


def _deck(position: Position, display: Sequence[str], snow: int, top: Sequence[str]) -> tuple[str, ...]:
    """The cards wanted on top, then all that are neither used up nor visible; their order is of no matter."""
    table, edition = position.game.table, position.game.edition
    left = Counter(dict.fromkeys(edition.shape_ids, len(edition.colours)) | {SNOW: len(edition.deck.snow) - snow})
    placed = (placement for building in position.buildings for placement, _ in building.placed)
    left.subtract(table.shape_ids[table.pose(placement).shape] for placement in placed)
    left.subtract(display)
    left.subtract(top)
    return (*top, *(card for card in (*edition.shape_ids, SNOW) for _ in range(left[card])))


def _display(game: Game, declared: Mapping[str, Any], placing: bool) -> list[str]:
    """The shapes the steps use, filled up with others to as many cards as lie there."""
    edition = game.edition
    count = edition.deck.display + (1 if placing else 0)
    used = [word.rpartition("-")[0] for line in declared.get("steps", ()) for word in line.split()]
    shapes = [shape for shape in dict.fromkeys(used) if shape in edition.shape_ids]
    others = [shape for shape in edition.shape_ids if shape not in shapes]
    return [*shapes, *others][: max(count, len(shapes) if placing else 0)]


# -- the steps ----------------------------------------------------------------------------------------------------


def _steps(first: State, lines: Sequence[str]) -> Iterator[Step]:
    state = first
    for line in lines:
        words = line.split()
        again, refused = words[0] == "or", "refused" in words[:2]
        before = first if again else state
        step, state = play(before, words[again + refused :], again)
        if refused is not (step.refusal is not None):
            raise FigureError(f"{line}: " + (": ".join(step.refusal) if step.refusal else "nothing forbids it"))
        yield step


def _do(game: Game, line: str) -> str:
    """What a step does."""
    seats = [game.name(seat) for seat in range(game.seats)]
    return next(word for word in line.split() if word not in ("or", "refused", *seats))


def _move(position: Position, words: Sequence[str]) -> dict[str, Any]:
    """``[SEAT] DO …`` in the words of a record."""
    seats = [position.game.name(seat) for seat in range(position.game.seats)]
    by = words[0] if words[0] in seats else position.game.name(position.movers[0])
    do, *rest = words[1:] if words[0] in seats else words
    move: dict[str, Any] = {"by": by, "do": do}
    match do, rest:
        case (("place" | "bonus"), [block, site, *cells]):
            move |= {"block": block, "site": site, "cubes": [list(cube) for cube in _cubes(cells)]}
        case "huron", [order]:
            move["order"] = [int(place) for place in order.split(",")]
        case "unable", [shape, block]:
            move |= {"shape": shape, "remove": block}
        case _ if rest:
            raise FigureError(f"{' '.join(words)}: too many words")
    return move


def play(state: State, words: Sequence[str], again: bool = False) -> tuple[Step, State]:
    """Play, or try, ``[SEAT] DO …`` in a state."""
    position = state.position
    move = _move(position, words)
    try:
        after, events = state.play(read_action(position, move))
    except ActionError as error:
        refusal = Refusal(error.rule, error.reason)
        gain = _would_score(position, move) if error.rule == "SOL-5" else {}
        return Step(again, move, refusal, gain, (), position, position), state
    return Step(again, move, None, _gain(position, after.position), events, position, after.position), after


def _would_score(position: Position, move: Mapping[str, Any]) -> Mapping[str, int]:
    """What a placement Winter does not choose would have scored."""
    cubes = [(x, y, level) for x, y, level in move["cubes"]]
    placement = position.game.table.find(move["block"], move["site"], cubes)
    seat = position.game.seat(move["by"])
    assert placement is not None
    assert seat is not None
    return position.scoring(placement, seat).gain


def _gain(before: Position, after: Position) -> dict[str, int]:
    """How the scores changed, disks included, never a zero."""
    colours = before.game.edition.colour_ids
    final = after.result.scores if after.result else {}
    now = {colour: final.get(colour, score) for colour, score in zip(colours, after.scores, strict=True)}
    was = dict(zip(colours, before.scores, strict=True))
    return {colour: now[colour] - was[colour] for colour in colours if now[colour] != was[colour]}


def _cubes(cells: Sequence[str]) -> list[tuple[int, int, int]]:
    cubes = []
    for cell in cells:
        x, y, level = cell.split(",")
        cubes.append((int(x), int(y), int(level)))
    return cubes
