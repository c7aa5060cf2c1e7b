"""How many of everything an edition has, by the letters of :mod:`~.records`: known when compiling, from types."""

from __future__ import annotations

from nouvelle_france.core.compiling import inner
from nouvelle_france.core.records import Tables


@inner
def site_count(t: Tables) -> int:
    """S"""
    return len(t.width)


@inner
def colour_count(t: Tables) -> int:
    """C"""
    return int(t.class_size.shape[1])


@inner
def level_count(t: Tables) -> int:
    """L"""
    return int(t.on_level.shape[2])


@inner
def kind_count(t: Tables) -> int:
    """K"""
    return len(t.class_size)


@inner
def shape_count(t: Tables) -> int:
    """J: there is one bonus shape per level besides."""
    return int(len(t.class_size) - t.on_level.shape[2])


@inner
def mask_words(t: Tables) -> int:
    """M"""
    return int(t.own.shape[2])


@inner
def slot_words(t: Tables) -> int:
    """A"""
    return int(t.low.shape[1])
