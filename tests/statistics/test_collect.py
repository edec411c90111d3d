"""Collecting games: shards are resumed, and the summary depends on nothing but seed, bot and number of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom_builder.statistics import collect as module
from kingdom_builder.statistics.collect import collect, read_folder


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHARD", 3)


def test_an_interrupted_run_continues_and_gives_the_same_summary(tmp_path: Path):
    once, again = tmp_path / "once", tmp_path / "again"
    assert collect(once, games=6, workers=1, bot="random") == 6
    collect(again, games=3, workers=1, bot="random")
    kept = sorted(again.iterdir())[0]
    before = kept.stat().st_mtime_ns
    (again / "games-1-0000003.json.new").write_text("{", encoding="utf-8")  # the process was killed while it wrote
    seen: list[int] = []
    collect(again, games=6, workers=1, bot="random", progress=seen.append)
    assert (seen, kept.stat().st_mtime_ns) == ([3, 6], before)
    found, expected = read_folder(again), read_folder(once)
    assert found is not None
    assert expected is not None
    assert (found[0].ordered(), found[1]) == (expected[0].ordered(), expected[1])
    assert found[0].games == 6


def test_games_of_another_run_are_refused(tmp_path: Path):
    collect(tmp_path, games=3, workers=1, bot="random")
    with pytest.raises(ValueError, match=r"games of random .* not of random .* with seed 2: give another folder"):
        collect(tmp_path, games=3, seed=2, workers=1, bot="random")
    assert collect(tmp_path, games=0, seed=2, bot="random") == 0  # plays nothing, so it may be a folder of any run
    (tmp_path / "games-1-0000003.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ValueError, match="this is not a summary"):
        read_folder(tmp_path)
