"""The game for PettingZoo: any number of agents that take turns (docs/research.md)."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has annotations, but does not say so

from kingdom_builder.env.encoding import HIGHEST, Encoder, new_mask, write_mask
from kingdom_builder.env.episodes import RENDER_MODES, Picture, Table, check_render_mode, render, rewards_named
from kingdom_builder.game.answers import ANSWERS
from kingdom_builder.game.game import Game
from kingdom_builder.game.turn import IllegalAnswer

FLAT, DICT = OBSERVATIONS = ("flat", "dict")


def observation_space(layout_shape: tuple[int, int, int], vector_size: int) -> spaces.Dict:
    """Return the space of planes and vector."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, layout_shape, np.int8),
            "vector": spaces.Box(0.0, HIGHEST, (vector_size,), np.float32),
        }
    )


class KingdomBuilderAEC(AECEnv, EzPickle):  # type: ignore[misc]  # without its types it could be anything
    """Agents `player_0` and up, one for each seat; whoever is asked is selected.

    `observation` is `flat`: one float32 array, with the mask in the agent's info; or `dict`: planes and vector under
    `observation`, with the mask beside it under `action_mask`. `reward` is `win` or `margin` and comes with the end.
    All other options are those of `new_game`, or `first_game`.
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
        observation: str = FLAT,
        reward: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Check the options; ValueError says what cannot be."""
        EzPickle.__init__(
            self, players=players, observation=observation, reward=reward, render_mode=render_mode, **options
        )
        super().__init__()
        if observation not in OBSERVATIONS:
            raise ValueError(f"observation: {observation!r} is not one of {', '.join(OBSERVATIONS)}")
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.table = Table(players=players, **options)
        self.layout = layout = self.table.layout
        self._flat = observation == FLAT
        self._pay = rewards_named(reward)
        self._encoder = Encoder(layout)
        self._random: np.random.Generator | None = None
        self._game: Game | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        space: spaces.Space[Any]
        if self._flat:
            space = spaces.Box(0.0, HIGHEST, (layout.size,), np.float32)
        else:
            seen = observation_space(layout.planes_shape, layout.vector_size)
            space = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ANSWERS,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ANSWERS) for agent in self.possible_agents}
        self._nothing = new_mask()
        self._nothing.flags.writeable = False

    @property
    def game(self) -> Game:
        """The game that is being played, hidden cards and all."""
        if self._game is None:
            raise RuntimeError("reset() begins a game")
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game = game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's answers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game drawn from the seed, or the one of `options["setup_seed"]`."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._game = self.table.draw(self._random, options)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(None) for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Any:
        """Return what an agent sees, in arrays of its own."""
        game = self.game
        seat = self.possible_agents.index(agent)
        if self._flat:
            flat = np.empty(self.layout.size, np.float32)
            self._encoder.write(game.view(seat), *self.layout.split(flat))
            return flat
        planes, vector, mask = self.layout.new_planes(), self.layout.new_vector(), new_mask()
        self._encoder.write(game.view(seat), planes, vector, mask)
        return {"observation": {"planes": planes, "vector": vector}, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the answer of the selected agent; ValueError if it is not legal, and then nothing has changed."""
        game = self.game
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        asked = self.agent_selection
        try:
            game.play(-1 if action is None else int(action))
        except IllegalAnswer as error:
            raise ValueError(f"{asked}: {error}") from None
        self._cumulative_rewards[asked] = 0.0
        self.infos[asked] = self._info(None)
        if game.over:
            self.rewards = dict(zip(self.agents, self._pay(game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            scores = game.scores()
            for agent, gold in zip(self.agents, scores, strict=True):
                self.infos[agent]["score"] = gold
            self._accumulate_rewards()
        else:
            self._select()

    def render(self) -> str | Picture | None:
        """Draw the board in the mode chosen at the beginning."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _select(self) -> None:
        """Select the agent whose answer is wanted."""
        seat = self.game.to_play
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = self._info(seat)

    def _info(self, seat: int | None) -> dict[str, Any]:
        """Return what goes with an observation: the mask, unless the observation has it."""
        if not self._flat:
            return {}
        return {"action_mask": self._nothing if seat is None else self._mask(seat)}

    def _mask(self, seat: int) -> Any:
        mask = new_mask()
        write_mask(self.game.view(seat), mask)
        return mask
