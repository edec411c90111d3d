"""Everything that a viewer can be told of a table at one moment, and tables at any moment of a game."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import orjson
import pytest

from kingdom_builder.engine.answers import ANSWERS, FIRST_OPTION
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.turn import IllegalAnswer
from kingdom_builder.server import playing
from kingdom_builder.server.refusals import Refused
from kingdom_builder.server.showing import reason_facts
from kingdom_builder.server.table import Table
from kingdom_builder.server.viewers import Live
from kingdom_builder.server.waiting import state_json
from tests.random_play import random_answer
from tests.server.leaks.twins import Move
from tests.server.tables import entry, new_table, play

UNDO = 0.1
_LEFT = re.compile(rb'"seconds_left":[0-9.]+')


def played_table(game: Game, chance: random.Random) -> Table:
    """Play a game to its end at a table, with some answers taken back."""
    table = new_table(game)
    while not table.game.over:
        if table.game.can_take_back() and chance.random() < UNDO:
            count = table.undo_count(whole_turn=chance.random() < 0.3)
            table.apply(entry(table.number + 1, "undo", table.game.to_play, count))
        else:
            play(table, random_answer(table.game, chance))
    return table


def moments_of(table: Table, chance: random.Random, count: int) -> list[int]:
    """Choose so many entries at random after which the game goes on, and one that leaves a question out of turn."""
    again = Table(table.stored, table.seats, [])
    reactions = []
    for number, stored in enumerate(table.entries[:-1], 1):
        again.apply(stored)
        if again.reacting(again.game):
            reactions.append(number)
    return chance.sample(range(2, table.number), count) + chance.sample(reactions, min(1, len(reactions)))


def moves_until(table: Table, number: int) -> list[Move]:
    """Return the first so many entries, as far as they change the game."""
    stored = table.entries[:number]
    return [(entry.kind, entry.value) for entry in stored if entry.kind in ("answer", "undo")]


def table_at(table: Table, number: int, setup: str | None = None) -> Live:
    """Return a table as it was after an entry, or as it would have been with another set-up."""
    stored = table.stored if setup is None else replace(table.stored, setup=setup)
    return Live(Table(stored, table.seats, table.entries[:number]))


def all_told(live: Live, viewer: int | None) -> Iterator[tuple[str, bytes]]:
    """Yield everything that a viewer can be told now, but for the deck's hash and the clock."""
    table = live.table
    state = state_json(live, 0, seat=viewer, mine=[] if viewer is None else [viewer])
    yield "state", _LEFT.sub(b"", state).replace(table.deck_hash.encode(), b"")
    yield "picture", table.game.to_svg().encode()
    if viewer is None:
        return
    yield "view for a bot", pickle.dumps(table.game.view(viewer))
    if table.game.to_play != viewer:
        with pytest.raises(Refused) as refused:
            playing.why_not(live, viewer, 0)
        yield "why not", orjson.dumps(refused.value.facts())
        return
    for number in range(FIRST_OPTION):
        yield f"why not {number}", orjson.dumps(playing.why_not(live, viewer, number))
    for answer in range(ANSWERS):
        try:
            table.after(entry(table.number + 1, "answer", viewer, answer))
        except IllegalAnswer as error:
            yield f"refusal of {answer}", orjson.dumps([str(error), reason_facts(error.reason)])
