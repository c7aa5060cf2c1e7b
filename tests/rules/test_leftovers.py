"""What is played leaves nothing behind that only the garbage collector can free."""

from __future__ import annotations

import gc
from random import Random

import nouvelle_france as nf
from nouvelle_france.wire import write_offer


def test_a_game_leaves_nothing_to_the_garbage_collector() -> None:
    """A position that was left is freed at once: a server that plays thousands has no time to look for circles."""
    rng = Random(5)
    gc.collect()
    gc.disable()
    try:
        state = nf.start(
            nf.deal_table(nf.default_edition(), rng, players=["white", "blue"], rules=nf.Rules(allies="once"))
        )
        while not state.over:
            for seat in state.position.movers:
                write_offer(state.position, seat)
            state = state.play(rng.choice(list(state.legal))).state
        del state
        assert gc.collect() == 0
    finally:
        gc.enable()
