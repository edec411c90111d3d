"""The course of a finished game: its turns and those that decided it."""

from __future__ import annotations

import itertools
import random

import pytest

from kingdom_builder.game import new_game
from kingdom_builder.table.diff import hex_numbers
from kingdom_builder.table.responses import Summary, TurnSummary
from kingdom_builder.table.summary import decisive_turns, summary
from tests.table.memory_table import MemoryTable, played_table, table_with_silo_question


def summary_of(table: MemoryTable) -> Summary:
    return summary(table.state.setup, table.events)


@pytest.mark.parametrize("seed", range(4))
def test_the_turns_are_those_of_the_game_without_undone_answers(seed):
    table = played_table(new_game(seed, players=2 + seed, sets=("base", "nomads")), random.Random(seed))
    found = summary_of(table)
    turns = found["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    assert all(after["seat"] == (before["seat"] + 1) % (2 + seed) for before, after in itertools.pairwise(turns))
    assert turns[-1]["seq"] == table.state.seq
    assert [sum(gold) for gold in turns[-1]["gold"]] == table.game.scores()
    assert found["sources"] == [line.source for line in table.game.score(0)]


def test_a_turn_has_the_hexes_where_its_player_built():
    table = played_table(new_game(1, players=2), random.Random(1))
    built: list[set[int]] = [set(), set()]
    for found in summary_of(table)["turns"]:
        built[found["seat"]] |= set(found["hexes"])
    assert all(set(hex_numbers(player.pieces)) <= built[seat] for seat, player in enumerate(table.game.players))


def test_questions_after_the_last_turn_belong_to_it():
    table = table_with_silo_question()
    rng = random.Random(1)
    turns = table.game.turn + 1
    while not table.game.over:
        table.play(rng.choice(table.game.legal_answers()))
    found = summary_of(table)
    assert len(found["turns"]) == turns
    assert [sum(gold) for gold in found["turns"][-1]["gold"]] == table.game.scores()


def test_the_winner_has_the_most_gold_and_the_rival_the_most_of_the_others():
    for seed in range(6):
        table = played_table(new_game(seed, players=4), random.Random(seed))
        found, totals = summary_of(table), table.game.scores()
        assert found["winner"] == table.game.winners()[0]
        assert totals[found["rival"]] == max(gold for seat, gold in enumerate(totals) if seat != found["winner"])


def turn(number: int, *gold: int) -> TurnSummary:
    return {"turn": number, "seat": 0, "seq": number, "hexes": [], "gold": [[each] for each in gold]}


def test_the_decisive_turns_changed_the_difference_most_in_the_order_of_the_game():
    turns = [turn(1, 5, 0), turn(2, 5, 9), turn(3, 6, 9), turn(4, 13, 9), turn(5, 13, 9)]
    assert decisive_turns(turns, 0, 1) == [(0, 5), (1, -9), (3, 7)]
    assert decisive_turns(turns, 1, 0) == [(0, -5), (1, 9), (3, -7)]


def test_a_turn_that_changed_nothing_is_not_decisive():
    assert decisive_turns([turn(1, 4, 4), turn(2, 4, 4)], 0, 1) == []


def test_a_decisive_turn_shows_the_board_after_it():
    table = played_table(new_game(2, players=2), random.Random(2))
    found = summary_of(table)
    for decisive in found["decisive"]:
        course = found["turns"][decisive["turn"] - 1]
        pieces = {
            h for group in decisive["contents"]["pieces"] if group["seat"] == course["seat"] for h in group["hexes"]
        }
        assert set(course["hexes"]) <= pieces
