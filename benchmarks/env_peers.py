"""Measure fast environments of other games that need another Python; print steps a second as JSON.

`benchmarks/env.py --other-python PROGRAM` runs this with a Python that has `fastcatan` or `envpool` installed. Only the
time inside the environment counts, without the choice of the actions; it is CPU time, on one thread.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # fastcatan steps on all cores otherwise

import numpy as np

MANY = (64, 1024)
CPU = time.process_time


def rate_inside(step: Callable[[Any], None], choose: Callable[[], Any], games: int, seconds: float) -> float:
    """Return steps a second inside `step`, which gets the actions that `choose` returns."""
    used, made = 0.0, 0
    while used < seconds:
        actions = choose()
        begun = CPU()
        step(actions)
        used += CPU() - begun
        made += games
    return made / used


def fastcatan(seconds: float) -> dict[str, float]:
    """Return the rates of fastcatan: one game, legal actions as a list; many games, masks as bits."""
    from fastcatan import MASK_WORDS, BatchedEnv, Env

    env, chance, made, seed = Env(), random.Random(1), 0, 0
    env.reset(seed)
    begun = CPU()
    while (used := CPU() - begun) < seconds:
        for _ in range(200):
            legal = env.legal_actions()
            if env.step(legal[int(chance.random() * len(legal))]):
                seed += 1
                env.reset(seed)
        made += 200
    found = {"one game": made / used}
    for games in MANY:
        batch = BatchedEnv(games)
        batch.reset()
        masks, ended = np.zeros((games, MASK_WORDS), np.uint64), np.zeros(games, np.uint8)
        batch.write_masks(masks)
        generator = np.random.default_rng(1)

        def choose(masks: Any = masks, generator: Any = generator) -> Any:
            bits = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
            return np.where(bits, generator.random(bits.shape, np.float32), -1).argmax(axis=1).astype(np.uint32)

        def step(actions: Any, batch: Any = batch, masks: Any = masks, ended: Any = ended) -> None:
            batch.step_autoreset(actions, ended)
            batch.write_masks(masks)

        found[f"{games} games, masks"] = rate_inside(step, choose, games, seconds)
    return found


def envpool(seconds: float) -> dict[str, float]:
    """Return the rate of EnvPool's smallest game, a ball that is caught on a board of 10 by 5."""
    import envpool as pool

    found = {}
    for games in MANY:
        env = pool.make_gymnasium("Catch-v0", num_envs=games, num_threads=1)
        env.reset()
        generator = np.random.default_rng(1)
        found[f"Catch-v0, {games} games"] = rate_inside(
            env.step,
            lambda generator=generator, games=games: generator.integers(3, size=games, dtype=np.int32),
            games,
            seconds,
        )
    return found


def main() -> int:
    seconds = float(sys.argv[1])
    found: dict[str, float] = {}
    for name, measure in (("fastcatan", fastcatan), ("EnvPool", envpool)):
        try:
            found |= {f"{name}, {what}": rate for what, rate in measure(seconds).items()}
        except ImportError:
            continue
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
