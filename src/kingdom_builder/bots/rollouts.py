"""Rollouts of plans on determinized games: the others' replies and the own next turn, for every card that may come.

How good a turn is depends on the next one, and that depends most on the card drawn. So plans are compared on
determinizations, deals of the hidden cards: one for each terrain that the own next card can have, weighted by how many
unseen cards have it. All plans are compared on the same determinizations.
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
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

BEAM_SHARE = 0.4
"""The part of a budget for finding plans, if they are then rolled out."""

_PRIOR = 0.25
"""The weight of a plan's first value; all determinizations together have a weight of 1."""


class Policy(NamedTuple):
    """How a turn of a game that is played on is searched: width of the beam, hexes of a question, evaluations."""

    width: int
    breadth: int
    evaluations: int


QUICK = Policy(width=1, breadth=6, evaluations=80)
"""The search of a turn within a rollout: another player's reply, or the own next turn."""


class Determinization(NamedTuple):
    """The game with one deal of the hidden cards, and the probability of the card that is drawn next in it."""

    game: Game
    weight: float


class _Mean:
    """The weighted mean of a plan's values so far."""

    def __init__(self) -> None:
        self.weight = self.sum = 0.0

    def add(self, weight: float, value: float) -> None:
        self.weight += weight
        self.sum += weight * value

    def value(self, otherwise: float) -> float:
        return self.sum / self.weight if self.weight else otherwise


class Rollouts:
    """Compares plans for the turn of a view."""

    def __init__(self, view: View, evaluator: Evaluator, rng: random.Random, meter: Meter) -> None:
        """Prepare; `rng` deals the hidden cards and `meter` limits the work."""
        self._view, self._evaluator, self._rng, self._meter = view, evaluator, rng, meter

    def ranked(self, plans: Sequence[Plan]) -> list[Plan]:
        """Return plans by their value in rollouts, best first.

        Sequential halving: half of the remaining plans are dropped after each stage. All stages have the same part of
        the budget, so the fewer plans are left, the more determinizations they are compared on.
        """
        means = {plan.answers: _Mean() for plan in plans}
        rest = list(plans)
        dropped: list[Plan] = []
        stages, stage = (len(rest) - 1).bit_length(), 0
        begun = self._meter.spent_share()
        while len(rest) > 1 and not self._meter.is_empty():
            stage += 1
            self._compare_until(begun + (1.0 - begun) * stage / stages, rest, means)
            rest = _blended(rest, means)
            half = (len(rest) + 1) // 2
            rest, dropped = rest[:half], rest[half:] + dropped
        return _valued(rest + dropped, means)

    def _compare_until(self, share: float, plans: Sequence[Plan], means: dict[tuple[int, ...], _Mean]) -> None:
        """Roll out plans until a part of the budget is spent, at least once; stop if that needs no evaluations."""
        while True:
            spent = self._meter.spent
            self._compare(plans, means)
            if self._meter.spent == spent or self._meter.spent_share() >= share:
                return

    def _compare(self, plans: Sequence[Plan], means: dict[tuple[int, ...], _Mean]) -> None:
        """Roll out plans on each determinization; one that could not be tried with all plans does not count."""
        for dealt in self.determinizations():
            replies = self.replies(plans[0], dealt.game)
            values = []
            for plan in plans:
                if self._meter.is_empty():
                    return
                values.append(self._roll_out(plan, dealt.game, replies))
            for plan, value in zip(plans, values, strict=True):
                means[plan.answers].add(dealt.weight, value)

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
            for answer in quick_search(game, player, self._evaluator, self._meter).answers:
                if game.to_play != player or answer not in game.legal_answers():
                    break
                game.play(answer)
                replies.append(answer)
        return replies

    def _roll_out(self, plan: Plan, dealt: Game, replies: list[int]) -> float:
        """Return the value of a plan after the others' replies and the own next turn."""
        seat = self._view.seat
        game = played(dealt, plan)
        for answer in replies:
            if game.to_play is None or game.active == seat or answer not in game.legal_answers():
                break
            game.play(answer)
        mine = False
        while (player := game.to_play) is not None:
            mine = mine or player == game.active == seat
            best = quick_search(game, player, self._evaluator, self._meter)
            if mine and game.active == seat:
                return best.value
            game = played(game, best)
        return self._evaluator.final(game, seat)


def quick_search(game: Game, seat: int, evaluator: Evaluator, meter: Meter, policy: Policy = QUICK) -> Plan:
    """Return a plan for a turn of a game that is played on, found with a small budget."""
    spent = Meter(Budget(evaluations=policy.evaluations))
    best = beam_search(game.copy(), seat, evaluator, policy.width, spent, breadth=policy.breadth)[0]
    meter.spend(spent.spent)
    return best


def _valued(ordered: list[Plan], means: dict[tuple[int, ...], _Mean]) -> list[Plan]:
    """Return plans with their values; one that was dropped early has no higher value than those before it."""
    found = []
    most = float("inf")
    for plan in ordered:
        most = min(most, means[plan.answers].value(plan.value))
        found.append(plan._replace(value=most))
    return found


def _blended(plans: list[Plan], means: dict[tuple[int, ...], _Mean]) -> list[Plan]:
    """Order plans by their rollouts, blended with their first values, because few rollouts say little."""
    offset = ordered_sum([means[plan.answers].value(plan.value) - plan.value for plan in plans]) / len(plans)

    def blend(plan: Plan) -> float:
        found = means[plan.answers]
        return (_PRIOR * (plan.value + offset) + found.sum) / (_PRIOR + found.weight)

    return sorted(plans, key=blend, reverse=True)
