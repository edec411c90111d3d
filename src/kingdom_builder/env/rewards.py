"""Rewards at the end of a game, by name or by a function of the scores, and during it (docs/research.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kingdom_builder.engine import game as engine
from kingdom_builder.game import Game

Rewards: TypeAlias = Callable[[Sequence[int]], list[float]]
"""Returns the rewards of all seats from their scores."""
StepReward: TypeAlias = Callable[[Game, int], float]
"""Returns what a seat gets after a step, from the game as it then is."""

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


def win_rewards(game: engine.Game) -> list[float]:
    """Return the rewards for victory as the board is.

    >>> from kingdom_builder.game import new_first_game
    >>> win_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    return rewards_of_winners(game.scores())


def margin_rewards(game: engine.Game) -> list[float]:
    """Return the margins as the board is.

    >>> from kingdom_builder.game import new_first_game
    >>> margin_rewards(new_first_game(1))
    [0.0, 0.0]
    """
    return margins(game.scores())


REWARDS: dict[str, Rewards] = {"win": rewards_of_winners, "margin": margins}


def rewards_of(reward: str | Rewards) -> Rewards:
    """Return the reward function of this name, or the given one; raise ValueError if there is none.

    >>> rewards_of("margin")([41, 50])
    [-9.0, 9.0]
    """
    if not isinstance(reward, str):
        return reward
    if reward not in REWARDS:
        raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}, nor a function of the scores")
    return REWARDS[reward]
