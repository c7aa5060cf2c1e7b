"""Parts that are installed only where somebody wants them: what is said where one is missing."""

from __future__ import annotations


def install(extra: str) -> str:
    """The command that installs an extra of the package."""
    return f'pip install "nouvelle-france[{extra}]"'


def needs(extra: str) -> str:
    """How to get an extra, as the end of a sentence.

    >>> needs("plots")
    'needs the extra "plots": pip install "nouvelle-france[plots]"'
    """
    return f'needs the extra "{extra}": {install(extra)}'
