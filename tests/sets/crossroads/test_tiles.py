"""The location tiles of Crossroads (docs/rules.md R5.13 to R5.20)."""

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game
from tests.drawing import give_card, gold, hexes, nomad_names, offered, options, play, stack_deck, table, tile_names
from tests.sets.base.test_tiles import between_actions, build_all, finish, pass_turn, plain

# Lighthouse and wagon: place, move step by step, take back

both_travellers = pytest.mark.parametrize("tile", ["lighthouse", "wagon"])


def travel(tile: str, drawing: str, **fields: Any) -> Game:
    """Draw a board for the ship or the wagon, whose tile is drawn as `tile`.

    `~` is ground where the token may stand and `#` ground where it may not; `@` is the own token, `&` a foreign one.
    """
    ground, barred, token = {"lighthouse": ("W", "M", "s"), "wagon": ("G", "W", "v")}[tile]
    for sign, word in (("tile", tile), ("@", f"~{token}0"), ("&", f"~{token}1"), ("~", ground), ("#", barred)):
        drawing = drawing.replace(sign, word)
    fields.setdefault("tiles", {0: [f"{tile}@a1"]})
    return table(drawing, pad=barred, terrain="desert", **fields)


def token(game: Game, tile: str) -> str:
    """Return where the token of the first player stands, nothing while it is in hand."""
    return format_hexes(game.players[0].hexes_of("ship" if tile == "lighthouse" else "wagon"))


@both_travellers
def test_r5_13_r5_20_r4_4_the_token_is_placed_next_to_own_pieces_if_possible(tile: str) -> None:
    """Ship and wagon are placed on free ground of their kind, adjacent if possible, otherwise anywhere."""
    drawing = "tile #0 {} ~ # ~1 & ~ Gw1"
    assert offered(play(travel(tile, drawing.format("~")), tile)) == {"c1"}
    game = travel(tile, drawing.format("#"))
    assert offered(play(game, tile)) == {"d1"}
    play(game, "d1")
    assert token(game, tile) == "d1"
    assert game.players[0].supply == 39


@both_travellers
def test_r5_13_r5_20_r4_12_placing_the_token_takes_tiles(tile: str) -> None:
    """Placing the token is a build: it takes the tiles beside its hex."""
    game = play(travel(tile, "tile #0 ~ farm"), tile, "c1")
    assert tile_names(game) == sorted(["farm", tile])


@both_travellers
def test_r5_13_r5_20_r4_9_not_offered_with_the_token_in_hand_and_no_place_for_it(tile: str) -> None:
    """With the token in hand the tile needs a free hex of the token's kind somewhere."""
    assert tile in options(travel(tile, "tile #0 # # ~ D"))
    for word in ("#", "~1", "&", "~0", "K"):
        game = travel(tile, f"tile #0 # # {word} #")
        assert tile not in options(game)


@both_travellers
def test_r5_13_r5_20_the_token_moves_one_to_three_steps(tile: str) -> None:
    """Each step goes to an adjacent free hex, near own pieces or not; it may stop after one and must after three."""
    game = travel(tile, "tile #0 @ ~ ~ ~ ~")
    assert offered(play(game, tile)) == {"d1", "take_back"}
    assert offered(play(game, "d1")) == {"c1", "e1", "stop"}
    stopped = play(game.copy(), "stop")
    assert offered(play(game, "e1")) == {"d1", "f1", "stop"}
    play(game, "f1")
    for after, where in ((stopped, "d1"), (game, "f1")):
        assert token(after, tile) == where
        assert between_actions(after)
        assert after.players[0].supply == 39


@both_travellers
def test_r5_13_r5_20_the_move_ends_where_no_step_is_left(tile: str) -> None:
    """The move ends if the token cannot go on, nor back because a warrior blocks the hex it came from."""
    game = play(travel(tile, "tile Gw1 @ ~ #"), tile, "d1")
    assert token(game, tile) == "d1"
    assert between_actions(game)


@both_travellers
@pytest.mark.parametrize("way", ["# ~", "~1 ~", "& ~", "~ Gw1 ~", "K ~", "N ~", "farm ~"])
def test_r5_13_r5_20_r8_44_every_hex_entered_must_be_free(tile: str, way: str) -> None:
    """A token cannot enter or pass wrong terrain, pieces, special hexes or hexes next to a warrior."""
    assert offered(play(travel(tile, f"tile #0 @ {way}"), tile)) == {"take_back"}


def test_r5_20_r8_44_a_wall_stops_the_wagon() -> None:
    """The wagon neither enters nor passes a wall."""
    assert offered(play(travel("wagon", "tile #0 @ ~= ~"), "wagon")) == {"take_back"}


@both_travellers
@pytest.mark.parametrize(("start", "steps"), [("a1", {"b1", "a2"}), ("t20", {"s20", "t19"}), ("j10", None)])
def test_r5_13_r5_20_r0_13_steps_at_borders(tile: str, start: str, steps: set[str] | None) -> None:
    """The border of the board ends the move, borders between sections do not."""
    ground, word = ("W", "Ws0") if tile == "lighthouse" else ("G", "Gv0")
    game = table(plain(ground, **{start: word, "k1": tile, "e20": "D"}), terrain="desert", tiles={0: [f"{tile}@k1"]})
    assert hexes(play(game, tile)) == (steps or {"i10", "k10", "j9", "k9", "j11", "k11"})


@both_travellers
def test_r5_13_r5_20_the_token_is_taken_back_and_placed_again_later(tile: str) -> None:
    """Taking back ends the action; the token is in hand, and the next use places it again."""
    game = travel(
        tile,
        """
        tile #0 @  ~  ~
          #  #  #  #  #
        D D D D D D D D D
        """,
    )
    play(game, tile, "take_back")
    assert token(game, tile) == ""
    assert format_hexes(game.players[0].pieces) == "b1"
    assert tile not in options(game)
    give_card(game, 1, "desert")
    pass_turn(pass_turn(game))
    assert offered(play(game, tile)) == {"c1"}
    play(game, "c1")
    assert token(game, tile) == "c1"


@both_travellers
def test_r5_13_r5_20_r4_18_taking_the_token_back_can_lose_tiles(tile: str) -> None:
    """Tiles whose location only the token touched are lost, its own tile among them."""
    game = travel(tile, "tile @ farm #0 tower", tiles={0: [f"{tile}@a1", "farm@c1", "tower@e1"]})
    assert tile_names(play(game, tile, "take_back")) == ["farm", "tower"]


ON_THE_WAY = """
    tile @    ~    ~    ~
      #0   #    X    #
"""
"""What is at c2 is beside the first and the second step to the right, and not beside the third."""


@both_travellers
def test_r5_13_r5_20_r8_39_r8_56_a_nomad_tile_is_picked_up_on_the_way(tile: str) -> None:
    """Every step is a complete move, so the first one takes the nomad tile, which stays with the player."""
    game = play(travel(tile, ON_THE_WAY.replace("X", "N:sword")), tile, "c1")
    assert nomad_names(game) == ["sword"]
    assert nomad_names(play(game, "d1", "e1")) == ["sword"]


@both_travellers
def test_r5_13_r5_20_r8_39_a_location_tile_is_gained_and_lost_on_the_way(tile: str) -> None:
    """A location tile is taken by the step that reaches its hex and lost by the step that leaves it."""
    game = play(travel(tile, ON_THE_WAY.replace("X", "farm")), tile, "c1")
    assert tile_names(game) == sorted(["farm", tile])
    assert tile_names(play(game, "d1")) == sorted(["farm", tile])
    assert tile_names(play(game, "e1")) == [tile]


@both_travellers
def test_r5_13_r5_20_r8_39_r4_19_a_tile_lost_on_the_way_does_not_come_back(tile: str) -> None:
    """A step away from the location loses its tile permanently although the next step returns there."""
    game = travel(
        tile,
        """
        tile #0   #    @    ~    ~
          #    #    #    farm #    #
        """,
        tiles={0: [f"{tile}@a1", "farm@d2"]},
    )
    assert tile_names(play(game, tile, "e1")) == sorted(["farm", tile])
    assert tile_names(play(game, "f1")) == [tile]
    assert tile_names(play(game, "e1")) == [tile]


@both_travellers
def test_r5_13_r5_20_r4_21_the_move_goes_on_when_its_own_tile_is_lost(tile: str) -> None:
    """A token that leaves the only contact with its own location loses the tile and finishes its steps."""
    game = play(travel(tile, "tile @ ~ ~ ~"), tile, "c1")
    assert tile_names(game) == []
    assert offered(game) == {"b1", "d1", "stop"}
    assert token(play(game, "d1", "e1"), tile) == "e1"


@pytest.mark.parametrize("word", ["G", "C", "D", "F", "T", "S", "A", "M"])
def test_r5_20_r8_55_the_wagon_stands_on_land_and_mountain(word: str) -> None:
    """The wagon is placed on, and steps to, any land and mountain."""
    wagon = {0: ["wagon@a1"]}
    assert hexes(play(table(f"wagon W0 W {word}", terrain="grass", tiles=wagon), "wagon")) == {"d1"}
    assert hexes(play(table(f"wagon W0 Gv0 {word}", terrain="grass", tiles=wagon), "wagon")) == {"d1"}
    assert hexes(play(table(f"wagon W0 {word} Mv0", terrain="grass", tiles=wagon), "wagon")) == {"c1"}


@pytest.mark.parametrize("word", ["G", "C", "D", "F", "T", "S", "A", "M"])
def test_r5_13_r8_55_the_ship_stands_on_water_only(word: str) -> None:
    """The ship is neither placed on land or mountain nor steps there."""
    ship = {0: ["lighthouse@a1"]}
    assert "lighthouse" not in options(table(f"lighthouse {word}0 {word}", pad=word, terrain="grass", tiles=ship))
    game = table(f"lighthouse {word}0 Ws0 {word}", pad=word, terrain="grass", tiles=ship)
    assert offered(play(game, "lighthouse")) == {"take_back"}


# Forester's lodge and monastery

ONE_TERRAIN = pytest.mark.parametrize(("tile", "letter"), [("foresters_lodge", "T"), ("monastery", "C")])


@ONE_TERRAIN
def test_r5_14_r5_19_r4_4_build_on_forest_or_canyon_next_to_own_pieces_if_possible(tile: str, letter: str) -> None:
    """The target is a free hex of the tile's terrain, adjacent to an own piece if there is one, whatever the card."""
    drawing = f"""
        {tile} G0  {{}}   {letter}    {letter}1
          D    F   {letter}    W    {letter}=
    """
    tiles = {0: [f"{tile}@a1"]}
    assert hexes(play(table(drawing.format(letter), terrain="desert", tiles=tiles), tile)) == {"c1"}
    assert hexes(play(table(drawing.format("W"), terrain="desert", tiles=tiles), tile)) == {"d1", "c2"}


@ONE_TERRAIN
@pytest.mark.parametrize("word", ["D", "X0", "X1", "X=", "K"])
def test_r5_14_r5_19_r4_9_not_offered_without_a_free_hex(tile: str, letter: str, word: str) -> None:
    """The tile is offered while some hex of its terrain is free, however far, and not otherwise."""
    tiles = {0: [f"{tile}@a1"]}
    assert tile in options(table(f"{tile} G0 D D D {letter}", terrain="desert", tiles=tiles))
    taken = word.replace("X", letter)
    assert tile not in options(table(f"{tile} G0 D D D {taken}", terrain="desert", tiles=tiles))


# Barracks

BARRACKS = {0: ["barracks@a1"]}


def test_r5_15_r4_4_a_warrior_is_placed_next_to_own_pieces_if_possible() -> None:
    """A warrior goes to free land, adjacent if possible; never on an occupied, walled or blocked hex."""
    drawing = "barracks W0 {} D W F1 T= C Gw1 S A"
    game = table(drawing.format("G"), terrain="desert", tiles=BARRACKS)
    assert offered(play(game, "barracks")) == {"c1"}
    game = table(drawing.format("M"), terrain="desert", tiles=BARRACKS)
    assert offered(play(game, "barracks")) == {"d1", "k1"}
    play(game, "k1")
    assert format_hexes(game.players[0].hexes_of("warrior")) == "k1"
    assert game.players[0].supply == 39
    assert between_actions(game)


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_15_a_warrior_stands_on_any_land(terrain: str) -> None:
    """All seven land terrains are allowed, whatever card is played."""
    game = table(f"barracks W0 W {terrain}", terrain="desert", tiles=BARRACKS)
    assert hexes(play(game, "barracks")) == {"d1"}


def test_r5_15_both_warriors_and_no_third() -> None:
    """A player places two warriors, one per use; with both on the board they can only be taken back."""
    game = table("barracks G0 D W Gw0 W D D D D D D D D D D", terrain="desert", tiles=BARRACKS)
    assert offered(play(game, "barracks")) == {"c1", "e1"}
    play(game, "c1")
    assert format_hexes(game.players[0].hexes_of("warrior")) == "c1 e1"
    give_card(game, 1, "desert")
    pass_turn(pass_turn(game))
    assert offered(play(game, "barracks")) == {"c1", "e1"}
    play(game, "e1")
    assert format_hexes(game.players[0].hexes_of("warrior")) == "c1"


def test_r5_15_r4_10_taking_a_warrior_back_lifts_its_block() -> None:
    """A warrior taken back is in hand again, and its neighbours are free at once for settlements."""
    game = table("barracks D0 D Dw0 D D", terrain="desert", tiles=BARRACKS)
    assert hexes(game) == {"f1"}
    assert offered(play(game, "barracks")) == {"d1", "f1"}
    assert hexes(play(game, "d1")) == {"c1"}
    assert game.players[0].supply == 39
    assert "barracks" not in options(game)


def test_r5_15_r4_18_taking_a_warrior_back_can_lose_tiles() -> None:
    """A tile whose location only the warrior touched is lost."""
    game = table("barracks D0 W Dw0 farm D", terrain="desert", tiles={0: ["barracks@a1", "farm@e1"]})
    assert tile_names(play(game, "barracks", "d1")) == ["barracks"]


def test_r5_15_r4_12_placing_a_warrior_takes_tiles() -> None:
    """Placing a warrior is a build: it takes the tiles beside its hex."""
    game = table("barracks D0 D farm", terrain="desert", tiles=BARRACKS)
    assert tile_names(play(game, "barracks", "c1")) == ["barracks", "farm"]


@pytest.mark.parametrize("word", ["W", "M", "D1", "D=", "K"])
def test_r5_15_r4_9_barracks_is_offered_if_there_is_a_place_or_a_warrior(word: str) -> None:
    """Without free land the barracks is offered only to a player who has a warrior to take back."""
    assert "barracks" not in options(table(f"barracks W0 {word}", terrain="desert", tiles=BARRACKS))
    game = table(f"barracks W0 {word} W Dw0", terrain="desert", tiles=BARRACKS)
    assert offered(play(game, "barracks")) == {"e1"}


# What a warrior blocks

SIX = {"d4", "e4", "d5", "f5", "d6", "e6"}
BLOCKED = {"f4", "g4", "f5", "h5", "f6", "g6"}
"""The neighbours of e5, where an own settlement stands, and of g5, where a warrior will."""


@pytest.mark.parametrize("warrior", ["Gw0", "Gw1"])
@pytest.mark.parametrize(
    "answers",
    [
        [],
        ["outpost"],
        ["oracle"],
        ["farm"],
        ["fort"],
        ["barn", "p15"],
        ["quarry"],
        ["wagon"],
        ["barracks"],
        ["donation:grass"],
        ["resettlement", "e5"],
    ],
)
def test_r5_15_r8_43_r4_10_a_warrior_blocks_whatever_is_placed_or_moved(answers: Sequence[str], warrior: str) -> None:
    """Settlements, meeples and walls of anybody, the warrior's owner included, stay off the hexes around it."""
    kinds = ("oracle", "farm", "fort", "barn", "quarry", "wagon", "barracks")
    locations = {f"{column}20": kind for column, kind in zip("acegikm", kinds, strict=True)}

    def targets(**drawn: str) -> set[str]:
        game = table(
            plain(e5="G0", p15="G0", **locations, **drawn),
            terrain="grass",
            tiles={0: [f"{kind}@{at}" for at, kind in locations.items()]},
            nomads={0: ["outpost", "donation:grass", "resettlement"]},
        )
        stack_deck(game, "grass")
        return hexes(play(game, *answers)) - {"g5"}

    assert targets() >= SIX
    assert targets(g5=warrior) & (SIX | BLOCKED) == SIX - BLOCKED


def test_r5_15_r9_51_r8_43_a_piece_next_to_a_warrior_stays_and_may_leave() -> None:
    """Nothing comes to the six hexes around a warrior on f6, but a settlement there may leave by paddock."""
    around = {"e6", "f5", "f7", "g5", "g6", "g7"}
    game = table(plain(a1="paddock", f6="Gw1", g6="G0"), terrain="grass", tiles={0: ["paddock@a1"]})
    assert hexes(game) == {"h6", "h5", "h7"}
    assert hexes(play(game, "paddock", "g6")) == {"i6", "h8", "f8", "h4", "f4"}
    play(game, "i6", "h6")
    assert not hexes(game) & around


# Crossroads


def cards_in_hand(game: Game, seat: int = 0) -> int:
    """Return how many terrain cards a player holds."""
    return game.view(seat).players[seat].cards


def test_r5_16_crossroads_gives_an_extra_card_at_the_end_of_each_own_turn() -> None:
    """The owner draws two cards at the end of every own turn, the others one."""
    game = table(plain(a1="crossroads", b1="G0"), terrain="grass", tiles={0: ["crossroads@a1"]})
    assert options(game) == set()
    assert options(build_all(game)) == {"end_turn"}
    for _ in range(2):
        pass_turn(game)
        assert cards_in_hand(game, 0) == 2
        pass_turn(game)
        assert cards_in_hand(game, 1) == 1


def test_r5_16_r4_16_the_first_extra_card_comes_in_the_turn_in_which_the_tile_is_taken() -> None:
    """A crossroads tile taken this turn gives its card at the end of this turn already."""
    game = play(table("crossroads G G G", terrain="grass"), "b1", "c1", "d1", "end_turn")
    assert tile_names(game) == ["crossroads"]
    assert cards_in_hand(game) == 2


def test_r5_16_no_extra_card_once_the_tile_is_lost() -> None:
    """A player who loses the tile before the end of the turn draws one card."""
    game = table(
        "crossroads G0 G G D D D", terrain="desert", tiles={0: ["crossroads@a1"]}, nomads={0: ["resettlement"]}
    )
    play(game, "resettlement", "b1", "c1", "stop")
    assert tile_names(game) == []
    pass_turn(game)
    assert cards_in_hand(game) == 1


def test_r5_16_r3_5_r3_28_one_of_the_cards_is_played_and_all_are_discarded() -> None:
    """The owner chooses one card, builds on its terrain only, and discards both at the end of the turn."""
    game = table(
        plain("D", a1="crossroads", b1="G1", s20="F", t19="F", t20="F"),
        terrain="desert",
        tiles={1: ["crossroads@a1"]},
    )
    give_card(game, 1, "desert", "flower")
    pass_turn(game)
    discarded = len(game.deck.discard)
    assert offered(game) == {"desert", "flower"}
    assert hexes(play(game, "flower")) == {"s20", "t19", "t20"}
    pass_turn(game)
    assert sorted(TERRAINS[card] for card in game.deck.discard[discarded:]) == ["desert", "flower"]
    assert cards_in_hand(game, 1) == 2


# City hall

RING = {"d3", "e3", "f3", "c4", "f4", "c5", "g5", "c6", "f6", "d7", "e7", "f7"}
"""The 12 hexes around a city hall centred on e5."""
CITY_HALL = {0: ["city_hall@a20"]}


def city_hall(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a city hall tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="city_hall", **drawn), terrain="grass", tiles=CITY_HALL)


def test_r5_17_r9_44_city_hall_needs_an_own_piece_around_it() -> None:
    """The seven hexes must touch an own piece: the centres are exactly the hexes at distance 2 of a lone piece."""
    assert hexes(play(city_hall(e5="G0"), "city_hall")) == RING
    assert "city_hall" not in options(city_hall())
    assert "city_hall" not in options(city_hall(e5="G1"))


@pytest.mark.parametrize("word", ["G0", "Gv0", "Ws0", "W0", "M0"])
def test_r5_17_r0_5_any_own_piece_supports_the_city_hall(word: str) -> None:
    """Any piece outside the seven hexes is enough, except a warrior, which blocks the hexes around it."""
    assert "e5" in hexes(play(city_hall(c5=word), "city_hall"))
    assert "city_hall" not in options(city_hall(c5="Gw0"))


def test_r5_17_r9_44_city_hall_covers_a_hex_and_its_six_neighbours() -> None:
    """Placed on e5, it covers the seven hexes, takes nothing from the supply and triggers nothing."""
    game = play(city_hall(c5="G0"), "city_hall", "e5")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "d4 e4 d5 e5 f5 d6 e6"
    assert game.players[0].pieces.bit_count() == 8
    assert game.players[0].supply == 39
    assert not game.end_triggered


@pytest.mark.parametrize("at", ["d4", "e4", "d5", "e5", "f5", "d6", "e6"])
@pytest.mark.parametrize("word", ["W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "G=", "Gv1"])
def test_r5_17_all_seven_hexes_must_be_free_land(at: str, word: str) -> None:
    """Water, mountain, a special hex, a piece or a wall on any of the seven hexes prevents the city hall."""
    assert "e5" not in hexes(play(city_hall(c5="G0", p15="G0", **{at: word}), "city_hall"))


@pytest.mark.parametrize("at", sorted(RING - {"c5"}))
def test_r5_17_r8_43_a_warrior_around_it_prevents_the_city_hall(at: str) -> None:
    """A warrior, own or foreign, next to any of the seven hexes prevents the city hall."""
    for word in ("Gw0", "Gw1"):
        assert "e5" not in hexes(play(city_hall(c5="G0", p15="G0", **{at: word}), "city_hall"))


def test_r5_17_city_hall_on_mixed_terrain() -> None:
    """The seven hexes may be of seven different land terrains, whatever card is played."""
    words = dict(zip(("d4", "e4", "d5", "e5", "f5", "d6", "e6"), "GCDFTSA", strict=True))
    assert hexes(play(city_hall("W", c5="W0", **words), "city_hall")) == {"e5"}


def test_r5_17_r0_13_city_hall_at_borders() -> None:
    """It lies across sections, and never reaches over the border of the board."""
    game = play(city_hall(i10="G0"), "city_hall", "k10")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "k9 l9 j10 k10 l10 k11 l11"
    assert hexes(play(city_hall(a1="G0"), "city_hall")) == {"b2", "b3"}
    assert hexes(play(city_hall(t20="G0"), "city_hall")) == {"s18", "s19"}


def test_r5_17_city_hall_is_placed_once_per_game() -> None:
    """With the city hall on the board no tile places it again, neither this turn nor later."""
    game = table(
        plain(a20="city_hall", t1="city_hall", c5="G0"), terrain="grass", tiles={0: [*CITY_HALL[0], "city_hall@t1"]}
    )
    finish(play(game, "city_hall"))
    assert "city_hall" not in options(game)
    pass_turn(pass_turn(game))
    assert tile_names(game) == ["city_hall", "city_hall"]
    assert "city_hall" not in options(game)
    assert game.players[0].hexes_of("city_hall").bit_count() == 7


def test_r5_17_r9_44_r0_5_city_hall_counts_as_seven_settlements() -> None:
    """It scores as seven pieces, fulfils Fortress, and pays Shepherds for its centre."""
    game = table(
        plain(a20="city_hall", c5="G0"),
        terrain="grass",
        cards=["citizens", "knights", "discoverers", "hermits", "shepherds"],
        tasks=["fortress"],
        tiles=CITY_HALL,
    )
    play(game, "city_hall", "e5")
    earned = gold(game)
    assert earned["citizens"] == 4
    assert earned["knights"] == 2 * 4
    assert earned["discoverers"] == 3
    assert earned["hermits"] == 1
    assert earned["fortress"] == 6
    assert earned["in_game"] == 2
    assert hexes(game) == RING - {"c5"} | {"b4", "b5", "b6"}


def test_r5_17_r3_18_city_hall_takes_tiles_as_one_event() -> None:
    """Its seven hexes together take one tile of every location and every nomad tile around, each once."""
    drawing = plain(c5="G0", c6="city_hall", f4="farm", f6="farm", d3="N:sword", d7="tower", g5="N:treasure")
    game = play(table(drawing, terrain="grass", tiles={0: ["city_hall@c6"]}), "city_hall", "e5")
    assert tile_names(game) == ["city_hall", "farm", "farm", "tower"]
    assert nomad_names(game) == ["sword"]
    assert game.players[0].gold == 3


def test_r5_17_r4_22_the_city_hall_stays_when_its_tile_is_lost() -> None:
    """Losing the tile leaves the seven hexes on the board."""
    drawing = plain(b4="city_hall", c5="G0")
    game = table(drawing, terrain="grass", tiles={0: ["city_hall@b4"]}, nomads={0: ["resettlement"]})
    play(game, "city_hall", "e5", "resettlement", "c5", "c6", "stop")
    assert tile_names(game) == []
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "d4 e4 d5 e5 f5 d6 e6"


# Fort


def fort(drawing: str, *drawn: str, **fields: Any) -> Game:
    """Give the player to move a fort tile from a1 and a grass card, and stack the cards to be drawn."""
    game = table(drawing, terrain="grass", tiles={0: ["fort@a1"]}, **fields)
    stack_deck(game, *drawn)
    return game


@pytest.mark.parametrize(("word", "targets"), [("F", {"c1"}), ("W", {"d1", "f1"})])
def test_r5_18_r4_4_fort_builds_on_the_terrain_of_a_drawn_card(word: str, targets: set[str]) -> None:
    """The settlement must be built on the terrain of the card drawn, adjacent if possible, before any other action."""
    game = play(fort(f"fort G0 {word} F G F F1 F=", "flower", nomads={0: ["sword"]}), "fort")
    assert offered(game) == targets
    play(game, min(targets))
    assert format_hexes(game.players[0].settlements) == f"b1 {min(targets)}"
    assert game.players[0].supply == 38
    assert options(game) == {"sword"}


def test_r5_18_the_drawn_card_is_discarded_and_does_not_change_the_played_terrain() -> None:
    """The card goes to the discard pile at once, and the mandatory action is built on the card in hand."""
    game = fort("fort G0 G G G W F F", "flower")
    deck, hand = game.deck, game.players[0].hand
    play(game, "fort")
    assert game.deck.draw == deck.draw[:-1]
    assert [TERRAINS[card] for card in game.deck.discard] == ["flower"]
    play(game, "g1")
    assert game.question is not None
    assert game.question.terrain == "grass"
    assert hexes(game) == {"c1"}
    assert game.players[0].hand == hand


def test_r5_18_r8_40_nothing_is_built_on_exhausted_terrain() -> None:
    """If the drawn terrain has no free hex the card is discarded, nothing is built, and the tile is used."""
    game = play(fort("fort G0 G F1 F= G", "flower"), "fort")
    assert between_actions(game)
    assert game.players[0].supply == 39
    assert [TERRAINS[card] for card in game.deck.discard] == ["flower"]
    assert "fort" not in options(game)
    assert not game.can_take_back()


def test_r5_18_a_drawn_card_cannot_be_undone() -> None:
    """The draw reveals a card and so cannot be undone among people; the hex chosen for it can."""
    game = play(fort("fort G0 G F F", "flower"), "fort")
    assert not game.can_take_back()
    play(game, "d1")
    assert game.can_take_back()
    game.undo()
    assert not game.can_take_back()


def test_r5_18_r6_4_r8_27_an_outpost_is_allowed_in_the_fort() -> None:
    """The fort's settlement may be built with an outpost on any hex of the drawn terrain."""
    game = play(fort("fort G0 F F G F", "flower", nomads={0: ["outpost"]}), "fort")
    assert offered(game) == {"c1", "outpost"}
    assert offered(play(game, "outpost")) == {"c1", "d1", "f1"}
    play(game, "f1")
    assert format_hexes(game.players[0].pieces) == "b1 f1"
    assert nomad_names(game) == []


def test_r5_18_r3_29_fort_needs_a_card_to_draw() -> None:
    """An empty draw pile is made from the discard pile; with both empty the fort is not offered."""
    game = fort("fort G0 F F G F")
    game.deck = game.deck._replace(draw=(), discard=(TERRAINS.index("flower"),))
    assert "fort" in options(game)
    assert hexes(play(game.copy(), "fort")) == {"c1"}
    game = fort("fort G0 F F G F")
    game.deck = game.deck._replace(draw=(), discard=())
    assert "fort" not in options(game)
