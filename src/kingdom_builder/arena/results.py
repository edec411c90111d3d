"""The result of a game as a line of JSON, and files of such lines that can be resumed and merged."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from kingdom_builder.arena.schedule import ScheduledGame
from kingdom_builder.bots.guarded import printable
from kingdom_builder.setup.builder import PLAYERS

FORMAT = "kingdom-builder/arena-1"
_KEYS = {"score_by_turn": "course", "bot_versions": "code"}
"""The keys in files of attributes that have another name."""

_TOO_MUCH = 2**53
"""No number in a result is as great, except seeds."""

_BY_SEAT = ("shares", "scores", "sources", "turns", "decisions", "cpu", "longest")


class FaultKind(StrEnum):
    """The kind of a fault: an exception, an illegal answer, too much time, no answer at all, or a lost process."""

    RAISED = "raised"
    ILLEGAL = "illegal"
    OVERRAN = "overran"
    HUNG = "hung"
    CRASHED = "crashed"


@dataclass(frozen=True)
class Fault:
    """Why a bot lost a game before its end. Seats count from 0, as those of views, and turns from 1."""

    seat: int
    bot: str
    kind: FaultKind
    turn: int
    message: str
    traceback: tuple[str, ...] = ()
    record: str | None = None
    """The record of the game up to the fault, unless the process was lost."""
    turn_seconds: float | None = None
    """The time limit for a turn that all bots had, if there was one."""

    def __post_init__(self) -> None:
        """Replace what cannot be written: a bot can raise an exception with any message."""
        object.__setattr__(self, "message", printable(self.message))
        object.__setattr__(self, "traceback", tuple(map(printable, self.traceback)))


@dataclass(frozen=True)
class GameResult:
    """A finished game. Lists are by seat. Only the times, in CPU seconds, may differ when the game is played again.

    `score_by_turn` is a player's gold after each of its own turns. After a fault the scores are those at that moment.
    In files, `score_by_turn` has the key `course` and `bot_versions` the key `code`.
    """

    scheduled: ScheduledGame
    start: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    turns: tuple[int, ...]
    decisions: tuple[int, ...]
    score_by_turn: tuple[tuple[int, ...], ...]
    cpu: tuple[float, ...]
    longest: tuple[float, ...]
    fault: Fault | None = None
    bot_versions: dict[str, str] = field(default_factory=dict)
    """The version of each bot: `play-N` for the project's bots, a digest of the file for others."""
    version: str = ""

    def standing(self, seat: int) -> int:
        """Return what seats are ranked by: the score, or after a fault whether it was theirs."""
        return self.scores[seat] if self.fault is None else -int(seat == self.fault.seat)

    def outcome(self) -> tuple[object, ...]:
        """Return what must be the same when the game is played again."""
        fault = None if self.fault is None else (self.fault.seat, self.fault.kind)
        played = self.start, self.shares, self.scores, self.sources, self.score_by_turn
        return self.scheduled, self.bot_versions, *played, fault

    def to_line(self) -> str:
        """Return the result as a line of JSON, without the end of the line."""
        document = {_KEYS.get(name, name): value for name, value in asdict(self).items()}
        scheduled = document.pop("scheduled")
        head = {"format": FORMAT, **scheduled, "lineup": self.scheduled.lineup, "setup_seed": self.scheduled.setup_seed}
        return json.dumps({**head, "players": self.scheduled.players, **document}, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str | bytes) -> Self:
        """Read a line; raise ValueError if it is not a result."""
        try:
            facts: dict[str, Any] = json.loads(line)
            if facts["format"] != FORMAT:
                raise ValueError
            fault = facts["fault"]
            found = cls(
                ScheduledGame(
                    facts["seed"], facts["group"], facts["game"], _tuple(facts["sets"]), _tuple(facts["seats"])
                ),
                **{name: _tuple(facts[name]) for name in _BY_SEAT},
                start=facts["start"],
                score_by_turn=tuple(_tuple(scores) for scores in _tuple(facts["course"])),
                fault=None if fault is None else _fault(fault),
                bot_versions=facts["code"],
                version=facts["version"],
            )
            if not _is_whole(found):
                raise ValueError
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            raise ValueError(f"this is not a result of a game ({FORMAT})") from None
        return found


def _is_whole(result: GameResult) -> bool:
    """Return whether everything in a result that was read has its type, and every list one entry for each seat."""
    game, fault = result.scheduled, result.fault
    by_seat = [getattr(result, name) for name in (*_BY_SEAT, "score_by_turn")]
    counts = [game.group, *result.turns, *result.decisions]
    gold = [result.scores, *(sources.values() for sources in result.sources), *result.score_by_turn]
    names = [*game.sets, *game.seats, *result.bot_versions, *result.bot_versions.values(), result.version]
    return (
        type(game.seed) is int
        and game.players >= PLAYERS[0]
        and all(len(entries) == game.players for entries in by_seat)
        and all(_is_count(seat) and seat < game.players for seat in (game.game, result.start))
        and all(map(_is_count, counts))
        and all(type(number) is int and abs(number) < _TOO_MUCH for numbers in gold for number in numbers)
        and all(_is_number(number) for number in (*result.shares, *result.cpu, *result.longest))
        and all(isinstance(name, str) for name in (*names, *(name for found in result.sources for name in found)))
        and (fault is None or _is_whole_fault(fault, game.players))
    )


def _is_whole_fault(fault: Fault, players: int) -> bool:
    texts = (fault.bot, fault.message, *fault.traceback, "" if fault.record is None else fault.record)
    return (
        _is_count(fault.seat)
        and fault.seat < players
        and _is_count(fault.turn)
        and all(isinstance(text, str) for text in texts)
        and (fault.turn_seconds is None or _is_number(fault.turn_seconds))
    )


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _TOO_MUCH


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value < _TOO_MUCH  # type: ignore[operator]  # its type is known here


def _tuple(entries: list[Any]) -> tuple[Any, ...]:
    if not isinstance(entries, list):
        raise TypeError
    return tuple(entries)


def _fault(facts: dict[str, Any]) -> Fault:
    return Fault(**{**facts, "kind": FaultKind(facts["kind"]), "traceback": _tuple(facts["traceback"])})


def shares_of(scores: Sequence[int]) -> tuple[float, ...]:
    """Return the share of the victory of each seat; winners with equal scores share it (R3.39).

    >>> shares_of([40, 52, 52])
    (0.0, 0.5, 0.5)
    """
    best = max(scores)
    return tuple(1 / scores.count(best) if gold == best else 0.0 for gold in scores)


def shares_after_fault(players: int, seat: int) -> tuple[float, ...]:
    """Return the shares when one seat has lost by a fault: all others share the victory.

    >>> shares_after_fault(3, 0)
    (0.0, 0.5, 0.5)
    """
    return tuple(0.0 if other == seat else 1 / (players - 1) for other in range(players))


def read_results(path: Path, *, torn: bool = False) -> list[GameResult]:
    """Read a file of results; raise ValueError for a line that is none, or only if it is not the last with `torn`."""
    found = []
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                found.append(GameResult.from_line(line))
        except ValueError as error:
            if torn and number == len(lines):
                break
            raise ValueError(f"{path}: line {number}: {error}") from None
    return found


def merged(results: Iterable[GameResult], source: str = "the results") -> list[GameResult]:
    """Return every game once, in order; raise ValueError if a game has two different outcomes."""
    found: dict[ScheduledGame, GameResult] = {}
    for result in results:
        game = result.scheduled
        if found.setdefault(game, result).outcome() != result.outcome():
            raise ValueError(
                f"{source}: game {game.name} of seed {game.seed} ({', '.join(game.seats)}) "
                f"is there twice with different outcomes"
            )
    return [found[game] for game in sorted(found)]


def merge_files(paths: Sequence[Path]) -> list[GameResult]:
    """Return the games of several files, each once, in order."""
    results = merged((result for path in paths for result in read_results(path, torn=True)), ", ".join(map(str, paths)))
    check_bot_versions(results)
    return results


def write_results(path: Path, results: Iterable[GameResult]) -> None:
    """Write a file of results."""
    write_whole(path, "".join(result.to_line() + "\n" for result in results))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there complete or not at all; an OSError names it."""
    new = path.with_name(path.name + ".new")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            new.unlink()
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


class ResultsFile:
    """A file to which every finished game adds a line. Only one arena at a time may write to it."""

    def __init__(self, path: Path) -> None:
        """Open or create the file and read its games; cut off an incomplete last line.

        `results` are the games that it had, `games` is the number of those that it has now.
        """
        self._path = path
        self._file = path.open("a+b")
        try:
            _lock(self._file.fileno(), path)
            self.results = merged(read_results(path, torn=True), str(path))
            self.games = len(self.results)
            self._repair()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        """Hold it open."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close it."""
        self._file.close()

    def add(self, result: GameResult) -> None:
        """Write a line; after this call it is kept even if this process is killed."""
        self._file.write(result.to_line().encode() + b"\n")
        self._file.flush()
        self.games += 1

    def _repair(self) -> None:
        content = self._path.read_bytes()
        whole, newline, rest = content.rpartition(b"\n")
        if not rest.strip():
            return
        try:
            GameResult.from_line(rest)
        except ValueError:
            self._file.truncate(len(whole) + len(newline))
        else:
            self._file.write(b"\n")
            self._file.flush()


def _lock(number: int, path: Path) -> None:
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path}: another arena is writing to this file") from None


def check_bot_versions(results: Iterable[GameResult], versions: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raise ValueError if two results, or a result and `versions`, have different versions of a bot."""
    known = dict(versions)
    for result in results:
        for name in result.scheduled.seats:
            version = result.bot_versions.get(name, "")
            if known.setdefault(name, version) != version:
                raise ValueError(
                    f"the results at hand were made with another version of {name}: "
                    f"begin a new file, or give the bot's file a new name"
                )


def without_times(result: GameResult) -> GameResult:
    """Return a result with all times 0, which is the same for two runs of a game."""
    zeros = (0.0,) * result.scheduled.players
    return replace(result, cpu=zeros, longest=zeros)
