"""The location tiles of Harvest (docs/rules.md R5.25 to R5.32), and the scouts in all respects (R0.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.game import Game
from kingdom_builder.sets.harvest.cathedral import numbers_left
from kingdom_builder.sets.harvest.state import state_of
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.sets.slots import HARVEST
from tests import box
from tests.drawing import give_card, hexes, nomad_names, offered, options, play, stack_deck, table, tile_names
from tests.engine.test_turn import begin_turn, build, played_terrain, set_deck
from tests.engine.test_turn import names as card_names
from tests.sets.base.test_cards import earned
from tests.sets.base.test_tiles import EVERYTHING, between_actions, build_all, finish, pass_turn, plain
from tests.sets.crossroads.test_tiles import cards_in_hand

# Bazaar

NOT_REPEATABLE = ("bazaar", "canoe", "crossroads", "city_hall")
REPEATABLE = [tile for tiles in box.TILES.values() for tile in tiles if tile not in NOT_REPEATABLE]
"""Every location tile of the boxes whose action can be carried out again."""


def bazaar(tile: str, mark: str = "", **fields: Any) -> Game:
    """Give the player to move a bazaar and another tile, used with mark `!`, where all tiles can be used twice."""
    drawing = EVERYTHING.replace("X", tile).replace("Y", "bazaar") + "\n G G G M G G G"
    fields.setdefault("numbers", {0: 2})
    game = table(drawing, terrain="grass", tiles={0: [f"{tile}@a1{mark}", "bazaar@a3"]}, **fields)
    stack_deck(game, "grass", "grass")
    return game


@pytest.mark.parametrize("tile", REPEATABLE)
def test_r5_25_r8_19_bazaar_repeats_a_used_tile(tile: str) -> None:
    """The action of a used tile is carried out once more exactly as by the tile itself, and the bazaar is used up."""
    own, repeated = bazaar(tile), bazaar(tile, "!")
    assert options(repeated) == {"bazaar"}
    assert offered(play(repeated, "bazaar")) == {tile}
    play(own, tile)
    play(repeated, tile)
    assert offered(repeated) == offered(own)
    finish(own)
    finish(repeated)
    assert repeated.players[0].pieces == own.players[0].pieces
    assert repeated.players[0].supply == own.players[0].supply
    assert repeated.players[0].extra == own.players[0].extra
    assert (repeated.walls, repeated.turn_state.temporary) == (own.walls, own.turn_state.temporary)
    assert not {tile, "bazaar"} & options(repeated)


@pytest.mark.parametrize("tile", REPEATABLE)
def test_r5_25_r8_19_bazaar_performs_an_unused_tile_and_leaves_it_unused(tile: str) -> None:
    """The bazaar may also be used first: the other tile can still be used itself afterwards."""
    game = bazaar(tile)
    assert options(game) == {"bazaar", tile}
    finish(play(game, "bazaar", tile))
    assert options(game) == {tile}
    finish(play(game, tile))
    assert options(game) == set()


def test_r5_25_r5_0_bazaar_is_used_once_per_turn_before_or_after_the_mandatory_action() -> None:
    """It is offered before the first and after the last settlement of the mandatory action, not in between."""
    game = bazaar("farm", "!")
    assert options(game) == {"bazaar"}
    game.play(game.legal_answers()[0])
    assert options(game) == set()
    build_all(game)
    assert options(game) == {"bazaar", "end_turn"}
    assert options(finish(play(game, "bazaar", "farm"))) == {"end_turn"}


def test_r5_25_bazaar_offers_every_tile_owned() -> None:
    """Among several tiles, used or not, the player chooses one; it is repeated once."""
    game = table(
        "bazaar G0 farm G0 paddock G0 G G G",
        terrain="grass",
        tiles={0: ["bazaar@a1", "farm@c1!", "paddock@e1"]},
    )
    assert offered(play(game, "bazaar")) == {"farm", "paddock"}
    play(game, "farm", "g1")
    assert game.players[0].supply == 36
    assert offered(game) == {"h1", "paddock"}


@pytest.mark.parametrize(
    "tiles",
    [["bazaar@a1"], ["bazaar@a1", "farm@c1+"], ["bazaar@a1!", "farm@c1!"], ["bazaar@a1+", "farm@c1!"]],
    ids=["alone", "other locked", "bazaar used", "bazaar locked"],
)
def test_r5_25_r4_16_bazaar_needs_another_unlocked_tile(tiles: list[str]) -> None:
    """The bazaar needs another tile that was not taken in this turn, and must be ready itself."""
    game = table("bazaar G0 farm G0 G G G", terrain="grass", tiles={0: tiles})
    assert options(game) == set()


def test_r5_25_bazaar_does_not_repeat_a_bazaar() -> None:
    """Another bazaar is no action to repeat."""
    game = table("bazaar G0 bazaar G0 G G G", terrain="grass", tiles={0: ["bazaar@a1", "bazaar@c1!"]})
    assert options(game) == set()


@pytest.mark.parametrize("mark", ["", "!"])
def test_r5_25_r8_19_bazaar_repeats_location_tiles_only(mark: str) -> None:
    """Farm action, cave action, bonus actions, nomad tiles and canoes are not repeated, though they can be used."""
    fields: dict[str, Any] = {
        "pad": "G",
        "terrain": "grass",
        "caves": ["e1"],
        "nomads": {0: ["sword", "outpost", "donation:grass", "resettlement"]},
        "bonus": {0: ["canoe"]},
    }
    drawing = "bazaar G0 A G M G0 canoe G0 canoe G0 {} W W W S S S G1"
    tiles = [f"canoe@g1{mark}", f"canoe@i1{mark}", "bazaar@a1"]
    others = {"farm_action", "cave_action", "canoe_bonus", "sword", "donation:grass", "resettlement", "outpost"}
    assert options(table(drawing.format("W"), tiles={0: tiles}, **fields)) == others
    game = table(drawing.format("farm"), tiles={0: [*tiles, "farm@k1!"]}, **fields)
    assert options(game) == {*others, "bazaar"}
    assert offered(play(game, "bazaar")) == {"farm"}


def test_r5_25_r4_9_bazaar_offers_only_what_can_be_carried_out() -> None:
    """A tile without a target is not repeated."""
    game = table("bazaar G0 farm G0 oasis G0 G", terrain="grass", tiles={0: ["bazaar@a1", "farm@c1", "oasis@e1"]})
    assert offered(play(game, "bazaar")) == {"farm"}


def test_r5_25_r5_17_r8_19_bazaar_never_places_a_city_hall_again() -> None:
    """A city hall that is not placed yet may be placed by the bazaar; a placed one is neither placed nor moved."""
    drawing = plain(a1="city_hall", a3="bazaar", b2="G0")
    tiles = {0: ["city_hall@a1", "bazaar@a3"]}
    game = table(drawing, terrain="grass", tiles=tiles)
    placed = play(game.copy(), "bazaar", "city_hall", "d2")
    assert placed.players[0].hexes_of("city_hall").bit_count() == 7
    assert options(placed) == set()
    play(game, "city_hall", "d2")
    assert options(game) == set()


@pytest.mark.parametrize(
    ("tile", "drawing", "targets"),
    [
        ("barracks", "barracks G0 bazaar G0 G G Gw0 W Gw0", {"g1", "i1"}),
        ("barracks", "barracks G0 bazaar G0 G W Gw0", {"e1", "g1"}),
        ("lighthouse", "lighthouse G0 bazaar G0 G K Ws0 W K", {"take_back", "h1"}),
        ("wagon", "wagon G0 bazaar G0 G W Gv0 G W", {"take_back", "h1"}),
    ],
)
def test_r5_25_r1_10_bazaar_gives_no_extra_tokens(tile: str, drawing: str, targets: set[str]) -> None:
    """Warriors, ship and wagon on the board stay the only ones: they are moved or taken back, not placed again."""
    game = table(drawing, pad="K", terrain="grass", tiles={0: [f"{tile}@a1!", "bazaar@c1"]})
    assert offered(play(game, "bazaar", tile)) == targets


CABIN_AND_BAZAAR = "scout_cabin W0 bazaar W0 {} K K K K K K G G G"


def cabin_and_bazaar(around: str) -> Game:
    """Give the player to move a scout cabin and a bazaar, with only the hexes from e1 on open around the pieces."""
    return table(
        CABIN_AND_BAZAAR.format(around),
        pad="K",
        terrain="grass",
        tiles={0: ["scout_cabin@a1", "bazaar@c1"]},
    )


def test_r5_25_r5_30_r8_19_bazaar_places_the_two_scouts_anew() -> None:
    """Scouts placed before are taken from the board first, and do not support where they are placed now."""
    game = play(cabin_and_bazaar("M M M M"), "scout_cabin", "e1", "f1")
    play(game, "bazaar", "scout_cabin")
    assert game.turn_state.temporary == 0
    assert offered(game) == {"e1"}
    assert offered(play(game, "e1")) == {"f1", "stop"}
    play(game, "stop")
    assert format_hexes(game.turn_state.temporary) == "e1"
    assert options(game) == set()


def test_r5_25_r5_30_bazaar_places_scouts_anew_where_only_they_stand() -> None:
    """With nothing free but where the scouts stand they may be placed there again, one of them or both."""
    game = play(cabin_and_bazaar("M M"), "scout_cabin", "e1", "f1")
    assert options(game) == {"bazaar"}
    assert offered(play(game, "bazaar", "scout_cabin")) == {"e1"}
    play(game, "e1", "stop")
    assert format_hexes(game.turn_state.temporary) == "e1"


def test_r5_25_r5_30_r4_9_bazaar_does_not_place_scouts_that_only_scouts_would_support() -> None:
    """When no own piece touches a free hex any more, scouts cannot be placed again: they do not support themselves."""
    game = table(
        """
        scout_cabin W0 bazaar K paddock G0 G G G K
          K K K K K K K
        K K K K K K G K K
        """,
        pad="K",
        terrain="grass",
        tiles={0: ["scout_cabin@a1", "bazaar@c1", "paddock@e1"]},
    )
    play(game, "scout_cabin", "g1", "h1", "paddock", "f1", "g3")
    assert tile_names(game) == ["bazaar", "scout_cabin"]
    assert options(game) == set()


def crossroads(mark: str = "") -> Game:
    """Give the player to move a crossroads and a bazaar tile."""
    return table(
        plain(a1="crossroads", a3="bazaar", a2="G0"), terrain="grass", tiles={0: [f"crossroads@a1{mark}", "bazaar@a3"]}
    )


def test_r5_25_r3_28_r5_16_r8_19_bazaar_on_crossroads_draws_one_more_card() -> None:
    """The action is over at once; at the end of this turn one more card is drawn, and not at the end of the next."""
    game = crossroads()
    assert options(game) == {"bazaar"}
    assert offered(play(game, "bazaar")) == {"crossroads"}
    play(game, "crossroads")
    assert between_actions(game)
    assert options(game) == set()
    assert cards_in_hand(game) == 1
    pass_turn(game)
    assert cards_in_hand(game) == 3
    pass_turn(pass_turn(game))
    assert (cards_in_hand(game, 0), cards_in_hand(game, 1)) == (2, 1)


def test_r5_25_r3_28_the_bazaars_card_is_drawn_though_the_crossroads_is_lost() -> None:
    """Each use of the bazaar on crossroads counts, whether the tile is still there at the end of the turn or not."""
    game = table(
        "crossroads G0 G bazaar G0 G G G G G",
        terrain="grass",
        tiles={0: ["crossroads@a1", "bazaar@d1"]},
        nomads={0: ["resettlement"]},
    )
    play(game, "bazaar", "crossroads", "resettlement", "b1", "c1", "stop")
    assert tile_names(game) == ["bazaar"]
    pass_turn(game)
    assert cards_in_hand(game) == 2


def test_r5_25_r4_16_a_crossroads_taken_this_turn_is_not_repeated() -> None:
    """A crossroads taken in this turn gives its own card at the end of it but is locked for the bazaar."""
    game = crossroads("+")
    assert options(game) == set()
    assert cards_in_hand(pass_turn(game)) == 2


def test_r5_25_r2_26_bazaar_on_crossroads_with_two_terrain_cards() -> None:
    """With two terrain cards, a crossroads and a bazaar use on it the hand is filled up to four."""
    game = crossroads()
    game.setup = replace(game.setup, two_cards=True)
    pass_turn(play(game, "bazaar", "crossroads"))
    assert cards_in_hand(game) == 4


# Water mill, mountain station, watchtower, university

NEAR = {
    "water_mill": ("W", "M"),
    "mountain_station": ("M", "W"),
    "watchtower": ("D1", "W"),
    "university": ("K", "W"),
}
"""What each of these tiles builds next to, and terrain that does not matter to it."""
builders = pytest.mark.parametrize("tile", NEAR)


def near(tile: str, drawing: str, **fields: Any) -> Game:
    """Draw a board for one of these tiles: `X` is what it builds next to and `#` terrain that does not matter to it."""
    word, ground = NEAR[tile]
    for sign, code in (("tile", tile), ("X", word), ("#", ground)):
        drawing = drawing.replace(sign, code)
    return table(drawing, pad=ground, terrain="forest", tiles={0: [f"{tile}@a1"]}, **fields)


@builders
def test_r5_26_r5_27_r5_29_r5_31_build_next_to_what_the_tile_names(tile: str) -> None:
    """When no target is adjacent to an own piece, every free land hex next to water, mountain, … is one."""
    game = near(tile, "tile #0 # G G X G # C X # D # T")
    assert offered(play(game, tile)) == {"e1", "g1", "i1"}
    play(game, "g1")
    assert format_hexes(game.players[0].settlements) == "b1 g1"
    assert game.players[0].supply == 38
    assert between_actions(game)
    assert tile not in options(game)


@builders
def test_r5_26_r5_27_r5_29_r5_31_r4_4_adjacent_if_possible(tile: str) -> None:
    """A target next to an own piece must be taken while there is one; an own neighbour alone is not enough."""
    assert offered(play(near(tile, "tile #0 G X G # T"), tile)) == {"c1"}
    assert offered(play(near(tile, "tile #0 G G X G T"), tile)) == {"d1", "f1"}


@builders
@pytest.mark.parametrize("letter", "GCDFTSA")
def test_r5_26_r5_27_r5_29_r5_31_build_on_any_land(tile: str, letter: str) -> None:
    """All seven land terrains are targets, whatever card is played."""
    assert offered(play(near(tile, f"tile #0 # {letter} X # # T"), tile)) == {"d1"}


@builders
@pytest.mark.parametrize("word", ["W", "M", "G0", "G=", "N", "farm", "Gv0"])
def test_r5_26_r5_27_r5_29_r5_31_r0_20_r4_9_not_usable_without_free_land_there(tile: str, word: str) -> None:
    """Water, mountain, a wall, a piece or a special hex next to it is no target, and without a target no tile."""
    assert tile in options(near(tile, "tile #0 # G X # # T"))
    assert tile not in options(near(tile, f"tile #0 # {word} X # # T"))


@builders
def test_r5_26_r5_27_r5_29_r5_31_r4_10_a_warrior_blocks(tile: str) -> None:
    """A hex next to a warrior is no target."""
    assert offered(play(near(tile, "tile #0 # G X G Gw0 # T"), tile)) == {"d1"}


@builders
def test_r5_26_r5_27_r5_29_r5_31_r5_0_needs_a_settlement(tile: str) -> None:
    """Without a supply the tile is not offered."""
    assert tile not in options(near(tile, "tile #0 G X T", supply={0: 0}))


@builders
def test_r5_26_r5_27_r5_29_r5_31_r6_4_an_outpost_waives_adjacency_only(tile: str) -> None:
    """With an outpost any hex that fulfils the tile's condition is a target."""
    game = play(near(tile, "tile #0 G X G # G T", nomads={0: ["outpost"]}), tile, "outpost")
    assert offered(game) == {"c1", "e1"}


@builders
def test_r5_26_r5_27_r5_29_r5_31_r3_18_takes_tiles(tile: str) -> None:
    """The settlement takes the tiles beside it as any build does."""
    game = near(tile, "tile #0 G X # # T\n # N:sword")
    assert nomad_names(play(game, tile, "c1")) == ["sword"]


def test_r5_27_r2_24_mountain_station_builds_next_to_a_cave() -> None:
    """A cave is a mountain hex."""
    game = table("mountain_station W0 G M T", terrain="forest", caves=["d1"], tiles={0: ["mountain_station@a1"]})
    assert offered(play(game, "mountain_station")) == {"c1"}


@pytest.mark.parametrize("word", ["K", "N", "P", "O", "farm", "university"])
def test_r5_31_r8_30_university_builds_next_to_every_kind_of_special_hex(word: str) -> None:
    """Castle, nomad, palace, silo and location hexes count, empty ones included."""
    game = table(
        f"university W0 W G {word} G W G T",
        terrain="forest",
        tiles={0: ["university@a1"]},
        tiles_left={"e1": 0} if word in ("N", "farm", "university") else {},
    )
    assert offered(play(game, "university")) == {"d1", "f1"}


@pytest.mark.parametrize("word", ["M", "W", "D1", "D0", "D="])
def test_r5_31_r0_4_ordinary_hexes_are_not_special(word: str) -> None:
    """Mountains (caves among them), water, pieces and walls are no special hexes."""
    caves = ["e1"] if word == "M" else []
    game = table(f"university W0 W G {word} G W T", terrain="forest", tiles={0: ["university@a1"]}, caves=caves)
    assert "university" not in options(game)


@pytest.mark.parametrize("word", ["D1", "Dv2", "Ws1", "W2", "M1"])
def test_r5_29_r0_5_watchtower_builds_next_to_every_kind_of_foreign_piece(word: str) -> None:
    """Settlements, wagons and ships of any other player count, wherever they stand."""
    game = table(f"watchtower W0 W G {word} W T", players=3, terrain="forest", tiles={0: ["watchtower@a1"]})
    assert offered(play(game, "watchtower")) == {"d1"}


def test_r5_29_r0_5_watchtower_builds_next_to_a_foreign_city_hall() -> None:
    """Each hex of a city hall is a piece of its owner: the twelve hexes around it are targets."""
    game = table(plain(a1="watchtower", e5="Gc1", t20="T"), terrain="forest", tiles={0: ["watchtower@a1"]})
    assert offered(play(game, "watchtower")) == {
        *("d3", "e3", "f3", "c4", "f4", "c5", "g5", "c6", "f6", "d7", "e7", "f7")
    }


@pytest.mark.parametrize("word", ["D0", "D=", "Gv0"])
def test_r5_29_own_pieces_walls_and_scouts_are_not_foreign(word: str) -> None:
    """Next to own pieces, walls and scouts the watchtower builds nothing."""
    game = table(f"watchtower W0 G G {word} G T", terrain="forest", tiles={0: ["watchtower@a1"]}, scouts=["c2"])
    assert "watchtower" not in options(game)


# Cathedral


def cathedral(drawing: str, numbers: int = 0, *, supply: int = 20, others: int = 0, **fields: Any) -> Game:
    """Give the player to move a cathedral tile from a1, a grass card and number tiles; another player has `others`."""
    fields.setdefault("tiles", {0: ["cathedral@a1"]})
    fields.setdefault("terrain", "grass")
    return table(drawing, numbers={0: numbers, 1: others}, supply={0: supply}, **fields)


def numbers(game: Game, seat: int = 0) -> int:
    """Return the value of a player's number tiles."""
    return state_of(game.players[seat]).numbers


def test_r5_28_collect_a_number_tile() -> None:
    """The action takes one from the bank and builds nothing; without number tiles nothing else is possible."""
    game = play(cathedral("cathedral G0 G G G G"), "cathedral")
    assert offered(game) == {"collect"}
    play(game, "collect")
    assert (numbers(game), game.players[0].supply) == (1, 20)
    assert numbers_left(game) == 17
    assert offered(game) == {"c1"}


def test_r5_28_r5_0_one_use_per_turn_collects_or_builds() -> None:
    """What is collected in a turn is built in a later one; in the later turn the player may also go on collecting."""
    game = play(cathedral("cathedral G0 G G G G G G G G G", 1), "cathedral", "collect")
    give_card(game, 1)
    pass_turn(game)
    pass_turn(game)
    assert numbers(game) == 2
    assert "cathedral" in options(game)
    assert "collect" in options(play(game, "cathedral"))


def test_r5_28_r8_20_return_any_part_and_build_as_many() -> None:
    """Each settlement costs one; after the first the player may stop and keep the rest."""
    game = play(cathedral("cathedral G0 G G G G G G G", 4), "cathedral")
    assert offered(game) == {"c1", "collect"}
    assert offered(play(game, "c1")) == {"d1", "stop"}
    assert numbers(game) == 3
    play(game, "d1", "stop")
    assert (numbers(game), game.players[0].supply) == (2, 18)
    assert numbers_left(game) == 16
    assert between_actions(game)
    assert "cathedral" not in options(game)


def test_r5_28_all_number_tiles_can_be_spent_at_once() -> None:
    """The action is over when the last number tile is returned."""
    game = play(cathedral("cathedral G0 G G G G G G G", 3), "cathedral", "c1", "d1", "e1")
    assert (numbers(game), game.players[0].supply) == (0, 17)
    assert between_actions(game)


def test_r5_28_r4_4_each_settlement_is_adjacent_if_possible() -> None:
    """Every settlement must touch an own piece while it can; afterwards any hex of the played terrain is a target."""
    game = play(cathedral("cathedral G0 G W G G W G", 4), "cathedral", "c1")
    assert offered(game) == {"e1", "f1", "h1", "stop"}
    assert offered(play(game, "f1")) == {"e1", "stop"}


def test_r5_28_not_more_than_the_supply() -> None:
    """Number tiles that exceed the supply are kept; the last settlement triggers the end of the game."""
    game = play(cathedral("cathedral G0 G G G G G G G", 3, supply=2), "cathedral", "c1", "d1")
    assert (numbers(game), game.players[0].supply) == (1, 0)
    assert game.end_triggered
    assert options(game) == {"end_turn"}


def test_r5_28_not_more_than_the_hexes() -> None:
    """Number tiles that exceed the free hexes of the played terrain are kept."""
    game = cathedral("cathedral G0 G W W C C C C C", 3)
    set_deck(game, draw=["canyon"])
    play(game, "cathedral", "c1")
    assert (numbers(game), game.players[0].supply) == (2, 19)
    assert between_actions(game)


def test_r5_28_with_supply_0_it_can_only_collect() -> None:
    """Without a settlement nothing is built, but a number tile may still be taken."""
    assert offered(play(cathedral("cathedral G0 G G", 3, supply=0), "cathedral")) == {"collect"}


@pytest.mark.parametrize(("own", "others"), [(18, 0), (5, 13), (0, 18)])
def test_r5_28_r1_11_r8_20_the_bank_holds_18(own: int, others: int) -> None:
    """With 18 among the players none is left to collect; what is returned can be collected again."""
    game = cathedral("cathedral G0 G G G G G G G G", own, others=others)
    assert numbers_left(game) == 0
    assert ("cathedral" in options(game)) == (own > 0)
    if own:
        assert offered(play(game, "cathedral")) == {"c1"}
        play(game, "c1")
        assert numbers_left(game) == 1
    assert numbers_left(game) == 18 - numbers(game, 0) - numbers(game, 1)


def test_r5_28_r1_11_the_last_one_can_be_collected() -> None:
    """Of 18, the eighteenth is collected and then none is left."""
    game = play(cathedral("cathedral G0 G G G G", 8, others=9), "cathedral", "collect")
    assert (numbers(game), numbers_left(game)) == (9, 0)


@pytest.mark.parametrize(("others", "gained"), [(0, 1), (17, 1), (18, 0)])
def test_r4_15_r5_28_the_tile_brings_a_number_tile(others: int, gained: int) -> None:
    """Taking the cathedral takes one from the bank, if there is one."""
    game = cathedral("cathedral G G G G", others=others, tiles={})
    play(game, "b1")
    assert tile_names(game) == ["cathedral"]
    assert numbers(game) == gained
    assert numbers_left(game) == 18 - others - gained


@pytest.mark.parametrize("how", ["move", "city hall"])
def test_r4_15_the_tile_brings_a_number_tile_however_it_is_taken(how: str) -> None:
    """A piece moved next to it and a city hall placed next to it take the tile with its number tile."""
    if how == "move":
        game = table("cathedral G G0 G", terrain="grass", nomads={0: ["resettlement"]})
        play(game, "resettlement", "c1", "b1")
    else:
        game = table(plain(g5="cathedral", c5="G0", a20="city_hall"), terrain="grass", tiles={0: ["city_hall@a20"]})
        play(game, "city_hall", "e5")
    assert numbers(game) == 1
    assert "cathedral" in tile_names(game)


def test_r4_22_r5_28_losing_the_tile_returns_the_number_tiles() -> None:
    """With the cathedral all number tiles go back to the bank."""
    game = cathedral("cathedral G0 G G G G farm G0", 5, nomads={0: ["resettlement"]}, others=2)
    play(game, "resettlement", "b1", "c1")
    assert tile_names(game) == []
    assert [numbers(game, seat) for seat in (0, 1)] == [0, 2]
    assert numbers_left(game) == 16


def test_r4_22_losing_another_tile_returns_nothing() -> None:
    """Number tiles stay while the cathedral stays."""
    game = cathedral(
        "cathedral G0 G G G G farm G0 G G",
        5,
        tiles={0: ["cathedral@a1", "farm@g1"]},
        nomads={0: ["resettlement"]},
    )
    play(game, "resettlement", "h1", "i1", "stop")
    assert tile_names(game) == ["cathedral"]
    assert numbers(game) == 5


def test_r4_22_r6_5_the_sword_can_take_cathedral_and_number_tiles() -> None:
    """A player whose last piece next to the cathedral is removed by another player loses the number tiles too."""
    game = cathedral("cathedral G1 G G G G", others=4, tiles={1: ["cathedral@a1"]}, nomads={0: ["sword"]})
    play(game, "sword", "b1")
    assert (tile_names(game, 1), numbers(game, 1), numbers_left(game)) == ([], 0, 18)


@pytest.mark.parametrize(("chosen", "first", "then"), [("grass", "c1", "d1"), ("desert", "j1", "i1")])
def test_r5_28_r3_4_r3_5_r8_6_cathedral_is_bound_to_the_played_terrain(chosen: str, first: str, then: str) -> None:
    """Before a card is chosen it can only collect; then it builds on the terrain of the mandatory action."""
    game = begin_turn("cathedral G0 G G G W G D D D D0", "grass", "desert", numbers={0: 1}, tiles={0: ["cathedral@a1"]})
    assert offered(game) == {"cathedral", "grass", "desert"}
    assert offered(play(game.copy(), "cathedral")) == {"collect"}
    assert offered(play(game, chosen, "cathedral")) == {first, "collect"}
    play(game, first)
    assert offered(game) == {then}


def test_r5_28_r3_4_cathedral_keeps_to_the_terrain_of_the_mandatory_action_afterwards() -> None:
    """After the mandatory action it builds on the same terrain."""
    game = cathedral("cathedral G0 G G G G D D", 2)
    play(game, "c1", "d1", "e1", "cathedral")
    assert offered(game) == {"f1", "collect"}


def test_r5_28_r6_4_an_outpost_is_allowed_for_each_settlement() -> None:
    """A settlement of the cathedral may be built with an outpost on any hex of the played terrain."""
    game = play(cathedral("cathedral G0 G G W G G D", 3, nomads={0: ["outpost"]}), "cathedral")
    assert offered(game) == {"c1", "collect", "outpost"}
    assert offered(play(game, "c1")) == {"d1", "stop", "outpost"}
    assert offered(play(game, "outpost")) == {"d1", "f1", "g1"}
    play(game, "g1")
    assert (numbers(game), nomad_names(game)) == (1, [])
    assert offered(game) == {"d1", "f1", "stop"}


def test_r5_28_r3_18_each_settlement_is_a_build_with_all_that_follows() -> None:
    """Every settlement takes tiles and pays the red cards at once."""
    game = cathedral("cathedral G0 G G farm D1\n D D1", 2, cards=["ambassadors"], pad="W")
    assert play(game, "cathedral", "c1").players[0].gold == 1
    play(game, "d1")
    assert (tile_names(game), game.players[0].gold) == (["cathedral", "farm"], 1)


# Exhausted terrain and the tiles of Harvest


@pytest.mark.parametrize(
    ("tiles", "numbers", "replaced"),
    [
        (["cathedral@a1"], 1, True),
        (["cathedral@a1!"], 1, False),
        (["cathedral@a1+"], 1, False),
        (["cathedral@a1"], 0, False),
        (["cathedral@a1!", "bazaar@c1"], 1, True),
        (["cathedral@a1+", "bazaar@c1"], 1, False),
        (["oracle@e1!", "bazaar@c1"], 0, True),
        (["oracle@e1!", "bazaar@c1!"], 0, False),
        (["oracle@e1!", "bazaar@c1+"], 0, False),
        (["oracle@e1+", "bazaar@c1"], 0, False),
        (["farm@g1!", "bazaar@c1"], 0, False),
        (["bazaar@c1"], 0, False),
    ],
)
def test_r3_10_r8_7_r5_28_r5_25_replaced_for_a_cathedral_or_bazaar(
    tiles: list[str], numbers: int, replaced: bool
) -> None:
    """After the mandatory action an exhausted card is replaced only for a cathedral that can build, or a bazaar that
    could repeat an action that needs the played terrain.
    """
    game = table(
        "cathedral G0 bazaar D0 oracle D0 farm D0 G G G W C C C",
        terrain="grass",
        tiles={0: tiles},
        numbers={0: numbers},
    )
    set_deck(game, draw=["canyon", "canyon"])
    play(game, "i1", "j1", "k1")
    assert played_terrain(game) == ("canyon" if replaced else "grass")
    assert card_names(game.deck.removed) == (["grass"] if replaced else [])
    if replaced:
        repeated = tiles[0].partition("@")[0]
        play(game, *(["bazaar", repeated] if len(tiles) > 1 else [repeated]))
        assert hexes(game) == {"m1", "n1", "o1"}


def test_r3_10_the_bazaar_repeats_the_oracle_with_the_new_card_at_once() -> None:
    """An oracle that uses up the terrain after the mandatory action brings a new card for the bazaar."""
    game = table("oracle G0 bazaar G0 G G G G W C C", terrain="grass", tiles={0: ["oracle@a1", "bazaar@c1"]})
    set_deck(game, draw=["canyon"])
    play(game, "e1", "f1", "g1")
    assert played_terrain(game) == "grass"
    play(game, "oracle", "h1")
    assert played_terrain(game) == "canyon"
    assert hexes(play(game, "bazaar", "oracle")) == {"j1", "k1"}


# Scout cabin


def cabin(drawing: str, **fields: Any) -> Game:
    """Give the player to move a scout cabin tile from a1."""
    fields.setdefault("terrain", "grass")
    tiles = fields.pop("tiles", {})
    return table(drawing, tiles={**tiles, 0: ["scout_cabin@a1", *tiles.get(0, ())]}, **fields)


@pytest.mark.parametrize("letter", "GCDFTSAWM")
def test_r5_30_scouts_stand_on_land_water_and_mountain(letter: str) -> None:
    """A scout is placed on any kind of hex next to an own piece, and takes nothing from the supply."""
    game = play(cabin(f"scout_cabin D0 {letter} K K K G G G G", pad="K"), "scout_cabin")
    assert offered(game) == {"c1"}
    play(game, "c1")
    assert format_hexes(game.turn_state.temporary) == "c1"
    assert game.players[0].supply == 39
    assert between_actions(game)
    assert "scout_cabin" not in options(game)


@pytest.mark.parametrize("word", ["K", "farm", "N", "G0", "G1", "G="])
def test_r5_30_r0_20_r4_1_scouts_stand_on_free_hexes_only(word: str) -> None:
    """Special hexes, pieces and walls are no place for a scout."""
    game = cabin(f"scout_cabin D0 {word} K K K K K G G G G", pad="K")
    assert "scout_cabin" not in options(game)


@pytest.mark.parametrize("word", ["Gw0", "Gw1"])
def test_r5_30_r8_43_r4_10_no_scout_is_placed_next_to_a_warrior(word: str) -> None:
    """No scout is placed next to a warrior."""
    assert "scout_cabin" not in options(cabin(f"scout_cabin D0 G {word} K K K G G G", pad="K"))


def test_r5_30_r8_21_one_or_both_each_next_to_a_piece_or_the_other_scout() -> None:
    """The second scout may be next to the first or to a piece, or be left out; nothing else supports scouts."""
    game = play(cabin("scout_cabin D0 M M M D0 D1 M M K G G G G", pad="K"), "scout_cabin")
    assert offered(game) == {"c1", "e1"}
    assert offered(play(game, "c1")) == {"d1", "e1", "stop"}
    alone, both = play(game.copy(), "stop"), play(game, "d1")
    assert (format_hexes(alone.turn_state.temporary), format_hexes(both.turn_state.temporary)) == ("c1", "c1 d1")
    for placed in (alone, both):
        assert between_actions(placed)
        assert options(placed) == set()


def test_r5_30_scouts_need_no_supply() -> None:
    """A player with an empty supply may place scouts; the end of the game is not triggered by them."""
    game = play(cabin("scout_cabin D0 G G G G", supply={0: 0}), "scout_cabin", "c1", "d1")
    assert format_hexes(game.turn_state.temporary) == "c1 d1"
    assert game.players[0].supply == 0


def test_r5_30_r9_34_r4_2_scouts_on_mountains_are_a_bridge_to_a_castle() -> None:
    """Two scouts on mountains support settlements on their other side, where the mandatory action reaches a castle."""
    drawing = "scout_cabin G0 M M G G G K G G1 G"
    assert hexes(cabin("scout_cabin G0 M M G G G K G G1 G", pad="D")) == {"e1", "f1", "g1", "i1", "k1"}
    game = play(cabin(drawing, pad="D"), "scout_cabin", "c1", "d1")
    assert hexes(game) == {"e1"}
    play(game, "e1", "f1", "g1")
    assert earned(game, "castle") == (3, "h1")


def test_r0_6_r3_24_scouts_leave_at_the_end_of_the_turn() -> None:
    """Scouts stand for one turn: afterwards their hexes are free and support nobody; later they can be placed again."""
    game = cabin("scout_cabin G0 G G G G G G G G G G G", terrain="grass", pad="K")
    play(game, "scout_cabin", "c1", "d1", "e1", "f1", "g1")
    assert format_hexes(game.turn_state.temporary) == "c1 d1"
    give_card(game, 1, "grass")
    play(game, "end_turn")
    assert game.turn_state.temporary == 0
    assert hexes(game) == {"c1", "d1", "h1", "i1", "j1", "k1", "l1", "m1"}
    play(game, "j1", "k1", "l1")
    give_card(game, 0, "grass")
    play(game, "end_turn")
    assert hexes(game) == {"c1", "d1", "h1"}
    assert "scout_cabin" in options(game)


def test_r0_6_r3_20_scouts_support_nobody_but_the_active_player() -> None:
    """In the reaction of another player the scouts are in the way, and no support."""
    game = cabin(
        "scout_cabin G0 W W K D1 canoe G G farm K K W W",
        pad="K",
        tiles={1: ["canoe@g1"]},
        tiles_left={"j1": 1},
    )
    play(game, "scout_cabin", "c1", "stop", "i1")
    assert game.to_play == 1
    assert offered(game) == {"d1", "m1", "n1", "pass"}


def with_scouts(drawing: str, tile: str, scouts: Sequence[str]) -> set[str] | None:
    """Return what a tile at a1 offers with scouts on these hexes; None if it is not offered."""
    game = table(drawing, pad="K", terrain="grass", tiles={0: [f"{tile}@a1"]}, scouts=scouts)
    return offered(play(game, tile)) if tile in options(game) else None


@pytest.mark.parametrize(
    ("tile", "drawing", "scouts", "without", "expected"),
    [
        ("oracle", "oracle D0 W W G W G", ["c1", "d1"], {"e1", "g1"}, {"e1"}),
        ("farm", "farm D0 W W G W G", ["c1", "d1"], {"e1", "g1"}, {"e1"}),
        ("tower", "tower D0 W W G W G", ["c1", "d1"], {"e1", "g1"}, {"e1"}),
        ("watchtower", "watchtower D0 W G G1 G", ["c1"], {"d1", "f1"}, {"d1"}),
        ("wagon", "wagon D0 W G W G", ["c1"], {"d1", "f1"}, {"d1"}),
        ("barracks", "barracks D0 W G W G", ["c1"], {"d1", "f1"}, {"d1"}),
        ("lighthouse", "lighthouse D0 M W G W G", ["c1"], {"d1", "f1"}, {"d1"}),
        ("tavern", "tavern D0 D0 W G W G", ["d1"], None, {"e1"}),
        ("tavern", "tavern D0 W W G", ["c1", "d1"], None, {"e1"}),
        ("village", "village D0 G D0 W\n W W", ["b2"], None, {"c1"}),
        ("fountain", "fountain D0 W G W", ["c1"], None, {"d1"}),
        ("fountain", "fountain D0 G W G", ["d1"], {"c1"}, {"e1"}),
        ("quarry", "quarry D0 W G W G", ["c1"], None, {"d1"}),
    ],
)
def test_r5_30_r0_6_r8_21_scouts_count_as_own_pieces(
    tile: str, drawing: str, scouts: list[str], without: set[str] | None, expected: set[str]
) -> None:
    """Adjacency, lines of the tavern, neighbours of village and fountain and the quarry's walls count scouts."""
    assert with_scouts(drawing, tile, []) == without
    assert with_scouts(drawing, tile, scouts) == expected


@pytest.mark.parametrize(
    ("tile", "ground"), [("barn", "G"), ("harbor", "W"), ("rope_bridge", "C"), ("tree_house", "T")]
)
def test_r5_30_r0_6_r4_7_scouts_support_moves(tile: str, ground: str) -> None:
    """A piece that is moved to a terrain goes next to a scout if it can."""
    drawing = f"{tile} D0 M {ground} M {ground} G G"
    fields: dict[str, Any] = {"pad": "K", "terrain": "grass", "tiles": {0: [f"{tile}@a1"]}}
    far = {"d1", "f1", "g1", "h1"} if ground == "G" else {"d1", "f1"}
    assert offered(play(table(drawing, **fields), tile, "b1")) == far
    assert offered(play(table(drawing, scouts=["c1"], **fields), tile, "b1")) == {"d1"}


def test_r5_30_r0_6_r5_17_scouts_support_a_city_hall_and_are_in_its_way() -> None:
    """A scout alone can support a city hall, but cannot be covered by one."""

    def centres(*scouts: str) -> set[str]:
        game = table(plain(a20="city_hall", t10="W0"), terrain="grass", tiles={0: ["city_hall@a20"]}, scouts=scouts)
        return hexes(play(game, "city_hall"))

    ring = {"d3", "e3", "f3", "c4", "f4", "c5", "g5", "c6", "f6", "d7", "e7", "f7"}
    assert centres("e5") - centres() == ring
    assert not centres("e5") & {"e5", "d5", "f5"}


def test_r5_30_r0_6_r5_40_scouts_support_the_farm_action() -> None:
    """Farmland next to a scout can be built on."""
    game = cabin("scout_cabin D0 W A G G G", pad="K")
    assert options(game) == {"scout_cabin"}
    assert offered(play(game, "scout_cabin", "c1", "stop", "farm_action")) == {"d1"}


def test_r5_30_r0_6_r5_32_scouts_belong_to_palisade_areas() -> None:
    """A piece whose area is itself and two scouts moves around the scouts, which do not move themselves."""
    drawing = plain(a1="palisade", e5="G0")
    fields: dict[str, Any] = {"terrain": "grass", "tiles": {0: ["palisade@a1"]}}
    assert "palisade" not in options(table(drawing, **fields))
    game = table(drawing, scouts=["f5", "h5"], **fields)
    assert hexes(play(game, "palisade")) == {"e5"}
    assert hexes(play(game, "e5")) == {"e4", "f4", "g5", "e6", "f6"}


def test_r5_30_scouts_are_in_the_way_of_everything() -> None:
    """Nothing is built on a scout's hex and nothing slides through it."""
    game = table("caravan G0 G G G G", terrain="grass", tiles={0: ["caravan@a1"]}, scouts=["d1"])
    assert hexes(game) == {"c1", "e1"}
    assert hexes(play(game, "caravan", "b1")) == {"c1"}


def test_r4_17_r5_30_scouts_take_no_tiles() -> None:
    """A scout next to a location, a nomad tile or a treasure takes nothing."""
    game = cabin("scout_cabin G0 G farm G G\n W M N:sword G G G\nD N:treasure", pad="D")
    play(game, "scout_cabin", "c1", "b2")
    assert format_hexes(game.turn_state.temporary) == "c1 b2"
    assert (tile_names(game), nomad_names(game), game.players[0].gold) == (["scout_cabin"], [], 0)


def test_r4_17_r5_30_scouts_keep_no_tiles() -> None:
    """A tile is lost with the last piece beside its location although a scout stands there."""
    game = table(
        "scout_cabin G0 D D0 farm\n G G G G G G",
        pad="D",
        terrain="grass",
        tiles={0: ["scout_cabin@a1", "farm@e1"]},
        nomads={0: ["resettlement"]},
    )
    play(game, "scout_cabin", "d2", "stop", "resettlement", "d1", "c1")
    assert tile_names(game) == ["scout_cabin"]


@pytest.mark.parametrize("action", ["barn", "harbor", "paddock", "caravan", "refuge", "palisade", "temple"])
def test_r5_30_scouts_are_not_moved(action: str) -> None:
    """Actions that move or lift an own piece offer no scouts."""
    game = table(
        plain(a1=action, g5="G0", h5="G0", t20="W"), terrain="grass", tiles={0: [f"{action}@a1"]}, scouts=["f5", "e5"]
    )
    assert hexes(play(game, action)) == {"g5", "h5"}


SCOUTS_BOARD = plain(
    b3="G0", c3="G0", e3="G0", j5="G0", t1="G0", a20="K", k10="M", e4="M", b2="farm", f8="P", g2="N", d3="G", d4="G"
)
"""A board of many kinds of hexes, on which two more pieces at d3 and t20 would earn gold with many cards."""


@pytest.mark.parametrize("source", [*REGISTRY.card_ids(), *REGISTRY.task_ids])
def test_r5_30_r0_6_scouts_score_nothing(source: str) -> None:
    """Whatever is scored, gold and hexes are the same with and without scouts on the board."""
    cards, tasks = ([source], []) if source in REGISTRY.card_ids() else ([], [source])
    fields: dict[str, Any] = {"cards": cards, "tasks": tasks, "removed_terrain": "canyon"}
    for scouts in (["d3", "t20"], ["a5", "b20"], ["c10", "k11"], ["b1", "a2"]):
        with_them, without = table(SCOUTS_BOARD, scouts=scouts, **fields), table(SCOUTS_BOARD, **fields)
        for seat in (0, 1):
            assert with_them.score(seat) == without.score(seat)


def test_r5_30_r7_34_r7_37_scouts_fill_no_areas() -> None:
    """A terrain area or the surroundings of a castle are not completely occupied with a scout on them."""
    game = table("W0 D W D0", scouts=["b1"], tasks=["home_country"], pad="G")
    assert earned(game, "home_country") == (5, "a1 d1")
    game = table("G0 D0 D W", scouts=["c1"], tasks=["home_country"], pad="W")
    assert earned(game, "home_country") == (5, "a1")
    ring = {"d4": "G0", "e4": "G0", "d5": "G0", "f5": "G0", "d6": "G0", "e5": "K"}
    game = table(plain(**ring), scouts=["e6"], tasks=["place_of_refuge"])
    assert earned(game, "place_of_refuge") == (0, "")


def test_r5_30_r7_31_scouts_do_not_count_for_mayors() -> None:
    """A line of three pieces and a scout is not marked, neither by placing the scout nor by building the third."""
    game = cabin("scout_cabin G0 G0 G G G K K", cards=["mayors"], pad="D")
    play(game, "scout_cabin", "d1", "stop")
    assert game.players[0].extra[HARVEST].lines == 0
    assert play(game, "e1").players[0].extra[HARVEST].lines == 0
    assert play(game, "f1").players[0].extra[HARVEST].lines == 1


def test_r5_30_r7_33_scouts_do_not_count_for_rovers() -> None:
    """Scouts in another section pay no Rovers gold."""
    game = cabin(plain("D", a1="scout_cabin", j5="D0", e5="G", e6="G", e7="G"), cards=["rovers"])
    play(game, "scout_cabin", "k5", "l5")
    build(game, 3)
    assert play(game, "end_turn").players[0].gold == 1


@pytest.mark.parametrize("card", ["ambassadors", "shepherds", "families"])
def test_r5_30_r7_19_r7_20_placing_scouts_pays_no_red_card(card: str) -> None:
    """A scout next to a foreign piece, and one that fills the last hex of a terrain, earn nothing."""
    game = play(cabin("scout_cabin D0 F F D1 G G G", pad="W", cards=[card]), "scout_cabin", "c1", "d1")
    assert game.players[0].gold == 0


def test_r5_30_r7_20_a_settlement_next_to_a_scout_is_not_next_to_another_player() -> None:
    """Scouts are nobody else's pieces for Ambassadors."""
    game = play(cabin("scout_cabin G0 G G G G", cards=["ambassadors"]), "scout_cabin", "c1", "stop", "d1")
    assert game.players[0].gold == 0


@pytest.mark.parametrize(("word", "gold"), [("G", 0), ("G=", 2), ("G0", 2), ("G1", 2)])
def test_r5_30_r7_19_a_hex_with_a_scout_is_empty_for_shepherds(word: str, gold: int) -> None:
    """The only other hex of its terrain holds a scout: the settlement next to it is not enclosed, unlike by a wall."""
    game = cabin(f"scout_cabin D0 G {word} D0", cards=["shepherds"], pad="W")
    if word == "G":
        play(game, "scout_cabin", "d1", "stop")
    assert play(game, "c1").players[0].gold == gold


def test_r5_30_r3_10_scouts_can_leave_no_free_hex_of_the_played_terrain() -> None:
    """A hex that holds a scout is not free: if it was the last of the played terrain, a new card is drawn."""
    game = cabin("scout_cabin D0 G W W C C C C")
    set_deck(game, draw=["canyon"])
    play(game, "scout_cabin", "c1", "stop")
    assert played_terrain(game) == "canyon"


# Palisade


def palisade(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a palisade tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="palisade", **drawn), terrain="grass", tiles={0: ["palisade@a20"]})


def test_r5_32_palisade_moves_next_to_the_rest_of_the_area() -> None:
    """The piece goes to any free land next to the other piece of its area, not next to another area, not back."""
    game = play(palisade(e5="G0", f5="G0", p15="G0", q15="G0"), "palisade")
    assert hexes(game) == {"e5", "f5", "p15", "q15"}
    assert hexes(play(game, "e5")) == {"e4", "f4", "g5", "e6", "f6"}
    play(game, "g5")
    assert format_hexes(game.players[0].pieces) == "f5 g5 p15 q15"
    assert between_actions(game)
    assert "palisade" not in options(game)


def test_r5_32_every_remainder_of_a_split_area_qualifies() -> None:
    """Lifting the middle of three splits the area; the piece may go next to either end."""
    game = play(palisade(d5="G0", e5="G0", f5="G0", p15="G0"), "palisade")
    assert hexes(game) == {"d5", "e5", "f5"}
    around_ends = {"c4", "d4", "c5", "c6", "d6"} | {"e4", "f4", "g5", "e6", "f6"}
    assert hexes(play(game.copy(), "e5")) == around_ends
    assert hexes(play(game, "d5")) == {"d4", "e4", "f4", "g5", "d6", "e6", "f6"}


def test_r5_32_an_area_of_one_cannot_move() -> None:
    """A single piece is no area to stay with, even next to foreign pieces and walls."""
    assert "palisade" not in options(palisade(e5="G0", p15="G0", f5="G1", d5="G="))
    assert hexes(play(palisade(e5="G0", h5="G0", i5="G0"), "palisade")) == {"h5", "i5"}


def test_r5_32_r0_20_r4_10_targets_are_free_land() -> None:
    """Water, mountain, pieces, walls, special hexes and hexes next to a warrior are no targets."""
    game = palisade("W", e5="G0", f5="G0", e4="G", f4="M", g5="G1", e6="G=", f6="farm")
    assert hexes(play(game, "palisade", "e5")) == {"e4"}
    game = palisade(e5="G0", f5="G0", h5="Gw1")
    assert hexes(play(game, "palisade", "e5")) == {"e4", "f4", "e6", "f6"}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_32_palisade_goes_to_any_land(terrain: str) -> None:
    """All seven land terrains are targets."""
    assert hexes(play(palisade("W", e5="W0", f5="W0", g5=terrain), "palisade", "e5")) == {"g5"}


@pytest.mark.parametrize(
    ("word", "other", "moving"),
    [
        ("Gv0", "G0", {"e5", "f5"}),
        ("Mv0", "G0", {"e5", "f5"}),
        ("Ws0", "G0", {"f5"}),
        ("M0", "W0", {"e5", "f5"}),
        ("Gw0", "G0", {"e5"}),
    ],
)
def test_r5_32_r4_24_r8_16_which_pieces_palisade_moves(word: str, other: str, moving: set[str]) -> None:
    """Settlements, warriors and wagons move, a ship does not but belongs to the area; a warrior blocks for others."""
    game = play(palisade("W", e5=word, f5=other, g5="G" if "w" in word else "W", d4="G", e4="G"), "palisade")
    assert hexes(game) == moving


def test_r5_32_r8_16_a_city_hall_does_not_move_but_belongs_to_the_area() -> None:
    """Only the settlement beside the city hall moves, to anywhere around the city hall."""
    game = play(palisade(e5="Gc0", g5="G0"), "palisade")
    assert hexes(game) == {"g5"}
    around = {"d3", "e3", "f3", "c4", "f4", "c5", "c6", "f6", "d7", "e7", "f7"}
    assert hexes(play(game, "g5")) == around


def test_r5_32_r0_21_a_warrior_takes_its_block_with_it() -> None:
    """A warrior moves next to the other piece of its area, also to hexes that it blocked itself."""
    assert hexes(play(palisade(e5="Gw0", f5="G0"), "palisade", "e5")) == {"e4", "f4", "g5", "e6", "f6"}


def test_r5_32_a_wagon_goes_to_land_only() -> None:
    """A wagon may stand on mountains, but palisade moves to land."""
    assert hexes(play(palisade("M", e5="Gv0", f5="G0", g5="G"), "palisade", "e5")) == {"g5"}


def test_r5_32_r4_12_r4_18_palisade_takes_and_loses_tiles() -> None:
    """A move: the tile left behind is lost, and one is taken where the piece arrives."""
    game = table(
        "farm G0 G0 G tower G G G\n palisade G0",
        terrain="grass",
        tiles={0: ["farm@a1", "palisade@a2"]},
    )
    play(game, "palisade", "b1", "d1")
    assert tile_names(game) == ["palisade", "tower"]


def test_r5_32_r5_0_palisade_needs_no_supply() -> None:
    """Moving is possible with an empty supply and leaves it empty."""
    game = table(plain(a20="palisade", e5="G0", f5="G0"), terrain="grass", tiles={0: ["palisade@a20"]}, supply={0: 0})
    finish(play(game, "palisade"))
    assert game.players[0].supply == 0
