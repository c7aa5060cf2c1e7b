"""Replaces typing_extensions: newer Pythons have all of it."""

from typing import TypeAliasType, TypedDict  # type: ignore[attr-defined]  # 3.12; a browser's Python is newer

__all__ = ["TypeAliasType", "TypedDict"]
