"""The page's catalogues, to find things on it by what they say."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

LANGUAGES = ("en", "fr", "pl")
IN_ONE_LANGUAGE = pytest.mark.parametrize(
    "language", ["pl", *(pytest.param(it, marks=pytest.mark.large) for it in ("en", "fr"))]
)
"""Polish has the longest words on buttons, and is neither the language of the code nor of the game: what is not in the
catalogues, or does not fit, is seen best there. The others are for `make test-all`."""
WORDS = Path(__file__).parents[2] / "web" / "src" / "words"


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by key."""
    texts: dict[str, str] = json.loads((WORDS / f"{language}.json").read_text("utf-8"))
    return texts


def text(key: str, language: str = "en", **parameters: object) -> str:
    """A text without plural forms, its parameters filled in."""
    return catalogue(language)[key].format(**parameters)


def starting(key: str, language: str = "en") -> re.Pattern[str]:
    """Whatever begins as a text does before its first parameter."""
    return re.compile("^" + re.escape(catalogue(language)[key].split("{")[0]))
