"""Whole turns: what a turn has led to, whatever the order of its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kingdom_builder.engine.answers import END_TURN
from kingdom_builder.engine.game import Game

G = TypeVar("G", bound=Game)
Outcome = tuple[object, ...]


def play_turn(game: G, answers: Sequence[int]) -> G | None:
    """Return a copy of a game after a whole turn; None if an answer is not legal or the turn is not over then.

    The end of the turn is added if it is missing. No answer but the last may draw a card or ask another player: what
    follows would depend on luck.
    """
    after = game.copy()
    turn, active = game.turn, game.active
    rest = list(answers)
    while rest or (after.turn == turn and after.active == active and not after.over):
        answer = rest.pop(0) if rest else END_TURN
        if after.turn != turn or after.active != active or after.over or after.to_play != active:
            return None
        if answer not in after.legal_answers():
            return None
        deck = after.deck
        after.play(answer)
        if after.deck is not deck and after.turn == turn and not after.over:
            return None
    return after


def outcome(game: Game) -> Outcome:
    """Return what distinguishes positions after a turn: different answers may lead to the same position."""
    return (
        game.walls,
        game.tiles_left,
        game.two_tiles_left,
        game.over,
        *[
            (
                player.pieces,
                tuple(sorted([(kind.id, hexes) for kind, hexes in player.tokens])),
                player.supply,
                player.gold,
                len(player.hand),
                tuple(sorted([(tile.kind, tile.location) for tile in player.tiles])),
                player.taken_from,
                tuple(sorted([tile.kind for tile in player.nomads])),
                player.extra,
            )
            for player in game.players
        ],
    )


def outcome_of(game: Game, answers: Sequence[int]) -> Outcome | None:
    """Return the outcome of a turn; None if it cannot be played to its end."""
    after = play_turn(game, answers)
    return None if after is None else outcome(after)
