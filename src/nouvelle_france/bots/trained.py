"""Levels of the ladder with the user's own weights: ``artisan:FILE``, with FILE as `train` writes it.

These names are only for a person's own command line. They refer to files, so :data:`~.registry.BOTS`, which servers use
too, does not know them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from random import Random

from nouvelle_france.bots.bot import Bot
from nouvelle_france.bots.levels import LEVELS, PLAIN
from nouvelle_france.bots.names import parse
from nouvelle_france.bots.registry import core_installed, make_level
from nouvelle_france.bots.weights import Weights
from nouvelle_france.core.judging.scheme import BUCKETS, FEATURES, SETS
from nouvelle_france.edition import Edition
from nouvelle_france.record.record import is_name

FORMAT = "nouvelle-france-weights/1"

LEARNED = tuple(name for name, level in LEVELS.items() if level.learned)
"""The levels that judge by learned weights."""


class WeightsError(Exception):
    """A file without weights for these games; the message is one line for the person who named it."""


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """Makes bots of a level with the weights of a file, even where the file is absent; ``digest`` is that of the
    file."""

    level: str
    seconds: float | None
    file: str
    digest: str
    weights: Weights

    def __call__(self, rng: Random) -> Bot:
        """A bot with its own source of randomness."""
        return make_level(self.level, self.seconds, rng, self.weights, plain_of(self.file), compiled=core_installed())


def is_trained(text: str) -> bool:
    """Whether a name is that of such a bot: ``LEVEL:FILE``, or ``LEVEL:FILE@SECONDS``."""
    return parse(text).file is not None


def trained(text: str, edition: Edition) -> Trained:
    """The bot of such a name, for games of an edition. Raises :class:`WeightsError`."""
    level, file, seconds, *_ = parse(text)
    assert file is not None
    try:
        content = Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise WeightsError(f"{file} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if not is_name(plain_of(file)):
        raise WeightsError(f"{file!r}: records cannot name such a file, which is too long or has invisible characters")
    return Trained(level, seconds, file, sha256(content).hexdigest(), _read(file, content, edition))


def plain_of(file: str) -> str:
    """Who chooses where a bot with these weights has no time to search."""
    return f"{PLAIN}:{file}"


def _read(file: str, content: bytes, edition: Edition) -> Weights:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise WeightsError(f"{file}: not JSON") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise WeightsError(f"{file}: not of the format {FORMAT!r}, which train writes")
    if document.get("edition") != edition.id:
        raise WeightsError(f"{file}: trained for the edition {document.get('edition')!r}, not {edition.id!r}")
    try:
        weights = [[[_finite(it) for it in row] for row in rows] for rows in document["weights"]]
        shape = {(len(weights), len(rows), len(row)) for rows in weights for row in rows}
    except (KeyError, TypeError, ValueError, OverflowError):
        shape = set()
    if shape != {(SETS, BUCKETS, FEATURES)}:
        raise WeightsError(f"{file}: its weights are not numbers in {SETS} × {BUCKETS} × {FEATURES}")
    return tuple(tuple(tuple(row) for row in rows) for rows in weights)


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not isfinite(value):
        raise ValueError("not a number")
    return float(value)
