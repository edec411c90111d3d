"""The puzzles of the package: every one can be read, and a sample of them is played."""

from __future__ import annotations

from importlib import resources

import pytest

from kingdom_builder.puzzles.mining import USUAL
from kingdom_builder.puzzles.puzzle import (
    DIFFICULTIES,
    FILE,
    Puzzle,
    read_puzzles,
    sets_of,
    shipped_puzzles,
    write_puzzles,
)
from kingdom_builder.puzzles.turns import outcome_of
from kingdom_builder.setup.builder import ALL_SETS

SAMPLE = 100
MOST_BYTES = 1 << 20


def sample() -> list[Puzzle]:
    found = list(shipped_puzzles().values())
    return found[:: max(1, len(found) // SAMPLE)]


def test_the_file_is_small_and_gives_the_same_bytes_when_it_is_written_again():
    data = resources.files("kingdom_builder.puzzles").joinpath(FILE).read_bytes()
    found = read_puzzles(data)
    assert len(data) < MOST_BYTES
    assert read_puzzles(write_puzzles(found)) == found
    assert len({puzzle.id for puzzle in found}) == len(found)


def test_every_set_and_difficulty_has_puzzles():
    found = shipped_puzzles().values()
    assert {name for puzzle in found for name in puzzle.sets} == set(ALL_SETS)
    assert {puzzle.difficulty for puzzle in found} == set(DIFFICULTIES)


def test_one_turn_of_every_puzzle_is_clearly_the_best():
    least = USUAL
    for puzzle in shipped_puzzles().values():
        best, *others = puzzle.turns
        assert best.lost == 0
        assert others
        for turn in others:
            assert turn.lost >= least.gap - 0.1
            assert turn.lost + 0.1 >= least.errors * (turn.error - 0.1)
        assert puzzle.difficulty == max(1, len(puzzle.missed_by))


@pytest.mark.parametrize("puzzle", sample(), ids=lambda puzzle: puzzle.id)
def test_the_known_turns_can_be_played_and_lead_to_different_positions(puzzle: Puzzle):
    game = puzzle.game()
    assert game.to_play == game.active
    assert not game.stack
    assert (len(game.players), sets_of(game)) == (puzzle.players, puzzle.sets)
    reached = [outcome_of(game, turn.answers) for turn in puzzle.turns]
    assert None not in reached
    assert len(set(reached)) == len(reached)
    assert all(len(turn.expected) == len(game.score(game.active)) for turn in puzzle.turns)


def test_bytes_that_are_no_puzzles_are_rejected_in_one_line():
    for data in (b"", b"text", write_puzzles([])[:10]):
        with pytest.raises(ValueError, match="not a file of puzzles"):
            read_puzzles(data)
