"""A match from Python: bots as names, files, classes and functions, in this process and in others."""

from __future__ import annotations

import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

import kingdom_builder as kb
from kingdom_builder.arena.match import BotFaultWarning
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.runner import InProcessRunner, run_arena
from kingdom_builder.arena.schedule import Schedule
from tests.cli.running import Command


class First:
    """Gives the first legal answer."""

    def answer(self, view: kb.View) -> int:
        """Return the first legal answer."""
        return view.legal_answers()[0]


class Seeded(First):
    """Takes a seed."""

    def __init__(self, seed: int) -> None:
        assert isinstance(seed, int)


class Optional(First):
    """Has an option that is not the seed."""

    def __init__(self, depth: int = 3) -> None:
        assert depth == 3


class Fails(First):
    """Raises an exception."""

    def answer(self, view: kb.View) -> int:
        """Fail."""
        raise KeyError("nothing")


class Cheats(First):
    """Gives an answer that does not exist."""

    def answer(self, view: kb.View) -> int:
        """Return a number that is never legal."""
        return 549


def make_first(seed: int) -> First:
    """Return a bot."""
    return First()


@pytest.mark.parametrize("bot", [First, Seeded, Optional, make_first, lambda seed: First(), "{bots}:Hasty"])
def test_every_kind_of_bot_plays(bot: Any, bots: str) -> None:
    """A class, a function or a file gives the same games."""
    match = kb.arena(bot.format(bots=bots) if isinstance(bot, str) else bot, "random", games=4, seed=3)
    expected = kb.arena(First, "random", games=4, seed=3)
    assert (match.games, match.faults) == (4, [])
    assert [result.scores for result in match.results] == [result.scores for result in expected.results]
    assert "games (" in repr(match)


@pytest.mark.parametrize("bot", [First, make_first])
def test_classes_of_modules_play_in_several_processes(bot: Any) -> None:
    """The results are those of one process."""
    one, two = (kb.arena(bot, "random", games=4, seed=3, workers=workers) for workers in (1, 2))
    assert [result.scores for result in one.results] == [result.scores for result in two.results]


def test_a_schedule_with_a_file_plays_without_any_preparation(bots: str) -> None:
    """The file of a bot is read when it is needed; a name that is no bot is an error, not a lost game."""
    schedule = Schedule(seed=1, games=2, bots=(f"{bots}:Hasty", "random"))
    assert all(result.fault is None for result in run_arena(schedule, InProcessRunner(BotEnvironment())))
    with pytest.raises(ValueError, match="'clever' is not a bot"):
        run_arena(Schedule(seed=1, games=2, bots=("clever", "random")), InProcessRunner(BotEnvironment()))


@pytest.mark.parametrize(
    ("bot", "reason"),
    [(Fails, "turn 2: raised: KeyError: 'nothing'"), (Cheats, "turn 2: illegal: answered 549")],
)
def test_a_fault_is_reported_with_its_reason(bot: type[First], reason: str) -> None:
    """As a warning, in the printed match, and with its traceback among the faults."""
    with pytest.warns(BotFaultWarning, match=reason) as warned:
        match = kb.arena(bot, "random", games=2)
    assert warned[0].filename == __file__
    assert reason in repr(match)
    assert (match.win_rate, len(match.faults)) == (0, 2)


def test_a_lost_game_can_be_played_again_with_the_printed_call() -> None:
    """The call names the classes, because no command knows them; a function without a name is shown as dots."""
    with pytest.warns(BotFaultWarning) as warned:
        match = kb.arena(Fails, "random", "greedy", games=6, seed=3, sets="base,nomads", turn_seconds=5)
    lost = match.faults[-1]
    call = f"kb.arena(Fails, 'random', 'greedy', seed=3, sets='base,nomads', turn_seconds=5, only={lost['game']!r})"
    assert lost["replay"] == call
    assert match.faults[0]["replay"] in str(warned[0].message)
    with pytest.warns(BotFaultWarning):
        again = eval(call)
    assert (again.games, again.faults) == (1, [lost])
    with pytest.warns(BotFaultWarning):
        unnamed = kb.arena(lambda seed: Fails(), "random", games=2)
    assert unnamed.faults[0]["replay"] == "kb.arena(..., 'random', only='0.0')"


def test_a_lost_game_of_a_file_can_be_played_again_with_the_printed_command(bots: str, command: Command) -> None:
    """Also if the match was played from Python."""
    with pytest.warns(BotFaultWarning):
        match = kb.arena(f"{bots}:Illegal", "random", games=2)
    ran = command(*shlex.split(match.faults[0]["replay"])[1:])
    assert (ran.status, ran.out) == (0, match.faults[0]["record"])


def test_a_match_counts_games_and_seats() -> None:
    """With three players and two bots one of them has two seats in each game."""
    match = kb.arena(First, "random", games=6, players=3)
    assert {name: bot["seats"] for name, bot in match.bots.items()} == {"First": 6, "random": 12}
    first, other = repr(match).splitlines()
    assert " of 6 games (" in first
    assert " of 12 seats in 6 games (" in other


def test_an_unknown_option_is_an_error_with_the_known_ones() -> None:
    """A budget is no option, but part of a name."""
    known = "expected one of games, seed, players, sets, workers, turn_seconds, only"
    with pytest.raises(TypeError, match=f"kb.arena has no option 'game': {known}$"):
        kb.arena(First, "random", game=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=f"kb.arena has no option 'budget': {known}; a budget is part of a bot's name"):
        kb.arena(First, "random", budget="1s")  # type: ignore[call-arg]


def test_a_match_may_be_too_short_for_all_bots() -> None:
    """Its statistics have those that have played."""
    match = kb.arena(First, "random", "greedy", games=2)
    assert (match.games, [*match.bots], "greedy" in repr(match)) == (2, ["First", "random"], False)
    with pytest.raises(ValueError, match="First has played no game of this match"):
        _ = kb.arena(First, "random", "greedy", only="2.0").win_rate


@pytest.mark.parametrize("only", ["0.2", "x", "1", "0.-1"])
def test_a_game_that_is_not_in_the_match_is_an_error(only: str) -> None:
    """With what was expected."""
    with pytest.raises(ValueError, match=f"only: '{only}' is not a game of this match: expected group and game"):
        kb.arena(First, "random", games=2, only=only)


@pytest.mark.parametrize(("option", "value"), [("games", 0), ("games", "4"), ("workers", 0)])
def test_a_wrong_number_is_named(option: str, value: Any) -> None:
    """With its name in Python."""
    with pytest.raises(ValueError, match=f"{option}: expected a whole number from 1, not {value!r}"):
        kb.arena(First, "random", **{option: value})


@pytest.mark.parametrize(
    ("option", "value", "error", "words"),
    [
        ("players", [], ValueError, "players: expected a number of players, or several"),
        ("turn_seconds", 0, ValueError, "turn_seconds: expected a time above 0, not 0"),
        ("turn_seconds", float("nan"), ValueError, "turn_seconds: expected a time above 0, not nan"),
        ("turn_seconds", "1s", ValueError, "turn_seconds: expected a time above 0, not '1s'"),
        ("only", 5, TypeError, "only: expected group and game as text, such as '12.1', not 5"),
    ],
)
def test_an_option_that_cannot_be_is_named(option: str, value: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        kb.arena(First, "random", **{option: value})


def test_what_cannot_be_sent_to_other_processes_is_explained() -> None:
    """A local class, or one at a prompt."""
    local = type("Local", (First,), {})
    with pytest.raises(ValueError, match="workers: Local is not at the top of a module"):
        kb.arena(local, "random", games=2, workers=2)
    program = """
        import kingdom_builder as kb
        class Mine:
            def answer(self, view):
                return view.legal_answers()[0]
        print(kb.arena(Mine, "random", games=2).games)
        try:
            kb.arena(Mine, "random", games=2, workers=2)
        except ValueError as error:
            print(error)
    """
    ran = subprocess.run([sys.executable, "-"], input=textwrap.dedent(program), capture_output=True, text=True)
    assert ran.stdout.splitlines()[0] == "2"
    assert "workers: Mine is defined at a prompt or in a notebook" in ran.stdout


def test_a_script_plays_with_several_processes(tmp_path: Path) -> None:
    """A class of a script is found by the other processes."""
    script = tmp_path / "script.py"
    script.write_text(
        "import kingdom_builder as kb\n\n\n"
        "class Mine:\n    def answer(self, view):\n        return view.legal_answers()[0]\n\n\n"
        'if __name__ == "__main__":\n    print(kb.arena(Mine, "random", games=4, workers=2).faults)\n',
        encoding="utf-8",
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path)
    assert (ran.stdout, ran.returncode) == ("[]\n", 0), ran.stderr


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((First(), "random"), "give the class First"),
        ((First,), "expected at least two"),
        ((First, First), "two are named 'First'"),
        ((First, 7), "7 is not a bot"),
        ((First, "clever"), "'clever' is not a bot"),
    ],
)
def test_what_is_no_match_is_explained(given: tuple[Any, ...], words: str) -> None:
    """The error says what to give instead."""
    with pytest.raises(ValueError, match=words):
        kb.arena(*given, games=2)
