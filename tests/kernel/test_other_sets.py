"""Sets outside the package: the kernel plays what they declare, and leaves the rest to Python."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.engine.actions.base import Action
from kingdom_builder.engine.actions.build import Build
from kingdom_builder.engine.actions.move import Move
from kingdom_builder.engine.actions.where import Condition, WayOfMoving
from kingdom_builder.engine.hooks import Score
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.scoring import PerPiece
from kingdom_builder.engine.terrain import FLOWER
from kingdom_builder.game import Game, new_game
from kingdom_builder.kernel import games
from kingdom_builder.sets.entries import Card, Tile
from kingdom_builder.sets.registry import REGISTRY
from tests.kernel.differential import compare_from, compare_game
from tests.sets import example

PLAIN_MARKET = Tile(example.MARKET.action)


def example_game(seed: int, section: str = "orchard_market:0", cards: tuple[str, ...] = ("knights", "miners")) -> Game:
    return new_game(seed, sets=["base", "example"], sections=[section, "farm:0", "oasis:0", "tower:0"], cards=cards)


def test_a_plain_tile_and_a_plain_card_need_no_change_in_the_kernel() -> None:
    """Both are declarations: the kernel plays and scores them."""
    with REGISTRY.extended(replace(example.SET, tiles=(example.ORCHARD, PLAIN_MARKET))):
        chosen = []
        for seed in range(8):
            game = example_game(seed, cards=("gardeners", "knights", "miners"))
            assert games.supports(game)
            compare_from(game, games.begin(game.setup), seed)
            chosen += game.answers()
        assert chosen.count(example.ORCHARD.number) > 3
    compare_game(1)  # the sets of the package are declared again


def test_a_tile_with_a_hook_is_not_supported() -> None:
    with REGISTRY.extended(example.SET):
        game = example_game(1)
        assert not games.supports(game)
        with pytest.raises(NotImplementedError):
            games.load(game)
        with pytest.raises(NotImplementedError):
            games.begin(game.setup)
        assert games.supports(new_game(1))  # a game without the tile


def gardeners(pos: Position, seat: int) -> Score:
    return 7, 0


def lords(pos: Position, seat: int) -> Score:
    """Score otherwise than the function of the same name in the base game."""
    return 7, 0


def everywhere(pos: Position, seat: int) -> int:
    return pos.board.open


@pytest.mark.parametrize("scorer", [gardeners, lords, PerPiece(1, Condition(everywhere, "")), lambda pos, seat: (1, 0)])
def test_a_card_with_code_of_its_own_is_not_supported(scorer: Any) -> None:
    """Not even if its function has the name of one that the kernel knows."""
    with REGISTRY.extended(replace(example.SET, cards=(Card("gardeners", "R7.7", score=scorer),))):
        assert not games.supports(example_game(1, "barn:0", cards=("gardeners",)))
        assert games.supports(example_game(1, "barn:0"))


class Quarry(Build):
    """An action of another set with the name of one that the kernel knows."""


@pytest.mark.parametrize(
    "action",
    [
        Quarry("orchard", 548, "R5.2", on=FLOWER),
        Build("orchard", 548, "R5.2", on=FLOWER, where=Condition(everywhere, "")),
        Build("orchard", 548, "R5.2", on=FLOWER, count=1000),
        Move("orchard", 548, "R5.2", to=FLOWER, travel=WayOfMoving(lambda origin, free: free, lambda some, free: some)),
    ],
    ids=["class", "condition", "count", "travel"],
)
def test_an_action_with_code_of_its_own_is_not_supported(action: Action[Any]) -> None:
    with REGISTRY.extended(replace(example.SET, tiles=(Tile(action), PLAIN_MARKET))):
        assert not games.supports(example_game(1))
        assert games.supports(new_game(1))
