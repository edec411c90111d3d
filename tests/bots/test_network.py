"""The network's inputs say what can be reached on the board, and its result is a correction of the evaluation."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kingdom_builder.bots.beam_search import Plan
from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.network import (
    Network,
    constant_names,
    correction_of,
    input_names,
    inputs,
    shipped_network,
)
from kingdom_builder.bots.pace import still_to_come
from kingdom_builder.bots.playouts import play_out
from kingdom_builder.bots.rollouts import QUICK
from kingdom_builder.bots.surroundings import OF_SOURCE, surroundings
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes
from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.game import Game, new_game
from kingdom_builder.setup.builder import ALL_SETS
from tests.random_play import random_answers, random_game


def game_after(seed: int, answers: int, **options: object) -> Game:
    game = new_game(seed, **options)
    for _, answer in zip(range(answers), random_answers(game, random.Random(seed)), strict=False):
        game.play(answer)
    return game


def named_inputs(game: Game, seat: int) -> dict[str, float]:
    evaluator = Evaluator(game)
    return dict(zip(input_names(evaluator), inputs(evaluator, game, seat), strict=True))


def steps_from(start: set[int], allowed: set[int]) -> dict[int, int]:
    """Return the hexes that can be reached from some hexes through allowed ones, each with its number of steps."""
    steps: dict[int, int] = {}
    last = start
    while last:
        last = {near for h in last for near in iter_hexes(NEIGHBOURS[h]) if near in allowed and near not in steps}
        number = max(steps.values(), default=0) + 1
        steps.update(dict.fromkeys(last, number))
    return steps


@pytest.mark.parametrize("seed", range(5))
def test_free_hexes_are_counted_by_their_steps(seed):
    game = game_after(seed, 40)
    free = set(iter_hexes(game.free))
    steps = steps_from(set(iter_hexes(game.players[0].pieces)), free)
    found = named_inputs(game, 0)
    for number in (1, 2, 3):
        assert found[f"free:near{number}"] == pytest.approx(list(steps.values()).count(number) / 20)


@pytest.mark.parametrize("seed", range(5))
def test_paying_hexes_are_counted_by_their_steps_and_by_what_a_turn_can_reach(seed):
    """Fishermen pay beside water (R7.4); settlements go along the terrain drawn, or anywhere if none is near (R3.7)."""
    game = game_after(seed, 40, cards=["fishermen", "miners", "workers"])
    evaluator = Evaluator(game)
    pieces = set(iter_hexes(game.players[0].pieces))
    free = set(iter_hexes(game.free))
    source = next(source for source in evaluator.paying if source.name == "fishermen")
    paying = set(iter_hexes(source.pays_at(game, 0))) & free
    steps = steps_from(pieces, free)
    found = named_inputs(game, 0)
    by_steps = [sum(steps.get(h, 0) in numbers for h in paying) for numbers in ((1,), (2,), (3,), (4, 5))]
    for name, count, most in zip(OF_SOURCE[3:7], by_steps, (20, 20, 20, 30), strict=True):
        assert found[f"{name}:fishermen"] == pytest.approx(min(count, most) / 10)
    assert found["all:fishermen"] == pytest.approx(min(len(paying), 60) / 20)
    placed = [0, 0, 0]
    for terrain in CARD_TERRAINS:
        here = free & set(iter_hexes(game.board.terrain[terrain]))
        along = steps_from(pieces, here) or dict.fromkeys(here, 1)
        for most in (1, 2, 3):
            placed[most - 1] += min(3, sum(along.get(h, 9) <= most for h in paying))
    assert [found[f"{name}:fishermen"] for name in OF_SOURCE[:3]] == pytest.approx([count / 15 for count in placed])


def test_without_pieces_every_terrain_is_open_everywhere():
    game = new_game(3)
    found = named_inputs(game, 0)
    assert found["terrain:closed"] == 1
    assert found["free:near1"] == found["near1:tiles"] == 0
    assert found["terrain:part"] == 1
    assert found["terrain:fewest1"] == 2  # every terrain has more than 20 hexes, and no more are counted
    assert found["turns"] * 14 == pytest.approx(still_to_come(game)[0][0])
    assert found["supply"] == 1


def test_numbers_of_the_same_source_do_not_depend_on_the_other_cards():
    one = game_after(4, 30, cards=["fishermen", "miners", "workers"])
    places = {source.name: source.pays_at for source in Evaluator(one).paying}
    alone = surroundings(one, 1, [places["miners"]])
    together = surroundings(one, 1, [places["workers"], places["miners"]])
    assert together[8:] == alone


def test_the_result_is_that_of_the_layers():
    game = game_after(2, 50, sets=ALL_SETS)
    evaluator = Evaluator(game)
    document = shipped_network()
    known = {**document["rows"]}
    numbers = {**named_inputs(game, 1), **dict.fromkeys(constant_names(game), 1.0)}
    rows = np.array([known.get(name, [0.0] * (1 + len(document["bias"]))) for name in numbers])
    values = np.array(list(numbers.values()))
    hidden = np.maximum(values @ rows[:, 1:] + document["bias"], 0)
    outputs = np.maximum(np.array(document["second"]) @ hidden + document["second_bias"], 0)
    variable = np.array([name in input_names(evaluator) for name in numbers])
    expected = (values * rows[:, 0])[variable].sum() + outputs @ document["last"]
    turns = still_to_come(game)[0][1]
    assert Network(game, evaluator).gold(game, 1) == pytest.approx(min(1, turns) * expected)


def test_what_is_good_for_one_of_two_players_is_bad_for_the_other():
    game = game_after(6, 45)
    network = Network(game, Evaluator(game))
    assert network.correction(game, 0) == pytest.approx(-network.correction(game, 1))
    assert network.correction(game, 0) != 0


def test_the_opponent_is_the_one_with_the_most_expected_gold():
    for seed in range(5):
        game = game_after(seed, 60, players=4)
        evaluator = Evaluator(game)
        others = {seat: evaluator.expected(game, seat) for seat in (0, 1, 3)}
        assert others[evaluator.strongest_opponent(game, 2)] == max(others.values())


def test_expected_gold_is_that_of_the_features_and_weights():
    game = game_after(7, 60, sets=ALL_SETS, players=3)
    evaluator = Evaluator(game)
    for seat in range(3):
        gold, features = evaluator.features(game, seat)
        weighed = [evaluator.weights[name] * number for name, number in zip(evaluator.names, features, strict=True)]
        assert evaluator.expected(game, seat) == pytest.approx(gold + sum(weighed))


def test_a_game_that_is_over_has_no_correction():
    game = random_game(3)
    for answer in random_answers(game, random.Random(3)):
        game.play(answer)
    network = Network(game, Evaluator(game))
    assert [network.correction(game, seat) for seat in range(len(game.players))] == [0.0] * len(game.players)


def test_nothing_is_corrected_when_nobody_has_another_turn():
    """The last player of the round in which a supply is empty ends the game with the turn (R3.32)."""
    game = game_after(5, 40)
    last = (game.setup.start - 1) % 2
    while game.active != last:
        game.play(game.legal_answers()[0])
    game.change(0).supply = 0
    assert Network(game, Evaluator(game)).correction(game, last) == 0


def test_an_input_that_the_network_does_not_know_changes_nothing():
    game = game_after(2, 50)
    document = shipped_network()
    less = {**document, "rows": {name: row for name, row in document["rows"].items() if name != "supply"}}
    none = {**document["rows"], "supply": [0.0] * len(document["rows"]["supply"])}
    evaluator = Evaluator(game)
    without, zero = Network(game, evaluator, less), Network(game, evaluator, {**document, "rows": none})
    assert without.gold(game, 0) == zero.gold(game, 0) != Network(game, evaluator).gold(game, 0)


def test_every_input_of_every_card_is_known():
    for seed in range(10):
        game = new_game(seed, sets=ALL_SETS, players=2 + seed % 4)
        names = [*input_names(Evaluator(game)), *constant_names(game)]
        assert not [
            name for name in names if name not in shipped_network()["rows"] and not name.startswith("players:5")
        ]


def test_playing_on_values_the_own_turn_that_is_asked_for():
    game = game_after(8, 30)
    seat = game.to_play
    assert seat is not None
    view, evaluator = game.view(seat), Evaluator(game)
    network = Network(game, evaluator)
    plans, seeds = [(game.legal_answers()[0],)], [3, 4]
    one = play_out(view, plans, seeds, evaluator, QUICK, to_end=False)
    two = play_out(view, plans, seeds, evaluator, QUICK, own_turns=2, to_end=False)
    corrected = play_out(view, plans, seeds, evaluator, QUICK, network=network, own_turns=2, to_end=False)
    whole = play_out(view, plans, seeds, evaluator, QUICK, own_turns=99)
    assert one.spent < two.spent == corrected.spent < whole.spent
    assert two.values != corrected.values
    assert [deal[0] for deal in whole.values] == [
        sum(deal[0][seat]) - max(sum(lines) for other, lines in enumerate(deal[0]) if other != seat)
        for deal in whole.results
    ]
    for use_network in (None, network):
        compiled, python = (
            play_out(
                view,
                plans,
                seeds,
                evaluator,
                QUICK,
                network=use_network,
                own_turns=2,
                to_end=False,
                use_kernel=use_kernel,
            )
            for use_kernel in (True, False)
        )
        assert compiled == python
    assert correction_of(None, game, Plan(0.0, plans[0]), seat) == 0
