"""Fits the weights of the bots' evaluation to games of self-play, by least-squares temporal differences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kingdom_builder.arena.selfplay import PlayedGame, read_games

LAMBDA = 0.8
"""How far the value of a turn is taken from the end of the game, and not from the value of the next turn."""

HELD_OUT = 10
"""One game in so many is not fitted; it measures how well the weights predict new games."""

_PENALTIES = (("tile:", 60.0), ("tiles:", 60.0), ("closed:", 40.0), ("left", 5.0), ("", 20.0))
"""How strongly a weight is drawn to 0, by the beginning of its name: more if few games have the feature."""

Array = npt.NDArray[np.float64]


def fit(paths: Sequence[Path]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the weights that best predict by how much each player wins, and how well they predict held-out games.

    What is fitted is a difference: how much more gold a player gets from here on than the others on average, from how
    much larger the player's features are. So slowing opponents down counts as much as helping oneself. The end of a
    game says little about its beginning, because there is so much luck in between, so the value of a turn is also
    taken from the turns that follow. The order of the games in their files changes nothing.
    """
    columns: dict[str, int] = {}
    fitted: list[tuple[npt.NDArray[np.intp], Array, Array]] = []
    held_out: list[tuple[npt.NDArray[np.intp], Array, Array]] = []
    games = [game for path in paths for game in _games_in_order(path)]
    for index, names, differences in games:
        where = np.array([columns.setdefault(name, len(columns)) for name in names])
        (fitted if (index + 1) % HELD_OUT else held_out).extend((where, *difference) for difference in differences)
    matrix = np.diag([next(p for start, p in _PENALTIES if name.startswith(start)) for name in columns])
    vector = np.zeros(len(columns))
    for where, features, gain in fitted:
        trace = features.copy()
        for moment in range(1, len(trace)):
            trace[moment] += LAMBDA * trace[moment - 1]
        steps = features - np.append(features[1:], [0 * features[0]], axis=0)
        matrix[np.ix_(where, where)] += trace.T @ steps
        vector[where] += trace.T @ (gain - np.append(gain[1:], 0.0))
    solution = np.linalg.solve(matrix, vector)
    judged = held_out or fitted
    errors = np.concatenate([gain - features @ solution[where] for where, features, gain in judged])
    spread = np.concatenate([gain for _, _, gain in judged])
    weights = {name: round(float(solution[column]), 4) for name, column in sorted(columns.items())}
    report = {
        "games": len(games),
        "positions": sum(len(gain) for _, _, gain in fitted + held_out),
        "numbers": len(columns),
        "error": round(float(np.sqrt((errors**2).mean())), 3),
        "spread": round(float(np.sqrt((spread**2).mean())), 3),
    }
    return weights, report


def _games_in_order(path: Path) -> list[tuple[int, list[str], list[tuple[Array, Array]]]]:
    """Return the games of a file by their index, each once: index, names of the features, each player's differences."""
    found = {game["index"]: (game["index"], game["names"], _differences(game)) for game in read_games(path)}
    return [found[index] for index in sorted(found)]


def _differences(game: PlayedGame) -> list[tuple[Array, Array]]:
    """Return for each player by how much its features and its gain were above the others', moment by moment."""
    gains = np.array([[sample[0] for sample in moment] for moment in game["samples"]], dtype=float)
    features = np.array([[sample[1] for sample in moment] for moment in game["samples"]], dtype=float)
    differences = []
    for player in range(game["players"]):
        others = [seat for seat in range(game["players"]) if seat != player]
        differences.append(
            (features[:, player] - features[:, others].mean(1), gains[:, player] - gains[:, others].mean(1))
        )
    return differences
