"""What the champion imagines: every card that may come, as often as it may come, and the same deals for all plans."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kingdom_builder import new_game
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.imagination import Imagination
from kingdom_builder.bots.planner import Plan, plans
from kingdom_builder.bots.value import Valuer
from kingdom_builder.engine.game import Game
from kingdom_builder.setup.builder import ALL_SETS


def imagination(game: Game, budget: Budget) -> tuple[Imagination, list[Plan], Meter]:
    seat = game.to_play
    assert seat is not None
    meter, valuer = Meter(budget), Valuer(game)
    found = plans(game.copy(), seat, valuer, 4, Meter(Budget(evaluations=300)))
    return Imagination(game.view(seat), valuer, random.Random(4), meter), found, meter


@pytest.mark.parametrize(("players", "sets"), [(2, ("base",)), (4, ("base",)), (3, ALL_SETS)])
def test_there_is_a_deal_for_every_card_that_may_be_drawn_and_it_counts_as_often_as_it_may_come(players, sets):
    game = new_game(3, players=players, sets=sets)
    thinking, _, _ = imagination(game, Budget())
    worlds = thinking.worlds()
    assert sum(world.weight for world in worlds) == pytest.approx(1)
    unseen = Counter(game.setup.deck)
    unseen.subtract(game.view(game.to_play or 0).hand)
    unseen.subtract(game.deck.removed)
    for world in worlds:
        card = world.game.deck.draw[-1]
        assert world.weight == pytest.approx(unseen[card] / unseen.total())
    assert len({world.game.deck.draw[-1] for world in worlds}) == len(+unseen)


def test_the_others_reply_to_their_own_end_of_turn_and_no_further():
    game = new_game(8, players=3)
    thinking, found, _ = imagination(game, Budget())
    for world in thinking.worlds():
        after = world.game.copy()
        for answer in (*found[0].answers, *thinking.replies(found[0], world.game)):
            assert answer in after.legal_answers()
            after.play(answer)
        assert after.active == game.to_play
        assert after.turn == game.turn + 3


def test_plans_are_ordered_anew_and_none_is_lost():
    game = new_game(5, players=2)
    thinking, found, meter = imagination(game, Budget(evaluations=500))
    ranked = thinking.ranked(found[:6])
    assert sorted(plan.answers for plan in ranked) == sorted(plan.answers for plan in found[:6])
    assert meter.spent >= 500


def test_without_time_for_a_whole_comparison_the_order_stays():
    game = new_game(5, players=2)
    thinking, found, _ = imagination(game, Budget(evaluations=1))
    assert thinking.ranked(found[:6]) == found[:6]
