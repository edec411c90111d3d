"""The review of a game as plain JSON values (docs/review.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

from kingdom_builder.texts.catalogue import Sentence

Mark = Literal["best", "good", "slip", "mistake"]


class TurnStep(TypedDict):
    """An answer that changed pieces or tiles: what asked for it, the hexes, the tiles, the hexes that it has blocked.

    Without all of them it is a tile whose action draws a card first: what follows was not known.
    """

    action: str
    placed: list[int]
    removed: list[int]
    gained: list[str]
    lost: list[str]
    blocked: list[int]


class ReviewedTurn(TypedDict):
    """One turn: what was played, the best turn found, and what the difference is worth.

    `turn` counts from 1. The turn is `answers[begun:ended]` of the record. `better_answers` can be played from `begun`;
    they end early where a card is drawn or another player has to answer. `same`: the turn played is the best one found.
    `margin_before` and `chance_before` are those with the best turn, `margin_after` and `chance_after` those with the
    turn played, of its player. `expected_played` and `expected_better` are the player's mean final gold, in the order
    of `sources`; `others_played` and `others_better` are that of the best of the others. `luck` is by how much gold the
    cards drawn after this turn were better than the mean of what could have been drawn.
    """

    turn: int
    seat: int
    card: str | None
    begun: int
    ended: int
    played: list[TurnStep]
    better: list[TurnStep]
    better_answers: list[int]
    same: bool
    margin_before: float
    margin_after: float
    chance_before: float
    chance_after: float
    gold_lost: float
    mark: Mark
    reason: Sentence | None
    expected_played: list[float]
    expected_better: list[float]
    others_played: float
    others_better: float
    luck: float


class ReviewedPlayer(TypedDict):
    """All turns of a player together; `accuracy` is from 0 to 100."""

    accuracy: float
    best: int
    good: int
    slip: int
    mistake: int
    gold_lost: float
    luck: float


class ReviewDocument(TypedDict):
    """The review of a game.

    `lead[i][seat]` is the expected final margin of a player after `i` turns, `chance[i][seat]` the winning chance; the
    last ones are those of the result. `turning_points` are indexes of `turns`, the most important first. `budget` is in
    evaluations a turn.
    """

    version: str
    budget: int
    sources: list[str]
    players: list[ReviewedPlayer]
    turns: list[ReviewedTurn]
    lead: list[list[float]]
    chance: list[list[float]]
    turning_points: list[int]
