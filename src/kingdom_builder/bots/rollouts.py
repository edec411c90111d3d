"""Rollouts of plans on determinized games: the next turns of all players, for every card that may come.

How good a turn is depends on the next ones, and those depend most on the cards drawn. So plans are compared on
determinizations, deals of the hidden cards: one for each terrain that the own next card can have, weighted by how many
unseen cards have it. All plans are compared on the same determinizations. With a large budget more plans are compared.
The fewer of them are left, the more turns are played before the game is evaluated, because the evaluation knows little
about later turns.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import Plan, beam_search, played
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network, correction_of
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

BEAM_SHARE = 0.4
"""The part of a budget for finding plans, if they are then rolled out."""

_PRIOR, _MOST_PRIOR = 0.25, 1.0
"""The weight of a plan's first value, and of its value after some stages; all deals of a comparison together have 1."""

_EACH, _MOST_PLANS = 4000, 128
"""How many evaluations it takes to compare one more plan than a level asks for, and how many plans at the most."""

_DEEP, _VERY_DEEP = 300, 2000
"""How many evaluations for each plan it takes to play more than one own turn, and to search those turns carefully. With
fewer, more deals are better."""

_MOST_DEPTH = 5
"""How many own turns a rollout has at the most."""

_CANDIDATES, _MANY, _FOR_CANDIDATES = 3, 40, 0.01
"""Of how many times as many plans the network chooses those that are rolled out, if there are at least so many
evaluations for each of those; it sees more if they take only this part of the evaluations that are left."""

_COST = 4
"""How many evaluations a correction of the network counts as."""


class Policy(NamedTuple):
    """How a turn of a game that is played on is searched: width of the beam, hexes of a question, evaluations."""

    width: int
    breadth: int
    evaluations: int


QUICK = Policy(width=1, breadth=6, evaluations=80)
"""The search of a turn within a rollout: another player's reply, or an own turn."""

CAREFUL = Policy(width=2, breadth=10, evaluations=200)
"""The same with a large budget: a better search of each turn is then worth more than more deals."""


class Determinization(NamedTuple):
    """The game with one deal of the hidden cards, and the probability of the card that is drawn next in it."""

    game: Game
    weight: float


class Rollouts:
    """Compares plans for the turn of a view."""

    def __init__(
        self, view: View, evaluator: Evaluator, network: Network | None, rng: random.Random, meter: Meter
    ) -> None:
        """Prepare; `rng` deals the hidden cards and `meter` limits the work."""
        self._view, self._evaluator, self._network, self._rng, self._meter = view, evaluator, network, rng, meter
        self._policy = QUICK

    def ranked(self, plans: Sequence[Plan], count: int) -> list[Plan]:
        """Return plans, the best `count` of them by their value in rollouts, best first, then the others.

        With a large budget they are more than `count`. Sequential halving: half of the remaining plans are dropped
        after each stage. All stages have the same part of the budget, so the fewer plans are left, the more deals they
        are compared on and the more turns are played.
        """
        count = max(count, int(min(self._evaluations_left() / _EACH, _MOST_PLANS)))
        ordered = self._corrected(plans, count)
        rest, dropped = ordered[:count], ordered[count:]
        stages, stage = (len(rest) - 1).bit_length(), 0
        begun, depth, prior = self._meter.spent_share(), 1, _PRIOR
        left = self._evaluations_left()
        deep = left >= _DEEP * len(rest)
        if left >= _VERY_DEEP * len(rest):
            self._policy = CAREFUL
        while len(rest) > 1 and not self._meter.is_empty():
            stage += 1
            weight, sums = self._compare_until(begun + (1.0 - begun) * stage / stages, rest, depth)
            if weight:
                rest, prior = _blended(rest, sums, weight, prior), min(prior + weight, _MOST_PRIOR)
            half = (len(rest) + 1) // 2
            rest, dropped = rest[:half], rest[half:] + dropped
            if deep and depth < _MOST_DEPTH:
                depth += 1
        return _lowered(rest + dropped)

    def _corrected(self, plans: Sequence[Plan], count: int) -> list[Plan]:
        """Return plans with the corrections of the network, best first; those that it does not see stay behind them."""
        if self._network is None:
            return list(plans)
        left, seen = self._evaluations_left(), count
        if left >= _MANY * count:
            seen = max(count * _CANDIDATES, int(min(_FOR_CANDIDATES * left / _COST, len(plans))))
        game = self._dealt()
        found = [plan._replace(value=plan.value + self._correction(game, plan)) for plan in plans[:seen]]
        return sorted(found, key=lambda plan: plan.value, reverse=True) + list(plans[seen:])

    def _correction(self, game: Game, plan: Plan) -> float:
        """Return what the network adds to the value of a plan for an own turn."""
        if self._network is not None:
            self._meter.spend(_COST)
        return correction_of(self._network, game, plan, self._view.seat)

    def _evaluations_left(self) -> float:
        """Return how many evaluations are left, with a limit in seconds about how many."""
        share = self._meter.spent_share()
        return self._meter.spent * (1.0 - share) / share if share else float("inf")

    def _compare_until(self, share: float, plans: Sequence[Plan], depth: int) -> tuple[float, list[float]]:
        """Roll out plans until a part of the budget is spent, at least once; stop if that needs no evaluations.

        Return the weight of all deals, and for each plan the weighted sum of its values.
        """
        weight, sums = 0.0, [0.0] * len(plans)
        while True:
            spent = self._meter.spent
            weight += self._compare(plans, depth, sums)
            if self._meter.spent == spent or self._meter.spent_share() >= share:
                return weight, sums

    def _compare(self, plans: Sequence[Plan], depth: int, sums: list[float]) -> float:
        """Add the values of plans on each deal; one that could not be tried with all plans does not count."""
        weight = 0.0
        for dealt in self.determinizations():
            replies = self.replies(plans[0], dealt.game)
            values = []
            for plan in plans:
                if self._meter.is_empty():
                    return weight
                values.append(self._roll_out(plan, dealt.game, replies, depth))
            weight += dealt.weight
            for i, value in enumerate(values):
                sums[i] += dealt.weight * value
        return weight

    def determinizations(self) -> list[Determinization]:
        """Deal the hidden cards, once for every terrain that may be drawn next."""
        game = self._dealt()
        if not game.deck.draw:
            return [Determinization(game, 1.0)]
        unseen = Counter(game.deck.draw)
        for number, seat in enumerate(game.players):
            if number != self._view.seat:
                unseen.update(seat.hand)
        dealt: list[Determinization] = []
        for card, count in sorted(unseen.items()):
            game = self._dealt()
            draw = list(game.deck.draw)
            if card in draw:
                at = draw.index(card)
                draw[at], draw[-1] = draw[-1], card
                game.deck = game.deck._replace(draw=tuple(draw))
                dealt.append(Determinization(game, count / unseen.total()))
        self._rng.shuffle(dealt)
        return dealt

    def _dealt(self) -> Game:
        return self._view.sample(self._rng.getrandbits(32))

    def replies(self, plan: Plan, game: Game) -> list[int]:
        """Return the others' answers to a plan; they are used for the other plans too."""
        game = played(game, plan)
        replies = []
        while (player := game.to_play) is not None and game.active != self._view.seat:
            for answer in quick_search(game, player, self._evaluator, self._meter, self._policy).answers:
                if game.to_play != player or answer not in game.legal_answers():
                    break
                game.play(answer)
                replies.append(answer)
        return replies

    def _roll_out(self, plan: Plan, dealt: Game, replies: list[int], depth: int) -> float:
        """Return the value of a plan after the next turns of all players, the last of which is an own one.

        The others' first turns are the same for all plans, as far as they are still legal.
        """
        seat = self._view.seat
        game = played(dealt, plan)
        for answer in replies:
            if game.to_play is None or game.active == seat or answer not in game.legal_answers():
                break
            game.play(answer)
        turn = dealt.turn
        while (player := game.to_play) is not None:
            begins = player == game.active == seat and game.turn != turn
            best = quick_search(game, player, self._evaluator, self._meter, self._policy)
            if begins:
                turn, depth = game.turn, depth - 1
                if not depth:
                    return best.value + self._correction(game, best)
            game = played(game, best)
        return self._evaluator.final(game, seat)


def quick_search(game: Game, seat: int, evaluator: Evaluator, meter: Meter, policy: Policy = QUICK) -> Plan:
    """Return a plan for a turn of a game that is played on, found with a small budget."""
    spent = Meter(Budget(evaluations=policy.evaluations))
    best = beam_search(game.copy(), seat, evaluator, policy.width, spent, breadth=policy.breadth)[0]
    meter.spend(spent.spent)
    return best


def _lowered(ordered: list[Plan]) -> list[Plan]:
    """Return plans with their values; one that was dropped early has no higher value than those before it."""
    found = []
    most = float("inf")
    for plan in ordered:
        most = min(most, plan.value)
        found.append(plan._replace(value=most))
    return found


def _blended(plans: list[Plan], sums: list[float], weight: float, prior: float) -> list[Plan]:
    """Return plans by their rollouts, blended with their values before, because few rollouts say little.

    Values of another depth differ by a number that is nearly the same for all plans: it is added to the values before.
    """
    offset = ordered_sum([total / weight - plan.value for plan, total in zip(plans, sums, strict=True)]) / len(plans)
    found = [
        plan._replace(value=(prior * (plan.value + offset) + total) / (prior + weight))
        for plan, total in zip(plans, sums, strict=True)
    ]
    return sorted(found, key=lambda plan: plan.value, reverse=True)
