"""What is stored with one event, and the writer of a group of events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, Protocol

from kingdom_builder.store.projection import GameChange
from kingdom_builder.store.schema import events

EVENT_COLUMNS = tuple(column.name for column in events.columns)

Key = tuple[str, int]
"""The game, and the number of an event in it."""


class Append(NamedTuple):
    """An event to be stored with the change of its game's row: both, or nothing if its number or id is taken.

    `values` are those of the event in the order of the columns.
    """

    key: Key
    values: tuple[Any, ...]
    change: GameChange | None = None


class GroupWriter(Protocol):
    """Stores groups of events, each in one transaction, with as little work as possible."""

    async def write(self, group: Sequence[Append]) -> Collection[Key]:
        """Store the events with their changes and return the keys of those that were free; StorageError if it fails."""

    async def close(self) -> None:
        """Disconnect."""
