"""What is stored with one event, and the writer of a group of events."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kingdom_builder.store.projection import GameChange
from kingdom_builder.store.schema import events

EVENT_COLUMNS = tuple(column.name for column in events.columns)

Key = tuple[str, int]
"""The game, and the number of an event in it."""


@dataclass(frozen=True)
class Append:
    """An event to be stored with the change of its game's row: both, or nothing if its number or id is taken."""

    row: dict[str, Any]
    change: GameChange | None = None

    @property
    def key(self) -> Key:
        """The game, and the event's number in it."""
        return self.row["game"], self.row["seq"]

    @property
    def values(self) -> tuple[Any, ...]:
        """The values of the event in the order of the columns."""
        row = self.row
        return tuple([row[name] for name in EVENT_COLUMNS])


class GroupWriter(Protocol):
    """Stores groups of events, each in one transaction, with as little work as possible."""

    async def write(self, group: Sequence[Append]) -> Collection[Key]:
        """Store the events with their changes and return the keys of those that were free; StorageError if it fails."""

    async def close(self) -> None:
        """Disconnect."""
