"""The Caves (docs/rules.md R2.23, R2.24, R5.41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import hexes, nomad_names, offered, options, play, table, tile_names
from tests.engine.test_turn import build
from tests.sets.base.test_tiles import between_actions, build_all, finish, pass_turn, plain

AROUND_P15 = {"o14", "p14", "o15", "q15", "o16", "p16"}
AROUND_E5 = {"d4", "e4", "d5", "f5", "d6", "e6"}


def caves(ground: str = "G", at: Sequence[str] = ("e5", "p15"), **drawn: str) -> Game:
    """Draw two caves, at e5 and p15, on a board of one terrain except the hexes named."""
    words = {**dict.fromkeys(at, "M"), **drawn}
    return table(plain(ground, **words), terrain="grass", caves=at)


def test_r5_41_r3_16_a_piece_next_to_a_cave_moves_next_to_any_cave() -> None:
    """From one cave to land next to any cave, the same one included, near own pieces or not."""
    game = caves(d5="G0", j10="G0", l10="M")
    assert options(game) == {"cave_action"}
    assert offered(play(game, "cave_action")) == {"d5"}
    assert offered(play(game, "d5")) == AROUND_E5 - {"d5"} | AROUND_P15
    play(game, "q15")
    assert format_hexes(game.players[0].pieces) == "j10 q15"
    assert game.players[0].supply == 38
    assert between_actions(game)


def test_r5_41_only_pieces_next_to_a_cave() -> None:
    """Pieces two hexes away, or next to a mountain that is no cave, cannot use it; nor can others' pieces."""
    assert options(caves(c5="G0")) == set()
    assert options(caves(d5="G1", c5="G0")) == set()
    assert options(table(plain(e5="M", d5="G0"), terrain="grass")) == set()
    assert options(caves(at=("p15",), e5="M", d5="G0")) == set()


def test_r5_41_r3_16_once_per_own_turn_before_or_after_the_mandatory_action() -> None:
    """It is offered before and after the mandatory action, not inside it, and again in the next turn."""
    game = caves(d5="G0")
    assert options(game) == {"cave_action"}
    build(game)
    assert options(game) == set()
    build_all(game)
    assert options(game) == {"cave_action", "end_turn"}
    finish(play(game, "cave_action"))
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert "cave_action" not in options(game)
    pass_turn(game)
    assert "cave_action" in options(game)


def test_r5_41_r3_12_the_cave_action_needs_no_supply() -> None:
    """It moves a piece, so an empty supply is no obstacle."""
    game = table(plain(e5="M", d5="G0"), terrain="grass", caves=["e5"], supply={0: 0})
    assert options(game) == {"cave_action", "end_turn"}
    play(game, "cave_action", "d5", "f5")
    assert game.players[0].supply == 0


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_41_to_any_land(terrain: str) -> None:
    """All seven land terrains are targets."""
    assert offered(play(caves("W", d5="W0", q15=terrain, t20="G"), "cave_action", "d5")) == {"q15"}


def test_r5_41_r0_20_r4_10_targets_are_free() -> None:
    """Water, mountain, pieces, walls, special hexes and blocked hexes are no targets."""
    words = {"o14": "W", "p14": "M", "o15": "G1", "q15": "G=", "o16": "K", "t20": "G"}
    game = caves(d5="G0", d4="G0", e4="G1", d6="W", e6="farm", g5="Gw1", **words)
    assert offered(play(game, "cave_action")) == {"d5", "d4"}
    assert offered(play(game, "d5")) == {"p16"}
    game = caves("W", d5="G0", o14="M", t20="G")
    assert options(game) == set()


def test_r5_41_r8_50_r4_24_warriors_and_wagons_move_ships_and_city_halls_do_not() -> None:
    """Of the pieces around a cave a warrior and a wagon move too."""
    words = {"d4": "G0", "d5": "Gv0", "e6": "Ws0", "f5": "M0"}
    assert offered(play(caves(**words), "cave_action")) == {"d4", "d5", "f5"}
    assert options(caves(e6="Ws0")) == set()
    assert options(caves(g5="Gc0")) == set()
    assert offered(play(caves(d5="Gw0"), "cave_action")) == {"d5"}


def test_r5_41_r0_21_a_warrior_takes_its_block_with_it() -> None:
    """A warrior that blocks all land around the cave may go there itself."""
    assert offered(play(caves("W", at=("e5",), d5="Gw0", d4="G", t20="G"), "cave_action", "d5")) == {"d4"}


def test_r5_41_r8_51_a_piece_on_a_cave_is_not_next_to_it() -> None:
    """A wagon on a cave cannot use that cave, but another cave beside it; the other pieces use its cave anyway."""
    assert options(caves(e5="Mv0")) == set()
    game = caves(at=("e5", "f5"), e5="Mv0")
    assert offered(play(game, "cave_action")) == {"e5"}
    assert offered(play(game, "e5")) == {"d4", "e4", "f4", "d5", "g5", "d6", "e6", "f6"}
    game = caves(e5="Mv0", d5="G0")
    assert offered(play(game, "cave_action")) == {"d5"}
    assert offered(play(game, "d5")) == AROUND_E5 - {"d5"} | AROUND_P15


def test_r5_41_r4_12_r4_18_the_cave_action_takes_and_loses_tiles() -> None:
    """It is a move: the tile left behind is lost, and tiles are taken where the piece arrives."""
    game = table(
        plain(e5="M", p15="M", d5="G0", c5="farm", r15="tower", q14="N:sword"),
        terrain="grass",
        caves=["e5", "p15"],
        tiles={0: ["farm@c5"]},
    )
    play(game, "cave_action", "d5", "q15")
    assert (tile_names(game), nomad_names(game)) == (["tower"], ["sword"])


def test_r5_41_there_is_none_without_caves() -> None:
    """The action exists only in a game with caves."""
    assert options(table(plain(e5="M", p15="M", d5="G0"), terrain="grass")) == set()


MOUNTAIN_BOARD = plain(
    e5="M", f5="M", d5="G0", d4="G0", h5="G0", g5="G0", g6="M", f8="Mv0", e8="G0", p15="M", o15="W0", q15="G1", b2="K"
)


@pytest.mark.parametrize("source", [*REGISTRY.card_ids(), *REGISTRY.task_ids])
def test_r2_24_r0_4_a_cave_is_a_mountain_for_every_card(source: str) -> None:
    """No card and no task makes a difference between a mountain with and without a cave."""
    cards, tasks = ([source], []) if source in REGISTRY.card_ids() else ([], [source])
    fields: dict[str, Any] = {"cards": cards, "tasks": tasks, "removed_terrain": "grass"}
    without = table(MOUNTAIN_BOARD, **fields)
    with_caves = table(MOUNTAIN_BOARD, caves=["e5", "g6", "f8", "p15"], **fields)
    for seat in (0, 1):
        assert with_caves.score(seat) == without.score(seat)


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        (["donation:mountain"], {"nomads": {0: ["donation:mountain"]}}),
        (["wagon"], {"tiles": {0: ["wagon@a1"]}}),
        (["scout_cabin"], {"tiles": {0: ["scout_cabin@a1"]}}),
        (["fountain"], {"tiles": {0: ["fountain@a1", "fountain@e1"]}, "bonus": {0: ["fountain"]}}),
    ],
)
def test_r2_24_r8_51_a_cave_is_entered_where_a_mountain_is(answers: list[str], fields: dict[str, Any]) -> None:
    """Donations, wagons, scouts and the fountain bonus may use the hex of a cave as any mountain."""
    tile = answers[0] if ":" not in answers[0] else "farm"
    other = "fountain" if tile == "fountain" else "K"
    game = table(f"{tile} W0 M K {other} G G G G", pad="K", terrain="grass", caves=["c1"], **fields)
    assert hexes(play(game, *answers)) == {"c1"}
    play(game, "c1")
    assert "c1" in format_hexes(game.players[0].pieces | game.turn_state.temporary).split()


@pytest.mark.parametrize("tile", ["farm", "tower", "oracle"])
def test_r2_24_r4_2_nothing_else_goes_onto_a_cave(tile: str) -> None:
    """A cave is no land."""
    game = table(f"{tile} W0 M G", pad="W", terrain="grass", caves=["c1"], tiles={0: [f"{tile}@a1"]})
    assert hexes(game) == {"d1"}
    assert hexes(play(game, tile)) == {"d1"}
