"""Finds many puzzles with all cores. It can be stopped and resumed: what is found is in a file of its folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

from kingdom_builder.bots import BEHAVIOUR_VERSION
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.puzzles.mining import USUAL, Thresholds, mine_game, value_again
from kingdom_builder.puzzles.puzzle import (
    Puzzle,
    Searched,
    read_line,
    read_puzzles,
    read_searched,
    write_line,
    write_puzzles,
)
from kingdom_builder.workers import Outcome, Report, WorkerPool

_FOUND = "found.jsonl"
_EARLIER = "earlier.jsonl.gz"
_PUZZLES = "puzzles.jsonl.gz"


@dataclass(frozen=True)
class Search:
    """What is searched in numbered steps: first the positions of earlier puzzles, then games of the seed."""

    seed: int
    thresholds: Thresholds
    earlier: tuple[str, ...] = ()
    """The records of the positions that are valued again."""
    first_game: int = 0

    def step(self, number: int) -> list[str]:
        """Return the puzzles of a step as lines of text."""
        if number < len(self.earlier):
            again = value_again(self.earlier[number], thresholds=self.thresholds)
            return [] if again is None else [write_line(again)]
        found = mine_game(self.game_of(number), seed=self.seed, thresholds=self.thresholds)
        return [write_line(puzzle) for puzzle in found]

    def game_of(self, number: int) -> int:
        """Return which game a step searches."""
        return self.first_game + number - len(self.earlier)


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
    """Search games until there are at least so many puzzles, and write them; return the file.

    If a file of earlier puzzles was made with the same settings, they stay and the search goes on with the next game.
    If not, each of them is valued again first. What is found depends on the settings and this file only, not on the
    number of workers or on interruptions. The folder gets a copy of the file and uses it when the search goes on there.
    Raise ValueError if the folder was begun with other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _FOUND
    settings = {"seed": seed, "rules": RULES_VERSION, "bots": BEHAVIOUR_VERSION, "thresholds": asdict(thresholds)}
    known = _known_steps(path, settings)
    if not path.exists():
        (folder / _EARLIER).write_bytes(write_puzzles([]) if earlier is None else earlier.read_bytes())
        path.write_text(json.dumps(settings) + "\n", encoding="utf-8")
    kept, search = _begun(folder, settings, seed, thresholds)

    chosen = {puzzle.id: puzzle for puzzle in kept}
    steps_taken = 0

    def is_enough() -> bool:
        """Take the puzzles of the steps in their order: which are known depends on the speed of the workers."""
        nonlocal steps_taken
        while not (done := steps_taken >= len(search.earlier) and len(chosen) >= puzzles) and steps_taken in known:
            for puzzle in map(read_line, known[steps_taken]):
                chosen.setdefault(puzzle.id, puzzle)
            steps_taken += 1
        progress(len(known), len(chosen))
        return done

    with path.open("a", encoding="utf-8") as file:
        if not is_enough():
            missing = (number for number in count() if number not in known)
            with closing(_mined(missing, search, workers, nice)) as steps:
                for number, lines in steps:
                    known[number] = lines
                    file.write(json.dumps([number, lines]) + "\n")
                    file.flush()
                    if is_enough():
                        break
    result = folder / _PUZZLES
    in_order = sorted(chosen.values(), key=lambda puzzle: (puzzle.difficulty, puzzle.id))
    result.write_bytes(write_puzzles(in_order, Searched(settings, search.game_of(steps_taken))))
    return result


def _begun(folder: Path, settings: dict[str, Any], seed: int, thresholds: Thresholds) -> tuple[list[Puzzle], Search]:
    """Return the puzzles that stay as they are, and what is searched."""
    data = (folder / _EARLIER).read_bytes()
    earlier, searched = read_puzzles(data), read_searched(data)
    if searched.settings == settings:
        return earlier, Search(seed, thresholds, first_game=searched.games)
    return [], Search(seed, thresholds, tuple([puzzle.record for puzzle in earlier]))


def _known_steps(path: Path, settings: dict[str, Any]) -> dict[int, list[str]]:
    if not path.exists():
        return {}
    first, *lines = path.read_text(encoding="utf-8").split("\n")
    if json.loads(first) != settings:
        raise ValueError(f"{path}: begun with {first}, not {json.dumps(settings)}: give another folder")
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
