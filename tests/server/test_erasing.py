"""What is erased is gone, what is not stays, and it is said before."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from nouvelle_france.cli.app import app
from nouvelle_france.server.erasing import NOBODY, erase_person
from nouvelle_france.server.storage import Storage
from nouvelle_france.tables import Chair
from nouvelle_france.tables.entries import Said, Sat
from nouvelle_france.tables.tokens import hashed
from tests.tables.sitting import Sitting, options, person

JEANNE = "Jeanne Mance"


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with two tables: Jeanne and Paul at one, Paul and a namesake of nobody at the other."""
    address = f"sqlite:///{tmp_path / 'tables.sqlite'}"

    async def fill() -> None:
        storage = await Storage.open(address)
        from nouvelle_france.house import Editions

        editions = Editions()
        await editions.keep(storage, editions.offered[0])
        for id, guest in (("TableOne", JEANNE), ("TableTwo", "Jeanne")):
            sitting = Sitting(options(), [person("white"), Chair("yellow")])
            sitting.write([Sat("yellow", guest, hashed("token"), "snow")])
            sitting.write([Said("yellow", "1", "a secret of mine"), Said("white", "1", "hello")])
            await storage.create(id, sitting.entries, sitting.table.standing())
        await storage.close()

    asyncio.run(fill())
    return address


async def kept(url: str) -> str:
    """All that the database has of any table, as text."""
    storage = await Storage.open(url)
    try:
        logs = [[dict(it.data) for it in await storage.entries(id)] for id in await storage.ids()]
        return f"{logs} {await storage.lobby(('waiting', 'playing'), 10, None)}"
    finally:
        await storage.close()


def erase(url: str, *arguments: str, answer: str = "") -> tuple[int, str]:
    """What the command says."""
    done = CliRunner().invoke(app, ["erase", "--database", url, *arguments], input=answer)
    return done.exit_code, done.output


def test_a_person_is_erased_and_the_table_is_played_on(url: str) -> None:
    assert JEANNE in asyncio.run(kept(url))
    code, said = erase(url, "--person", JEANNE, answer="y\n")
    assert code == 0, said
    assert "TableOne" in said
    assert "TableTwo" not in said
    now = asyncio.run(kept(url))
    assert JEANNE not in now
    assert now.count("a secret of mine") == 1, "what somebody else said stays"
    assert "hello" in now
    assert NOBODY in now

    async def reloaded() -> None:
        storage = await Storage.open(url)
        from nouvelle_france.house import Editions
        from nouvelle_france.tables import Table

        table = Table.load("TableOne", Editions().known, await storage.entries("TableOne"))
        assert table.chairs["yellow"].name == NOBODY
        assert table.seat_of(hashed("token")) == "yellow", "the seat is still held"
        await storage.close()

    asyncio.run(reloaded())


def test_it_says_what_it_would_erase_and_no_is_no(url: str) -> None:
    before = asyncio.run(kept(url))
    for arguments in (("--person", JEANNE), ("--table", "TableOne")):
        code, said = erase(url, *arguments, answer="n\n")
        assert code != 0
        assert "TableOne" in said
    assert asyncio.run(kept(url)) == before


def test_a_table_is_erased_with_all_that_was_said_there(url: str) -> None:
    code, said = erase(url, "--table", "TableOne", "--yes")
    assert code == 0, said
    assert JEANNE in said, "who is concerned"
    now = asyncio.run(kept(url))
    assert JEANNE not in now
    assert "TableOne" not in now
    assert now.count("a secret of mine") == 1


@pytest.mark.parametrize("arguments", [(), ("--table", "Nowhere", "--yes"), ("--person", "Nobody Here", "--yes")])
def test_what_is_not_there_is_said(url: str, arguments: tuple[str, ...]) -> None:
    code, _ = erase(url, *arguments)
    assert code != 0


def test_only_at_one_table(url: str) -> None:
    found = asyncio.run(erase_person(url, "Jeanne", "TableOne", look=True))
    assert found == []
    (only,) = asyncio.run(erase_person(url, "Jeanne", "TableTwo", look=True))
    assert (only.names, only.lines) == (1, 1)
