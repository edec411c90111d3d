"""Training: repeatable, resumable, and it learns something."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from types import SimpleNamespace

import pytest

from kingdom_builder.arena import cluster, training
from kingdom_builder.arena.playing import VERSION
from kingdom_builder.arena.setups import LADDER
from kingdom_builder.arena.training import Lesson, fit, generation, play, read_games, train
from kingdom_builder.cli import main

MARKS = "KINGDOM_BUILDER_TEST_MARKS"
"""The environment variable that names the folder by which processes know of each other."""


def dies_once(lesson):
    """Play, but the process that gets game 2 first is killed over it."""
    mark = Path(os.environ[MARKS]) / "killed"
    if lesson.index == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play(lesson)


def dies(lesson):
    os._exit(3)


def first_ends_later(lesson):
    """Play, but begin the first game only when the second has ended."""
    mark = Path(os.environ[MARKS]) / f"{lesson.seed}"
    until = time.monotonic() + 60
    while lesson.index == 0 and not mark.exists() and time.monotonic() < until:
        time.sleep(0.01)
    game = play(lesson)
    if lesson.index == 1:
        mark.touch()
    return game


def by_index(path):
    return sorted(read_games(path), key=lambda game: game["index"])


def made_up(index, gains, numbers):
    """Return a game of two that nobody has played; only the first of them has anything."""
    moments = [[[gain, row], [0, [0.0] * len(row)]] for gain, row in zip(gains, numbers, strict=True)]
    names = ["left:lords", "left:castle"]
    return {"index": index, "seed": 1, "weights": "", "names": names, "players": 2, "samples": moments}


def write(path, games):
    path.write_text("".join(json.dumps(game) + "\n" for game in games))


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
    assert by_index(alone) == by_index(together)


def test_what_a_killed_process_had_to_play_is_played_by_another(tmp_path, monkeypatch):
    alone, bereft = tmp_path / "alone.jsonl", tmp_path / "bereft.jsonl"
    generation(alone, 1, 5, {}, workers=1)
    monkeypatch.setenv(MARKS, str(tmp_path))
    monkeypatch.setattr(training, "play", dies_once)
    told: list[int] = []
    generation(bereft, 1, 5, {}, workers=2, progress=told.append)
    assert (tmp_path / "killed").exists()
    assert by_index(bereft) == by_index(alone)
    assert told == list(range(6))


def test_a_process_killed_while_it_waits_holds_nobody_up(tmp_path):
    def progress(played):
        if played == 3:
            active_children()[0].kill()

    generation(tmp_path / "games.jsonl", 1, 3, {}, workers=2, progress=progress)
    assert [game["index"] for game in by_index(tmp_path / "games.jsonl")] == [0, 1, 2]


def test_processes_that_keep_dying_end_the_training_in_one_line(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr(training, "play", dies)
    monkeypatch.setattr(training, "_HOPELESS", 2)
    with pytest.raises(ChildProcessError, match="2 times in a row a process has died before a game"):
        generation(path, 1, 3, {}, workers=2)
    assert not path.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_the_processes_end_with_the_one_that_started_them(tmp_path):
    words = f"generation(Path({str(tmp_path / 'games.jsonl')!r}), 1, 1000, {{}}, 2, None, show)"
    code = (
        "from multiprocessing import active_children\nfrom pathlib import Path\n"
        "from kingdom_builder.arena.training import generation\n"
        "def show(played):\n    print(*[child.pid for child in active_children()], flush=True)\n"
        f"if __name__ == '__main__':\n    {words}\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "\n"
        children = [int(word) for word in owner.stdout.readline().split()]
        owner.kill()
    assert len(children) == 2
    until = time.monotonic() + 30
    while any(map(_alive, children)):
        assert time.monotonic() < until
        time.sleep(0.05)


def _alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_seed_gives_the_same_weights_on_any_number_of_processes(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "HELD_OUT", 3)
    alone = train(tmp_path / "alone", generations=2, games=3, seed=1, workers=1)
    monkeypatch.setenv(MARKS, str(tmp_path))
    monkeypatch.setattr(training, "play", first_ends_later)
    together = train(tmp_path / "together", generations=2, games=3, seed=1, workers=2)
    for number in range(2):
        ended = [game["index"] for game in read_games(together.with_name(f"generation-{number}.jsonl"))]
        assert ended.index(1) < ended.index(0)
        name = f"weights-{number}.json"
        assert alone.with_name(name).read_text() == together.with_name(name).read_text()


def test_games_are_held_out_by_their_index_and_counted_once(tmp_path):
    games = [made_up(index, [index % 7, 3], [[index % 5, 1], [1, index % 3]]) for index in range(40)]
    write(tmp_path / "in-order.jsonl", games)
    write(tmp_path / "shuffled.jsonl", [games[index * 7 % 40] for index in range(43)])
    assert fit([tmp_path / "in-order.jsonl"]) == fit([tmp_path / "shuffled.jsonl"])


def test_a_ray_cluster_plays_the_same_generation(tmp_path):
    alone, cluster = tmp_path / "alone.jsonl", tmp_path / "cluster.jsonl"
    generation(alone, 1, 3, {}, workers=1)
    generation(cluster, 1, 3, {}, workers=2, ray="local")
    assert sorted(alone.read_text().splitlines()) == sorted(cluster.read_text().splitlines())


def test_a_machine_with_another_version_is_named_as_the_other_one(monkeypatch):
    """Ray is made up: what it runs, it runs as if on a machine with version 9.9."""

    def there(function):
        def run(*arguments):
            with monkeypatch.context() as machine:
                machine.setattr(cluster, "VERSION", "9.9")
                machine.setattr(training, "VERSION", "9.9")
                return function(*arguments)

        return SimpleNamespace(remote=run)

    left = []
    ray = SimpleNamespace(
        remote=lambda **options: there,
        wait=lambda waiting, num_returns: (waiting[:1], waiting[1:]),
        get=list,
        shutdown=lambda: left.append(True),
    )
    monkeypatch.setattr(training, "join", lambda address, workers: ray)
    with pytest.raises(ValueError, match=f"a machine has kingdom-builder 9.9, this one has {VERSION}"):
        list(training._played_on_ray([Lesson(1, 0, {})], "there:1", 1))
    assert left


def test_fitting_finds_what_made_the_difference(tmp_path):
    path = tmp_path / "made-up.jsonl"
    games = []
    for index in range(400):
        gifts = [(index % 7) / 7 * left / 30 for left in range(30, 0, -1)]  # what is still to come becomes less
        games.append(made_up(index, [10 * gift for gift in gifts], [[gift, 0.0] for gift in gifts]))
    write(path, games)
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


def refused(capsys, folder, *more):
    """Run the command on a folder and return the one line it refuses it with."""
    words = {"--generations": "2", "--games": "2", "--seed": "1", "--workers": "1"}
    words |= dict(zip(more[::2], more[1::2], strict=True))
    assert main(["train", str(folder), *[word for pair in words.items() for word in pair]]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_two_trainings_are_not_mixed_in_one_folder(tmp_path, capsys):
    weights = train(tmp_path, generations=1, games=2, seed=1, workers=1)
    assert f"{weights}: begun with seed 1, not 7: give that --seed" in refused(capsys, tmp_path, "--seed", "7")
    assert f"{weights}: begun with 2 games, not 3: give that --games" in refused(capsys, tmp_path, "--games", "3")
    weights.unlink()
    games = tmp_path / "generation-0.jsonl"
    assert f"{games}: begun with seed 1, not 7: give that --seed" in refused(capsys, tmp_path, "--seed", "7")
    assert f"{games}: begun with more than --games 1" in refused(capsys, tmp_path, "--games", "1")


def test_games_played_with_other_weights_are_not_learnt_from(tmp_path, capsys):
    weights = train(tmp_path, generations=2, games=2, seed=1, workers=1)
    weights.unlink()
    first = tmp_path / "weights-0.json"
    facts = json.loads(first.read_text())
    facts["weights"]["tiles"] += 1
    first.write_text(json.dumps(facts))
    said = refused(capsys, tmp_path)
    assert f"{tmp_path / 'generation-1.jsonl'}: played with other weights" in said
    assert "--seed" in said


@pytest.mark.parametrize("text", ["", '{"weights": {"ti', "[]", "{}", '{"weights": {}, "training": []}'])
def test_weights_that_cannot_be_read_are_named(tmp_path, capsys, text):
    (tmp_path / "weights-0.json").write_text(text)
    assert f"{tmp_path / 'weights-0.json'}: these are not the weights" in refused(capsys, tmp_path)


@pytest.mark.parametrize("text", ["nothing\n", "[]\n", '{"index": 0, "names": []}\n', "\n", "\xe9\n"])
def test_games_that_cannot_be_read_are_named(tmp_path, capsys, text):
    (tmp_path / "generation-0.jsonl").write_text(text, encoding="latin-1")
    assert f"{tmp_path / 'generation-0.jsonl'}: line 1: this is not a game" in refused(capsys, tmp_path)


def test_games_that_were_lost_are_not_passed_over(tmp_path, capsys):
    train(tmp_path, generations=1, games=2, seed=1, workers=1)
    games = tmp_path / "generation-0.jsonl"
    games.write_text(games.read_text().splitlines(keepends=True)[0])
    assert f"{tmp_path}: 1 games of earlier generations are missing" in refused(capsys, tmp_path)
    games.unlink()
    assert str(games) in refused(capsys, tmp_path)


def test_weights_are_there_complete_or_not_at_all(tmp_path, monkeypatch):
    def torn(path, text, **options):
        path.write_bytes(text[:10].encode())
        raise OSError("the power went")

    with monkeypatch.context() as power:
        power.setattr(Path, "write_text", torn)
        with pytest.raises(OSError, match="the power went"):
            train(tmp_path, generations=1, games=2, seed=1, workers=1)
    assert not (tmp_path / "weights-0.json").exists()
    assert json.loads(train(tmp_path, generations=1, games=2, seed=1, workers=1).read_text())["weights"]
    assert not list(tmp_path.glob("*.new"))


def test_the_command(tmp_path, capsys):
    assert main(["train", str(tmp_path / "t"), "--generations", "1", "--games", "1", "--workers", "1"]) == 0
    assert "weights-0.json" in capsys.readouterr().out
    assert main(["train", str(tmp_path / "u"), "--games", "0"]) == 2
    assert "expected at least 1" in capsys.readouterr().err
    assert main(["train", str(tmp_path / "u"), "--workers", "0"]) == 2
    assert "--workers: expected at least 1" in capsys.readouterr().err
