"""Addresses, schemas, and what is said when something is wrong with them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from nouvelle_france.server.storage import Storage, StorageError
from nouvelle_france.server.storage.database import MIGRATIONS, Database
from nouvelle_france.server.storage.schema import REVISION, metadata
from tests.server.databases import PostgresServer, free_port
from tests.server.storage.making import make, opened, run


def refusal(url: str, **options: bool) -> str:
    """What opening says."""
    with pytest.raises(StorageError) as caught:
        asyncio.run(Storage.open(url, **options))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_migrations_lead_to_the_schema(database_url: str) -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [REVISION]
    database = Database(database_url)
    try:
        with database.connect() as connection:
            context = MigrationContext.configure(connection)
            assert context.get_current_revision() == REVISION
            assert compare_metadata(context, metadata) == []
    finally:
        database.close()


def test_opening_again_keeps_everything(database_url: str) -> None:
    async def first(storage: Storage) -> None:
        await make(storage, "t")

    async def second(storage: Storage) -> None:
        assert await storage.count() == {"playing": 1}

    run(database_url, first)
    run(database_url, second)


def test_many_open_a_new_database_at_once(database_url: str) -> None:
    async def test() -> None:
        storages = await asyncio.gather(*(Storage.open(database_url) for _ in range(6)))
        for storage in storages:
            await storage.ping()
            await storage.close()

    asyncio.run(test())


def test_a_newer_schema_is_refused_and_left_alone(database_url: str) -> None:
    def change(statement: str) -> list[object]:
        try:
            with database.engine.begin() as connection:
                result = connection.execute(text(statement))
                return [row[0] for row in result] if result.returns_rows else []
        finally:
            database.close()

    database = Database(database_url)
    change("UPDATE alembic_version SET version_num = '9999'")
    message = refusal(database_url)
    assert "newer than this program: its schema is 9999" in message
    assert change("SELECT version_num FROM alembic_version") == ["9999"]


def test_a_database_of_another_program_is_left_alone(postgres_server: PostgresServer, postgres_url: str) -> None:
    postgres_server.execute("CREATE TABLE tables (x int)", postgres_url.rsplit("/", 1)[1])
    assert "has a table 'tables' of another program" in refusal(postgres_url)


def test_postgres_is_postgresql(postgres_url: str) -> None:
    async def test(storage: Storage) -> None:
        assert storage.shared
        assert storage.url_shown == postgres_url
        await make(storage, "t")

    run(postgres_url.replace("postgresql://", "postgres://"), test)


def test_the_password_is_not_shown(postgres_url: str) -> None:
    secret = postgres_url.replace("postgres@", "postgres:hush@")

    async def test() -> None:
        for url in (secret, postgres_url + "?password=hush"):
            async with opened(url) as (storage,):
                assert storage.url_shown == postgres_url

    asyncio.run(test())
    message = refusal(secret.rsplit("/", 1)[0] + "/missing")
    assert "hush" not in message
    assert '"missing" does not exist' in message


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("", "not one: expected sqlite:///FILE or postgresql://"),
        ("tables.sqlite", "not one: expected sqlite:///FILE or postgresql://"),
        ("postgresql://host:port/name", "not one: expected sqlite:///FILE or postgresql://"),
        ("mysql://host/name", "mysql: no such kind of database"),
        ("sqlite://", "expected sqlite:///FILE"),
        ("sqlite:///:memory:", "expected sqlite:///FILE"),
        ("sqlite://host/file", "expected sqlite:///FILE"),
        ("sqlite:///file?mode=ro", "expected sqlite:///FILE"),
        ("postgresql://user:hush@host", "postgresql://user@host: the name of the database is missing"),
    ],
)
def test_bad_addresses(url: str, expected: str) -> None:
    message = refusal(url)
    assert expected in message
    assert "hush" not in message


def test_a_server_that_does_not_answer() -> None:
    url = f"postgresql://nobody:hush@127.0.0.1:{free_port()}/name"
    message = refusal(url)
    assert url.replace(":hush", "") in message
    assert "refused" in message
    assert "hush" not in message


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.sqlite"
    wrong.write_text("this is a letter to my aunt, " * 100)
    assert "file is not a database" in refusal(f"sqlite:///{wrong}")
    assert wrong.read_text().startswith("this is a letter")
    assert "unable to open" in refusal(f"sqlite:///{tmp_path}")
    assert "cannot make the file" in refusal(f"sqlite:///{wrong}/below/tables.sqlite")


def test_folders_and_files_are_made_unless_they_must_exist(tmp_path: Path) -> None:
    file = tmp_path / "some" / "where" / "tables.sqlite"
    assert "there is no such file" in refusal(f"sqlite:///{file}", must_exist=True)
    assert not file.parent.exists()

    async def test() -> None:
        async with opened(f"sqlite:///{file}") as (storage,):
            await storage.ping()

    asyncio.run(test())
    assert file.exists()


def test_a_database_that_is_up_to_date_opens_without_alembic(sqlite_url: str) -> None:
    """It would take longer than all the rest; nor is PostgreSQL's driver needed for SQLite."""
    program = (
        "import asyncio, sys; from nouvelle_france.server.storage import Storage\n"
        "asyncio.run(asyncio.run(Storage.open(sys.argv[1])).close())\n"
        "print('alembic' in sys.modules, 'psycopg' in sys.modules)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program, sqlite_url], check=True, capture_output=True, text=True
        ).stdout.strip()
        for _ in range(2)
    ]
    assert said == ["True False", "False False"]
