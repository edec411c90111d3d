"""The ladder: matches of each level against the one below, and of the strongest with every number of players."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypedDict

from kingdom_builder.arena.results import GameResult, ResultsFile, check_bot_versions
from kingdom_builder.arena.runner import Progress, Runner, run_arena
from kingdom_builder.arena.schedule import Schedule
from kingdom_builder.arena.statistics import statistics
from kingdom_builder.setup.builder import ALL_SETS, PLAYERS

BASE = ("base",)
LEVELS = ("novice", "settler", "mason", "steward@2500e", "champion@10000e")
"""The levels that are rated, without the weakest. Their budgets are evaluations, so every game can be played again."""

HASTY = "champion@500e"
"""The champion with a twentieth of its budget."""

BUDGETS = (2500, 10_000, 40_000, 160_000, 640_000)
"""Budgets of the champion, each four times the one before: more thinking must make it stronger."""

STRONGEST, STEWARD = "champion@160000e", "steward@10000e"
"""The champion with the evaluations that it has at a table, and the steward with about those that it makes there."""


@dataclass(frozen=True)
class Rung:
    """One match of the ladder. The first bot should win, with a win rate within `target` if there is one."""

    bots: tuple[str, str]
    players: int = 2
    sets: tuple[str, ...] = BASE
    target: tuple[float, float] | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The match as people read it."""
        sets = "all sets" if self.sets == ALL_SETS else ", ".join(self.sets)
        return f"{self.bots[0]} against {self.bots[1]}, {self.players} players, {sets}"

    @property
    def file(self) -> str:
        """The name of its file."""
        words = "".join(letter if letter.isalnum() or letter in "@." else "-" for letter in "-vs-".join(self.bots))
        return f"{words}-{self.players}-{'all' if self.sets == ALL_SETS else '-'.join(self.sets)}.jsonl"


def rungs(levels: Sequence[str], opponent: str | None = None) -> list[Rung]:
    """Return the matches for levels given from the weakest to the strongest.

    The strongest also plays against the opponent with every number of players. Without an opponent that is greedy if
    greedy is a level, else the next level.

    >>> [rung.name for rung in rungs(["random", "greedy"])][:2]
    ['greedy against random, 2 players, base', 'greedy against random, 2 players, all sets']
    """
    if len(levels) < 2:
        raise ValueError("--ladder: expected at least two levels, the weakest first")
    steps = [
        Rung((above, below), sets=sets) for below, above in itertools.pairwise(levels) for sets in (BASE, ALL_SETS)
    ]
    opponent = opponent or ("greedy" if "greedy" in levels[:-1] else levels[-2])
    tables = [Rung((levels[-1], opponent), players, sets) for players in PLAYERS for sets in (BASE, ALL_SETS)]
    return list(dict.fromkeys(steps + tables))


def standard() -> list[Rung]:
    """Return the ladder of `LEVELS`; the matches with large budgets come last.

    Two more matches let `random` and `greedy` be rated on the same scale, and one for each set shows that set alone.

    >>> standard()[0].name, standard()[0].target
    ('settler against novice, 2 players, base', (0.65, 0.85))
    """
    champion = LEVELS[-1]
    steps = [Rung((above, below), target=(0.65, 0.85)) for below, above in itertools.pairwise(LEVELS[:-1])]
    wanted = [
        *steps,
        Rung((champion, "greedy"), target=(0.95, 1.0)),
        Rung((champion, "greedy"), sets=ALL_SETS, target=(0.9, 1.0)),
        Rung((champion, "greedy"), players=4, target=(0.7, 1.0)),
        Rung((champion, HASTY), target=(0.6, 1.0)),
    ]
    compared = [Rung((LEVELS[0], "random")), Rung((LEVELS[-2], "greedy"))]
    with_set = [Rung((champion, "greedy"), sets=("base", name)) for name in ALL_SETS if name != "base"]
    return list(dict.fromkeys([*wanted, *compared, *rungs(LEVELS, "greedy"), *with_set, *gates()]))


def gates() -> list[Rung]:
    """Return the matches with large budgets; the last takes as long as all before it.

    >>> gates()[0].name
    'champion@10000e against champion@2500e, 2 players, base'
    """
    *steps, last = [
        Rung((f"champion@{more}e", f"champion@{less}e"), target=(0.58, 1.0))
        for less, more in itertools.pairwise(BUDGETS)
    ]
    return [
        *steps,
        Rung((STRONGEST, STEWARD), target=(0.65, 0.85)),
        Rung((STEWARD, "mason"), target=(0.65, 0.85)),
        Rung((STRONGEST, "greedy"), target=(0.98, 1.0)),
        Rung((STRONGEST, "greedy"), sets=ALL_SETS, target=(0.98, 1.0)),
        Rung((STRONGEST, "greedy"), players=4, target=(0.9, 1.0)),
        Rung((STRONGEST, "monte-carlo"), target=(0.9, 1.0)),
        last,
    ]


class RungStatistics(TypedDict):
    """The statistics of a match: those of its first bot, and whether it is significantly better."""

    match: str
    bots: list[str]
    players: int
    sets: list[str]
    games: int
    win_rate: float
    interval: list[float]
    fair_rate: float
    score_margin: float | None
    seconds_per_turn: float
    verdict: Literal["better", "worse", "unclear"]
    target: list[float] | None
    faults: int


def play_rung(
    folder: Path,
    rung: Rung,
    runner: Runner,
    *,
    games: int,
    seed: int,
    bot_versions: dict[str, str],
    progress: Progress = lambda results: None,
) -> list[GameResult]:
    """Play the games of a match that are not in its file in the folder yet, and return the results of all."""
    folder.mkdir(parents=True, exist_ok=True)
    schedule = Schedule(seed, games, rung.bots, players=(rung.players,), sets=rung.sets)
    with ResultsFile(folder / rung.file) as file:
        check_bot_versions(file.results, bot_versions)
        return run_arena(schedule, runner, file=file, progress=progress)


def rung_statistics(rung: Rung, results: Sequence[GameResult]) -> RungStatistics:
    """Return the statistics of a match: the win rate of the first bot, and whether it is significantly better."""
    facts = statistics(results, ratings=False)
    first = facts["bots"][rung.bots[0]]
    low, high = first["interval"]
    fair = first["fair_rate"]
    return {
        "match": rung.name,
        "bots": list(rung.bots),
        "players": rung.players,
        "sets": list(rung.sets),
        "games": facts["games"],
        "win_rate": first["win_rate"],
        "interval": first["interval"],
        "fair_rate": fair,
        "score_margin": first["score_margin"],
        "seconds_per_turn": first["seconds_per_turn"],
        "verdict": "better" if low > fair else "worse" if high < fair else "unclear",
        "target": None if rung.target is None else list(rung.target),
        "faults": len(facts["faults"]),
    }
