"""Invented results, bots that misbehave, and a function that plays a schedule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kingdom_builder.arena.results import Fault, FaultKind, GameResult, shares_after_fault, shares_of, without_times
from kingdom_builder.arena.runner import Runner, run_arena
from kingdom_builder.arena.schedule import Schedule, ScheduledGame

BOTS = """
import os
import time
from pathlib import Path


class Hasty:
    def answer(self, view):
        return view.legal_answers()[0]


class Sleepy(Hasty):
    def answer(self, view):
        time.sleep(0.002)
        return super().answer(view)


class SleepyAtFirst(Hasty):
    def answer(self, view):
        if not Path(__file__).with_name("quick").exists():
            time.sleep(0.02)
        return super().answer(view)


class Raises(Hasty):
    def __init__(self, seed):
        self.asked = 0

    def answer(self, view):
        self.asked += 1
        return super().answer(view) if self.asked < 5 else {}["nothing"]


class RaisesAtOnce(Hasty):
    def __init__(self, seed):
        raise OSError("no model")


class Interrupts(Hasty):
    def answer(self, view):
        raise KeyboardInterrupt


class RaisesSurrogate(Hasty):
    def answer(self, view):
        raise RuntimeError("half a letter: \\ud800")


class SaysSurrogate(Hasty):
    def answer(self, view):
        return "\\ud800"


class Leaves(Hasty):
    def answer(self, view):
        raise SystemExit(3)


class Illegal(Hasty):
    def answer(self, view):
        return 549


class SaysWords(Hasty):
    def answer(self, view):
        return "somewhere"


class SaysTooMuch(Hasty):
    def answer(self, view):
        return 10**5000


class Unspeakable(Hasty):
    def answer(self, view):
        return self

    def __repr__(self):
        raise OSError("no words")


class NoNumber(Hasty):
    def answer(self, view):
        return self

    def __index__(self):
        raise OSError("no number")


class DiesOfItsAnswer(NoNumber):
    def __index__(self):
        os._exit(3)


class RaisesWithoutWords(Hasty):
    def answer(self, view):
        raise WithoutWords


class WithoutWords(Exception):
    def __str__(self):
        raise OSError("no words")


class Mute:
    pass


class Slow(Hasty):
    def answer(self, view):
        until = time.process_time() + 0.2
        while time.process_time() < until:
            pass
        return super().answer(view)


class Hangs(Hasty):
    def answer(self, view):
        while True:
            time.sleep(0.01)


class Dies(Hasty):
    def answer(self, view):
        os._exit(3)


class DiesTwice(Hasty):
    def answer(self, view):
        for mark in (Path(__file__).with_name(f"death-{view.seat}-{number}") for number in range(2)):
            if not mark.exists():
                mark.touch()
                os._exit(3)
        return super().answer(view)


class Chatty(Hasty):
    def __init__(self, seed, budget=None):
        self.budget = budget

    def answer(self, view):
        print("my budget is", self.budget)
        return super().answer(view)
"""


def bots_file(folder: Path) -> str:
    """Write the bots to a file and return its path."""
    file = folder / "bots.py"
    file.write_text(BOTS, encoding="utf-8")
    return str(file)


def result(
    group: int,
    game: int,
    seats: Sequence[str],
    scores: Sequence[int],
    *,
    seed: int = 1,
    fault: int | None = None,
    cpu: float = 1.0,
    turns: int = 10,
    sets: Sequence[str] = ("base",),
) -> GameResult:
    """Return an invented result: all gold is from castles, except 1 that was earned in play."""
    players = len(seats)
    return GameResult(
        ScheduledGame(seed, group, game, tuple(sets), tuple(seats)),
        start=0,
        shares=shares_of(scores) if fault is None else shares_after_fault(players, fault),
        scores=tuple(scores),
        sources=tuple({"castle": gold - 1, "in_game": 1} for gold in scores),
        turns=(turns,) * players,
        decisions=(3 * turns,) * players,
        score_by_turn=tuple((0, gold) for gold in scores),
        cpu=tuple(cpu * (seat + 1) for seat in range(players)),
        longest=(cpu,) * players,
        fault=None
        if fault is None
        else Fault(fault, seats[fault], FaultKind.RAISED, 2, "KeyError: 'x'", ("KeyError: 'x'",)),
    )


def pair(group: int, first: tuple[int, int], second: tuple[int, int]) -> list[GameResult]:
    """Return the two games of a and b in a group; both pairs of scores have that of a first."""
    return [result(group, 0, "ab", first), result(group, 1, "ba", second[::-1])]


def played(schedule: Schedule, runner: Runner) -> list[GameResult]:
    """Play a schedule and return its results without times."""
    try:
        return [without_times(game) for game in run_arena(schedule, runner)]
    finally:
        runner.close()
