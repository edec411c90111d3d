"""What comes out of a game, as a line of JSON; files of such lines that can be resumed and merged."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from kingdom_builder.arena.schedule import Fixture

FORMAT = "kingdom-builder/arena-1"
_BY_SEAT = ("shares", "scores", "sources", "turns", "decisions", "cpu", "longest")


@dataclass(frozen=True)
class Fault:
    """Why a bot has lost a game before its end."""

    seat: int
    bot: str
    kind: str
    """raised, illegal, overran, hung or crashed."""
    turn: int
    message: str
    traceback: tuple[str, ...] = ()
    record: str | None = None
    """The game up to the fault, if the process lived to write it."""
    turn_seconds: float | None = None
    """The time that every bot was given for a turn, if one was."""


@dataclass(frozen=True)
class GameResult:
    """A finished game. Lists go by seat; times are CPU seconds, and the only thing that may differ when played again.

    `course` has a player's gold after each of its own turns. After a fault the scores are those of the moment.
    """

    fixture: Fixture
    start: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    turns: tuple[int, ...]
    decisions: tuple[int, ...]
    course: tuple[tuple[int, ...], ...]
    cpu: tuple[float, ...]
    longest: tuple[float, ...]
    fault: Fault | None = None
    code: dict[str, str] = field(default_factory=dict)
    """The mark of each bot that comes from a file."""
    version: str = ""

    def standing(self, seat: int) -> int:
        """Return what seats are ranked by: the score, or whether the fault was theirs."""
        return self.scores[seat] if self.fault is None else -int(seat == self.fault.seat)

    def outcome(self) -> tuple[object, ...]:
        """Return what must be the same when the game is played again."""
        fault = None if self.fault is None else (self.fault.seat, self.fault.kind)
        return self.fixture, self.code, self.start, self.shares, self.scores, self.sources, self.course, fault

    def to_line(self) -> str:
        """Write it as a line of JSON, without the line's end."""
        facts = asdict(self)
        fixture = facts.pop("fixture")
        head = {"format": FORMAT, **fixture, "lineup": self.fixture.lineup, "setup_seed": self.fixture.setup_seed}
        return json.dumps({**head, "players": self.fixture.players, **facts}, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read a line; ValueError if it is none."""
        try:
            facts: dict[str, Any] = json.loads(line)
            if facts["format"] != FORMAT:
                raise ValueError
            fault = facts["fault"]
            return cls(
                Fixture(facts["seed"], facts["group"], facts["game"], tuple(facts["sets"]), tuple(facts["seats"])),
                **{name: tuple(facts[name]) for name in _BY_SEAT},
                start=facts["start"],
                course=tuple(tuple(course) for course in facts["course"]),
                fault=None if fault is None else Fault(**{**fault, "traceback": tuple(fault["traceback"])}),
                code=facts["code"],
                version=facts["version"],
            )
        except (ValueError, KeyError, TypeError, IndexError):
            raise ValueError(f"this is not a result of a game ({FORMAT})") from None


def shares_of(scores: Sequence[int]) -> tuple[float, ...]:
    """Return how much of the victory each seat has; a shared one counts as a fraction (R3.39).

    >>> shares_of([40, 52, 52])
    (0.0, 0.5, 0.5)
    """
    best = max(scores)
    return tuple(1 / scores.count(best) if gold == best else 0.0 for gold in scores)


def shares_after_fault(players: int, seat: int) -> tuple[float, ...]:
    """Return the shares when one seat has lost by a fault: all others have won together.

    >>> shares_after_fault(3, 0)
    (0.0, 0.5, 0.5)
    """
    return tuple(0.0 if other == seat else 1 / (players - 1) for other in range(players))


def read_results(path: Path, *, torn: bool = False) -> list[GameResult]:
    """Read a file of results. A last line that was torn is left out if `torn`; else ValueError names the line."""
    found = []
    lines = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                found.append(GameResult.from_line(line.decode()))
        except ValueError as error:
            if torn and number == len(lines):
                break
            raise ValueError(f"{path}: line {number}: {error}") from None
    return found


def merged(results: Iterable[GameResult], source: str = "the results") -> list[GameResult]:
    """Return every game once, in order; ValueError if a game is there twice with different outcomes."""
    found: dict[Fixture, GameResult] = {}
    for result in results:
        other = found.setdefault(result.fixture, result)
        if other.outcome() != result.outcome():
            fixture = result.fixture
            raise ValueError(
                f"{source}: game {fixture.name} of seed {fixture.seed} ({', '.join(fixture.seats)}) "
                f"is there twice with different outcomes"
            )
    return [found[fixture] for fixture in sorted(found)]


def merge_files(paths: Sequence[Path]) -> list[GameResult]:
    """Return the games of several files, each once."""
    results = merged((result for path in paths for result in read_results(path, torn=True)), ", ".join(map(str, paths)))
    check_code(results)
    return results


def write_results(path: Path, results: Iterable[GameResult]) -> None:
    """Write a file of games."""
    write_whole(path, "".join(result.to_line() + "\n" for result in results))


def write_whole(path: Path, text: str) -> None:
    """Write a whole file at once: it is there complete or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


class ResultsFile:
    """A file that grows by a line with every finished game. Only one arena at a time may write to it."""

    def __init__(self, path: Path) -> None:
        """Open the file or begin it, and read the games that are there; a last line that was torn is cut off."""
        self._path = path
        self._file = path.open("a+b")
        try:
            _lock(self._file.fileno(), path)
            self.results = merged(read_results(path, torn=True), str(path))
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
        """Write a line; after this call it survives the end of this process."""
        self._file.write(result.to_line().encode() + b"\n")
        self._file.flush()

    def _repair(self) -> None:
        content = self._path.read_bytes()
        whole, newline, rest = content.rpartition(b"\n")
        if not rest.strip():
            return
        try:
            GameResult.from_line(rest.decode())
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


def check_code(results: Iterable[GameResult], code: Mapping[str, str] = MappingProxyType({})) -> None:
    """Raise ValueError if a bot played otherwise in some results than in others, or than it would now (`code`)."""
    known = dict(code)
    for result in results:
        for name in result.fixture.seats:
            mark = result.code.get(name, "")
            if known.setdefault(name, mark) != mark:
                raise ValueError(
                    f"the results at hand were made with another version of {name}: "
                    f"begin a new file, or give the bot's file a new name"
                )


def without_times(result: GameResult) -> GameResult:
    """Return a result with all times 0: what two runs of the same games agree on."""
    none = (0.0,) * result.fixture.players
    return replace(result, cpu=none, longest=none)
