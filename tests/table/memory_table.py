"""A table in memory for tests, with a clock that the test sets."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.game import Game, new_game
from kingdom_builder.table.commands import Answer, Command, Undo
from kingdom_builder.table.decide import decide, undo_count
from kingdom_builder.table.events import Actor, CreatedValue, Event, EventKind
from kingdom_builder.table.evolve import evolve, initial_state
from kingdom_builder.table.fold import fold
from kingdom_builder.table.seats import bot_seat, person_seat, seat_value
from kingdom_builder.table.state import Moment, TableState
from kingdom_builder.table.tasks import Task, next_task
from tests.random_play import random_answer

START = Moment(wall=1_000_000.0, steady=500.0)


class MemoryTable:
    """A table with its events and a clock that a test sets."""

    def __init__(self, created: Event, now: Moment = START) -> None:
        self.now = now
        self.events = [created]
        self.state = initial_state(created, now)

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def asked(self) -> int:
        """The seat that is asked; fails if none is."""
        seat = self.game.to_play
        assert seat is not None
        return seat

    @property
    def task(self) -> Task:
        """The host's next task; fails if there is none."""
        task = next_task(self.state, self.now.steady)
        assert task is not None
        return task

    def wait(self, seconds: float) -> None:
        """Advance the clock."""
        self.now = Moment(self.now.wall + seconds, self.now.steady + seconds)

    def submit(self, command: Command) -> Event:
        """Decide a command and apply the event."""
        event = decide(self.state, command, self.now)
        self.take(event)
        return event

    def take(self, event: Event) -> None:
        """Apply an event."""
        self.state = evolve(self.state, event, self.now)
        self.events.append(event)

    def add(self, kind: EventKind, seat: int | None = None, value: Any = None, by: Actor = Actor.PLAYER) -> None:
        """Apply an event of this kind without a check whether it is allowed."""
        self.take(Event(self.state.seq + 1, kind, seat, by, value, None, self.now.wall))

    def play(self, answer: int, by: Actor = Actor.PLAYER) -> Event:
        """Answer for the seat that is asked."""
        return self.submit(Answer(seat=self.asked, seen_seq=self.state.seq, answer=answer, by=by))

    def undo(self, *, whole_turn: bool = False) -> Event:
        """Undo for the seat that is asked."""
        return self.submit(Undo(seat=self.asked, seen_seq=self.state.seq, whole_turn=whole_turn))

    def states(self) -> Iterator[tuple[TableState | None, Event, TableState]]:
        """Yield every event with the state before and after it."""
        before, after = None, initial_state(self.events[0], self.now)
        yield before, self.events[0], after
        for event in self.events[1:]:
            before, after = after, evolve(after, event, self.now)
            yield before, event, after


def created_event(
    game: Game,
    *,
    kinds: str = "",
    turn_seconds: int | None = None,
    reaction_seconds: int | None = 60,
    running_score: bool = True,
    time: float = START.wall,
) -> Event:
    """Return the first event of a table; `kinds` has a letter for each seat: p for a person, b for a bot."""
    letters = kinds or "p" * len(game.players)
    seats = [bot_seat("greedy") if letter == "b" else person_seat(n, "p", "P") for n, letter in enumerate(letters)]
    value: CreatedValue = {
        "table": "g",
        "invite": "i",
        "watch": "w",
        "creator": "p",
        "listed": False,
        "options": {
            "setup": {},
            "start_when_full": True,
            "running_score": running_score,
            "turn_seconds": turn_seconds,
            "reaction_seconds": reaction_seconds,
        },
        "setup": game.to_record(),
        "rules": RULES_VERSION,
        "seats": [seat_value(seat) for seat in seats],
    }
    return Event(1, EventKind.CREATED, None, Actor.PLAYER, value, None, time)


def started_table(game: Game, *, time: float = START.wall, **options: Any) -> MemoryTable:
    """Return a table with a game that has just started."""
    created = created_event(game, time=time, **options)
    table = MemoryTable(created)
    started = {"seats": created.value["seats"], "setup": None}
    table.take(Event(2, EventKind.STARTED, None, Actor.PLAYER, started, None, time))
    return table


def state_after(table: MemoryTable, length: int | None = None) -> TableState:
    """Return the state after the first events."""
    return fold(table.events[:length], table.now)


def table_with_canoe_question(**options: Any) -> MemoryTable:
    """Return a table with a canoe question in another player's turn."""
    for seed in range(200):
        table = started_table(new_game(seed, players=3, sets=["marshlands"], sections=["canoe"]), **options)
        rng = random.Random(seed)
        while not table.game.over:
            if table.game.to_play != table.game.active and not table.game.turn_state.after_last_turn:
                return table
            table.play(rng.choice(table.game.legal_answers()))
    raise AssertionError("no canoe question came up")


def table_with_silo_question(**options: Any) -> MemoryTable:
    """Return a table with a silo question after the last turn."""
    for seed in range(200):
        table = started_table(new_game(seed, players=2, sets=["harvest"]), **options)
        rng = random.Random(seed)
        while not table.game.over:
            if table.game.turn_state.after_last_turn:
                return table
            table.play(rng.choice(table.game.legal_answers()))
    raise AssertionError("no silo question came up")


def played_table(game: Game, rng: random.Random) -> MemoryTable:
    """Return a table with a finished game, in which some answers were undone."""
    table = started_table(game)
    while not table.game.over:
        if undo_count(table.game, whole_turn=False) and rng.random() < 0.1:
            table.undo(whole_turn=rng.random() < 0.3)
        else:
            table.play(random_answer(table.game, rng))
    return table
