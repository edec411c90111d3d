"""The command `arena`: what it prints and writes, and its errors."""

from __future__ import annotations

import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kingdom_builder.arena.ladder import Rung, gates, rungs, standard
from kingdom_builder.arena.results import GameResult, ResultsFile, read_results, write_results
from kingdom_builder.bots.levels import LEVELS as BOT_LEVELS
from kingdom_builder.game import load
from kingdom_builder.setup.builder import ALL_SETS
from tests.arena.examples import pair, result
from tests.cli.running import Command, on_a_terminal

DOCUMENT = Path(__file__).parents[2] / "docs" / "arena.md"
MATCH = ("arena", "--lineup", "random,random,random", "--games", "4", "--seed", "2", "--workers", "1")


def match(bots: str, *more: str) -> tuple[str, ...]:
    return ("arena", "--bots", f"random,{bots}:Hasty", "--games", "6", "--seed", "2", "--workers", "2", *more)


def test_json_is_one_object_with_a_part_for_each_bot(command: Command, bots: str) -> None:
    """It has the public names, wins add up to the games, and the same seed gives the same statistics."""
    first, second = (json.loads(command(*match(bots, "--json")).out) for _ in range(2))
    assert list(first["bots"]) == ["random", f"{bots}:Hasty"]
    assert sum(bot["wins"] for bot in first["bots"].values()) == pytest.approx(first["games"]) == 6
    for facts in (first, second):
        for bot in facts["bots"].values():
            low, high = bot["interval"]
            assert 0 <= low <= bot["win_rate"] <= high <= 1
            assert bot["rating_interval"][0] <= bot["rating"] <= bot["rating_interval"][1]
            assert bot.pop("seconds_per_turn") > 0
            assert bot.pop("longest_turn") > 0
        del facts["seconds"]
    assert first == second


def test_without_json_it_prints_tables(command: Command, bots: str) -> None:
    """They have the statistics of each bot, the gold by source, and the seed."""
    out = command(*match(bots)).out
    assert out.splitlines()[0].split()[:4] == ["bot", "seats", "win", "rate"]
    assert "Castles" in out
    assert "6 games in 3 groups" in out
    assert "seed 2" in out


def test_groups_are_always_complete(command: Command) -> None:
    """With three players and two bots a group has three games, so --games 1 plays three."""
    facts = json.loads(
        command(
            "arena",
            "--bots",
            "random,greedy",
            "--players",
            "3",
            "--games",
            "1",
            "--seed",
            "1",
            "--workers",
            "1",
            "--json",
        ).out
    )
    assert (facts["games"], facts["groups"], facts["bots"]["greedy"]["seats"]) == (3, 1, 6)
    assert facts["bots"]["random"]["fair_rate"] == pytest.approx(1 / 3)


def test_players_and_sets_can_change_by_group(command: Command, bots: str) -> None:
    """With a range of players and random sets."""
    facts = json.loads(command(*match(bots, "--players", "2-5", "--sets", "random", "--games", "28", "--json")).out)
    assert (facts["players"], facts["sets"], facts["games"]) == ([2, 3, 4, 5], "various", 28)


def test_the_sequential_test_prints_its_verdict(command: Command, bots: str) -> None:
    """For a bot that always wins it ends early."""
    out = command("arena", "--bots", f"random,{bots}:Illegal", "--sequential", "--seed", "1", "--json").out
    test = json.loads(out)["sequential"]
    assert (test["verdict"], test["bot"], test["win_rates"]) == ("better", "random", [0.5, pytest.approx(0.55)])
    assert 20 < test["groups"] < 60
    text = command("arena", "--bots", f"{bots}:Illegal,random", "--sequential", "0.4,0.6", "--seed", "1").out
    assert f"{bots}:Illegal is not better: log-likelihood ratio -" in text


def test_only_repeats_one_game(command: Command, tmp_path: Path) -> None:
    """It prints the record of one game, which has the scores that it had in the arena."""
    file = tmp_path / "r.jsonl"
    command(*MATCH, "--results", str(file))
    wanted = read_results(file)[2]
    game = load(command(*MATCH, "--only", wanted.scheduled.name).out)
    assert tuple(game.scores()) == wanted.scores
    assert json.loads(command(*MATCH, "--only", "2.0", "--json").out)["group"] == 2


def test_merging_prints_and_writes(command: Command, tmp_path: Path) -> None:
    """Two files become one with common statistics; two results of one game are an error."""
    one, two, out = (tmp_path / name for name in ("one.jsonl", "two.jsonl", "out.jsonl"))
    games = [*pair(0, (5, 2), (6, 4)), *pair(1, (5, 6), (7, 8))]
    write_results(one, games[:3])
    write_results(two, games[1:])
    facts = json.loads(command("arena", "--merge", str(one), str(two), "--results", str(out), "--json").out)
    assert (facts["games"], facts["bots"]["a"]["win_rate"]) == (4, 0.5)
    assert read_results(out) == games
    write_results(two, [result(0, 0, "ab", (1, 9))])
    ran = command("arena", "--merge", str(one), str(two))
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "is there twice with different outcomes" in ran.err


def test_a_results_file_is_resumed(command: Command, tmp_path: Path) -> None:
    """The same command again plays nothing and prints the same, with the same times."""
    file = tmp_path / "r.jsonl"
    first = command(*MATCH, "--results", str(file), "--json").out
    before = file.read_bytes()
    assert command(*MATCH, "--results", str(file), "--json").out == first
    assert file.read_bytes() == before


def test_an_interrupted_arena_says_how_to_go_on(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C after two games: they are stored, and the same command plays the others."""
    file = tmp_path / "games.jsonl"
    arguments = ("arena", "--lineup", "random,random", "--games", "4", "--workers", "1", "--results", str(file))
    add = ResultsFile.add

    def add_twice(results: ResultsFile, result: GameResult) -> None:
        if results.games == 2:
            raise KeyboardInterrupt
        add(results, result)

    with monkeypatch.context() as patch:
        patch.setattr(ResultsFile, "add", add_twice)
        ran = command(*arguments)
    assert ran.status == 130
    assert f"2 of 4 games are stored in {file}; the same command goes on\n" in ran.err
    assert command(*arguments).status == 0
    assert len(read_results(file)) == 4


def test_without_a_seed_a_results_file_is_resumed_with_its_own(command: Command, tmp_path: Path) -> None:
    """The same command again plays nothing and prints its seed; with games of two seeds the seed is random."""
    file = tmp_path / "r.jsonl"
    arguments = ("arena", "--lineup", "random,random", "--games", "2", "--workers", "1", "--results", str(file))
    assert command(*arguments).err == ""
    before = file.read_bytes()
    seed = read_results(file)[0].scheduled.seed
    again = command(*arguments)
    assert (len(again.err.splitlines()), f"seed {seed}" in again.err) == (1, True)
    assert file.read_bytes() == before
    command(*arguments, "--seed", str(seed + 1))
    assert command(*arguments).err == ""
    assert len(read_results(file)) == 6


def test_the_report_is_one_file(command: Command, bots: str, tmp_path: Path) -> None:
    """It has four plots of well-formed SVG, no script and no link; names are escaped."""
    page = tmp_path / "r.html"
    command(
        "arena", "--bots", f"random,{bots}:Hasty,{bots}:Raises", "--games", "12", "--seed", "2", "--report", str(page)
    )
    text = page.read_text(encoding="utf-8")
    assert "http" not in text
    assert "<script" not in text
    plots = [ElementTree.fromstring(plot) for plot in re.findall(r"<svg.*?</svg>", text, re.DOTALL)]
    assert [plot.get("aria-label") for plot in plots] == [
        "ratings",
        "win matrix",
        "gold by source",
        "gold over the turns",
    ]
    assert len(list(plots[0].iter("circle"))) == 3
    assert len(list(plots[1].iter("rect"))) == 9
    assert len(list(plots[3].iter("polyline"))) == 3
    assert "KeyError: &#x27;nothing&#x27;" in text


def test_the_ladder_has_each_level_against_the_one_below() -> None:
    """And the highest against greedy with all numbers of players; no match is there twice."""
    matches = rungs(["random", "greedy", "good", "best"])
    assert Rung(("good", "greedy")) in matches
    assert Rung(("best", "good"), sets=ALL_SETS) in matches
    assert {rung.players for rung in matches if rung.bots == ("best", "greedy")} == {2, 3, 4, 5}
    assert len(matches) == len(set(matches)) == len({rung.file for rung in matches}) == 14


def test_the_standard_ladder_has_targets_and_can_be_repeated() -> None:
    """Every budget is in evaluations, or the bot needs none, and the matches with large budgets come last.

    The weakest level is not rated: it is measured against a careless player (docs/bots.md).
    """
    matches = standard()
    wanted = [rung for rung in matches if rung.target is not None]
    large = gates()
    first = len(wanted) - len(large)
    assert matches[:first] + matches[-len(large) :] == wanted
    assert matches[-len(large) :] == large
    below = [rung.bots[1].partition("@")[0] for rung in wanted if rung.target == (0.65, 0.85)]
    assert list(dict.fromkeys(below)) == list(BOT_LEVELS)[1:5]
    for name in {name for rung in matches for name in rung.bots}:
        level = BOT_LEVELS.get(name.partition("@")[0])
        assert level is None or "@" in name or level.budget.seconds is None
    assert len(matches) == len({rung.file for rung in matches})


def test_the_ladder_is_played_into_a_folder_and_resumed(command: Command, bots: str, tmp_path: Path) -> None:
    """A short ladder prints a table; a second run plays nothing and prints the same."""
    folder = tmp_path / "ladder"
    arguments = ("arena", "--ladder", str(folder), "--bots", f"{bots}:Illegal,random", "--games", "2", "--workers", "2")
    page = folder / "report.html"
    first = command(*arguments, "--report", str(page)).out
    assert "Ratings" in page.read_text(encoding="utf-8")
    assert first.splitlines()[0].split()[0] == "match"
    assert f"random against {bots}:Illegal, 5 players, all sets" in first
    before = {file.name: file.read_bytes() for file in folder.glob("*.jsonl")}
    assert len(before) == 8
    assert command(*arguments).out == first
    assert {file.name: file.read_bytes() for file in folder.glob("*.jsonl")} == before
    matches = json.loads(command(*arguments, "--json").out)["matches"]
    assert {facts["win_rate"] for facts in matches if facts["players"] == 2} == {1.0}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "random"], "at least two bots"),
        (["--bots", "random,random"], "named twice"),
        (["--bots", "random,greedy", "--lineup", "random,greedy"], "--bots cannot be given with it"),
        (["--lineup", "random"], "2 to 5 can play"),
        (["--bots", "random,greedy", "--players", "1-3"], "2 to 5 can play"),
        (["--bots", "random,greedy", "--players", "2-99999999999"], "2 to 5 can play"),
        (["--bots", "random,greedy", "--players", "2,99999999998-99999999999"], "2 to 5 can play"),
        (["--bots", "random,greedy", "--players", "2,5-3"], "'2,5-3' is not a number of players"),
        (["--bots", "random,greedy", "--players", "2-"], "'' is not a whole number"),
        (["--bots", "random,greedy", "--players", "x"], "'x' is not a whole number"),
        (["--bots", "random,greedy", "--sets", "moon"], "'moon' is not a set"),
        (["--bots", "random,greedy", "--games", "0"], "expected at least 1"),
        (["--bots", "random,greedy", "--workers", "0"], "--workers: expected at least 1"),
        (["--bots", "random,greedy", "--turn-seconds", "0"], "--turn-seconds: expected a time above 0"),
        (["--bots", "random,greedy", "--sequential", "0.6,0.5"], "0 < low < high < 1"),
        (["--bots", "random,greedy", "--sequential", "x"], "'x' is not two win rates"),
        (["--bots", "random,greedy", "--sequential", "--players", "2-3"], "one number of players"),
        (["--bots", "random,greedy", "--only", "x"], "'x' is not a game"),
        (["--bots", "random,greedy", "--only", "1.2"], "a group has 2 games"),
        (["--bots", "random,greedy", "--ray", "127.0.0.1:1"], "Ray at 127.0.0.1:1: no answer, expected HOST:PORT"),
        (["--bots", "random,greedy", "--results", "/no/where.jsonl"], "/no/where.jsonl: No such file"),
        (["--merge", "/no/where.jsonl"], "/no/where.jsonl: No such file"),
        (["--merge", os.devnull], "there are no games"),
        (["--ladder", "x", "--bots", "random"], "at least two levels"),
        (["--bots", "random,greedy", "--hang-seconds", "0"], "--hang-seconds: expected a time above 0"),
        (["--bots", "random,greedy@40s"], "--hang-seconds: expected more than the 60.25 s that greedy@40s has"),
        (
            ["--bots", "random,greedy", "--turn-seconds", "9", "--hang-seconds", "9"],
            "more than the 9 s that random has",
        ),
        (["--ladder", "x", "--turn-seconds", "60"], "--hang-seconds: expected more than the 60 s"),
        (["--bots", "random,greedy", "--report", "/no/where.html"], "--report: /no/where.html cannot be written"),
        (["--bots", "random,greedy", "--report", "/"], "--report: / cannot be written"),
        (["--merge", os.devnull, "--report", "/no/where.html"], "--report: /no/where.html cannot be written"),
        *[
            (["--ladder", "x", *more], f"--ladder says what is played and keeps it in a folder, so {more[0]} cannot")
            for more in (
                ["--players", "2"],
                ["--sets", "base"],
                ["--lineup", "random,greedy"],
                ["--sequential"],
                ["--results", "x.jsonl"],
                ["--only", "0.0"],
            )
        ],
        *[
            (["--merge", "x.jsonl", *more], f"--merge plays nothing, so {more[0]} cannot be given with it")
            for more in (
                ["--bots", "random,greedy"],
                ["--lineup", "random,greedy"],
                ["--players", "2"],
                ["--sets", "base"],
                ["--games", "2"],
                ["--seed", "0"],
                ["--workers", "1"],
                ["--ray", "local"],
                ["--turn-seconds", "1"],
                ["--hang-seconds", "60"],
                ["--only", "0.0"],
                ["--ladder", "x"],
                ["--sequential"],
            )
        ],
    ],
)
def test_wrong_input_is_one_line_and_status_2(command: Command, arguments: list[str], words: str) -> None:
    """One line on standard error says what is wrong, and nothing is played."""
    ran = command("arena", *arguments)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err


def test_a_report_that_cannot_be_written_is_an_error_before_the_ladder_is_played(
    command: Command, tmp_path: Path
) -> None:
    """A report in the ladder's own folder, which is new, is possible (see above)."""
    ran = command("arena", "--ladder", str(tmp_path), "--bots", "random,greedy", "--report", "/no/where.html")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "--report: /no/where.html cannot be written" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_in_one_process_any_time_limit_for_a_turn_is_possible(command: Command) -> None:
    """There hanging is not detected, so the limit need not be below --hang-seconds."""
    assert command(*MATCH, "--turn-seconds", "60").status == 0
    assert command(*MATCH, "--turn-seconds", "60", "--only", "0.0").status == 0


def test_a_missing_library_is_named_with_its_extra(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Ray one line says what to install."""
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = command("arena", "--bots", "random,greedy", "--ray", "local")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "this needs ray, which is missing" in ran.err
    assert "pip install 'kingdom-builder[arena]'" in ran.err


def test_without_numpy_it_plays_and_does_not_rate(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says why there are no ratings; all other statistics are there."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    ran = command(*MATCH, "--json")
    assert (ran.status, len(ran.err.splitlines())) == (0, 1)
    assert "numpy is missing, so there are no ratings: pip install 'kingdom-builder[arena]'" in ran.err
    assert "rating" not in json.loads(ran.out)["bots"]["random"]


def test_without_rich_it_plays_and_shows_a_line(command: Command, monkeypatch: pytest.MonkeyPatch, bots: str) -> None:
    """On a terminal, one line says why there is no live table, and the number of games is shown."""
    monkeypatch.setitem(sys.modules, "rich", None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    ran = command(*match(bots))
    assert ran.status == 0
    assert "rich is missing, so there is no live table: pip install 'kingdom-builder[arena]'\n" in ran.err
    assert "\r0 of 6 games" in ran.err
    assert "6 games in 3 groups" in ran.out


def test_help_shows_an_example(command: Command) -> None:
    """The text of --help has an example."""
    ran = command("arena", "--help")
    assert ran.status == 0
    assert "Example: kingdom-builder arena" in ran.out


def test_the_bot_of_the_document_is_short_and_plays(command: Command, tmp_path: Path) -> None:
    """The bot of docs/arena.md has at most 20 lines and beats random without a fault."""
    bot, *_ = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20
    file = tmp_path / "my_bot.py"
    file.write_text(bot, encoding="utf-8")
    facts = json.loads(command("arena", "--bots", f"{file}:MyBot,random", "--games", "6", "--seed", "1", "--json").out)
    assert facts["faults"] == []
    assert facts["bots"][f"{file}:MyBot"]["wins"] > 3


def test_on_a_terminal_there_is_a_live_table(bots: str) -> None:
    """It has a table and a bar while games are played, and the statistics are printed at the end."""
    shown = on_a_terminal("arena", "--bots", f"{bots}:Sleepy,random", "--games", "20", "--seed", "1")
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert re.search(r"games .*\d+/20", shown)
    assert "95 % interval" in shown
    assert "20 games in 10 groups" in shown


def test_without_a_terminal_there_is_no_progress(command: Command) -> None:
    """Standard error stays empty."""
    assert command(*MATCH).err == ""
