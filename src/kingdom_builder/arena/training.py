"""Trains the weights of the bots' evaluation: generations of self-play, each played with the weights of the last.

A last stage compares turns by playing on from them, and moves the weights to what it finds. A generation is a file of
games, one to a line, each from a seed of its own. So an interrupted training continues where it was, and the number of
processes changes nothing. Each line says with what its game was played, so that two trainings are never mixed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from kingdom_builder.arena.comparisons import ComparedGame
from kingdom_builder.arena.fit import fit, fit_comparisons
from kingdom_builder.arena.fit_network import fit_network
from kingdom_builder.arena.jobs import TrainingContext, TrainingGame, training_worker
from kingdom_builder.arena.results import write_whole
from kingdom_builder.arena.selfplay import SelfPlayGame, read_games
from kingdom_builder.arena.valued_turns import ValuedGame
from kingdom_builder.bots.evaluation import shipped_document, shipped_weights
from kingdom_builder.bots.network import NETWORK_FILE, shipped_network
from kingdom_builder.workers import FailureKind, WorkerPool
from kingdom_builder.workers.pool import Pool
from kingdom_builder.workers.ray import RayPool

REMEMBERED = 3
"""How many generations the weights are fitted to, the last ones."""

Stage: TypeAlias = type[SelfPlayGame] | type[ComparedGame] | type[ValuedGame]
"""What kind of games a file has."""

TRIES = 5
"""How often a process may crash over one game before the training ends."""


def train(
    folder: Path,
    *,
    generations: int,
    games: int,
    comparisons: int = 0,
    seed: int,
    workers: int | None,
    ray: str | None = None,
    progress: Callable[[int, int], None] = lambda generation, played: None,
) -> Path:
    """Train for some generations in a folder and return the file of weights; what is there already is not done again.

    Then turns of so many games as `comparisons` are compared. Without generations the weights of the package are the
    start of that. Raise ValueError if what is there was done with another seed or number of games.
    """
    folder.mkdir(parents=True, exist_ok=True)
    weights: Mapping[str, float] = {}
    record: list[dict[str, Any]] = []
    result = folder / "weights.json"
    for number in range(generations):
        path = folder / f"generation-{number}.jsonl"
        result = folder / f"weights-{number}.json"
        last = range(max(0, number + 1 - REMEMBERED), number + 1)
        if not result.exists():
            play_generation(path, seed + number, games, weights, workers, ray, partial(progress, number))
            fitted, report = fit([folder / f"generation-{n}.jsonl" for n in last])
            if missing := games * len(last) - report["games"]:
                raise ValueError(f"{folder}: {missing} games of earlier generations are missing: give another folder")
            record.append({"generation": number, "seed": seed + number, **report})
            write_whole(result, json.dumps({"weights": fitted, "training": record}, indent=1) + "\n")
        weights, record = _read_weights(result, number)
        if (begun := record[number]["seed"] - number) != seed:
            raise ValueError(f"{result}: begun with seed {begun}, not {seed}: give that --seed or another folder")
        if (begun := record[number]["games"] // len(last)) != games:
            raise ValueError(f"{result}: begun with {begun} games, not {games}: give that --games or another folder")
    if comparisons:
        if not generations:
            document = shipped_document()
            weights, record = document["weights"], document["training"]
        path, result = folder / "comparisons.jsonl", folder / "weights.json"
        begun = seed + generations
        show = partial(progress, generations)
        play_generation(path, begun, comparisons, weights, workers, ray, show, of=ComparedGame)
        fitted, report = fit_comparisons(path, weights)
        record = [*record, {"seed": begun, **report}]
        write_whole(result, json.dumps({"weights": fitted, "training": record}, indent=1) + "\n")
    return result


def train_network(
    folder: Path,
    *,
    games: int,
    seed: int,
    workers: int | None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Path:
    """Fit the network to games whose turns are valued with the weights and the network of the package.

    Return its file. What is in the folder already is not played again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, result = folder / "valued.jsonl", folder / NETWORK_FILE
    play_generation(path, seed, games, shipped_weights(), workers, ray, progress, of=ValuedGame)
    document, report = fit_network(path)
    record = [*shipped_network()["training"], {"seed": seed, **report}]
    write_whole(result, json.dumps({**document, "training": record}, indent=None, separators=(",", ":")) + "\n")
    return result


def play_generation(
    path: Path,
    seed: int,
    games: int,
    weights: Mapping[str, float],
    workers: int | None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda played: None,
    of: Stage = SelfPlayGame,
) -> None:
    """Play the games of a generation that are not in its file yet, in processes or on a Ray cluster.

    Raise ValueError if the file has other games than these.
    """
    known = _known_games(path, seed, games, of, of.played_with(weights))
    missing = [of(seed, index) for index in range(games) if index not in known]
    played = games - len(missing)
    progress(played)
    with path.open("a", encoding="utf-8") as file, closing(_play(missing, weights, workers, ray)) as results:
        for result in results:
            file.write(json.dumps(result) + "\n")
            file.flush()
            played += 1
            progress(played)


def _known_games(path: Path, seed: int, games: int, of: Stage, played_with: str) -> set[int]:
    """Return which games of a generation are in its file; raise ValueError if there are others too."""
    known = set()
    for game in read_games(path) if path.exists() else ():
        if game["seed"] != seed:
            raise ValueError(f"{path}: begun with seed {game['seed']}, not {seed}: give that --seed or another folder")
        if game["weights"] != played_with:
            raise ValueError(f"{path}: played with {of.PLAYED_OTHERWISE}: remove it, or give another folder")
        if game["index"] >= games:
            raise ValueError(f"{path}: begun with more than --games {games}: give as many as then or another folder")
        known.add(game["index"])
    return known


def _play(
    games: Sequence[TrainingGame], weights: Mapping[str, float], workers: int | None, ray: str | None
) -> Generator[Mapping[str, Any], None, None]:
    """Yield the games as they end."""
    if ray is None and (workers == 1 or len(games) < 2):
        for game in games:
            yield game.play(weights)
    elif games:
        with closing(_new_pool(weights, workers, ray)) as pool, closing(pool.run(games)) as outcomes:
            for outcome in outcomes:
                if (failure := outcome.failure) is None:
                    yield outcome.result()
                elif failure.kind == FailureKind.RAISED:
                    raise RuntimeError(f"game {outcome.task.index}:\n{failure.traceback}")
                else:
                    raise ChildProcessError(f"game {outcome.task.index} cannot be played: {failure.message}")


def _new_pool(
    weights: Mapping[str, float], workers: int | None, ray: str | None
) -> Pool[TrainingGame, Mapping[str, Any]]:
    context = TrainingContext(weights)
    if ray is None:
        return WorkerPool(training_worker, context, workers=workers, retries=TRIES - 1)
    return RayPool(training_worker, context, address=ray, workers=workers, retries=TRIES - 1)


def _read_weights(path: Path, number: int) -> tuple[dict[str, float], list[dict[str, Any]]]:
    """Return the weights of a generation and the record of their training; raise ValueError if the file has none."""
    try:
        document = json.loads(path.read_bytes())
        weights, record = dict(document["weights"]), list(document["training"])
        if record[number].keys() >= {"seed", "games"}:
            return weights, record
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        pass
    raise ValueError(f"{path}: these are not the weights of a generation; removed, they are fitted again")
