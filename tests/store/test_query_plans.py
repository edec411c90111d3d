"""Every statement of the store finds its rows through an index: no request reads all games.

The tests call every method of the store, record the statements, and ask the database how it runs each of them.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import pkgutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from sqlalchemy import Table, event, insert, text

from kingdom_builder import store
from kingdom_builder.store.appends import Append
from kingdom_builder.store.cookie_keys import read_keys
from kingdom_builder.store.database import Database
from kingdom_builder.store.event_log import event_values
from kingdom_builder.store.expired import delete_expired
from kingdom_builder.store.newcomers import newcomer_salt
from kingdom_builder.store.orders import OrderKind, OrderLog
from kingdom_builder.store.postgresql_writer import WRITE_STATEMENT, parameters
from kingdom_builder.store.projection import AddCredential, Credential, CredentialKind, RemoveCredentials, game_change
from kingdom_builder.store.redaction import store_redaction
from kingdom_builder.store.repository import Repository
from kingdom_builder.store.reviews import store_review
from kingdom_builder.store.schema import daily_results, events, games, participants, seats
from kingdom_builder.store.sqlite_writer import update_statement
from kingdom_builder.store.uptime import UptimeLog
from kingdom_builder.store.waiting_tables import WaitingTable, add_waiting, delete_waiting
from kingdom_builder.table.commands import ChangeCredentials, CloseTable, Say
from kingdom_builder.table.decide import decide
from kingdom_builder.table.events import EventKind
from kingdom_builder.table.evolve import evolve
from kingdom_builder.table.redaction import Redaction
from kingdom_builder.table.state import TableState
from tests.store.test_database import BOTH, new_table, opened
from tests.table.memory_table import START

WHOLE_TABLES = {"processes", "cookie_keys", "waiting_tables"}
"""Read as a whole: the server processes of the last two months, the few keys of the cookies, and, once in ten minutes,
the tables that wait for players."""

NOT_SERVING = {f"{store.__name__}.{name}" for name in ("backup", "backup_lines", "version_1", "migrations", "operator")}
"""Modules of commands, which read everything."""

NOT_QUERIES = {"EventLog.stop", "DatabaseHealth.problem"} | {
    f"{name}.{do}" for name in ("Database", "EventLog", "SqliteThreads") for do in ("open", "close", "run", "rows")
}
"""They have no statement about rows of their own."""

WRITERS = {f"{name}.{do}" for name in ("GroupWriter", "SqliteWriter", "PostgresqlWriter") for do in ("write", "close")}
"""They use the driver, so their statements are not recorded; they have a test of their own."""

Call = Callable[[], Awaitable[Any]]
Statement = tuple[str, Any]


def calls_of(database: Database, state: TableState) -> dict[str, Call]:
    """Return a call of every method of the store, by name."""
    repository, log, uptime = Repository(database), database.event_log, UptimeLog(database.event_log)
    orders = OrderLog(database)
    token = CredentialKind.TOKEN
    credential = Credential("c", token, "g", 1, "label", 0.0, 9e9)
    add, remove = AddCredential(credential, "hash"), RemoveCredentials("g", 1, token, "c")

    said = decide(state, Say(seat=0, text="a"), START)

    async def append() -> None:
        now = state
        for command, changes in (
            (Say(seat=0, text="a", message_id="m"), ()),
            (ChangeCredentials(seat=1, adding=True), (add,)),
            (ChangeCredentials(seat=1, adding=False), (remove,)),
            (CloseTable(person=state.creator), ()),
        ):
            stored = decide(now, command, START)
            after = evolve(now, stored, START)
            assert await log.append(stored, now, after, START, changes)
            now = after

    return {
        "Repository.events_after": lambda: repository.events_after("g", 1),
        "Repository.find": lambda: repository.find(invite="ig"),
        "Repository.listed": lambda: repository.listed(9),
        "Repository.listed before": lambda: repository.listed(9, "g"),
        "Repository.of_person": lambda: repository.of_person("p", 9),
        "Repository.of_person before": lambda: repository.of_person("p", 9, "g"),
        "Repository.finished_of_person": lambda: repository.finished_of_person("p", 9),
        "Repository.knew_person": lambda: repository.knew_person("p", 9.0),
        "Repository.participations": lambda: repository.participations("p"),
        "Repository.created_between": lambda: repository.created_between(1.0, 9.0, "p"),
        "Repository.of_message": lambda: repository.of_message("p", "m"),
        "Repository.rows": lambda: repository.rows(["g", "h"]),
        "Repository.last_seqs": lambda: repository.last_seqs(["g", "h"]),
        "Repository.events_of_kinds": lambda: repository.events_of_kinds(["g", "h"], {EventKind.STARTED}),
        "Repository.last_actions": lambda: repository.last_actions(["g", "h"]),
        "Repository.due": lambda: repository.due(9.0, 9),
        "Repository.idle_since": lambda: repository.idle_since(9.0, 9),
        "Repository.review": lambda: repository.review("g", "1"),
        "Repository.credential": lambda: repository.credential(token, "hash", 1.0),
        "Repository.credentials_of": lambda: repository.credentials_of(token, "g", 1, 1.0),
        "Repository.daily_results": lambda: repository.daily_results("2026-11-18", 9),
        "Repository.daily_result": lambda: repository.daily_result("2026-11-18", "p"),
        "Repository.daily_result_of_game": lambda: repository.daily_result_of_game("g"),
        "Repository.daily_counts": lambda: repository.daily_counts("2026-11-18"),
        "Repository.daily_standing": lambda: repository.daily_standing("2026-11-18", 60, 5),
        "EventLog.store": lambda: new_table(database, "other"),
        "EventLog.append": append,
        "EventLog.postpone": lambda: log.postpone("g", None, 9e9),
        "EventLog.set_active": lambda: log.set_active({"g": 1.0}),
        "add_waiting": lambda: log.run(lambda connection: add_waiting(connection, WaitingTable("g", "p", "a", True))),
        "delete_waiting": lambda: delete_waiting(log, 9),
        "delete_expired": lambda: delete_expired(log, 9e9, 9),
        "store_redaction": lambda: store_redaction(log, "g", "p", Redaction({1: {}}, [0]), replace(said, seq=99)),
        "store_review": lambda: store_review(log, "g", "1", "{}"),
        "newcomer_salt": lambda: newcomer_salt(log, "m", 9e9),
        "read_keys": lambda: read_keys(database),
        "UptimeLog.register": lambda: uptime.register("process", 9e9),
        "UptimeLog.update": lambda: uptime.update("process", 9e9),
        "UptimeLog.mark_ended": lambda: uptime.mark_ended({"process": 9e9}),
        "UptimeLog.rows": uptime.rows,
        "UptimeLog.record_turns": lambda: uptime.record_turns("process", 1),
        "OrderLog.add": lambda: orders.add(OrderKind.CLOSE, {"table": "g"}, 9e9),
        "OrderLog.after": lambda: orders.after(0),
        "OrderLog.finish": lambda: orders.finish(1, "closed"),
    }


def methods() -> set[str]:
    """Return all public methods and functions of the store that send statements while a server runs."""
    found = set()
    for module in pkgutil.iter_modules(store.__path__, f"{store.__name__}."):
        if module.name not in NOT_SERVING and not module.ispkg:
            for name, member in vars(importlib.import_module(module.name)).items():
                if getattr(member, "__module__", None) != module.name or name.startswith("_"):
                    continue
                if inspect.isclass(member):
                    own = [each for each, value in vars(member).items() if inspect.iscoroutinefunction(value)]
                    found |= {f"{name}.{each}" for each in own if not each.startswith("_")}
                elif inspect.iscoroutinefunction(member):
                    found.add(name)
    return found - NOT_QUERIES - WRITERS


async def recorded(database: Database, call: Call) -> list[Statement]:
    """Return the statements that a call sends, with their parameters."""
    found: list[Statement] = []

    def record(_connection: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
            found.append((statement, parameters[0] if many else parameters))

    engines = [engine.sync_engine for engine in (database.engine, database.reader)]
    if database.threads is not None:
        engines += [database.threads.engine, database.threads.reader]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", record)
    try:
        await call()
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", record)
    return found


async def scans(database: Database, statement: Statement) -> list[str]:
    """Return the parts of a statement's plan that read a whole table or a whole index."""
    async with database.engine.connect() as connection:
        if database.embedded:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement[0]}", statement[1])
            # A subquery or a list of values is scanned too, but it is no table.
            details = [row.detail for row in plan]
            return [one for one in details if one.startswith("SCAN ") and not one.startswith(("SCAN (", "SCAN CONST"))]
        # A small table is read as a whole although there is an index, unless that is forbidden.
        await connection.execute(text("SET enable_seqscan = off"))
        plan = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement[0]}", statement[1])
        found: Any = plan.scalar()
        first_columns = {row.relname: row.attname for row in await connection.execute(text(FIRST_COLUMNS))}
        return _postgresql_scans((json.loads(found) if isinstance(found, str) else found)[0]["Plan"], first_columns)


async def fill(database: Database) -> None:
    """Store a thousand finished games, so that the database has a reason to use its indexes."""
    numbers = range(1000)
    times = {"created_at": 1.0, "active_at": 1.0, "listed": False, "status": "over"}
    result = {"margin": 1, "hinted": False, "finished_at": 1.0}
    rows: dict[Table, list[dict[str, Any]]] = {
        games: [{"id": f"g{n}", "invite": f"i{n}", "watch": f"w{n}", "creator": f"p{n}", **times} for n in numbers],
        participants: [{"game": f"g{n}", "person": f"p{n}"} for n in numbers],
        seats: [{"game": f"g{n}", "seat": 0, "kind": "person", "person": f"p{n}", "name": ""} for n in numbers],
        daily_results: [
            {"day": f"2026-11-{10 + n % 20}", "person": f"p{n}", "game": f"g{n}", "seat": 0, "gold": n % 90, **result}
            for n in numbers
        ],
        events: [
            {"game": f"g{n}", "seq": seq, "kind": "chat", "by": "player", "value": "0", "time": float(seq)}
            for n in numbers
            for seq in (1, 2)
        ],
    }
    async with database.engine.connect() as connection, connection.begin():
        for table, some in rows.items():
            await connection.execute(insert(table), some)
        await connection.execute(text("ANALYZE"))


FIRST_COLUMNS = """
SELECT c.relname, a.attname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
"""


def _postgresql_scans(node: dict[str, Any], first_columns: dict[str, str]) -> list[str]:
    found = [one for child in node.get("Plans", []) for one in _postgresql_scans(child, first_columns)]
    index = node.get("Index Name")
    # Without a condition on its first column, an index is read from its beginning to its end.
    is_whole = index is not None and first_columns[index] not in node.get("Index Cond", "")
    if is_whole or node["Node Type"] == "Seq Scan":
        found.append(f"{node['Node Type']} {index or ''} {node.get('Relation Name', '')}")
    return found


@BOTH
def test_no_statement_of_the_store_reads_a_whole_table(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            state = await new_table(database)
            await fill(database)
            calls = calls_of(database, state)
            assert {name.split()[0] for name in calls} == methods(), "this test calls every method of the store"
            for name, call in calls.items():
                statements = await recorded(database, call)
                assert statements, name
                for statement in statements:
                    found = [one for one in await scans(database, statement) if not set(one.split()) & WHOLE_TABLES]
                    assert not found, f"{name}: {found} in {statement[0]}"

    asyncio.run(check())


@BOTH
def test_no_statement_for_a_group_of_events_reads_a_whole_table(new_database, kind):
    async def check() -> None:
        async with opened(new_database(kind)) as database:
            state = await new_table(database)
            await fill(database)
            stored = decide(state, CloseTable(person=state.creator), START)
            change = game_change(state, evolve(state, stored, START), START)
            assert change is not None
            statement: Statement = (update_statement(2), (*change, *change))
            if not database.embedded:
                group = [Append(("g", stored.seq), event_values("g", stored), change)]
                statement = (WRITE_STATEMENT, tuple(map(list, parameters(group))))
            given = {"SCAN new", "SCAN 2 CONSTANT ROWS"}  # the values of the statement, which are no table
            assert not set(await scans(database, statement)) - given

    asyncio.run(check())


@BOTH
def test_a_query_without_an_index_is_found(new_database, kind):
    """The test above notices a scan."""

    async def check() -> None:
        async with opened(new_database(kind)) as database:
            await new_table(database)
            assert await scans(database, ("SELECT id FROM games WHERE created_at > 0 ORDER BY created_at", ()))
            assert await scans(database, ("SELECT game FROM events WHERE time > 0", ()))
            assert not await scans(database, ("SELECT id FROM games WHERE id = 'g'", ()))

    asyncio.run(check())


@BOTH
def test_lists_are_sorted_by_an_index(new_database, kind):
    """Such a list costs what is shown, not what is stored. Tables of the same moment may be sorted."""

    async def check() -> None:
        async with opened(new_database(kind)) as database:
            await new_table(database)
            repository = Repository(database)
            for call in (lambda: repository.listed(9), lambda: repository.idle_since(9.0, 9)):
                for statement, parameters in await recorded(database, call):
                    shown = await plan_of(database, statement, parameters)
                    assert "TEMP B-TREE" not in shown.replace("TEMP B-TREE FOR LAST TERM", ""), shown
                    assert "Sort" not in shown.replace("Incremental Sort", "").replace("Presorted", ""), shown

    asyncio.run(check())


async def plan_of(database: Database, statement: str, parameters: Any) -> str:
    async with database.engine.connect() as connection:
        if database.embedded:
            plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        else:
            for way in ("seqscan", "bitmapscan"):
                await connection.execute(text(f"SET enable_{way} = off"))
            plan = await connection.exec_driver_sql(f"EXPLAIN (COSTS off) {statement}", parameters)
        return "\n".join(str(row[-1]) for row in plan).replace("Sort Key", "")
