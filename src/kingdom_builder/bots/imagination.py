"""What a plan leads to: the others' replies and the own next turn, on every card that may be drawn for it.

What a turn is worth shows in the next one, and that depends on the card drawn more than on anything else. So plans are
compared on deals of the hidden cards, one for each terrain that the own next card can show, each counted as often as
that terrain is among the unseen cards. All plans are compared on the same deals.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.planner import Plan, plans, played
from kingdom_builder.bots.value import Valuer
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.view import View

_THOUGHT = Budget(evaluations=80)
"""For a turn that is only imagined: another player's reply, one's own next turn."""

_BREADTH = 6
"""How many hexes are looked at for it."""

_PRIOR = 0.25
"""What a plan seemed worth at first counts like so many deals of all cards together."""


class World(NamedTuple):
    """The game with one deal of the hidden cards, and how likely the card is that is drawn next in it."""

    game: Game
    weight: float


class _Seen:
    """What was seen of a plan so far: the sum of its values on some deals, and how much those deals count."""

    def __init__(self) -> None:
        self.weight = self.sum = 0.0

    def add(self, weight: float, value: float) -> None:
        self.weight += weight
        self.sum += weight * value

    def mean(self, otherwise: float) -> float:
        return self.sum / self.weight if self.weight else otherwise


class Imagination:
    """Compares plans for the turn that a view shows."""

    def __init__(self, view: View, valuer: Valuer, chance: random.Random, meter: Meter) -> None:
        """Begin with nothing imagined."""
        self._view, self._valuer, self._random, self._meter = view, valuer, chance, meter

    def ranked(self, racing: Sequence[Plan]) -> list[Plan]:
        """Return plans by what follows, best first.

        Half of those still in the race are dropped after each stage, and the rest are compared on twice as many deals
        (sequential halving), as long as the budget lasts: most thought goes to the few that matter.
        """
        seen = {plan.answers: _Seen() for plan in racing}
        rest = list(racing)
        dropped: list[Plan] = []
        times = 1
        while len(rest) > 1 and not self._meter.is_empty():
            for _ in range(times):
                self._compare(rest, seen)
            rest = _blended(rest, seen)
            half = (len(rest) + 1) // 2
            rest, dropped = rest[:half], rest[half:] + dropped
            times *= 2
        return _valued(rest + dropped, seen)

    def _compare(self, racing: Sequence[Plan], seen: dict[tuple[int, ...], _Seen]) -> None:
        """Try plans on one deal after the other; a deal that there was no time to try on all of them does not count."""
        for world in self.worlds():
            replies = self.replies(racing[0], world.game)
            values = []
            for plan in racing:
                if self._meter.is_empty():
                    return
                values.append(self._follow(plan, world.game, replies))
            for plan, value in zip(racing, values, strict=True):
                seen[plan.answers].add(world.weight, value)

    def worlds(self) -> list[World]:
        """Deal the hidden cards, once for every terrain that may be drawn next."""
        game = self._dealt()
        if not game.deck.draw:
            return [World(game, 1.0)]
        unseen = Counter(game.deck.draw)
        for number, seat in enumerate(game.seats):
            if number != self._view.seat:
                unseen.update(seat.hand)
        dealt: list[World] = []
        for card, count in sorted(unseen.items()):
            game = self._dealt()
            draw = list(game.deck.draw)
            if card in draw:
                at = draw.index(card)
                draw[at], draw[-1] = draw[-1], card
                game.deck = game.deck._replace(draw=tuple(draw))
                dealt.append(World(game, count / unseen.total()))
        self._random.shuffle(dealt)
        return dealt

    def _dealt(self) -> Game:
        return self._view.sample(self._random.getrandbits(32))

    def replies(self, plan: Plan, game: Game) -> list[int]:
        """Return what the others answer to a plan; it is taken for their answer to the other plans too."""
        game = played(game, plan)
        replies = []
        while (asked := game.to_play) is not None and game.active != self._view.seat:
            for answer in thought_of(game, asked, self._valuer, self._meter).answers:
                if game.to_play != asked or answer not in game.legal_answers():
                    break
                game.play(answer)
                replies.append(answer)
        return replies

    def _follow(self, plan: Plan, dealt: Game, replies: list[int]) -> float:
        """Play a plan and what follows up to the end of the own next turn, and value where that leads."""
        seat = self._view.seat
        game = played(dealt, plan)
        for answer in replies:
            if game.to_play is None or game.active == seat or answer not in game.legal_answers():
                break
            game.play(answer)
        mine = False
        while (asked := game.to_play) is not None:
            mine = mine or asked == game.active == seat
            best = thought_of(game, asked, self._valuer, self._meter)
            if mine and game.active == seat:
                return best.value
            game = best.game
        return self._valuer.final(game, seat)


def thought_of(game: Game, seat: int, valuer: Valuer, meter: Meter) -> Plan:
    """Return how a player would play on in a turn that is only imagined, after a short thought."""
    spent = Meter(_THOUGHT)
    best = plans(game.copy(), seat, valuer, 1, spent, breadth=_BREADTH)[0]
    meter.spend(spent.spent)
    return best


def _valued(ordered: list[Plan], seen: dict[tuple[int, ...], _Seen]) -> list[Plan]:
    """Say what plans are worth; one that was dropped, maybe on lucky deals, is worth no more than one that was not."""
    found = []
    most = float("inf")
    for plan in ordered:
        most = min(most, seen[plan.answers].mean(plan.value))
        found.append(plan._replace(value=most))
    return found


def _blended(racing: list[Plan], seen: dict[tuple[int, ...], _Seen]) -> list[Plan]:
    """Order plans by what was imagined of them, tempered by what they seemed worth before: few deals tell little."""
    offset = sum([seen[plan.answers].mean(plan.value) - plan.value for plan in racing]) / len(racing)

    def blend(plan: Plan) -> float:
        found = seen[plan.answers]
        return (_PRIOR * (plan.value + offset) + found.sum) / (_PRIOR + found.weight)

    return sorted(racing, key=blend, reverse=True)
