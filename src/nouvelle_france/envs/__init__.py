"""The game as PettingZoo, Gymnasium and OpenSpiel environments (docs/environments.md): an extra, ``envs``.

Importing this registers ``NouvelleFrance/Solo-v0`` and ``NouvelleFrance/Table-v0`` with Gymnasium. PettingZoo's
environment is the module :mod:`~.nouvelle_france_v0`, and importing :mod:`~.open_spiel` registers OpenSpiel's game
``python_nouvelle_france``. Nothing here knows a rule: all are shells around the core.
"""

import gymnasium

for _name in ("Solo", "Table"):
    gymnasium.register(
        f"NouvelleFrance/{_name}-v0",
        entry_point=f"nouvelle_france.envs.single:{_name}Env",
        vector_entry_point=f"nouvelle_france.envs.vector:{_name}VectorEnv",
    )
