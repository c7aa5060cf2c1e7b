"""All attacks, by the point of the list they belong to."""

from __future__ import annotations

from typing import NamedTuple

from tests.server.attacks import floods, greed
from tests.server.attacks.measuring import Attack


class Listed(NamedTuple):
    """An attack, whether others wait for bots meanwhile, and whether another one shows nearly the same."""

    attack: Attack
    with_bots: bool = False
    like_another: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.attack.__name__.replace("_", " ")


ATTACKS = {
    it.name: it
    for it in (
        Listed(floods.header_lines),
        Listed(floods.one_endless_header, like_another=True),
        Listed(floods.giant_url),
        Listed(floods.endless_body, like_another=True),
        Listed(floods.trailers),
        Listed(floods.pipelined),
        Listed(floods.pings),
        Listed(floods.unread_pings),
        Listed(floods.pongs, like_another=True),
        Listed(floods.empty_continuations),
        Listed(floods.messages, like_another=True),
        Listed(floods.deaf_readers),
        Listed(floods.presence),
        Listed(floods.half_requests),
        Listed(greed.quick_bots_only, with_bots=True),
        Listed(greed.bots_only, with_bots=True, like_another=True),
        Listed(greed.watched_bots_only, with_bots=True, like_another=True),
        Listed(greed.take_back_loop, with_bots=True, like_another=True),
    )
}
