"""Real databases for the server's tests."""

from __future__ import annotations

from tests.server.databases import database_url, postgres_server, postgres_url, sqlite_url

__all__ = ["database_url", "postgres_server", "postgres_url", "sqlite_url"]
