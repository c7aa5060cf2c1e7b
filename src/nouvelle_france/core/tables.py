"""The record of an edition, how large everything in it is, and room for games and for work on them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from nouvelle_france.core.actions import FIRST_CLAIM
from nouvelle_france.core.flattening import fields_of_edition
from nouvelle_france.core.records import Game, Games, Tables, Work, dtype_of, fields_of, zeros
from nouvelle_france.edition import Edition


@lru_cache(maxsize=8)
def core_tables(edition: Edition) -> Tables:
    """The record of an edition (:class:`~.records.Tables`), computed on first use."""
    fields = fields_of_edition(edition)
    sizes = {
        letter: size
        for name, values in fields.items()
        for letter, size in zip(fields_of(Tables)[name].shape.split(), values.shape, strict=True)
    }
    tables = zeros(Tables, 1, dtype_of(Tables, sizes))[0]
    for name, values in fields.items():
        tables[name] = values
    return tables


def sizes_of(tables: Tables) -> dict[str, int]:
    """The sizes of an edition by their letters, from its record."""
    shape = {name: tables.dtype[name].shape for name in fields_of(Tables)}
    (sites, width, heights, planes), (poses, colours, mask) = shape["fails"], shape["own"]
    kinds, levels = shape["class_size"][0], shape["level_cells"][1]
    shapes = kinds - levels
    return {
        "S": sites,
        "W": width,
        "H": heights,
        "G": planes,
        "P": poses,
        "C": colours,
        "M": mask,
        "K": kinds,
        "J": shapes,
        "L": levels,
        "A": shape["low"][1],
        "N": max(colours, 2),
        "T": max(int(tables["player_turns"]), 1),
        "V": int(tables["visible"]) + 1,
        "D": shapes * colours + levels,
        "B": kinds * colours,
        "R": levels * colours,
        "cells": shape["neighbours"][1],
        "E": poses * colours + FIRST_CLAIM + shapes * colours,
    }


def action_count(tables: Tables) -> int:
    """How many actions have a number."""
    return sizes_of(tables)["E"]


def new_work(tables: Tables) -> Work:
    """Fresh scratch space for the rules."""
    return zeros(Work, 1, dtype_of(Work, sizes_of(tables)))[0]


def new_games(edition: Edition, count: int) -> Games:
    """An array for so many games of an edition (:class:`Game`)."""
    return zeros(Game, count, game_dtype(edition))


@lru_cache(maxsize=8)
def game_dtype(edition: Edition) -> np.dtype[np.void]:
    """The NumPy type of a game of an edition."""
    return dtype_of(Game, sizes_of(core_tables(edition)))
