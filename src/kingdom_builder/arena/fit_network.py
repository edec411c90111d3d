"""Fits the network of the bots to turns with values from rollouts: gradient descent with Adam, in NumPy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kingdom_builder.arena.valued_inputs import GAMES_OF_STEP, Inputs, errors_of, read_inputs, slopes_of
from kingdom_builder.arena.valued_turns import Numbers
from kingdom_builder.bots.network import HIDDEN, SECOND

_EPOCHS = 8
_RATE, _DECAY, _WARMING = 0.003, 0.01, 0.3
"""The highest rate of learning, how fast all numbers shrink, and in which part of the steps the rate rises."""

_MEAN, _SQUARE, _TINY = 0.1, 0.001, 1e-8


class Perceptron:
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
    data = read_inputs(path)
    network = fit_perceptron(data)
    games = data.fitted if data.held_out is data.fitted else [*data.fitted, *data.held_out]
    report = {
        "games": data.games,
        "positions": sum(len(game.counts) for game in games),
        "turns": sum(len(game.missing) for game in games),
        "inputs": len(data.columns),
        "unexplained_before": round(data.unexplained(_nothing), 3),
        "unexplained": round(data.unexplained(lambda inputs: network.output(inputs)[0]), 3),
    }
    return _document(network, data), report


def fit_perceptron(data: Inputs) -> Perceptron:
    """Return the network that best predicts what is missing to the values of the turns that are not held out."""
    rng = np.random.default_rng(0)
    network = Perceptron(len(data.columns), rng)
    steps = _EPOCHS * -(-len(data.fitted) // GAMES_OF_STEP)
    step = 0
    for _ in range(_EPOCHS):
        order = rng.permutation(len(data.fitted))
        for begin in range(0, len(order), GAMES_OF_STEP):
            batch = data.batch([data.fitted[number] for number in order[begin : begin + GAMES_OF_STEP]])
            results, hidden, outputs = network.output(batch.inputs)
            slopes = slopes_of(errors_of(results, batch), batch)
            network.learn(batch.inputs, hidden, outputs, slopes, _rate(step / steps))
            step += 1
    return network


def _nothing(inputs: Numbers) -> Numbers:
    """Return 0 for each row: what the linear evaluation alone explains."""
    return np.zeros(len(inputs), np.float32)


def _rate(part: float) -> float:
    """Return the rate of learning after a part of all steps: it rises, then falls as a cosine."""
    if part < _WARMING:
        return _RATE * max(part / _WARMING, 0.04)
    return _RATE * float(1 + np.cos(np.pi * (part - _WARMING) / (1 - _WARMING))) / 2


def _document(network: Perceptron, data: Inputs) -> dict[str, Any]:
    """Return the network with mean and spread in its rows, so that an input that a game does not have counts as 0."""
    linear, first, bias, second, second_bias, last = network.numbers
    rows = np.column_stack([linear, first]) / data.spread[:, None]
    return {
        "rows": {name: _rounded(rows[column]) for name, column in sorted(data.columns.items())},
        "bias": _rounded(bias - data.mean @ rows[:, 1:]),
        "second": [_rounded(row) for row in second.T],
        "second_bias": _rounded(second_bias),
        "last": _rounded(last),
    }


def _rounded(numbers: npt.NDArray[Any]) -> list[float]:
    return [float(f"{number:.4g}") for number in numbers]
