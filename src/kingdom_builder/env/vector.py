"""The vector environment for Gymnasium: many games in one process and in reused arrays (docs/research.md)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.env.aec import observation_space
from kingdom_builder.env.encoder import Mask
from kingdom_builder.env.episodes import GameFactory, Opponents
from kingdom_builder.env.vector_games import new_games
from kingdom_builder.library import Game

Observations = dict[str, NDArray[Any]]
_Step = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class KingdomBuilderVectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Several `KingdomBuilderEnv`s; when a game ends, the next one begins in the same step.

    With `opponents=None` the agent plays all seats: an observation is that of the seat to play, which is in the infos
    under `seat`, and the reward is that of the seat that gave the last answer of a game.

    The last observation of a game and its info are in the infos, under `final_obs` and `final_info`; without opponents
    the rewards of all seats are there too. With `copy=False` the next step overwrites the returned arrays.
    """

    metadata = {  # noqa: RUF012 - Gymnasium wants a plain dict
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(
        self,
        num_envs: int,
        *,
        opponents: Opponents = "random",
        seat: int | None = None,
        reward: str = "win",
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        self.num_envs = num_envs
        self._copy = copy
        factory = GameFactory(**options)
        self.observation_spec = spec = factory.spec
        self._games = new_games(factory, num_envs, opponents, seat, reward)
        self._all_seats = opponents is None
        self._randoms: list[np.random.Generator] = []
        self.single_observation_space = observation_space(spec.planes_shape, spec.vector_size)
        self.single_action_space = spaces.Discrete(ANSWERS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, np.bool_)

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
        for i, random in enumerate(self._randoms):
            self._games.begin(i, random, options)
        self._games.finish()
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> _Step:
        """Play one answer in each game."""
        if not self._randoms:
            raise RuntimeError("reset() begins the games")
        games, rewards = self._games, np.zeros(self.num_envs)
        ended = games.step(actions)
        finals = []
        for i in np.flatnonzero(ended).tolist():
            rewards[i], info = games.result(i)
            seen = {"planes": games.planes[i].copy(), "vector": games.vectors[i].copy()}
            finals.append((i, {"final_obs": seen, "final_info": {"action_mask": games.masks[i].copy(), **info}}))
            games.begin(i, self._randoms[i])
        if finals:
            games.finish()
        infos = self._infos()
        for i, final in finals:
            infos = self._add_info(infos, final, i)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def game(self, i: int) -> Game:
        """Return a game with all hidden cards; change nothing in it."""
        return self._games.game(i)

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Return a random legal answer for each game; all are equally likely."""
        return self._games.answers_at(generator.random(self.num_envs))

    def action_masks(self) -> Mask:
        """Return the masks of the legal answers of all games."""
        masks = self._games.masks
        return masks.copy() if self._copy else masks

    def _observations(self) -> Observations:
        planes, vectors = self._games.planes, self._games.vectors
        return (
            {"planes": planes.copy(), "vector": vectors.copy()} if self._copy else {"planes": planes, "vector": vectors}
        )

    def _infos(self) -> dict[str, Any]:
        infos = {"action_mask": self.action_masks(), "_action_mask": self._all}
        if self._all_seats:
            infos |= {"seat": self._games.seats, "_seat": self._all}
        return infos
