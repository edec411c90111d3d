"""Where pieces may be placed (docs/rules.md R4.1 to R4.11), and meeples as settlements (R4.23 to R4.26)."""

from __future__ import annotations

import pytest

from kingdom_builder.engine.hexes import NEIGHBOURS, format_hexes, iter_hexes, neighbours, parse_hex
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game, new_first_game
from kingdom_builder.sets.registry import REGISTRY, answer_name
from tests.drawing import give_card, gold, hexes, options, play, table
from tests.engine.test_turn import begin_turn, build, finish_turn, set_deck

MOVES = ("barn", "harbor", "paddock", "caravan", "resettlement")


def around(text: str) -> set[str]:
    """Return the names of the neighbours of a hex."""
    return set(format_hexes(NEIGHBOURS[parse_hex(text).hex]).split())


def targets(game: Game, action: str) -> set[str]:
    """Return all target hexes of an action for player 0, judged by the board alone.

    For a move these are the destinations of all settlements together, for a city hall all hexes it could cover.
    """
    doing = REGISTRY.actions_by_id[action]
    found = doing.targets(game, 0)
    if action in MOVES:
        found = 0
        for piece in iter_hexes(game.players[0].settlements):
            found |= doing.targets(game, 0, piece)
    if action == "city_hall":
        found |= neighbours(found)
    return set(format_hexes(found).split())


# R4.1 to R4.3: occupied hexes and terrain


@pytest.mark.parametrize("word", ["G0", "G1", "G=", "Gw0", "Gw1", "Gv0", "Gv1"])
def test_r4_1_nothing_is_built_on_an_occupied_hex(word: str) -> None:
    """No settlement is built on a hex with a wall or with a piece of any kind and owner."""
    assert hexes(table(f"{word} W W G", terrain="grass")) == {"d1"}


def test_r4_1_a_ship_occupies_its_hex_too() -> None:
    """Nothing is built on a water hex with a ship."""
    game = table("Ws1 G W", pad="G", terrain="grass", nomads={0: ["donation:water"]})
    assert hexes(play(game, "donation:water")) == {"c1"}


@pytest.mark.parametrize(
    ("terrain", "expected"), [("grass", "a1"), ("canyon", "b1"), ("desert", "c1"), ("flower", "d1"), ("forest", "e1")]
)
def test_r4_2_only_on_the_required_terrain_and_never_on_a_special_hex(terrain: str, expected: str) -> None:
    """An ordinary settlement is built on the terrain of the card only: not on water, mountain or any special hex."""
    game = table("G C D F T W M K N:sword farm P O", pad="M", terrain=terrain)
    assert hexes(game) == {expected}


@pytest.mark.parametrize("action", sorted({*REGISTRY.actions_by_id} - {"sword", "crossroads"}))
def test_r4_2_water_and_mountain_only_through_the_actions_listed(action: str) -> None:
    """Only harbor, lighthouse, canoe, donations, wagon and scouts reach water or mountain (and a fountain bonus)."""
    game = table(
        """
        G    C    D    F    T    M    W    G
          M    G0   G0   G0   W    M    G    C
        M    W    G0   M    W    F    T    G
          G    C    D    F    T    W    M    M
        G    G    G    G    G    G    G    G
          G    G    G    G    G    G    G    G
        """,
        terrain="grass",
    )
    listed = {
        "harbor": {"water"},
        "canoe": {"water"},
        "canoe_bonus": {"water"},
        "scout_cabin": {"water", "mountain"},
        "lighthouse": {"water"},
        "donation:water": {"water"},
        "wagon": {"mountain"},
        "donation:mountain": {"mountain"},
    }
    found = {game.board.code(parse_hex(text).hex) for text in targets(game, action)}
    assert {{"W": "water", "M": "mountain"}[code] for code in found & {"W", "M"}} == listed.get(action, set())


def test_r4_3_the_targets_are_all_free_hexes_of_the_terrain() -> None:
    """A hex is free if it is not special, not occupied and not next to a warrior, anywhere on the board."""
    game = table("G G= G1 W G farm G W Gw1 G G", terrain="grass")
    assert hexes(game) == {"a1", "e1", "g1", "k1"}


# R4.4 to R4.9: adjacency


def test_r4_4_r9_10_without_an_adjacent_target_any_hex_of_the_terrain() -> None:
    """With a canyon card and no own piece next to canyon, any canyon hex may be chosen."""
    assert hexes(table("C C W G0 W C", terrain="canyon")) == {"a1", "b1", "f1"}


def test_r4_4_adjacency_is_tested_again_for_every_settlement() -> None:
    """The next settlement must be adjacent to one built far away; with no adjacent hex left any hex is legal again."""
    game = table("C C W G0 W C C C C", terrain="canyon")
    play(game, "a1")
    assert hexes(game) == {"b1"}
    play(game, "b1")
    assert hexes(game) == {"f1", "g1", "h1", "i1"}


@pytest.mark.parametrize(("own", "expected"), [("D0   W", {"quarry", "city_hall"}), ("W    D0", set())])
def test_r4_5_required_adjacency_is_never_waived(own: str, expected: set[str]) -> None:
    """Where an own piece must be adjacent, the action is impossible without such a hex."""
    game = table(
        f"""
        W    W    W    W    W    W    quarry
          W    G    G    W    W    W    city_hall
        W    G    G    G    {own}
          W    G    G    W
        """,
        terrain="grass",
        tiles={0: ["quarry@g1", "city_hall@g2"]},
    )
    assert options(game) == expected


def test_r4_5_without_adjacency_any_target() -> None:
    """A paddock jump lands anywhere, though another landing hex touches an own piece."""
    game = table(
        """
        W    W    D0   W    D    W    paddock D0
           W    W    W    W    W
        W    D    D0   W
        """,
        terrain="desert",
        tiles={0: ["paddock@g1"]},
    )
    assert hexes(play(game, "paddock", "c1")) == {"b3", "e1"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("D0", {"b1"}),
        ("Ws0", {"b1"}),
        ("Dv0", {"b1"}),
        ("Mv0", {"b1"}),
        ("D1", {"b1", "e1"}),
        ("D=", {"b1", "e1"}),
        ("Ws1", {"b1", "e1"}),
        ("Dw0", {"e1"}),
    ],
)
def test_r4_6_all_own_pieces_count_for_adjacency_and_nothing_else(word: str, expected: set[str]) -> None:
    """Settlement, ship and wagon make a neighbour adjacent; walls and other players' pieces never do."""
    assert hexes(table(f"{word} G W W G", terrain="grass")) == expected


def test_r4_6_every_hex_of_a_city_hall_counts_for_adjacency() -> None:
    """A hex that touches only an outer hex of the own city hall is adjacent."""
    game = table(
        """
        W    D    D    W    W    W
          D    Dc0  D    G    W    G
        W    D    D    W    W    W
        """,
        terrain="grass",
    )
    assert hexes(game) == {"d2"}


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("barn G0 G G W G", {"c1", "d1", "f1"}),
        ("barn G0 G W W W G0 G", {"h1"}),
        ("barn G0 G0 G W G", {"d1"}),
    ],
    ids=["alone, it goes anywhere", "it does not support itself", "its origin is no target"],
)
def test_r4_7_r0_21_r8_12_r9_50_a_piece_is_lifted_before_its_target_is_judged(drawing: str, expected: set[str]) -> None:
    """A moving piece gives no adjacency to its own target, and its origin is no target."""
    game = table(drawing, terrain="grass", tiles={0: ["barn@a1"]})
    assert hexes(play(game, "barn", "b1")) == expected


def test_r4_7_r8_12_a_piece_that_could_only_return_cannot_be_moved() -> None:
    """If the only free hex of the terrain would be the origin, the move is not legal."""
    game = begin_turn("barn G0 W G0", "grass", draw=["forest"], tiles={0: ["barn@a1"]})
    assert options(game) == {"end_turn"}


def test_r4_8_the_first_settlement_is_built_anywhere_on_the_terrain() -> None:
    """Pieces of other players do not restrict a player without pieces."""
    assert hexes(table("G1 G W G W G", terrain="grass")) == {"b1", "d1", "f1"}


def test_r4_8_r9_38_first_settlement_of_the_suggested_first_game() -> None:
    """With a flower card exactly five of the eight location hexes can be reached with the first settlement."""
    game = new_first_game(1, start=0)
    give_card(game, 1, "flower")
    finish_turn(game)
    board = game.board
    assert game.legal()[0] == board.terrain[TERRAINS.index("flower")] & game.free
    reached = sorted(answer_name(kind) for h, kind in board.location_at.items() if NEIGHBOURS[h] & game.legal()[0])
    assert reached == ["farm", "farm", "oasis", "paddock", "tavern"]


@pytest.mark.parametrize(
    ("tile", "code"),
    [("farm", "G"), ("oasis", "D"), ("garden", "F"), ("foresters_lodge", "T"), ("monastery", "C")],
)
def test_r4_9_an_extra_action_without_a_free_hex_is_not_legal(tile: str, code: str) -> None:
    """A tile that builds on one terrain cannot be used when no hex of it is free."""
    others = "GCDFT".replace(code, "")
    terrain = {"G": "grass", "C": "canyon"}[others[0]]
    for last, expected in ((code, {tile}), (f"{code}1", set()), (f"{code}=", set()), (f"{code} Gw1", set())):
        game = table(f"{tile} M0 {' '.join(others)} W {last}", terrain=terrain, tiles={0: [f"{tile}@a1"]})
        assert options(game) == expected


# R4.10, R4.11: blocking

BESIDE_A_WARRIOR = """
    G    G    G    G    G    G    G    G
      G    G    G    G    G    G    G    G
    G    G    G    G    G    G    G    G
      G    G    G    G    G    G    G    G
    G    G    G    G    G    G    G    G
      G    G    G0   G0   G    {}   G    G
    G    G    G    G    G    G    G    G
"""
BLOCKED = {"f5", "g5", "e6", "g6", "f7", "g7"}


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(
    "action",
    [
        "mandatory",
        "oracle",
        "farm",
        "quarry",
        "barracks",
        "wagon",
        "city_hall",
        "barn",
        "paddock",
        "caravan",
        "resettlement",
    ],
)
def test_r4_10_r8_43_r9_51_a_warrior_blocks_its_neighbours_for_all_players(action: str, owner: int) -> None:
    """Nothing is built, placed or moved next to a warrior, not even by its owner."""
    assert around("f6") == BLOCKED
    without = table(BESIDE_A_WARRIOR.format("G1"), pad="G", terrain="grass")
    assert targets(without, action) & BLOCKED
    game = table(BESIDE_A_WARRIOR.format(f"Gw{owner}"), pad="G", terrain="grass")
    assert targets(game, action)
    assert not targets(game, action) & BLOCKED


def test_r4_10_an_outpost_does_not_cancel_the_block() -> None:
    """A hex next to a warrior is no target at all."""
    game = table("G0 G W G Gw1 G G", terrain="grass", nomads={0: ["outpost"]})
    assert hexes(play(game, "outpost")) == {"b1", "g1"}


def test_r4_10_r8_43_ships_and_settlements_on_water_are_blocked_too() -> None:
    """The ship is neither placed nor moved next to a warrior, and the harbor moves nothing there."""
    assert hexes(play(_with_water("G0", "lighthouse"), "lighthouse")) == {"a2"}
    assert hexes(play(_with_water("Ws0", "lighthouse"), "lighthouse")) == {"a2"}
    assert not hexes(play(_with_water("G0", "harbor"), "harbor", "a1")) & {"b1", "b2"}


def _with_water(word: str, tile: str) -> Game:
    return table(f"{word} W Gw1 G {tile}", terrain="grass", tiles={0: [f"{tile}@e1"]})


def test_r4_10_r9_51_a_piece_next_to_a_warrior_may_leave_or_be_removed() -> None:
    """A piece next to a warrior stays there, may be moved away, and may be removed."""
    game = table(
        """
        paddock G0  Gw1  W   G
           G    W    W   W   W
        G    G    W    W    W
        """,
        terrain="grass",
        tiles={0: ["paddock@a1"]},
    )
    assert hexes(play(game, "paddock", "b1")) == {"a3"}
    game = table("G0 G1 Gw1 W G G G", terrain="grass", nomads={0: ["sword"]})
    assert hexes(play(game, "sword")) == {"b1", "c1"}


@pytest.mark.parametrize("answers", [["barracks", "c1"], ["sword", "c1"]])
def test_r4_10_the_block_ends_when_the_warrior_leaves(answers: list[str]) -> None:
    """A warrior that was taken back or removed blocks no hex."""
    owner = 0 if answers[0] == "barracks" else 1
    game = table(
        f"G0 G Gw{owner} G W W W barracks G0 W G",
        terrain="grass",
        tiles={0: ["barracks@h1"]},
        nomads={0: ["sword"]},
    )
    assert not hexes(game) & {"b1", "d1"}
    play(game, *answers)
    assert "b1" in hexes(game)


def test_r4_10_the_block_moves_with_the_warrior() -> None:
    """A warrior that is moved frees the hexes around its origin and blocks those around its target."""
    game = table("paddock Gw0 G G G G W G", terrain="grass", tiles={0: ["paddock@a1"]})
    assert hexes(game) == {"d1", "e1", "f1", "h1"}
    play(game, "paddock", "b1", "d1")
    assert hexes(game) == {"b1", "f1", "h1"}


def test_r4_10_nothing_moves_through_a_blocked_hex() -> None:
    """The caravan stops before a blocked hex, and steps do not enter one."""
    drawing = """
        caravan G0   G    G    G    G    G    wagon Gv0  G    G
           W    W    W    W   Gw1   W    W    G    W    Gw1
        """
    game = table(drawing, terrain="grass", tiles={0: ["caravan@a1", "wagon@h1"]}, nomads={0: ["resettlement"]})
    assert hexes(play(game.copy(), "caravan", "b1")) == {"d1"}
    assert hexes(play(game.copy(), "resettlement", "b1", "c1", "c1", "d1", "d1")) == {"c1"}
    assert hexes(play(game.copy(), "wagon")) == {"h2"}


@pytest.mark.parametrize("middle", ["G0", "G1", "G=", "W", "M", "K", "farm", "N:sword", "Gv1"])
def test_r4_11_a_jump_passes_any_hex(middle: str) -> None:
    """Only the landing hex of a jump must be free."""
    game = table(f"paddock G0 {middle} G", terrain="grass", tiles={0: ["paddock@a1"]})
    assert hexes(play(game, "paddock", "b1")) == {"d1"}


def test_r4_11_a_jump_passes_a_blocked_hex_but_does_not_end_on_one() -> None:
    """A piece may jump over a blocked hex, but not land on it."""
    over = table("paddock G0 G G\n W Gw1", terrain="grass", tiles={0: ["paddock@a1"]})
    assert hexes(play(over, "paddock", "b1")) == {"d1"}
    onto = table("paddock G0 G G Gw1", terrain="grass", tiles={0: ["paddock@a1"]})
    assert "paddock" not in options(onto)


# R4.23 to R4.26: meeples and city halls


PLACING = [("barracks", "d3"), ("wagon", "d3"), ("lighthouse", "f3"), ("city_hall", "c3")]
PATCH = """
    W    D    D    W    W    W
      W    G    G    W    W    W
    W    G    G    G    D0   W
      W    G    G    W    {}   W
"""


@pytest.mark.parametrize(("tile", "target"), PLACING)
@pytest.mark.parametrize("supply", [0, 1])
def test_r4_23_meeples_and_city_halls_do_not_use_the_supply(tile: str, target: str, supply: int) -> None:
    """They can be placed with an empty supply, and the supply does not change."""
    game = begin_turn(PATCH.format(tile), "desert", tiles={0: [f"{tile}@e4"]}, supply={0: supply})
    play(game, tile, target)
    assert game.players[0].supply == supply


@pytest.mark.parametrize(("tile", "target"), PLACING)
def test_r4_23_meeples_and_city_halls_do_not_trigger_the_end(tile: str, target: str) -> None:
    """Only the supply of settlements ends the game, whatever tokens are placed."""
    game = table(PATCH.format(tile), pad="T", terrain="forest", tiles={0: [f"{tile}@e4"]}, supply={0: 4})
    play(game, tile, target)
    finish_turn(finish_turn(game))
    assert game.players[0].supply == 1
    assert not game.over


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        *((action, {"settlement", "warrior", "wagon"}) for action in ("barn", "paddock", "caravan", "resettlement")),
        ("harbor", {"settlement", "ship"}),
    ],
)
def test_r4_24_r8_16_which_pieces_an_action_moves(action: str, kinds: set[str]) -> None:
    """Warriors and wagons move like settlements on land, ships on water; a city hall never moves."""
    game = table(
        """
        G    G    G    G    G    G    G    G    G
          G    Gc0  G    G    G0   G    Gw0  G    G
        G    G    G    G    G    G    G    G    G
          G    G    G    Gv0  G    G    W    Ws0  W
        G    G    G    G    G    G    G    G    G
        """,
        terrain="grass",
    )
    found = REGISTRY.actions_by_id[action].targets(game, 0)
    assert {game.players[0].kind_at(h) for h in iter_hexes(found)} == kinds


@pytest.mark.parametrize(("landing", "expected"), [("G", {"paddock"}), ("M", set()), ("W", set())])
def test_r4_24_a_wagon_moves_where_the_action_allows(landing: str, expected: set[str]) -> None:
    """A wagon on a mountain may be moved to land by the paddock, but not to a mountain."""
    game = table(f"paddock Mv0 W {landing} W D D D", terrain="desert", tiles={0: ["paddock@a1"]})
    assert options(game) == expected


@pytest.mark.parametrize("word", ["G1", "Gw1", "Gv1", "Ws1"])
def test_r4_25_a_sword_returns_settlements_to_the_supply_and_meeples_to_their_owner(word: str) -> None:
    """A removed settlement returns to the supply; a removed meeple returns to its owner, not to the supply."""
    game = table(f"{word} W G G G G", terrain="grass", nomads={0: ["sword"]})
    play(game, "sword", "a1")
    assert (game.players[1].pieces, any(game.players[1].tokens), game.players[1].supply) == (0, False, 40)


@pytest.mark.parametrize(("tile", "word"), [("barracks", "Gw1"), ("wagon", "Gv1"), ("lighthouse", "Ws1")])
def test_r4_25_a_removed_meeple_can_be_placed_again(tile: str, word: str) -> None:
    """The owner may place it again with the tile."""
    game = table(
        f"{word} W G G G G W G1 {tile} G1 G G G G",
        terrain="grass",
        nomads={0: ["sword"]},
        tiles={1: [f"{tile}@i1"]},
    )
    give_card(game, 1, "grass")
    finish_turn(play(game, "sword", "a1"))
    before = game.players[1].pieces.bit_count()
    build(play(game, tile))
    assert game.players[1].pieces.bit_count() == before + 1
    assert any(game.players[1].tokens)


def test_r4_25_a_city_hall_is_never_removed() -> None:
    """No hex of a city hall is a target of the sword; without other targets the sword is not legal."""
    drawing = """
        W    G    G    W    G    G    G
          G    Gc1  G    W    {}   W
        W    G    G    W    W    W
        """
    game = table(drawing.format("G1"), terrain="grass", nomads={0: ["sword"]})
    assert hexes(play(game, "sword")) == {"e2"}
    assert options(table(drawing.format("G"), terrain="grass", nomads={0: ["sword"]})) == set()


@pytest.mark.parametrize(
    ("tile", "drawing", "answers", "earned"),
    [
        ("barracks", "barracks D0 D D1", ["c1"], 1),
        ("wagon", "wagon D0 D D1", ["c1"], 1),
        ("wagon", "wagon Dv0 D D1", ["c1"], 0),
        ("lighthouse", "lighthouse D0 W D1", ["c1"], 1),
        ("lighthouse", "lighthouse Ws0 W D1", ["c1", "stop"], 0),
        ("paddock", "paddock D0 W D D1", ["b1", "d1"], 0),
        ("farm", "farm D0 G D1", ["c1"], 1),
    ],
)
def test_r4_26_r8_10_placing_a_meeple_is_a_build_and_moving_is_none(
    tile: str, drawing: str, answers: list[str], earned: int
) -> None:
    """Ambassadors pay for a meeple that is placed next to a foreign piece, never for anything that is moved there."""
    game = table(drawing + " W W W T T T T", terrain="forest", cards=["ambassadors"], tiles={0: [f"{tile}@a1"]})
    play(game, tile, *answers)
    assert gold(game)["in_game"] == earned


@pytest.mark.parametrize(
    ("tile", "drawing", "answers", "earned"),
    [
        ("barracks", "barracks D0 D", ["c1"], 2),
        ("barracks", "barracks D0 D D", ["c1"], 0),
        ("wagon", "wagon Dv0 T", ["c1"], 0),
        ("paddock", "paddock D0 W D", ["b1", "d1"], 0),
    ],
)
def test_r4_26_r8_10_shepherds_pay_for_placed_meeples_and_not_for_moved_pieces(
    tile: str, drawing: str, answers: list[str], earned: int
) -> None:
    """Shepherds pay for a placed meeple without an empty neighbour of its terrain, and for no move."""
    game = table(drawing + " W W W G G G G", terrain="grass", cards=["shepherds"], tiles={0: [f"{tile}@a1"]})
    play(game, tile, *answers)
    assert gold(game)["in_game"] == earned


def test_r4_26_a_city_hall_is_seven_builds() -> None:
    """Ambassadors pay for each of its hexes that touches a foreign piece."""
    drawing = PATCH.format("city_hall").replace("W    D    D ", "W    D    D1", 1)
    game = table(drawing, terrain="desert", cards=["ambassadors"], tiles={0: ["city_hall@e4"]})
    play(game, "city_hall", "c3")
    assert around("c1") & around("c3") == {"b2", "c2"}
    assert gold(game)["in_game"] == 2


def test_r8_15_meeples_and_city_halls_score() -> None:
    """Every meeple and every hex of a city hall counts as a settlement in the final scoring."""
    game = table("Gw0 W Ws0 W Mv0 W G0", cards=["knights", "hermits"])
    assert (gold(game)["knights"], gold(game)["hermits"]) == (2 * 4, 4)
    game = table(PATCH.format("W").replace("G    G    G    D0", "G    Gc0  G    D", 1), cards=["knights", "citizens"])
    assert (gold(game)["knights"], gold(game)["citizens"]) == (2 * 3, 7 // 2)


def test_r4_9_r3_10_an_impossible_mandatory_settlement_leads_to_a_new_card() -> None:
    """An extra action without a target cannot be used, but the mandatory action continues with another card."""
    game = table("G0 G W C C C", terrain="grass")
    set_deck(game, draw=["canyon"])
    play(game, "b1")
    assert hexes(game) == {"d1", "e1", "f1"}
