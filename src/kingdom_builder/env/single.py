"""The environment for Gymnasium: one seat against bots (docs/research.md).

>>> import gymnasium
>>> env = gymnasium.make("kingdom_builder.env.single:KingdomBuilder-v0", opponents="random", first_game=True)
>>> observation, info = env.reset(seed=1)
>>> sorted(observation), int(info["action_mask"].sum()) > 0
(['planes', 'vector'], True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.env.aec import observation_space
from kingdom_builder.env.encoder import Encoder, Mask
from kingdom_builder.env.episodes import (
    RENDER_MODES,
    Episode,
    GameFactory,
    Opponent,
    Picture,
    check_render_mode,
    render,
)
from kingdom_builder.library import Game

Observation = dict[str, Any]


class KingdomBuilderEnv(gymnasium.Env[Observation, np.int64]):
    """One seat, random for each game unless it is given, against bots by name or any object with `answer(view)`.

    The mask of the legal answers is in every info, and `action_masks()` returns it for sb3-contrib. An illegal answer
    ends the episode with a reward of -1. All other options are those of `new_game`, or `first_game`.
    """

    metadata = {  # noqa: RUF012 - Gymnasium wants a plain dict
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._episode = Episode(GameFactory(**options), opponents, seat, reward)
        self.observation_spec = spec = self._episode.factory.spec
        self.observation_space = observation_space(spec.planes_shape, spec.vector_size)
        self.action_space = spaces.Discrete(ANSWERS)
        self._encoder = Encoder(spec)

    @property
    def game(self) -> Game:
        """The game that is being played, with all hidden cards."""
        return self._episode.game

    @property
    def seat(self) -> int:
        """The agent's seat."""
        return self._episode.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and let the bots play until the agent has to answer."""
        super().reset(seed=seed)
        self._episode.begin(self.np_random, options)
        return self._observe(), {"action_mask": self.action_masks()}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an answer, and those of the bots until the agent has to answer."""
        goes_on = self._episode.play(int(action))
        reward, info = (0.0, {}) if goes_on else self._episode.result()
        return self._observe(), reward, not goes_on, False, {"action_mask": self.action_masks(), **info}

    def action_masks(self) -> Mask:
        """Return the mask of the legal answers."""
        mask: Mask = self._encoder.masks[0].copy()
        return mask

    def render(self) -> str | Picture | None:
        """Return the board in the render mode of this environment."""
        return render(self.game, self.render_mode)

    def _observe(self) -> Observation:
        self._encoder.write(self._episode.view)
        return {"planes": self._encoder.planes[0].copy(), "vector": self._encoder.vectors[0].copy()}


gymnasium.register("KingdomBuilder-v0", entry_point=KingdomBuilderEnv)
