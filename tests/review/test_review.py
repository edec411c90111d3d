"""A review marks what a turn has lost, says why, and is the same every time."""

from __future__ import annotations

import json

import pytest

from kingdom_builder import kernel
from kingdom_builder.game import Game, new_game
from kingdom_builder.library.answer import answer_number
from kingdom_builder.review import review_game
from kingdom_builder.review.marks import turning_points
from kingdom_builder.review.turns import steps_of
from kingdom_builder.sets.problems import RecordError
from kingdom_builder.setup.builder import ALL_SETS
from tests.drawing import table
from tests.review.playing import played_on, short_game, turn

SMALL = 400
"""A budget in evaluations."""

CASTLES = """
    K    G    G    G0   G    G    G    W    W    W1
      K    W    W    W    W    W    W    W    W    W
"""
"""To the west two castles are in reach of the last settlements, to the east there is nothing."""


def two_castles() -> Game:
    return table(CASTLES, terrain="grass", supply={0: 3, 1: 0}, gold={1: 3})


def test_a_turn_that_gives_the_game_away_is_a_mistake_with_its_reason():
    review = review_game(played_on(turn(two_castles(), "e1 f1 g1")), budget=SMALL)
    blunder = review["turns"][0]
    assert blunder["mark"] == "mistake"
    assert (blunder["gold_lost"], blunder["margin_before"], blunder["margin_after"]) == (6.0, 3.0, -3.0)
    assert blunder["chance_before"] > 0.9
    assert blunder["chance_after"] < 0.1
    assert blunder["reason"] == {
        "key": "review.reason.source.hexes",
        "params": {"card": {"key": "card.castle.name", "params": {}}, "n": 6, "hexes": "b1 c1"},
    }
    assert review["turning_points"] == [0]


def test_the_better_turn_can_be_played_and_earns_what_the_review_says():
    played = played_on(turn(two_castles(), "e1 f1 g1"))
    blunder = review_game(played, budget=SMALL)["turns"][0]
    game = two_castles()
    for answer in blunder["better_answers"]:
        game.play(answer)
    assert game.scores() == [6, 3]
    assert [h for step in blunder["better"] for h in step["placed"]] == blunder["better_answers"][:-1]


def test_the_best_turn_is_best_and_loses_nothing():
    best = review_game(played_on(turn(two_castles(), "c1 b1 e1")), budget=SMALL)["turns"][0]
    assert (best["mark"], best["same"], best["gold_lost"], best["reason"]) == ("best", True, 0.0, None)


def test_the_same_settlements_in_another_order_are_the_same_turn():
    best = review_game(played_on(turn(two_castles(), "c1 e1 b1")), budget=SMALL)["turns"][0]
    assert best["same"]


def test_a_turn_without_a_choice_is_best():
    drawing = "K    G    G    G    G0   W1\n  W    W    W    W    W    W"
    game = played_on(turn(table(drawing, terrain="grass", supply={0: 3, 1: 0}), "d1 c1 b1"))
    review = review_game(game, budget=SMALL)
    assert {reviewed["mark"] for reviewed in review["turns"]} == {"best"}
    assert review["players"][0]["accuracy"] == 100.0


def test_a_turn_that_gives_the_game_away_by_little_gold_is_a_mistake():
    drawing = "K    G    G    G0   G    G    G    W    W    W1\n  W    W    W    W    W    W    W    W    W    W"
    game = table(drawing, terrain="grass", supply={0: 3, 1: 0}, gold={1: 2})
    blunder = review_game(played_on(turn(game, "e1 f1 g1")), budget=SMALL)["turns"][0]
    assert blunder["gold_lost"] == 3.0
    assert blunder["chance_before"] - blunder["chance_after"] > 0.5
    assert blunder["mark"] == "mistake"


def test_a_loss_that_is_not_certain_is_no_turning_point():
    reviewed = review_game(played_on(turn(two_castles(), "e1 f1 g1")), budget=SMALL)["turns"]
    certain = [9.0] + [0.0] * (len(reviewed) - 1)
    assert turning_points(reviewed, certain) == [0]
    assert turning_points(reviewed, [2.9, *certain[1:]]) == []


def test_walls_are_steps_of_a_turn():
    game = table("G    G    G    G0   G    G    quarry W1", terrain="grass", supply={0: 9}, tiles={0: ["quarry@g1"]})
    steps = steps_of(game, [int(answer_number(name)) for name in ("c1", "e1", "f1", "quarry", "b1", "end_turn")])
    assert [(step["action"], len(step["placed"]), len(step["blocked"])) for step in steps] == [
        ("turn", 1, 0),
        ("turn", 1, 0),
        ("turn", 1, 0),
        ("quarry", 0, 1),
    ]


def test_a_tile_that_draws_a_card_is_the_last_step_of_a_planned_turn():
    game = table("G    G    G    G0   G    G    fort W1", terrain="grass", supply={0: 9}, tiles={0: ["fort@g1"]})
    steps = steps_of(game, [int(answer_number(name)) for name in ("c1", "e1", "f1", "fort")])
    assert (steps[-1]["action"], steps[-1]["placed"]) == ("fort", [])


def test_a_lost_game_has_slips_but_no_mistakes():
    game = table(CASTLES, terrain="grass", supply={0: 3, 1: 0}, gold={1: 60})
    blunder = review_game(played_on(turn(game, "e1 f1 g1")), budget=SMALL)["turns"][0]
    assert (blunder["mark"], blunder["gold_lost"]) == ("slip", 6.0)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_chances_add_up_and_end_with_the_result(players):
    game = short_game(1, players=players)
    review = review_game(game, budget=SMALL)
    scores = game.scores()
    assert all(sum(chances) == pytest.approx(1.0) for chances in review["chance"])
    best = max(scores)
    assert review["chance"][-1] == [pytest.approx((gold == best) / scores.count(best), abs=1e-4) for gold in scores]
    assert review["lead"][-1] == [gold - max(scores[:i] + scores[i + 1 :]) for i, gold in enumerate(scores)]
    assert len(review["lead"]) == len(review["chance"]) == len(review["turns"]) + 1


@pytest.mark.parametrize("players", [2, 3])
def test_own_gold_less_that_of_the_best_of_the_others_is_the_margin(players):
    turns = review_game(short_game(1, players=players), budget=SMALL)["turns"]
    for reviewed in turns[:-1]:
        margin = sum(reviewed["expected_played"]) - reviewed["others_played"]
        assert margin == pytest.approx(reviewed["margin_after"], abs=0.05)
        better_margin = sum(reviewed["expected_better"]) - reviewed["others_better"]
        assert better_margin == pytest.approx(reviewed["margin_before"], abs=0.05)
        if reviewed["same"]:
            assert reviewed["others_better"] == reviewed["others_played"]


def test_the_better_turn_takes_from_the_others_what_the_margin_says():
    blunder = review_game(played_on(turn(two_castles(), "e1 f1 g1")), budget=SMALL)["turns"][0]
    assert (blunder["others_played"], blunder["others_better"]) == (3.0, 3.0)
    assert sum(blunder["expected_better"]) - blunder["others_better"] == blunder["margin_before"]


def test_turns_are_the_answers_of_the_record():
    game = short_game(2, players=3)
    turns = review_game(game, budget=SMALL)["turns"]
    assert [reviewed["turn"] for reviewed in turns] == list(range(1, len(turns) + 1))
    assert [reviewed["begun"] for reviewed in turns[1:]] == [reviewed["ended"] for reviewed in turns[:-1]]
    assert (turns[0]["begun"], turns[-1]["ended"]) == (0, len(game.answers()))


def test_marks_are_counted_by_player():
    review = review_game(short_game(3, settlements=9), budget=SMALL)
    for seat, player in enumerate(review["players"]):
        marks = [reviewed["mark"] for reviewed in review["turns"] if reviewed["seat"] == seat]
        assert (player["best"], player["good"]) == (marks.count("best"), marks.count("good"))
        assert (player["slip"], player["mistake"]) == (marks.count("slip"), marks.count("mistake"))
        assert 0.0 <= player["accuracy"] <= 100.0


@pytest.mark.parametrize("sets", [[name] if name == "base" else ["base", name] for name in ALL_SETS] + [list(ALL_SETS)])
def test_games_with_every_set_are_reviewed(sets):
    game = short_game(len(sets[-1]), sets=sets, players=2)
    document = review_game(game, budget=SMALL)
    assert json.loads(json.dumps(document)) == document
    assert document["sources"] == [line.source for line in game.score(0)]
    assert all(len(reviewed["expected_played"]) == len(document["sources"]) for reviewed in document["turns"])


def test_a_game_with_two_cards_in_hand_is_reviewed():
    assert review_game(short_game(5, two_cards=True), budget=SMALL)["turns"]


def test_the_review_is_the_same_every_time():
    game = short_game(4)
    assert review_game(game, budget=SMALL) == review_game(game, budget=SMALL)


@pytest.mark.skipif(not kernel.available(), reason="the kernel is not built")
@pytest.mark.parametrize("options", [{"settlements": 4}, {"players": 3, "sets": ["base", "nomads", "crossroads"]}])
def test_the_review_is_the_same_without_the_kernel(options, monkeypatch):
    game = short_game(6, **{"settlements": 3} | options)
    compiled = review_game(game, budget=SMALL)
    monkeypatch.setenv(kernel.VARIABLE, "off")
    assert review_game(game, budget=SMALL) == compiled


def test_progress_is_told_for_every_turn():
    told: list[tuple[int, int]] = []
    turns = len(review_game(short_game(4), budget=SMALL, progress=lambda *done: told.append(done))["turns"])
    assert told == [(number, turns) for number in range(turns + 1)]


def test_a_game_that_is_not_over_is_refused():
    with pytest.raises(RecordError, match="not over"):
        review_game(new_game(1))
