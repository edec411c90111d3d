"""Grades of turns, and a puzzle as a table."""

from __future__ import annotations

from itertools import permutations

import pytest

from kingdom_builder.engine.answers import END_TURN, FIRST_OPTION
from kingdom_builder.puzzles.grading import grade_turn, read_turn
from kingdom_builder.puzzles.messages import PuzzleTable
from kingdom_builder.puzzles.puzzle import Puzzle, shipped_puzzles
from kingdom_builder.puzzles.table import puzzle_table, try_puzzle
from kingdom_builder.puzzles.turns import outcome_of, play_turn
from kingdom_builder.table.errors import Rejected


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle whose best turn is three settlements that can be built in another order too."""
    for found in shipped_puzzles().values():
        if found.players == 2 and other_orders(found):
            return found
    raise AssertionError("no puzzle has such a turn")


def other_orders(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """Return the best turn in all other legal orders, if it builds only."""
    *builds, end = puzzle.best.answers
    if len(builds) != 3 or end != END_TURN or max(builds) >= FIRST_OPTION:
        return []
    game = puzzle.game()
    turns = [(*order, END_TURN) for order in permutations(builds)][1:]
    return [turn for turn in turns if play_turn(game, turn) is not None]


def unknown_turn(puzzle: Puzzle) -> list[int]:
    """Return a turn that is not among the known ones: always the first legal answer."""
    game = puzzle.game()
    turn, answers = game.turn, []
    while game.turn == turn:
        answers.append(game.legal_answers()[0])
        game.play(answers[-1])
    assert read_turn(puzzle, answers).known is None
    return answers


def test_the_best_turn_is_best_in_any_order(puzzle: Puzzle):
    for turn in (puzzle.best.answers, *other_orders(puzzle)):
        grade = grade_turn(puzzle, turn)
        assert (grade["mark"], grade["same"], grade["gold_lost"], grade["reason"]) == ("best", True, 0.0, None)
    assert outcome_of(puzzle.game(), puzzle.best.answers) != outcome_of(puzzle.game(), puzzle.turns[1].answers)


def test_the_end_of_the_turn_may_be_missing(puzzle: Puzzle):
    assert grade_turn(puzzle, puzzle.best.answers[:-1])["same"]


def test_a_known_turn_loses_what_the_file_says_and_is_told_why(puzzle: Puzzle):
    second = puzzle.turns[1]
    grade = grade_turn(puzzle, second.answers)
    assert grade["mark"] in ("slip", "mistake")
    assert grade["gold_lost"] == second.lost
    assert grade["better_answers"] == list(puzzle.best.answers)
    assert grade["expected_played"] == list(second.expected)
    assert grade["reason"] is not None


def test_an_unknown_turn_is_valued_by_games_always_alike(puzzle: Puzzle):
    grade = grade_turn(puzzle, unknown_turn(puzzle))
    assert not grade["same"]
    assert grade["gold_lost"] >= 0
    assert len(grade["expected_played"]) == len(grade["sources"])
    assert grade == grade_turn(puzzle, unknown_turn(puzzle))


def test_a_turn_that_is_not_legal_or_not_over_is_rejected(puzzle: Puzzle):
    for answers in ((END_TURN,), puzzle.best.answers[:1], (*puzzle.best.answers, END_TURN)):
        with pytest.raises(Rejected):
            grade_turn(puzzle, answers)


def test_a_puzzle_is_shown_as_a_table_without_hidden_cards(puzzle: Puzzle):
    shown: PuzzleTable = puzzle_table(puzzle)
    you = shown["view"]["you"]
    assert you is not None
    assert set(puzzle.best.answers[:1]) <= {*you["hexes"], *you["options"]}
    assert not you["can_undo"]
    assert shown["view"]["public"]["deck"]["seed"] is None
    assert puzzle.record.split("seeds: ")[1].split()[1] not in str(shown)


def test_answers_previews_and_reasons_come_as_at_a_table(puzzle: Puzzle):
    first, second = puzzle.best.answers[:2]
    preview = try_puzzle(puzzle, [], preview=first).shown["preview"]
    assert preview is not None
    shown = try_puzzle(puzzle, [first]).shown
    assert shown["view"]["you"] is not None
    assert shown["view"]["you"]["can_undo"]
    assert shown["events"][0]["changes"][0]["placed"] == preview["placed"]
    assert try_puzzle(puzzle, [first], preview=first).shown["preview"] is None
    assert try_puzzle(puzzle, [first], why_not=first).shown["reason"] is not None
    assert try_puzzle(puzzle, [first], why_not=second).shown["reason"] is None
    with pytest.raises(Rejected):
        try_puzzle(puzzle, [first, first])


def test_what_is_undone_is_not_among_the_moves_of_the_next_request(puzzle: Puzzle):
    first, second = puzzle.best.answers[:2]
    tried = try_puzzle(puzzle, [first, second, "undo"])
    assert tried.shown["moves"] == [first]
    assert [event["kind"] for event in tried.shown["events"]] == ["undo"], "the events of the last move only"
    assert try_puzzle(puzzle, [first, second, "undo_turn"]).shown["moves"] == []
    with pytest.raises(Rejected, match="nothing to take back"):
        try_puzzle(puzzle, ["undo"])


def test_the_turn_has_ended_after_its_last_answer(puzzle: Puzzle):
    assert not try_puzzle(puzzle, puzzle.best.answers[:-1]).ended
    ended = try_puzzle(puzzle, puzzle.best.answers)
    assert ended.ended
    assert ended.answers == puzzle.best.answers
