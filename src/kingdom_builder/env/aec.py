"""The environment for PettingZoo: an agent for each seat (docs/research.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has annotations, but no py.typed

from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.env.encoder import Encoder
from kingdom_builder.env.episodes import (
    ILLEGAL_REWARD,
    RENDER_MODES,
    GameFactory,
    Picture,
    check_render_mode,
    render,
    rewards_named,
)
from kingdom_builder.env.observation_spec import HIGHEST
from kingdom_builder.library import Game

DICT, FLAT = OBSERVATIONS = ("dict", "flat")
REFUSED, ENDS = ILLEGAL_ANSWERS = ("refused", "ends")


def observation_space(planes_shape: tuple[int, int, int], vector_size: int) -> spaces.Dict:
    """Return the space of planes and vector."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, planes_shape, np.int8),
            "vector": spaces.Box(0.0, HIGHEST, (vector_size,), np.float32),
        }
    )


class KingdomBuilderAEC(AECEnv, EzPickle):  # type: ignore[misc]  # without its types it could be anything
    """Agents `player_0` and up, one for each seat; the agent that has to answer is selected.

    An illegal answer raises ValueError, or with `illegal="ends"` it ends the game with a reward of -1.
    `observation` is `dict`: planes and vector under `observation`, and the mask under `action_mask`; or `flat`: one
    float32 array, with the mask in the agent's info. `reward` is `win` or `margin` and is given at the end. All other
    options are those of `new_game`, or `first_game`.
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
        reward: str = "win",
        illegal: str = REFUSED,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Check the options; raise ValueError if they are not possible."""
        EzPickle.__init__(
            self,
            players=players,
            observation=observation,
            reward=reward,
            illegal=illegal,
            render_mode=render_mode,
            **options,
        )
        super().__init__()
        if observation not in OBSERVATIONS:
            raise ValueError(f"observation: {observation!r} is not one of {', '.join(OBSERVATIONS)}")
        if illegal not in ILLEGAL_ANSWERS:
            raise ValueError(f"illegal: {illegal!r} is not one of {', '.join(ILLEGAL_ANSWERS)}")
        check_render_mode(render_mode)
        self._refuses = illegal == REFUSED
        self.render_mode = render_mode
        self.factory = GameFactory(players=players, **options)
        self.observation_spec = spec = self.factory.spec
        self._flat = observation == FLAT
        self._pay = rewards_named(reward)
        self._encoders = [Encoder.flat(spec) if self._flat else Encoder(spec) for _ in range(players)]
        self._written: set[int] = set()
        self._random: np.random.Generator | None = None
        self._game: Game | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        space: spaces.Space[Any]
        if self._flat:
            space = spaces.Box(0.0, HIGHEST, (spec.size,), np.float32)
        else:
            seen = observation_space(spec.planes_shape, spec.vector_size)
            space = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ANSWERS,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ANSWERS) for agent in self.possible_agents}
        self._nothing = np.zeros(ANSWERS, np.int8)
        self._nothing.flags.writeable = False

    @property
    def game(self) -> Game:
        """The game that is being played, with all hidden cards."""
        if self._game is None:
            raise RuntimeError("reset() begins a game")
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game
        self._views = [game.view(seat) for seat in range(len(game.players))]
        self._written.clear()

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
        self.game = self.factory.draw(self._random, options)
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
        if self._flat:
            return encoder.whole.copy()
        seen = {"planes": encoder.planes[0].copy(), "vector": encoder.vectors[0].copy()}
        return {"observation": seen, "action_mask": encoder.masks[0].copy()}

    def step(self, action: int | None) -> None:
        """Play the answer of the selected agent. A ValueError leaves the game as it was."""
        game = self.game
        if not self.agents:
            raise RuntimeError("the game is over: reset() begins the next")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            game.play(-1 if action is None else int(action))
        except IllegalAnswer as error:
            if self._refuses:
                raise ValueError(f"{agent}: {error}") from None
            self._cumulative_rewards[agent] = 0.0
            self._end([ILLEGAL_REWARD if other == agent else 0.0 for other in self.agents])
            self.infos[agent]["illegal"] = str(error)
            return
        self._cumulative_rewards[agent] = 0.0
        self._written.clear()
        self.infos[agent] = self._info(None)
        if game.over:
            self._end(self._pay(game.scores()))
        else:
            self._select()

    def _end(self, rewards: list[float]) -> None:
        """Give all agents their rewards and scores."""
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, gold in zip(self.agents, self.game.scores(), strict=True):
            self.infos[agent] = {**self._info(None), "score": gold}
        self._accumulate_rewards()

    def render(self) -> str | Picture | None:
        """Return the board in the render mode of this environment."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Close nothing: there is nothing open."""

    def _select(self) -> None:
        """Select the agent that has to answer."""
        seat = self.game.to_play
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = self._info(seat)

    def _info(self, seat: int | None) -> dict[str, Any]:
        """Return the info of a seat: the mask, unless it is in the observation."""
        if not self._flat:
            return {}
        return {"action_mask": self._nothing if seat is None else self._encoder(seat).masks[0].copy()}

    def _encoder(self, seat: int) -> Encoder:
        """Return the encoder of a seat after it has written the present view."""
        if seat not in self._written:
            if self._game is None:
                raise RuntimeError("reset() begins a game")
            self._encoders[seat].write(self._views[seat])
            self._written.add(seat)
        return self._encoders[seat]
