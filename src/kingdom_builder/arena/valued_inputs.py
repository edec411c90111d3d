"""Valued turns as numbers for a fit: inputs, what is missing to their values, and the loss of a model.

Only how turns of one position differ is known well, so the loss is mostly that of these differences. What a model says
of a player is subtracted from what it says of the opponent, so it is one model for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kingdom_builder.arena.fit import HELD_OUT
from kingdom_builder.arena.selfplay import read_games
from kingdom_builder.arena.valued_turns import Numbers, unpacked
from kingdom_builder.bots.pace import ROUNDS

GAMES_OF_STEP = 16
"""How many games a batch has."""

_OF_LEAD = 0.02
"""The part of the loss that is the error of the lead itself, and not of the differences between turns."""

_LEAST_SPREAD = 0.02
"""What is added to the spread of an input: one that hardly ever differs must not become large."""


class ValuedInputs(NamedTuple):
    """The turns of a game: where their inputs are, which are always 1, and for each turn what is missing to its value.

    `scale` is how much of a model's result counts: less than all of it if less than a turn is left.
    """

    columns: Any
    constants: list[int]
    inputs: Numbers
    missing: Numbers
    scale: Numbers
    counts: list[int]


class Batch(NamedTuple):
    """The turns of some games: inputs of player and opponent in turn, and the number of each turn's position."""

    inputs: Numbers
    missing: Numbers
    scale: Numbers
    position: Any
    positions: int


class Errors(NamedTuple):
    """For each turn its error without the mean of its position, and for each position that mean and its turns."""

    different: Numbers
    means: Numbers
    counts: Any


class Inputs(NamedTuple):
    """All valued games of a file: which column each input has, the games to fit and those held out."""

    columns: dict[str, int]
    games: int
    fitted: list[ValuedInputs]
    held_out: list[ValuedInputs]
    mean: Numbers
    spread: Numbers

    def batch(self, games: Sequence[ValuedInputs]) -> Batch:
        """Return the turns of some games, every input less its mean and divided by its spread."""
        return _batch(games, self.mean, self.spread)

    def unexplained(self, model: Callable[[Numbers], Numbers]) -> float:
        """Return the variance of the differences between turns of one position that a model does not explain.

        It is that of the games that are held out. The model gets rows of inputs and returns a number for each.
        """
        squares = freedom = 0.0
        for begin in range(0, len(self.held_out), GAMES_OF_STEP):
            batch = self.batch(self.held_out[begin : begin + GAMES_OF_STEP])
            errors = errors_of(model(batch.inputs), batch)
            squares += float((errors.different**2).sum())
            freedom += float((errors.counts - 1).sum())
        return squares / freedom


def read_inputs(path: Path) -> Inputs:
    """Read the valued games of a file; their order in it changes nothing."""
    columns: dict[str, int] = {}
    found = {line["index"]: line for line in read_games(path)}
    games = [_game(found[index], columns) for index in sorted(found) if found[index]["valued"]]
    fitted = [game for number, game in enumerate(games, 1) if number % HELD_OUT]
    held_out = games[HELD_OUT - 1 :: HELD_OUT] or fitted
    return Inputs(columns, len(found), fitted, held_out, *_moments(games, len(columns)))


def errors_of(results: Numbers, batch: Batch) -> Errors:
    """Return what the results of a model, one for each row of inputs, leave of what is missing."""
    scaled = results.reshape(-1, 2) * batch.scale
    errors: Numbers = batch.missing - (scaled[:, 0] - scaled[:, 1])
    counts = np.bincount(batch.position, minlength=batch.positions)
    means: Numbers = (np.bincount(batch.position, errors, batch.positions) / counts).astype(np.float32)
    return Errors(errors - means[batch.position], means, counts)


def slopes_of(errors: Errors, batch: Batch) -> Numbers:
    """Return the derivative of the loss by each result."""
    slope = -2 * errors.different / (errors.counts - 1).sum()
    slope -= 2 * _OF_LEAD * (errors.means / errors.counts)[batch.position] / batch.positions
    slopes: Numbers = (np.stack([slope, -slope], 1) * batch.scale).reshape(-1).astype(np.float32)
    return slopes


def _game(line: dict[str, Any], columns: dict[str, int]) -> ValuedInputs:
    names, valued = line["names"], line["valued"]
    numbers = np.concatenate([unpacked(turns["inputs"], len(names)) for turns in valued])
    missing = np.concatenate([np.subtract(turns["values"], turns["expected"]) for turns in valued])
    turns_left = numbers[:, :, names.index("turns")] * np.float32(ROUNDS)
    return ValuedInputs(
        np.array([columns.setdefault(name, len(columns)) for name in names]),
        [columns.setdefault(name, len(columns)) for name in line["constants"]],
        numbers,
        missing.astype(np.float32),
        np.minimum(1, turns_left),
        [len(turns["values"]) for turns in valued],
    )


def _moments(games: Sequence[ValuedInputs], inputs: int) -> tuple[Numbers, Numbers]:
    """Return the mean and the spread of every input."""
    sums, squares, count = np.zeros(inputs), np.zeros(inputs), 0
    for game in games:
        rows = game.inputs.reshape(-1, len(game.columns)).astype(float)
        count += len(rows)
        sums[game.columns] += rows.sum(0)
        squares[game.columns] += (rows**2).sum(0)
        sums[game.constants] += len(rows)
        squares[game.constants] += len(rows)
    mean = sums / count
    spread = np.sqrt(np.maximum(0, squares / count - mean**2)) + _LEAST_SPREAD
    return mean.astype(np.float32), spread.astype(np.float32)


def _batch(games: Sequence[ValuedInputs], mean: Numbers, spread: Numbers) -> Batch:
    inputs = np.zeros((sum(len(game.missing) for game in games), 2, len(mean)), np.float32)
    counts = [count for game in games for count in game.counts]
    at = 0
    for game in games:
        rows = inputs[at : at + len(game.missing)]
        rows[:, :, game.columns] = game.inputs
        rows[:, :, game.constants] = 1
        at += len(rows)
    inputs -= mean
    inputs /= spread
    return Batch(
        inputs.reshape(-1, len(mean)),
        np.concatenate([game.missing for game in games]),
        np.concatenate([game.scale for game in games]),
        np.repeat(np.arange(len(counts)), counts),
        len(counts),
    )
