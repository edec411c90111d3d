"""A card says with `shared` whether its gold depends on other players' pieces; observations and bots rely on it."""

from __future__ import annotations

import pytest

from kingdom_builder.game import new_game
from kingdom_builder.sets.registry import REGISTRY
from tests.random_play import ALL_SETS, play_randomly


def changes_by_others(name: str) -> int:
    """Return how often the gold of a card changed in a game for a player whose own pieces did not change."""
    game = new_game(1, players=3, sets=ALL_SETS, cards=(name,))
    score = REGISTRY.cards[name].score
    assert score is not None
    changes = 0
    before = [(player.pieces, score(game, seat)[0]) for seat, player in enumerate(game.players)]
    for step in range(400):
        play_randomly(game, step, answers=1)
        after = [(player.pieces, score(game, seat)[0]) for seat, player in enumerate(game.players)]
        changes += sum(old[0] == new[0] and old[1] != new[1] for old, new in zip(before, after, strict=True))
        before = after
    return changes


SCORED = [card for card in REGISTRY.cards.values() if card.score is not None]


@pytest.mark.parametrize("name", [card.id for card in SCORED if not card.shared])
def test_a_card_that_is_not_shared_pays_the_same_whatever_the_others_do(name: str) -> None:
    """If this fails, the entry of the card needs `shared=True`."""
    assert changes_by_others(name) == 0


@pytest.mark.parametrize("name", [card.id for card in SCORED if card.shared])
def test_a_shared_card_pays_differently_after_the_others_have_moved(name: str) -> None:
    assert changes_by_others(name) > 0
