"""What the bots know about cards agrees with the scoring."""

from __future__ import annotations

import random

import pytest

from kingdom_builder.bots.card_knowledge import paying_hexes
from kingdom_builder.engine.hexes import NEIGHBOURS, iter_hexes
from kingdom_builder.library import Game, new_game
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.builder import ALL_SETS
from tests.random_play import random_answer

PAYS_AT_ONCE = ("fishermen", "miners", "workers", "vassals", "travellers", "scouts", "discoverers", "knights", "castle")
"""Sources that pay for one more piece on certain hexes, independently of the others (R7.4, R7.7 to R7.29)."""


def game_after(seed: int, cards: tuple[str, ...], sets: tuple[str, ...] = ("base",)) -> Game:
    game = new_game(seed, players=2, sets=sets, cards=cards)
    rng = random.Random(seed)
    for _ in range(60):
        if game.to_play is None:
            break
        game.play(random_answer(game, rng))
    return game


def gold(game: Game, name: str, seat: int) -> int:
    return dict(game.rules.scorers)[name](game, seat)[0]


@pytest.mark.parametrize("name", PAYS_AT_ONCE)
def test_a_piece_pays_exactly_on_the_paying_hexes(name):
    card = name if name in REGISTRY.cards else "fishermen"
    sets = ("base", "marshlands", "harvest") if name in ("vassals", "scouts", "travellers") else ("base",)
    others = [other for other in ("fishermen", "miners", "workers") if other != card][:2]
    for seed in range(4):
        game = game_after(seed, (card, *others), sets)
        hexes = dict(paying_hexes(game.setup))[name](game, 0)
        before = gold(game, name, 0)
        for h in iter_hexes(game.free):
            after = game.copy()
            seat = after.change(0)
            seat.pieces |= 1 << h
            seat.adjacent |= NEIGHBOURS[h]
            paid = gold(after, name, 0) > before
            assert paid == bool(hexes >> h & 1), (seed, h)


def test_paying_hexes_work_with_all_sets():
    names = set()
    for seed in range(30):
        game = game_after(seed, (), ALL_SETS)
        for name, pays_at in paying_hexes(game.setup):
            names.add(name)
            assert pays_at(game, 0) >= 0
            assert pays_at(game, 1) >= 0
    assert {"castle", "tiles", "lords", "merchants"} <= names
