"""The luck of the cards: what the cards drawn after a turn are worth, beside the others that could have been drawn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from kingdom_builder.bots import kernel_search
from kingdom_builder.bots.arithmetic import ordered_sum
from kingdom_builder.bots.beam_search import beam_search
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.playouts import play_out
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.review.comparing import POLICY
from kingdom_builder.review.turns import PlayedTurn

_WIDTH, _BREADTH, _BUDGET = 4, 12, Budget(evaluations=400)
_DEALS = range(6)
"""How the turn with a card is searched, and the seeds of the deals on which it is played on to the turn after it."""

_HANDS = 12
"""How many hands are drawn when a player draws several cards."""

Hand = tuple[int, ...]


def luck_of(turns: Sequence[PlayedTurn], number: int, evaluator: Evaluator) -> float:
    """Return by how much gold the cards drawn after a turn were better than the mean of those that could be drawn.

    A card is worth what the best turn found with it is worth, when the player's next turn begins: the value of the turn
    after it. There is no luck after a player's last turn.
    """
    turn = turns[number]
    following = number + len(turn.before.players)
    if following >= len(turns):
        return 0.0
    hand = turn.after.players[turn.seat].hand
    kept = _kept(turn)
    drawn = hand[len(kept) :]
    before = turns[following - 1].ending
    if not drawn:
        return 0.0
    weights = _possible(drawn, turn.after.deck.draw, turn.number)
    values = {cards: _value(before, turn.seat, (*kept, *cards), evaluator) for cards in {*weights, _sorted(drawn)}}
    mean = ordered_sum([weight * values[cards] for cards, weight in sorted(weights.items())]) / sum(weights.values())
    return values[_sorted(drawn)] - mean


def _kept(turn: PlayedTurn) -> Hand:
    """Return the cards that stay in the hand at the end of a turn (R2.26, R3.28)."""
    before = turn.ending
    if not before.setup.two_cards:
        return ()
    return turn.after.players[turn.seat].hand[: len(before.players[turn.seat].hand) - (before.card is not None)]


def _possible(drawn: Hand, pile: Hand, seed: int) -> Counter[Hand]:
    """Return the cards that could have been drawn, with weights: each single card, or some of all hands."""
    cards = sorted((*drawn, *pile))
    if len(drawn) == 1:
        return Counter((card,) for card in cards)
    rng = random.Random(seed)
    return Counter(_sorted(tuple(rng.sample(cards, len(drawn)))) for _ in range(_HANDS))


def _sorted(hand: Hand) -> Hand:
    return tuple(sorted(hand))


def _value(before: Game, seat: int, hand: Hand, evaluator: Evaluator) -> float:
    """Return the value of the best turn with a hand."""
    game = before.copy()
    game.change(seat).hand = hand
    game.play(END_TURN)
    if game.to_play != seat:
        return evaluator.final(game, seat) if game.over else evaluator.value(game, seat)
    view = game.view(seat)
    meter = Meter(_BUDGET)
    plans = kernel_search.plans(view, 0, evaluator, _WIDTH, meter, breadth=_BREADTH)
    if plans is None:
        plans = beam_search(view.sample(0), seat, evaluator, _WIDTH, meter, breadth=_BREADTH)
    values = play_out(view, [plans[0].answers], _DEALS, evaluator, POLICY, to_end=False).values
    return ordered_sum([value for (value,) in values]) / len(values)
