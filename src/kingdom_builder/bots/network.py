"""A small neural network that corrects the evaluation at the end of a turn, where rollouts end.

The linear evaluation is cheap enough for every position of a search, but it weighs each feature by itself. The network
estimates how much gold it is wrong by, from the same features and from what the settlements can reach. Its inputs have
names that are the same in every game, as the weights of the evaluation have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from operator import mul
from typing import Any, NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.pace import ROUNDS, still_to_come
from kingdom_builder.bots.sources import is_base_only
from kingdom_builder.bots.surroundings import OF_SOURCE, OF_TERRAINS, surroundings
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.position import Position

NETWORK_FILE = "network.json"
HIDDEN, SECOND = 64, 16
"""The sizes of the hidden layers. The compiled kernel has them too."""

_PACE = ("turns", "builds", "supply", "least_supply", "more_turns")
"""The inputs that say how long the game goes on for the player."""


class Layers(NamedTuple):
    """The numbers of a network for one game: a row for each input, then the layers after them.

    The first number of an input's row counts for the result at once, the others for the hidden layer.
    """

    rows: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]
    second: tuple[tuple[float, ...], ...]
    second_bias: tuple[float, ...]
    last: tuple[float, ...]


@cache
def shipped_network() -> dict[str, Any]:
    """Return the network that comes with the package, with the record of its training."""
    text = (resources.files("kingdom_builder.bots") / NETWORK_FILE).read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


class Network:
    """The network for positions of one game. `names` are those of its inputs."""

    def __init__(self, pos: Position, evaluator: Evaluator, document: Mapping[str, Any] | None = None) -> None:
        """Prepare for a game with the set-up of this position; `document` is by default what comes with the package."""
        self._evaluator = evaluator
        self.names = input_names(evaluator)
        self.layers = _layers(shipped_network() if document is None else document, self.names, constant_names(pos))
        self._linear = [row[0] for row in self.layers.rows]
        self._hidden = [[row[1 + i] for row in self.layers.rows] for i in range(len(self.layers.bias))]

    def correction(self, pos: Position, seat: int) -> float:
        """Return what to add to the value of a position at the end of this player's turn."""
        if pos.over:
            return 0.0
        return self.gold(pos, seat) - self.gold(pos, self._evaluator.strongest_opponent(pos, seat))

    def gold(self, pos: Position, seat: int) -> float:
        """Return how much more gold a player will get than the linear evaluation expects; 0 without another turn."""
        turns = still_to_come(pos)[0][seat]
        return min(1.0, turns) * self._output(inputs(self._evaluator, pos, seat)) if turns else 0.0

    def _output(self, numbers: Sequence[float]) -> float:
        hidden = _rectified(self._hidden, numbers, self.layers.bias)
        second = _rectified(self.layers.second, hidden, self.layers.second_bias)
        return ordered_sum(map(mul, self._linear, numbers)) + ordered_sum(map(mul, self.layers.last, second))


def correction_of(network: Network | None, game: Game, plan: Plan, seat: int) -> float:
    """Return what the network adds to the value of a plan for the turn of a seat; 0 without a network."""
    return 0.0 if network is None else network.correction(played_without_end(game, plan), seat)


def input_names(evaluator: Evaluator) -> list[str]:
    """Return the names of the inputs that differ between positions."""
    return [
        *evaluator.built_names,
        *evaluator.lasting_names,
        "nomads",
        *[f"{number}:{source.name}" for source in evaluator.paying for number in OF_SOURCE],
        *OF_TERRAINS,
        *_PACE,
    ]


def constant_names(pos: Position) -> list[str]:
    """Return the names of the inputs that are 1 in all positions of a game, and 0 in other games."""
    base_only = ["base_only"] if is_base_only(pos.setup) else []
    return [*base_only, f"players:{len(pos.players)}", *[f"card:{card}" for card in pos.setup.cards]]


def inputs(evaluator: Evaluator, pos: Position, seat: int) -> list[float]:
    """Return the inputs for a player, in the order of their names."""
    turns, builds = still_to_come(pos)
    player = pos.players[seat]
    built, lasting = evaluator.scaling_features(pos, seat)
    mine, parts = builds[seat], turns[seat] / ROUNDS
    return [
        *[number * mine for number in built],
        *[number * parts for number in lasting],
        float(len(player.nomads)),
        *surroundings(pos, seat, evaluator.pays_at),
        parts,
        mine,
        player.supply / SETTLEMENTS,
        min([other.supply for number, other in enumerate(pos.players) if number != seat]) / SETTLEMENTS,
        turns[seat] - min(turns),
    ]


def _layers(document: Mapping[str, Any], names: Sequence[str], constants: Sequence[str]) -> Layers:
    """Return the layers for a game with these inputs; an input that the network does not know changes nothing."""
    rows = document["rows"]
    unknown = (0.0,) * (1 + HIDDEN)
    known = [rows[name] for name in constants if name in rows]
    return Layers(
        tuple([tuple(rows.get(name, unknown)) for name in names]),
        tuple([ordered_sum([bias, *[row[1 + i] for row in known]]) for i, bias in enumerate(document["bias"])]),
        tuple([tuple(row) for row in document["second"]]),
        tuple(document["second_bias"]),
        tuple(document["last"]),
    )


def _rectified(rows: Sequence[Sequence[float]], numbers: Sequence[float], bias: Sequence[float]) -> list[float]:
    """Return the outputs of a layer, 0 instead of those below it."""
    sums = [ordered_sum(map(mul, row, numbers)) + more for row, more in zip(rows, bias, strict=True)]
    return [number if number > 0.0 else 0.0 for number in sums]
