"""How many events a game may get: chat messages, undone answers, and changes of names and credentials.

All other kinds of events are bounded by the course of a game. What is counted belongs to a seat; a person who holds
several seats has one bound for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import Event, EventKind

if TYPE_CHECKING:
    from kingdom_builder.table.state import TableState

CHATS_OF_PERSON = 500
"""Chat messages of one person at a table."""

CHATS = 1_500
"""Chat messages of all people at a table."""

UNDONE_IN_TURN = 100
"""Answers that one person undoes in a turn."""

UNDONE_OF_PERSON = 1_000
"""Answers that one person undoes in a game."""

CHANGES_OF_PERSON = 200
"""New names, tokens and links of one person, moves of seats and seats freed."""

REMOVALS_OF_PERSON = 400
"""The same with credentials that are removed: whoever may add none must still be able to remove them."""


class Counted(StrEnum):
    """What is counted."""

    CHAT = "chat"
    UNDONE = "undone"
    UNDONE_IN_TURN = "undone_in_turn"
    CHANGE = "change"


_COUNTED = {
    EventKind.CHAT: Counted.CHAT,
    EventKind.PHRASE: Counted.CHAT,
    EventKind.UNDO: Counted.UNDONE,
    EventKind.RENAMED: Counted.CHANGE,
    EventKind.KEYS: Counted.CHANGE,
    EventKind.REVOKED: Counted.CHANGE,
    EventKind.MOVED: Counted.CHANGE,
}

Counts = Mapping[tuple[Counted, int | None], int]
"""How much of each has happened, by seat."""


def count(counts: Counts, events: Iterable[Event]) -> Counts:
    """Return the counts after further events of a table."""
    found: dict[tuple[Counted, int | None], int] | None = None
    for event in events:
        kind = event.kind
        if kind is EventKind.ANSWER:
            if event.value == END_TURN:
                known = counts if found is None else found
                if any(what is Counted.UNDONE_IN_TURN for what, _ in known):
                    found = {key: n for key, n in known.items() if key[0] is not Counted.UNDONE_IN_TURN}
            continue
        what = _COUNTED.get(kind)
        if what is None:
            continue
        if found is None:
            found = dict(counts)
        n = event.value if kind is EventKind.UNDO else 1
        for key in (what, Counted.UNDONE_IN_TURN) if kind is EventKind.UNDO else (what,):
            found[key, event.seat] = found.get((key, event.seat), 0) + n
    return counts if found is None else found


def check_chat(state: TableState, seat: int) -> None:
    """Reject a chat message of a seat if there are too many already."""
    everybody = sum(n for (what, _), n in state.counts.items() if what is Counted.CHAT)
    if everybody >= CHATS or _of_person(state, Counted.CHAT, seat) >= CHATS_OF_PERSON:
        raise Rejected(
            "too_much_chat",
            f"There is no more room in this table's chat: it holds {CHATS_OF_PERSON} messages of one person, "
            f"{CHATS} of all.",
        )


def check_undo(state: TableState, seat: int) -> None:
    """Reject an undo of a seat that has undone too much already."""
    if not may_undo(state, seat):
        raise Rejected(
            "too_many_undos",
            f"You have taken back too much: {UNDONE_IN_TURN} answers in one turn, {UNDONE_OF_PERSON} in a game.",
        )


def may_undo(state: TableState, seat: int) -> bool:
    """Return whether the bounds allow one more undo of a seat."""
    return not state.counts or (
        _of_person(state, Counted.UNDONE_IN_TURN, seat) < UNDONE_IN_TURN
        and _of_person(state, Counted.UNDONE, seat) < UNDONE_OF_PERSON
    )


def check_change(state: TableState, seat: int, *, removal: bool = False) -> None:
    """Reject a change of the name or the credentials of a seat if there were too many already."""
    most = REMOVALS_OF_PERSON if removal else CHANGES_OF_PERSON
    if _of_person(state, Counted.CHANGE, seat) >= most:
        raise Rejected("too_many_changes", f"The name and the access to this seat were changed {most} times: no more.")


def _of_person(state: TableState, what: Counted, seat: int) -> int:
    """Return the count of all seats of the person at a seat."""
    seats = state.seats_of(state.seats[seat].person) or [seat]
    return sum(state.counts.get((what, one), 0) for one in seats)
