"""The host's own tasks at a table: a bot's answer, an automatic pass, a time-out, the end of a request for a seat.

A full table starts in the transaction in which the last seat is taken; one that an earlier version has left is started.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kingdom_builder.table.events import SeatKind, TableStatus
from kingdom_builder.table.state import TableState

SUBSTITUTE_LEVEL = "mason"
"""The level of the bot that plays after a time-out, and at a seat that a person has left."""


class TaskKind(StrEnum):
    """The kind of a task."""

    BOT_TURN = "bot_turn"
    AUTO_PASS = "auto_pass"
    TIME_OUT = "time_out"
    LAPSE = "lapse"
    START = "start"


@dataclass(frozen=True)
class Task:
    """A task for a seat, due in `wait` seconds; `level` is that of the bot that answers.

    A start is about the whole table; its seat is 0.
    """

    kind: TaskKind
    seat: int
    wait: float = 0.0
    level: str = ""


def next_task(state: TableState, now: float) -> Task | None:
    """Return the host's next task; None if it waits for people without a time limit.

    `now` is on the steady clock.
    """
    if state.starts_now:
        return Task(TaskKind.START, 0)
    task = _task_of_question(state, now)
    if state.request is None or state.status is not TableStatus.PLAYING:
        return task
    lapse = Task(TaskKind.LAPSE, state.request.seat, max(0.0, state.request.ends - now))
    return lapse if task is None or lapse.wait <= task.wait else task


def _task_of_question(state: TableState, now: float) -> Task | None:
    seat = state.game.to_play
    if state.status is not TableStatus.PLAYING or seat is None:
        return None
    if state.passes(seat) and state.offers_pass():
        return Task(TaskKind.AUTO_PASS, seat)
    holder = state.seats[seat]
    if holder.kind is SeatKind.BOT:
        return Task(TaskKind.BOT_TURN, seat, level=holder.level or SUBSTITUTE_LEVEL)
    if state.substitute == (seat, state.game.turn):
        return Task(TaskKind.BOT_TURN, seat, level=SUBSTITUTE_LEVEL)
    left = state.seconds_left(now)
    return None if left is None else Task(TaskKind.TIME_OUT, seat, left)
