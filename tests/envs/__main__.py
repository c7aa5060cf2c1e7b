"""Compiles what the environments need, once for all workers of the tests: ``python -m tests.envs``."""

from __future__ import annotations

from copy import deepcopy

from nouvelle_france.core.compiling import one_at_a_time
from nouvelle_france.envs.vector import SoloVectorEnv, TableVector

with one_at_a_time():
    solo = SoloVectorEnv(2, reward="points")
    _, infos = solo.reset(seed=1)
    solo.step(infos["legal_ids"][infos["legal_first"][:-1]])
    table = TableVector(2, opponents={1: "artisan"})
    _, infos = table.reset(seed=1)
    table.after(infos["legal_ids"], infos["legal_first"])
    deepcopy(table._pages.episodes).step(infos["legal_ids"][infos["legal_first"][:-1]])
