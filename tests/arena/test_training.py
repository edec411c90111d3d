"""Training is repeatable and can be resumed, and the fitted weights explain the games."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import numpy as np
import pytest

from benchmarks.models import ridge, with_products
from kingdom_builder.arena import fit as fitting
from kingdom_builder.arena import training, valued_turns
from kingdom_builder.arena.comparisons import BEST, DEALS, OTHERS, ComparedGame
from kingdom_builder.arena.fit import fit, fit_comparisons
from kingdom_builder.arena.fit_network import fit_network
from kingdom_builder.arena.jobs import training_worker
from kingdom_builder.arena.selfplay import SelfPlayGame, read_games
from kingdom_builder.arena.setups import LADDER
from kingdom_builder.arena.training import play_generation, train, train_network
from kingdom_builder.arena.valued_inputs import read_inputs
from kingdom_builder.arena.valued_turns import ValuedGame, packed, unpacked
from kingdom_builder.bots.evaluation import shipped_document, shipped_weights
from kingdom_builder.bots.network import shipped_network
from kingdom_builder.cli import main


def crashes_once(folder, context, report):
    """Be a worker that plays, but the first process that gets game 2 is killed; a file in the folder says so."""
    play = training_worker(context, report)

    def run(game):
        mark = folder / "killed"
        if game.index == 2 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play(game)

    return run


def crashes(context, report):
    return lambda game: os._exit(3)


def first_ends_later(folder, context, report):
    """Be a worker that plays, but begins the first game only when the second has ended."""
    play = training_worker(context, report)

    def run(game):
        mark = folder / f"{game.seed}"
        until = time.monotonic() + 60
        while game.index == 0 and not mark.exists() and time.monotonic() < until:
            time.sleep(0.01)
        result = play(game)
        if game.index == 1:
            mark.touch()
        return result

    return run


def by_index(path):
    return sorted(read_games(path), key=lambda game: game["index"])


def invented(index, gains, numbers):
    """Return an invented game of two players, where only the first has gains and features."""
    moments = [[[gain, row], [0, [0.0] * len(row)]] for gain, row in zip(gains, numbers, strict=True)]
    names = ["left:lords", "left:castle"]
    return {"index": index, "seed": 1, "weights": "", "names": names, "players": 2, "samples": moments}


def write(path, games):
    path.write_text("".join(json.dumps(game) + "\n" for game in games))


def test_a_game_is_the_same_again_and_not_on_a_set_up_to_rate_bots_on():
    game = SelfPlayGame(5, 3).play({})
    assert game == SelfPlayGame(5, 3).play({})
    assert game["samples"]
    assert all(len(sample[1]) == len(game["names"]) for moment in game["samples"] for sample in moment)
    assert LADDER == 2**63


def test_a_generation_is_resumed_with_any_number_of_processes(tmp_path):
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    play_generation(alone, 1, 4, {}, workers=1)
    play_generation(together, 1, 2, {}, workers=1)
    with together.open("a") as file:
        file.write('{"index": 2, "na')  # a line that was not written completely
    play_generation(together, 1, 4, {}, workers=2)
    assert by_index(alone) == by_index(together)


def test_the_game_of_a_killed_process_is_played_by_another(tmp_path, monkeypatch):
    alone, with_a_loss = tmp_path / "alone.jsonl", tmp_path / "with_a_loss.jsonl"
    play_generation(alone, 1, 5, {}, workers=1)
    monkeypatch.setattr(training, "training_worker", partial(crashes_once, tmp_path))
    counts: list[int] = []
    play_generation(with_a_loss, 1, 5, {}, workers=2, progress=counts.append)
    assert (tmp_path / "killed").exists()
    assert by_index(with_a_loss) == by_index(alone)
    assert counts == list(range(6))


def test_a_process_that_is_killed_while_idle_does_not_delay_the_others(tmp_path):
    def progress(played):
        if played == 3:
            active_children()[0].kill()

    play_generation(tmp_path / "games.jsonl", 1, 3, {}, workers=2, progress=progress)
    assert [game["index"] for game in by_index(tmp_path / "games.jsonl")] == [0, 1, 2]


def test_processes_that_keep_crashing_end_the_training_in_one_line(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr(training, "training_worker", crashes)
    monkeypatch.setattr(training, "TRIES", 2)
    with pytest.raises(ChildProcessError, match=r"game [0-2] cannot be played: its process ended with status 3"):
        play_generation(path, 1, 3, {}, workers=2)
    assert not path.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_the_processes_end_with_their_owner(tmp_path):
    words = f"play_generation(Path({str(tmp_path / 'games.jsonl')!r}), 1, 1000, {{}}, 2, None, show)"
    code = (
        "from multiprocessing import active_children\nfrom pathlib import Path\n"
        "from kingdom_builder.arena.training import play_generation\n"
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
    monkeypatch.setattr(fitting, "HELD_OUT", 3)
    alone = train(tmp_path / "alone", generations=2, games=3, seed=1, workers=1)
    monkeypatch.setattr(training, "training_worker", partial(first_ends_later, tmp_path))
    together = train(tmp_path / "together", generations=2, games=3, seed=1, workers=2)
    for number in range(2):
        ended = [game["index"] for game in read_games(together.with_name(f"generation-{number}.jsonl"))]
        assert ended.index(1) < ended.index(0)
        name = f"weights-{number}.json"
        assert alone.with_name(name).read_text() == together.with_name(name).read_text()


def test_games_are_held_out_by_their_index_and_counted_once(tmp_path):
    games = [invented(index, [index % 7, 3], [[index % 5, 1], [1, index % 3]]) for index in range(40)]
    write(tmp_path / "in-order.jsonl", games)
    write(tmp_path / "shuffled.jsonl", [games[index * 7 % 40] for index in range(43)])
    assert fit([tmp_path / "in-order.jsonl"]) == fit([tmp_path / "shuffled.jsonl"])


def test_fitting_finds_the_weights_that_explain_the_gains(tmp_path):
    path = tmp_path / "invented.jsonl"
    games = []
    for index in range(400):
        features = [(index % 7) / 7 * left / 30 for left in range(30, 0, -1)]  # what is still to come becomes less
        games.append(invented(index, [10 * feature for feature in features], [[feature, 0.0] for feature in features]))
    write(path, games)
    weights, report = fit([path])
    assert weights["left:lords"] == pytest.approx(10, rel=0.05)
    assert weights["left:castle"] == pytest.approx(0, abs=0.01)
    assert report["games"] == 400
    assert report["error"] < report["spread"] / 5


def test_training_writes_weights_with_their_record_and_repeats_nothing(tmp_path):
    result = train(tmp_path, generations=2, games=2, seed=1, workers=1)
    facts = json.loads(result.read_text())
    assert [report["generation"] for report in facts["training"]] == [0, 1]
    assert facts["weights"]
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert train(tmp_path, generations=2, games=2, seed=1, workers=1) == result
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


def test_comparing_turns_is_resumed_with_any_number_of_processes(tmp_path):
    alone = train(tmp_path / "alone", generations=0, games=1, comparisons=3, seed=1, workers=1)
    facts = json.loads(alone.read_text())
    assert facts["training"][:-1] == shipped_document()["training"]
    assert facts["training"][-1]["comparisons"] == 3
    assert facts["weights"].keys() == shipped_weights().keys()
    lines = alone.with_name("comparisons.jsonl").read_text().splitlines(keepends=True)
    begun = tmp_path / "begun"
    begun.mkdir()
    (begun / "comparisons.jsonl").write_text(lines[1] + lines[0][:100])
    again = train(begun, generations=0, games=1, comparisons=3, seed=1, workers=2)
    assert again.read_text() == alone.read_text()


def test_turns_are_compared_on_the_same_deals_and_read_before_they_end():
    played = ComparedGame(2, 0).play(shipped_weights())
    assert played["comparisons"]
    for compared in played["comparisons"]:
        turns = len(compared["gold"])
        assert BEST < turns <= BEST + OTHERS
        assert [len(deal) for deal in compared["margins"]] == [turns] * DEALS
        assert [len(row) for row in compared["features"]] == [len(played["names"])] * turns


def test_comparing_finds_what_makes_a_turn_better_whatever_all_turns_share(tmp_path):
    games = []
    for index in range(600):
        luck = index * 37 % 50 - 25
        rows = [[turn, (turn * turn + index) % 3] for turn in range(4)]
        margins = [[luck + 2 * turn + 5 * row[0] - row[1] for turn, row in enumerate(rows)]]
        compared = {"gold": [2 * turn for turn in range(4)], "features": rows, "margins": margins}
        played = {"index": index, "seed": 1, "weights": "", "names": ["tiles", "closed"], "players": 2}
        games.append({**played, "sets": ["base", "nomads"], "comparisons": [compared]})
    write(tmp_path / "invented.jsonl", games)
    weights, report = fit_comparisons(tmp_path / "invented.jsonl", {"tiles": 4.0, "areas": 7.0})
    assert weights["tiles"] == pytest.approx(5, abs=0.7)
    assert -1.2 < weights["closed"] < -0.3
    assert weights["areas"] == 7.0
    assert report["comparisons"] == report["positions"] == 600
    assert report["won_after"] >= report["won_before"] > 0


def test_fitting_the_network_is_resumed_with_any_number_of_processes(tmp_path):
    alone = train_network(tmp_path / "alone", games=3, seed=1, workers=1)
    document = json.loads(alone.read_text())
    assert document["training"][:-1] == shipped_network()["training"]
    assert document["training"][-1]["games"] == 3
    assert document.keys() == shipped_network().keys()
    lines = alone.with_name("valued.jsonl").read_text().splitlines(keepends=True)
    begun = tmp_path / "begun"
    begun.mkdir()
    (begun / "valued.jsonl").write_text(lines[1] + lines[0][:100])
    again = train_network(begun, games=3, seed=1, workers=2)
    assert again.read_text() == alone.read_text()


def test_turns_are_valued_by_playing_on_and_their_inputs_are_read_before_they_end():
    played = ValuedGame(2, 0).play(shipped_weights())
    assert played["valued"]
    for valued in played["valued"]:
        turns = len(valued["values"])
        assert valued_turns.BEST < turns <= valued_turns.BEST + valued_turns.OTHERS
        assert len(valued["expected"]) == turns
        numbers = unpacked(valued["inputs"], len(played["names"]))
        assert numbers.shape == (turns, 2, len(played["names"]))
        supplies = numbers[:, 0, played["names"].index("supply")] * 40
        assert all(supply == round(supply) for supply in supplies.tolist())


def invented_turns(path: Path) -> None:
    """Write games in which two features are worth 8 gold together and nothing alone."""
    chance = random.Random(3)
    games = []
    for index in range(400):
        valued = []
        for _ in range(4):
            rows = [[[float(chance.randrange(2)), float(chance.randrange(2)), 0.5] for _ in range(2)] for _ in range(6)]
            shared, expected = chance.gauss(0, 20), [chance.gauss(0, 3) for _ in rows]
            values = [
                lead + shared + 8 * (own[0] * own[1] - other[0] * other[1]) + chance.gauss(0, 1)
                for lead, (own, other) in zip(expected, rows, strict=True)
            ]
            valued.append({"expected": expected, "values": values, "inputs": packed(rows)})
        line = {"index": index, "seed": 1, "weights": "", "names": ["areas", "largest", "turns"], "players": 2}
        games.append({**line, "sets": ["base"], "constants": ["players:2"], "valued": valued})
    write(path, games)


def test_products_of_inputs_explain_what_a_linear_model_does_not(tmp_path):
    invented_turns(tmp_path / "invented.jsonl")
    data = read_inputs(tmp_path / "invented.jsonl")
    linear, quadratic = [data.unexplained(ridge(inputs, data)) for inputs in (lambda rows: rows, with_products(data))]
    assert linear > 5
    assert 0.8 < quadratic < 2.0


def test_the_network_learns_what_the_linear_evaluation_misses(tmp_path):
    """Two features are worth something together only, whatever all turns of a position share."""
    invented_turns(tmp_path / "invented.jsonl")
    document, report = fit_network(tmp_path / "invented.jsonl")
    assert report["games"] == 400
    assert report["unexplained_before"] > 15
    assert 0.8 < report["unexplained"] < 2.0

    def result(areas: float, largest: float) -> float:
        numbers = {"areas": areas, "largest": largest, "turns": 0.5, "players:2": 1.0}
        rows = np.array([document["rows"][name] for name in numbers])
        values = np.array(list(numbers.values()))
        hidden = np.maximum(values @ rows[:, 1:] + document["bias"], 0)
        outputs = np.maximum(np.array(document["second"]) @ hidden + document["second_bias"], 0)
        return float(values @ rows[:, 0] + outputs @ document["last"])

    both = result(1, 1) - result(0, 0)
    assert both == pytest.approx(8, abs=1)
    assert result(1, 0) - result(0, 0) == pytest.approx(0, abs=1)


def test_the_command_fits_the_network(tmp_path, capsys):
    assert main(["train", str(tmp_path), "--network", "2", "--seed", "1", "--workers", "1"]) == 0
    assert str(tmp_path / "network.json") in capsys.readouterr().out


def test_games_valued_with_another_network_are_not_mixed(tmp_path, capsys):
    main(["train", str(tmp_path), "--network", "1", "--seed", "1", "--workers", "1"])
    path = tmp_path / "valued.jsonl"
    (line,) = path.read_text().splitlines()
    path.write_text(json.dumps({**json.loads(line), "weights": "another"}) + "\n")
    assert "other weights, or another network" in error_of(capsys, tmp_path, "--network", "1")


def error_of(capsys, folder, *more):
    """Run the command on a folder and return the one line of its error."""
    words = {"--generations": "2", "--games": "2", "--seed": "1", "--workers": "1"}
    words |= dict(zip(more[::2], more[1::2], strict=True))
    assert main(["train", str(folder), *[word for pair in words.items() for word in pair]]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_two_trainings_are_not_mixed_in_one_folder(tmp_path, capsys):
    weights = train(tmp_path, generations=1, games=2, seed=1, workers=1)
    assert f"{weights}: begun with seed 1, not 7: give that --seed" in error_of(capsys, tmp_path, "--seed", "7")
    assert f"{weights}: begun with 2 games, not 3: give that --games" in error_of(capsys, tmp_path, "--games", "3")
    weights.unlink()
    games = tmp_path / "generation-0.jsonl"
    assert f"{games}: begun with seed 1, not 7: give that --seed" in error_of(capsys, tmp_path, "--seed", "7")
    assert f"{games}: begun with more than --games 1" in error_of(capsys, tmp_path, "--games", "1")


def test_games_played_with_other_weights_are_not_used(tmp_path, capsys):
    weights = train(tmp_path, generations=2, games=2, seed=1, workers=1)
    weights.unlink()
    first = tmp_path / "weights-0.json"
    facts = json.loads(first.read_text())
    facts["weights"]["tiles"] += 1
    first.write_text(json.dumps(facts))
    said = error_of(capsys, tmp_path)
    assert f"{tmp_path / 'generation-1.jsonl'}: played with other weights" in said
    assert "--seed" in said


@pytest.mark.parametrize("text", ["", '{"weights": {"ti', "[]", "{}", '{"weights": {}, "training": []}'])
def test_weights_that_cannot_be_read_are_named(tmp_path, capsys, text):
    (tmp_path / "weights-0.json").write_text(text)
    assert f"{tmp_path / 'weights-0.json'}: these are not the weights" in error_of(capsys, tmp_path)


@pytest.mark.parametrize("text", ["nothing\n", "[]\n", '{"index": 0, "names": []}\n', "\n", "\xe9\n"])
def test_games_that_cannot_be_read_are_named(tmp_path, capsys, text):
    (tmp_path / "generation-0.jsonl").write_text(text, encoding="latin-1")
    assert f"{tmp_path / 'generation-0.jsonl'}: line 1: this is not a game of self-play" in error_of(capsys, tmp_path)


def test_missing_games_are_an_error(tmp_path, capsys):
    train(tmp_path, generations=1, games=2, seed=1, workers=1)
    games = tmp_path / "generation-0.jsonl"
    games.write_text(games.read_text().splitlines(keepends=True)[0])
    assert f"{tmp_path}: 1 games of earlier generations are missing" in error_of(capsys, tmp_path)
    games.unlink()
    assert str(games) in error_of(capsys, tmp_path)


def test_weights_are_there_complete_or_not_at_all(tmp_path, monkeypatch):
    def torn(path, text, **options):
        path.write_bytes(text[:10].encode())
        raise OSError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", torn)
        with pytest.raises(OSError, match="the disk is full"):
            train(tmp_path, generations=1, games=2, seed=1, workers=1)
    assert not (tmp_path / "weights-0.json").exists()
    assert json.loads(train(tmp_path, generations=1, games=2, seed=1, workers=1).read_text())["weights"]
    assert not list(tmp_path.glob("*.new"))


def test_the_command_prints_where_the_weights_are(tmp_path, capsys):
    assert main(["train", str(tmp_path / "t"), "--generations", "1", "--games", "1", "--workers", "1"]) == 0
    assert "weights-0.json" in capsys.readouterr().out
    assert main(["train", str(tmp_path / "u"), "--games", "0"]) == 2
    assert "expected at least 1" in capsys.readouterr().err
    assert main(["train", str(tmp_path / "u"), "--workers", "0"]) == 2
    assert "--workers: expected at least 1" in capsys.readouterr().err
