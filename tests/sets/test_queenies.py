"""The Queenies: Capitol, Caves and Island (docs/rules.md R2.21 to R2.25, R5.33 to R5.35, R5.41, R7.3, R7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder import Game, answer_name, new_game
from kingdom_builder.engine.hexes import ISLAND, SECTIONS, distance, format_hexes, iter_hexes, neighbours, parse_hex
from kingdom_builder.sets.registry import REGISTRY
from tests.drawing import gold, hexes, nomad_names, offered, options, play, table, tile_names
from tests.engine.test_turn import build, played, set_deck
from tests.sets.base.test_cards import earned, in_sections, owned, scattered
from tests.sets.base.test_tiles import between_actions, build_all, finish, pass_turn, plain

# Capitol

NEXT_TO_E5 = "d4 e4 d5 f5 d6 e6"
TWO_FROM_E5 = "d3 e3 f3 c4 f4 c5 g5 c6 f6 d7 e7 f7"


def capitol(words: dict[str, str], *at: str, **facts: Any) -> Game:
    """Draw castles with capitols, and other hexes."""
    return table(scattered({**dict.fromkeys(at, "K"), **words}), capitols=at, **facts)


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("", 0),
        ("d5", 1),
        ("g5", 1),
        (NEXT_TO_E5, 6),
        (TWO_FROM_E5, 12),
        ("h5 b5 d8 e8 d2 f2 t20", 0),
        ("g5 h5", 1),
    ],
)
def test_r7_6_one_gold_for_each_piece_within_two_hexes(pieces: str, expected: int) -> None:
    """Pieces next to the capitol and two hexes away pay 1 gold each, those farther away nothing."""
    counted = [at for at in pieces.split() if at in f"{NEXT_TO_E5} {TWO_FROM_E5}".split()]
    game = capitol(owned(pieces), "e5")
    found, where = earned(game, "capitol")
    assert (found, sorted(where.split())) == (expected, sorted(counted))


def test_r7_6_r9_36_four_pieces_within_two_hexes_pay_four() -> None:
    """The printed example."""
    assert earned(capitol(owned("d5 e4 g5 e7 h5"), "e5"), "capitol") == (4, "e4 d5 g5 e7")


def test_r7_6_r9_56_a_piece_may_count_for_both_capitols() -> None:
    """Two capitols four hexes apart: the piece two hexes from both pays 2 gold, others 1."""
    assert earned(capitol(owned("g5"), "e5", "i5"), "capitol") == (2, "g5")
    assert earned(capitol(owned("g5 d5 j5 t20"), "e5", "i5"), "capitol") == (4, "d5 g5 j5")


def test_r7_6_r0_5_every_kind_of_own_piece_counts_and_no_other() -> None:
    """Meeples and every hex of a city hall count; walls and foreign pieces do not."""
    words = {"d5": "Gw0", "g5": "Gv0", "e7": "Ws0", "e4": "G1", "f5": "G="}
    game = capitol(words, "e5")
    assert earned(game, "capitol") == (3, "d5 g5 e7")
    assert earned(game, "capitol", 1) == (1, "e4")
    assert earned(capitol({"g5": "Gc0"}, "e5"), "capitol") == (4, "f4 f5 g5 f6")


def test_r7_6_r8_28_r2_22_the_castle_pays_as_well() -> None:
    """The castle under the capitol gives its 3 gold in addition, once."""
    game = capitol(owned("d5 f5 g5"), "e5")
    assert earned(game, "castle") == (3, "e5")
    assert earned(game, "capitol") == (3, "d5 f5 g5")
    assert game.scores()[0] == 6
    game = capitol(owned("g5"), "e5")
    assert (earned(game, "castle"), earned(game, "capitol")) == ((0, ""), (1, "g5"))


def test_r7_6_without_a_capitol_there_is_no_such_source() -> None:
    """A castle alone has no capitol's gold."""
    assert set(gold(table("K G0"))) == {"castle", "in_game"}


CASTLE_BOARD = {
    "e5": "K",
    **owned(f"{NEXT_TO_E5} g5"),
    **dict.fromkeys(["h5", "f6"], "G1"),
    "g6": "farm",
    "h3": "M",
    "i3": "W",
}
"""A castle that own pieces surround, linked with a location, and a few foreign pieces."""


@pytest.mark.parametrize("source", [*REGISTRY.card_ids(), *REGISTRY.task_ids])
def test_r2_22_r0_4_the_castle_remains_a_castle_for_every_card(source: str) -> None:
    """No card and no task makes a difference between a castle with and without a capitol."""
    cards, tasks = ([source], []) if source in REGISTRY.card_ids() else ([], [source])
    facts: dict[str, Any] = {"cards": cards, "tasks": tasks, "removed_terrain": "grass"}
    without = table(scattered(CASTLE_BOARD), **facts)
    with_one = table(scattered(CASTLE_BOARD), capitols=["e5"], **facts)
    for seat in (0, 1):
        assert [line for line in with_one.score(seat) if line.source != "capitol"] == without.score(seat)
    if source in ("workers", "merchants", "noblewomen", "place_of_refuge"):
        assert gold(with_one)[source] > 0


def test_r8_49_r2_22_university_builds_next_to_a_capitol() -> None:
    """A castle with a capitol is a special hex for the university."""
    game = table("university W0 W G K G W T", terrain="forest", capitols=["e1"], tiles={0: ["university@a1"]})
    assert offered(play(game, "university")) == {"d1", "f1"}


def test_r2_22_r0_4_nothing_is_placed_on_a_capitol() -> None:
    """The hex stays closed, as for any castle."""
    game = table("wagon G0 K G", terrain="grass", capitols=["c1"], tiles={0: ["wagon@a1"]})
    assert hexes(game) == {"d1"}
    assert hexes(play(game, "wagon")) == {"d1"}


def test_r8_58_r2_21_both_sections_in_play_both_capitols() -> None:
    """Oracle and Harbor each get a capitol on one of their two castles, at random; other sections get none."""
    found = set()
    for seed in range(20):
        game = new_game(seed, sets=["base", "capitol"], sections=["oracle:0", "farm:0", "tavern:0", "harbor:0"])
        capitols = game.setup.marked("capitols")
        assert capitols & ~game.board.special_hexes("castle") == 0
        assert [(capitols & section).bit_count() for section in SECTIONS] == [1, 0, 0, 1]
        found |= set(iter_hexes(capitols))
    assert found == set(iter_hexes(game.board.special_hexes("castle") & (SECTIONS[0] | SECTIONS[3])))
    assert len(found) == 4


def test_r8_58_r2_21_one_or_none_of_the_sections() -> None:
    """With one of the two sections there is one capitol; without both, or without the option, none."""
    for sections, sets, count in (
        (["oracle", "farm", "tavern", "tower"], ["base", "capitol"], 1),
        (["oasis", "farm", "tavern", "tower"], ["base", "capitol"], 0),
        (["oracle", "farm", "tavern", "harbor"], ["base"], 0),
    ):
        game = new_game(1, sets=sets, sections=sections)
        assert game.setup.marked("capitols").bit_count() == count
        assert ("capitol" in gold(game)) == (count > 0)


def test_r8_58_the_castle_can_be_chosen() -> None:
    """Each castle of the Oracle section can be chosen for the capitol, and nothing else can."""
    plain_game = new_game(1, sections=["oracle:0", "farm:0", "tavern:0", "tower:0"])
    for h in iter_hexes(plain_game.board.special_hexes("castle") & SECTIONS[0]):
        game = new_game(
            1,
            sets=["base", "capitol"],
            sections=["oracle:0", "farm:0", "tavern:0", "tower:0"],
            capitols=[format_hexes(1 << h)],
        )
        assert game.setup.marked("capitols") == 1 << h
    other = format_hexes(plain_game.board.special_hexes("castle") & SECTIONS[1])
    with pytest.raises(ValueError, match="capitols"):
        new_game(1, sets=["base", "capitol"], sections=["oracle:0", "farm:0", "tavern:0", "tower:0"], capitols=[other])


# Caves

AROUND_P15 = {"o14", "p14", "o15", "q15", "o16", "p16"}
AROUND_E5 = set(NEXT_TO_E5.split())


def caves(ground: str = "G", at: Sequence[str] = ("e5", "p15"), **drawn: str) -> Game:
    """Draw two caves, at e5 and p15, on a board of one terrain but for the hexes named."""
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
    """A wagon on a cave cannot use that cave, but another cave beside it; the others use its cave all the same."""
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
    facts: dict[str, Any] = {"cards": cards, "tasks": tasks, "removed_terrain": "grass"}
    without = table(MOUNTAIN_BOARD, **facts)
    with_caves = table(MOUNTAIN_BOARD, caves=["e5", "g6", "f8", "p15"], **facts)
    for seat in (0, 1):
        assert with_caves.score(seat) == without.score(seat)


@pytest.mark.parametrize(
    ("answers", "facts"),
    [
        (["donation:mountain"], {"nomads": {0: ["donation:mountain"]}}),
        (["wagon"], {"tiles": {0: ["wagon@a1"]}}),
        (["scout_cabin"], {"tiles": {0: ["scout_cabin@a1"]}}),
        (["fountain"], {"tiles": {0: ["fountain@a1", "fountain@e1"]}, "bonus": {0: ["fountain"]}}),
    ],
)
def test_r2_24_r8_51_a_cave_is_entered_where_a_mountain_is(answers: list[str], facts: dict[str, Any]) -> None:
    """Donations, wagons, scouts and the fountain bonus may use the hex of a cave as any mountain."""
    tile = answers[0] if ":" not in answers[0] else "farm"
    other = "fountain" if tile == "fountain" else "K"
    game = table(f"{tile} W0 M K {other} G G G G", pad="K", terrain="grass", caves=["c1"], **facts)
    assert hexes(play(game, *answers)) == {"c1"}
    play(game, "c1")
    assert "c1" in format_hexes(game.players[0].pieces | game.turn_state.temporary).split()


@pytest.mark.parametrize("tile", ["farm", "tower", "oracle"])
def test_r2_24_r4_2_nothing_else_goes_onto_a_cave(tile: str) -> None:
    """A cave is no land."""
    game = table(f"{tile} W0 M G", pad="W", terrain="grass", caves=["c1"], tiles={0: [f"{tile}@a1"]})
    assert hexes(game) == {"d1"}
    assert hexes(play(game, tile)) == {"d1"}


# Island: adjacency and reaching it

GRASSY = ("rope_bridge", ["GGGGGG", "GGGGGG", "GGGGGL", "GGGGGG", "GGGGGG"])
"""Five rows of grass, with the location at i:f3."""


def island(
    drawing: str = "W", side: tuple[str, Sequence[str]] = GRASSY, own: str = "", foreign: str = "", **facts: Any
) -> Game:
    """Draw a board and an Island with settlements on it."""
    facts.setdefault("terrain", "grass")
    return table(drawing, island=side, island_pieces={0: own.split(), 1: foreign.split()}, **facts)


def test_r0_18_r5_35_no_island_hex_is_adjacent_to_the_board() -> None:
    """Pieces on one support nothing on the other, and areas do not join."""
    assert not neighbours(ISLAND) & ~ISLAND
    assert distance(parse_hex("i:a1").hex, parse_hex("a20").hex) is None
    side = ("rope_bridge", ["GDG", "DDD", "L", "", ""])
    last_row = plain("W", **{f"{letter}20": "D0" for letter in "abcdefghijklmnopqrst"})
    assert hexes(island(last_row, side, own="i:a2")) == {"i:a1"}
    assert hexes(island(plain("W", a20="G", t20="G"), side, own="i:a2 i:b2 i:c2")) == {"i:a1", "i:c1"}
    game = island(plain("W", a20="D0", t20="D0"), own="i:a1 i:f5", cards=["hermits", "citizens", "messengers"])
    assert earned(game, "hermits") == (4, "a20 t20 i:a1 i:f5")
    assert earned(game, "citizens") == (0, "")
    assert earned(game, "messengers") == (0, "")


def test_r5_35_r4_8_the_first_settlement_may_be_on_the_island() -> None:
    """With nothing adjacent, the free hexes of the terrain on board and Island are targets alike."""
    side = ("rope_bridge", ["GD", "DG", "L", "", ""])
    assert hexes(island("G D G", side)) == {"a1", "c1", "i:a1", "i:b2"}


def test_r5_35_r4_4_adjacency_decides_between_board_and_island() -> None:
    """An adjacent target on the board forbids the Island, pieces on the Island can force building there."""
    side = ("rope_bridge", ["GDG", "DGG", "L", "", ""])
    assert hexes(island("G0 G W G", side)) == {"b1"}
    assert hexes(island("D0 W W G", side)) == {"d1", "i:a1", "i:c1", "i:b2", "i:c2"}
    assert hexes(island("D0 W W G", side, own="i:b1")) == {"i:a1", "i:c1", "i:b2"}
    assert hexes(island("G0 G W G", side, own="i:b1")) == {"b1", "i:a1", "i:c1", "i:b2"}


def test_r5_35_r9_35_oasis_and_farm_reach_the_island() -> None:
    """No adjacent desert is left: the oasis goes to Island desert, and then the farm must build next to it there."""
    side = ("rope_bridge", ["GDG", "WWW", "L", "", ""])
    game = island(
        "oasis D0 D D D W farm D0 W G",
        side,
        terrain="desert",
        tiles={0: ["oasis@a1", "farm@g1"]},
    )
    assert hexes(game) == {"c1"}
    play(game, "c1", "d1", "e1", "oasis")
    assert hexes(game) == {"i:b1"}
    assert hexes(play(game.copy(), "i:b1", "farm")) == {"i:a1", "i:c1"}
    play(game, "i:b1", "farm", "i:a1")
    assert format_hexes(game.players[0].pieces & ISLAND) == "i:a1 i:b1"


def test_r5_35_r6_4_waived_adjacency_reaches_the_island() -> None:
    """An outpost allows the Island while there are targets next to own pieces."""
    side = ("rope_bridge", ["GD", "DD", "L", "", ""])
    game = island("G0 G W G", side, nomads={0: ["outpost"]})
    assert hexes(play(game, "outpost")) == {"b1", "d1", "i:a1"}


def test_r5_35_r3_10_free_hexes_of_the_island_count_for_the_played_terrain() -> None:
    """A terrain that is used up on the board but not on the Island is not exhausted."""
    side = ("rope_bridge", ["GGGD", "DDDD", "L", "", ""])
    game = island("G0 G W C", side)
    set_deck(game, draw=["canyon"])
    play(game, "b1")
    assert played(game) == "grass"
    assert hexes(game) == {"i:a1", "i:b1", "i:c1"}


# Island: tiles whose rule mentions water, edges or lines


def test_r5_35_r8_5_the_coast_is_adjacent_to_water_for_fishermen() -> None:
    """Every Island hex that the sea touches counts as next to water, inland ones do not, nor do pieces on water."""
    coast = "i:a1 i:f1 i:a2 i:f2 i:a3 i:e5 i:c5"
    game = island(own=f"{coast} i:c3 i:d2 i:b4", cards=["fishermen"])
    assert earned(game, "fishermen") == (7, "i:a1 i:f1 i:a2 i:f2 i:a3 i:c5 i:e5")
    side = ("rope_bridge", ["GGGGG", "GGGGG", "GGWGG", "GGGGG", "GLGGG"])
    game = island(own="i:c3 i:b3 i:b2 i:c2 i:a1", side=side, cards=["fishermen"])
    assert earned(game, "fishermen") == (4, "i:a1 i:b2 i:c2 i:b3")


def test_r5_35_r5_26_r8_5_the_coast_is_adjacent_to_water_for_the_water_mill() -> None:
    """The water mill builds on the coast of the Island, not inland."""
    game = island(plain("M", a1="water_mill"), tiles={0: ["water_mill@a1"]})
    inland = {f"i:{letter}{row}" for row, letters in ((2, "bcde"), (3, "bcde"), (4, "bcde")) for letter in letters}
    everything = {f"i:{letter}{row}" for letter in "abcdef" for row in range(1, 6)} - {"i:f3"}
    found = hexes(play(game, "water_mill"))
    assert found == everything - inland
    game = island(plain("M", a1="water_mill"), tiles={0: ["water_mill@a1"]}, own="i:a1")
    assert hexes(play(game, "water_mill")) == {"i:b1", "i:a2"}


def test_r5_35_a_gap_in_the_island_is_sea() -> None:
    """A place without a hex inside the Island makes its neighbours coast."""
    side = ("rope_bridge", ["GGGGG", "GGGGG", "GG.GG", "GGGGG", "GLGGG"])
    game = island(own="i:b2 i:c2 i:b3 i:c4 i:d4", side=side, cards=["fishermen"])
    assert earned(game, "fishermen") == (4, "i:b2 i:c2 i:b3 i:c4")


@pytest.mark.parametrize("tile", ["harbor", "lighthouse"])
def test_r5_35_the_sea_is_no_hex(tile: str) -> None:
    """No ship and no settlement goes to the sea around the Island, only to water hexes on it."""
    facts: dict[str, Any] = {"tiles": {0: [f"{tile}@a1"]}, "own": "i:a1"}
    game = island(plain("M", a1=tile), **facts)
    assert options(game) == set()
    game = island(plain("M", a1=tile), side=("rope_bridge", ["GW", "GG", "L", "", ""]), **facts)
    play(game, tile, *(["i:a1"] if tile == "harbor" else []))
    assert hexes(game) == {"i:b1"}


def test_r8_5_r5_4_the_tower_never_builds_on_the_island() -> None:
    """The edge of the Island is no outer edge, not even for a player who has pieces only there."""
    game = island(plain("W", a1="tower", j1="D"), tiles={0: ["tower@a1"]}, own="i:a1 i:b1")
    assert hexes(play(game, "tower")) == {"j1"}
    assert "tower" not in options(island(plain("W", a1="tower"), tiles={0: ["tower@a1"]}, own="i:a1"))


ALL_OF_ISLAND = ("rope_bridge", ["G" * 10, "G" * 10, "G" * 10, "G" * 10, "G" * 9 + "L"])
TRAVELS = ["caravan", "paddock", "refuge_bonus", "refuge", "resettlement"]


def travel(action: str, **facts: Any) -> Game:
    """Let the player use an action that moves a piece from where it stands, on a board and an Island of grass."""
    tile = {"refuge_bonus": "refuge", "resettlement": "caravan"}.get(action, action)
    return island(
        plain("G", k1=tile, a1=tile),
        ALL_OF_ISLAND,
        tiles={0: [f"{tile}@k1", f"{tile}@a1"]},
        bonus={0: ["refuge"]},
        nomads={0: ["resettlement"]},
        terrain="forest",
        **facts,
    )


@pytest.mark.parametrize("action", TRAVELS)
@pytest.mark.parametrize("at", ["a20", "e20", "j20", "o20", "t20", "t19", "k19", "t10"])
def test_r5_35_r0_18_slides_and_jumps_never_leave_the_board(action: str, at: str) -> None:
    """A piece on the board moves on the board."""
    game = travel(action)
    seat = game.change(0)
    seat.pieces = parse_hex(at).bit
    seat.adjacent = neighbours(seat.pieces)
    game.refresh_free()
    found = hexes(play(game, action, at))
    assert found
    assert not any(target.startswith("i:") for target in found)


@pytest.mark.parametrize("action", TRAVELS)
@pytest.mark.parametrize("at", ["i:a1", "i:e1", "i:j1", "i:a3", "i:c3", "i:j3", "i:a5", "i:f5"])
def test_r5_35_r0_18_slides_and_jumps_never_leave_the_island(action: str, at: str) -> None:
    """A piece on the Island moves on the Island; the coast stops a slide."""
    found = hexes(play(travel(action, own=at), action, at))
    assert found
    assert all(target.startswith("i:") for target in found)


def test_r5_35_r5_10_the_coast_stops_a_caravan() -> None:
    """On the Island a caravan slides until the sea, a gap or another obstacle."""
    side = ("rope_bridge", ["GGGG", "GGGGW", "GGG.GG", "GGGG", "LGGG"])
    game = island(plain("W", k1="caravan", t20="T"), side, own="i:a3", tiles={0: ["caravan@k1"]}, terrain="forest")
    assert hexes(play(game, "caravan", "i:a3")) == {"i:c3", "i:b1", "i:b5"}


def test_r5_17_r5_35_a_city_hall_fits_on_the_island() -> None:
    """Seven land hexes of the Island with an own piece beside them hold a city hall; the coast is in its way."""
    game = island(plain("W", k1="city_hall"), tiles={0: ["city_hall@k1"]}, own="i:a3", cards=["citizens", "knights"])
    assert hexes(play(game, "city_hall")) == {"i:c3", "i:b2", "i:b4"}
    play(game, "i:c3")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "i:b2 i:c2 i:b3 i:c3 i:d3 i:b4 i:c4"
    assert earned(game, "citizens") == (4, "i:b2 i:c2 i:a3 i:b3 i:c3 i:d3 i:b4 i:c4")
    assert earned(game, "knights") == (8, "i:a3 i:b3 i:c3 i:d3")


# Island: its location

BOTH_SIDES = pytest.mark.parametrize(("tile", "ground"), [("rope_bridge", "C"), ("tree_house", "T")])


@BOTH_SIDES
def test_r5_33_r5_34_r4_12_r4_14_the_tiles_of_the_island(tile: str, ground: str) -> None:
    """Its location holds two tiles, one for each of the first two players who build next to it."""
    side = (tile, ["GGG", "GLG", "GGG", "", ""])
    game = island(side=side, players=3)
    assert game.board.locations == game.two_tiles_left == parse_hex("i:b2").bit
    play(game, "i:a1")
    assert tile_names(game) == []
    assert tile_names(play(game, "i:b1")) == [tile]
    assert tile_names(play(game, "i:c1")) == [tile]
    assert not game.two_tiles_left
    game = island(side=side, own="i:a1", tiles_left={"i:b2": 0})
    assert tile_names(play(game, "i:b1")) == []


@BOTH_SIDES
def test_r5_33_r5_34_r4_18_the_tile_is_lost_with_the_last_piece_beside_it(tile: str, ground: str) -> None:
    """A piece that leaves the Island by its tile loses the tile."""
    game = island(ground, (tile, ["DLD", "", "", "", ""]), own="i:a1", tiles={0: [f"{tile}@i:b1"]}, terrain="desert")
    play(game, tile, "i:a1", "a1")
    assert tile_names(game) == []
    assert format_hexes(game.players[0].pieces) == "a1"


@BOTH_SIDES
def test_r5_33_r5_34_r4_7_move_to_the_terrain_of_the_tile_if_possible_adjacent(tile: str, ground: str) -> None:
    """The piece goes to free canyon or forest next to another own piece if it can, on board and Island."""
    x = ground
    side = (tile, [f"D{x}D", "L", "", "", ""])
    facts: dict[str, Any] = {"tiles": {0: [f"{tile}@i:a2"]}, "own": "i:a1", "terrain": "desert"}
    game = island(f"D0 {x} W {x} {x}1 {x}= K", side, **facts)
    assert hexes(play(game, tile)) == {"a1", "i:a1"}
    assert hexes(play(game.copy(), "a1")) == {"i:b1"}
    assert hexes(play(game, "i:a1")) == {"b1"}
    game = play(island(f"W {x} W {x}", side, **facts), tile, "i:a1")
    assert hexes(game) == {"b1", "d1", "i:b1"}
    play(game, "d1")
    assert format_hexes(game.players[0].pieces) == "d1"
    assert game.players[0].supply == 39


@BOTH_SIDES
def test_r5_33_r5_34_r4_24_r8_16_which_pieces_move(tile: str, ground: str) -> None:
    """Settlements, warriors and wagons move, ships and city halls do not."""
    drawing = plain(b4="G0", f3="Gw0", j3="Mv0", n3="Ws0", f10="Gc0", n10="W0", r10="M0", t19=ground, t20="D", a1=tile)
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert hexes(play(game, tile)) == {"b4", "f3", "j3", "n10", "r10"}
    for word in ("Ws0", "Gc0"):
        game = table(plain(a1=tile, e5=word, t19=ground, t20="D"), terrain="desert", tiles={0: [f"{tile}@a1"]})
        assert tile not in options(game)


@BOTH_SIDES
def test_r5_33_r5_34_r0_21_r4_10_free_hexes_only(tile: str, ground: str) -> None:
    """Hexes next to a warrior are closed but for that warrior; a piece never goes back to its origin."""
    drawing = f"{tile} D0 {ground} {ground}w0 W D D D"
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert hexes(play(game, tile)) == {"d1"}
    assert hexes(play(game, "d1")) == {"c1"}
    game = table(f"{tile} {ground}0 W D D D", terrain="desert", tiles={0: [f"{tile}@a1"]})
    assert tile not in options(game)


@BOTH_SIDES
def test_r5_33_r5_34_r5_0_once_per_turn_and_not_bound_to_the_card(tile: str, ground: str) -> None:
    """Used before or after the mandatory action, once, with any card and without a supply."""
    drawing = f"{tile} D0 D0 W {ground} {ground} D D D D"
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]})
    finish(play(game, tile))
    assert tile not in options(game)
    game = table(drawing, terrain="desert", tiles={0: [f"{tile}@a1"]}, supply={0: 0})
    assert options(game) == {tile, "end_turn"}


# Island: scoring

LINE = "i:a1 i:b1 i:c1 i:d1 i:e1 i:f1"


@pytest.mark.parametrize(
    "card", ["lords", "farmers", "homesteaders", "vassals", "travellers", "advance", "compass_points"]
)
@pytest.mark.parametrize("own", [LINE, "i:a1 i:f1 i:a5 i:f5", "i:c3"])
def test_r7_3_r8_5_ignored_by_section_and_edge_cards(card: str, own: str) -> None:
    """Pieces on the Island change neither gold nor hexes of cards about sections and edges."""
    board = scattered(in_sections([3, 2], [1, 4], [2, 0], [1, 1]) | owned("e1 f1 g1 t15"))
    facts: dict[str, Any] = {"tasks": [card]} if card in REGISTRY.task_ids else {"cards": [card]}
    with_them = island(board, own=own, foreign="i:e4 i:f4", **facts)
    without = island(board, **facts)
    for seat in (0, 1):
        assert with_them.score(seat) == without.score(seat)


def test_r7_3_r7_38_r7_39_the_island_has_no_outer_edge() -> None:
    """Six pieces on an edge and one on the Island are no seven; three edges and the Island are no four."""
    words = owned("a1 b1 c1 d1 e1 f1")
    assert earned(island(scattered(words), own=LINE, tasks=["advance"]), "advance") == (0, "")
    assert earned(island(scattered(owned("a1 t10")), own=LINE, tasks=["compass_points"]), "compass_points") == (0, "")


def test_r7_3_r7_9_r7_14_r0_11_island_rows_are_lines() -> None:
    """Knights and Discoverers count each Island row as a line of its own."""
    game = island(
        scattered(owned("a1 b1 c1 a2")),
        own="i:a1 i:b1 i:c1 i:d1 i:a5",
        cards=["knights", "discoverers"],
    )
    assert earned(game, "knights") == (8, "i:a1 i:b1 i:c1 i:d1")
    assert earned(game, "discoverers")[0] == 4
    rows = {f"{r},5": "G0" for r in range(20)}
    game = island(scattered(rows), own="i:a1 i:a2 i:a3 i:a4 i:a5", cards=["discoverers"])
    assert earned(game, "discoverers")[0] == 25


@pytest.mark.parametrize(
    ("source", "own", "expected"),
    [
        ("hermits", "i:a1 i:c1", (3, "t20 i:a1 i:c1")),
        ("citizens", "i:a1 i:b1 i:a2 i:b2", (2, "i:a1 i:b1 i:a2 i:b2")),
        ("workers", "i:d3 i:a1", (1, "i:d3")),
        ("merchants", "i:d3 i:e3", (8, "i:c3 i:f3")),
        ("miners", "i:b5 i:d5 i:f1", (2, "i:b5 i:d5")),
        ("noblewomen", "i:d3", (5, "i:c3")),
        ("captains", "i:a1 i:b1 i:a2 i:b2 i:c1", (3, "i:b1 i:a2 i:b2")),
        ("chainers", "i:a1 i:b1 i:c1", (1, "i:b1")),
        ("messengers", "i:a1 i:b1 i:c1 i:d1", (8, "i:a1 i:b1 i:c1 i:d1")),
        ("castle", "i:d3", (3, "i:c3")),
        ("home_country", "i:f5", (5, "i:f5")),
        ("fortress", "i:d2 i:e2 i:c2 i:d1 i:e1 i:d3 i:e3", (6, "i:d1 i:e1 i:c2 i:d2 i:e2 i:d3 i:e3")),
        ("place_of_refuge", "i:b2 i:c2 i:b3 i:d3 i:b4 i:c4", (8, "i:b2 i:c2 i:b3 i:d3 i:b4 i:c4")),
    ],
)
def test_r7_3_everything_else_counts_normally(source: str, own: str, expected: tuple[int, str]) -> None:
    """Areas, special hexes, mountains and terrain areas of the Island score as those of the board."""
    side = ("rope_bridge", ["GGGGGG", "GGGGGG", "GGKGGL", "GGGGGG", "GGMGGD"])
    cards, tasks = ([s for s in [source] if s in known] for known in (REGISTRY.card_ids(), REGISTRY.task_ids))
    assert earned(island(plain("W", t20="D0", t19="D"), side, own=own, cards=cards, tasks=tasks), source) == expected


# Island: set-up


def side_of(game: Game) -> str:
    """Return the location of the Island."""
    (h,) = iter_hexes(game.board.locations & ISLAND)
    return answer_name(game.board.location_at[h])


@pytest.mark.parametrize("tile", ["rope_bridge", "tree_house"])
def test_r2_25_r1_12_the_island_beside_the_board(tile: str) -> None:
    """A side can be chosen: five rows, a location with two tiles; the board is what it is without an Island."""
    game = new_game(5, sets=["base", "island"], island=tile)
    without = new_game(5, sets=["base"])
    assert game.board.sections == without.board.sections
    assert game.setup.cards == without.setup.cards
    assert game.board.to_rows() == without.board.to_rows()
    assert without.board.open & ISLAND == 0
    assert len(game.board.rows) == 25
    here = game.board.locations & ISLAND
    assert here.bit_count() == 1
    assert side_of(game) == tile
    assert game.tiles_left & game.two_tiles_left & ISLAND == here


def test_r2_25_the_side_is_random_otherwise() -> None:
    """Without a choice both sides come up; the Island needs neither Harbor nor Lighthouse."""
    found = set()
    for seed in range(12):
        game = new_game(seed, sets=["base", "island"], sections=["farm", "tavern", "oasis", "tower"])
        found.add(side_of(game))
    assert found == {"rope_bridge", "tree_house"}
