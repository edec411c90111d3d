"""A bot on the ladder: it plays in its own process, its rating can be repeated, and its faults are reported."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import psutil
import pytest

from kingdom_builder.arena.bot_process import write_frame
from kingdom_builder.arena.game import play_scheduled_game
from kingdom_builder.arena.isolated import BotProcessFault, IsolatedBot
from kingdom_builder.arena.ladder import HASTY
from kingdom_builder.arena.players import BotEnvironment, sources_of
from kingdom_builder.arena.ratings import rate
from kingdom_builder.arena.results import GameResult, merge_files
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.arena.submission import REFERENCE, rate_against
from kingdom_builder.bots.specs import resolve
from kingdom_builder.game import new_game
from tests.arena.examples import BOTS
from tests.cli.running import Command

LADDER = Path(__file__).parents[2] / "ladder"
SPY = """
import gc

import kingdom_builder.engine.game


class Spy:
    def answer(self, view):
        games = [thing for thing in gc.get_objects() if isinstance(thing, kingdom_builder.engine.game.Game)]
        assert all(game.history is None and not game.setup.orders for game in games)
        assert len(games) <= 3, len(games)
        return view.legal_answers()[0]
"""


def outcome_of(name: str, seconds: float = 30.0, turn_seconds: float | None = None) -> GameResult:
    """Play a game of a bot in its own process against random."""
    environment = BotEnvironment(sources_of([name]), turn_seconds, isolated_seconds=seconds)
    return play_scheduled_game(Schedule(3, 2, lineup=(name, "random")).group(0)[0], environment)[0]


def test_a_bot_plays_the_same_game_in_its_own_process(bots: str) -> None:
    """Its time is that of the process, and no process is left."""
    name = f"{bots}:Hasty"
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    result = outcome_of(name)
    together, _ = play_scheduled_game(Schedule(3, 2, lineup=(name, "random")).group(0)[0], BotEnvironment())
    assert result.fault is None
    assert (result.scores, result.decisions) == (together.scores, together.decisions)
    assert result.cpu[0] > 0
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before


def test_the_process_of_a_bot_ends_without_words_when_nobody_reads_its_answers(bots: str) -> None:
    command = [sys.executable, "-m", "kingdom_builder.arena.bot_process"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        source = resolve(f"{bots}:Hasty")
        write_frame(process.stdin, (source, 1, None))  # type: ignore[arg-type]  # a pipe is a binary file
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_the_process_of_a_bot_has_no_real_game(tmp_path: Path) -> None:
    """Every game in its memory is a sampled one, without history and known shuffles."""
    file = tmp_path / "spy.py"
    file.write_text(SPY, encoding="utf-8")
    assert outcome_of(f"{file}:Spy").fault is None


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Raises", "raised", "KeyError: 'nothing'"),
        ("RaisesAtOnce", "raised", "OSError: no model"),
        ("Illegal", "illegal", "549"),
        ("Dies", "crashed", "status 3"),
        ("Hangs", "hung", "gave no answer for 2 s"),
        ("Slow", "overran", "allowed are 0.300 s"),
    ],
)
def test_a_fault_in_its_own_process_is_reported(bots: str, name: str, kind: str, words: str) -> None:
    """As in the arena, and the arena goes on."""
    assert name in BOTS
    seconds, turn_seconds = 2.0 if kind == "hung" else 30.0, 0.3 if kind == "overran" else None
    fault = outcome_of(f"{bots}:{name}", seconds, turn_seconds).fault
    assert fault is not None
    assert (fault.kind, fault.seat) == (kind, 0)
    assert words in fault.message


def test_a_process_that_is_killed_is_noticed(bots: str) -> None:
    """The game then ends by a fault."""
    bot = IsolatedBot(resolve(f"{bots}:Hasty"), 1, hang_seconds=30)
    (child,) = [child for child in psutil.Process().children() if "bot_process" in " ".join(child.cmdline())]
    child.kill()
    with pytest.raises(BotProcessFault, match="status -9"):
        bot.answer(new_game(1).view(0))
    bot.close()


def test_the_reference_ratings_are_those_of_the_ladder() -> None:
    """They are fitted to the matches of two players with the base game; those with large budgets do not move them."""
    pytest.importorskip("numpy")
    groups = defaultdict(list)
    for result in merge_files(sorted(LADDER.glob("*-2-base.jsonl"))):
        scheduled = result.scheduled
        if not set(scheduled.seats) <= {*REFERENCE, HASTY}:
            continue
        groups[scheduled.seed, scheduled.group, tuple(sorted(scheduled.seats))].append(result)
    rated = rate(list(groups.values()))
    assert {name: round(rated[name].rating, 1) for name in REFERENCE} == REFERENCE


def test_the_rating_of_a_standard_bot_is_found_again() -> None:
    """From its games of the ladder against two others; the interval contains it."""
    files = ["steward@2500e-vs-mason", "champion@10000e-vs-steward@2500e", "steward@2500e-vs-greedy"]
    results = merge_files([LADDER / f"{name}-2-base.jsonl" for name in files])
    played = defaultdict(list)
    for result in results:
        (opponent,) = set(result.scheduled.seats) - {"steward@2500e"}
        played[opponent].append(result)
    rating, (low, high) = rate_against("steward@2500e", played)
    assert low < REFERENCE["steward@2500e"] < high
    assert 30 < high - low < 100
    assert low < rating < high


def test_a_submission_prints_a_rating_that_can_be_repeated(command: Command, bots: str, tmp_path: Path) -> None:
    """The second time the games are read from the folder; another version of the bot is refused."""
    folder = tmp_path / "results"
    arguments = ["ladder", "submit", f"{bots}:Hasty", "--games", "2", "--opponents", "random", "--workers", "1"]
    ran = command(*arguments, "--results", str(folder), "--json")
    assert ran.status == 0, ran.err
    facts = json.loads(ran.out)
    assert (facts["games"], facts["faults"], facts["seed"]) == (2, 0, 1)
    assert facts["interval"][0] < facts["rating"] < facts["interval"][1]
    again = command(*arguments, "--results", str(folder))
    assert f"| Hasty | {facts['rating']:.0f} | " in again.out
    with open(bots, "a", encoding="utf-8") as file:
        file.write("# changed\n")
    changed = command(*arguments, "--results", str(folder))
    assert (changed.status, "another version" in changed.err) == (2, True)


def test_a_submission_shows_why_games_were_lost_by_a_fault(command: Command, bots: str) -> None:
    """Each reason once, with the traceback and the command that plays one of these games again."""
    arguments = ["ladder", "submit", f"{bots}:Raises", "--games", "2", "--opponents", "random,novice", "--workers", "1"]
    ran = command(*arguments)
    assert ran.status == 0, ran.err
    assert ran.out.count("raised: KeyError: 'nothing'") == 1
    assert "  KeyError: 'nothing'\n" in ran.out
    assert "and 3 other games for the same reason" in ran.out
    assert "No rating to publish: 4 of 4 games were lost by a fault." in ran.out
    assert "| Raises |" not in ran.out
    line = next(line for line in ran.out.splitlines() if "--only" in line)
    again = command(*line.replace("'", "").split("kingdom-builder ", 1)[1].split())
    assert "KeyError: 'nothing'" in again.err
    facts = json.loads(command(*arguments, "--json").out)
    assert (facts["faults"], len(facts["lost_games"])) == (4, 4)
    assert {lost["message"] for lost in facts["lost_games"]} == {"KeyError: 'nothing'"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["greedy"], "greedy is a standard bot"),
        (["nobody.py:Bot"], "nobody.py: No such file"),
        (["{bots}:Hasty", "--opponents", "king"], "'king' is not one of random"),
        (["{bots}:Hasty", "--games", "0"], "--games"),
    ],
)
def test_a_wrong_submission_is_one_line(command: Command, bots: str, arguments: list[str], words: str) -> None:
    """Before anything is played."""
    ran = command("ladder", "submit", *[argument.format(bots=bots) for argument in arguments])
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert words in ran.err
