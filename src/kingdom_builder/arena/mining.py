"""Finds puzzles in many games at once. It can be stopped and resumed: what is found is in a file of its folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import asdict
from itertools import count, islice
from pathlib import Path
from typing import Any

from kingdom_builder.bots import BEHAVIOUR_VERSION
from kingdom_builder.formats.record import RULES_VERSION
from kingdom_builder.puzzles.mining import USUAL, Thresholds, mine_game
from kingdom_builder.puzzles.puzzle import Puzzle, read_line, write_line, write_puzzles
from kingdom_builder.workers import Outcome, Report, WorkerPool

_GAMES = "games.jsonl"
_PUZZLES = "puzzles.jsonl.gz"


def mine(
    folder: Path,
    *,
    puzzles: int,
    seed: int,
    workers: int | None = None,
    nice: int = 0,
    thresholds: Thresholds = USUAL,
    progress: Callable[[int, int], None] = lambda games, puzzles: None,
) -> Path:
    """Search games 0, 1, 2 ... until there are enough puzzles, and write them; return the file.

    What is found depends on the seed only, not on the number of workers or on interruptions. Raise ValueError if the
    folder was begun with another seed or by another version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _GAMES
    head = {"seed": seed, "rules": RULES_VERSION, "bots": BEHAVIOUR_VERSION, "thresholds": asdict(thresholds)}
    known = _known_games(path, head)
    if not known and not path.exists():
        path.write_text(json.dumps(head) + "\n", encoding="utf-8")
    with path.open("a", encoding="utf-8") as file:
        found = sum(map(len, _first_games(known)))
        progress(len(known), found)
        if found < puzzles:
            missing = (number for number in count() if number not in known)
            with closing(_mined(missing, seed, thresholds, workers, nice)) as games:
                for number, lines in games:
                    known[number] = lines
                    file.write(json.dumps([number, lines]) + "\n")
                    file.flush()
                    found = sum(map(len, _first_games(known)))
                    progress(len(known), found)
                    if found >= puzzles:
                        break
    return write_found(folder, known, puzzles)


def write_found(folder: Path, known: dict[int, list[str]], puzzles: int) -> Path:
    """Write the first puzzles of the games, easy ones first; return the file."""
    lines = islice((line for game in _first_games(known) for line in game), puzzles)
    chosen: dict[str, Puzzle] = {}
    for puzzle in map(read_line, lines):
        chosen.setdefault(puzzle.id, puzzle)
    result = folder / _PUZZLES
    result.write_bytes(write_puzzles(sorted(chosen.values(), key=lambda puzzle: (puzzle.difficulty, puzzle.id))))
    return result


def _first_games(known: dict[int, list[str]]) -> Generator[list[str], None, None]:
    """Yield the games before the first that is missing: which are known depends on the speed of the workers."""
    number = 0
    while number in known:
        yield known[number]
        number += 1


def _known_games(path: Path, head: dict[str, Any]) -> dict[int, list[str]]:
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
    numbers: Iterable[int], seed: int, thresholds: Thresholds, workers: int | None, nice: int
) -> Generator[tuple[int, list[str]], None, None]:
    """Yield the number of each game and the lines of its puzzles, as they are found."""
    if workers == 1:
        for number in numbers:
            yield number, _lines(number, seed, thresholds)
        return
    pool: WorkerPool[tuple[int, Thresholds], int, list[str]]
    pool = WorkerPool(mining_worker, (seed, thresholds), workers=workers, nice=nice)
    outcome: Outcome[int, list[str]]
    with closing(pool), closing(pool.run(numbers)) as outcomes:
        for outcome in outcomes:
            yield outcome.task, outcome.result()


def mining_worker(context: tuple[int, Thresholds], report: Report) -> Callable[[int], list[str]]:
    """Return the function that a worker process calls for every game."""
    seed, thresholds = context
    return lambda number: _lines(number, seed, thresholds)


def _lines(number: int, seed: int, thresholds: Thresholds) -> list[str]:
    return [write_line(puzzle) for puzzle in mine_game(number, seed=seed, thresholds=thresholds)]
