"""The luck of the cards is what a card is worth beside the others that could have been drawn."""

from __future__ import annotations

from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.review.luck import luck_of
from kingdom_builder.review.turns import turns_of
from tests.drawing import table
from tests.review.playing import played_on, turn

DRAWING = """
    D0   D    D    D    D    D    W    G    G    G    K    W    C    C    C    W    F    F    F    W
      W    W    W    W    W    W    W    W    W    K    W    W    W    W    W    W    W    W    W    W
    T1   T    T    T    T    T    T    W    W    W    W    W    W    W    W    W    W    W    W    W
"""
"""Grass is next to two castles, every other terrain is next to none."""


def luck_with(card: int) -> float:
    """Return the luck of player 0 who has drawn a card after the turn."""
    game = table(DRAWING, terrain="desert", supply={0: 6, 1: 6})
    game.change(1).hand = (TERRAINS.index("forest"),)
    turn(game, "b1 c1 d1")
    game.change(0).hand = (card,)
    return luck_of(turns_of(played_on(game)), 0, Evaluator(game))


def test_the_card_that_pays_is_good_luck_and_the_others_are_bad():
    luck = {TERRAINS[card]: luck_with(card) for card in CARD_TERRAINS}
    assert luck.pop("grass") > 2.0
    assert max(luck.values()) < 0.0


def test_there_is_no_luck_after_the_last_turn_of_a_player():
    game = played_on(turn(table(DRAWING, terrain="desert", supply={0: 3, 1: 3}), "b1 c1 d1"))
    assert game.answers()[-1] == END_TURN
    assert [luck_of(turns_of(game), number, Evaluator(game)) for number in range(2)] == [0.0, 0.0]
