"""Fits the weights of the bots' evaluation: to games of self-play, and to turns compared by playing on from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kingdom_builder.arena.selfplay import PlayedGame, read_games
from kingdom_builder.bots.evaluation import BASE_ONLY
from kingdom_builder.setup.builder import COMMON_SETS

LAMBDA = 0.8
"""How far the value of a turn is taken from the end of the game, and not from the value of the next turn."""

HELD_OUT = 10
"""One game in so many is not fitted; it measures how well the weights predict new games."""

_PENALTIES = (("tile:", 60.0), ("tiles:", 60.0), ("closed:", 40.0), ("left", 5.0), ("", 20.0))
"""How strongly a weight is drawn to 0, by the beginning of its name: more if few games have the feature."""

_TRUST, _LEAST_SPREAD = 2000.0, 0.05
"""How strongly weights are drawn to those before when turns are compared: as by so many turns with the usual spread of
a feature; a feature that hardly ever differs counts as if it had this part of the median spread."""

Array = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]


class _Compared(NamedTuple):
    """The turns of one position: where their features are, what differs between them, and how well each has done."""

    is_held_out: bool
    where: Places
    features: Array
    gold: Array
    margins: Array


def fit(paths: Sequence[Path]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the weights that best predict by how much each player wins, and how well they predict held-out games.

    The method is least-squares temporal differences.

    What is fitted is a difference: how much more gold a player gets from here on than the others on average, from how
    much larger the player's features are. So slowing opponents down counts as much as helping oneself. The end of a
    game says little about its beginning, because there is so much luck in between, so the value of a turn is also
    taken from the turns that follow. The order of the games in their files changes nothing.
    """
    columns: dict[str, int] = {}
    fitted: list[tuple[Places, Array, Array]] = []
    held_out: list[tuple[Places, Array, Array]] = []
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


def fit_comparisons(path: Path, weights: Mapping[str, float]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return weights near these that best predict which of the compared turns is better, and a report.

    Only differences between the turns of one position count, so neither the luck of a game nor what all its turns have
    in common matters. The report has what the best turn by the weights won more than the mean of the turns, in gold on
    the held-out games, with the weights before and after. The order of the weights stays: sums of floats depend on it.
    """
    columns: dict[str, int] = {}
    found = {game["index"]: game for game in read_games(path)}
    compared = [each for index in sorted(found) for each in _compared(found[index], columns)]
    before = np.array([weights.get(name, 0.0) for name in columns])
    matrix, vector, turns = np.zeros((len(columns), len(columns))), np.zeros(len(columns)), 0
    for each in compared:
        if each.is_held_out:
            continue
        missed = each.margins - each.gold - each.features @ before[each.where]
        features = each.features - each.features.mean(0)
        matrix[np.ix_(each.where, each.where)] += features.T @ features
        vector[each.where] += features.T @ (missed - missed.mean())
        turns += len(missed)
    spread = np.diag(matrix) / max(turns, 1)
    penalty = _TRUST * np.maximum(spread, _LEAST_SPREAD * np.median(spread))
    after = before + np.linalg.solve(matrix + np.diag(penalty + 1e-9), vector)
    held_out = [each for each in compared if each.is_held_out] or compared
    fitted = {name: round(float(after[column]), 4) for name, column in columns.items()}
    report = {
        "comparisons": len(found),
        "positions": len(compared),
        "numbers": len(columns),
        "won_before": round(_won(held_out, before), 3),
        "won_after": round(_won(held_out, after), 3),
    }
    return {**weights, **fitted}, report


def _compared(game: Mapping[str, Any], columns: dict[str, int]) -> Iterator[_Compared]:
    """Yield the comparisons of a game; in games of the base game alone every weight may be another one."""
    names = list(game["names"])
    if is_base_only := set(game["sets"]) <= set(COMMON_SETS):
        names += [BASE_ONLY + name for name in names]
    where = np.array([columns.setdefault(name, len(columns)) for name in names])
    for turns in game["comparisons"]:
        features = np.array(turns["features"], dtype=float)
        yield _Compared(
            (game["index"] + 1) % HELD_OUT == 0,
            where,
            np.hstack([features, features]) if is_base_only else features,
            np.array(turns["gold"], dtype=float),
            np.array(turns["margins"], dtype=float).mean(0),
        )


def _won(compared: Sequence[_Compared], weights: Array) -> float:
    """Return by how much more the best turns by these weights have won than the mean of the turns."""
    if not compared:
        return 0.0
    won = [
        each.margins[np.argmax(each.gold + each.features @ weights[each.where])] - each.margins.mean()
        for each in compared
    ]
    return float(np.mean(won))
