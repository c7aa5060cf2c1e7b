"""One game at a time, for Gymnasium: ``NouvelleFrance/Solo-v0`` and ``NouvelleFrance/Table-v0``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import ArrayLike, NDArray

from nouvelle_france.core import Episodes, Kind, action_of, position_of
from nouvelle_france.envs.opponents import Opponents
from nouvelle_france.envs.picture import draw
from nouvelle_france.envs.spaces import Named, action_space, mask_of, named_arrays, observation_space
from nouvelle_france.envs.text import tell
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
from nouvelle_france.rules import ActionError, Position
from nouvelle_france.rules.game import Allies, Support, Unable
from nouvelle_france.rules.refusal import check

KEYS = 1 << 64


def asked_for(actions: ArrayLike) -> NDArray[Any]:
    """Actions as somebody asks for them: -1 is as illegal as any number that is none, and leaves no game alone."""
    numbers = np.asarray(actions)
    return np.where(numbers == -1, -2, numbers)


def refusal(kind: Kind, record: Any, action: Any) -> ActionError | ValueError:
    """Why an action was refused: the rules' error, with the rule's number."""
    position = position_of(kind, record)
    if not 0 <= int(action) < kind.actions:
        return ValueError(f"actions are numbers from 0 to {kind.actions - 1}, not {action}")
    seat = position.movers[0] if position.movers else 0
    try:
        check(position, action_of(position.game, seat, int(action)))
    except ActionError as error:
        return error
    raise AssertionError(f"the core refused action {action}, the rules do not")


def rendered(position: Position, mode: str | None) -> Any:
    """A position as text, as a picture, or printed."""
    if mode == "rgb_array":
        return draw(position)
    if mode == "ansi":
        return tell(position)
    if mode == "human":
        print(tell(position))  # noqa: T201 - what this mode is for
    return None


class GameEnv(gymnasium.Env[Named, np.int64]):
    """A game in which one seat is the agent's, and bots play the others.

    ``illegal`` says what happens with an action that the rules refuse: ``refuse`` plays nothing and names the rule in
    ``info["refused"]``; ``raise`` raises the rules' error.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        kind: Kind,
        opponents: Mapping[int, str],
        reward: str,
        illegal: Illegal,
        render_mode: str | None,
        winter_asks: bool = False,
    ) -> None:
        check_manners(illegal, render_mode)
        self._kind = kind
        self._episodes = Episodes(kind, 1, reward, winter_asks)
        self._opponents = Opponents(kind, opponents)
        self._seat = self._opponents.own_seat
        self._illegal = illegal
        self._seeded = False
        self.render_mode = render_mode
        self.action_space = action_space(kind)
        self.observation_space = observation_space(kind)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Named, dict[str, Any]]:
        """Deal a game."""
        super().reset(seed=seed)
        keys = None
        if seed is not None or not self._seeded:
            keys = np.array([self.np_random.integers(KEYS, dtype=np.uint64)])
            self._seeded = True
        self._episodes.begin(keys)
        self._opponents.begin(np.ones(1, np.bool_), keys)
        self._opponents.answer(self._episodes)
        self._episodes.rewards()
        return self._seen()

    def step(self, action: Any) -> tuple[Named, float, bool, bool, dict[str, Any]]:
        """Play an action, and what the others answer."""
        refused = self._episodes.step(asked_for([int(action)]))[0]
        if refused:
            error = refusal(self._kind, self._episodes.games[0], action)
            if self._illegal == "raise":
                raise error
            seen, info = self._seen()
            return seen, 0.0, bool(self._episodes.batch.over[0]), False, {**info, "refused": str(error)}
        self._opponents.answer(self._episodes)
        reward = float(self._episodes.rewards()[0, self._seat])
        seen, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, reward, bool(self._episodes.batch.over[0]), False, info

    def _seen(self) -> tuple[Named, dict[str, Any]]:
        legal = self._episodes.batch.legal()[0]
        seats = [self._seat]
        named = named_arrays(self._kind, self._episodes.observe(seats=seats), 0)
        info = {"legal": legal.tolist()}
        stand_ins = self._opponents.stand_ins()
        if stand_ins:
            info["stand_ins"] = stand_ins[0]
        return {"observation": named, "action_mask": mask_of(self._kind, legal)}, info

    def action_masks(self) -> Any:
        """The mask by itself, for learners that need it."""
        return mask_of(self._kind, self._episodes.batch.legal()[0]).astype(bool)

    @property
    def position(self) -> Position:
        """The open position, for the pure rules."""
        return position_of(self._kind, self._episodes.games[0])

    def render(self) -> Any:
        """The position in the form of ``render_mode``."""
        return rendered(self.position, self.render_mode)


class SoloEnv(GameEnv):
    """Alone against Winter (SOL, CHA), with all challenge settings; ``winter_ties`` is SOL-5d."""

    def __init__(
        self,
        constraint: str = "",
        track: str = "",
        architecture: Sequence[str] = (),
        support: Support = "free-standing",
        winter_ties: WinterTies = "fixed",
        reward: str = "rank",
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
        edition: AnyEdition | None = None,
    ) -> None:
        kind = solo_kind(constraint, track, architecture, support, edition)
        super().__init__(kind, {}, reward, illegal, render_mode, asks_winter(winter_ties))


class TableEnv(GameEnv):
    """A table game in which bots play the other seats; ``opponents`` are their names by seat."""

    def __init__(
        self,
        players: int = 2,
        one_card: bool = False,
        allies: Allies = "each_stage",
        support: Support = "free-standing",
        unable: Unable = "verified",
        opponents: Mapping[int, str] | None = None,
        reward: str = "rank",
        illegal: Illegal = "refuse",
        render_mode: str | None = None,
        edition: AnyEdition | None = None,
    ) -> None:
        kind = table_kind(players, one_card, allies, support, unable, edition)
        others = dict.fromkeys(range(1, players), "apprenti") if opponents is None else opponents
        super().__init__(kind, others, reward, illegal, render_mode)
