"""The lines of a backup, of any version: each is a heading or a row, and is checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Column, Float, Integer, Table

from kingdom_builder.store.schema import cookie_keys, credentials, daily_results, events, games, seats
from kingdom_builder.store.version_1 import STAGING
from kingdom_builder.table.events import Actor, EventKind

FORMAT = "kingdom-builder/games-3"
TABLES: dict[str, Table] = {
    table.name: table for table in (cookie_keys, games, seats, events, credentials, daily_results)
}
"""In the order of their references: a row comes after the rows that it refers to."""

_ADDED = {"games": ("active_at", "to_play", "result")}
"""Columns that the second version did not have."""

_COLUMNS: dict[str, dict[str, list[Column[Any]]]] = {
    FORMAT: {name: list(table.columns) for name, table in TABLES.items()},
    "kingdom-builder/games-2": {
        name: [column for column in table.columns if column.name not in _ADDED.get(name, ())]
        for name, table in TABLES.items()
        if table not in (cookie_keys, daily_results)
    },
    "kingdom-builder/games-1": {name: list(table.columns) for name, table in STAGING.items()},
}
"""The tables of each format, and their columns."""

_KNOWN = {
    (table, column): frozenset(member.value for member in members)
    for table in ("events", "entries")
    for column, members in (("kind", EventKind), ("by", Actor))
}
"""The values that a column can have, by its table and its name; others can have any."""


class Line(NamedTuple):
    """A row of a table, and the number of its line."""

    number: int
    table: str
    row: dict[str, Any]


class Backup:
    """A backup that is read line by line."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Read the heading; ValueError if it is not one."""
        self._lines = enumerate(lines, 1)
        number, first = next(self._lines, (1, "null"))
        heading = _json(number, first)
        form = heading.get("format") if isinstance(heading, dict) else None
        if form not in _COLUMNS or heading != {"format": form}:
            raise ValueError(f"line 1: expected the heading of a backup, {' or '.join(_COLUMNS)}")
        self._tables = _COLUMNS[form]
        self.is_current = form == FORMAT
        self.staging = STAGING if self._tables.keys() == STAGING.keys() else None
        """Temporary tables for rows that are not those of the present tables."""

    def rows(self) -> Iterator[Line]:
        """Yield the rows; ValueError names the line of an invalid one."""
        for number, text in self._lines:
            row = _json(number, text)
            name = row.pop("table", None) if isinstance(row, dict) else None
            if name not in self._tables:
                raise ValueError(f"line {number}: expected a row of {', '.join(self._tables)}")
            _check(number, name, row, self._tables[name])
            yield Line(number, name, row if self.staging else self.complete(name, row))

    def complete(self, name: str, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row with the columns that its version did not have."""
        if self.is_current or name != "games":
            return row
        return {**row, "active_at": row["created_at"], "to_play": None, "result": None}


def _check(number: int, name: str, row: dict[str, Any], columns: list[Column[Any]]) -> None:
    """Check the columns of a row and the types of its values; SQLite would store a value of any type."""
    names = {column.name for column in columns}
    if row.keys() != names:
        odd = ", ".join(sorted(row.keys() ^ names))
        raise ValueError(f"line {number}: a row of {name} has the columns {', '.join(sorted(names))} ({odd})")
    for column in columns:
        if not _fits(row[column.name], column):
            raise ValueError(f"line {number}: a row of {name} cannot have {row[column.name]!r} as {column.name}"[:200])
        known = _KNOWN.get((name, column.name))
        if known is not None and row[column.name] not in known:
            raise ValueError(
                f"line {number}: this version knows no {name} with {row[column.name]!r:.40} as {column.name};"
                " import the backup with the version that has made it; nothing was imported"
            )


def _fits(value: Any, column: Column[Any]) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Boolean):
        return isinstance(value, bool)
    if isinstance(column.type, Integer):
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 31
    if isinstance(column.type, Float):
        return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < inf
    return isinstance(value, str)


def _json(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(f"line {number}: this is not JSON") from None
