"""Previews of answers, and which answers cannot be undone."""

from __future__ import annotations

import json
import random

import pytest

from kingdom_builder import answer_name, answer_number
from kingdom_builder.formats.position_file import FORMAT
from kingdom_builder.game import Game, new_game
from kingdom_builder.table.diff import hex_numbers
from kingdom_builder.table.previews import irreversible_answers, preview
from tests.random_play import mixes, random_answer, random_answers, random_game
from tests.table.memory_table import table_with_canoe_question, table_with_silo_question

FORT = answer_number("fort")
BEGINNING = ("city_hall", "paddock", "caravan", "barn", "harbor", "wagon", "lighthouse", "barracks", "farm", "quarry")
"""Tiles whose answer leads to a further question."""


def test_a_tile_shows_the_hexes_it_asks_for():
    seen: set[str] = set()
    for seed in range(60):
        game = random_game(seed, sets=("base", "nomads", "crossroads"))
        for answer in random_answers(game, random.Random(seed)):
            seat = game.to_play
            assert seat is not None
            for option in game.legal()[1]:
                name = answer_name(option)
                if name in BEGINNING and name not in seen:
                    shown = preview(game, seat, option, scored=True)
                    game.play(option)
                    assert shown is not None
                    assert shown["hexes"] == hex_numbers(game.legal()[0])
                    assert (shown["placed"], shown["removed"], shown["irreversible"]) == ([], [], False)
                    game.undo()
                    seen.add(name)
            game.play(answer)
        if len(seen) == len(BEGINNING):
            break
    assert seen == set(BEGINNING)


def test_a_selected_piece_shows_its_targets():
    game = new_game(3, sections=["paddock", "farm", "oasis", "tavern"])
    paddock = answer_number("paddock")
    rng = random.Random(3)
    while paddock not in game.legal()[1]:
        game.play(random_answer(game, rng))
    seat = game.to_play
    assert seat is not None
    game.play(paddock)
    for piece in hex_numbers(game.legal()[0]):
        shown = preview(game, seat, piece, scored=True)
        game.play(piece)
        assert shown is not None
        assert shown["hexes"] == hex_numbers(game.legal()[0]) != []
        game.undo()


def cannot_be_undone(game: Game, answer: int) -> bool:
    """Return whether an answer of the active player cannot be undone and does not end the turn (R0.23, R3.19)."""
    turn = game.turn
    after = game.copy()
    after.play(answer)
    return after.turn == turn and not after.can_take_back()


@pytest.mark.parametrize("number", range(len(mixes())))
def test_irreversible_answers_are_those_that_cannot_be_undone_during_the_turn(number):
    sets = mixes()[number]
    sections = ["canoe"] if "marshlands" in sets else ["city_hall_fort"] if "crossroads" in sets else []
    game = random_game(number, players=2 + number % 4, sets=sets, sections=sections)
    for answer in random_answers(game, random.Random(number)):
        seat = game.to_play
        assert seat is not None
        irreversible = irreversible_answers(game, seat)
        if seat == game.active and not game.turn_state.after_last_turn:
            assert irreversible == [a for a in game.legal_answers() if cannot_be_undone(game, a)]
            shown = preview(game, seat, answer, scored=False)
            assert shown is not None
            assert shown["irreversible"] == (answer in irreversible)
        else:
            assert irreversible == []
        game.play(answer)


def test_a_fort_is_irreversible_and_does_not_reveal_its_card():
    for seed in range(40):
        game = random_game(seed, sets=("crossroads",), sections=["city_hall_fort"])
        rng = random.Random(seed)
        while not game.over and FORT not in game.legal()[1]:
            game.play(random_answer(game, rng))
        if not game.over:
            seat = game.to_play
            assert seat is not None
            assert irreversible_answers(game, seat) == [FORT]
            shown = preview(game, seat, FORT, scored=True)
            assert shown is not None
            assert (shown["irreversible"], shown["hexes"], shown["gold"]) == (True, [], [])
            return
    raise AssertionError("no fort could be used")


def test_the_hex_that_uses_up_a_terrain_is_irreversible():
    rows = ["W" * 20 for _ in range(18)] + ["G" + "W" * 19, "D" * 20]
    position = {"format": FORMAT, "board": {"rows": rows, "locations": {}}, "players": [{}, {}], "terrain": "grass"}
    game = Game.from_position(json.dumps(position))
    last = answer_number("a19")
    assert irreversible_answers(game, 0) == game.legal_answers() == [last]
    shown = preview(game, 0, last, scored=True)
    assert shown is not None
    assert (shown["placed"], shown["hexes"], shown["irreversible"]) == ([last], [], True)


@pytest.mark.parametrize("make", [table_with_canoe_question, table_with_silo_question])
def test_an_answer_that_ends_a_reaction_is_not_irreversible(make):
    game = make().game
    assert irreversible_answers(game, game.to_play) == []
    for answer in game.legal_answers():
        shown = preview(game, game.to_play, answer, scored=True)
        assert shown is not None
        assert not shown["irreversible"]
