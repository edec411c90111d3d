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
from kingdom_builder.env.actions import read_actions
from kingdom_builder.env.encoder import Mask
from kingdom_builder.env.episodes import Opponents
from kingdom_builder.env.factory import GameFactory
from kingdom_builder.env.observation_form import DICT, ObservationForm, any_answer
from kingdom_builder.env.options import check_options
from kingdom_builder.env.pictures import RENDER_MODES, check_render_mode, render
from kingdom_builder.env.rewards import Rewards, StepReward
from kingdom_builder.env.vector_games import answers_at, new_games
from kingdom_builder.library.game import Game

Observations = Any
"""A dictionary of arrays, or one array."""
_NO_ANSWER = -1
_Step = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


AUTORESET_MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


class KingdomBuilderVectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Several `KingdomBuilderEnv`s; when a game ends, the next one begins in the same step, or in the next one.

    In the same step, the last observation of a game and its info are in the infos, under `final_obs` and `final_info`.
    In the next step, the answer of a game that has ended is ignored, its reward is 0, and the mask before it allows all
    answers. With `copy=False` the next step overwrites the returned arrays.
    """

    metadata = {  # noqa: RUF012 - Gymnasium wants a plain dict
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        num_envs: int,
        *,
        opponents: Opponents = "random",
        seat: int | None = None,
        reward: str | Rewards = "win",
        step_reward: StepReward | None = None,
        observation: str = DICT,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        if num_envs < 1:
            raise ValueError(f"num_envs: expected at least 1, found {num_envs}")
        check_options(type(self), options)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.num_envs = num_envs
        self._copy = copy
        self._same_step = _read_mode(autoreset_mode) == AutoresetMode.SAME_STEP
        self._begins: list[int] = []
        self.metadata = {**self.metadata, "autoreset_mode": _read_mode(autoreset_mode)}
        factory = GameFactory(**options)
        self.observation_spec = spec = factory.spec
        self._form = ObservationForm(spec, observation, mask=mask_in_observation)
        self._games = new_games(factory, num_envs, opponents, seat, reward, step_reward)
        self._randoms: list[np.random.Generator] = []
        self.single_observation_space = self._form.space
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
        self._begins = []
        return self._observations(), self._infos()

    def step(self, actions: NDArray[np.int64]) -> _Step:
        """Play one answer in each game."""
        if not self._randoms:
            raise RuntimeError("reset() begins the games")
        answers, begins = read_actions(actions, self.num_envs), self._begins
        if begins:
            answers = answers.copy()
            answers[begins] = _NO_ANSWER
        ended = self._games.step(answers)
        if begins:
            ended[begins] = False
        rewards = self._games.step_rewards()
        over = np.flatnonzero(ended).tolist()
        finals = self._end_and_begin(over, rewards) if over or begins else []
        infos = self._infos()
        for i, final in finals:
            infos = self._add_info(infos, final, i)
        return self._observations(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _end_and_begin(self, over: list[int], rewards: NDArray[np.float64]) -> list[tuple[int, dict[str, Any]]]:
        """Add the rewards of games that are over, and begin those that begin now; return the infos of the former."""
        games, seats = self._games, self._games.seats
        finals: list[tuple[int, dict[str, Any]]] = []
        for i in over:
            reward, info = games.result(i)
            rewards[i] += reward
            finals.append((i, {"action_mask": any_answer(), "seat": int(seats[i]), **info}))
        if self._same_step:
            begins = over
            finals = [(i, {"final_obs": self._final_observation(i), "final_info": info}) for i, info in finals]
        else:
            begins, self._begins = self._begins, over
        for i in begins:
            games.begin(i, self._randoms[i])
        games.finish()
        return finals

    def _final_observation(self, i: int) -> Any:
        """Return the observation at the end of a game, in arrays of its own."""
        return self._form.observation(self._games.planes[i].copy(), self._games.vectors[i].copy(), any_answer())

    def game(self, i: int) -> Game:
        """Return a game with all hidden cards; change nothing in it."""
        return Game(self._games.game(i))

    def random_actions(self, generator: np.random.Generator) -> NDArray[np.int64]:
        """Return a random legal answer for each game; all are equally likely."""
        shares = generator.random(self.num_envs)
        return answers_at(self.action_masks(), shares) if self._begins else self._games.answers_at(shares)

    def action_masks(self) -> Mask:
        """Return the masks of the legal answers of all games; where the next step begins a game, all are allowed."""
        masks = self._games.masks
        if not self._begins:
            return masks.copy() if self._copy else masks
        masks = masks.copy()
        masks[self._begins] = any_answer()
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Return the boards of all games in the render mode of this environment."""
        if self.render_mode is None:
            return None
        return tuple(render(self._games.game(i), self.render_mode) for i in range(self.num_envs))

    def _observations(self) -> Observations:
        games, masks = self._games, self.action_masks()
        if self._copy:
            return self._form.observation(games.planes.copy(), games.vectors.copy(), masks)
        return self._form.observation(games.planes, games.vectors, masks)

    def _infos(self) -> dict[str, Any]:
        masks, seats = self.action_masks(), self._games.seats
        return {"action_mask": masks, "_action_mask": self._all, "seat": seats, "_seat": self._all}


def _read_mode(mode: str | AutoresetMode) -> AutoresetMode:
    """Return the mode; raise ValueError if there is none of that name."""
    names = [one.value for one in AUTORESET_MODES]
    if (mode.value if isinstance(mode, AutoresetMode) else mode) not in names:
        raise ValueError(f"autoreset_mode: {mode!r} is not one of {', '.join(names)}")
    return AutoresetMode(mode)
