"""The part of a tile in what a turn loses is its own, not the loss of the whole turn."""

from __future__ import annotations

import pytest

from kingdom_builder.bots.playouts import play_out
from kingdom_builder.engine.hexes import BIT, parse_hex
from kingdom_builder.game import Game
from kingdom_builder.library.answer import answer_number
from kingdom_builder.review.comparing import POLICY, Comparison, Deals, Evaluation, play_near
from kingdom_builder.review.tile_parts import TileParts
from kingdom_builder.review.turns import turns_of
from tests.drawing import table
from tests.review.playing import turn

DEALS = [1, 2, 3, 4]


def parts_of(game: Game, played: str, better: str, lost: float) -> TileParts:
    """Return the measure of parts for a turn and a better one."""
    answers = tuple(int(answer_number(name)) for name in [*better.split(), "end_turn"])
    found = turns_of(turn(game, played))[0]
    evaluation = Evaluation.of(game)
    view = found.before.view(found.seat)
    plans = [found.planned, answers]
    values = play_near(view, plans, DEALS, evaluation).values
    ends = play_out(view, plans, DEALS, evaluation.evaluator, POLICY).results
    compared = Comparison(
        answers,
        same=False,
        gold_lost=lost,
        error=1.0,
        played=[own for own, _ in ends],
        best=[best for _, best in ends],
        deals=Deals(DEALS, values),
    )
    return TileParts(found, compared, evaluation)


TWO_CASTLES = """
    K    G    G    G0   G    G    K    farm W1
      W    W    G    G    W    W    W    W    W
"""
"""In the last turn b1 and f1 are next to a castle each; only with the farm can both be reached."""


def two_castles() -> Game:
    return table(TWO_CASTLES, terrain="grass", supply={0: 4, 1: 0}, tiles={0: ["farm@h1"]}, gold={1: 9})


def test_the_use_of_a_tile_has_the_gold_of_its_own_settlement():
    parts = parts_of(two_castles(), "c1 e1 d2", "c1 b1 e1 farm f1", lost=6.0)
    assert parts.whole == pytest.approx(6.0)
    assert parts.of_uses([int(answer_number("farm"))]) == pytest.approx(3.0)


def test_the_part_of_a_use_is_not_known_if_the_rest_of_the_turn_needs_it():
    parts = parts_of(two_castles(), "c1 e1 d2", "farm e1 f1 c1 b1", lost=6.0)
    assert parts.of_uses([int(answer_number("farm"))]) is None


FARM = """
    K    G    G    G0   G    G    farm W    W    W1
      W    W    W    W    W    W    W    W    W    W
"""


def test_a_tile_that_cannot_be_used_any_more_has_no_part():
    game = table(FARM, terrain="grass", supply={0: 3, 1: 0}, gold={1: 9})
    parts = parts_of(game, "c1 b1 e1", "c1 e1 f1", lost=5.0)
    assert parts.of_spaces(BIT[parse_hex("g1").hex]) == pytest.approx(0.0)


def test_a_tile_that_another_player_takes_instead_has_a_part():
    drawing = "G    G    G    G0   G    G    farm G    G1"
    game = table(drawing, pad="G", terrain="grass", cards=["knights"], tiles_left={"g1": 1})
    parts = parts_of(game, "c1 b1 a1", "c1 e1 f1", lost=5.0)
    part = parts.of_spaces(BIT[parse_hex("g1").hex])
    assert part is not None
    assert part > 0.5
