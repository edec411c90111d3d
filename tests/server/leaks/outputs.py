"""All outputs of a table for a viewer after an event, and tables after any event of a game."""

from __future__ import annotations

import asyncio
import pickle
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import orjson
import pytest

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.server import queries
from kingdom_builder.server.clock import ServerClock
from kingdom_builder.server.loaded import LoadedTable
from kingdom_builder.server.serializer import Viewer
from kingdom_builder.table.commands import Answer
from kingdom_builder.table.decide import decide
from kingdom_builder.table.errors import Rejected
from kingdom_builder.table.events import EventKind
from kingdom_builder.table.state import is_reaction
from tests.server.leaks.equivalent_setups import Move
from tests.table.memory_table import MemoryTable

_SECONDS = re.compile(rb'"seconds_(left|away)":[0-9.]+')


def chosen_moments(table: MemoryTable, chance: random.Random, count: int) -> list[int]:
    """Choose `count` random events before the end, and one after which another player than the active one is asked."""
    states = [after for _, _, after in table.states()][:-1]
    reactions = [state.seq for state in states if is_reaction(state.game)]
    return chance.sample(range(2, table.state.seq), count) + chance.sample(reactions, min(1, len(reactions)))


def moves_until(table: MemoryTable, seq: int) -> list[Move]:
    """Return the answers and undos among the events up to `seq`."""
    changing = (EventKind.ANSWER, EventKind.UNDO)
    return [(event.kind.value, event.value) for event in table.events[:seq] if event.kind in changing]


def table_at(table: MemoryTable, seq: int, setup: str | None = None) -> LoadedTable:
    """Return a table as it was after an event, with its own or another set-up."""
    events = table.events[:seq]
    if setup is not None:
        events[0] = replace(events[0], value={**events[0].value, "setup": setup})
    return LoadedTable(events)


def all_outputs(loaded: LoadedTable, viewer: int | None) -> Iterator[tuple[str, bytes]]:
    """Yield all outputs for a viewer after the last event, without the deck's hash and times."""
    state = loaded.state
    who = Viewer() if viewer is None else Viewer(viewer, [viewer])
    asyncio.run(loaded.prepare(0))
    snapshot = orjson.dumps(loaded.snapshot_message(0, who))
    yield "snapshot", _SECONDS.sub(b"", snapshot).replace(state.deck_hash.encode(), b"")
    if viewer is None:
        yield "picture", state.game.to_svg().encode()  # everybody's, and a spectator knows least
        return
    yield "view for a bot", pickle.dumps(state.game.view(viewer))
    if state.game.to_play != viewer:
        with pytest.raises(Rejected) as rejected:
            queries.why_not(state, viewer, 0)
        yield "why not", orjson.dumps(rejected.value.to_message())
        return
    for number in range(FIRST_OPTION):
        yield f"why not {number}", orjson.dumps(queries.why_not(state, viewer, number))
    for answer in range(ANSWERS):
        try:
            decide(state, Answer(seat=viewer, seen_seq=state.seq, answer=answer), ServerClock().now())
        except Rejected as error:
            yield f"error for {answer}", orjson.dumps(error.to_message())
