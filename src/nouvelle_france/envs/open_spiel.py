"""The game for OpenSpiel: importing this registers ``python_nouvelle_france``.

>>> import pyspiel
>>> import nouvelle_france.envs.open_spiel
>>> game = pyspiel.load_game("python_nouvelle_france(players=3,allies=once)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 4)

Chance is explicit and decides nothing before it must: colours, sticks and required sites at the beginning, then each
card when it is drawn or looked at, with its exact probability.
"""
# mypy: disable-error-code="misc,no-any-unimported"
# OpenSpiel has no types; what inherits from it cannot be checked against it.

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel

from nouvelle_france.bots import BOTS, stood_in
from nouvelle_france.core import SNOW_CARD, UNKNOWN_CARD, Kind, action_id, action_of, view_of
from nouvelle_france.core.actions import DRAW, FIRST_CLAIM, LOOK, ORDER, ORDERS
from nouvelle_france.core.episodes import MARGIN, POINTS, RANK, REWARDS, observation_dtype, reward_all
from nouvelle_france.core.foresight import Memory, play_and_remember
from nouvelle_france.core.legal import list_actions
from nouvelle_france.core.observing import Observation, observe_all
from nouvelle_france.core.phase import OVER
from nouvelle_france.core.records import dtype_of, zeros
from nouvelle_france.core.restoring import position_of
from nouvelle_france.core.tables import new_work, sizes_of
from nouvelle_france.core.translate import game_of_setup
from nouvelle_france.envs.resampling import Course, cards_of, resample
from nouvelle_france.envs.spaces import MOST_POINTS, names_of
from nouvelle_france.envs.text import tell
from nouvelle_france.envs.variants import solo_kind, table_kind
from nouvelle_france.rules import Game, Setup
from nouvelle_france.rules.game import WINTER
from nouvelle_france.rules.legal import PEEK
from nouvelle_france.rules.setup import SNOW

SHORT_NAME = "python_nouvelle_france"
DEFAULTS: dict[str, Any] = {
    "players": 2,
    "one_card": False,
    "allies": "each_stage",
    "support": "free-standing",
    "unable": "verified",
    "constraint": "",
    "track": "",
    "architecture": "",
    "reward": "rank",
}
"""One player is a solo game; ``architecture`` is challenges with ``+`` between them."""


class Room:
    """A kind of game and the room to play it in, shared by all states."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.work = new_work(kind.tables)
        self.memory = dtype_of(Memory, sizes_of(kind.tables))
        self.observation = observation_dtype(kind)
        self.rng = np.zeros(1, np.uint64)

    def __deepcopy__(self, _: object) -> Room:
        return self


@lru_cache(maxsize=64)
def _room(parameters: tuple[tuple[str, Any], ...]) -> Room:
    given = dict(parameters)
    if given["players"] == 1:
        challenges = tuple(name for name in given["architecture"].split("+") if name)
        return Room(solo_kind(given["constraint"], given["track"], challenges, given["support"]))
    return Room(table_kind(*(given[name] for name in ("players", "one_card", "allies", "support", "unable"))))


def _game_type(players: int, reward: int) -> Any:
    zero_sum = players > 1 and (reward == RANK or (reward == MARGIN and players == 2))
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Nouvelle-France",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS
        if reward == POINTS
        else pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


class NouvelleFranceGame(pyspiel.Game):
    """A kind of game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = DEFAULTS | (params or {})
        self.room = _room(tuple(sorted(given.items())))
        self.reward = REWARDS.index(given["reward"])
        sizes = sizes_of(self.room.kind.tables)
        players = given["players"]
        kind = _game_type(players, self.reward)
        most = 1.0 if self.reward == RANK else float(MOST_POINTS)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.room.kind.actions,
            max_chance_outcomes=max(sizes["J"] + 1, sizes["C"], sizes["S"]),
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            # Every turn takes a card or a bonus block, and is a few actions and answers of the others.
            max_game_length=(sizes["D"] + sizes["B"]) * (8 + 2 * players),
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> NouvelleFranceState:
        """A game before anything is dealt."""
        return NouvelleFranceState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> NouvelleFranceObserver:
        """What looks at states."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return NouvelleFranceObserver(self.room, wanted.perfect_recall, params)


class Played(NamedTuple):
    """Who did what: as that seat tells it, and as all others do."""

    seat: int
    action: int
    own: str
    others: str


class NouvelleFranceState(pyspiel.State):
    """A game: what has been dealt so far, and once that is all, a record of the core."""

    def __init__(self, game: NouvelleFranceGame) -> None:
        super().__init__(game)
        self._room = game.room
        self._reward = game.reward
        self._players = game.num_players()
        self._dealt: list[int] = []
        self._games: Any = None
        self._memories = zeros(Memory, 1, game.room.memory)
        self._pending: int | None = None
        self._slots: list[int] = []
        """The deck by the order in which its cards came to light, as far as they have."""
        self._log: list[Played] = []
        self._revealed: list[int] = []
        """The cards of the deck that have come to light, in that order."""
        self._returns = [0.0] * self._players
        self._before = self._returns

    # -- OpenSpiel asks ------------------------------------------------------------------------------------------

    def current_player(self) -> Any:
        """Who acts: a seat, chance, or nobody."""
        if self._games is None or self._pending is not None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self._record["asked"][0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._games is not None and self._record["phase"] == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._list(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be dealt now, and how likely it is."""
        return [(number, share) for number, share in enumerate(self._chances()) if share > 0]

    def _apply_action(self, action: int) -> None:
        if not self.is_chance_node():
            self._before = self._returns
        if self._games is None:
            self._dealt.append(action)
            if len(self._dealt) == sum(count for count, _ in self._plan()):
                self._set_up()
        elif self._pending is not None:
            self._turn_up(action)
        else:
            self._pending = action
        if self._games is not None:
            self._go_on()
            self._returns = self._now()

    def returns(self) -> list[float]:
        """What each player has been rewarded with so far."""
        return list(self._returns)

    def rewards(self) -> list[float]:
        """What the last action brought each player, told once chance has had its say too."""
        if self.is_chance_node():
            return [0.0] * self._players
        return [now - then for now, then in zip(self._returns, self._before, strict=True)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._words(action)

    def __str__(self) -> str:
        told = "\n".join(f"{it.seat} {it.own}" for it in self._log)
        return f"dealt {self._dealt}\n{told}" + ("" if self._pending is None else f"\n… {self._words(self._pending)}")

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> NouvelleFranceState:
        """Another state in which a player has seen the same: cards it has not seen, and others' orders, drawn anew."""
        chance = Random(probability_sampler())
        resampled: NouvelleFranceState = self.get_game().new_initial_state()
        actions = None if self._games is None else resample(self._course(), player_id, chance)
        for action in self.history() if actions is None else actions:
            resampled.apply_action(action)
        return resampled

    def _course(self) -> Course:
        steps = [(it.seat, it.action) for it in self._log]
        waiting = self._pending is not None
        if self._pending is not None:
            steps.append((int(self._record["asked"][0]), self._pending))
        return Course(self._room.kind, self._players, self._dealt, self._parts()[-1], self._revealed, steps, waiting)

    # -- dealing -------------------------------------------------------------------------------------------------

    @property
    def _record(self) -> Any:
        return self._games[0]

    def _plan(self) -> list[tuple[int, int]]:
        """What is dealt before the first action: how many out of how many; cards come last."""
        like = self._room.kind.like
        edition = like.edition
        fixed = sum(site is not None for site in like.required_sites)
        shown = 0 if like.rules.one_card else edition.deck.display
        return [
            (len(like.colours), len(edition.colours)),
            (len(like.sticks), len(like.sticks)),
            (fixed, len(edition.sites)),
            (shown, 0),
        ]

    def _parts(self) -> list[list[int]]:
        parts, first = [], 0
        for count, _ in self._plan():
            parts.append(self._dealt[first : first + count])
            first += count
        return parts

    def _chances(self) -> list[float]:
        if self._games is None:
            for (count, out_of), part in zip(self._plan(), self._parts(), strict=True):
                if len(part) < count and out_of:
                    return [0.0 if number in part else 1 / (out_of - len(part)) for number in range(out_of)]
            return self._of_deck(self._parts()[-1])
        return self._of_deck([*self._parts()[-1], *self._revealed])

    def _of_deck(self, cards: list[int]) -> list[float]:
        """How likely each card is to be the one after these, in the order in which they were stacked (SET-3, SOL-2)."""
        start = self._room.kind.start[0]
        shapes = len(self._room.kind.edition.shapes)
        stage = sum(card == shapes for card in cards)
        place = len(cards)
        snow = 0.0
        if stage < len(start["snow_end"]) and place >= start["snow_start"][stage]:
            snow = 1.0 / (int(start["snow_end"][stage]) - place)
        left = [len(self._room.kind.edition.colours) - cards.count(shape) for shape in range(shapes)]
        return [*((1 - snow) * count / max(sum(left), 1) for count in left), snow]

    def _set_up(self) -> None:
        kind = self._room.kind
        edition, like = kind.edition, kind.like
        colours, sticks, sites, shown = self._parts()
        site = iter(sites)
        game = Game(
            edition,
            like.mode,
            like.rules,
            tuple(edition.colour_ids[number] for number in colours),
            tuple(edition.stick_ids[number] for number in sticks),
            like.solo,
            tuple(None if it is None else edition.site_ids[next(site)] for it in like.required_sites),
        )
        self._games = game_of_setup(Setup(game, _some_deck(game, [edition.shape_ids[card] for card in shown])))
        record = self._record
        record["deck"][record["top"] :] = UNKNOWN_CARD
        self._memories["seen"] = record["top"]
        self._memories["among"] = 1
        self._memories["cards"] = UNKNOWN_CARD

    def _turn_up(self, card: int) -> None:
        """A card comes to light that an action has asked for."""
        place = int(self._memories["seen"][0])
        shapes = len(self._room.kind.edition.shapes)
        self._record["deck"][place] = SNOW_CARD if card == shapes else card
        self._memories["seen"] += 1
        self._slots.append(len(self._revealed))
        self._revealed.append(card)

    # -- playing -------------------------------------------------------------------------------------------------

    def _list(self, player: int) -> list[int]:
        if self._games is None or self._pending is not None or player != self.current_player():
            return []
        return self._listed()

    def _listed(self) -> list[int]:
        room, record = self._room, self._record
        count = list_actions(room.kind.tables, record, int(record["asked"][0]), room.work["actions"], room.work)
        found: list[int] = room.work["actions"][:count].tolist()
        return found

    def _go_on(self) -> None:
        """Play what is pending, once its cards are there, and Winter's turns (SOL-5d: the first of its choices)."""
        while not self.is_terminal():
            if self._pending is None:
                if not self._is_winters():
                    return
                self._pending = self._listed()[0]
            if self._wanted() > 0:
                return
            self._play(self._pending)
            self._pending = None

    def _is_winters(self) -> bool:
        return self._room.kind.like.mode == "solo" and int(self._record["asked"][0]) == WINTER

    def _wanted(self) -> int:
        """How many cards must still come to light before the pending action can be played."""
        assert self._pending is not None
        record, cards = self._record, cards_of(self._pending - self._room.kind.placements)
        return int(min(record["top"] + cards, len(record["deck"])) - self._memories["seen"][0])

    def _play(self, action: int) -> None:
        room, record = self._room, self._record
        seat, plain = int(record["asked"][0]), action - room.kind.placements
        told = self._words(action)
        own = others = told
        if plain == DRAW:
            own = others = f"{told} {self._card(self._slots.pop(0))}"
        elif plain == LOOK:
            own = f"{told} {' '.join(self._card(slot) for slot in self._slots[:PEEK])}"
        elif ORDER <= plain < FIRST_CLAIM:
            others = "huron puts back"
            order = ORDERS[plain - ORDER]
            self._slots[: len(order)] = [self._slots[place] for place in order]
        self._log.append(Played(seat, action, own, others))
        play_and_remember(room.kind.tables, record, self._memories[0], action, room.rng, room.work)

    def _card(self, slot: int) -> str:
        shapes = self._room.kind.edition.shape_ids
        return SNOW if self._revealed[slot] == len(shapes) else shapes[self._revealed[slot]]

    def _words(self, action: int) -> str:
        kind = self._room.kind
        if action < kind.placements:
            placement = kind.like.table[action]
            return f"place {action} {placement.block} {placement.site}"
        said = action_of(kind.like, 0, action)
        more = [getattr(said, field.name) for field in fields(said) if field.name != "seat"]
        return " ".join([said.do, *(str(it) for it in more if it is not None)])

    def _now(self) -> list[float]:
        found = np.zeros((1, self._players))
        standing, paid = np.zeros((1, self._players), np.int64), np.zeros(1, np.bool_)
        reward_all(self._room.kind.tables, self._games, self._reward, standing, paid, found)
        rewards: list[float] = found[0].tolist()
        return rewards

    # -- being looked at -----------------------------------------------------------------------------------------

    def seen_by(self, player: int) -> Any:
        """What a player sees (:class:`~nouvelle_france.core.observing.Observation`), or None before all is dealt."""
        if self._games is None:
            return None
        seen = zeros(Observation, 1, self._room.observation)
        observe_all(self._room.kind.tables, self._games, self._memories, np.array([player]), seen)
        return seen[0]

    def told_to(self, player: int) -> str:
        """Everything a player has seen since the game was dealt."""
        lines = [f"{it.seat} {it.own if it.seat == player else it.others}" for it in self._log]
        if self._pending is not None and not self._is_looking():
            lines.append(f"{int(self._record['asked'][0])} {self._words(self._pending)} …")
        return "\n".join([f"dealt {self._dealt}", *lines])

    def _is_looking(self) -> bool:
        return self._pending == self._room.kind.placements + LOOK

    def told(self) -> str:
        """What lies open on the table."""
        return f"dealt {self._dealt}" if self._games is None else tell(position_of(self._room.kind, self._record))

    def view(self, player: int) -> Any:
        """A player's view, as our bots want it."""
        return view_of(self._room.kind, self._record, self._memories[0], player)


def _some_deck(game: Game, shown: Iterable[str]) -> tuple[str, ...]:
    """A deck of a game that begins with these cards: which it is does not matter, since nobody will see it."""
    first = list(shown)
    left = [shape for shape in game.edition.shape_ids for _ in game.edition.colours]
    for card in first:
        left.remove(card)
    deck: list[str] = []
    for start, end, snow in game.piles:
        deck += [first.pop(0) if first else left.pop() for _ in range(end - start - snow)]
        deck += [SNOW] * snow
    return tuple(deck)


class NouvelleFranceObserver:
    """Looks at states: the named arrays of all environments as one tensor, or with perfect recall what was seen."""

    def __init__(self, room: Room, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self._recall = perfect_recall
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if perfect_recall:
            return
        fields = room.observation.fields
        assert fields is not None
        names = names_of(room.kind)
        sizes = {name: int(np.prod(fields[name][0].shape)) for name in names}
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        first = 0
        for name in names:
            self.dict[name] = self.tensor[first : first + sizes[name]].reshape(fields[name][0].shape)
            first += sizes[name]

    def set_from(self, state: NouvelleFranceState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        seen = state.seen_by(player)
        for name, values in self.dict.items():
            values[...] = 0 if seen is None else seen[name]

    def string_from(self, state: NouvelleFranceState, player: int) -> str:
        """What a player sees, or has seen, in words."""
        return state.told_to(player) if self._recall else state.told()


class LadderBot(pyspiel.Bot):
    """One of our bots as a player of OpenSpiel."""

    def __init__(self, name: str, player: int, seed: int = 0) -> None:
        super().__init__()
        self._bot = BOTS[name](Random(seed))
        self._player = player

    @property
    def stand_in(self) -> str | None:
        """Who made its last choice in its place; None where it was its own."""
        return stood_in(self._bot)

    def step(self, state: NouvelleFranceState) -> int:
        """The action it chooses."""
        view = state.view(self._player)
        return action_id(view.position.game, self._bot.choose(view, view.legal))

    def restart_at(self, state: NouvelleFranceState) -> None:
        """It remembers nothing from one move to the next."""


pyspiel.register_game(_game_type(DEFAULTS["players"], RANK), NouvelleFranceGame)
