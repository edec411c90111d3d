"""The environment for Gymnasium: one seat against bots, or all seats (docs/research.md).

>>> import gymnasium
>>> env = gymnasium.make("kingdom_builder.env:KingdomBuilder-v0", opponents="random", first_game=True)
>>> observation, info = env.reset(seed=1)
>>> sorted(observation), int(info["action_mask"].sum()) > 0
(['planes', 'vector'], True)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.env.actions import read_action
from kingdom_builder.env.encoder import Encoder, Mask
from kingdom_builder.env.game_encoder import GameEncoder
from kingdom_builder.env.observation_form import DICT, ObservationForm, any_answer
from kingdom_builder.env.one_game import OneGameEnv

Observation = Any
"""A dictionary of arrays, or one array."""


class KingdomBuilderEnv(OneGameEnv[Observation, np.int64]):
    """One seat, random for each game unless it is given, against bots by name or any object with `answer(view)`.

    With `opponents=None` the agent plays all seats: an observation is that of the seat to play, which is in the info
    under `seat`, and the reward is that of the seat that gave the last answer; at the end the info has all `rewards`.

    The mask of the legal answers is in every info, with `mask_in_observation` also in the observation, and
    `action_masks()` returns it for sb3-contrib. An illegal answer ends the episode with a reward of -1. `reward` is
    `win`, `margin` or a function of the scores; `step_reward` is a function of the game and the seat that is added
    after every step. All other options are those of `new_game`, or `first_game`.
    """

    def __init__(self, *, observation: str = DICT, mask_in_observation: bool = False, **options: Any) -> None:
        """Check the options; raise ValueError if they are not possible."""
        super().__init__(**options)
        self.observation_spec = spec = self._episode.factory.spec
        self._form = ObservationForm(spec, observation, mask=mask_in_observation)
        self.observation_space = self._form.space
        self.action_space = spaces.Discrete(ANSWERS)
        self._encoder = GameEncoder(spec)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and let the bots play until the agent has to answer."""
        self._begin(seed, options)
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an answer, and those of the bots until the agent has to answer."""
        self._check_running()
        reward, info = self._play(read_action(action))
        return self._observe(), reward, not self._goes_on, False, {**self._info(), **info}

    def action_masks(self) -> Mask:
        """Return the mask of the legal answers; after the end all are allowed, because none is played."""
        return self._written().masks[0].copy() if self._goes_on else any_answer()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def _observe(self) -> Observation:
        encoder = self._written()
        return self._form.observation(encoder.planes[0].copy(), encoder.vectors[0].copy(), self.action_masks())

    def _written(self) -> Encoder:
        """Return the encoder after it has written what the agent's seat sees."""
        return self._encoder.write(self._episode.game, self._episode.seat)
