"""Episodes: a game that stops whenever the agent has to answer, with bots on the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from kingdom_builder.bots import Bot
from kingdom_builder.bots.guarded import BotError
from kingdom_builder.bots.specs import BotSource, BotSpec, is_one_object, resolve
from kingdom_builder.engine.question import IllegalAnswer
from kingdom_builder.engine.view import View
from kingdom_builder.env.factory import SEEDS, GameFactory
from kingdom_builder.env.rewards import (
    ILLEGAL_REWARD,
    Rewards,
    StepReward,
    ValueOfSeat,
    checked,
    rewards_of,
    steps_of,
    winners_of,
)
from kingdom_builder.game import Game
from kingdom_builder.library.game import Game as LibraryGame
from kingdom_builder.setup.curriculum import is_whole

Opponent: TypeAlias = BotSpec
Opponents: TypeAlias = Opponent | Sequence[Opponent] | None


def draw_seat(
    factory: GameFactory, fixed: int | None, opponents: Sequence[BotSource], random: np.random.Generator
) -> tuple[int, dict[int, int]]:
    """Return the agent's seat, drawn unless it is fixed, and a seed for each opponent that is not one object."""
    own = int(random.integers(factory.players)) if fixed is None else fixed
    others = [seat for seat in range(factory.players) if seat != own]
    new = [seat for seat, opponent in zip(others, opponents, strict=True) if not is_one_object(opponent)]
    return own, {seat: int(random.integers(SEEDS)) for seat in new}


def check_opponents(factory: GameFactory, opponents: Opponents, seat: int | None) -> Sequence[BotSource] | None:
    """Return an opponent for each other seat, None if the agent plays all; raise ValueError if it is not possible."""
    others = factory.players - 1
    if opponents is not None and (isinstance(opponents, str) or not isinstance(opponents, Sequence)):
        opponents = [opponents] * others
    if opponents is not None and len(opponents) != others:
        raise ValueError(f"opponents: {len(opponents)} for {others} seats")
    if seat is not None and (not is_whole(seat) or seat not in range(factory.players)):
        raise ValueError(f"seat: there is no seat {seat!r}, seats go from 0 to {others}")
    if seat is not None and opponents is None:
        raise ValueError("seat: without opponents all seats are played")
    return None if opponents is None else [_resolved(opponent) for opponent in opponents]


def _resolved(opponent: Opponent) -> BotSource:
    """Return the source of a bot; raise BotError if its file cannot be read."""
    try:
        return resolve(opponent)
    except OSError as error:
        raise BotError(str(opponent), f"cannot be read: {error.strerror}") from None


class Episode:
    """A game that stops whenever the agent has to answer, and at its end.

    The agent plays one seat against bots, or all seats if there are no opponents; `seat` is the seat to play, or the
    last one at the end.
    """

    game: Game
    view: View
    """The view of the seat."""

    def __init__(
        self,
        factory: GameFactory,
        opponents: Opponents,
        seat: int | None,
        reward: str | Rewards,
        step_reward: StepReward | None = None,
    ) -> None:
        """Set the opponents, one for each other seat or one for all, and the agent's seat, None for a random one."""
        self.factory = factory
        self._opponents = check_opponents(factory, opponents, seat)
        self._fixed = seat
        self._pay = rewards_of(reward)
        self._step_reward = checked(step_reward)
        self._pay_step: ValueOfSeat | None = None
        self._bots: dict[int, Bot] = {}
        self._views: list[View] = []
        self._illegal: str | None = None
        self.seat = self._answered = 0

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle without views, which refer to the game of the original."""
        return {name: value for name, value in self.__dict__.items() if name not in ("view", "_views")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Create the views of the copy."""
        self.__dict__.update(state)
        self._views = []
        if "game" in state:
            self.show(self.game)

    def begin(self, random: np.random.Generator, options: dict[str, Any] | None = None) -> None:
        """Begin a game; skip one in which the agent never has to answer."""
        self._illegal = None
        while True:
            game = self.factory.draw(random, options)
            self.show(game)
            if self._opponents is not None:
                self._take_seat(self._opponents, random)
            if self._step_reward is not None:
                self._pay_step = steps_of(self._step_reward, self.public_game())
            if self._play_bots():
                return

    def show(self, game: Game) -> None:
        """Set the game, and the view of the seat."""
        self.game = game
        self._views = [game.view(seat) for seat in range(self.factory.players)]
        self.view = self._views[self.seat]

    def current_game(self) -> Game:
        """Return the game; RuntimeError before the first one."""
        if not self._views:
            raise RuntimeError("reset() begins a game")
        return self.game

    def public_game(self) -> LibraryGame:
        """Return the game as users have it; RuntimeError before the first one."""
        return LibraryGame(self.current_game())

    def _take_seat(self, opponents: Sequence[BotSource], random: np.random.Generator) -> None:
        """Draw the agent's seat unless it is fixed, and create bots for the others."""
        self.seat, seeds = draw_seat(self.factory, self._fixed, opponents, random)
        others = [seat for seat in range(self.factory.players) if seat != self.seat]
        self._bots = {seat: opponent.new(seeds.get(seat, 0)) for seat, opponent in zip(others, opponents, strict=True)}

    def play(self, answer: int) -> bool:
        """Play an answer and those of the bots; return False at the end of the game or after an illegal answer."""
        self._answered = self.seat
        try:
            self.game.play(answer)
        except IllegalAnswer as error:
            self._illegal = str(error)
            return False
        return self._play_bots()

    def _play_bots(self) -> bool:
        """Let the bots play until the agent has to answer; return False if the game is over."""
        game, bots = self.game, self._bots
        while (seat := game.to_play) is not None:
            if seat not in bots:
                self.seat, self.view = seat, self._views[seat]
                return True
            game.play(bots[seat].answer(self._views[seat]))
        return False

    def step_reward(self) -> float:
        """Return what the last step gives beside the reward at the end; nothing after an illegal answer."""
        if self._pay_step is None or self._illegal is not None:
            return 0.0
        return float(self._pay_step(self.public_game(), self._answered))

    def result(self) -> tuple[float, dict[str, Any]]:
        """Return the reward of the seat at the end, and the info."""
        if self._illegal is not None:
            return ILLEGAL_REWARD, {"illegal": self._illegal}
        return end_of_game(self.game.scores(), self._pay, self.seat, all_seats=not self._bots)


def end_of_game(scores: list[int], pay: Rewards, seat: int, *, all_seats: bool) -> tuple[float, dict[str, Any]]:
    """Return the reward of a seat at the end, and the info; it has all rewards if the agent has played all seats."""
    rewards = pay(scores)
    info: dict[str, Any] = {"scores": scores, "winners": winners_of(scores)}
    return rewards[seat], {**info, "rewards": rewards} if all_seats else info
