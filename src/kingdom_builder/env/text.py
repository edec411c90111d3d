"""The environment in words, for language models: observations and answers are text (docs/research.md).

>>> import gymnasium
>>> env = gymnasium.make("kingdom_builder.env:KingdomBuilderText-v0", opponents="random", first_game=True)
>>> question, info = env.reset(seed=1)
>>> "Legal answers:" in question, len(info["legal_answers"]) > 1
(True, True)
"""

from __future__ import annotations

from typing import Any

from gymnasium import spaces

from kingdom_builder.env.one_game import OneGameEnv
from kingdom_builder.env.rewards import ILLEGAL_REWARD
from kingdom_builder.env.words import introduction, question_text, read_text
from kingdom_builder.sets.registry import answer_name

LONGEST = 20_000
"""More characters than any observation or answer has."""
_CHARACTERS = frozenset(map(chr, (10, *range(32, 127), *range(160, 0x2200))))


class KingdomBuilderTextEnv(OneGameEnv[str, str]):
    """One seat against bots, or all seats, as in `KingdomBuilderEnv`, with text instead of numbers.

    The first observation of a game also explains its cards, locations and signs. An action is text: its answer is what
    follows the last `Answer:`, or else its last line. If it cannot be read or is not legal, nothing is played and the
    next observation says why, also in the info under `error`; the episode ends with a reward of -1 after `attempts`
    such texts in a row. All other options are those of `KingdomBuilderEnv`.
    """

    def __init__(self, *, attempts: int = 3, **options: Any) -> None:
        """Check the options; raise ValueError if they are not possible."""
        super().__init__(**options)
        if attempts < 1:
            raise ValueError(f"attempts: expected at least 1, found {attempts}")
        self._attempts = attempts
        self._failed = 0
        self.observation_space = spaces.Text(LONGEST, charset=_CHARACTERS)
        self.action_space = spaces.Text(LONGEST, charset=_CHARACTERS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Begin a game and let the bots play until the agent has to answer."""
        self._begin(seed, options)
        self._failed = 0
        return f"{introduction(self._episode.view)}\n\n{self._question()}", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Play the answer of a text, and those of the bots until the agent has to answer."""
        self._check_running()
        if not isinstance(action, str):
            raise TypeError(f"an action is text, such as 'Answer: e5', found {action!r}")
        try:
            answer = read_text(action, self._episode.view)
        except ValueError as error:
            return self._not_played(str(error))
        self._failed = 0
        reward, info = self._play(answer)
        return self._question(), reward, not self._goes_on, False, {**self._info(), **info}

    def _not_played(self, error: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Ask again, unless there were too many attempts."""
        self._failed += 1
        self._goes_on = self._failed < self._attempts
        left = self._attempts - self._failed
        text = f"Not played: {error}.\nYou have {left} attempt{'s' * (left != 1)} left.\n\n{self._question()}"
        reward = 0.0 if self._goes_on else ILLEGAL_REWARD
        return text, reward, not self._goes_on, False, {**self._info(), "error": error}

    def _question(self) -> str:
        return question_text(self._episode.view)

    def _info(self) -> dict[str, Any]:
        view = self._episode.view
        return {"seat": view.seat, "legal_answers": [answer_name(answer) for answer in view.legal_answers()]}
