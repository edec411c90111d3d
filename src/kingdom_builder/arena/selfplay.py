"""Games of a bot against itself that training learns from. Each is decided by its seed, its index and the weights."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TypedDict

from kingdom_builder.arena.setups import random_sets, training_setup
from kingdom_builder.bots import kernel_search
from kingdom_builder.bots.beam_search import Plan, beam_search
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.view import View
from kingdom_builder.setup.builder import ALL_SETS

PLAYERS = (2, 2, 2, 2, 3, 4)
WIDTH, BREADTH, BUDGET = 2, 12, Budget(evaluations=150)
EXPLORATION, CHOICES = 0.2, 6
"""How often a turn is drawn from this many of the best plans instead of the best: else there is little to learn."""

_SETS_STREAM = 105
_TILE_WEIGHT, _SETTLEMENT_WEIGHT = 5.0, 6.0
_KEYS = frozenset(("index", "seed", "weights", "names", "players"))
"""What the line of a game has at least."""


class GameLine(TypedDict):
    """What the line of every game in a file of training has: which game it is, and what it was played with."""

    index: int
    seed: int
    weights: str
    names: list[str]
    players: int
    sets: list[str]


class PlayedGame(GameLine):
    """A game of self-play with the samples of all players by moment.

    A sample is the gold that a player got after the moment, and the player's features.
    """

    samples: list[list[tuple[int, list[float]]]]


def initial_weights(names: Sequence[str]) -> dict[str, float]:
    """Return the weights of the first generation: only tiles and settlements still to be built are worth something.

    >>> initial_weights(["tiles", "left:lords", "now:lords"])
    {'tiles': 5.0, 'left:lords': 6.0, 'now:lords': 0.0}
    """
    return {
        name: _TILE_WEIGHT if name == "tiles" else _SETTLEMENT_WEIGHT if name.startswith("left:") else 0.0
        for name in names
    }


def weights_digest(weights: Mapping[str, float]) -> str:
    """Return a short text that changes with the weights."""
    return hashlib.sha256(json.dumps(dict(weights), sort_keys=True).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class SelfPlayGame:
    """Which game to play: the seed of its generation, and its number there."""

    seed: int
    index: int

    PLAYED_OTHERWISE: ClassVar = "other weights than the generation before has now (another --seed or --games there?)"
    """What an error says about a game that was not played with today's weights."""

    played_with = staticmethod(weights_digest)

    def play(self, weights: Mapping[str, float]) -> PlayedGame:
        """Play the game with these weights, or the initial ones if there are none.

        Return the features of all players at the end of every turn, each with the gold that the player got after it.
        """
        sets, game, chance = drawn_game(self.seed, self.index, _SETS_STREAM)
        names = Evaluator(game, {}).names
        evaluator = Evaluator(game, weights or initial_weights(names))
        choose = random.Random(chance.next64())
        players = range(len(game.players))
        seen: list[list[tuple[int, list[float]]]] = []
        while (seat := game.to_play) is not None:
            if len(answers := game.legal_answers()) == 1:
                game.play(answers[0])
                continue
            view, deal = game.view(seat), choose.getrandbits(32)
            found = search_turn(view, deal, evaluator, width=WIDTH, breadth=BREADTH, budget=BUDGET)
            for answer in drawn_plan(found, choose).answers:
                if answer not in game.legal_answers() or game.to_play != seat:
                    break
                if answer == END_TURN:
                    seen.append([evaluator.features(game, player) for player in players])
                game.play(answer)
        final = game.scores()
        samples = [
            [
                (final[player] - gold, [round(number, 4) for number in numbers])
                for player, (gold, numbers) in enumerate(moment)
            ]
            for moment in seen
        ]
        return {
            "index": self.index,
            "seed": self.seed,
            "weights": weights_digest(weights),
            "names": list(names),
            "players": len(game.players),
            "sets": list(sets),
            "samples": samples,
        }


def drawn_game(seed: int, index: int, stream: int) -> tuple[tuple[str, ...], Game, Rng]:
    """Return the sets of a game, the game on a set-up to train on, and its random numbers.

    Of 20 games 9 have the base game alone, 3 all sets, and 8 random sets.
    """
    chance = Rng(seed, stream, index)
    kind = chance.randbelow(20)
    sets = ("base",) if kind < 9 else ALL_SETS if kind < 12 else random_sets(seed, index)
    players = PLAYERS[chance.randbelow(len(PLAYERS))]
    return tuple(sets), Game(training_setup(seed, index, players, tuple(sets))), chance


def search_turn(view: View, deal: int, evaluator: Evaluator, *, width: int, breadth: int, budget: Budget) -> list[Plan]:
    """Return plans for a turn on a deal of the hidden cards, best first; the kernel searches if it can."""
    found = kernel_search.plans(view, deal, evaluator, width, Meter(budget), breadth=breadth)
    if found is None:
        found = beam_search(view.sample(deal), view.seat, evaluator, width, Meter(budget), breadth=breadth)
    return found


def drawn_plan(found: Sequence[Plan], rng: random.Random) -> Plan:
    """Return the best plan, sometimes another good one."""
    return found[rng.randrange(min(len(found), CHOICES)) if rng.random() < EXPLORATION else 0]


def read_games(path: Path) -> Iterator[Any]:
    """Yield the lines of a file of games; cut off a last line that was only written in part when the process ended."""
    whole = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            yield _read_game(line, f"{path}: line {number}")
    if whole < path.stat().st_size:
        with path.open("rb+") as file:
            file.truncate(whole)


def _read_game(line: bytes, where: str) -> Any:
    with suppress(ValueError):
        game = json.loads(line)
        if (
            isinstance(game, dict)
            and game.keys() >= _KEYS
            and ("samples" in game or game.keys() >= {"sets", "comparisons"} or game.keys() >= {"sets", "valued"})
        ):
            return game
    raise ValueError(f"{where}: this is not a game of self-play")
