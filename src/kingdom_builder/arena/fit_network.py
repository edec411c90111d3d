"""Fits the network of the bots to turns with values from rollouts: gradient descent with Adam, in NumPy.

Only how turns of one position differ is known well, so the loss is mostly that of these differences. What a player's
network says is subtracted from what it says of the opponent, so it is one network for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kingdom_builder.arena.fit import HELD_OUT
from kingdom_builder.arena.selfplay import read_games
from kingdom_builder.arena.valued_turns import Numbers, unpacked
from kingdom_builder.bots.network import HIDDEN, SECOND
from kingdom_builder.bots.pace import ROUNDS

_EPOCHS, _GAMES_OF_STEP = 8, 16
_RATE, _DECAY, _WARMING = 0.003, 0.01, 0.3
"""The highest rate of learning, how fast all numbers shrink, and in which part of the steps the rate rises."""

_OF_LEAD = 0.02
"""The part of the loss that is the error of the lead itself, and not of the differences between turns."""

_MEAN, _SQUARE, _TINY = 0.1, 0.001, 1e-8
_LEAST_SPREAD = 0.02
"""What is added to the spread of an input: one that hardly ever differs must not become large."""


class _Game(NamedTuple):
    """The turns of a game: where their inputs are, which are always 1, and for each turn what is missing to its value.

    `scale` is how much of the network's result counts: less than all of it if less than a turn is left.
    """

    columns: Any
    constants: list[int]
    inputs: Numbers
    missing: Numbers
    scale: Numbers
    counts: list[int]


class _Batch(NamedTuple):
    """The turns of some games: inputs of player and opponent in turn, and the number of each turn's position."""

    inputs: Numbers
    missing: Numbers
    scale: Numbers
    position: Any
    positions: int


class _Perceptron:
    """The layers of the network while it is trained: linear part, hidden layers with their bias, last layer."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        def drawn(fan_in: int, *shape: int) -> Numbers:
            numbers: Numbers = (rng.uniform(-1, 1, shape) / np.sqrt(fan_in)).astype(np.float32)
            return numbers

        self.numbers = [
            np.zeros(inputs, np.float32),
            drawn(inputs, inputs, HIDDEN),
            drawn(inputs, HIDDEN),
            drawn(HIDDEN, HIDDEN, SECOND),
            drawn(HIDDEN, SECOND),
            np.zeros(SECOND, np.float32),
        ]
        self._means = [np.zeros_like(numbers) for numbers in self.numbers]
        self._squares = [np.zeros_like(numbers) for numbers in self.numbers]
        self._steps = 0

    def output(self, inputs: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return the result for each row of inputs, and both hidden layers."""
        linear, first, bias, second, second_bias, last = self.numbers
        hidden = np.maximum(inputs @ first + bias, 0)
        outputs = np.maximum(hidden @ second + second_bias, 0)
        return inputs @ linear + outputs @ last, hidden, outputs

    def learn(self, inputs: Numbers, hidden: Numbers, outputs: Numbers, slope: Numbers, rate: float) -> None:
        """Make one step of Adam; `slope` is the derivative of the loss by each result."""
        second, last = self.numbers[3], self.numbers[5]
        to_outputs = np.outer(slope, last) * (outputs > 0)
        to_hidden = (to_outputs @ second.T) * (hidden > 0)
        gradients = [
            inputs.T @ slope,
            inputs.T @ to_hidden,
            to_hidden.sum(0),
            hidden.T @ to_outputs,
            to_outputs.sum(0),
            outputs.T @ slope,
        ]
        self._steps += 1
        for numbers, mean, square, gradient in zip(self.numbers, self._means, self._squares, gradients, strict=True):
            mean += _MEAN * (gradient - mean)
            square += _SQUARE * (gradient * gradient - square)
            numbers *= 1 - rate * _DECAY
            size = np.sqrt(square / (1 - (1 - _SQUARE) ** self._steps)) + _TINY
            numbers -= rate * (mean / (1 - (1 - _MEAN) ** self._steps)) / size


def fit_network(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the network that best predicts the values of turns, and a report with the errors on held-out games.

    The errors are the variance of the differences between turns of one position that is not explained: by the linear
    evaluation alone, and with the network. The order of the games in the file changes nothing.
    """
    columns: dict[str, int] = {}
    found = {line["index"]: line for line in read_games(path)}
    games = [_game(found[index], columns) for index in sorted(found) if found[index]["valued"]]
    fitted = [game for number, game in enumerate(games, 1) if number % HELD_OUT]
    held_out = games[HELD_OUT - 1 :: HELD_OUT] or fitted
    mean, spread = _moments(games, len(columns))
    rng = np.random.default_rng(0)
    network = _Perceptron(len(columns), rng)
    before = _unexplained(network, held_out, mean, spread)
    steps = _EPOCHS * -(-len(fitted) // _GAMES_OF_STEP)
    step = 0
    for _ in range(_EPOCHS):
        order = rng.permutation(len(fitted))
        for begin in range(0, len(order), _GAMES_OF_STEP):
            batch = _batch([fitted[number] for number in order[begin : begin + _GAMES_OF_STEP]], mean, spread)
            _learn(network, batch, _rate(step / steps))
            step += 1
    report = {
        "games": len(found),
        "positions": sum(len(game.counts) for game in games),
        "turns": sum(len(game.missing) for game in games),
        "inputs": len(columns),
        "unexplained_before": round(before, 3),
        "unexplained": round(_unexplained(network, held_out, mean, spread), 3),
    }
    return _document(network, columns, mean, spread), report


def _game(line: dict[str, Any], columns: dict[str, int]) -> _Game:
    names, valued = line["names"], line["valued"]
    numbers = np.concatenate([unpacked(turns["inputs"], len(names)) for turns in valued])
    missing = np.concatenate([np.subtract(turns["values"], turns["expected"]) for turns in valued])
    turns_left = numbers[:, :, names.index("turns")] * np.float32(ROUNDS)
    return _Game(
        np.array([columns.setdefault(name, len(columns)) for name in names]),
        [columns.setdefault(name, len(columns)) for name in line["constants"]],
        numbers,
        missing.astype(np.float32),
        np.minimum(1, turns_left),
        [len(turns["values"]) for turns in valued],
    )


def _moments(games: Sequence[_Game], inputs: int) -> tuple[Numbers, Numbers]:
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


def _batch(games: Sequence[_Game], mean: Numbers, spread: Numbers) -> _Batch:
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
    return _Batch(
        inputs.reshape(-1, len(mean)),
        np.concatenate([game.missing for game in games]),
        np.concatenate([game.scale for game in games]),
        np.repeat(np.arange(len(counts)), counts),
        len(counts),
    )


def _errors(network: _Perceptron, batch: _Batch) -> tuple[Numbers, Numbers, Any, Numbers, Numbers]:
    """Return for each turn its error without the mean of its position, and that mean; the turns; both hidden layers."""
    results, hidden, outputs = network.output(batch.inputs)
    scaled = results.reshape(-1, 2) * batch.scale
    errors: Numbers = batch.missing - (scaled[:, 0] - scaled[:, 1])
    counts = np.bincount(batch.position, minlength=batch.positions)
    means: Numbers = (np.bincount(batch.position, errors, batch.positions) / counts).astype(np.float32)
    return errors - means[batch.position], means, counts, hidden, outputs


def _learn(network: _Perceptron, batch: _Batch, rate: float) -> None:
    different, means, counts, hidden, outputs = _errors(network, batch)
    slope = -2 * different / (counts - 1).sum()
    slope -= 2 * _OF_LEAD * (means / counts)[batch.position] / batch.positions
    slopes = np.stack([slope, -slope], 1) * batch.scale
    network.learn(batch.inputs, hidden, outputs, slopes.reshape(-1).astype(np.float32), rate)


def _unexplained(network: _Perceptron, games: Sequence[_Game], mean: Numbers, spread: Numbers) -> float:
    """Return the variance of the differences between turns of one position that is not explained."""
    squares = freedom = 0.0
    for begin in range(0, len(games), _GAMES_OF_STEP):
        batch = _batch(games[begin : begin + _GAMES_OF_STEP], mean, spread)
        different, _, counts, _, _ = _errors(network, batch)
        squares += float((different**2).sum())
        freedom += float((counts - 1).sum())
    return squares / freedom


def _rate(part: float) -> float:
    """Return the rate of learning after a part of all steps: it rises, then falls as a cosine."""
    if part < _WARMING:
        return _RATE * max(part / _WARMING, 0.04)
    return _RATE * float(1 + np.cos(np.pi * (part - _WARMING) / (1 - _WARMING))) / 2


def _document(network: _Perceptron, columns: dict[str, int], mean: Numbers, spread: Numbers) -> dict[str, Any]:
    """Return the network with mean and spread in its rows, so that an input that a game does not have counts as 0."""
    linear, first, bias, second, second_bias, last = network.numbers
    rows = np.column_stack([linear, first]) / spread[:, None]
    return {
        "rows": {name: _rounded(rows[column]) for name, column in sorted(columns.items())},
        "bias": _rounded(bias - mean @ rows[:, 1:]),
        "second": [_rounded(row) for row in second.T],
        "second_bias": _rounded(second_bias),
        "last": _rounded(last),
    }


def _rounded(numbers: npt.NDArray[Any]) -> list[float]:
    return [float(f"{number:.4g}") for number in numbers]
