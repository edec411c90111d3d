"""A bot that misbehaves loses that game, with a report, and the arena continues."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from kingdom_builder.arena.game import play_scheduled_game
from kingdom_builder.arena.players import BotEnvironment, sources_of, with_slack
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.bots.specs import budget_of
from kingdom_builder.game import load
from tests.cli.running import Command

PROGRAM = str(Path(sys.executable).parent / "kingdom-builder")
PATIENCE = 90.0
WITH_SIGINT = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])"
)
"""Runs a program that Ctrl-C can stop: a shell ignores SIGINT in background jobs, and children inherit that.

`preexec_fn` would do it in a fork of this process: if another thread holds a lock then, both hang for ever.
"""


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Raises", "raised", "KeyError: 'nothing'"),
        ("Leaves", "raised", "SystemExit: 3"),
        ("Interrupts", "raised", "KeyboardInterrupt"),
        ("RaisesSurrogate", "raised", r"half a letter: \ud800"),
        ("SaysSurrogate", "illegal", r"'\ud800' is neither a hex"),
        ("Illegal", "illegal", "549"),
        ("SaysWords", "illegal", "'somewhere' is neither a hex"),
        ("SaysTooMuch", "illegal", "answered <int that cannot be written>"),
        ("Unspeakable", "illegal", "answered <Unspeakable that cannot be written>"),
        ("NoNumber", "raised", "OSError: no number"),
        ("RaisesWithoutWords", "raised", "WithoutWords: <WithoutWords that cannot be written>"),
        ("Slow", "overran", "allowed are 0.500 s"),
        ("Hangs", "hung", "gave no answer for 1 s"),
        ("Dies", "crashed", "status 3"),
        ("DiesOfItsAnswer", "crashed", "status 3"),
    ],
)
def test_a_bad_bot_loses_with_a_report(command: Command, bots: str, name: str, kind: str, words: str) -> None:
    """It loses each of its games, the report says why and how to repeat it, and all other games are played."""
    bad = f"{bots}:{name}"
    ran = command(
        "arena", "--bots", f"{bad},random,{bots}:Hasty", "--games", "6", "--seed", "3", "--json",
        "--turn-seconds", "0.5", "--hang-seconds", "1" if kind == "hung" else "30", "--workers", "2",
    )  # fmt: skip
    facts = json.loads(ran.out)
    assert (ran.status, facts["games"]) == (0, 6)
    assert (facts["bots"][bad]["wins"], facts["bots"][bad]["faults"]) == (0, 4)
    assert facts["bots"]["random"]["wins"] + facts["bots"][f"{bots}:Hasty"]["wins"] == 6
    assert len(facts["faults"]) == 4
    for fault in facts["faults"]:
        assert (fault["bot"], fault["kind"], fault["seats"][fault["seat"]]) == (bad, kind, bad)
        assert words in fault["message"]
        assert "--turn-seconds 0.5 --only" in fault["replay"]
        if kind not in ("hung", "crashed"):
            assert load(fault["record"]).to_play is not None
        if kind == "raised":
            assert f'File "{bots}"' in "\n".join(fault["traceback"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Mute", "Mute has no method answer(view)"),
        ("RaisesAtOnce", "RaisesAtOnce cannot be made: OSError: no model (bots.py, line "),
    ],
)
@pytest.mark.parametrize("arguments", [("arena", "--games", "2", "--bots", "random,{}"), ("ladder", "submit", "{}")])
def test_a_bot_that_cannot_be_made_is_refused_before_any_game(
    command: Command, bots: str, arguments: tuple[str, ...], name: str, words: str
) -> None:
    """In one line, with the status of other wrong input."""
    ran = command(*[argument.format(f"{bots}:{name}") for argument in arguments])
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err


def test_a_fault_that_many_games_have_is_reported_once(command: Command, bots: str) -> None:
    """Games that were lost for the same reason are counted, also if other answers would have been legal."""
    for name in ("Raises", "Illegal"):
        out = command("arena", "--bots", f"{bots}:{name},random", "--games", "6", "--seed", "3").out
        assert out.count("lost game") == out.count("again: ") == 1
        assert "and 5 other games for the same reason" in out


def test_the_text_report_has_bot_game_and_command(command: Command, bots: str) -> None:
    """It has the last lines of the traceback, and the command that repeats the game with the same end."""
    arguments = ["arena", "--bots", f"{bots}:Raises,random", "--games", "2", "--seed", "3"]
    out = command(*arguments).out
    fault = json.loads(command(*arguments, "--json").out)["faults"][0]
    who, when = f"(seat {fault['seat']})", f"in turn {fault['turn']}, raised"
    assert f"{bots}:Raises {who} lost game {fault['game']} {when}: KeyError: 'nothing'" in out
    game = load(fault["record"])
    assert (fault["seat"], fault["turn"]) == (game.to_play, game.turn + 1)
    assert "  KeyError: 'nothing'\n" in out
    line = next(line for line in out.splitlines() if line.endswith(f"--only {fault['game']}"))
    again = command(*line.replace("'", "").split("kingdom-builder ", 1)[1].split())
    assert "KeyError: 'nothing'" in again.err
    assert load(again.out).to_play == fault["seat"]


@pytest.mark.parametrize("name", ["Hasty", "RaisesAtOnce", "Raises", "NoNumber", "Illegal"])
def test_the_watch_is_called_when_a_bot_ends_thinking(bots: str, name: str) -> None:
    """However a game ends: otherwise a crash in the next game would be blamed on the wrong seat."""
    calls: list[tuple[int, int]] = []
    schedule = Schedule(3, 2, lineup=(f"{bots}:{name}", "random"))
    environment = BotEnvironment(sources_of(schedule.names))
    result, _ = play_scheduled_game(schedule.group(0)[0], environment, lambda seat, turn: calls.append((seat, turn)))
    assert (result.fault is None) == (name == "Hasty")
    assert [seat < 0 for seat, _ in calls] == [False, True] * (len(calls) // 2)


def test_the_command_of_an_overrun_has_the_time_limit(command: Command, bots: str) -> None:
    """So the bot overruns again when the game is repeated."""
    facts = json.loads(
        command(
            "arena", "--bots", f"{bots}:Slow,random", "--games", "2", "--seed", "3", "--turn-seconds", "0.3", "--json"
        ).out
    )
    again = command(*shlex.split(facts["faults"][0]["replay"])[1:])
    assert (again.status, "overran" in again.err) == (0, True)


def test_other_bots_share_the_victory_after_a_fault(command: Command, bots: str) -> None:
    """With four players and one fault each of the three others has a third."""
    facts = json.loads(
        command(
            "arena", "--bots", f"{bots}:Illegal,random", "--players", "4", "--games", "4", "--seed", "1", "--json"
        ).out
    )
    assert facts["bots"]["random"]["wins"] == pytest.approx(4)
    assert facts["bots"]["random"]["win_rate"] == pytest.approx(1 / 3)


def test_what_a_bot_prints_stays_out_of_the_results(bots: str) -> None:
    """It goes to standard error; a bot with a parameter `budget` gets the budget of its name."""
    arguments = ["arena", "--bots", f"{bots}:Chatty@400e,random", "--games", "2", "--seed", "1", "--json"]
    ran = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["faults"] == []
    assert "my budget is 400e\n" in ran.stderr


def test_what_a_bot_prints_stays_out_of_a_record(command: Command, bots: str) -> None:
    """With --only it goes to standard error too."""
    ran = command("arena", "--lineup", f"{bots}:Chatty,random", "--seed", "1", "--only", "0.0")
    assert load(ran.out).over
    assert "my budget is None\n" in ran.err


def test_a_time_budget_is_the_time_allowed_with_slack() -> None:
    """A bot with a time in its name may take half as much again; other bots have no limit."""
    environment = BotEnvironment()
    assert environment.seconds_allowed("greedy@2s") == with_slack(2) == 3.25
    assert environment.seconds_allowed("greedy@400e") is environment.seconds_allowed("greedy") is None
    assert BotEnvironment(turn_seconds=7).seconds_allowed("greedy@2s") == 7
    assert budget_of("./a@b.py:X") is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nobody.py:Bot", "nobody.py: No such file"),
        ("{bots}:Nobody", "there is no class 'Nobody', it has Hasty, Sleepy"),
        ("{bots}", "a bot in a file is written ./my_bot.py:MyBot"),
        ("clever", "'clever' is not a bot"),
        ("greedy@soon", "'soon' is not a budget"),
        ("{bots}:Hasty@soon", "'soon' is not a budget"),
        ("{broken}:Bot", "broken.py:1: "),
    ],
)
def test_a_name_that_is_no_bot_is_one_line(command: Command, bots: str, name: str, words: str) -> None:
    """Names are checked before anything is played."""
    broken = bots.replace("bots.py", "broken.py")
    with open(broken, "w", encoding="utf-8") as file:
        file.write("class Bot(:\n")
    ran = command("arena", "--bots", f"random,{name.format(bots=bots, broken=broken)}", "--games", "2")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert words in ran.err


@pytest.mark.parametrize(
    ("command", "child"),
    [("arena", "forkserver"), ("ladder", "forkserver"), ("ladder", "bot_process")],
)
def test_ctrl_c_is_one_line_at_every_moment(bots: str, tmp_path: Path, command: str, child: str) -> None:
    """Ctrl-C reaches all processes of a terminal: none of them prints a traceback, also while it starts."""
    arguments = {
        "arena": ["arena", "--bots", f"{bots}:Hasty,random", "--games", "90000", "--workers", "2"],
        "ladder": ["ladder", "submit", f"{bots}:Hasty", "--workers", "2"],
    }[command]
    run = subprocess.Popen(
        [sys.executable, "-c", WITH_SIGINT, PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=tmp_path,
    )
    main, until = psutil.Process(run.pid), time.monotonic() + PATIENCE
    while not any(child in " ".join(command_of(process)) for process in main.children(recursive=True)):
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(0.05)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, "Traceback" in err) == (130, False), err


def command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def test_a_game_played_again_shows_where_a_bot_hangs(bots: str) -> None:
    """With --only, Ctrl-C stops a bot that hangs and shows its line."""
    arguments = ["arena", "--lineup", f"{bots}:Hangs,random", "--seed", "3", "--only", "0.0"]
    game = subprocess.Popen(
        [sys.executable, "-c", WITH_SIGINT, PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process, until = psutil.Process(game.pid), time.monotonic() + PATIENCE
    switches = process.num_ctx_switches().voluntary
    while process.num_ctx_switches().voluntary < switches + 300:  # they show that it sleeps in its loop
        assert game.poll() is None
        assert time.monotonic() < until
        time.sleep(0.05)
    game.send_signal(signal.SIGINT)
    out, err = game.communicate(timeout=PATIENCE)
    assert (game.returncode, out) == (130, "")
    assert f'File "{bots}"' in err
    assert "time.sleep(0.01)" in err
