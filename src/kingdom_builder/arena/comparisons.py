"""Turns of self-play that are compared by playing on from each of them, for the last stage of a training.

The end of a game says little about one turn of it. Several turns of one position that are played on with the same deals
of the hidden cards share most of the luck, so the differences of their results say which turn is better.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from kingdom_builder.arena.selfplay import GameLine, drawn_game, drawn_plan, search_turn, weights_digest
from kingdom_builder.bots.beam_search import BREADTH, Plan, played_without_end
from kingdom_builder.bots.budget import Budget
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.planning_bot import has_begun
from kingdom_builder.bots.playouts import deal_seeds, margin, play_out
from kingdom_builder.bots.rollouts import Policy
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

WIDTH, BUDGET = 16, Budget(evaluations=1500)
"""The search that finds the turns."""

SHARE = 0.4
"""The part of the turns that are compared: those of one game are alike, so more games are better than more turns."""

BEST, OTHERS, RANKS = 3, 5, 60
"""How many of the best turns are compared, and how many others, drawn from so many of the best."""

DEALS = 2
"""On how many deals turns are compared. For the same time, more turns on fewer deals say more."""

POLICY = Policy(width=1, breadth=8, evaluations=100)
"""The search of every turn that is played on."""

_STREAM = 121


class Comparison(TypedDict):
    """Some turns of one position, each with what the player has more than the strongest opponent after it.

    `gold` and `features` are these differences; `margins` has for every deal the final margin after each turn.
    """

    gold: list[int]
    features: list[list[float]]
    margins: list[list[int]]


class ComparedTurns(GameLine):
    """A game with its comparisons."""

    comparisons: list[Comparison]


@dataclass(frozen=True)
class ComparedGame:
    """Which game to play: the seed of its stage, and its number there."""

    seed: int
    index: int

    PLAYED_OTHERWISE: ClassVar = "other weights than those before the comparisons"

    played_with = staticmethod(weights_digest)

    def play(self, weights: Mapping[str, float]) -> ComparedTurns:
        """Play the game with these weights and compare some of its turns."""
        sets, game, chance = drawn_game(self.seed, self.index, _STREAM)
        evaluator = Evaluator(game, weights)
        rng = random.Random(chance.next64())
        drawn = drawn_turns(game, evaluator, rng, share=SHARE, best=BEST, others=OTHERS)
        comparisons = [_compare(view, turns, evaluator, rng) for view, turns in drawn]
        return {
            "index": self.index,
            "seed": self.seed,
            "weights": weights_digest(weights),
            "names": list(evaluator.names),
            "players": len(game.players),
            "sets": list(sets),
            "comparisons": comparisons,
        }


def drawn_turns(
    game: Game, evaluator: Evaluator, rng: random.Random, *, share: float, best: int, others: int
) -> Iterator[tuple[View, list[Plan]]]:
    """Play a game to its end; yield a share of its positions at the beginning of a turn, each with some of its turns.

    These are the best turns and some others, which are drawn. Between two positions the caller may draw from `rng` too.
    """
    while (seat := game.to_play) is not None:
        if len(answers := game.legal_answers()) == 1:
            game.play(answers[0])
            continue
        view = game.view(seat)
        found = search_turn(view, rng.getrandbits(32), evaluator, width=WIDTH, breadth=BREADTH, budget=BUDGET)
        if game.active == seat and not has_begun(view) and rng.random() < share:
            turns = _whole_turns(found, best, others, rng)
            if len(turns) > best:
                yield view, turns
        _play_plan(game, seat, drawn_plan(found, rng))


def _whole_turns(found: Sequence[Plan], best: int, others: int, rng: random.Random) -> list[Plan]:
    """Return the best whole turns and some of the others; a turn that draws a card is planned in part only."""
    whole = [plan for plan in found if plan.answers[-1] == END_TURN][:RANKS]
    rest = whole[best:]
    return whole[:best] + rng.sample(rest, min(others, len(rest)))


def _play_plan(game: Game, seat: int, plan: Plan) -> None:
    """Play a plan for the turn of a seat in a game, as far as it can be played."""
    for answer in plan.answers:
        if game.to_play != seat or answer not in game.legal_answers():
            break
        game.play(answer)


def _compare(view: View, turns: Sequence[Plan], evaluator: Evaluator, rng: random.Random) -> Comparison:
    """Play on from turns, and read the features of the position before each of them ends."""
    seat = view.seat
    results = play_out(view, [turn.answers for turn in turns], deal_seeds(rng, DEALS), evaluator, POLICY).results
    dealt = view.sample(0)
    ends = [played_without_end(dealt, turn) for turn in turns]
    opponent = evaluator.strongest_opponent(ends[0], seat)
    gold, features = [], []
    for end in ends:
        own_gold, own = evaluator.features(end, seat)
        other_gold, other = evaluator.features(end, opponent)
        gold.append(own_gold - other_gold)
        features.append([round(a - b, 4) for a, b in zip(own, other, strict=True)])
    return {
        "gold": gold,
        "features": features,
        "margins": [[margin(result, seat) for result in deal] for deal in results],
    }
