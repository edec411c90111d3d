"""What the environments of Gymnasium with one game have in common: their options, the game, the bots, the pictures."""

from __future__ import annotations

from typing import Any, TypeVar

import gymnasium
from gymnasium.error import ResetNeeded

from kingdom_builder.env.episodes import Episode, Opponents
from kingdom_builder.env.factory import GameFactory
from kingdom_builder.env.options import check_options
from kingdom_builder.env.pictures import RENDER_MODES, Picture, check_render_mode, render
from kingdom_builder.env.rewards import Rewards, StepReward
from kingdom_builder.library.game import Game

Seen = TypeVar("Seen")
Action = TypeVar("Action")


class OneGameEnv(gymnasium.Env[Seen, Action]):
    """One seat against bots, or all seats with `opponents=None`; subclasses say what is seen and how to answer."""

    metadata = {  # noqa: RUF012 - Gymnasium wants a plain dict
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        opponents: Opponents = "random",
        seat: int | None = None,
        reward: str | Rewards = "win",
        step_reward: StepReward | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        check_options(type(self), options)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self._episode = Episode(GameFactory(**options), opponents, seat, reward, step_reward)
        self._goes_on = False

    @property
    def game(self) -> Game:
        """The game that is being played, with all hidden cards; RuntimeError before the first reset."""
        return self._episode.public_game()

    @property
    def seat(self) -> int:
        """The agent's seat; if it plays all, the one that has to answer."""
        return self._episode.seat

    def render(self) -> str | Picture | None:
        """Return the board in the render mode of this environment; warn if it has none."""
        return render(self._episode.current_game(), self.render_mode)

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game and let the bots play until the agent has to answer."""
        super().reset(seed=seed)
        self._episode.begin(self.np_random, options)
        self._goes_on = True

    def _play(self, answer: int) -> tuple[float, dict[str, Any]]:
        """Play an answer, and those of the bots until the agent has to answer; return the reward and the end's info."""
        self._goes_on = self._episode.play(answer)
        reward, info = (0.0, {}) if self._goes_on else self._episode.result()
        return reward + self._episode.step_reward(), info

    def _check_running(self) -> None:
        if not self._goes_on:
            raise ResetNeeded("no game is being played: reset() begins one")
