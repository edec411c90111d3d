"""Databases: an opened database has the current schema, and an event is stored once."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from kingdom_builder.game import new_first_game
from kingdom_builder.store.database import Database, database_url
from kingdom_builder.store.migration import migrations
from kingdom_builder.store.projection import AddCredential, Credential, CredentialKind
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.reviews import store_review
from kingdom_builder.store.revision import REVISION, is_current
from kingdom_builder.store.schema import games, metadata, newcomers
from kingdom_builder.store.sqlite_settings import configure
from kingdom_builder.table.commands import Archive, ChangeCredentials, Command, HandOver, Say
from kingdom_builder.table.decide import decide
from kingdom_builder.table.events import Actor
from kingdom_builder.table.evolve import evolve
from kingdom_builder.table.fold import fold
from kingdom_builder.table.state import TableState
from kingdom_builder.table.steps import Step
from tests.table.memory_table import START, started_table

BOTH = pytest.mark.parametrize("kind", ["sqlite", "postgresql"])


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


async def new_table(database: Database, table: str = "g") -> TableState:
    """Store a table with a started game; return its state."""
    played = started_table(new_first_game(1))
    created, started = played.events
    value = {**created.value, "table": table, "invite": f"i{table}", "watch": f"w{table}"}
    state = fold([replace(created, value=value)], START)
    after = evolve(state, started, START)
    steps = [Step(replace(created, value=value), None, state), Step(started, state, after)]
    assert await database.event_log.store(steps, START)
    return after


async def append(database: Database, state: TableState, command: Command, seq: int = 0) -> bool:
    """Append the event of a command, with its own or another number; return whether it was stored."""
    event = decide(state, command, START)
    after = evolve(state, event, START)
    return await database.event_log.append(replace(event, seq=seq or event.seq), state, after, START)


async def statuses(database: Database) -> dict[str, str]:
    async with database.engine.connect() as connection:
        return dict((await connection.execute(select(games.c.id, games.c.status))).all())


def say(text: str, message_id: str | None = None) -> Say:
    return Say(seat=0, text=text, message_id=message_id)


async def stored_table(repository: Repository, table: str = "g") -> TableState:
    return fold(await repository.events_after(table, 0), START)


@BOTH
def test_the_migrations_create_the_schema_that_the_program_uses(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database, database.engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
            assert await connection.run_sync(is_current)
        assert differences == []

    asyncio.run(check())


def test_the_revision_that_the_program_needs_is_that_of_the_last_migration():
    assert ScriptDirectory.from_config(migrations()).get_current_head() == REVISION


def test_an_sqlite_that_is_too_old_is_refused_before_it_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    file = tmp_path / "games.db"
    with pytest.raises(ValueError, match=r"^SQLite 3\.35\.0 or newer is needed, and this Python has .*PostgreSQL$"):
        asyncio.run(Database(f"sqlite:///{file}").open())
    assert not list(tmp_path.iterdir())


@BOTH
def test_the_last_review_of_a_game_stays_and_is_found_by_its_version(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            await new_table(database)
            repository = Repository(database)
            assert await repository.review("g", "1") is None
            for version in ("1", "2"):
                await store_review(database.event_log, "g", version, f'{{"version": "{version}"}}')
            assert await repository.review("g", "1") is None
            assert await repository.review("g", "2") == '{"version": "2"}'

    asyncio.run(check())


@BOTH
def test_one_of_several_events_with_the_same_number_is_stored(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            state = await new_table(database)
            appends = [append(database, state, say(f"{i}"), seq) for i in range(5) for seq in range(3, 100)]
            stored = await asyncio.gather(*appends)
            assert sum(stored) == 97
            events = await Repository(database).events_after("g", 0)
            assert [event.seq for event in events] == list(range(1, 100))

    asyncio.run(check())


@BOTH
def test_the_id_of_a_message_is_stored_once(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            state, other = await new_table(database), await new_table(database, "h")
            assert await append(database, state, say("a", "same"))
            assert not await append(database, state, say("b", "same"), seq=4)
            assert await append(database, other, say("a", "same"))

    asyncio.run(check())


@BOTH
def test_a_table_is_created_once(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            await new_table(database)
            created = started_table(new_first_game(2)).events[0]
            assert not await database.event_log.store([Step(created, None, fold([created], START))], START)
            assert len(await Repository(database).events_after("g", 0)) == 2

    asyncio.run(check())


@BOTH
def test_rows_of_seats_and_credentials_change_in_the_transaction_of_the_event(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            repository = Repository(database)
            state = await new_table(database)
            credential = Credential("c", CredentialKind.TOKEN, "g", 1, "label", 0.0, 9e9)
            event = decide(state, ChangeCredentials(seat=1, adding=True), START)
            changes = [AddCredential(credential, "hash")]
            after = evolve(state, event, START)
            assert not await database.event_log.append(replace(event, seq=1), state, after, START, changes)
            assert await repository.credential(CredentialKind.TOKEN, "hash", 1.0) is None
            assert await database.event_log.append(event, state, after, START, changes)
            assert await repository.credential(CredentialKind.TOKEN, "hash", 1.0) == credential
            assert not await append(database, after, HandOver(seat=1, person="p"), seq=1)
            assert await repository.of_person("p", 9) == ["g"]
            for seat in (0, 1):
                assert await append(database, await stored_table(repository), HandOver(seat=seat, person="p"))
            assert await repository.credential(CredentialKind.TOKEN, "hash", 1.0) is None
            seats = (await stored_table(repository)).seats
            assert [seat.person for seat in seats] == [None, None]

    asyncio.run(check())


@BOTH
def test_the_row_of_a_game_changes_only_with_its_event_whatever_else_is_in_the_group(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            names = [f"g{i}" for i in range(20)]
            states = [await new_table(database, name) for name in names]
            taken = {"g3", "g17"}
            archive = Archive(by=Actor.CLOCK)
            appends = [append(database, state, archive, seq=2 if state.id in taken else 0) for state in states]
            stored = await asyncio.gather(*appends)
            assert {name for name, free in zip(names, stored, strict=True) if not free} == taken
            assert await statuses(database) == {name: "playing" if name in taken else "archived" for name in names}

    asyncio.run(check())


@BOTH
def test_all_waiting_events_are_stored_before_the_database_is_closed(new_database, kind):
    async def check() -> None:
        url = new_database(kind)
        async with opened(url) as database:
            state = await new_table(database)
            waiting = [asyncio.create_task(append(database, state, say(f"{i}"), seq=3 + i)) for i in range(40)]
            await asyncio.sleep(0)
        assert await asyncio.gather(*waiting) == [True] * 40
        async with opened(url) as database:
            assert len(await Repository(database).events_after("g", 0)) == 42

    asyncio.run(check())


@BOTH
def test_queries_that_wait_for_a_connection_do_not_fail(new_database, kind):
    """After a restart thousands of clients connect at once, and each needs its table."""

    async def check() -> None:
        async with opened(new_database(kind)) as database:
            await new_table(database)
            database.reader.pool._timeout = 0.001  # type: ignore[attr-defined]  # it is 30 s, which is too long for a test
            queries = [Repository(database).events_after("g", 0) for _ in range(300)]
            assert [len(events) for events in await asyncio.gather(*queries)] == [2] * 300

    asyncio.run(check())


@BOTH
def test_a_transaction_that_fails_stores_nothing_and_the_next_one_works(new_database, kind):
    async def insert_and_fail(connection: AsyncConnection) -> None:
        await connection.execute(insert(newcomers), {"message": "m", "salt": "s", "expires_at": 1.0})
        raise ValueError("stop")

    async def count(connection: AsyncConnection) -> int:
        return len((await connection.execute(select(newcomers))).all())

    async def check() -> None:
        async with opened(new_database(kind)) as database:
            with pytest.raises(ValueError, match="stop"):
                await database.event_log.run(insert_and_fail)
            assert await database.event_log.run(count) == 0

    asyncio.run(check())


def test_a_transaction_on_sqlite_that_waits_for_something_else_is_an_error_and_stores_nothing(new_database):
    async def insert_and_wait(connection: AsyncConnection) -> None:
        await connection.execute(insert(newcomers), {"message": "m", "salt": "s", "expires_at": 1.0})
        await asyncio.sleep(0)

    async def check() -> None:
        async with opened(new_database("sqlite")) as database:
            with pytest.raises(RuntimeError, match="its statements only"):
                await database.event_log.run(insert_and_wait)
            assert await database.rows(select(newcomers)) == []

    asyncio.run(check())


def test_two_servers_cannot_use_one_embedded_database(new_database):
    async def check() -> None:
        url = new_database("sqlite")
        async with opened(url):
            with pytest.raises(ValueError, match="another server is using"):
                await Database(url).open()
            reader = Database(url)
            await reader.open(to_read=True)
            await reader.close()

    asyncio.run(check())


def test_a_database_of_a_newer_version_is_not_changed(new_database: Callable[[str], str]) -> None:
    async def check() -> None:
        url = new_database("sqlite")
        async with opened(url):
            pass
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.close()
        with pytest.raises(ValueError, match="newer version"):
            await Database(url).open()

    asyncio.run(check())


def test_every_commit_reaches_the_disk(new_database, tmp_path):
    full, write_ahead = 2, "wal"

    async def check() -> None:
        async with opened(new_database("sqlite")) as database, database.engine.connect() as connection:
            assert (await connection.exec_driver_sql("PRAGMA synchronous")).scalar() == full
            assert (await connection.exec_driver_sql("PRAGMA journal_mode")).scalar() == write_ahead

    asyncio.run(check())
    with contextlib.closing(sqlite3.connect(tmp_path / "groups.db")) as connection:
        configure(connection)
        assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == (write_ahead,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mysql://localhost/kingdom", "expected sqlite or postgresql"),
        ("sqlite://", "would lose every game"),
        ("sqlite:///:memory:", "would lose every game"),
        ("://", "is not the address"),
    ],
)
def test_an_unusable_database_url_is_rejected(text, message):
    with pytest.raises(ValueError, match=message):
        database_url(text)
