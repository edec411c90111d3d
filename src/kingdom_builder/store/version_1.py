"""Rows of the first version of the database, which kept in other rows what later versions keep in events.

The migration of a database and the import of an old export use it. It must not change: the rows it reads do not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Boolean, Column, Float, Integer, MetaData, Table, Text

Row = dict[str, Any]

_metadata = MetaData()


def _staging(name: str, *columns: Column[Any]) -> Table:
    return Table(f"version_1_{name}", _metadata, *columns, prefixes=["TEMPORARY"])


STAGING: dict[str, Table] = {
    "games": _staging(
        "games",
        Column("id", Text, primary_key=True),
        Column("invite", Text, nullable=False),
        Column("watch", Text, nullable=False),
        Column("creator", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("listed", Boolean, nullable=False),
        Column("options", Text, nullable=False),
        Column("setup", Text, nullable=False),
        Column("rules", Integer, nullable=False),
        Column("wake_at", Float),
        Column("created_at", Float, nullable=False),
    ),
    "seats": _staging(
        "seats",
        Column("game", Text, primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("person", Text),
        Column("level", Text),
        Column("name", Text, nullable=False),
    ),
    "entries": _staging(
        "entries",
        Column("game", Text, primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("seat", Integer),
        Column("by", Text, nullable=False),
        Column("value", Text, nullable=False),
        Column("message_id", Text),
        Column("time", Float, nullable=False),
    ),
    "keys": _staging(
        "keys",
        Column("id", Text, primary_key=True),
        Column("hash", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("game", Text, nullable=False, index=True),
        Column("seat", Integer, nullable=False),
        Column("label", Text, nullable=False),
        Column("created_at", Float, nullable=False),
        Column("expires_at", Float, nullable=False),
    ),
}
"""Temporary tables for the rows of an export while they are converted."""

_SEAT_FIELDS = ("kind", "person", "level", "name")


def event_values(game: Row, seats: Sequence[Row], entries: Sequence[Row]) -> dict[int, str]:
    """Return the values (as JSON) of those events of a game that lacked something, by their number.

    `entries` are the game's entries in order; answers and undos may be left out. The rows of seats have their current
    holders. Earlier holders are not known: `person` is None there.
    """
    holder_known = _last_changes(entries)
    present = [{name: row[name] for name in _SEAT_FIELDS} for row in seats]
    # A seat that was open when the game began with fewer players has no row any more.
    count = max([len(present), *(entry["seat"] + 1 for entry in entries if entry["seat"] is not None)])
    now = [_first_holder(number, row, entries) for number, row in enumerate(present)]
    now += [_open_seat(number) for number in range(len(present), count)]
    found: dict[int, Any] = {}
    for entry in entries:
        number, kind, seat = entry["number"], entry["kind"], entry["seat"]
        value = json.loads(entry["value"])
        is_last = seat is not None and seat < len(present) and holder_known.get(seat) == number
        person = present[seat]["person"] if is_last else None
        if kind == "created":
            found[number] = _created(game, now)
        elif kind == "started":
            now = [row if row["kind"] == "bot" else holder for row, holder in zip(present, now, strict=False)]
            found[number] = {"seats": [dict(holder) for holder in now], "setup": None}
        elif kind == "joined":
            now[seat] = {"kind": "person", "person": person, "level": None, "name": value["name"]}
            found[number] = {"name": value["name"], "person": person}
        elif kind == "moved":
            now[seat] = {**now[seat], "person": person}
            found[number] = {"person": person}
        elif kind == "renamed":
            now[seat] = {**now[seat], "name": value["name"]}
        elif kind == "revoked":
            now[seat] = _open_seat(seat)
    return {number: json.dumps(value) for number, value in found.items()}


def convert_rows(rows: dict[str, list[Row]]) -> dict[str, list[Row]]:
    """Return the rows of an old export as rows of the present tables, by table."""
    entries: dict[str, list[Row]] = {}
    seats: dict[str, list[Row]] = {}
    for row in sorted(rows["entries"], key=lambda row: row["number"]):
        entries.setdefault(row["game"], []).append(row)
    for row in sorted(rows["seats"], key=lambda row: row["seat"]):
        seats.setdefault(row["game"], []).append(row)
    events = []
    for game in rows["games"]:
        own = entries.get(game["id"], [])
        values = event_values(game, seats.get(game["id"], []), own)
        events += [_event(entry, values) for entry in own]
    return {
        "games": [
            {name: row[name] for name in row if name not in ("options", "setup", "rules")} for row in rows["games"]
        ],
        "seats": rows["seats"],
        "events": events,
        "credentials": rows["keys"],
    }


def _event(entry: Row, values: dict[int, str]) -> Row:
    number = entry["number"]
    rest = {name: entry[name] for name in entry if name != "number"}
    return {**rest, "seq": number, "value": values.get(number, entry["value"])}


def _created(game: Row, seats: Sequence[Row]) -> Row:
    return {
        "table": game["id"],
        "invite": game["invite"],
        "watch": game["watch"],
        "creator": game["creator"],
        "listed": bool(game["listed"]),
        "options": json.loads(game["options"]),
        "setup": game["setup"],
        "rules": game["rules"],
        "seats": [dict(seat) for seat in seats],
    }


def _last_changes(entries: Sequence[Row]) -> dict[int, int]:
    """Return the entry after which each seat had the person that it has now."""
    return {entry["seat"]: entry["number"] for entry in entries if entry["kind"] in ("joined", "moved")}


def _first_holder(number: int, present: Row, entries: Sequence[Row]) -> Row:
    """Return who had a seat when the table was created, as far as the entries tell."""
    kinds = [entry["kind"] for entry in entries if entry["seat"] == number]
    changes = [kind for kind in kinds if kind in ("joined", "revoked", "moved")]
    if not changes:
        return present
    if changes[0] == "joined":
        return _open_seat(number)
    name = present["name"] if "joined" not in changes and present["kind"] == "person" else f"Player {number + 1}"
    return {"kind": "person", "person": None, "level": None, "name": name}


def _open_seat(number: int) -> Row:
    return {"kind": "open", "person": None, "level": None, "name": f"Player {number + 1}"}
