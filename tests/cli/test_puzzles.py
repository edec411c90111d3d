"""`kingdom-builder puzzles`: the list, and a puzzle in the terminal."""

from __future__ import annotations

import io
import json

import pytest

from kingdom_builder.cli import main
from kingdom_builder.puzzles.puzzle import shipped_puzzles, write_answers


def test_puzzles_are_listed_by_set_and_difficulty(capsys: pytest.CaptureFixture[str]):
    assert main(["puzzles", "--set", "nomads", "--difficulty", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found
    assert all("nomads" in info["sets"] and info["difficulty"] == 4 for info in found)


def test_a_turn_is_played_and_graded(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    puzzle = next(iter(shipped_puzzles().values()))
    for turn, words in ((puzzle.best, "The best turn."), (puzzle.turns[1], f"worth {puzzle.turns[1].lost} gold more")):
        typed = write_answers(turn.answers).replace("/", "end_turn").split()
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
        assert main(["puzzles", "play", puzzle.id, "--language", "en"]) == 0
        assert words in capsys.readouterr().out


def test_an_unknown_puzzle_is_one_line(capsys: pytest.CaptureFixture[str]):
    assert main(["puzzles", "play", "nothing", "--language", "en"]) == 2
    assert capsys.readouterr().err == "kingdom-builder: there is no such puzzle\n"
