"""The games of a vector environment: in Python, or in the compiled kernel, with the same results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kingdom_builder import kernel
from kingdom_builder.bots.specs import BotSource
from kingdom_builder.engine.answers import ANSWERS
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.env.encoder import Encoder, Mask, Planes, Vector
from kingdom_builder.env.episodes import Episode, Opponents, check_opponents, draw_seat, end_of_game
from kingdom_builder.env.factory import GameFactory, draw_seed
from kingdom_builder.env.kernel_encoder import layout_of
from kingdom_builder.env.rewards import ILLEGAL_REWARD, Rewards, StepReward, rewards_of
from kingdom_builder.game import Game
from kingdom_builder.kernel.games import load, setup_capsule, supports_sets
from kingdom_builder.kernel.plans import plan_of

RANDOM = "random"
_ALL_SEATS = -1
_SEEDS = 1 << 64
"""The kernel draws set-ups of seeds below this."""

Seats = NDArray[np.int64]


class VectorGames(Protocol):
    """Some games with one observation each, of the agent's seat that has to answer."""

    @property
    def planes(self) -> Planes:
        """The planes of all games."""

    @property
    def vectors(self) -> Vector:
        """The vectors of all games."""

    @property
    def masks(self) -> Mask:
        """The masks of the legal answers of all games."""

    @property
    def seats(self) -> Seats:
        """The seat of each observation."""

    def begin(self, i: int, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; skip one in which the agent never has to answer."""

    def finish(self) -> None:
        """Complete the observations of the games that have begun."""

    def step(self, answers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Play one answer in each game; return which games have ended, also by an illegal answer."""

    def step_rewards(self) -> NDArray[np.float64]:
        """Return what the last step gives in each game beside the reward at the end."""

    def result(self, i: int) -> tuple[float, dict[str, Any]]:
        """Return the reward of the seat at the end, and the info."""

    def game(self, i: int) -> Game:
        """Return a game with all hidden cards."""

    def answers_at(self, shares: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return in each game the legal answer at a share of all, from 0 to below 1, in the order of their numbers."""

    def show(self, i: int, game: Game, seat: int) -> None:
        """Write the observation of another game in place of this one."""


def new_games(
    factory: GameFactory,
    count: int,
    opponents: Opponents,
    seat: int | None,
    reward: str | Rewards,
    step_reward: StepReward | None = None,
) -> VectorGames:
    """Return games in the kernel if it can play them and nobody looks at them between the steps, else in Python."""
    others = check_opponents(factory, opponents, seat)
    plays_bots = others is None or all(opponent.name == RANDOM and not opponent.foreign for opponent in others)
    if plays_bots and step_reward is None and KernelGames.is_possible(factory):
        return KernelGames(factory, count, others, seat, reward)
    return PythonGames(factory, count, opponents, seat, reward, step_reward)


def answers_at(masks: Mask, shares: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return of each mask the answer at a share of all that it allows, from 0 to below 1."""
    legal = np.flatnonzero(masks.view(np.bool_))
    first = np.searchsorted(legal, np.arange(len(shares) + 1) * ANSWERS)
    found: NDArray[np.int64] = legal[first[:-1] + (shares * np.diff(first)).astype(np.int64)] % ANSWERS
    return found


class PythonGames:
    """Games that the Python engine plays."""

    def __init__(
        self,
        factory: GameFactory,
        count: int,
        opponents: Opponents,
        seat: int | None,
        reward: str | Rewards,
        step_reward: StepReward | None,
    ) -> None:
        """Create the arrays; no game has begun."""
        self._episodes = [Episode(factory, opponents, seat, reward, step_reward) for _ in range(count)]
        self._encoder = Encoder(factory.spec, count)

    @property
    def planes(self) -> Planes:
        """The planes of all games."""
        return self._encoder.planes

    @property
    def vectors(self) -> Vector:
        """The vectors of all games."""
        return self._encoder.vectors

    @property
    def masks(self) -> Mask:
        """The masks of the legal answers of all games."""
        return self._encoder.masks

    @property
    def seats(self) -> Seats:
        """The seat of each observation."""
        return np.array([episode.seat for episode in self._episodes])

    def begin(self, i: int, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; skip one in which the agent never has to answer."""
        self._episodes[i].begin(random, options)
        self._encoder.rows[i].update(self._episodes[i].view)

    def finish(self) -> None:
        """Complete the observations of the games that have begun."""
        self._encoder.finish()

    def step(self, answers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Play one answer in each game; return which games have ended, also by an illegal answer."""
        ended = np.zeros(len(self._episodes), np.bool_)
        for i, (episode, row, answer) in enumerate(
            zip(self._episodes, self._encoder.rows, answers.tolist(), strict=True)
        ):
            if not episode.play(answer):
                ended[i] = True
            row.update(episode.view)
        self._encoder.finish()
        return ended

    def step_rewards(self) -> NDArray[np.float64]:
        """Return what the last step gives in each game beside the reward at the end."""
        return np.array([episode.step_reward() for episode in self._episodes], np.float64)

    def result(self, i: int) -> tuple[float, dict[str, Any]]:
        """Return the reward of the seat at the end, and the info."""
        return self._episodes[i].result()

    def game(self, i: int) -> Game:
        """Return a game with all hidden cards."""
        return self._episodes[i].current_game()

    def answers_at(self, shares: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return in each game the legal answer at a share of all, from 0 to below 1, in the order of their numbers."""
        return answers_at(self.masks, shares)

    def show(self, i: int, game: Game, seat: int) -> None:
        """Write the observation of another game in place of this one."""
        self._episodes[i].seat = seat
        self._episodes[i].show(game)
        self._encoder.write(self._episodes[i].view, i)


class KernelGames:
    """Games that the kernel plays, with random bots for the other seats if there are opponents.

    Each game is known by its seeds and answers: Python replays it where it has more to say.
    """

    def __init__(
        self,
        factory: GameFactory,
        count: int,
        opponents: Sequence[BotSource] | None,
        seat: int | None,
        reward: str | Rewards,
    ) -> None:
        """Create the arrays; no game has begun."""
        self._factory, self._opponents, self._fixed = factory, opponents, seat
        self._reward = reward
        self._begun: list[tuple[int, int, tuple[int, ...]] | None] = [None] * count
        self._prepare()

    @staticmethod
    def is_possible(factory: GameFactory) -> bool:
        """Return whether the kernel can play all games and write all observations."""
        if not kernel.available() or layout_of(factory.spec) is None or not factory.begins_with_all_settlements:
            return False
        return supports_sets(factory.sets)

    def _prepare(self) -> None:
        spec, count = self._factory.spec, len(self._begun)
        self._pay = rewards_of(self._reward)
        options = self._factory.plan_options
        self._plan = None if options is None else plan_of(**options)
        self.planes = np.zeros((count, *spec.planes_shape), np.int8)
        self.vectors = np.zeros((count, spec.vector_size), np.float32)
        self.masks = np.zeros((count, ANSWERS), np.int8)
        self._seats = np.zeros(count, np.int64)
        self._batch = kernel.native().batch(count, layout_of(spec), self.planes, self.vectors, self.masks, self._seats)

    @property
    def seats(self) -> Seats:
        """The seat of each observation."""
        return self._seats.copy()

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle the seeds and answers of all games."""
        answers = [[] if begun is None else self._batch.answers(i) for i, begun in enumerate(self._begun)]
        names = ("_factory", "_opponents", "_fixed", "_reward", "_begun")
        return {name: self.__dict__[name] for name in names} | {"answers": answers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Replay all games."""
        answers = state.pop("answers")
        self.__dict__.update(state)
        self._begun = self._begun.copy()
        self._prepare()
        for i, begun in enumerate(self._begun):
            if begun is not None:
                self._start(i, *begun)
                while len(played := self._batch.answers(i)) < len(answers[i]):
                    self._batch.play(i, answers[i][len(played)])
                self._batch.write(i)

    def begin(self, i: int, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; skip one in which the agent never has to answer."""
        asked = False
        while not asked:
            seed, agent = draw_seed(random, options), _ALL_SEATS
            seeds: tuple[int, ...] = ()
            if self._opponents is not None:
                agent, drawn = draw_seat(self._factory, self._fixed, self._opponents, random)
                seeds = tuple(drawn.values())
            self._begun[i] = seed, agent, seeds
            asked = self._start(i, seed, agent, seeds)
        self._batch.write(i)

    def _start(self, i: int, seed: int, agent: int, seeds: tuple[int, ...]) -> bool:
        """Begin a game; return whether the agent has to answer."""
        if self._plan is not None and 0 <= seed < _SEEDS:
            asked: bool = self._batch.draw(i, self._plan, seed, agent, seeds)
            return asked
        setup = self._factory.new_setup(seed)
        asked = self._batch.begin(i, setup_capsule(setup), setup.deck_seed, agent, seeds)
        return asked

    def finish(self) -> None:
        """Complete the observations of the games that have begun: nothing is left to do."""

    def step(self, answers: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Play one answer in each game; return which games have ended, also by an illegal answer."""
        self._answers = np.ascontiguousarray(answers, np.int64)
        ended = np.zeros(len(self._begun), np.bool_)
        self._batch.step(self._answers, ended)
        return ended

    def step_rewards(self) -> NDArray[np.float64]:
        """Return what the last step gives in each game beside the reward at the end: nothing."""
        return np.zeros(len(self._begun))

    def result(self, i: int) -> tuple[float, dict[str, Any]]:
        """Return the reward of the seat at the end, and the info."""
        illegal, scores = self._batch.result(i)
        if illegal:
            return ILLEGAL_REWARD, {"illegal": self._why_illegal(i)}
        return end_of_game(scores, self._pay, int(self._seats[i]), all_seats=self._opponents is None)

    def _why_illegal(self, i: int) -> str:
        try:
            self.game(i).play(int(self._answers[i]))
        except IllegalAnswer as error:
            return str(error)
        raise AssertionError("the kernel has refused a legal answer")

    def game(self, i: int) -> Game:
        """Return a game with all hidden cards."""
        begun = self._begun[i]
        if begun is None:
            raise RuntimeError("reset() begins a game")
        game = self._factory.new_game(begun[0])
        for answer in self._batch.answers(i):
            game.play(answer)
        return game

    def answers_at(self, shares: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return in each game the legal answer at a share of all, from 0 to below 1, in the order of their numbers."""
        found = np.empty(len(self._begun), np.int64)
        self._batch.answers_at(shares, found)
        return found

    def show(self, i: int, game: Game, seat: int) -> None:
        """Write the observation of another game in place of this one."""
        self._batch.load(i, load(game), seat)
        self._batch.write(i)
