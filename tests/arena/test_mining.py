"""The search for puzzles: the same for a seed, however often it is interrupted."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom_builder.arena.mining import mine
from kingdom_builder.puzzles.mining import Thresholds
from kingdom_builder.puzzles.puzzle import read_puzzles

LOW = Thresholds(
    quick=200,
    quick_gap=0.5,
    deep=400,
    deep_gap=0.5,
    few=2,
    most=4,
    gap=0.5,
    errors=0.0,
    least_turns=3,
    rounds=1,
    whole=0.0,
)
"""Thresholds that find something in every few turns, so that a test is quick."""


def test_the_result_depends_on_the_seed_alone(tmp_path: Path):
    first = mine(tmp_path / "a", puzzles=2, seed=3, workers=1, thresholds=LOW)
    assert len(read_puzzles(first.read_bytes())) == 2
    games = tmp_path / "a" / "games.jsonl"
    lines = games.read_text(encoding="utf-8").splitlines(keepends=True)
    games.write_text("".join(lines[:-1]) + lines[-1][:9], encoding="utf-8")  # as if it was killed while it wrote
    data = first.read_bytes()
    assert mine(tmp_path / "a", puzzles=2, seed=3, workers=1, thresholds=LOW).read_bytes() == data
    assert mine(tmp_path / "b", puzzles=2, seed=3, workers=2, thresholds=LOW).read_bytes() == data


def test_a_folder_is_for_one_seed(tmp_path: Path):
    mine(tmp_path, puzzles=1, seed=3, workers=1, thresholds=LOW)
    with pytest.raises(ValueError, match="begun with"):
        mine(tmp_path, puzzles=1, seed=4, workers=1, thresholds=LOW)
