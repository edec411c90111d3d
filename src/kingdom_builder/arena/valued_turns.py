"""Turns of self-play with values from rollouts, from which the network learns what the linear evaluation misses.

From each turn the game is played on for some turns, and what the evaluation with the last network says there is the
value. A game that is played to its end would say what the turn is really worth, but a few turns take less time, and
their values have a quarter of the variance.
"""

from __future__ import annotations

import hashlib
import json
import random
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

import numpy as np
import numpy.typing as npt

from kingdom_builder.arena.comparisons import POLICY, drawn_turns
from kingdom_builder.arena.selfplay import GameLine, drawn_game, weights_digest
from kingdom_builder.bots.beam_search import Plan, played_without_end
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network, constant_names, input_names, inputs, shipped_network
from kingdom_builder.bots.playouts import deal_seeds, play_out
from kingdom_builder.engine.view import View

SHARE = 0.6
"""The part of the turns that are valued."""

BEST, OTHERS = 4, 6
"""How many of the best turns are valued, and how many others."""

DEALS, OWN_TURNS = 3, 3
"""On how many deals every turn is played on, and until which own turn."""

_STREAM = 121
_NUMBER = np.dtype("<f4")

Numbers = npt.NDArray[np.float32]


class ValuedTurns(TypedDict):
    """Some turns of one position.

    `expected` is the lead after each turn by the linear evaluation, and `values` the mean value of the rollouts.
    `inputs` has for each turn the inputs of the player and of the strongest opponent, as `packed` writes them.
    """

    expected: list[float]
    values: list[float]
    inputs: str


class ValuedLine(GameLine):
    """A game with its valued turns; `constants` are the inputs that are 1 in all its positions."""

    constants: list[str]
    valued: list[ValuedTurns]


@dataclass(frozen=True)
class ValuedGame:
    """Which game to play: the seed of its stage, and its number there."""

    seed: int
    index: int

    PLAYED_OTHERWISE: ClassVar = "other weights, or another network, than the package has now"

    @staticmethod
    def played_with(weights: Mapping[str, float]) -> str:
        """Return a short text that changes with the weights and with the network of the package."""
        network = json.dumps(shipped_network(), sort_keys=True).encode()
        return f"{weights_digest(weights)}-{hashlib.sha256(network).hexdigest()[:12]}"

    def play(self, weights: Mapping[str, float]) -> ValuedLine:
        """Play the game with these weights and value some of its turns."""
        sets, game, chance = drawn_game(self.seed, self.index, _STREAM)
        evaluator = Evaluator(game, weights)
        network = Network(game, evaluator)
        rng = random.Random(chance.next64())
        drawn = drawn_turns(game, evaluator, rng, share=SHARE, best=BEST, others=OTHERS)
        valued = [_value(view, turns, evaluator, network, rng) for view, turns in drawn]
        return {
            "index": self.index,
            "seed": self.seed,
            "weights": self.played_with(weights),
            "names": input_names(evaluator),
            "players": len(game.players),
            "sets": list(sets),
            "constants": constant_names(game),
            "valued": valued,
        }


def _value(
    view: View, turns: Sequence[Plan], evaluator: Evaluator, network: Network, rng: random.Random
) -> ValuedTurns:
    """Play on from turns, and read the inputs of the position before each of them ends."""
    seat = view.seat
    values = play_out(
        view,
        [turn.answers for turn in turns],
        deal_seeds(rng, DEALS),
        evaluator,
        POLICY,
        network=network,
        own_turns=OWN_TURNS,
        to_end=False,
    ).values
    dealt = view.sample(0)
    ends = [played_without_end(dealt, turn) for turn in turns]
    opponent = evaluator.strongest_opponent(ends[0], seat)
    return {
        "expected": [round(evaluator.expected(end, seat) - evaluator.expected(end, opponent), 4) for end in ends],
        "values": [round(float(value), 4) for value in np.mean(values, axis=0)],
        "inputs": packed([[inputs(evaluator, end, player) for player in (seat, opponent)] for end in ends]),
    }


def packed(numbers: Sequence[Sequence[Sequence[float]]]) -> str:
    """Return numbers as a short text.

    >>> unpacked(packed([[[1.0, 2.5], [0.0, 4.0]]]), 2).tolist()
    [[[1.0, 2.5], [0.0, 4.0]]]
    """
    return b64encode(zlib.compress(np.array(numbers, _NUMBER).tobytes())).decode()


def unpacked(text: str, inputs: int) -> Numbers:
    """Return the numbers of such a text: for every turn those of the player and of the opponent."""
    return np.frombuffer(zlib.decompress(b64decode(text)), _NUMBER).reshape(-1, 2, inputs)
