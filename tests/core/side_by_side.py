"""One game played by the pure rules and by the core at the same time, compared before and after every action."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from nouvelle_france.core import events
from nouvelle_france.core.building import completes, points_of
from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.events import new_log
from nouvelle_france.core.judging.listing import list_and_score
from nouvelle_france.core.judging.notes import new_notes
from nouvelle_france.core.legal import count_placements, list_actions
from nouvelle_france.core.position import earns, marks_of
from nouvelle_france.core.records import DECIDED, NOBODY, UNKNOWN_CARD, Game, Tables, Work
from nouvelle_france.core.state import play
from nouvelle_france.core.tables import core_tables, new_games
from nouvelle_france.core.translate import action_id, action_of, fill_position, game_of_state, logged, rows_of
from nouvelle_france.edition import Edition
from nouvelle_france.rules import PLAYER, WINTER, Action, Bonus, Place, Setup, start
from nouvelle_france.rules.phase import Phase

SAMPLE = 6
"""Placements of a position whose gains are compared; in a thorough game all of them are."""

TASTES = ("any", "ground", "top", "points")
"""What a game's placements have much of: nothing special, columns covered, height, points."""

Ints = NDArray[np.int64]


@compiled
def gains(t: Tables, g: Game, placements: Ints, rows: Ints, work: Work) -> None:
    """By placement: points by colour, stick marks by colour, whether it completes, what it earns."""
    colours = rows.shape[1] // 2 - 1
    for number in range(len(placements)):
        pose, block = placements[number] // colours, placements[number] % colours
        for colour in range(colours):
            rows[number, colour] = points_of(t, g, placements[number], colour, work)
            rows[number, colours + colour] = marks_of(t, g, pose, block, colour)
        rows[number, 2 * colours] = completes(t, g, pose)
        rows[number, 2 * colours + 1] = earns(t, g, pose)


class DifferenceError(AssertionError):
    """The two disagree."""


class SideBySide:
    """A game in both. ``happened`` counts the events, and a few things events do not tell."""

    def __init__(
        self, name: str, setup: Setup, seed: int, happened: Counter[object], *, thorough: bool = False
    ) -> None:
        self.name = f"{name}, seed {seed}"
        self.rng = Random(f"{name}/{seed}")
        self.game = setup.game
        self.solo = setup.game.mode == "solo"
        self.tables = core_tables(setup.game.edition)
        self.state = start(setup)
        self.core = game_of_state(self.state)
        self.wanted = new_games(setup.game.edition, 1)
        self.notes = new_notes(self.tables)
        self.work = self.notes["work"]
        self.log = new_log()
        self.moves = 0
        self.happened = happened
        self.thorough = thorough
        self.taste = TASTES[seed % len(TASTES)]

    def play_out(self) -> None:
        """Play to the end."""
        self._compare_records("at the start")
        while not self.state.over:
            self.move()
        self._same("movers", self.core[0]["asked_count"], 0)

    def move(self) -> None:
        """Compare what may be done, do one of it in both, compare what came of it."""
        position = self.state.position
        seat = self.rng.choice(position.movers)
        legal = self.state.legal.of_seat(seat)
        placements = self._compare_legal(seat)
        self._compare_gains(seat, placements)
        # What is rare among actions is as likely as what is common.
        kind = self.rng.choice(legal.kinds())
        if kind in ("place", "bonus"):
            action = self._placement(seat, placements)
        else:
            action = self.rng.choice(legal.of_kind(kind))
        number = action_id(self.game, action)
        self._same("action", action_of(self.game, seat, number), action)

        step = self.state.play(action)
        play(self.tables, self.core[0], seat, number, self.log, self.work)
        self.moves += 1
        self.state = step.state
        rows = logged(self.log)
        self._same(f"events of {action}", rows, rows_of(self.game, step.events))
        self._note(action, rows)
        self._compare_records(f"after {action}")

    def _same(self, what: str, ours: object, wanted: object) -> None:
        if ours != wanted:
            raise DifferenceError(
                f"{self.name}, move {self.moves}, {what}: the core says {ours}, the pure rules {wanted}"
            )

    # -- comparing -----------------------------------------------------------------------------------------------

    def _compare_legal(self, seat: int) -> Ints:
        """The same placements in the same order, and the same other actions."""
        position = self.state.position
        core = self.core[0]
        self._same("movers", core["asked"][: core["asked_count"]].tolist(), list(position.asked))
        out = self.work["actions"]
        count = list_actions(self.tables, core, seat, out, self.work)
        ours = out[:count].astype(np.int64)
        wanted: list[int] = []
        others: list[int] = []
        legal = self.state.legal.of_seat(seat)
        for kind in legal.kinds():
            if kind in ("place", "bonus"):
                wanted += [it.placement for it in legal.of_kind(kind) if isinstance(it, Place | Bonus)]
            else:
                others += [action_id(self.game, it) for it in legal.of_kind(kind)]
        is_placement = ours < len(self.game.table)
        placements: Ints = ours[is_placement]
        self._same("legal placements", placements.tolist(), wanted)
        self._same("other legal actions", sorted(ours[~is_placement].tolist()), sorted(others))
        if not (self.solo and seat == WINTER):
            self._same("number of placements", count_placements(self.tables, core), len(wanted))
        return placements

    def _compare_gains(self, seat: int, placements: Ints) -> None:
        if not len(placements):
            return
        quick = self._listed_gains(seat, placements)
        if not self.thorough and len(placements) > SAMPLE:
            placements = placements[[self.rng.randrange(len(placements)) for _ in range(SAMPLE)]]
        position = self.state.position
        colours = self.game.table.colours
        rows = self._gains(placements)
        ids = self.game.edition.colour_ids
        for placement, row in zip(placements.tolist(), rows.tolist(), strict=True):
            pose, block = self.game.table.pose(placement), placement % colours
            building = position.buildings[pose.site]
            scoring = position.scoring(placement, seat)
            wanted = [
                *(building.points(pose, block, colour, position.snow) for colour in range(colours)),
                *(position.marks_of(pose, block, colour) for colour in range(colours)),
                scoring.completes,
                sum(1 << number for number in position.earns(pose)),
            ]
            self._same(f"points, marks, completes, earns of placement {placement}", row, wanted)
            for scored in scoring.scored:
                self._same(f"gain of placement {placement}", row[ids.index(scored.colour)], scored.points)
            if placement in quick:
                white = scoring.gain.get(ids[self.game.winter], 0) if self.solo else 0
                own = ids[self.game.colour_of_site[pose.site] if self.solo else self.game.colour_of_seat[seat]]
                self._same(f"listed gain of placement {placement}", quick[placement], (scoring.gain.get(own, 0), white))

    def _listed_gains(self, seat: int, placements: Ints) -> dict[int, tuple[int, int]]:
        """By the function that lists and scores at once: own points and, in solo, white's. Winter has no use for it."""
        if self.solo and seat == WINTER:
            return {}
        count = list_and_score(self.tables, self.core[0], seat, self.notes)
        listed = self.notes["listed"][:count]
        self._same("placements listed and scored", listed.tolist(), placements.tolist())
        white = self.notes["white_gains"][:count] if self.solo else np.zeros(count, np.int64)
        pairs = zip(self.notes["gains"][:count].tolist(), white.tolist(), strict=True)
        return dict(zip(listed.tolist(), pairs, strict=True))

    def _gains(self, placements: Ints) -> Ints:
        rows = np.zeros((len(placements), 2 * self.game.table.colours + 2), np.int64)
        gains(self.tables, self.core[0], placements, rows, self.work)
        return rows

    def _compare_records(self, when: str) -> None:
        """Every field; what is stale in the core (behind a count) is left out, the rest must be the same bytes."""
        ours = self.core.copy()
        record, wanted = ours[0], self.wanted[0]
        fill_position(wanted, self.state.position, self.state.deck)
        for site, building in enumerate(self.state.position.buildings):
            slots = np.flatnonzero(np.unpackbits(record["standing"][site].view(np.uint8), bitorder="little"))
            poses = self.tables["slot_pose"][site][slots]
            size = len(building.site.poses) + 7 >> 3
            bits = np.frombuffer(building.standing.to_bytes(size, "little"), np.uint8)
            should = np.flatnonzero(np.unpackbits(bits, bitorder="little")) + building.site.first
            if not np.array_equal(poses, should):
                self._same(f"poses that stand on site {site} {when}", poses.tolist(), should.tolist())
        wanted["standing"] = record["standing"]  # has just been compared
        record["asked"][record["asked_count"] :] = 0
        record["display"][record["display_count"] :] = NOBODY
        record["deck"][: record["top"]] = UNKNOWN_CARD
        record["due"][record["due_count"] :] = 0
        if record["claim_shape"] == NOBODY:
            record["claim_colour"] = 0
        # A position knows the order of blocks on each site, the core that of all.
        count = record["placed_count"]
        sites = self.tables["pose_site"][record["placed"][:count] // self.game.table.colours]
        order = np.argsort(sites, kind="stable")
        record["placed"][:count] = record["placed"][:count][order]
        record["placed_by"][:count] = record["placed_by"][:count][order]
        if ours.tobytes() != self.wanted.tobytes():
            names = ours.dtype.names or ()
            unlike = [name for name in names if not np.array_equal(record[name], wanted[name])]
            self._same(
                f"{', '.join(unlike)} {when}",
                [record[name].tolist() for name in unlike],
                [wanted[name].tolist() for name in unlike],
            )

    # -- choosing ------------------------------------------------------------------------------------------------

    def _placement(self, seat: int, placements: Ints) -> Action:
        """A placement to the taste of this game, of a few; or one that chases a challenge."""
        position = self.state.position
        lore = pose_lore(self.game.edition)
        chosen = placements
        if position.phase is Phase.PLACE and seat == PLAYER and position.unearned and self.rng.random() < 0.9:
            chosen = self._chase(placements, lore)
        few = chosen[[self.rng.randrange(len(chosen)) for _ in range(8)]]
        if self.taste == "points":
            rows = self._gains(few)
            sites = self.tables["pose_site"][few // self.game.table.colours]
            own = self.tables["solo_colour"][sites] if self.solo else self.game.colour_of_seat[seat]
            worth = rows[np.arange(len(few)), own]
        else:
            worth = lore[self.taste][few // self.game.table.colours]
        return action_of(self.game, seat, int(few[np.argmax(worth)]))

    def _chase(self, placements: Ints, lore: dict[str, Ints]) -> Ints:
        """What earns a challenge; or stands as one wants it; or prepares for that; or has its shape and site."""
        position = self.state.position
        poses = placements // self.game.table.colours
        open_ones = sum(1 << number for number in position.unearned)
        fitting = placements[lore["wanted"][poses] & open_ones != 0]
        earning = [it for it in fitting if position.earns(self.game.table.pose(int(it)))]
        if earning:
            return np.array(earning)
        for part in ("drawn", "prepares"):
            some: Ints = placements[lore[part][poses] & open_ones != 0]
            if len(some) and self.rng.random() < 0.8:
                return some
        return fitting if len(fitting) else placements

    def _note(self, action: Action, rows: list[tuple[int, ...]]) -> None:
        for kind, first, second, *_ in rows:
            self.happened[kind] += 1
            if kind == events.CHALLENGE_EARNED:
                self.happened["challenge", first] += 1
            if kind == events.GAME_OVER:
                self.happened["decided by", DECIDED[second]] += 1
                self.happened["won by", first] += 1
            if kind == events.CLAIMED_UNABLE and self.solo:
                self.happened["stuck", first] += 1
        if isinstance(action, Place) and self.game.table.pose(action.placement).too_high:
            self.happened["above the top level"] += 1


@cache
def pose_lore(edition: Edition) -> dict[str, Ints]:
    """What is worth knowing of each pose in order to make rare things happen."""
    tables = core_tables(edition)
    poses = len(tables["pose_site"])
    cubes = tables["cube_column"] >= 0
    lore = {
        "any": np.zeros(poses, np.int64),
        "top": tables["cube_level"].max(axis=1).astype(np.int64),
        "ground": ((tables["foot_column"] >= 0) & (tables["foot_level"] == 1)).sum(axis=1),
        "wanted": np.zeros(poses, np.int64),
        "drawn": tables["pose_challenges"].astype(np.int64),
        "prepares": np.zeros(poses, np.int64),
    }
    for number, (site, shape, *_) in enumerate(tables["challenge"].tolist()):
        here = tables["pose_site"] == site
        lore["wanted"][here & (tables["pose_shape"] == shape)] |= 1 << number
        for goal in np.flatnonzero(tables["pose_challenges"] >> number & 1):
            feet = range(tables["feet"][goal])
            level, column = min((tables["foot_level"][goal, foot], tables["foot_column"][goal, foot]) for foot in feet)
            under = (tables["cube_column"] == column) & cubes
            below = tables["cube_level"] < level
            lore["prepares"][here & (under & below).any(axis=1) & ~(under & ~below).any(axis=1)] |= 1 << number
    return lore
