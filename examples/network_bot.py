"""A small network that plays the base game for two, in NumPy alone; train_network.py has made its weights, network.npz.

kingdom-builder arena --bots ./examples/network_bot.py:NetworkBot,greedy --games 400

The variable KINGDOM_BUILDER_NETWORK names a file with other weights.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kingdom_builder import View
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.observation_spec import ObservationSpec

SPEC = ObservationSpec(2, ("base",))
SIZE, CELLS, RADIUS = 20, 400, 3
FIRST_OPTION, OPTIONS = 450, 100
WEIGHTS = Path(os.environ.get("KINGDOM_BUILDER_NETWORK", Path(__file__).with_name("network.npz")))

Array = NDArray[Any]


def patches() -> Array:
    """Return for each hex the cells within three hexes, in the same order everywhere; CELLS is outside the board."""
    found = np.full((CELLS, 3 * RADIUS * (RADIUS + 1) + 1), CELLS)
    steps = [
        (q, r)
        for q in range(-RADIUS, RADIUS + 1)
        for r in range(max(-RADIUS, -q - RADIUS), min(RADIUS, RADIUS - q) + 1)
    ]
    for cell in range(CELLS):
        row, col = divmod(cell, SIZE)
        for i, (q, r) in enumerate(steps):
            to_row = row + r
            to_col = col - row // 2 + q + to_row // 2  # odd rows are half a hex to the right
            if 0 <= to_row < SIZE and 0 <= to_col < SIZE:
                found[cell, i] = to_row * SIZE + to_col
    return found


PATCHES = patches()


def near_features(planes: Array, games: Array, cells: Array) -> Array:
    """Return what is near some cells, each of one of the games: planes around them, sums over row and section."""
    count, depth = planes.shape[:2]
    flat = np.zeros((count, CELLS + 1, depth), np.float32)
    flat[:, :CELLS] = planes.reshape(count, depth, CELLS).transpose(0, 2, 1)
    around = flat[games[:, None], PATCHES[cells]].reshape(len(cells), depth * PATCHES.shape[1])
    rows = planes.sum(axis=3, dtype=np.float32)
    sections = planes.reshape(count, depth, 2, 10, 2, 10).sum(axis=(3, 5), dtype=np.float32)
    row, col = cells // SIZE, cells % SIZE
    return np.concatenate((around, rows[games, :, row] / 10, sections[games, :, row // 10, col // 10] / 50), axis=1)


def common_features(planes: Array, vectors: Array) -> Array:
    """Return what all answers of a game share: the vector and the sums of the planes."""
    return np.concatenate((vectors, planes.sum(axis=(2, 3), dtype=np.float32) / 100), axis=1)


class Network:
    """Gives every legal answer a number from what is near its hex, or from its option, and from what all share."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        """Read the weights."""
        with np.load(weights) as stored:
            self._weights = {name: stored[name].astype(np.float32) for name in stored.files}

    def logits(self, planes: Array, vectors: Array, masks: Array) -> Array:
        """Return a number for each answer of each game; those of illegal answers are very low."""
        weights = self._weights
        games, answers = np.nonzero(masks)
        on_board = answers < CELLS
        hidden = (common_features(planes, vectors) @ weights["common.weight"].T + weights["common.bias"])[games]
        hidden[on_board] += near_features(planes, games[on_board], answers[on_board]) @ weights["near.weight"].T
        hidden[~on_board] += weights["option.weight"][answers[~on_board] - FIRST_OPTION]
        hidden = np.maximum(hidden, 0) @ weights["second.weight"].T + weights["second.bias"]
        found = np.full(masks.shape, -1e9, np.float32)
        found[games, answers] = (np.maximum(hidden, 0) @ weights["last.weight"].T + weights["last.bias"])[:, 0]
        return found


class NetworkBot:
    """Plays the answer with the highest number."""

    def __init__(self, seed: int = 0, weights: Path = WEIGHTS) -> None:
        """Read the network; nothing is drawn, so the seed does not matter."""
        self._network = Network(weights)
        self._encoder = Encoder(SPEC)

    def answer(self, view: View) -> int:
        """Return one of the answers that the view offers."""
        encoder = self._encoder
        encoder.write(view)
        return int(self._network.logits(encoder.planes, encoder.vectors, encoder.masks)[0].argmax())
