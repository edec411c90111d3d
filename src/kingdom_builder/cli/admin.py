"""`kingdom-builder admin`: what the operator of a server can do while it is running. It uses the server's database."""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kingdom_builder.cli.extras import extra
from kingdom_builder.cli.parser import Commands, Parser
from kingdom_builder.cli.words import Words
from kingdom_builder.texts.catalogue import catalogue

if TYPE_CHECKING:
    from kingdom_builder.store.operator import Operator

Action = Callable[["Operator", argparse.Namespace, Words], Awaitable[None]]
WAIT_SECONDS = 20.0
"""How long a command waits for a server to carry out an order."""

MOST_UNITS = 1_000_000
"""The most hours of a ban, and minutes of an announcement."""


def add_to(commands: Commands, say: Words) -> None:
    """Add the command to the parser."""
    parser = commands.add("admin", example="admin tables")
    actions = Commands(parser, path="admin.", metavar="action")

    def add(name: str, action: Action, example: str) -> Parser:
        new = actions.add(name, lambda options, say: _run(action, options, say), example=f"admin {example}")
        new.add_argument("--database", metavar="URL", help=say("option.database.games"))
        return new

    tables = add("tables", list_tables, "tables --status playing")
    tables.add_argument("--status", choices=STATUSES, help=say("option.status"))
    tables.add_argument("--json", action="store_true", help=say("option.json.admin"))
    close = add("close", close_table, "close 4fGh2_kLmN0p")
    close.add_argument("table", metavar="ID", help=say("option.table"))
    ban = add("ban", ban_target, "ban 192.0.2.7 --hours 24")
    ban.add_argument("target", metavar=say("metavar.target"), help=say("option.target"))
    ban.add_argument("--hours", type=float, metavar="N", help=say("option.hours"))
    ban.add_argument("--reason", default="", metavar=say("metavar.text"), help=say("option.reason"))
    unban = add("unban", unban_target, "unban 192.0.2.7")
    unban.add_argument("target", metavar=say("metavar.target"), help=say("option.target"))
    add("bans", list_bans, "bans")
    announce = add("announce", announce_text, "announce 'Maintenance at 20:00.' --fr 'Maintenance à 20 h.'")
    announce.add_argument("text", nargs="?", metavar=say("metavar.text"), help=say("option.text"))
    announce.add_argument("--fr", metavar=say("metavar.text"), help=say("option.fr"))
    announce.add_argument("--minutes", type=float, metavar="N", help=say("option.minutes"))
    announce.add_argument("--clear", action="store_true", help=say("option.clear"))
    drain = add("drain", drain_server, "drain --seconds 300")
    drain.add_argument("--seconds", type=float, default=120.0, metavar="N", help=say("option.seconds.drain"))


STATUSES = ("open", "playing", "over", "archived", "closed")


def _run(action: Action, options: argparse.Namespace, say: Words) -> int:
    with extra("server", say):
        from kingdom_builder.server.settings import read_settings
        from kingdom_builder.store.database import Database
        from kingdom_builder.store.operator import Operator

    async def work() -> None:
        database = Database(read_settings({} if options.database is None else {"database": options.database}).database)
        await database.open(to_read=True)
        try:
            await action(Operator(database), options, say)
        finally:
            await database.close()

    asyncio.run(work())
    return 0


async def list_tables(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Print the tables, the newest first: by default those that wait for players or are in play."""
    tables = await operator.tables([options.status] if options.status else ["open", "playing"])
    for table in tables:
        if options.json:
            print(json.dumps(table))
            continue
        made = datetime.fromtimestamp(table["created_at"]).strftime("%Y-%m-%d %H:%M")
        print(f"{table['id']}  {table['status']:8}  {made}  {table['seq']:5}  {_seats(table, say)}")


def _seats(table: dict[str, Any], say: Words) -> str:
    def shown(seat: dict[str, Any]) -> str:
        if seat["kind"] == "person":
            return f"{seat['name']} [{seat['person'][:12]}]"
        return say("admin.bot", level=seat["level"]) if seat["kind"] == "bot" else say("admin.open")

    return ", ".join(map(shown, table["seats"]))


async def close_table(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Close a table and wait until a server has done so."""
    await _check_running(operator, say)
    number = await operator.close(options.table)
    end = time.monotonic() + WAIT_SECONDS
    while (result := await operator.result(number)) is None:
        if time.monotonic() > end:
            raise ValueError(say("admin.no_answer", seconds=round(WAIT_SECONDS)))
        await asyncio.sleep(0.1)
    if result != "closed":
        raise ValueError(f"{options.table}: {result}")
    print(say("admin.closed", table=options.table))


async def ban_target(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Ban a person or an address."""
    target = await operator.target(options.target)
    if target is None:
        raise ValueError(say("admin.no_target", target=options.target))
    until = _end("--hours", options.hours, 3600, say)
    await operator.ban(target, options.reason, until)
    print(say("admin.banned", target=_short(target)))


async def unban_target(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Lift a ban."""
    bans = await operator.bans()
    exact = await operator.target(options.target)
    found = [ban for ban in bans if ban.target == exact or ban.target.startswith(options.target)]
    if len(found) != 1:
        raise ValueError(say("admin.no_ban", target=options.target))
    await operator.unban(found[0].target)
    print(say("admin.unbanned", target=_short(found[0].target)))


async def list_bans(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Print the bans that hold."""
    for ban in await operator.bans():
        until = "" if ban.until is None else datetime.fromtimestamp(ban.until).strftime("%Y-%m-%d %H:%M")
        print("  ".join(filter(None, (_short(ban.target), until, ban.reason))))


async def announce_text(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Tell everybody something on the page, or nothing any more."""
    if options.clear == (options.text is not None):
        raise ValueError(say("admin.text_or_clear"))
    until = _end("--minutes", options.minutes, 60, say)
    await operator.announce(options.text, options.fr or options.text, until)
    print(say("admin.cleared" if options.clear else "admin.announced"))


async def drain_server(operator: Operator, options: argparse.Namespace, say: Words) -> None:
    """Let the turns in progress end, then stop the server; return when it has stopped."""
    if not 0 <= options.seconds <= 86400:
        raise ValueError(say("admin.seconds"))
    await _check_running(operator, say)
    await operator.drain(options.seconds, *(catalogue(language).format("drain.notice") for language in ("en", "fr")))
    end = time.monotonic() + options.seconds + WAIT_SECONDS
    shown = None
    while (state := await operator.draining()).processes:
        if time.monotonic() > end:
            raise ValueError(say("admin.no_answer", seconds=round(options.seconds + WAIT_SECONDS)))
        if state.turns is not None and state.turns != shown:
            print(say("admin.turns", n=state.turns), flush=True)
            shown = state.turns
        await asyncio.sleep(0.5)
    print(say("admin.stopped"))


def _end(option: str, count: float | None, seconds: int, say: Words) -> float | None:
    """Return when so many hours or minutes are over; None without a number."""
    if count is None:
        return None
    if not 0 < count <= MOST_UNITS:
        raise ValueError(say("admin.positive", option=option, most=MOST_UNITS))
    return time.time() + count * seconds


async def _check_running(operator: Operator, say: Words) -> None:
    if not (await operator.draining()).processes:
        raise ValueError(say("admin.not_running"))


def _short(target: str) -> str:
    """Return a target as it is shown: an address, or the beginning of a person's id."""
    return target if len(target) < 64 else target[:12]
