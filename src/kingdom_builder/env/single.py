"""The game for Gymnasium: one seat against bots (docs/research.md).

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
from kingdom_builder.engine.game import Game
from kingdom_builder.env.aec import observation_space
from kingdom_builder.env.encoding import Encoder, Mask
from kingdom_builder.env.episodes import RENDER_MODES, Episode, Opponent, Picture, Table, check_render_mode, render

Observation = dict[str, Any]


class KingdomBuilderEnv(gymnasium.Env[Observation, np.int64]):
    """A seat, drawn for each game unless it is chosen, against bots by name or anything with `answer(view)`.

    The mask of the legal answers is in every info, and `action_masks()` returns it as sb3-contrib asks for it. An
    illegal answer ends the episode and pays -1. All other options are those of `new_game`, or `first_game`.
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
        """Check the options; ValueError says what cannot be."""
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._episode = Episode(Table(**options), opponents, seat, reward)
        self.layout = layout = self._episode.table.layout
        self.observation_space = observation_space(layout.planes_shape, layout.vector_size)
        self.action_space = spaces.Discrete(ANSWERS)
        self._encoder = Encoder(layout)

    @property
    def game(self) -> Game:
        """The game that is being played, hidden cards and all."""
        return self._episode.game

    @property
    def seat(self) -> int:
        """The seat that is played from here."""
        return self._episode.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game and let the bots play up to the first question."""
        super().reset(seed=seed)
        self._episode.begin(self.np_random, options)
        return self._observe(), {"action_mask": self.action_masks()}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an answer, and those of the bots up to the next question."""
        goes_on = self._episode.play(int(action))
        reward, info = (0.0, {}) if goes_on else self._episode.result()
        return self._observe(), reward, not goes_on, False, {"action_mask": self.action_masks(), **info}

    def action_masks(self) -> Mask:
        """Return which answers are legal."""
        mask: Mask = self._encoder.masks[0].copy()
        return mask

    def render(self) -> str | Picture | None:
        """Draw the board in the mode chosen at the beginning."""
        return render(self.game, self.render_mode)

    def _observe(self) -> Observation:
        self._encoder.write(self._episode.view)
        return {"planes": self._encoder.planes[0].copy(), "vector": self._encoder.vectors[0].copy()}


gymnasium.register("KingdomBuilder-v0", entry_point=KingdomBuilderEnv)
