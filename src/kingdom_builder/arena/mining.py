"""Finds many puzzles with all cores. It can be stopped and resumed: what is found is in a file of its folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

from kingdom_builder.bots import BEHAVIOUR_VERSION
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.puzzles.mining import USUAL, Thresholds, mine_game, value_again
from kingdom_builder.puzzles.puzzle import Puzzle, read_line, read_puzzles, write_line, write_puzzles
from kingdom_builder.workers import Outcome, Report, WorkerPool

_FOUND = "found.jsonl"
_EARLIER = "earlier.jsonl.gz"
_PUZZLES = "puzzles.jsonl.gz"


@dataclass(frozen=True)
class Search:
    """What is searched: first the positions of earlier puzzles, then games 0, 1, 2 ... of the seed.

    A step has a number; the first are the earlier positions.
    """

    seed: int
    thresholds: Thresholds
    earlier: tuple[str, ...] = ()
    """The records of these positions."""

    def step(self, number: int) -> list[str]:
        """Return the puzzles of a step as lines of text."""
        if number < len(self.earlier):
            again = value_again(self.earlier[number], thresholds=self.thresholds)
            return [] if again is None else [write_line(again)]
        found = mine_game(number - len(self.earlier), seed=self.seed, thresholds=self.thresholds)
        return [write_line(puzzle) for puzzle in found]


def mine(
    folder: Path,
    *,
    puzzles: int,
    seed: int,
    earlier: Path | None = None,
    workers: int | None = None,
    nice: int = 0,
    thresholds: Thresholds = USUAL,
    progress: Callable[[int, int], None] = lambda steps, puzzles: None,
) -> Path:
    """Value earlier puzzles again, then search games until there are enough puzzles, and write them; return the file.

    What is found depends on the seed and the file of earlier puzzles only, not on the number of workers or on
    interruptions. The folder gets a copy of that file and uses it when the search goes on. Raise ValueError if the
    folder was begun with another seed or by another version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FOUND
    head = {"seed": seed, "rules": RULES_VERSION, "bots": BEHAVIOUR_VERSION, "thresholds": asdict(thresholds)}
    known = _known_steps(path, head)
    if not path.exists():
        (folder / _EARLIER).write_bytes(write_puzzles([]) if earlier is None else earlier.read_bytes())
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    records = [puzzle.record for puzzle in read_puzzles((folder / _EARLIER).read_bytes())]
    search = Search(seed, thresholds, tuple(records))
    with path.open("a", encoding="utf-8") as file:
        found = sum(map(len, _first_steps(known)))
        progress(len(known), found)
        if found < puzzles:
            missing = (number for number in count() if number not in known)
            with closing(_mined(missing, search, workers, nice)) as steps:
                for number, lines in steps:
                    known[number] = lines
                    file.write(json.dumps([number, lines]) + "\n")
                    file.flush()
                    found = sum(map(len, _first_steps(known)))
                    progress(len(known), found)
                    if found >= puzzles:
                        break
    return write_found(folder, known, puzzles)


def write_found(folder: Path, known: dict[int, list[str]], puzzles: int) -> Path:
    """Write the first puzzles that were found, easy ones first; return the file."""
    lines = islice((line for step in _first_steps(known) for line in step), puzzles)
    chosen: dict[str, Puzzle] = {}
    for puzzle in map(read_line, lines):
        chosen.setdefault(puzzle.id, puzzle)
    result = folder / _PUZZLES
    result.write_bytes(write_puzzles(sorted(chosen.values(), key=lambda puzzle: (puzzle.difficulty, puzzle.id))))
    return result


def _first_steps(known: dict[int, list[str]]) -> Generator[list[str], None, None]:
    """Yield the steps before the first that is missing: which are known depends on the speed of the workers."""
    number = 0
    while number in known:
        yield known[number]
        number += 1


def _known_steps(path: Path, head: dict[str, Any]) -> dict[int, list[str]]:
    if not path.exists():
        return {}
    first, *lines = path.read_text(encoding="utf-8").split("\n")
    if json.loads(first) != head:
        raise ValueError(f"{path}: begun with {first}, not {json.dumps(head)}: give another folder")
    found: dict[int, list[str]] = {}
    for line in lines:
        try:
            number, puzzles = json.loads(line)
        except ValueError:  # the last line of a process that was killed
            continue
        found[number] = puzzles
    return found


def _mined(
    numbers: Iterable[int], search: Search, workers: int | None, nice: int
) -> Generator[tuple[int, list[str]], None, None]:
    """Yield the number of each step and the lines of its puzzles, as they are found."""
    if workers == 1:
        for number in numbers:
            yield number, search.step(number)
        return
    pool: WorkerPool[Search, int, list[str]] = WorkerPool(mining_worker, search, workers=workers, nice=nice)
    outcome: Outcome[int, list[str]]
    with closing(pool), closing(pool.run(numbers)) as outcomes:
        for outcome in outcomes:
            yield outcome.task, outcome.result()


def mining_worker(search: Search, report: Report) -> Callable[[int], list[str]]:
    """Return the function that a worker process calls for every step."""
    return search.step
