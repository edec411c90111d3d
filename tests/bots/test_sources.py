"""What entries tell the bots about where they pay agrees with the scoring."""

from __future__ import annotations

import random

import pytest

from kingdom_builder.bots.evaluation import Evaluator
from kingdom_builder.bots.sources import is_base_only, paying_sources
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes
from kingdom_builder.formats.position_file import read_position, write_position
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS
from tests.drawing import table
from tests.random_play import random_answer

PAYS_AT_ONCE = ("fishermen", "miners", "workers", "vassals", "travellers", "scouts", "discoverers", "knights", "castle")
"""Sources that pay for one more piece on certain hexes, independently of the others (R7.4, R7.7 to R7.29)."""


def game_after(seed: int, cards: tuple[str, ...], sets: tuple[str, ...] = ("base",)) -> Game:
    game = new_game(seed, players=2, sets=sets, cards=cards)
    rng = random.Random(seed)
    for _ in range(60):
        if game.to_play is None:
            break
        game.play(random_answer(game, rng))
    return game


def gold(game: Game, name: str, seat: int) -> int:
    return dict(game.rules.scorers)[name](game, seat)[0]


@pytest.mark.parametrize("name", PAYS_AT_ONCE)
def test_a_piece_pays_exactly_on_the_paying_hexes(name):
    card = name if name in REGISTRY.cards else "fishermen"
    sets = ("base", "marshlands", "harvest") if name in ("vassals", "scouts", "travellers") else ("base",)
    others = [other for other in ("fishermen", "miners", "workers") if other != card][:2]
    for seed in range(4):
        game = game_after(seed, (card, *others), sets)
        hexes = next(source.pays_at(game, 0) for source in paying_sources(game.setup) if source.name == name)
        before = gold(game, name, 0)
        for h in iter_hexes(game.free):
            after = game.copy()
            seat = after.change(0)
            seat.pieces |= 1 << h
            seat.adjacent |= NEIGHBOURS[h]
            paid = gold(after, name, 0) > before
            assert paid == bool(hexes >> h & 1), (seed, h)


def test_paying_hexes_work_with_all_sets():
    names = set()
    for seed in range(30):
        game = game_after(seed, (), ALL_SETS)
        for source in paying_sources(game.setup):
            names.add(source.name)
            assert source.pays_at(game, 0) >= 0
            assert source.pays_at(game, 1) >= 0
    assert {"castle", "tiles", "lords", "merchants"} <= names


def test_features_are_summed_in_the_same_order_whatever_the_order_of_the_cards():
    for seed in range(10):
        cards = new_game(seed, sets=ALL_SETS).setup.cards
        names = [Evaluator(game_after(seed, order, ALL_SETS)).names for order in (cards, cards[::-1])]
        could = [[name for name in found if name.startswith("could:")] for found in names]
        assert could[0] == could[1]


def test_gold_due_at_the_end_of_a_turn_counts_now_r7_33():
    game = new_game(3, sets=("base", "harvest"), cards=("rovers", "miners", "workers"))
    seat = game.active
    evaluator = Evaluator(game)
    earned = game.copy()
    game.play(game.legal_answers()[0])
    assert evaluator.terms(game, seat).gold == sum(line.gold for line in game.score(seat)) + 1
    assert evaluator.terms(earned, seat).gold == sum(line.gold for line in earned.score(seat))


def test_r7_31_pieces_on_a_marked_line_are_as_free_to_move_as_others():
    """The gold of a marked line stays when the pieces leave, so the marker does not change the order of the pieces."""
    board = "G0 G G0 G G0\n D D0 D D D0"
    marked, plain = (table(board, terrain="grass", cards=["mayors"], pad="W", lines={0: lines}) for lines in ([0], []))
    pieces = marked.players[0].pieces
    assert gold(marked, "mayors", 0) == 4
    order = [Evaluator(game).ordering.best(game, 0, pieces, 5) for game in (marked, plain)]
    assert order[0] == order[1]


@pytest.mark.parametrize("others", [[name] for name in ALL_SETS if name != "base"])
def test_a_game_with_another_set_is_not_one_of_the_base_game_alone(others):
    assert is_base_only(new_game(3).setup)
    assert not is_base_only(new_game(3, sets=["base", *others]).setup)


def test_a_position_file_with_entries_of_another_set_is_not_one_of_the_base_game_alone():
    game = new_game(3, sets=["nomads"])
    assert not is_base_only(read_position(write_position(game), Game).setup)
    assert is_base_only(read_position(write_position(new_game(3)), Game).setup)
