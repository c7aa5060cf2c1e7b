"""The numbers of one game, from the events of its replay, which account for every point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from nouvelle_france.edition import Edition
from nouvelle_france.record import FaultyRecordError, Match, Record, faults, replay
from nouvelle_france.rules import PLAYER, SNOW, WINTER, Event, Game
from nouvelle_france.rules.events import (
    BonusDue,
    BonusLost,
    ChallengeEarned,
    ClaimedUnable,
    Completed,
    Declined,
    Doubled,
    Drew,
    GameOver,
    LostTurn,
    Peeked,
    Placed,
    PutBack,
    Removed,
    SnowFell,
    SnowLies,
    TookHalf,
    TurnBegan,
)

PEOPLE = "people"
"""The name for all seats without a bot."""

ALLIES = ("fille", "coureur", "huron")
"""The three tokens (CMP-6)."""


def sources(levels: int) -> tuple[str, ...]:
    """Where points come from: blocks, bonus blocks, allies, challenges, the snowfalls and the disks."""
    snow = tuple(f"snow-{level}" for level in range(1, levels + 1))
    return ("new", "linked", "bonus-new", "bonus-linked", "fille", "coureur", "challenges", *snow, "disks")


class Use(NamedTuple):
    """A Fille or a Coureur was used, in a stage, for this many points."""

    ally: str
    seat: int
    stage: int
    points: int


class Look(NamedTuple):
    """A Huron was used: before the turn or after it, with snow among the cards or not, and were they moved?"""

    seat: int
    stage: int
    before: bool
    snow: bool
    moved: bool


class SeatStage(NamedTuple):
    """Something that happened to a seat in a stage, counted from 1."""

    seat: int
    stage: int


class Completion(NamedTuple):
    """A building was completed, by a seat, in a stage."""

    site: str
    seat: int
    stage: int


@dataclass(frozen=True, slots=True)
class SoloFacts:
    """The facts only of a solo game."""

    constraint: str
    track: str
    architecture: tuple[str, ...]
    earned: tuple[str, ...]
    due: tuple[tuple[str, str], ...]
    """Bonus pieces triggered, as (piece, colour of the marker)."""
    lost: tuple[tuple[str, str], ...]
    """Those of them that fitted nowhere."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One finished game. *Holders* have a score: the seats at a table, in solo the four colours."""

    mode: str
    players: int
    variant: tuple[str, ...]
    """How its rules differ from the standard ones."""
    deal: str
    """The same for games with the same cards and sticks, which are not independent of each other."""
    bots: tuple[str, ...]
    """By seat; :data:`PEOPLE` for seats without a bot."""
    sites: tuple[str, ...]
    pieces: tuple[str, ...]
    """The bonus shapes, one per stage."""
    holders: tuple[str, ...]
    """The colours of the scores."""
    points: tuple[Mapping[str, int], ...]
    """By holder: points by source, never a zero; their sum is the score."""
    wins: tuple[float, ...]
    """By seat; a shared title is split."""
    decided_by: str
    disk_decided: bool
    """Without the disks, none of the winners would have won."""
    turns: int
    placed: tuple[int, ...]
    """By seat (in solo the player's and Winter's): construction blocks placed."""
    moves: int
    bonus: tuple[SeatStage, ...]
    completed: tuple[Completion, ...]
    stuck: tuple[SeatStage, ...]
    """Turns with a claim of being unable."""
    removed: tuple[SeatStage, ...]
    """Blocks that went to the box."""
    lost_turns: tuple[SeatStage, ...]
    """Turns lost because another seat placed the claimed shape (UNA-2)."""
    uses: tuple[Use, ...]
    looks: tuple[Look, ...]
    declined: Mapping[str, int]
    """By ally: chances not taken."""
    rounds: tuple[tuple[int, ...], ...]
    """The scores after each round (in solo: after each cycle)."""
    lead_changes: int
    leaders: tuple[int | None, ...]
    """The seat with the sole lead after each snowfall but the last; in solo, who would have won."""
    solo: SoloFacts | None

    @property
    def scores(self) -> tuple[int, ...]:
        """The final scores, by holder."""
        return tuple(sum(points.values()) for points in self.points)

    @property
    def blocks(self) -> int:
        """Construction blocks placed by anyone."""
        return sum(self.placed)

    @property
    def stages(self) -> int:
        """How many stages the game had."""
        return len(self.pieces)

    @property
    def margin(self) -> int:
        """The best score less the second; in solo, the weakest colour's lead over Winter."""
        if self.solo is not None:
            return self.lead_over_winter
        best, second = sorted(self.scores, reverse=True)[:2]
        return best - second

    @property
    def lead_over_winter(self) -> int:
        """Solo: how far the weakest colour is ahead of Winter; above 0 the player has won (SOL-11)."""
        assert self.solo is not None
        return _solo_lead(self.scores)


def observe(record: Record, edition: Edition) -> Facts | None:
    """The facts of a game, or None for one that is not over.

    Raises the errors of a replay, and a :class:`~nouvelle_france.record.FaultyRecordError` if the record contradicts
    the rules: such a game is no evidence.
    """
    match = replay(record, edition)
    fault = next(faults(record, edition), None) if _differs(record, match) else None
    if fault is not None:
        raise FaultyRecordError(fault)
    if not match.state.over:
        return None
    walk = _Walk(match.setup.game)
    for played in match.history:
        for event in played.events:
            walk.take(event)
    return walk.facts(record, match)


def _differs(record: Record, match: Match) -> bool:
    """Whether the record differs from what replaying it writes. Finding the difference takes a second replay."""
    written = match.record()
    return record.moves != written.moves or record.result != written.result


def _variant(game: Game) -> tuple[str, ...]:
    rules = game.rules
    names = ["one card"] if rules.one_card else []
    if game.mode == "table" and rules.allies != "each_stage":
        names.append("no allies" if rules.allies == "none" else f"allies {rules.allies}")
    if rules.support != "free-standing":
        names.append(rules.support)
    if rules.unable != "verified":
        names.append(f"unable {rules.unable}")
    return tuple(names)


def _solo_lead(scores: Sequence[int]) -> int:
    """The weakest colour less Winter, whose score comes first."""
    return min(scores[1:]) - scores[0]


@dataclass(slots=True)
class _Walk:
    """Goes through a game's events and counts."""

    game: Game
    holders: tuple[str, ...] = ()
    points: list[Counter[str]] = field(default_factory=list)
    stage: int = 1
    turns: int = 1
    turn_seat: int = 0
    turn_stuck: bool = False
    turn_acted: bool = False
    placed: Counter[int] = field(default_factory=Counter)
    bonus: list[SeatStage] = field(default_factory=list)
    completed: list[Completion] = field(default_factory=list)
    stuck: list[SeatStage] = field(default_factory=list)
    removed: list[SeatStage] = field(default_factory=list)
    lost_turns: list[SeatStage] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    declined: Counter[str] = field(default_factory=Counter)
    rounds: list[tuple[int, ...]] = field(default_factory=list)
    leaders: list[int | None] = field(default_factory=list)
    leader: int | None = None
    lead_changes: int = 0
    earned: list[str] = field(default_factory=list)
    due: list[tuple[str, str]] = field(default_factory=list)
    lost: list[tuple[str, str]] = field(default_factory=list)
    before_disks: tuple[int, ...] = ()
    decided_by: str = ""

    def __post_init__(self) -> None:
        ids = self.game.edition.colour_ids
        winter = self.game.edition.solo.winter
        # In solo Winter's colour comes first, whatever the edition's order.
        self.holders = self.game.colours or (winter, *(colour for colour in ids if colour != winter))
        self.points = [Counter() for _ in self.holders]

    def take(self, event: Event) -> None:
        """Count one event."""
        here = self.stage
        match event:
            case TurnBegan(seat):
                self._end_turn()
                self.turns += 1
                self.turn_seat, self.turn_stuck, self.turn_acted = seat, False, False
            case Drew():
                self.turn_acted = True
            case Placed(seat, _, scored, bonus):
                self.turn_acted = True
                if bonus:
                    self.bonus.append(SeatStage(seat, here))
                else:
                    self.placed[seat] += 1
                kind = "bonus-" if bonus else ""
                for it in scored:
                    self._gain(it.colour, f"{kind}new", len(it.new))
                    self._gain(it.colour, f"{kind}linked", len(it.linked))
            case Completed(seat, site):
                self.completed.append(Completion(site, seat, here))
            case ChallengeEarned(challenge, colour, points):
                self.earned.append(challenge)
                self._gain(colour, "challenges", points)
            case Doubled(seat, points):
                self.uses.append(Use("fille", seat, here, points))
                self._gain(self.holders[seat], "fille", points)
            case TookHalf(seat, points):
                self.uses.append(Use("coureur", seat, here, points))
                self._gain(self.holders[seat], "coureur", points)
            case Declined(_, ally):
                self.declined[ally] += 1
            case Peeked(seat, cards):
                snow = cards is not None and SNOW in cards
                self.looks.append(Look(seat, here, not self.turn_acted, snow, moved=False))
            case PutBack(_, order):
                moved = order is not None and list(order) != sorted(order)
                self.looks[-1] = self.looks[-1]._replace(moved=moved)
            case ClaimedUnable(seat, _):
                if not self.turn_stuck:
                    self.stuck.append(SeatStage(seat, here))
                self.turn_stuck = True
            case Removed(seat, _):
                self.removed.append(SeatStage(seat, here))
            case LostTurn(seat):
                self.lost_turns.append(SeatStage(seat, here))
            case SnowFell(level, tallies):
                for tally in tallies:
                    for colour, points in tally.points.items():
                        self._gain(colour, f"snow-{level}", points)
                if level < self.game.edition.levels:
                    self.leaders.append(self._in_front())
            case SnowLies(depth):
                self.stage = depth + 1
            case BonusDue(colour, shape):
                self.due.append((shape, colour))
            case BonusLost(colour, shape):
                self.lost.append((shape, colour))
            case GameOver(_, disks, _, decided_by):
                self.before_disks = self._scores()
                for colour, points in disks.items():
                    self._gain(colour, "disks", points)
                self.decided_by = decided_by
                self._watch_lead()
            case _:
                pass

    def _gain(self, colour: str, source: str, points: int) -> None:
        if points:
            self.points[self.holders.index(colour)][source] += points

    def _scores(self) -> tuple[int, ...]:
        return tuple(points.total() for points in self.points)

    def _end_turn(self) -> None:
        cycle = self.game.edition.solo.player_turns + 1 if self.game.mode == "solo" else self.game.seats
        if self.turns % cycle == 0:
            self.rounds.append(self._scores())
        self._watch_lead()

    def _watch_lead(self) -> None:
        """A lead changes when a different seat takes the sole lead."""
        now = self._in_front()
        if now is not None:
            self.lead_changes += self.leader not in (None, now)
            self.leader = now

    def _in_front(self) -> int | None:
        scores = self._scores()
        if self.game.mode == "solo":
            return PLAYER if _solo_lead(scores) > 0 else WINTER  # SOL-11: strictly ahead
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return best[0] if len(best) == 1 else None

    def facts(self, record: Record, match: Match) -> Facts:
        """All of it, after the last event."""
        game = self.game
        result = match.state.position.result
        assert result is not None
        solo = game.mode == "solo"
        seats = [PLAYER] if solo else range(game.seats)
        wins = tuple((game.name(seat) in result.winners) / len(result.winners) for seat in seats)
        if solo:
            disk_decided = wins[PLAYER] > 0 and _solo_lead(self.before_disks) <= 0
        else:
            won_before = max(score for score, win in zip(self.before_disks, wins, strict=True) if win)
            disk_decided = won_before < max(self.before_disks)
        return Facts(
            mode=game.mode,
            players=len(seats),
            variant=_variant(game),
            deal=sha256("/".join((*record.deck, *game.sticks)).encode()).hexdigest()[:16],
            bots=tuple(seat.bot or PEOPLE for seat in record.seats),
            sites=game.edition.site_ids,
            pieces=game.edition.bonus_ids,
            holders=self.holders,
            points=tuple({source: n for source, n in points.items() if n} for points in self.points),
            wins=wins,
            decided_by=self.decided_by,
            disk_decided=disk_decided,
            turns=self.turns,
            placed=tuple(self.placed[seat] for seat in range(game.seats)),
            moves=len(record.moves),
            bonus=tuple(self.bonus),
            completed=tuple(self.completed),
            stuck=tuple(self.stuck),
            removed=tuple(self.removed),
            lost_turns=tuple(self.lost_turns),
            uses=tuple(self.uses),
            looks=tuple(self.looks),
            declined=dict(self.declined),
            rounds=tuple(self.rounds),
            lead_changes=self.lead_changes,
            leaders=tuple(self.leaders),
            solo=self._solo() if solo else None,
        )

    def _solo(self) -> SoloFacts:
        settings = self.game.solo
        assert settings is not None
        return SoloFacts(
            constraint=settings.constraint,
            track=settings.track,
            architecture=settings.architecture,
            earned=tuple(self.earned),
            due=tuple(self.due),
            lost=tuple(self.lost),
        )
