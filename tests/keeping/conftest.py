"""Real databases for what is started with them."""

from __future__ import annotations

from tests.server.databases import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]
