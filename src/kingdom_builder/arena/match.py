"""A match in one call: `kb.arena(MyBot, "greedy", games=40)`."""

from __future__ import annotations

import inspect
import pickle
import sys
import warnings
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from kingdom_builder.arena.game import play_scheduled_game
from kingdom_builder.arena.players import BotEnvironment
from kingdom_builder.arena.results import GameResult
from kingdom_builder.arena.runner import HANG_SECONDS, InProcessRunner, Runner, process_runner, run_arena
from kingdom_builder.arena.schedule import RANDOM_SETS, Schedule
from kingdom_builder.arena.statistics import BotStatistics, LostGame, Statistics, statistics
from kingdom_builder.bots.specs import BotSource, BotSpec, is_one_object, resolve
from kingdom_builder.setup.builder import read_sets


class BotFaultWarning(UserWarning):
    """A bot has lost games because it raised an exception, answered illegally or took too long."""

    __module__ = "kingdom_builder"


@dataclass(frozen=True, repr=False)
class Match:
    """The games of a match and their statistics; printed, it is one line for each bot and the reason of each fault.

    `names` are those of the bots, `results` those of the games. `call` is the call of the match as text, if no command
    can play it because one of its bots is a class or a function.
    """

    names: tuple[str, ...]
    results: Sequence[GameResult]
    call: str = ""

    @cached_property
    def statistics(self) -> Statistics:
        """All statistics without ratings (docs/arena.md)."""
        return statistics(self.results, ratings=False)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.results)

    @property
    def bots(self) -> dict[str, BotStatistics]:
        """The statistics of each bot that has played."""
        found = self.statistics["bots"]
        return {name: found[name] for name in self.names if name in found}

    @property
    def win_rate(self) -> float:
        """The share of the victories of the first bot; ValueError if it has not played."""
        return self._first["win_rate"]

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate of the first bot; ValueError if it has not played."""
        low, high = self._first["interval"]
        return low, high

    @property
    def _first(self) -> BotStatistics:
        if self.names[0] not in self.bots:
            raise ValueError(f"{self.names[0]} has played no game of this match")
        return self.bots[self.names[0]]

    @property
    def faults(self) -> list[LostGame]:
        """The games that a bot has lost by a fault: which bot, in which turn and why, with the traceback.

        `replay` is the command or the call that plays the game again, `record` the game up to the fault.
        """
        faults = self.statistics["faults"]
        if self.call:
            for fault in faults:
                fault["replay"] = f"{self.call[:-1]}, only={fault['game']!r})"
        return faults

    def __repr__(self) -> str:
        lines = []
        for name, bot in self.bots.items():
            low, high = bot["interval"]
            score = "" if bot["mean_score"] is None else f", {bot['mean_score']:.1f} gold"
            games, seats = self._games_of(name), bot["seats"]
            played = f"{games} games" if seats == games else f"{seats} seats in {games} games"
            lines.append(f"{name}: {bot['win_rate']:.1%} of {played} ({low:.1%} to {high:.1%}){score}")
        return "\n".join([*lines, *[self._fault_line(name) for name, bot in self.bots.items() if bot["faults"]]])

    def _games_of(self, name: str) -> int:
        """Return in how many games a bot has played, at one seat or more."""
        return sum(name in result.scheduled.seats for result in self.results)

    def _fault_line(self, name: str) -> str:
        lost = [fault for fault in self.faults if fault["bot"] == name]
        first = lost[0]
        return (
            f"{name} lost {len(lost)} of {self._games_of(name)} games by a fault; "
            f"game {first['game']}, turn {first['turn']}: {first['kind']}: {first['message']}; "
            f"again: {first['replay']}"
        )

    def warn_of_faults(self) -> None:
        """Emit a BotFaultWarning for each bot that has lost a game by a fault."""
        for name, bot in self.bots.items():
            if bot["faults"]:
                warnings.warn(self._fault_line(name), BotFaultWarning, stacklevel=5)


def play_match(
    *bots: BotSpec,
    games: int = 100,
    seed: int = 1,
    players: int | Sequence[int] = 2,
    sets: str | Sequence[str] = "base",
    workers: int = 1,
    turn_seconds: float | None = None,
    only: str | None = None,
) -> Match:
    """Let bots play against each other on set-ups of the arena, with the seats exchanged, and return the match.

    A bot is a name, `./my_bot.py:MyBot`, a class, or a function that makes one from a seed. `sets` is a list, "all" or
    "random". With one worker all games are played in this process; with more, classes must be in a module. `only` plays
    one game of the match again, by its group and number such as "12.1".

    >>> play_match("greedy", "random", games=4).games
    4
    """
    numbers: dict[str, object] = {"games": games, "workers": workers}
    for name, number in numbers.items():
        if not isinstance(number, int) or number < 1:
            raise ValueError(f"{name}: expected a whole number from 1, not {number!r}")
    if not isinstance(players, int) and not players:
        raise ValueError("players: expected a number of players, or several")
    limit: object = turn_seconds
    if limit is not None and not (isinstance(limit, int | float) and limit > 0):
        raise ValueError(f"turn_seconds: expected a time above 0, not {limit!r}")
    game: object = only
    if game is not None and not isinstance(game, str):
        raise TypeError(f"only: expected group and game as text, such as '12.1', not {game!r}")
    sources = _sources(bots)
    names = tuple(source.name for source in sources)
    schedule = Schedule(
        seed,
        games,
        names,
        players=(players,) if isinstance(players, int) else tuple(players),
        sets=None if sets == RANDOM_SETS else read_sets(sets),
    )
    environment = BotEnvironment(dict(zip(names, sources, strict=True)), turn_seconds)
    call = _call(bots, sources, seed=seed, players=schedule.players, sets=sets, turn_seconds=turn_seconds)
    if only is not None:
        return _report(Match(names, [_play_one(schedule, environment, only)], call))
    runner: Runner = InProcessRunner(environment)
    if workers > 1:
        for source in sources:
            _check_sending(source)
        runner = process_runner(environment, workers, max(HANG_SECONDS, 2 * (turn_seconds or 0.0)))
    with closing(runner):
        return _report(Match(names, run_arena(schedule, runner), call))


def _report(match: Match) -> Match:
    match.warn_of_faults()
    return match


def _play_one(schedule: Schedule, environment: BotEnvironment, name: str) -> GameResult:
    scheduled = schedule.find(name)
    if scheduled is None:
        raise ValueError(f"only: {name!r} is not a game of this match: expected group and game, such as '12.1'")
    return play_scheduled_game(scheduled, environment)[0]


def _call(bots: Sequence[BotSpec], sources: Sequence[BotSource], **options: object) -> str:
    """Return the call that plays a match of classes or functions; empty if all its bots have names on every machine."""
    if all(source.maker is None for source in sources):
        return ""
    shown = [
        repr(bot) if isinstance(bot, str) else source.name if source.name.isidentifier() else "..."
        for bot, source in zip(bots, sources, strict=True)
    ]
    defaults = inspect.signature(play_match).parameters
    for name, value in options.items():
        plain = value[0] if isinstance(value, tuple) and len(value) == 1 else value
        if plain != defaults[name].default:
            shown.append(f"{name}={plain!r}")
    return f"kb.arena({', '.join(shown)})"


def _sources(bots: Sequence[BotSpec]) -> list[BotSource]:
    if len(bots) < 2:
        raise ValueError('bots: expected at least two, such as kb.arena(MyBot, "greedy")')
    sources = [resolve(bot) for bot in bots]
    for source in sources:
        if is_one_object(source):
            raise ValueError(
                f"{source.name}: every game needs a new bot, so give the class {source.name} "
                f"or a function of a seed that makes one, not an object"
            )
    names = [source.name for source in sources]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"bots: two are named {name!r}; give the classes different names")
    return sources


def _check_sending(source: BotSource) -> None:
    """Raise ValueError if other processes cannot get a class."""
    if source.maker is None:
        return
    advice = "write it into a file and give './my_bot.py:MyBot', or leave out workers"
    script = getattr(sys.modules["__main__"], "__file__", None)
    if getattr(source.maker, "__module__", "") == "__main__" and (script is None or not Path(script).is_file()):
        raise ValueError(f"workers: {source.name} is defined at a prompt or in a notebook: {advice}")
    try:
        pickle.dumps(source.maker)
    except (pickle.PicklingError, AttributeError, TypeError):
        raise ValueError(f"workers: {source.name} is not at the top of a module: {advice}") from None
