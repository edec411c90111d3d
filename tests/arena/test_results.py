"""Files of results can be resumed, repaired and merged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import (
    GameResult,
    ResultsFile,
    check_bot_versions,
    merge_files,
    merged,
    read_results,
    without_times,
    write_results,
)
from kingdom_builder.arena.runner import InProcessRunner, run_arena
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.arena.sprt import SequentialTest, Verdict
from kingdom_builder.arena.statistics import summary
from tests.arena.examples import pair, result
from tests.arena.test_sprt import InventedRunner
from tests.cli.running import Command


class Counting(InProcessRunner):
    """Plays in this process and counts the games."""

    games = 0

    def play(self, games):
        for game in super().play(games):
            self.games += 1
            yield game


def random_schedule(games: int, seed: int = 3) -> Schedule:
    return Schedule(seed, games, lineup=("random", "random"))


def test_a_line_holds_the_whole_result() -> None:
    """Written and read again, a result is the same, with a fault or without."""
    for game in (result(0, 1, "abc", (1, 2, 3)), result(4, 0, "ab", (1, 2), fault=1)):
        line = game.to_line()
        assert "\n" not in line
        assert GameResult.from_line(line) == game
    facts = json.loads(result(0, 1, "ba", (1, 2)).to_line())
    assert (facts["players"], facts["lineup"], facts["seats"], facts["setup_seed"] >= 2**63) == (
        2,
        list("ab"),
        list("ba"),
        True,
    )


def test_a_message_that_cannot_be_written_is_replaced_when_an_old_file_is_read() -> None:
    """A surrogate of a bot's exception."""
    facts = json.loads(result(4, 0, "ab", (1, 2), fault=1).to_line())
    facts["fault"] |= {"message": "RuntimeError: \ud800", "traceback": ["RuntimeError: \ud800"]}
    read = GameResult.from_line(json.dumps(facts)).fault
    assert read is not None
    assert (read.message, read.traceback) == ("RuntimeError: \\ud800", ("RuntimeError: \\ud800",))


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(result(0, 1, "ab", (1, 2)).to_line() + "\n", encoding="utf-8-sig")
    assert read_results(file) == [result(0, 1, "ab", (1, 2))]
    with ResultsFile(file) as opened:
        opened.add(result(0, 0, "ab", (1, 2)))
    assert len(read_results(file)) == 2


def damaged_lines() -> Iterator[str]:
    """Yield lines of results in which one entry has a wrong type, a wrong length or a value that cannot be."""
    facts = json.loads(result(0, 1, "abc", (1, 2, 3), fault=1).to_line())
    wrong: list[Any] = [None, True, "x", -1, 1e300, 10**400, [], ["x"], [[]], [None] * 3, [-(10**400)] * 3, {"x": []}]
    right = {"seed": (-1, 10**400), "sets": ([], ["x"]), "version": ("x",), "fault": (None,)}
    for key in facts.keys() - {"lineup", "setup_seed", "players"}:
        for other in wrong:
            if other not in right.get(key, ()):
                yield json.dumps({**facts, key: other})
    right = {"bot": ("x",), "message": ("x",), "traceback": ([], ["x"]), "record": (None, "x"), "turn_seconds": (None,)}
    for key in facts["fault"]:
        for other in wrong:
            if other not in right.get(key, ()):
                yield json.dumps({**facts, "fault": {**facts["fault"], key: other}})
    yield json.dumps({**facts, "start": 3})
    yield "[" * 100_000
    yield '{"a":' * 100_000


def test_a_damaged_line_is_an_error_in_one_line(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    for line in damaged_lines():
        with pytest.raises(ValueError, match="this is not a result of a game"):
            print(GameResult.from_line(line), line[:2000])
    file.write_text("[" * 100_000 + "\n", encoding="utf-8")
    ran = command("arena", "--merge", str(file))
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)


def test_statistics_need_only_the_file(tmp_path: Path) -> None:
    """They are the same when computed from the lines of the file, times included."""
    file = tmp_path / "r.jsonl"
    with ResultsFile(file) as results:
        games = run_arena(random_schedule(6), InProcessRunner(BotEnvironment()), file=results)
    assert summary(read_results(file)) == summary(games)


def test_games_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    """A second run plays only what is missing and ends with the results of a single run."""
    file = tmp_path / "r.jsonl"
    for games, new in ((4, 4), (4, 0), (10, 6)):
        runner = Counting(BotEnvironment())
        with ResultsFile(file) as results:
            found = run_arena(random_schedule(games), runner, file=results)
        assert (len(found), runner.games) == (games, new)
    whole = run_arena(random_schedule(10), InProcessRunner(BotEnvironment()))
    assert [without_times(game) for game in found] == [without_times(game) for game in whole]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 10


def test_other_games_in_the_file_are_left_alone(tmp_path: Path) -> None:
    """Games of another seed stay in the file and are not counted."""
    file = tmp_path / "r.jsonl"
    for seed in (1, 2):
        with ResultsFile(file) as results:
            found = run_arena(random_schedule(3, seed), InProcessRunner(BotEnvironment()), file=results)
        assert {game.scheduled.seed for game in found} == {seed}
    assert len(read_results(file)) == 6


@pytest.mark.parametrize("cut", [1, 2, 40, 300])
def test_an_incomplete_last_line_is_repaired(tmp_path: Path, cut: int) -> None:
    """Wherever the last line ends, its game is played again and the file is complete."""
    file = tmp_path / "r.jsonl"
    with ResultsFile(file) as results:
        whole = run_arena(random_schedule(4), InProcessRunner(BotEnvironment()), file=results)
    file.write_bytes(file.read_bytes()[:-cut])
    runner = Counting(BotEnvironment())
    with ResultsFile(file) as results:
        again = run_arena(random_schedule(4), runner, file=results)
    assert runner.games == (0 if cut == 1 else 1)
    assert [without_times(game) for game in again] == [without_times(game) for game in whole]
    assert len(read_results(file)) == 4
    assert file.read_bytes().endswith(b"\n")


def test_a_broken_line_in_the_middle_is_an_error(tmp_path: Path) -> None:
    """Only the last line may be incomplete; any other is an error with its number."""
    file = tmp_path / "r.jsonl"
    lines = [game.to_line() for game in pair(0, (1, 2), (3, 4))]
    file.write_text(f"{lines[0]}\n{lines[0][:50]}\n{lines[1]}\n", encoding="utf-8")
    with pytest.raises(ValueError, match="line 2"):
        ResultsFile(file)


def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    """The second one gets an error."""
    with ResultsFile(tmp_path / "r.jsonl"), pytest.raises(ValueError, match="another arena"):
        ResultsFile(tmp_path / "r.jsonl")
    with ResultsFile(tmp_path / "r.jsonl"):
        pass


def test_merging_keeps_each_game_once(tmp_path: Path) -> None:
    """Files that overlap become one list of all games, in order; merging again changes nothing."""
    games = [*pair(0, (1, 2), (3, 4)), *pair(1, (5, 6), (7, 8)), *pair(2, (1, 1), (2, 2))]
    one, two, out = (tmp_path / name for name in ("one.jsonl", "two.jsonl", "out.jsonl"))
    write_results(one, games[3::-1])
    write_results(two, games[2:])
    write_results(out, merge_files([one, two]))
    assert read_results(out) == games == merge_files([two, one, out])


def test_different_times_are_no_conflict_but_different_outcomes_are() -> None:
    """The same game may take longer on another machine, but it cannot end differently."""
    game = result(0, 0, "ab", (1, 2))
    assert merged([game, result(0, 0, "ab", (1, 2), cpu=9.0)]) == [game]
    with pytest.raises(ValueError, match=r"game 0\.0 of seed 1 \(a, b\) is there twice"):
        merged([game, result(0, 0, "ab", (1, 3))])


def test_results_of_another_version_of_a_bot_are_not_resumed() -> None:
    """It is an error if a bot has changed since, and if a file has two versions of a bot."""
    schedule = random_schedule(2)
    new, old = run_arena(schedule, InProcessRunner(BotEnvironment()))
    check_bot_versions([new, old], {name: BotEnvironment().source(name).version for name in schedule.names})
    for name in old.bot_versions:
        old.bot_versions[name] = "play-0"
    with pytest.raises(ValueError, match=rf"another version of {schedule.names[0]}"):
        check_bot_versions([old], {schedule.names[0]: BotEnvironment().source(schedule.names[0]).version})
    with pytest.raises(ValueError, match="another version of"):
        check_bot_versions([new, old])


def test_a_sequential_test_is_resumed(tmp_path: Path) -> None:
    """The file has the games that the test has counted, and a second run plays no game."""
    ends = []
    for _ in range(2):
        test, runner = SequentialTest("a", 0.5, 0.55), InventedRunner(5)
        with ResultsFile(tmp_path / "r.jsonl") as file:
            results = run_arena(Schedule(1, 2000, ("a", "b")), runner, file=file, test=test)
        assert read_results(tmp_path / "r.jsonl") == results
        ends.append((test.verdict, test.ratio, len(results)))
    assert ends[0] == ends[1]
    assert ends[0][0] is Verdict.BETTER
    assert runner.played == 0


def test_a_file_that_cannot_be_written_leaves_nothing_behind_and_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    (folder / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match=r"results'$") as raised:
        write_results(folder, [])
    assert raised.value.filename == str(folder)
    assert list(tmp_path.iterdir()) == [folder]
