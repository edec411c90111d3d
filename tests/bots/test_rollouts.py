"""Rollouts: there is a determinization for every card that may come, weighted by its probability."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kingdom_builder.bots import new_bot
from kingdom_builder.bots import rollouts as rollouts_module
from kingdom_builder.bots.beam_search import Plan, beam_search, played_without_end
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import Network
from kingdom_builder.bots.rollouts import Policy, Rollouts
from kingdom_builder.engine.game import Game
from kingdom_builder.game import new_game
from kingdom_builder.setup.builder import ALL_SETS


def new_rollouts(game: Game, budget: Budget, *, with_network: bool = False) -> tuple[Rollouts, list[Plan], Meter]:
    seat = game.to_play
    assert seat is not None
    meter, evaluator = Meter(budget), Evaluator(game)
    found = beam_search(game.copy(), seat, evaluator, 4, Meter(Budget(evaluations=300)))
    meter.spend()  # before rollouts something is always spent, from which they know how many evaluations there are
    network = Network(game, evaluator) if with_network else None
    return Rollouts(game.view(seat), evaluator, network, random.Random(4), meter), found, meter


@pytest.mark.parametrize(("players", "sets"), [(2, ("base",)), (4, ("base",)), (3, ALL_SETS)])
def test_every_card_that_may_be_drawn_has_a_determinization_weighted_by_its_probability(players, sets):
    game = new_game(3, players=players, sets=sets)
    rollouts, _, _ = new_rollouts(game, Budget())
    determinizations = rollouts.determinizations()
    assert sum(dealt.weight for dealt in determinizations) == pytest.approx(1)
    unseen = Counter(game.setup.deck)
    unseen.subtract(game.view(game.to_play or 0).hand)
    unseen.subtract(game.deck.removed)
    for dealt in determinizations:
        card = dealt.game.deck.draw[-1]
        assert dealt.weight == pytest.approx(unseen[card] / unseen.total())
    assert len({dealt.game.deck.draw[-1] for dealt in determinizations}) == len(+unseen)


def test_replies_end_with_the_last_turn_of_the_others():
    game = new_game(8, players=3)
    rollouts, found, _ = new_rollouts(game, Budget())
    for dealt in rollouts.determinizations():
        after = dealt.game.copy()
        for answer in (*found[0].answers, *rollouts.replies(found[0], dealt.game)):
            assert answer in after.legal_answers()
            after.play(answer)
        assert after.active == game.to_play
        assert after.turn == game.turn + 3


def test_plans_are_reordered_and_none_is_lost():
    game = new_game(5, players=2)
    rollouts, found, meter = new_rollouts(game, Budget(evaluations=500))
    ranked = rollouts.ranked(found[:6], 6)
    assert sorted(plan.answers for plan in ranked) == sorted(plan.answers for plan in found[:6])
    assert meter.spent >= 500


def test_without_budget_for_one_comparison_the_order_stays():
    game = new_game(5, players=2)
    rollouts, found, _ = new_rollouts(game, Budget(evaluations=2))
    assert rollouts.ranked(found[:6], 6) == found[:6]


@pytest.mark.parametrize("with_network", [False, True])
def test_plans_that_are_not_rolled_out_come_behind_the_others(with_network):
    game = new_game(5, players=2)
    rollouts, found, _ = new_rollouts(game, Budget(evaluations=2000), with_network=with_network)
    ranked = rollouts.ranked(found, 3)
    assert sorted(plan.answers for plan in ranked) == sorted(plan.answers for plan in found)
    assert [plan.value for plan in ranked] == sorted([plan.value for plan in ranked], reverse=True)
    if not with_network:
        assert {plan.answers for plan in ranked[:3]} == {plan.answers for plan in found[:3]}


def test_a_large_budget_compares_more_plans(monkeypatch):
    """There are 4000 evaluations for each plan, and three plans instead of one."""
    rolled_out: set[tuple[int, ...]] = set()
    roll_out = Rollouts._roll_out

    def noted(self: Rollouts, plan: Plan, dealt: Game, replies: list[int], depth: int) -> float:
        rolled_out.add(plan.answers)
        return roll_out(self, plan, dealt, replies, depth)

    monkeypatch.setattr(Rollouts, "_roll_out", noted)
    rollouts, found, _ = new_rollouts(new_game(5, players=2), Budget(evaluations=12_100))
    rollouts.ranked(found, 1)
    assert rolled_out == {plan.answers for plan in found[:3]}


def test_the_network_chooses_which_plans_are_rolled_out():
    game = new_game(5, players=2)
    rollouts, found, _ = new_rollouts(game, Budget(evaluations=2), with_network=True)
    network, seat = rollouts._network, game.to_play
    assert network is not None
    assert seat is not None
    corrected = {
        plan.answers: plan.value + network.correction(played_without_end(game, plan), seat) for plan in found[:4]
    }
    ranked = rollouts.ranked(found, 4)
    assert [plan.answers for plan in ranked[:4]] == sorted(corrected, key=corrected.__getitem__, reverse=True)
    assert ranked[0].value == max(corrected.values())
    assert [plan.answers for plan in ranked[4:]] == [plan.answers for plan in found[4:]]


@pytest.mark.parametrize("evaluations", [400, 2000, 8000])
def test_rollouts_spend_the_whole_budget(evaluations):
    rollouts, found, meter = new_rollouts(new_game(5, players=2), Budget(evaluations=evaluations))
    rollouts.ranked(found[:6], 6)
    assert evaluations <= meter.spent < evaluations + 500


def test_rollouts_end_when_the_game_ends_with_every_plan():
    game = last_turn(11)
    rollouts, found, meter = new_rollouts(game, Budget(evaluations=10_000))
    ranked = rollouts.ranked(found, len(found))
    assert sorted(plan.answers for plan in ranked) == sorted(plan.answers for plan in found)
    assert meter.spent == 1


def last_turn(seed: int) -> Game:
    """Return a game of greedy bots at the beginning of its last turn."""
    game = new_game(seed, players=2)
    bots = [new_bot("greedy", seat) for seat in range(2)]
    begun = game.copy()
    while (seat := game.to_play) is not None:
        if game.turn != begun.turn:
            begun = game.copy()
        game.play(bots[seat].answer(game.view(seat)))
    return begun


def test_a_large_budget_plays_more_own_turns_the_fewer_plans_are_left(monkeypatch):
    depths = rollout_depths(Budget(evaluations=12_000), 4, monkeypatch)
    assert depths == sorted(depths)
    assert set(depths) == {1, 2}


def test_a_small_budget_plays_one_own_turn(monkeypatch):
    assert set(rollout_depths(Budget(evaluations=1200), 4, monkeypatch)) == {1}


def rollout_depths(budget: Budget, plans: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return how many own turns each rollout of a first turn may have, in their order."""
    rollouts, found, meter = new_rollouts(new_game(5, players=2), budget)
    meter.spend(100)  # finding the plans
    depths = []
    roll_out = Rollouts._roll_out

    def noted(self: Rollouts, plan: Plan, dealt: Game, replies: list[int], depth: int) -> float:
        depths.append(depth)
        return roll_out(self, plan, dealt, replies, depth)

    monkeypatch.setattr(Rollouts, "_roll_out", noted)
    rollouts.ranked(found[:plans], plans)
    return depths


def test_rollouts_of_two_own_turns_end_with_the_second_own_turn(monkeypatch):
    game = new_game(5, players=2)
    rollouts, found, _ = new_rollouts(game, Budget())
    dealt = rollouts.determinizations()[0]
    searched: list[tuple[int, int]] = []
    search = rollouts_module.quick_search

    def noted(game: Game, seat: int, evaluator: Evaluator, meter: Meter, policy: Policy) -> Plan:
        searched.append((game.turn, seat))
        return search(game, seat, evaluator, meter, policy)

    monkeypatch.setattr(rollouts_module, "quick_search", noted)
    rollouts._roll_out(found[0], dealt.game, [], 2)
    own = game.to_play
    assert [seat == own for _, seat in searched] == [False, True, False, True]
    assert [turn - game.turn for turn, _ in searched] == [1, 2, 3, 4]
