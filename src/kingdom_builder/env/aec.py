"""The environment for PettingZoo: an agent for each seat (docs/research.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has annotations, but no py.typed

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.env.actions import read_action
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.factory import GameFactory
from kingdom_builder.env.game_encoder import GameEncoder
from kingdom_builder.env.observation_form import DICT, FLAT, MASK_SPACE, ObservationForm
from kingdom_builder.env.options import check_options
from kingdom_builder.env.pictures import RENDER_MODES, Picture, check_render_mode, render
from kingdom_builder.env.rewards import ILLEGAL_REWARD, Rewards, StepReward, ValueOfSeat, checked, rewards_of, steps_of
from kingdom_builder.game import Game
from kingdom_builder.library.game import Game as LibraryGame

_OPTION_OF_API_TEST = "options"
"""The option that PettingZoo's `api_test` gives every environment, which must ignore it; other options are errors."""
REFUSED, ENDS = ILLEGAL_ANSWERS = ("refused", "ends")


class KingdomBuilderAEC(AECEnv):  # type: ignore[misc]  # without its types it could be anything
    """Agents `player_0` and up, one for each seat; the agent that has to answer is selected.

    An illegal answer raises ValueError, or with `illegal="ends"` it ends the game with a reward of -1.
    `observation` is `dict`: planes and vector under `observation`, and the mask under `action_mask`; or `flat`: one
    float32 array, with the mask in the agent's info, or beside it as above with `mask_in_observation`. `reward` is
    `win`, `margin` or a function of the scores, and is given at the end; `step_reward` is a function of the game and
    the seat, and is given to an agent after each of its answers. All other options are those of `new_game`, or
    `first_game`. Copies and pickles have the game as it is.
    """

    metadata = {  # noqa: RUF012 - PettingZoo wants a plain dict
        "name": "kingdom_builder_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        players: int = 2,
        observation: str = DICT,
        mask_in_observation: bool = False,
        reward: str | Rewards = "win",
        step_reward: StepReward | None = None,
        illegal: str = REFUSED,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        super().__init__()
        check_options(type(self), options)
        if illegal not in ILLEGAL_ANSWERS:
            raise ValueError(f"illegal: {illegal!r} is not one of {', '.join(ILLEGAL_ANSWERS)}")
        check_render_mode(render_mode)
        self._refuses = illegal == REFUSED
        self.render_mode = render_mode
        self.factory = GameFactory(players=players, **options)
        self.observation_spec = spec = self.factory.spec
        self._form = ObservationForm(spec, observation)
        self._shows_mask = mask_in_observation or observation != FLAT
        self._pay, self._step_reward = rewards_of(reward), checked(step_reward)
        self._pay_step: ValueOfSeat | None = None
        self._encoders = GameEncoder(spec, players)
        self._random: np.random.Generator | None = None
        self._game: Game | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        space: spaces.Space[Any] = self._form.space
        if self._shows_mask:
            space = spaces.Dict({"observation": space, "action_mask": MASK_SPACE})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ANSWERS) for agent in self.possible_agents}
        self._nothing = np.zeros(ANSWERS, np.int8)
        self._nothing.flags.writeable = False

    @property
    def game(self) -> LibraryGame:
        """The game that is being played, with all hidden cards."""
        return LibraryGame(self._played())

    def _played(self) -> Game:
        if self._game is None:
            raise RuntimeError("reset() begins a game")
        return self._game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, which is the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's answers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a random game, or the one of `options["setup_seed"]`."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        chosen = {name: value for name, value in (options or {}).items() if name != _OPTION_OF_API_TEST}
        self._game = self.factory.draw(self._random, chosen)
        if self._step_reward is not None:
            self._pay_step = steps_of(self._step_reward, self.game)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(None) for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Any:
        """Return an agent's observation, in arrays of its own."""
        encoder = self._encoder(self.possible_agents.index(agent))
        mask = encoder.masks[0].copy()
        seen = self._form.observation(encoder.planes[0].copy(), encoder.vectors[0].copy(), mask)
        return {"observation": seen, "action_mask": mask} if self._shows_mask else seen

    def step(self, action: int | None) -> None:
        """Play the answer of the selected agent. A ValueError leaves the game as it was."""
        game = self._played()
        if not self.agents:
            raise RuntimeError("the game is over: reset() begins the next")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(
                f"{agent} is to answer, but its action is None; only an agent whose game is over steps None"
            )
        try:
            game.play(read_action(action))
        except IllegalAnswer as error:
            if self._refuses:
                raise ValueError(f"{agent}: {error}") from None
            self._cumulative_rewards[agent] = 0.0
            self._end([ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents])
            self.infos[agent]["illegal"] = str(error)
            return
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._info(None)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._pay_step is not None:
            self.rewards[agent] = float(self._pay_step(self.game, self.possible_agents.index(agent)))
        if game.over:
            self._end(
                [
                    reward + self.rewards[other]
                    for other, reward in zip(self.agents, self._pay(game.scores()), strict=True)
                ]
            )
        else:
            self._accumulate_rewards()
            self._select()

    def _end(self, rewards: list[float]) -> None:
        """Give all agents their rewards and scores."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, gold in zip(self.agents, self._played().scores(), strict=True):
            self.infos[agent] = {**self._info(None), "score": gold}
        self._accumulate_rewards()

    def render(self) -> str | Picture | None:
        """Return the board in the render mode of this environment; warn if it has none."""
        return render(self._played(), self.render_mode)

    def close(self) -> None:
        """Close nothing: there is nothing open."""

    def _select(self) -> None:
        """Select the agent that has to answer."""
        seat = self._played().to_play
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = self._info(seat)

    def _info(self, seat: int | None) -> dict[str, Any]:
        """Return the info of a seat: the mask, unless it is in the observation."""
        if self._shows_mask:
            return {}
        return {"action_mask": self._nothing if seat is None else self._encoder(seat).masks[0].copy()}

    def _encoder(self, seat: int) -> Encoder:
        """Return the encoder of a seat after it has written what the seat sees."""
        return self._encoders.write(self._played(), seat)
