"""An analysis as plain JSON: the players' numbers, every choice, all luck, the course and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Literal

from nouvelle_france.record import Match, write_action
from nouvelle_france.review.depths import Depth
from nouvelle_france.review.judging import PLACES, Judged, Judgement, Points, Weighed
from nouvelle_france.review.ledger import CHANCES, Entry, Ledger, ledger_of
from nouvelle_france.review.steps import Step, digest_of, steps_of
from nouvelle_france.review.winning import chances
from nouvelle_france.rules import Bonus, Game, Place
from nouvelle_france.rules.game import PLAYER

FORMAT = "nouvelle-france-analysis/1"

Verdict = Literal["slip", "mistake", "blunder"]

VERDICTS: tuple[tuple[Verdict, float], ...] = (("blunder", 8.0), ("mistake", 5.0), ("slip", 3.0))
"""The verdict on a choice that gave up this many points or more …"""

CERTAIN = 3.0
"""… if that is more than this many of its standard errors: no verdict lies within the error."""

WITHIN = 2.0
"""An answer that gives up less than this many standard errors is as good as the best."""

TURNING = 3
"""How many turning points are listed."""

DIGITS = 4
"""Decimal places of chances."""


def verdict_on(regret: float, error: float) -> Verdict | None:
    """The verdict on a choice that gave up this much."""
    if regret <= CERTAIN * error:
        return None
    return next((name for name, points in VERDICTS if regret >= points), None)


def tell(match: Match, judged: Sequence[Judged], depth: Depth) -> dict[str, Any]:
    """The analysis of a finished match, whose steps were judged to that depth."""
    return _Teller(match, judged, depth).analysis()


def tell_retry(step: Step, judgement: Judgement | None) -> dict[str, Any]:
    """The worth of another answer to a choice, judged in place of the one played."""
    told: dict[str, Any] = {"moment": step.moment, "regret": 0.0, "error": 0.0, "chance": 0.0, "now": {}, "why": []}
    if judgement is not None:
        told |= _regret(step, judgement) | _reasons(judgement.played)
    right = told["regret"] <= WITHIN * told["error"]
    return {**told, "right": right, "verdict": verdict_on(told["regret"], told["error"])}


def _regret(step: Step, judgement: Judgement) -> dict[str, Any]:
    seat = step.action.seat
    best, played = (
        chances(step.position, it.margins)[seat] for it in (judgement.best, judgement.played)
    )  # fmt: skip
    return {
        "regret": judgement.regret,
        "error": round(judgement.error, PLACES),
        "chance": round(best - played, DIGITS) + 0.0,
    }


def _reasons(weighed: Weighed) -> dict[str, Any]:
    hint = weighed.hint
    why = [{"what": it.what, "points": round(float(it.points), 1)} for it in hint.why]
    return {"now": dict(hint.now), "why": why}


class _Teller:
    def __init__(self, match: Match, judged: Sequence[Judged], depth: Depth) -> None:
        self._match = match
        self._depth = depth
        self._game: Game = match.setup.game
        self._steps = steps_of(match)
        self._judged = judged
        self._end = match.state.position
        self._ledger: Ledger = ledger_of(self._steps, judged, self._end)
        seats = (PLAYER,) if self._game.mode == "solo" else range(self._game.seats)
        self._names = [self._game.name(seat) for seat in seats]

    def analysis(self) -> dict[str, Any]:
        choices = [
            self._choice(step, it.choice)
            for step, it in zip(self._steps, self._judged, strict=True)
            if it.choice is not None
        ]
        return {
            "format": FORMAT,
            "game": digest_of(self._match.record()),
            "edition": self._game.edition.id,
            "mode": self._game.mode,
            "bot": self._depth.name,
            "players": [self._player(seat, choices) for seat in range(len(self._names))],
            "choices": choices,
            "luck": [self._luck(it) for it in self._ledger.entries if it.what != "choice" and any(it.change)],
            "course": self._course(),
            "turning": self._turning(),
        }

    def _by_seat(self, points: Points, places: int = PLACES) -> dict[str, float]:
        return {name: round(it, places) + 0.0 for name, it in zip(self._names, points, strict=True)}

    # -- the parts ---------------------------------------------------------------------------------------------------

    def _player(self, seat: int, choices: Sequence[dict[str, Any]]) -> dict[str, Any]:
        result = self._end.result
        assert result is not None
        ledger, name = self._ledger, self._names[seat]
        mine = [it for it in choices if it["seat"] == name]
        luck = {
            what: self._total(seat, [it for it in ledger.entries if it.what == what]) for what in CHANCES
        }  # fmt: skip
        own = [it for it in ledger.entries if it.what == "choice" and it.step.action.seat == seat]
        others = [it for it in ledger.entries if it.what == "choice" and it.step.action.seat != seat]
        regret, received = -self._total(seat, own) + 0.0, self._total(seat, others)
        sits = self._match.seats[seat]
        solo = self._game.mode == "solo"
        verdicts = [it["verdict"] for it in mine]
        return {
            "seat": name,
            "name": sits.name,
            "bot": sits.bot,
            "score": round(ledger.stands[-1][seat]) if solo else result.scores[name],
            "won": round(chances(self._end, ledger.stands[-1])[seat], DIGITS),
            "margin": ledger.stands[-1][seat],
            "start": ledger.stands[0][seat],
            "luck": round(sum(luck.values()), PLACES) + 0.0,
            "skill": round(received - regret, PLACES) + 0.0,
            "regret": regret,
            "error": round(sqrt(sum(it["error"] ** 2 for it in mine)), PLACES),
            "received": received,
            "luck_of": luck,
            "chance": round(chances(self._steps[0].position, ledger.stands[0])[seat], DIGITS),
            "chance_given": round(sum(it["chance"] for it in mine), DIGITS) + 0.0,
            "choices": len(mine),
            "slips": verdicts.count("slip"),
            "mistakes": verdicts.count("mistake"),
            "blunders": verdicts.count("blunder"),
        }

    @staticmethod
    def _total(seat: int, entries: Sequence[Entry]) -> float:
        return round(sum(it.change[seat] for it in entries), PLACES) + 0.0

    def _choice(self, step: Step, judgement: Judgement) -> dict[str, Any]:
        regret = _regret(step, judgement)
        given = [
            played - best for played, best in zip(judgement.played.margins, judgement.best.margins, strict=True)
        ]  # fmt: skip
        return {
            **self._where(step),
            "phase": step.position.phase.value,
            **self._action(judgement.played),
            **regret,
            "verdict": verdict_on(regret["regret"], regret["error"]),
            "given": self._by_seat(tuple(given)),
            "why": _reasons(judgement.played)["why"],
            "alternatives": [self._alternative(step, judgement, it) for it in judgement.others],
        }

    def _alternative(self, step: Step, judgement: Judgement, other: Weighed) -> dict[str, Any]:
        seat = step.action.seat
        chance, played = (
            chances(step.position, it.margins)[seat] for it in (other, judgement.played)
        )  # fmt: skip
        return {
            **self._action(other),
            "gain": other.gain,
            "error": round(other.error, PLACES),
            "chance": round(chance - played, DIGITS) + 0.0,
            **_reasons(other),
        }

    def _luck(self, entry: Entry) -> dict[str, Any]:
        return {
            **self._where(entry.step),
            "what": entry.what,
            "card": entry.step.card if entry.what in ("card", "snow") else None,
            "worth": self._by_seat(entry.change),
        }

    def _course(self) -> list[dict[str, Any]]:
        positions = [*(step.position for step in self._steps), self._end]
        return [
            {
                "moment": moment,
                "margins": self._by_seat(margins),
                "chances": self._by_seat(chances(position, margins), DIGITS),
            }
            for moment, (position, margins) in enumerate(zip(positions, self._ledger.stands, strict=True))
        ]

    def _turning(self) -> list[dict[str, Any]]:
        """What changed somebody's chance of winning most, without openings, which nobody caused or saw."""
        told = []
        for entry in self._ledger.entries:
            if entry.what == "opening":
                continue
            last = entry.step is self._steps[-1] and entry.after == self._ledger.stands[-1]
            now = chances(self._end if last else entry.step.position, entry.after)
            was = chances(entry.step.position, entry.before)
            changes = tuple(it - its for it, its in zip(now, was, strict=True))
            told.append((max(map(abs, changes)), entry, changes))
        told.sort(key=lambda it: -it[0])
        return [
            {
                **self._where(entry.step),
                "what": entry.what,
                "chances": self._by_seat(changes, DIGITS),
                "margins": self._by_seat(entry.change),
            }
            for size, entry, changes in told[:TURNING]
            if size > 0
        ]

    # -- words -------------------------------------------------------------------------------------------------------

    def _where(self, step: Step) -> dict[str, Any]:
        return {"moment": step.moment, "move": step.move, "seat": self._game.name(step.action.seat)}

    def _action(self, weighed: Weighed) -> dict[str, Any]:
        action = weighed.action
        return {
            "action": write_action(self._game, action),
            "placement": action.placement if isinstance(action, Place | Bonus) else None,
        }
