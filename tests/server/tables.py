"""Tables made without a server, for tests of what entries make of a game."""

from __future__ import annotations

import random
import time
from typing import Any

from kingdom_builder.engine.game import Game, new_game
from kingdom_builder.server.table import Table
from kingdom_builder.store.games import StoredEntry, StoredGame, StoredSeat


def new_table(
    game: Game,
    *,
    kinds: str = "",
    turn_seconds: int | None = None,
    reaction_seconds: int = 60,
    started: float | None = None,
) -> Table:
    """A table at which a game has just begun; `kinds` has a letter for each seat: p for a person, b for a bot."""
    options = {
        "setup": {},
        "start_when_full": True,
        "running_score": True,
        "turn_seconds": turn_seconds,
        "reaction_seconds": reaction_seconds,
    }
    stored = StoredGame("g", "i", "w", "p", "playing", False, options, game.to_record(), 1, None, time.time())
    letters = kinds or "p" * len(game.seats)
    seats = [
        StoredSeat(number, "bot", None, "greedy", "Bot")
        if letter == "b"
        else StoredSeat(number, "person", "p", None, "P")
        for number, letter in enumerate(letters)
    ]
    now = time.time() if started is None else started
    first = [entry(1, "created", time=now), entry(2, "started", time=now)]
    return Table(stored, seats, first)


def entry(number: int, kind: str, seat: int | None = None, value: Any = None, **fields: Any) -> StoredEntry:
    """An entry by a player, now."""
    return StoredEntry(
        number, kind, seat, fields.get("by", "player"), value, fields.get("message_id"), fields.get("time", time.time())
    )


def play(table: Table, answer: int, **fields: Any) -> None:
    """Let whoever is asked answer."""
    table.apply(entry(table.number + 1, "answer", table.game.to_play, answer, **fields))


def table_with_canoe_question(**options: Any) -> Table:
    """A table at which somebody is asked about a canoe in another player's turn."""
    for seed in range(200):
        game = new_game(seed, players=3, sets=["marshlands"], sections=["canoe"])
        table = new_table(game, **options)
        chance = random.Random(seed)
        while not table.game.over:
            if table.game.to_play != table.game.active and not table.game.phase.closing:
                return table
            play(table, chance.choice(table.game.legal_answers()))
    raise AssertionError("no canoe question came up")


def table_with_silo_question(**options: Any) -> Table:
    """A table at which the last turn is over and silos are open."""
    for seed in range(200):
        game = new_game(seed, players=2, sets=["harvest"])
        table = new_table(game, **options)
        chance = random.Random(seed)
        while not table.game.over:
            if table.game.phase.closing:
                return table
            play(table, chance.choice(table.game.legal_answers()))
    raise AssertionError("no silo question came up")
