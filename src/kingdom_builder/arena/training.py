"""Fits the weights of the bots' value by self-play: bots play each other, and what followed teaches what to expect.

A generation is a file of games, one to a line, each from a seed of its own, so that an interrupted training goes on
where it was and the number of processes changes nothing. Each line says what its game was played with, so that two
trainings are never mixed. Numpy is needed for fitting alone.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kingdom_builder.arena.cluster import check_version, cores, join
from kingdom_builder.arena.playing import VERSION
from kingdom_builder.arena.results import write_whole
from kingdom_builder.arena.setups import random_sets, training_setup
from kingdom_builder.bots.budget import Budget, Meter
from kingdom_builder.bots.planner import plans
from kingdom_builder.bots.value import Valuer
from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.rng import Chance
from kingdom_builder.setup.builder import ALL_SETS

PLAYERS = (2, 2, 2, 2, 3, 4)
WIDTH, BREADTH, THINKING = 2, 12, Budget(evaluations=150)
EXPLORING, TRIED = 0.2, 6
"""How often not the best plan is played but one of this many, so that there is something to learn from."""

TRUST = 0.8
"""How far a turn's worth is read off the end of the game, and not off what the next turn was worth (lambda)."""

HELD_OUT = 10
"""Each game of this many is not learnt from but shows how well the others have taught."""

_HOPELESS = 5
"""How often processes may be lost, without a game in between, until there is no sense in going on."""

_FACTS = frozenset(("index", "seed", "weights", "names", "players", "samples"))
"""What the line of a game has at least."""

_MIX = 105
_BEGINNING = {"tiles": 5.0}
_PENALTIES = (("tile:", 60.0), ("tiles:", 60.0), ("closed:", 40.0), ("left", 5.0), ("", 20.0))
"""How strongly a weight is drawn to 0, by the beginning of its name: strongly where games seldom tell of it."""


@dataclass(frozen=True)
class Lesson:
    """One game to learn from: its number, and the weights it is played with (none: those to begin with)."""

    seed: int
    index: int
    weights: Mapping[str, float]


def beginning(names: Sequence[str]) -> dict[str, float]:
    """Return weights to begin with: a tile is worth something, and so is every settlement still to be built.

    >>> beginning(["tiles", "left:lords", "now:lords"])
    {'tiles': 5.0, 'left:lords': 6.0, 'now:lords': 0.0}
    """
    return {name: _BEGINNING.get(name, 6.0 if name.startswith("left:") else 0.0) for name in names}


def play(lesson: Lesson) -> dict[str, Any]:
    """Play a game against oneself; return what was seen at the end of every turn, and what came of it."""
    chance = Chance(lesson.seed, _MIX, lesson.index)
    kind = chance.below(20)
    sets = ("base",) if kind < 9 else ALL_SETS if kind < 12 else random_sets(lesson.seed, lesson.index)
    players = PLAYERS[chance.below(len(PLAYERS))]
    game = Game(training_setup(lesson.seed, lesson.index, players, tuple(sets)))
    names = Valuer(game, {}).names
    valuer = Valuer(game, lesson.weights or beginning(names))
    choose = random.Random(chance.next64())
    seen: list[list[tuple[int, list[float]]]] = []
    while (seat := game.to_play) is not None:
        if len(answers := game.legal_answers()) == 1:
            game.play(answers[0])
            continue
        table = game.view(seat).sample(choose.getrandbits(32))
        found = plans(table, seat, valuer, WIDTH, Meter(THINKING), breadth=BREADTH)
        plan = found[choose.randrange(min(len(found), TRIED)) if choose.random() < EXPLORING else 0]
        for answer in plan.answers:
            if answer not in game.legal_answers() or game.to_play != seat:
                break
            if answer == END_TURN:
                seen.append([valuer.features(game, who) for who in range(players)])
            game.play(answer)
    final = game.scores()
    samples = [
        [[final[who] - gold, [round(number, 4) for number in numbers]] for who, (gold, numbers) in enumerate(moment)]
        for moment in seen
    ]
    decided = {"index": lesson.index, "seed": lesson.seed, "weights": _mark(lesson.weights)}
    return {**decided, "names": names, "players": players, "sets": list(sets), "samples": samples}


def _mark(weights: Mapping[str, float]) -> str:
    """Return a short mark that changes with the weights."""
    return hashlib.sha256(json.dumps(dict(weights), sort_keys=True).encode()).hexdigest()[:12]


def generation(
    path: Path,
    seed: int,
    games: int,
    weights: Mapping[str, float],
    workers: int | None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> None:
    """Play the games of a generation that are not in its file yet, by processes or on a Ray cluster.

    ValueError if the file has other games than these.
    """
    there = _there(path, seed, games, weights)
    lessons = [Lesson(seed, index, weights) for index in range(games) if index not in there]
    played = games - len(lessons)
    progress(played)
    playing = _played(lessons, workers) if ray is None else _played_on_ray(lessons, ray, workers)
    with path.open("a", encoding="utf-8") as file, closing(playing):
        for game in playing:
            file.write(json.dumps(game) + "\n")
            file.flush()
            played += 1
            progress(played)


def _there(path: Path, seed: int, games: int, weights: Mapping[str, float]) -> set[int]:
    """Return which games of a generation are in its file; ValueError if there are others too."""
    mark = _mark(weights)
    there = set()
    for game in read_games(path) if path.exists() else ():
        if game["seed"] != seed:
            raise ValueError(f"{path}: begun with seed {game['seed']}, not {seed}: give that --seed or another folder")
        if game["weights"] != mark:
            raise ValueError(
                f"{path}: played with other weights than the generation before has now (another --seed or --games "
                f"there?): remove it, or give another folder"
            )
        if game["index"] >= games:
            raise ValueError(f"{path}: begun with more than --games {games}: give as many as then or another folder")
        there.add(game["index"])
    return there


def _played(lessons: Sequence[Lesson], workers: int | None) -> Generator[dict[str, Any], None, None]:
    """Yield games as they end; those that lost processes had to play are played again by new ones."""
    if workers == 1 or len(lessons) < 2:
        yield from map(play, lessons)
        return
    missing = {lesson.index: lesson for lesson in lessons}
    failures = 0
    while missing:
        failures += 1
        for game in _played_while_all_live(list(missing.values()), workers):
            del missing[game["index"]]
            failures = 0
            yield game
        if failures == _HOPELESS:
            raise ChildProcessError(
                f"{_HOPELESS} times in a row a process has died before a game ended; {len(missing)} games are missing"
            )


def _played_while_all_live(lessons: Sequence[Lesson], workers: int | None) -> Generator[dict[str, Any], None, None]:
    """Yield games as they end, on processes of their own, until all have ended or a process has died."""
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _stay_with, (theirs,))
    try:
        with suppress(BrokenProcessPool):
            for game in as_completed([pool.submit(play, lesson) for lesson in lessons]):
                yield game.result()
    finally:
        ours.close()  # else one killed while idle would hold up the end of the others
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _stay_with(owner: Connection) -> None:
    """End this process when its owner has died, or has closed the other end, and not before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(owner,), daemon=True).start()


def _leave_with(owner: Connection) -> None:
    with suppress(EOFError, OSError):
        owner.recv_bytes()
    os._exit(1)


def _played_on_ray(
    lessons: Sequence[Lesson], address: str, workers: int | None
) -> Generator[dict[str, Any], None, None]:
    """Yield games as they end; a game that a lost process had to play is played again by another."""
    if not lessons:
        return
    ray = join(address, workers)
    try:
        run = ray.remote(num_cpus=1, max_retries=-1)(_play_there).remote
        coming = iter(lessons)
        waiting = [run(VERSION, lesson) for lesson in islice(coming, 2 * (workers or cores(ray)))]
        while waiting:
            done, waiting = ray.wait(waiting, num_returns=1)
            waiting += [run(VERSION, lesson) for lesson in islice(coming, len(done))]
            for version, game in ray.get(done):
                check_version(version)
                yield game
    finally:
        ray.shutdown()


def _play_there(version: str, lesson: Lesson) -> tuple[str, dict[str, Any]]:
    """Play on another machine, if it has the same version of the project; return its version and the game."""
    return VERSION, play(lesson) if version == VERSION else {}


def read_games(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of a file; a last line that was torn when the power went is left out and cut off."""
    whole = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            yield _game(line, f"{path}: line {number}")
    if whole < path.stat().st_size:
        with path.open("rb+") as file:
            file.truncate(whole)


def _game(line: bytes, where: str) -> dict[str, Any]:
    with suppress(ValueError):
        game = json.loads(line)
        if isinstance(game, dict) and game.keys() >= _FACTS:
            return game
    raise ValueError(f"{where}: this is not a game to learn from")


def fit(paths: Sequence[Path]) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the weights that tell best by how much each player would win, and how well they do on other games.

    What is fitted is a difference: how much more gold a player gets from here on than the others do on average, from
    what more that player has. So what slows the others down counts as much as what helps oneself. The end of a game
    tells little about its beginning, because so much luck lies between: so a turn is also told by the turns that
    followed it (least-squares temporal differences). The order of the games in their files changes nothing.
    """
    import numpy as np

    columns: dict[str, int] = {}
    taught: list[tuple[Any, Any, Any]] = []
    held_out: list[tuple[Any, Any, Any]] = []
    games = [game for path in paths for game in _in_order(path)]
    for index, names, differences in games:
        where = np.array([columns.setdefault(name, len(columns)) for name in names])
        (taught if (index + 1) % HELD_OUT else held_out).extend((where, *difference) for difference in differences)
    matrix = np.diag([next(p for start, p in _PENALTIES if name.startswith(start)) for name in columns])
    vector = np.zeros(len(columns))
    for where, more, gain in taught:
        trace = more.copy()
        for moment in range(1, len(trace)):
            trace[moment] += TRUST * trace[moment - 1]
        steps = more - np.append(more[1:], [0 * more[0]], axis=0)
        matrix[np.ix_(where, where)] += trace.T @ steps
        vector[where] += trace.T @ (gain - np.append(gain[1:], 0.0))
    found = np.linalg.solve(matrix, vector)
    judged = held_out or taught
    errors = np.concatenate([gain - more @ found[where] for where, more, gain in judged])
    spread = np.concatenate([gain for _, _, gain in judged])
    weights = {name: round(float(found[column]), 4) for name, column in sorted(columns.items())}
    told = {
        "games": len(games),
        "positions": sum(len(gain) for _, _, gain in taught + held_out),
        "numbers": len(columns),
        "error": round(float(np.sqrt((errors**2).mean())), 3),
        "spread": round(float(np.sqrt((spread**2).mean())), 3),
    }
    return weights, told


def _in_order(path: Path) -> list[tuple[int, list[str], list[tuple[Any, Any]]]]:
    """Return the games of a file by their index, each once: the index, the names, and each player's differences."""
    found = {game["index"]: (game["index"], game["names"], _differences(game)) for game in read_games(path)}
    return [found[index] for index in sorted(found)]


def _differences(game: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Return for each player by how much its numbers and its gain were above the others', moment by moment."""
    import numpy as np

    gains = np.array([[sample[0] for sample in moment] for moment in game["samples"]], dtype=float)
    numbers = np.array([[sample[1] for sample in moment] for moment in game["samples"]], dtype=float)
    differences = []
    for who in range(game["players"]):
        others = [seat for seat in range(game["players"]) if seat != who]
        differences.append((numbers[:, who] - numbers[:, others].mean(1), gains[:, who] - gains[:, others].mean(1)))
    return differences


def train(
    folder: Path,
    *,
    generations: int,
    games: int,
    seed: int,
    workers: int | None,
    ray: str | None = None,
    remembered: int = 3,
    progress: Callable[[int, int], None] = lambda generation, played: None,
) -> Path:
    """Train for some generations in a folder and return the file of weights; what is done already is not done again.

    ValueError if what is done was done with another seed or number of games.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights: Mapping[str, float] = {}
    record: list[dict[str, Any]] = []
    for number in range(generations):
        path = folder / f"generation-{number}.jsonl"
        result = folder / f"weights-{number}.json"
        last = range(max(0, number + 1 - remembered), number + 1)
        if not result.exists():
            generation(path, seed + number, games, weights, workers, ray, partial(progress, number))
            fitted, told = fit([folder / f"generation-{n}.jsonl" for n in last])
            if missing := games * len(last) - told["games"]:
                raise ValueError(f"{folder}: {missing} games of earlier generations are missing: give another folder")
            record.append({"generation": number, "seed": seed + number, **told})
            write_whole(result, json.dumps({"weights": fitted, "training": record}, indent=1) + "\n")
        weights, record = _read_weights(result, number)
        if (begun := record[number]["seed"] - number) != seed:
            raise ValueError(f"{result}: begun with seed {begun}, not {seed}: give that --seed or another folder")
        if (begun := record[number]["games"] // len(last)) != games:
            raise ValueError(f"{result}: begun with {begun} games, not {games}: give that --games or another folder")
    return result


def _read_weights(path: Path, number: int) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Return the weights of a generation and the record of their training; ValueError names a file that has none."""
    try:
        facts = json.loads(path.read_bytes())
        weights, record = dict(facts["weights"]), list(facts["training"])
        if record[number].keys() >= {"seed", "games"}:
            return weights, record
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        pass
    raise ValueError(f"{path}: these are not the weights of a generation; removed, they are fitted again")
