"""Training: repeatable, resumable, and it learns something."""

from __future__ import annotations

import json

import pytest

from kingdom_builder.arena.setups import LADDER
from kingdom_builder.arena.training import Lesson, fit, generation, play, read_games, train
from kingdom_builder.cli import main


def test_a_lesson_is_the_same_again_and_on_a_set_up_nobody_is_rated_on():
    lesson = Lesson(5, 3, {})
    assert play(lesson) == play(lesson)
    game = play(lesson)
    assert game["samples"]
    assert all(len(sample[1]) == len(game["names"]) for moment in game["samples"] for sample in moment)
    assert LADDER == 2**63


def test_a_generation_goes_on_where_it_was_whatever_the_number_of_processes(tmp_path):
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    generation(alone, 1, 4, {}, workers=1)
    generation(together, 1, 2, {}, workers=1)
    with together.open("a") as file:
        file.write('{"index": 2, "na')  # the power went
    generation(together, 1, 4, {}, workers=2)

    def by_index(path):
        return sorted(read_games(path), key=lambda game: game["index"])

    assert by_index(alone) == by_index(together)


def test_a_ray_cluster_plays_the_same_generation(tmp_path):
    alone, cluster = tmp_path / "alone.jsonl", tmp_path / "cluster.jsonl"
    generation(alone, 1, 3, {}, workers=1)
    generation(cluster, 1, 3, {}, workers=2, ray="local")
    assert sorted(alone.read_text().splitlines()) == sorted(cluster.read_text().splitlines())


def test_fitting_finds_what_made_the_difference(tmp_path):
    path = tmp_path / "made-up.jsonl"
    games = []
    for index in range(400):
        gifts = [(index % 7) / 7 * left / 30 for left in range(30, 0, -1)]  # what is still to come becomes less
        moments = [[[10 * gift, [gift, 0.5]], [0, [0.0, 0.5]]] for gift in gifts]
        games.append({"index": index, "names": ["left:lords", "left:castle"], "players": 2, "samples": moments})
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    weights, told = fit([path])
    assert weights["left:lords"] == pytest.approx(10, rel=0.05)
    assert weights["left:castle"] == pytest.approx(0, abs=0.01)
    assert told["games"] == 400
    assert told["error"] < told["spread"] / 5


def test_training_writes_weights_with_their_record_and_does_nothing_twice(tmp_path):
    result = train(tmp_path, generations=2, games=2, seed=1, workers=1)
    facts = json.loads(result.read_text())
    assert [told["generation"] for told in facts["training"]] == [0, 1]
    assert facts["weights"]
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert train(tmp_path, generations=2, games=2, seed=1, workers=1) == result
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_the_command(tmp_path, capsys):
    assert main(["train", str(tmp_path / "t"), "--generations", "1", "--games", "1", "--workers", "1"]) == 0
    assert "weights-0.json" in capsys.readouterr().out
    assert main(["train", str(tmp_path / "u"), "--games", "0"]) == 2
    assert "expected at least 1" in capsys.readouterr().err
