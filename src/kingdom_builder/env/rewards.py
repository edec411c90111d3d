"""Rewards at the end of a game, by name or by a function of the scores, and during it (docs/research.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from kingdom_builder.library.game import Game

Rewards: TypeAlias = Callable[[Sequence[int]], list[float]]
"""Returns the rewards of all seats from their scores."""
ValueOfSeat: TypeAlias = Callable[[Game, int], float]
"""Returns a number for a seat, from the game as it is."""

ILLEGAL_REWARD = -1.0


def winners_of(scores: Sequence[int]) -> list[int]:
    """Return the seats with the highest score; ties share the victory (R3.39).

    >>> winners_of([41, 50, 50])
    [1, 2]
    """
    best = max(scores)
    return [seat for seat, gold in enumerate(scores) if gold == best]


def rewards_of_winners(scores: Sequence[int]) -> list[float]:
    """Return 1 for a sole winner and -1 divided among the losers; a shared victory is in between. The sum is 0.

    >>> rewards_of_winners([41, 50, 47])
    [-0.5, 1.0, -0.5]
    """
    winners, players = winners_of(scores), len(scores)
    return [(players * (seat in winners) / len(winners) - 1) / (players - 1) for seat in range(players)]


def margins(scores: Sequence[int]) -> list[float]:
    """Return by how much gold each player has beaten the best of the others.

    >>> margins([41, 50, 47])
    [-9.0, 3.0, -3.0]
    """
    return [
        float(gold - max([other for i, other in enumerate(scores) if i != seat])) for seat, gold in enumerate(scores)
    ]


REWARDS: dict[str, Rewards] = {"win": rewards_of_winners, "margin": margins}


def rewards_of(reward: str | Rewards) -> Rewards:
    """Return the reward function of this name, or the given one; raise ValueError if there is none.

    >>> rewards_of("margin")([41, 50])
    [-9.0, 9.0]
    """
    if callable(reward):
        return _CheckedRewards(reward)
    if reward not in REWARDS:
        raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}, nor a function of the scores")
    return REWARDS[reward]


class _CheckedRewards:
    """Calls a reward function of the user; raises TypeError if it does not return a number for each seat."""

    def __init__(self, pay: Rewards) -> None:
        self._pay = pay

    def __call__(self, scores: Sequence[int]) -> list[float]:
        found: Any = self._pay(scores)
        try:
            rewards = [float(reward) for reward in found]
        except (TypeError, ValueError):
            rewards = []
        if len(rewards) != len(scores):
            raise TypeError(
                f"reward: the function returned {found!r}, expected a list of {len(scores)} numbers, one for each seat"
            )
        return rewards


class ChangeOf:
    """A step reward: how much a value of the game has changed for the seat since its last step, or since the beginning.

    All steps of a seat in a game together pay the last value less the first one. Environments begin again with each
    game, so one object serves several games at once.

    >>> from kingdom_builder import new_first_game
    >>> def supply(game, seat):
    ...     return -game.players[seat].supply
    >>> game = new_first_game(1, start=0)
    >>> pay = steps_of(ChangeOf(supply), game)
    >>> game.play("e4")
    >>> pay(game, 0), pay(game, 0)
    (1.0, 0.0)
    """

    def __init__(self, value: ValueOfSeat) -> None:
        """Pay the change of `value(game, seat)`; raise ValueError if it is not a function."""
        if not callable(value):
            raise ValueError(f"ChangeOf: {value!r} is not a function of a game and a seat")
        self.value = value


StepReward: TypeAlias = ValueOfSeat | ChangeOf
"""What a seat gets after a step: a value of the game as it then is, or the change of one."""


class _Changes:
    """Pays the changes of a value in one game."""

    def __init__(self, value: ValueOfSeat, game: Game) -> None:
        self._value = value
        self._before = [_number(value, game, seat) for seat in game.seats]

    def __call__(self, game: Game, seat: int) -> float:
        before, self._before[seat] = self._before[seat], _number(self._value, game, seat)
        return self._before[seat] - before


class _Values:
    """Pays a value of the game."""

    def __init__(self, value: ValueOfSeat) -> None:
        self._value = value

    def __call__(self, game: Game, seat: int) -> float:
        return _number(self._value, game, seat)


def _number(value: ValueOfSeat, game: Game, seat: int) -> float:
    """Return the value of a seat; raise TypeError if a function of the user returns no number."""
    found: Any = value(game, seat)
    try:
        return float(found)
    except (TypeError, ValueError):
        raise TypeError(f"step_reward: the function returned {found!r}, expected a number") from None


def checked(step_reward: StepReward | None) -> StepReward | None:
    """Return what pays the steps; raise ValueError if it cannot."""
    if step_reward is not None and not isinstance(step_reward, ChangeOf) and not callable(step_reward):
        raise ValueError(f"step_reward: {step_reward!r} is not a function of a game and a seat")
    return step_reward


def steps_of(step_reward: StepReward, game: Game) -> ValueOfSeat:
    """Return what pays the steps of a game that begins."""
    return _Changes(step_reward.value, game) if isinstance(step_reward, ChangeOf) else _Values(step_reward)
