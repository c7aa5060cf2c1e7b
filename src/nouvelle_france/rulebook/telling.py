"""The figures in words: captions, and descriptions for people who cannot see them.

Every number of a caption is a parameter, filled in from the rules' results for the figure's steps.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from nouvelle_france.edition import Edition, Names
from nouvelle_france.edition.model import MARKS
from nouvelle_france.rulebook.book import load
from nouvelle_france.rulebook.figure import BlocksFigure, BoardFigure, Figure, Step
from nouvelle_france.rules import SNOW, Game, Position
from nouvelle_france.rules.events import (
    BonusDue,
    ChallengeEarned,
    ClaimedUnable,
    Completed,
    Doubled,
    Drew,
    Event,
    GameOver,
    LostTurn,
    Passed,
    Peeked,
    Placed,
    PutBack,
    Removed,
    SnowFell,
    SnowLies,
    TookHalf,
    WinterChose,
)

_SLOT = re.compile(r"\{([\w.]+)(?:\|(\w+))?\}")
_MARK = {value: mark for mark, value in MARKS.items()}
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language beside the book: captions by figure, nouns by number, phrases.

    ``everyday`` has everyday expressions that people search for, by the number of the rule that answers.
    """

    language: str
    captions: Mapping[str, str]
    nouns: Mapping[str, Mapping[str, str]]
    phrases: Mapping[str, str]
    everyday: Mapping[str, Sequence[str]]

    def fill(self, text: str, values: Mapping[str, object]) -> str:
        """Fill in ``{name}``, ``{name|signed}`` and ``{name|noun}``."""

        def slot(match: re.Match[str]) -> str:
            value, form = values[match[1]], match[2]
            if form is None:
                return str(value)
            assert isinstance(value, int)
            if form == "signed":
                return f"{MINUS if value < 0 else '+'}{abs(value)}"
            return self.nouns[form][plural(self.language, value)].replace("#", str(value))

        return _SLOT.sub(slot, text)

    def say(self, phrase: str, **values: object) -> str:
        """A phrase with its values."""
        return self.fill(self.phrases[phrase], values)

    def list(self, items: Iterator[str] | Sequence[str]) -> str:
        """Things one after the other."""
        return self.phrases["and"].join(items)


def plural(language: str, number: int) -> str:
    """Which form of a noun goes with a number: ``one``, ``few``, ``many`` or ``other``."""
    number = abs(number)
    if language == "fr":
        return "one" if number < 2 else "other"
    if number == 1:
        return "one"
    if language == "pl":
        return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"
    return "other"


@lru_cache(maxsize=8)
def words(language: str) -> Words:
    """The texts of a language."""
    text = files(__package__).joinpath("text", f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, **tomllib.loads(text))


def caption(figure: Figure, language: str) -> str:
    """A figure's caption, with the rules' numbers."""
    values: dict[str, object] = {}
    for number, step in enumerate(figure.steps if isinstance(figure, BoardFigure) else (), start=1):
        values |= {f"{number}.{colour}": step.gain.get(colour, 0) for colour in step.before.game.edition.colour_ids}
        if step.refusal is not None:
            values[f"{number}.rule"] = step.refusal.rule
    return words(language).fill(words(language).captions[figure.id], values)


def describe(figure: Figure, language: str) -> list[str]:
    """A figure in sentences: the position, then each step."""
    if isinstance(figure, BlocksFigure):
        return list(_blocks(figure, language))
    return [*Teller(figure.first.game, language).position(figure), *(steps_of(figure, language))]


def steps_of(figure: BoardFigure, language: str, drawn: bool = False) -> list[str]:
    """Each step in a few sentences; with a drawing, they omit the cells a block takes."""
    return [Teller(step.before.game, language, drawn).step(step) for step in figure.steps]


def joints_of(figure: BoardFigure, site: str, language: str) -> str:
    """The joints of a site of a figure; empty if it has none."""
    return Teller(figure.first.game, language).joints(site)


def _blocks(figure: BlocksFigure, language: str) -> Iterator[str]:
    edition = figure.edition
    for block, cubes in figure.blocks():
        colours = words(language).list(
            f"{_name(edition.colours, colour, language)} {x},{y}" for (x, y), colour in cubes
        )
        yield words(language).say("says", what=block_name(edition, block, language), said=f"{colours}.")


def block_name(edition: Edition, block: str, language: str) -> str:
    """A block as people name it: its shape, and the colour it doubles in brackets."""
    shape, _, colour = block.rpartition("-")
    return f"{_name(edition.all_shapes, shape, language)} ({_name(edition.colours, colour, language)})"


def _name(things: Sequence[Any], id: str, language: str) -> str:
    names: Names = next(thing.names for thing in things if thing.id == id)
    return names[language]


def colours_of(game: Game, block: str) -> list[str]:
    """The colour of each cube of a block, in its own cube order (CMP-1, CMP-2)."""
    edition, table = game.edition, game.table
    shape, doubled = divmod(table.block_number[block], table.colours)
    step = 0 if shape >= len(edition.shapes) else 1
    cubes = len(edition.all_shapes[shape].cubes)
    return [edition.colour_ids[(doubled + step * cube) % table.colours] for cube in range(cubes)]


class Teller:
    """Describes one game in one language."""

    def __init__(self, game: Game, language: str, drawn: bool = False) -> None:
        self.game = game
        self.language = language
        self.words = words(language)
        self.drawn = drawn

    # -- names -------------------------------------------------------------------------------------------------

    def seat(self, seat: int) -> str:
        """A seat: its colour, or the player and Winter."""
        name = self.game.name(seat)
        return _capital(self.words.say(name) if self.game.mode == "solo" else self.colour(name))

    def colour(self, id: str) -> str:
        """A colour's name."""
        return _name(self.game.edition.colours, id, self.language)

    def site(self, id: str) -> str:
        """A site's name."""
        return _name(self.game.edition.sites, id, self.language)

    def shape(self, id: str) -> str:
        """A shape's name, or the snowflake's."""
        return self.words.say("snowflake") if id == SNOW else _name(self.game.edition.all_shapes, id, self.language)

    def block(self, id: str) -> str:
        """A block's name."""
        return block_name(self.game.edition, id, self.language)

    # -- positions and steps -----------------------------------------------------------------------------------

    def position(self, figure: BoardFigure) -> Iterator[str]:
        """What lies there before the first step."""
        position = figure.first
        if position.snow:
            yield self.words.say("snow", depth=position.snow)
        for id in figure.sites:
            site = self.game.edition.site_ids.index(id)
            marks = " ".join(_MARK[mark] for mark in self.game.marks[site])
            yield f"{_capital(self.site(id))} ({self.words.say('marks', marks=marks)})."
            for placement, _ in position.buildings[site].placed:
                at = self.game.table[placement]
                yield self.says(_capital(self.block(at.block)), f"{self.cubes(at.block, at.cubes)}.")
            if not figure.steps:
                yield from self._plan(id)
        if figure.sites:
            yield self.words.say("cells")
        if figure.steps:
            yield self.words.say("cards", cards=self.words.list(map(self.shape, position.display)))
        if any(position.scores):
            yield self.words.say("scores", scores=self._scores(position))

    def says(self, what: str, said: str) -> str:
        """With a colon, as the language writes it."""
        return self.words.say("says", what=what, said=said)

    def _plan(self, id: str) -> Iterator[str]:
        """The columns of a site row by row, and its joints."""
        site = next(site for site in self.game.edition.sites if site.id == id)
        yield self.words.say("columns", count=len(site.columns))
        for y, row in enumerate(site.plan):
            yield self.words.say(
                "row", y=y, columns=self.words.list(str(x) for x, mark in enumerate(row) if mark == "#")
            )
        if site.joints:
            yield self.joints(id)

    def joints(self, id: str) -> str:
        """The joints of a site, each as a pair of columns; empty if it has none."""
        joints = next(site.joints for site in self.game.edition.sites if site.id == id)
        pairs = (f"{ax},{ay} – {bx},{by}" for (ax, ay), (bx, by) in joints)
        return self.words.say("joints", joints="; ".join(pairs)) if joints else ""

    def cubes(self, block: str, cells: Sequence[Sequence[int]]) -> str:
        """Each cube's colour and where it is."""
        colours = colours_of(self.game, block)
        return self.words.list(
            f"{self.colour(colour)} {','.join(map(str, cell))}" for colour, cell in zip(colours, cells, strict=True)
        )

    def _scores(self, position: Position) -> str:
        ids = self.game.edition.colour_ids
        shown = ids if self.game.mode == "solo" else self.game.colours
        return self.words.list(f"{self.colour(id)} {position.score(id)}" for id in shown)

    def step(self, step: Step) -> str:
        """What happens in a step, or why it may not."""
        said = [self._refused(step)] if step.refusal else [self.event(event) for event in step.events]
        text = " ".join(sentence for sentence in said if sentence)
        return self.says(self.words.say("again"), text) if step.again else text

    def _refused(self, step: Step) -> str:
        move = step.move
        assert step.refusal is not None
        seat = self.game.seat(move["by"])
        assert seat is not None
        heading = load(self.language, self.game.edition)[step.refusal.rule].heading
        return self.words.say(
            "refused_less" if step.gain else "refused",
            by=self.seat(seat),
            block=self.block(move["block"]),
            site=self.site(move["site"]),
            cells="" if self.drawn else f" ({self.cubes(move['block'], move['cubes'])})",
            rule=step.refusal.rule,
            heading=heading,
            points=sum(step.gain.values()),
        )

    def event(self, event: Event) -> str:
        """An event in words; empty if the figure does not need it."""
        say = self.words.say
        match event:
            case Drew(seat, card):
                return say("drew_snow" if card == SNOW else "drew", by=self.seat(seat), card=self.shape(card))
            case Placed(seat, placement, scored):
                at = self.game.table[placement]
                told = [say("placed", by=self.seat(seat), block=self.block(at.block), site=self.site(at.site),
                            cells="" if self.drawn else f" ({self.cubes(at.block, at.cubes)})")]  # fmt: skip
                told += [
                    say(
                        "scored",
                        colour=_capital(self.colour(it.colour)),
                        points=it.points,
                        new=len(it.new),
                        linked=len(it.linked),
                    )
                    for it in scored
                ]
                return " ".join(told if scored else [*told, say("scored_nothing")])
            case WinterChose(cubes, points, marks, tied):
                return say("winter_chose", cubes=cubes, points=points, marks=marks, tied=tied)
            case Completed(seat, site):
                return say("completed", by=self.seat(seat), site=self.site(site))
            case ChallengeEarned(challenge, colour, points):
                name = _name(self.game.edition.solo.challenges, challenge, self.language)
                return say("challenge_earned", challenge=name, colour=self.colour(colour), points=points)
            case Doubled(seat, points):
                return say("doubled", by=self.seat(seat), points=points)
            case TookHalf(seat, points):
                return say("took_half", by=self.seat(seat), points=points)
            case Peeked(seat, cards):
                return say("peeked", by=self.seat(seat), cards=self.words.list(map(self.shape, cards or ())))
            case PutBack(seat, order):
                return say("put_back", by=self.seat(seat), order=self.words.list(str(it + 1) for it in order or ()))
            case ClaimedUnable(seat, shape):
                return say("claimed_unable", by=self.seat(seat), shape=self.shape(shape))
            case Passed(seat):
                return say("passed", by=self.seat(seat))
            case Removed(_, block):
                return say("removed", block=self.block(block))
            case LostTurn(seat):
                return say("lost_turn", by=self.seat(seat))
            case SnowFell(level, sites):
                tallies = [
                    say(
                        "snow_site",
                        site=_capital(self.site(it.site)),
                        mark=_MARK[it.mark],
                        counts=self.words.list(
                            f"{self.colour(colour)} {count} → {self.words.fill('{points|signed}', {'points': points})}"
                            for (colour, count), points in zip(it.cubes.items(), it.points.values(), strict=True)
                        ),
                    )
                    for it in sites
                ]
                return " ".join([say("snow_fell", level=level), *tallies])
            case SnowLies(depth):
                return say("snow_lies", depth=depth)
            case BonusDue(colour, shape):
                return say("bonus_due", colour=self.colour(colour), shape=self.shape(shape))
            case GameOver(scores, _, winners, decided_by):
                final = self.words.list(f"{self.colour(colour)} {score}" for colour, score in scores.items())
                seats = [seat for seat in range(self.game.seats) if self.game.name(seat) in winners]
                how = winners[0] if self.game.mode == "solo" else decided_by
                won = say(f"won_{how}", names=self.words.list(map(self.seat, seats)))
                return say("game_over", scores=final, won=won)
            case _:
                return ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
