"""Wrong values for the kernel: changes of the tuples that Python passes, at any depth."""

from __future__ import annotations

import random
from typing import Any

from kingdom_builder.kernel import native
from kingdom_builder.kernel.convert import (
    declaration_values,
    geometry_values,
    part_values,
    position_values,
    setup_values,
)
from kingdom_builder.sets.registry import REGISTRY
from tests.kernel.rare_games import RarePlayers, rare_game

ERRORS = (NotImplementedError, ValueError, TypeError, IndexError, OverflowError)
"""What the kernel may raise for a wrong value; anything else is a bug."""

VALUES: tuple[Any, ...] = (
    None,
    -1,
    0,
    1,
    5,
    127,
    128,
    255,
    256,
    462,
    463,
    549,
    550,
    32767,
    32768,
    65535,
    1 << 31,
    1 << 32,
    (1 << 63) - 1,
    1 << 64,
    1 << 831,
    1 << 832,
    -(1 << 70),
    1.5,
    float("nan"),
    "",
    "Build",
    "Silo",
    "lords",
    "ask_silos",
    "\ud800",
    "a\0b",
    b"",
    b"\xff" * 40,
    bytes(range(10)),
    (),
    (1,),
    ((),),
    (463, -1, True),
    [],
    {},
    object(),
)


def changed(value: Any, chance: random.Random) -> Any:
    """Return a value like this one with one thing changed: an item replaced, left out, repeated or moved."""
    if isinstance(value, tuple) and value and chance.random() < 0.9:
        i = chance.randrange(len(value))
        match chance.randrange(12):
            case 0:
                return value[:i] + value[i + 1 :]
            case 1:
                return value[:i] + value[i:] * 2
            case 2:
                return value[:i]
            case 3:
                return value[:i] + (value[i],) * 40 + value[i:]
            case _:
                return (*value[:i], changed(value[i], chance), *value[i + 1 :])
    if isinstance(value, bytes) and value and chance.random() < 0.7:
        i = chance.randrange(len(value))
        return value[:i] + bytes([chance.randrange(256)]) * chance.choice((0, 1, 3)) + value[i + 1 :]
    if isinstance(value, int) and chance.random() < 0.6:
        return value ^ 1 << chance.randrange(12) if value < 1 << 20 else value ^ 1 << chance.randrange(840)
    return chance.choice(VALUES)


def try_garbage(seed: int) -> str:
    """Pass a tuple with changes to the kernel and use what it returns; return the name of the error, or `accepted`."""
    chance = random.Random(seed)
    kernel = native()
    kernel.geometry(geometry_values())
    values = {"declarations": declaration_values(REGISTRY)}
    game = rare_game(chance.randrange(1, 300))
    players = RarePlayers(seed, game.setup.players)
    for _ in range(chance.randrange(120)):
        if not game.over:
            game.play(players.answer(game))
    values["parts"] = tuple([part_values(part) for part in game.setup.board.parts])
    values["position"] = position_values(game)
    wrong = chance.choice(("geometry", "declarations", "parts", "setup", "setup", "position", "position", "position"))
    try:
        if wrong == "geometry":
            kernel.geometry(changed(geometry_values(), chance))
            return "accepted"
        times = chance.choice((1, 1, 2, 5))
        for _ in range(0 if wrong == "setup" else times):
            values[wrong] = changed(values[wrong], chance)
        parts = tuple([kernel.board_part(part) for part in values["parts"]])
        values["setup"] = setup_values(game.setup, game.rules, parts)
        for _ in range(times if wrong == "setup" else 0):
            values["setup"] = changed(values["setup"], chance)
        setup = kernel.setup(kernel.declarations(values["declarations"]), values["setup"])
        loaded = [kernel.load(setup, values["position"]), kernel.begin(setup, chance.getrandbits(64))]
        for played in loaded:
            _use(played, chance)
    except ERRORS as error:
        return type(error).__name__
    return "accepted"


def _use(game: Any, chance: random.Random) -> None:
    """Ask for everything and play some answers; the position may be one that Python could not have."""
    for _ in range(60):
        answers = game.legal_answers()
        game.scores()
        for seat in range(2):
            game.score(seat)
        game.values()
        if game.over or not answers:
            return
        game.copy().play(answers[0])
        game.play(chance.choice(answers))
