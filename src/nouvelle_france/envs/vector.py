"""Many games at once, dealt, played and restarted in compiled code.

Results lie in one of two buffers used in turn: they stay valid until the call after the next, so that a learner can use
a transition; copy what you keep for longer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from nouvelle_france.core import Episodes, Kind, position_of
from nouvelle_france.core.batch import list_all
from nouvelle_france.core.episodes import mark_all
from nouvelle_france.core.records import Bools, Floats, Ints, Words
from nouvelle_france.core.tables import new_work
from nouvelle_france.envs.opponents import Opponents
from nouvelle_france.envs.single import KEYS, asked_for, refusal, rendered
from nouvelle_france.envs.spaces import Named, action_space, named_arrays, observation_space
from nouvelle_france.envs.variants import (
    RENDER_MODES,
    AnyEdition,
    Illegal,
    WinterTies,
    asks_winter,
    check_manners,
    solo_kind,
    table_kind,
)
from nouvelle_france.rules import View
from nouvelle_france.rules.game import Allies, Support, Unable


class Page:
    """The results of one step: legal ids, and if requested masks and observations."""

    def __init__(self, episodes: Episodes, masks: bool, observations: bool) -> None:
        self._episodes = episodes
        self._work = new_work(episodes.kind.tables)
        self._ids = np.zeros(0, np.int32)
        self._first = np.zeros(len(episodes) + 1, np.int64)
        self._mask = np.zeros((len(episodes), episodes.kind.actions), np.int8) if masks else None
        self._seen = episodes.new_observations() if observations else None

    def fill(self, seats: Ints | None) -> tuple[Named, dict[str, Any]]:
        """The observations and legal ids of these seats, or of those that may act."""
        kind = self._episodes.kind
        if self._mask is not None:
            mark_all(self._mask, self._ids, self._first, 0)  # quicker than clearing eighteen thousand per game
        count = list_all(kind.tables, self._episodes.games, self._ids, self._first, self._work)
        if count > len(self._ids):
            self._ids = np.zeros(2 * count, np.int32)
            list_all(kind.tables, self._episodes.games, self._ids, self._first, self._work)
        found: Named = {}
        if self._seen is not None:
            found["observation"] = named_arrays(kind, self._episodes.observe(self._seen, seats))
        if self._mask is not None:
            mark_all(self._mask, self._ids, self._first, 1)
            found["action_mask"] = self._mask[:]
        return found, {"legal_ids": self._ids[:count], "legal_first": self._first[:]}


class Pages:
    """Games with the two pages they are shown on."""

    def __init__(self, episodes: Episodes, masks: bool, observations: bool) -> None:
        self.episodes = episodes
        self._pages = [Page(self.episodes, masks, observations) for _ in range(2)]

    def begin(self, seed: int | Sequence[int | None] | None) -> Words:
        """Deal all games, from a seed, the following ones for the other games, as Gymnasium does; the keys."""
        count = len(self.episodes)
        seeds = [None] * count if seed is None else seed
        if isinstance(seeds, int):
            seeds = [seeds + number for number in range(count)]
        if len(seeds) != count:
            raise ValueError(f"one seed per game: {count}, not {len(seeds)}")
        keys = np.array([seeding.np_random(it)[0].integers(KEYS, dtype=np.uint64) for it in seeds])
        self.episodes.begin(keys)
        return keys

    def turn(self, seats: Ints | None = None) -> tuple[Named, dict[str, Any]]:
        """Show the games on the next page."""
        self._pages.reverse()
        return self._pages[0].fill(seats)


class TableVector:
    """Many table games of agents that act in turn: a vector form of PettingZoo's environment.

    A game that ends restarts at once: ``terminations`` says so, ``rewards`` are those of its end, and
    ``infos["final_scores"]`` each seat's score; everything else is already of the new game.
    """

    def __init__(
        self,
        num_envs: int,
        players: int = 2,
        one_card: bool = False,
        allies: Allies = "each_stage",
        support: Support = "free-standing",
        unable: Unable = "verified",
        opponents: Mapping[int, str] | None = None,
        reward: str = "rank",
        masks: bool = True,
        observations: bool = True,
        edition: AnyEdition | None = None,
    ) -> None:
        kind = table_kind(players, one_card, allies, support, unable, edition)
        self._sit(Episodes(kind, num_envs, reward), Opponents(kind, opponents), masks, observations)

    @classmethod
    def of_view(cls, view: View, chance: Random, masks: bool = False) -> TableVector:
        """One game from a seat's view, for observing and looking ahead: what a trained policy needs at a table."""
        vector = cls.__new__(cls)
        episodes = Episodes.of_view(view, chance.getrandbits(64))
        vector._sit(episodes, Opponents(episodes.kind), masks, observations=True)
        return vector

    def _sit(self, episodes: Episodes, opponents: Opponents, masks: bool, observations: bool) -> None:
        self.num_envs = len(episodes)
        self.players = episodes.players
        self.single_action_space = action_space(episodes.kind)
        self.single_observation_space = observation_space(episodes.kind, mask=masks)
        self._kind = episodes.kind
        self._pages = Pages(episodes, masks, observations)
        self._opponents = opponents

    @property
    def seats(self) -> Ints:
        """The seat that acts next in each game."""
        return self._pages.episodes.batch.seats

    def look(self) -> tuple[Named, dict[str, Any]]:
        """The results of :meth:`reset` and :meth:`step` again."""
        return self._pages.turn()

    def reset(self, seed: int | Sequence[int | None] | None = None) -> tuple[Named, dict[str, Any]]:
        """Deal all games."""
        self._opponents.begin(np.ones(self.num_envs, np.bool_), self._pages.begin(seed))
        self._opponents.answer(self._pages.episodes)
        self._pages.episodes.rewards()
        found, infos = self._pages.turn()
        return found, infos | _stand_ins(self._opponents, self.num_envs)

    def after(self, ids: ArrayLike, first: ArrayLike) -> tuple[Named, Floats, Bools]:
        """The results of actions, without playing them; those of game n are ``ids[first[n] : first[n + 1]]``.

        By action: what the acting seat would see then, its reward, and whether the game would have ended. Revealed
        cards are drawn at random, and need not be the real ones.
        """
        episodes = self._pages.episodes
        acting = np.repeat(self.seats, np.diff(np.asarray(first)))
        branches = episodes.branches(asked_for(ids), first)
        seen = named_arrays(self._kind, branches.observe(seats=acting))
        rewards = np.take_along_axis(branches.rewards(), acting[:, None], axis=1)[:, 0]
        return {"observation": seen}, rewards, branches.batch.over

    def step(self, actions: ArrayLike) -> tuple[Named, Floats, Bools, dict[str, Any]]:
        """Play one action in each game, by the seat that acts there.

        Observations as the seat that acts next sees them, rewards by game and seat, which games have ended, and infos.
        """
        episodes = self._pages.episodes
        refused = episodes.step(asked_for(actions))
        if refused.any():
            raise _first_refusal(episodes, refused, actions)
        self._opponents.answer(episodes)
        rewards, ended = episodes.rewards(), episodes.batch.over
        final: dict[str, Any] = {}
        if ended.any():
            colours = episodes.games["colour_of_seat"][ended, : self.players]
            scores = np.zeros((self.num_envs, self.players), np.int32)
            scores[ended] = np.take_along_axis(episodes.games["final"][ended], colours, axis=1)
            final = {"final_scores": scores}
            episodes.begin(which=ended)
            self._opponents.begin(ended)
            self._opponents.answer(episodes)
            episodes.rewards()
        found, infos = self._pages.turn()
        return found, rewards, ended, infos | final | _stand_ins(self._opponents, self.num_envs)


def _stand_ins(opponents: Opponents, count: int) -> dict[str, Any]:
    """Who chose in place of bots, as Gymnasium tells what concerns some games only."""
    found = opponents.stand_ins()
    if not found:
        return {}
    names, there = np.full(count, None, object), np.zeros(count, np.bool_)
    for number, told in found.items():
        names[number], there[number] = told, True
    return {"stand_ins": names, "_stand_ins": there}


def _first_refusal(episodes: Episodes, refused: Bools, actions: ArrayLike) -> Exception:
    number = int(np.flatnonzero(refused)[0])
    error = refusal(episodes.kind, episodes.games[number], np.asarray(actions)[number])
    error.add_note(f"in game {number}")
    return error


class GameVectorEnv(VectorEnv[Named, NDArray[np.int64], NDArray[Any]]):
    """Many games in which one seat is the agent's; a game that has ended restarts at the next step."""

    def __init__(
        self,
        kind: Kind,
        num_envs: int,
        opponents: Mapping[int, str],
        reward: str,
        illegal: Illegal,
        masks: bool,
        render_mode: str | None,
        winter_asks: bool = False,
    ) -> None:
        check_manners(illegal, render_mode)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_action_space = action_space(kind)
        self.single_observation_space = observation_space(kind, mask=masks)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._kind = kind
        self._pages = Pages(Episodes(kind, num_envs, reward, winter_asks), masks, observations=True)
        self._opponents = Opponents(kind, opponents)
        self._seat = self._opponents.own_seat
        self._own: Ints = np.full(num_envs, self._seat)
        self._illegal = illegal
        self._ended = np.zeros(num_envs, np.bool_)

    metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Named, dict[str, Any]]:
        """Deal all games."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self._opponents.begin(np.ones(self.num_envs, np.bool_), self._pages.begin(seed))
        self._opponents.answer(self._pages.episodes)
        self._pages.episodes.rewards()
        self._ended[:] = False
        found, infos = self._pages.turn(self._own)
        return found, infos | _stand_ins(self._opponents, self.num_envs)

    def step(self, actions: Any) -> tuple[Named, Floats, Bools, Bools, dict[str, Any]]:
        """Play one action in each game; actions for ended games are ignored."""
        episodes, fresh = self._pages.episodes, self._ended
        refused = episodes.step(np.where(fresh, -1, asked_for(actions)), strict=self._illegal == "raise")
        told: dict[str, Any] = {}
        if refused.any():
            if self._illegal == "raise":
                raise _first_refusal(episodes, refused, actions)
            reasons = np.full(self.num_envs, None, object)
            for number in np.flatnonzero(refused).tolist():
                reasons[number] = str(refusal(self._kind, episodes.games[number], actions[number]))
            told = {"refused": reasons, "_refused": refused}
        if fresh.any():
            episodes.begin(which=fresh)
            self._opponents.begin(fresh)
        self._opponents.answer(episodes)
        rewards = np.where(fresh, 0.0, episodes.rewards()[:, self._seat])
        self._ended = episodes.batch.over
        found, infos = self._pages.turn(self._own)
        told |= _stand_ins(self._opponents, self.num_envs)
        return found, rewards, self._ended.copy(), np.zeros(self.num_envs, np.bool_), infos | told

    def render(self) -> Any:
        """All positions as ``render_mode`` says."""
        games = self._pages.episodes.games
        return tuple(rendered(position_of(self._kind, record), self.render_mode) for record in games)


class SoloVectorEnv(GameVectorEnv):
    """Many games alone against Winter; arguments as :class:`~.single.SoloEnv`."""

    def __init__(
        self,
        num_envs: int = 1,
        constraint: str = "",
        track: str = "",
        architecture: Sequence[str] = (),
        support: Support = "free-standing",
        winter_ties: WinterTies = "fixed",
        reward: str = "rank",
        illegal: Illegal = "refuse",
        masks: bool = True,
        render_mode: str | None = None,
        edition: AnyEdition | None = None,
    ) -> None:
        kind = solo_kind(constraint, track, architecture, support, edition)
        super().__init__(kind, num_envs, {}, reward, illegal, masks, render_mode, asks_winter(winter_ties))


class TableVectorEnv(GameVectorEnv):
    """Many table games against bots; arguments as :class:`~.single.TableEnv`."""

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 2,
        one_card: bool = False,
        allies: Allies = "each_stage",
        support: Support = "free-standing",
        unable: Unable = "verified",
        opponents: Mapping[int, str] | None = None,
        reward: str = "rank",
        illegal: Illegal = "refuse",
        masks: bool = True,
        render_mode: str | None = None,
        edition: AnyEdition | None = None,
    ) -> None:
        kind = table_kind(players, one_card, allies, support, unable, edition)
        others = dict.fromkeys(range(1, players), "apprenti") if opponents is None else opponents
        super().__init__(kind, num_envs, others, reward, illegal, masks, render_mode)
