"""Many games at once for Gymnasium, in one process and in arrays that are made once (docs/research.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kingdom_builder.env.aec import observation_space
from kingdom_builder.env.encoding import Mask
from kingdom_builder.env.episodes import Episode, Opponent, Table
from kingdom_builder.game.answers import ANSWERS

Observations = dict[str, NDArray[Any]]
_Step = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class KingdomBuilderVectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """As many `KingdomBuilderEnv`s as wanted; a game that ends is followed by the next in the same step.

    The last observation of a game and its info are in the infos, under `final_obs` and `final_info`. Without `copy` the
    arrays returned are written anew by the next step.
    """

    metadata = {  # noqa: RUF012 - Gymnasium wants a plain dict
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(
        self,
        num_envs: int,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        reward: str = "win",
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Check the options; ValueError says what cannot be."""
        self.num_envs = num_envs
        self._copy = copy
        table = Table(**options)
        self.layout = layout = table.layout
        self._episodes = [Episode(table, opponents, seat, reward) for _ in range(num_envs)]
        self._randoms: list[np.random.Generator] = []
        self.single_observation_space = observation_space(layout.planes_shape, layout.vector_size)
        self.single_action_space = spaces.Discrete(ANSWERS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._planes = np.zeros((num_envs, *layout.planes_shape), np.int8)
        self._vectors = np.zeros((num_envs, layout.vector_size), np.float32)
        self._masks = np.zeros((num_envs, ANSWERS), np.int8)
        self._rewards = np.zeros(num_envs, np.float64)
        self._ended = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all games; the seed of each is one more than that of the one before."""
        games = range(self.num_envs)
        seeds = seed if isinstance(seed, list) else [None if seed is None else seed + i for i in games]
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} for {self.num_envs} games")
        if not self._randoms:
            self._randoms = [seeding.np_random(one)[0] for one in seeds]
        else:
            self._randoms = [
                random if one is None else seeding.np_random(one)[0]
                for random, one in zip(self._randoms, seeds, strict=True)
            ]
        for i, episode in enumerate(self._episodes):
            episode.begin(self._randoms[i], options)
            self._write(i)
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> _Step:
        """Play one answer in each game."""
        if not self._randoms:
            raise RuntimeError("reset() begins the games")
        ended: list[tuple[int, dict[str, Any]]] = []
        for i, (episode, answer) in enumerate(zip(self._episodes, actions, strict=True)):
            self._rewards[i], self._ended[i], info = episode.play(int(answer))
            self._write(i)
            if self._ended[i]:
                seen = {"planes": self._planes[i].copy(), "vector": self._vectors[i].copy()}
                final = {"action_mask": self._masks[i].copy(), **info}
                ended.append((i, {"final_obs": seen, "final_info": final}))
                episode.begin(self._randoms[i])
                self._write(i)
        infos = self._infos()
        for i, final in ended:
            infos = self._add_info(infos, final, i)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observations(), self._rewards.copy(), self._ended.copy(), truncated, infos

    def action_masks(self) -> Mask:
        """Return which answers are legal in each game."""
        return self._masks.copy() if self._copy else self._masks

    def _write(self, i: int) -> None:
        self._episodes[i].write(self._planes[i], self._vectors[i], self._masks[i])

    def _observations(self) -> Observations:
        if self._copy:
            return {"planes": self._planes.copy(), "vector": self._vectors.copy()}
        return {"planes": self._planes, "vector": self._vectors}

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}
