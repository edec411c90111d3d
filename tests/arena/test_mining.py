"""The search for puzzles: the same for a seed, however often it is interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kingdom_builder.arena.mining import mine
from kingdom_builder.puzzles.mining import Thresholds
from kingdom_builder.puzzles.puzzle import Searched, read_puzzles, write_puzzles

LOW = Thresholds(
    quick=200,
    quick_gap=0.5,
    deep=400,
    deep_gap=0.5,
    few=2,
    most=4,
    gap=0.5,
    errors=0.0,
    deepest=400,
    least_turns=3,
    rounds=1,
    whole=0.0,
)
"""Thresholds that find something in every few turns, so that a test is quick."""


def test_the_result_depends_on_the_seed_alone(tmp_path: Path):
    first = mine(tmp_path / "a", puzzles=2, seed=3, workers=1, thresholds=LOW)
    assert len(read_puzzles(first.read_bytes())) >= 2
    games = tmp_path / "a" / "found.jsonl"
    lines = games.read_text(encoding="utf-8").splitlines(keepends=True)
    games.write_text("".join(lines[:-1]) + lines[-1][:9], encoding="utf-8")  # as if it was killed while it wrote
    data = first.read_bytes()
    assert mine(tmp_path / "a", puzzles=2, seed=3, workers=1, thresholds=LOW).read_bytes() == data
    assert mine(tmp_path / "b", puzzles=2, seed=3, workers=2, thresholds=LOW).read_bytes() == data


def test_a_folder_is_for_one_seed(tmp_path: Path):
    mine(tmp_path, puzzles=1, seed=3, workers=1, thresholds=LOW)
    with pytest.raises(ValueError, match="begun with"):
        mine(tmp_path, puzzles=1, seed=4, workers=1, thresholds=LOW)


def test_puzzles_of_other_bots_are_valued_again_first_and_keep_their_ids(tmp_path: Path):
    mined = mine(tmp_path / "earlier", puzzles=2, seed=3, workers=1, thresholds=LOW)
    found = read_puzzles(mined.read_bytes())
    earlier = tmp_path / "earlier.gz"
    earlier.write_bytes(write_puzzles(found, Searched({"bots": 0}, 7)))
    again = mine(tmp_path / "again", puzzles=1, seed=3, earlier=earlier, workers=1, thresholds=LOW)
    assert {puzzle.id for puzzle in read_puzzles(again.read_bytes())} & {puzzle.id for puzzle in found}
    data = again.read_bytes()
    earlier.write_bytes(data)  # the package has the new puzzles now; the folder still knows those that it began with
    assert mine(tmp_path / "again", puzzles=1, seed=3, earlier=earlier, workers=1, thresholds=LOW).read_bytes() == data
    hard, strict = replace(LOW, gap=1000.0), tmp_path / "strict"
    with pytest.raises(StopIteration):
        mine(strict, puzzles=1, seed=4, earlier=mined, workers=1, thresholds=hard, progress=stop_after(len(found)))
    lines = (strict / "found.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert [json.loads(line)[1] for line in lines] == [[]] * len(found)


def test_a_puzzle_that_is_found_again_counts_once(tmp_path: Path):
    mined = mine(tmp_path / "earlier", puzzles=4, seed=3, workers=1, thresholds=LOW)
    earlier = tmp_path / "earlier.gz"
    earlier.write_bytes(write_puzzles(read_puzzles(mined.read_bytes())))
    again = mine(tmp_path / "again", puzzles=6, seed=3, earlier=earlier, workers=1, thresholds=LOW)
    assert len(read_puzzles(again.read_bytes())) >= 6


def test_a_search_with_the_same_settings_goes_on_where_the_earlier_puzzles_end(tmp_path: Path):
    def search(name: str, puzzles: int, earlier: Path | None = None) -> Path:
        return mine(tmp_path / name, puzzles=puzzles, seed=3, earlier=earlier, workers=1, thresholds=LOW)

    assert search("more", 5, search("few", 2)).read_bytes() == search("at once", 5).read_bytes()


def stop_after(steps: int) -> Callable[[int, int], None]:
    def progress(done: int, _: int) -> None:
        if done == steps:
            raise StopIteration

    return progress
