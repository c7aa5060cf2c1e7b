"""How many there are of everything in an edition: known when compiling, since it is part of a record's type."""

from __future__ import annotations

from nouvelle_france.core.compiling import compiled
from nouvelle_france.core.records import Tables


@compiled
def site_count(t: Tables) -> int:
    """S"""
    return len(t.width)


@compiled
def colour_count(t: Tables) -> int:
    """C"""
    return int(t.class_size.shape[1])


@compiled
def level_count(t: Tables) -> int:
    """L"""
    return int(t.on_level.shape[2])


@compiled
def kind_count(t: Tables) -> int:
    """K"""
    return len(t.class_size)


@compiled
def shape_count(t: Tables) -> int:
    """Of construction blocks: there is one bonus shape a level."""
    return int(len(t.class_size) - t.on_level.shape[2])


@compiled
def mask_words(t: Tables) -> int:
    """M"""
    return int(t.own.shape[2])


@compiled
def slot_words(t: Tables) -> int:
    """A"""
    return int(t.low.shape[1])
