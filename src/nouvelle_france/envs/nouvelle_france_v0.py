"""A table game for 2 to 4 agents, for PettingZoo (AEC).

>>> from nouvelle_france.envs import nouvelle_france_v0
>>> env = nouvelle_france_v0.env(players=3, allies="once")
>>> env.reset(seed=1)
>>> env.agent_selection, int(env.last()[0]["action_mask"].sum()) == len(env.last()[4]["legal"])
('player_0', True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from nouvelle_france.core import Episodes, position_of
from nouvelle_france.envs.opponents import Opponents
from nouvelle_france.envs.single import KEYS, asked_for, refusal, rendered
from nouvelle_france.envs.spaces import Named, action_space, mask_of, named_arrays, observation_space
from nouvelle_france.envs.variants import RENDER_MODES, AnyEdition, check_manners, table_kind
from nouvelle_france.envs.vector import TableVector
from nouvelle_france.rules import Position
from nouvelle_france.rules.game import Allies, Support, Unable

__all__ = ["env", "raw_env", "vector_env"]


def env(**arguments: Any) -> AECEnv:
    """The environment, with PettingZoo's check that it is reset before it is used. Arguments as :class:`raw_env`."""
    return OrderEnforcingWrapper(raw_env(**arguments))


def vector_env(num_envs: int, **arguments: Any) -> TableVector:
    """Many games in compiled code, see :class:`~.vector.TableVector`."""
    return TableVector(num_envs, **arguments)


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - no types; the name PettingZoo gives it
    """A table of agents ``player_0``, … in turn order. ``opponents`` are bots by seat; their seats are not agents.

    An action that the rules refuse raises their error, with the rule's number, and changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "nouvelle_france_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        one_card: bool = False,
        allies: Allies = "each_stage",
        support: Support = "free-standing",
        unable: Unable = "verified",
        opponents: Mapping[int, str] | None = None,
        reward: str = "rank",
        render_mode: str | None = None,
        edition: AnyEdition | None = None,
    ) -> None:
        super().__init__()
        check_manners(render_mode=render_mode)
        self._kind = table_kind(players, one_card, allies, support, unable, edition)
        self._episodes = Episodes(self._kind, 1, reward)
        self._opponents = Opponents(self._kind, opponents)
        self._seeded = False
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in self._opponents.own]
        self._seats = dict(zip(self.possible_agents, self._opponents.own, strict=True))
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self._kind) for agent in self.possible_agents}
        self.action_spaces: dict[str, Space[Any]] = {agent: action_space(self._kind) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The same for all agents."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game."""
        keys = None
        if seed is not None or not self._seeded:
            chance, _ = seeding.np_random(seed)
            keys = np.array([chance.integers(KEYS, dtype=np.uint64)])
            self._seeded = True
        self._episodes.begin(keys)
        self._opponents.begin(np.ones(1, np.bool_), keys)
        self._opponents.answer(self._episodes)
        self._episodes.rewards()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._tell()

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked, and what bots answer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -2 if action is None else int(action)
        if self._episodes.step(asked_for([number]))[0]:
            raise refusal(self._kind, self._episodes.games[0], number)
        self._opponents.answer(self._episodes)
        self.infos[agent].pop("stand_ins", None)  # each is told what happened since it last acted
        self._cumulative_rewards[agent] = 0.0
        earned = self._episodes.rewards()[0]
        self.rewards = {other: float(earned[self._seats[other]]) for other in self.agents}
        self._accumulate_rewards()
        if self._episodes.batch.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        if self.render_mode == "human":
            self.render()

    def _tell(self) -> None:
        seat = int(self._episodes.batch.seats[0])
        self._legal = self._episodes.batch.legal()[0]
        if seat >= 0:
            self.agent_selection = f"player_{seat}"
        stand_ins = self._opponents.stand_ins().get(0, [])
        for agent, info in self.infos.items():
            if stand_ins:
                info["stand_ins"] = [*info.get("stand_ins", []), *stand_ins]
            info["legal"] = self._legal.tolist() if self._seats[agent] == seat else []

    def observe(self, agent: str) -> Named:
        """What an agent sees, even while another may act; its mask is empty then."""
        seat = self._seats[agent]
        mine = int(self._episodes.batch.seats[0]) == seat
        return {
            "observation": named_arrays(self._kind, self._episodes.observe(seats=[seat]), 0),
            "action_mask": mask_of(self._kind, self._legal if mine else self._legal[:0]),
        }

    @property
    def position(self) -> Position:
        """The open position, for the pure rules."""
        return position_of(self._kind, self._episodes.games[0])

    def render(self) -> Any:
        """The position in the form of ``render_mode``."""
        return rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
