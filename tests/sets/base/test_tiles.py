"""The location tiles of the base game, and what all location tiles have in common (docs/rules.md R5.0 to R5.8)."""

import json
import random
from collections.abc import Sequence

import pytest

from kingdom_builder import answer_name
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game, new_game
from tests.drawing import give_card, hexes, offered, options, play, table, tile_names
from tests.reference import legal

LETTERS = "abcdefghijklmnopqrst"
TERRAIN_LETTERS = [("grass", "G"), ("canyon", "C"), ("desert", "D"), ("flower", "F"), ("forest", "T")]


def plain(ground: str = "G", **drawn: str) -> str:
    """Draw a whole board of one terrain except the hexes named."""
    return "\n".join(" ".join(drawn.get(f"{letter}{row}", ground) for letter in LETTERS) for row in range(1, 21))


def between_actions(game: AnyGame) -> bool:
    """Say whether no action is going on."""
    return game.question is not None and game.question.action == "turn"


def finish(game: Game) -> Game:
    """Give the first answer offered until the action in progress is over."""
    while not between_actions(game):
        game.play(game.legal_answers()[0])
    return game


def build_all(game: Game) -> Game:
    """Carry out the mandatory action with the first hexes offered."""
    while "end_turn" not in options(game):
        game.play(game.legal_answers()[0])
    return game


def pass_turn(game: Game) -> Game:
    """Carry out the mandatory action with the first hexes offered and end the turn."""
    return play(build_all(game), "end_turn")


# What all location tiles have in common

BUILDING = ["oracle", "farm", "oasis", "tower", "tavern", "village", "garden", "foresters_lodge", "fort", "monastery"]
MOVING = ["barn", "harbor", "paddock", "caravan"]
PLACING = ["quarry", "lighthouse", "barracks", "city_hall", "wagon"]

EVERYTHING = """
    X    G0   G0   G0   G    G    T    T    D    D
      D0   C0   F    T0   G0   G    C    F    D    D
    Y    C    C    F    G    G    T    C    D    F
      G    C    F    F    D    D    T    C    D    F
    C    C    F    F    D    D    T    C    D    F
      G    G    G    G    D    G    G    G    G    G1
"""
"""A board on which every tile can be used with a grass card, twice and after the mandatory action too."""


def owner_of(tile: str, *, second: bool = False, supply: int = 20, nomads: Sequence[str] = ()) -> Game:
    """Give the player to move one or two tiles of a kind, and nomad tiles, on the board where all can be used."""
    drawing = EVERYTHING.replace("X", tile).replace("Y", tile if second else "M")
    tiles = [f"{tile}@a1", f"{tile}@a3"] if second else [f"{tile}@a1"]
    return table(drawing, terrain="grass", tiles={0: tiles}, supply={0: supply}, nomads={0: nomads})


@pytest.mark.parametrize("tile", BUILDING + MOVING + PLACING)
def test_r5_0_r3_1_r3_17_a_tile_is_used_before_or_after_the_mandatory_action_never_during_it(tile: str) -> None:
    """A tile is offered before the first and after the last settlement of the mandatory action, not in between."""
    game = owner_of(tile)
    assert options(game) == {tile}
    game.play(game.legal_answers()[0])
    assert options(game) == set()
    game.play(game.legal_answers()[0])
    assert options(game) == set()
    game.play(game.legal_answers()[0])
    assert options(game) == {tile, "end_turn"}


@pytest.mark.parametrize("tile", BUILDING + MOVING + PLACING)
def test_r5_0_r3_13_a_tile_is_used_once_per_turn(tile: str) -> None:
    """A tile is used up for the turn by one use, before as well as after the mandatory action."""
    game = finish(play(owner_of(tile), tile))
    assert tile not in options(game)
    assert options(build_all(game)) == {"end_turn"}
    assert tile_names(game) == [tile]


@pytest.mark.parametrize("tile", sorted({*BUILDING, *MOVING, *PLACING} - {"city_hall"}))
def test_r5_0_r3_13_two_tiles_of_a_kind_give_two_uses(tile: str) -> None:
    """Two equal tiles give their action twice in a turn and not three times."""
    game = owner_of(tile, second=True)
    for _ in range(2):
        assert tile in options(game)
        finish(play(game, tile))
    assert tile not in options(game)


def test_r5_0_r3_27_a_used_tile_is_ready_again_in_the_next_turn() -> None:
    """What was used this turn is offered in the owner's next turn, and not in the turn of anybody else."""
    game = pass_turn(finish(play(owner_of("farm"), "farm")))
    assert "farm" not in options(game)
    assert "farm" in options(pass_turn(game))


@pytest.mark.parametrize("tile", BUILDING + MOVING + PLACING)
def test_r5_0_a_tile_need_not_be_used(tile: str) -> None:
    """Using a tile is optional: the turn can be ended without, and the tile is kept."""
    game = pass_turn(owner_of(tile))
    assert game.to_play == 1
    assert tile_names(game) == [tile]


@pytest.mark.parametrize("mark", ["!", "+"])
def test_r5_0_r3_13_r4_16_a_used_or_locked_tile_is_not_offered(mark: str) -> None:
    """A tile that is used, or that was taken in this turn, gives no action."""
    game = table("farm G0 G", terrain="grass", tiles={0: [f"farm@a1{mark}"]})
    assert "farm" not in options(game)


@pytest.mark.parametrize("tile", BUILDING)
def test_r5_0_a_build_takes_one_settlement_from_the_supply_and_needs_one(tile: str) -> None:
    """Building uses exactly one settlement of the supply, and without a supply the tile is not offered."""
    game = owner_of(tile)
    before = game.players[0].pieces.bit_count()
    finish(play(game, tile))
    assert game.players[0].supply == 19
    assert game.players[0].pieces.bit_count() == before + 1
    assert options(owner_of(tile, supply=0)) == {"end_turn"}


@pytest.mark.parametrize("tile", MOVING + PLACING)
def test_r5_0_r3_12_what_builds_no_settlement_needs_no_supply(tile: str) -> None:
    """Moves, walls, meeples and the city hall are offered with an empty supply and leave the supply as it is."""
    game = owner_of(tile, supply=0)
    assert options(game) == {tile, "end_turn"}
    assert finish(play(game, tile)).players[0].supply == 0
    assert finish(play(owner_of(tile), tile)).players[0].supply == 20


def test_r5_0_r3_1_no_action_inside_another() -> None:
    """While an extra action is going on no other one is offered."""
    game = table("farm G0 G G paddock", terrain="grass", tiles={0: ["farm@a1", "paddock@e1"]})
    assert options(game) == {"farm", "paddock"}
    assert offered(play(game, "paddock")) == {"b1"}
    assert offered(play(game, "b1")) == {"d1"}
    assert options(play(game, "d1")) == set()


@pytest.mark.parametrize(
    ("tile", "letter"), [("oracle", "D"), ("farm", "G"), ("oasis", "D"), ("tower", "C"), ("tower", "A")]
)
def test_r5_0_r0_20_targets_are_free(tile: str, letter: str) -> None:
    """Neither a special or occupied hex, nor a wall, nor a hex next to a warrior is a target."""
    drawing = """
        X    X1   X=   K    N    tile  X    X    Xw1
          X0   X0   X0   X0   X0   X0   X0   X0
    """
    game = table(
        drawing.replace("X", letter).replace("tile", tile), pad="M", terrain="desert", tiles={0: [f"{tile}@f1"]}
    )
    assert hexes(play(game, tile)) == {"a1", "g1"}


def usable(game: Game, name: str) -> bool:
    """Return whether the player to move could carry out a tile's action, by the reference implementation."""
    position = json.loads(game.to_position())
    position["board"] = {"rows": list(game.board.to_rows())}
    player = position["players"][position["to_play"]]
    standing = {"lighthouse": player["ship"], "wagon": player["wagon"], "barracks": player["warriors"]}
    if name == "crossroads":
        return False
    if (name in BUILDING or name.startswith("donation")) and not player["supply"]:
        return False
    return name == "fort" or bool(standing.get(name)) or legal(position, name) != []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3, 4])
@pytest.mark.parametrize(
    "sections",
    [
        ["oracle", "farm", "oasis", "tavern"],
        ["tower", "barn", "paddock", "harbor"],
        ["quarry", "caravan", "village", "garden"],
        ["lighthouse_foresters_lodge", "barracks_crossroads", "city_hall_fort", "monastery_wagon"],
    ],
    ids=" ".join,
)
def test_r5_0_r4_9_a_tile_is_offered_if_and_only_if_it_can_be_used(sections: list[str], seed: int) -> None:
    """In random games an available tile is offered exactly when it has a target, and then it can be carried out."""
    game = new_game(seed, sets=["base", "nomads", "crossroads"], sections=sections)
    chance = random.Random(seed)
    while not game.over:
        seat = game.players[game.active]
        if between_actions(game) and (seat.tiles or seat.nomads) and game.to_build <= 0:
            ready = {answer_name(tile.kind) for tile in seat.tiles if not tile.used and tile.acquired_turn != game.turn}
            ready |= {answer_name(tile.kind) for tile in seat.nomads if tile.acquired_turn != game.turn} - {"outpost"}
            offer = options(game) - {"end_turn", "outpost"} - {*TERRAINS}
            assert offer == {name for name in ready if usable(game, name)}
            for name in sorted(offer):
                assert between_actions(finish(play(game.copy(), name)))
        game.play(chance.choice(game.legal_answers()))


# Oracle, farm, oasis

ONE_TERRAIN = [("oracle", *pair) for pair in TERRAIN_LETTERS] + [("farm", "desert", "G"), ("oasis", "grass", "D")]


@pytest.mark.parametrize(("tile", "card", "letter"), ONE_TERRAIN)
def test_r5_1_r5_2_r5_3_r4_4_adjacent_if_possible(tile: str, card: str, letter: str) -> None:
    """Oracle builds on the played terrain, farm on grass, oasis on desert, next to an own piece where that can be."""
    game = table(
        """
        tile  W0  X    W    X
          W    M   X    W    X
        """.replace("tile", tile).replace("X", letter),
        terrain=card,
        tiles={0: [f"{tile}@a1"]},
    )
    assert hexes(play(game, tile)) == {"c1"}
    play(game, "c1")
    assert format_hexes(game.players[0].pieces) == "b1 c1"


@pytest.mark.parametrize(("tile", "card", "letter"), ONE_TERRAIN)
def test_r5_1_r5_2_r5_3_r4_4_anywhere_when_no_target_is_adjacent(tile: str, card: str, letter: str) -> None:
    """With no target next to an own piece all free hexes of the terrain are targets, and only of that terrain."""
    others = [other for _, other in TERRAIN_LETTERS if other != letter]
    game = table(
        f"""
        {tile} M0   M    {letter}  {others[0]}
          M    M    {others[1]}  {letter}1 {others[2]}
        {letter}1  M    {others[3]}  M  {letter}
        """,
        terrain=card,
        tiles={0: [f"{tile}@a1"]},
    )
    assert hexes(play(game, tile)) == {"d1", "e3"}


@pytest.mark.parametrize(("tile", "letter"), [("farm", "G"), ("oasis", "D")])
@pytest.mark.parametrize("obstacle", ["1", "=", "0"])
def test_r5_2_r5_3_r4_9_not_offered_without_a_free_hex(tile: str, letter: str, obstacle: str) -> None:
    """Farm and oasis are offered as long as their terrain has a free hex, however far, and not without one."""
    drawing = f"{tile} C0 C C C {letter}{{}} C"
    tiles = {0: [f"{tile}@a1"]}
    assert tile in options(table(drawing.format(""), terrain="canyon", tiles=tiles))
    assert tile not in options(table(drawing.format(obstacle), terrain="canyon", tiles=tiles))


def test_r5_1_r3_4_r3_5_oracle_needs_a_chosen_card_and_binds_the_mandatory_action() -> None:
    """With several cards oracle waits for the choice, and both it and the mandatory action follow that choice."""
    game = table(
        """
        oracle D1  D    F    F
          D    F   D    F    D
        G    G    G    G    G
        """,
        terrain="grass",
        tiles={1: ["oracle@a1"]},
    )
    give_card(game, 1, "desert", "flower")
    pass_turn(game)
    assert offered(game) == {"desert", "flower"}
    assert options(play(game, "desert")) == {"oracle"}
    assert hexes(play(game, "oracle")) == {"c1", "a2"}
    assert hexes(play(game, "c1")) == {"a2", "c2"}


def test_r5_1_r3_4_oracle_keeps_to_the_terrain_of_the_mandatory_action_afterwards() -> None:
    """Used after the mandatory action oracle builds a fourth settlement on the same terrain."""
    game = table("oracle T0 T T T T G", terrain="forest", tiles={0: ["oracle@a1"]})
    play(game, "c1", "d1", "e1", "oracle")
    assert hexes(game) == {"f1"}


# Tower


def test_r5_4_r0_17_tower_builds_anywhere_on_the_outer_edge() -> None:
    """Without an own piece nearby every hex of the four edges of the board is a target and no other."""
    game = table(plain(b2="tower"), terrain="grass", tiles={0: ["tower@b2"]})
    edge = {f"{c}{r}" for c in LETTERS for r in range(1, 21) if c in "at" or r in (1, 20)}
    assert len(edge) == 76
    assert hexes(play(game, "tower")) == edge


def test_r5_4_r8_17_tower_builds_on_all_land_and_on_nothing_else() -> None:
    """All seven land terrains of the edge are targets whatever the card says; water, mountain and specials are not."""
    game = table("G C D F T S A W M K N P O tower", pad="W", terrain="grass", tiles={0: ["tower@n1"]})
    assert hexes(play(game, "tower")) == {"a1", "b1", "c1", "d1", "e1", "f1", "g1"}


def test_r5_4_r4_4_tower_builds_next_to_own_pieces_if_possible() -> None:
    """A piece next to free land of the edge binds the tower to that land; a piece elsewhere binds it to nothing."""
    bound = table(plain(b2="tower", j2="G0", m9="G0"), terrain="grass", tiles={0: ["tower@b2"]})
    assert hexes(play(bound, "tower")) == {"j1", "k1"}
    loose = table(plain(b2="tower", j3="G0"), terrain="grass", tiles={0: ["tower@b2"]})
    assert len(hexes(play(loose, "tower"))) == 76


def test_r5_4_r4_9_tower_is_not_offered_without_free_land_on_the_edge() -> None:
    """Land inside the board is of no use to the tower."""
    drawing = """
        W    W    W    {}
          W    tower G0  G
        W    G    G    G
    """
    tiles = {0: ["tower@b2"]}
    assert "tower" in options(table(drawing.format("G"), terrain="grass", tiles=tiles))
    for taken in ("W", "M", "G1", "G="):
        assert "tower" not in options(table(drawing.format(taken), terrain="grass", tiles=tiles))


# Tavern


def tavern(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a tavern tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="tavern", **drawn), terrain="desert", tiles={0: ["tavern@a20"]})


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("f5 g5 h5", {"e5", "i5"}),
        ("e5 e6 f7", {"d4", "f8"}),
        ("e5 d6 d7", {"e4", "c8"}),
        ("f5 g5 h5 i5", {"e5", "j5"}),
        ("f5 g5 i5 j5 k5", {"h5", "l5"}),
        ("i5 j5 k5", {"h5", "l5"}),
        ("j10 j11 i12", {"k9", "i13"}),
    ],
)
def test_r5_5_r9_43_r0_12_tavern_continues_a_line_of_three(line: str, ends: set[str]) -> None:
    """The targets are the two ends of a straight line of three or more in any direction, across sections too."""
    game = tavern(**dict.fromkeys(line.split(), "G0"))
    assert hexes(play(game, "tavern")) == ends


@pytest.mark.parametrize("own", ["f5 g5", "f5 g5 i5", "f5 g5 g6", "f5 h5 j5", "q1 r1 s1 t1"])
def test_r5_5_tavern_is_not_offered_without_a_line_of_three_and_a_free_end(own: str) -> None:
    """Two in a row, a gap, a bend, or a line whose ends are taken or off the board give no target."""
    drawn = dict.fromkeys(own.split(), "G0") | {"p1": "G1"}
    assert "tavern" not in options(tavern(**drawn))


@pytest.mark.parametrize("row", [1, 2, 19, 20])
def test_r5_5_r0_13_tavern_does_not_run_over_the_border_of_the_board(row: int) -> None:
    """A line that ends at the border of the board has one end only."""
    right = tavern(**{f"{c}{row}": "G0" for c in "rst"})
    assert hexes(play(right, "tavern")) == {f"q{row}"}
    left = table(plain(t10="tavern", **{f"{c}{row}": "G0" for c in "abc"}), terrain="grass", tiles={0: ["tavern@t10"]})
    assert hexes(play(left, "tavern")) == {f"d{row}"}


@pytest.mark.parametrize(
    "end",
    [{"e5": word} for word in ("W", "M", "K", "N", "P", "O", "farm", "G1", "G=", "Gw1")] + [{"d5": "Gw1"}],
)
def test_r5_5_r0_20_tavern_ends_must_be_free_land(end: dict[str, str]) -> None:
    """An end that is water, mountain, special, occupied, walled or next to a warrior is no target."""
    line = dict.fromkeys(("f5", "g5", "h5"), "G0")
    assert hexes(play(tavern(**line, **end), "tavern")) == {"i5"}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_5_tavern_builds_on_any_land(terrain: str) -> None:
    """The end may be any land, whatever card is played."""
    game = tavern("W", f5="G0", g5="G0", h5="G0", e5=terrain)
    assert hexes(play(game, "tavern")) == {"e5"}


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ({"f5": "G0", "g5": "Gv0", "h5": "Ws0"}, {"e5", "i5"}),
        ({"f5": "W0", "g5": "M0", "h5": "G0"}, {"e5", "i5"}),
        ({"f5": "G0", "g5": "Gw0", "h5": "G0"}, {"e5", "i5"}),
        ({"f5": "Gw0", "g5": "G0", "h5": "G0"}, {"i5"}),
        ({"g5": "Gc0"}, {"e5", "i5", "f3", "h3", "f7", "h7"}),
        ({"g5": "Gc0", "i5": "G0"}, {"e5", "j5", "f3", "h3", "f7", "h7"}),
    ],
)
def test_r5_5_r0_5_meeples_and_city_hall_count_in_the_line(line: dict[str, str], ends: set[str]) -> None:
    """Every piece counts in the line, each hex of a city hall too; only a warrior's block can close an end."""
    assert hexes(play(tavern(**line), "tavern")) == ends


def test_r5_5_foreign_pieces_and_walls_make_no_line() -> None:
    """Pieces of other players and walls do not count in the line."""
    assert "tavern" not in options(tavern(f5="G0", g5="G1", h5="G0"))
    assert "tavern" not in options(tavern(f5="G0", g5="G0", h5="G="))


# Which pieces are moved

MENAGERIE = plain(
    a1="barn",
    a3="harbor",
    a5="paddock",
    a7="caravan",
    b4="G0",
    f3="Gw0",
    j3="Mv0",
    n3="Ws0",
    f10="Gc0",
    n10="W0",
    r10="M0",
    t19="D",
    t20="W",
)
"""Every kind of piece with room around it: settlements on grass, water and mountain, each meeple, a city hall."""


@pytest.mark.parametrize(
    ("action", "movable"),
    [
        ("barn", {"b4", "f3", "j3", "n10", "r10"}),
        ("harbor", {"b4", "n3", "n10", "r10"}),
        ("paddock", {"b4", "f3", "j3", "n10", "r10"}),
        ("caravan", {"b4", "f3", "j3", "n10", "r10"}),
        ("resettlement", {"b4", "f3", "j3", "n10", "r10"}),
    ],
)
def test_r5_6_r5_7_r5_8_r5_10_r6_3_r8_16_r4_24_which_pieces_move(action: str, movable: set[str]) -> None:
    """Settlements always move, warriors and wagons only to land, ships only to water, city halls never."""
    game = table(
        MENAGERIE,
        terrain="desert",
        tiles={0: ["barn@a1", "harbor@a3", "paddock@a5", "caravan@a7"]},
        nomads={0: ["resettlement"]},
    )
    assert hexes(play(game, action)) == movable


@pytest.mark.parametrize("word", ["Ws0", "Gc0"])
@pytest.mark.parametrize("tile", ["barn", "paddock", "caravan"])
def test_r5_6_r5_8_r5_10_r8_16_ships_and_city_halls_alone_leave_nothing_to_move(tile: str, word: str) -> None:
    """A player whose only piece is a ship or a city hall is not offered a move to land."""
    game = table(plain(a1=tile, e5=word), terrain="grass", tiles={0: [f"{tile}@a1"]})
    assert tile not in options(game)


@pytest.mark.parametrize("word", ["Gw0", "Gv0", "Gc0"])
def test_r5_7_r8_16_harbor_has_nothing_to_move_but_settlements_and_ships(word: str) -> None:
    """A player whose only piece is a warrior, a wagon or a city hall is not offered the harbor."""
    game = table(plain(a1="harbor", e5=word, t20="W"), terrain="grass", tiles={0: ["harbor@a1"]})
    assert "harbor" not in options(game)


@pytest.mark.parametrize(("action", "mountain"), [("paddock", "l3"), ("caravan", "k3"), ("resettlement", "k3")])
def test_r5_8_r5_10_r6_3_r8_16_the_action_limits_where_a_wagon_goes(action: str, mountain: str) -> None:
    """A wagon may stand on mountains, but an action that moves to land does not take it there."""
    words = {"a5": "paddock", "a7": "caravan", "j3": "Gv0", mountain: "M"}
    game = table(
        plain(**words), terrain="desert", tiles={0: ["paddock@a5", "caravan@a7"]}, nomads={0: ["resettlement"]}
    )
    assert mountain not in hexes(play(game, action, "j3"))
    assert hexes(game)


# Barn


def test_r5_6_r4_7_barn_moves_next_to_other_own_pieces_if_possible() -> None:
    """The moved piece is lifted first: it must go next to another own piece where the played terrain allows it."""
    drawing = "barn G0 D W G0 D W D"
    tiles = {0: ["barn@a1"]}
    assert hexes(play(table(drawing, terrain="desert", tiles=tiles), "barn", "b1")) == {"f1"}
    assert hexes(play(table(drawing, terrain="desert", tiles=tiles), "barn", "e1")) == {"c1"}


@pytest.mark.parametrize("word", ["D0", "Dw0", "Dv0"])
def test_r5_6_r9_50_r0_21_barn_with_a_single_piece_goes_anywhere_but_back(word: str) -> None:
    """A lone piece supports nothing when lifted, so all free hexes of the terrain are open except its own."""
    game = table(f"barn {word} D D1 D= W D G", terrain="desert", tiles={0: ["barn@a1"]})
    assert hexes(play(game, "barn", "b1")) == {"c1", "g1"}


def test_r5_6_r0_21_a_warrior_does_not_block_its_own_move() -> None:
    """A lifted warrior blocks nothing for itself, while for any other piece its neighbours stay blocked."""
    drawing = "barn W D0 D Gw0 D W D"
    tiles = {0: ["barn@a1"]}
    assert hexes(play(table(drawing, terrain="desert", tiles=tiles), "barn", "e1")) == {"d1"}
    assert hexes(play(table(drawing, terrain="desert", tiles=tiles), "barn", "c1")) == {"h1"}


@pytest.mark.parametrize(("terrain", "letter"), TERRAIN_LETTERS)
def test_r5_6_r3_4_barn_is_bound_to_the_played_terrain(terrain: str, letter: str) -> None:
    """The barn moves to the terrain of the card and to no other, and takes nothing from the supply."""
    words = ["barn", "M0", "M"] + [other for _, other in TERRAIN_LETTERS]
    game = table(" ".join(words), terrain=terrain, tiles={0: ["barn@a1"]})
    target = "defgh"["GCDFT".index(letter)] + "1"
    assert hexes(play(game, "barn", "b1")) == {target}
    play(game, target)
    assert format_hexes(game.players[0].pieces) == target
    assert game.players[0].supply == 39


def test_r5_6_r3_5_barn_needs_a_chosen_card_and_binds_the_mandatory_action() -> None:
    """With several cards the barn waits for the choice, which then holds for the mandatory action too."""
    game = table("barn G1 D D D D F F F F G G G", terrain="grass", tiles={1: ["barn@a1"]})
    give_card(game, 1, "desert", "flower")
    pass_turn(game)
    assert offered(game) == {"desert", "flower"}
    assert options(play(game, "flower")) == {"barn"}
    assert hexes(play(game, "barn", "b1")) == {"g1", "h1", "i1", "j1"}
    assert hexes(play(game, "g1")) == {"h1"}


def test_r5_6_r4_9_barn_is_not_offered_without_a_piece() -> None:
    """Without a piece on the board there is nothing to move."""
    assert "barn" not in options(table("barn G1 G G G", terrain="grass", tiles={0: ["barn@a1"]}))


# Harbor


def test_r5_7_r4_7_harbor_moves_to_water_next_to_another_own_piece_if_possible() -> None:
    """The target is free water, adjacent to a piece other than the one moved where there is such water."""
    drawing = "harbor G0 W M D0 W M W W1"
    tiles = {0: ["harbor@a1"]}
    assert hexes(play(table(drawing, pad="M", terrain="grass", tiles=tiles), "harbor", "b1")) == {"f1"}
    assert hexes(play(table(drawing, pad="M", terrain="grass", tiles=tiles), "harbor", "e1")) == {"c1"}
    alone = table("harbor G0 W M D F W W1", pad="M", terrain="grass", tiles=tiles)
    assert hexes(play(alone, "harbor", "b1")) == {"c1", "g1"}


def test_r5_7_harbor_moves_a_settlement_on_water_again() -> None:
    """A settlement that stands on water may be moved to another water hex, not to the one it stands on."""
    game = table("harbor G0 W0 W M W", pad="M", terrain="grass", tiles={0: ["harbor@a1"]})
    assert hexes(play(game, "harbor")) == {"b1", "c1"}
    assert hexes(play(game, "c1")) == {"d1", "f1"}
    play(game, "f1")
    assert format_hexes(game.players[0].pieces) == "b1 f1"
    assert game.players[0].supply == 38


def test_r5_7_r8_16_harbor_moves_the_ship() -> None:
    """The ship goes to water like a settlement and stays a ship."""
    game = table("harbor G0 W Ws0 W M W", pad="M", terrain="grass", tiles={0: ["harbor@a1"]})
    assert hexes(play(game, "harbor", "d1")) == {"c1"}
    play(game, "c1")
    assert format_hexes(game.players[0].hexes_of("ship")) == "c1"
    assert format_hexes(game.players[0].pieces) == "b1 c1"


@pytest.mark.parametrize("word", ["G", "M", "W0", "W1", "Ws1"])
def test_r5_7_r4_9_harbor_is_not_offered_without_free_water(word: str) -> None:
    """The harbor is offered as long as some water is free and some piece can go there."""
    tiles = {0: ["harbor@a1"]}
    assert "harbor" in options(table("harbor G0 G W G", pad="M", terrain="grass", tiles=tiles))
    assert "harbor" not in options(table(f"harbor G0 G {word} G", pad="M", terrain="grass", tiles=tiles))


def test_r5_7_r0_20_harbor_does_not_enter_water_next_to_a_warrior() -> None:
    """A warrior on the shore blocks the water beside it."""
    game = table("harbor G0 M W Gw1 W W", pad="M", terrain="grass", tiles={0: ["harbor@a1"]})
    assert hexes(play(game, "harbor", "b1")) == {"g1"}


# Paddock

JUMPS = {"g5", "c5", "f7", "d7", "f3", "d3"}
"""What is exactly two steps in a straight line from e5."""


def paddock(**drawn: str) -> Game:
    """Begin the paddock with the settlement on e5, on a board of grass except the hexes named."""
    game = table(plain(a20="paddock", e5="G0", **drawn), terrain="desert", tiles={0: ["paddock@a20"]})
    return play(game, "paddock", "e5")


def test_r5_8_r9_42_paddock_jumps_two_hexes_in_a_straight_line() -> None:
    """The targets are the six hexes exactly two steps away in a straight line, next to other own pieces or not."""
    assert hexes(paddock(h5="G0", p15="G0")) == JUMPS
    game = play(paddock(), "f7")
    assert format_hexes(game.players[0].pieces) == "f7"
    assert game.players[0].supply == 39


@pytest.mark.parametrize(
    "jumped",
    [{"f5": word} for word in ("W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "Gv1", "G=")] + [{"e4": "Gw1"}],
)
def test_r5_8_r4_11_paddock_jumps_over_anything(jumped: dict[str, str]) -> None:
    """Terrain, special hexes, pieces, walls and blocked hexes on the way do not matter."""
    assert "g5" in hexes(paddock(**jumped))


@pytest.mark.parametrize(
    "landing",
    [{"g5": word} for word in ("W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "Gw1", "G=")] + [{"h5": "Gw1"}],
)
def test_r5_8_r4_11_paddock_lands_on_free_land_only(landing: dict[str, str]) -> None:
    """The landing hex must be land and free: not special, occupied, walled or next to a warrior."""
    assert hexes(paddock(**landing)) == JUMPS - {"g5"}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_8_paddock_lands_on_any_land(terrain: str) -> None:
    """Any land is allowed, whatever card is played."""
    assert "g5" in hexes(paddock(g5=terrain))


@pytest.mark.parametrize(
    ("start", "targets"),
    [
        ("a1", {"c1", "b3"}),
        ("t1", {"r1", "s3"}),
        ("a20", {"c20", "b18"}),
        ("t20", {"r20", "s18"}),
        ("a10", {"c10", "b8", "b12"}),
        ("j10", {"h10", "l10", "i8", "k8", "i12", "k12"}),
    ],
)
def test_r5_8_r0_13_paddock_at_borders(start: str, targets: set[str]) -> None:
    """The border of the board stops a jump, the borders between sections do not."""
    game = table(plain(k1="paddock", **{start: "G0"}), terrain="grass", tiles={0: ["paddock@k1"]})
    assert hexes(play(game, "paddock", start)) == targets


def test_r5_8_paddock_moves_only_what_can_land() -> None:
    """A piece without a landing hex is not offered, and without any such piece neither is the paddock."""
    tiles = {0: ["paddock@a1"]}
    game = table("paddock G0 W G W W G0 W", terrain="desert", tiles=tiles)
    assert hexes(play(game, "paddock")) == {"b1"}
    assert "paddock" not in options(table("paddock G0 G W", terrain="desert", tiles=tiles))


# The suggested first game


def test_r9_38_r4_8_a_flower_card_reaches_five_locations_of_the_first_game() -> None:
    """The first settlement on flower can take a tile from exactly 5 of the 8 locations: two of them farms."""
    sections = [[name, 0] for name in ("tavern", "paddock", "oasis", "farm")]
    fields = {
        "format": "kingdom-builder/position-1",
        "board": {"sections": sections},
        "players": [{}, {}],
        "terrain": "flower",
    }
    game = Game.from_position(json.dumps(fields))
    reached: dict[int, str] = {}
    for first in hexes(game):
        play(game, first)
        for tile in game.players[0].tiles:
            reached[tile.location] = answer_name(tile.kind)
        game.undo()
    assert len(game.board.location_at) == 8
    assert sorted(reached.values()) == ["farm", "farm", "oasis", "paddock", "tavern"]
