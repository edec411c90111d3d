"""The location tiles of Nomads (docs/rules.md R5.9 to R5.12)."""

import pytest

from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.game import Game
from tests.drawing import give_card, hexes, nomad_names, offered, options, play, table, tile_names
from tests.sets.base.test_tiles import LETTERS, TERRAIN_LETTERS, between_actions, pass_turn, plain

# Quarry

QUARRY = {0: ["quarry@a1"]}


@pytest.mark.parametrize(("terrain", "letter"), TERRAIN_LETTERS)
def test_r5_9_r3_4_walls_stand_on_the_played_terrain_next_to_own_pieces(terrain: str, letter: str) -> None:
    """A wall goes on the played terrain next to a piece of the player, never elsewhere."""
    game = table(
        """
        X    quarry G
          T    M0   C
        X    F    D
        """.replace("X", letter),
        terrain=terrain,
        tiles={0: ["quarry@b1"]},
    )
    assert hexes(play(game, "quarry")) == {{"G": "c1", "C": "c2", "D": "c3", "F": "b3", "T": "a2"}[letter]}


def test_r5_9_one_wall_or_two() -> None:
    """At least one wall is placed, the second may be left out, and there is no third."""
    game = table("quarry G0 D M0 D M0 D", terrain="desert", tiles=QUARRY)
    assert offered(play(game, "quarry")) == {"c1", "e1", "g1"}
    assert offered(play(game, "c1")) == {"e1", "g1", "stop"}
    one, two = game.copy(), game
    assert format_hexes(play(one, "stop").walls) == "c1"
    assert format_hexes(play(two, "g1").walls) == "c1 g1"
    for after in (one, two):
        assert between_actions(after)
        assert options(after) == set()
        assert after.players[0].supply == 37


def test_r5_9_r9_14_r4_5_the_second_wall_needs_an_own_piece_too() -> None:
    """With one free desert hex next to an own piece there is one wall: walls do not support one another."""
    game = table("quarry G0 D D D", terrain="desert", tiles=QUARRY)
    assert hexes(play(game, "quarry")) == {"c1"}
    play(game, "c1")
    assert format_hexes(game.walls) == "c1"
    assert between_actions(game)


@pytest.mark.parametrize(("standing", "placed"), [(23, 2), (24, 1), (25, 0)])
def test_r5_9_r8_22_r1_9_there_are_25_walls(standing: int, placed: int) -> None:
    """The quarry places what is left of 25 walls, and is not offered when none is left."""
    old = [f"{c}{r}" for r in (19, 20) for c in LETTERS][:standing]
    game = table(
        plain("W", a1="quarry", b1="G0", c1="D", b2="D", t3="D", **dict.fromkeys(old, "D=")),
        terrain="desert",
        tiles=QUARRY,
    )
    assert ("quarry" in options(game)) == (placed > 0)
    if placed:
        play(game, "quarry", *["c1", "b2"][:placed])
        assert between_actions(game)
    assert game.walls.bit_count() == standing + placed


@pytest.mark.parametrize(
    "drawing",
    [
        "quarry G0 M  D",
        "quarry G0 D1 D",
        "quarry G0 D= D",
        "quarry G0 D  Gw1 M D",
        "quarry G  D  D",
        "quarry G1 D  D",
    ],
)
def test_r5_9_r4_9_r0_20_quarry_is_not_offered_without_a_free_hex_next_to_an_own_piece(drawing: str) -> None:
    """Desert that is far, occupied, walled, blocked by a warrior or next to others only does not help."""
    assert "quarry" not in options(table(drawing, terrain="desert", tiles=QUARRY))


def test_r5_9_r4_6_r0_7_walls_belong_to_nobody() -> None:
    """A wall occupies its hex for both players and supports neither of them."""
    game = table("quarry D0 D D D D D D", terrain="desert", tiles=QUARRY)
    play(game, "quarry", "c1")
    assert hexes(game) == {"d1", "e1", "f1", "g1", "h1"}
    give_card(game, 1, "desert")
    play(game, "d1", "e1", "f1", "end_turn")
    assert hexes(game) == {"g1", "h1"}


def test_r5_9_r4_17_a_wall_takes_no_tile() -> None:
    """A wall next to a location or a nomad space takes nothing from it."""
    game = table("quarry D0 D farm N:sword D D0", terrain="desert", tiles=QUARRY)
    play(game, "quarry", "c1", "f1")
    assert tile_names(game) == ["quarry"]
    assert nomad_names(game) == []


def test_r5_9_r0_7_walls_are_never_removed() -> None:
    """Walls stay when the player's pieces leave and the tile is lost, and can neither be moved nor removed."""
    game = table(
        "quarry D0 D D paddock D1 W D", terrain="desert", tiles={0: ["quarry@a1", "paddock@e1"]}, nomads={0: ["sword"]}
    )
    play(game, "quarry", "c1")
    assert hexes(play(game, "sword")) == {"f1"}
    play(game, "f1")
    assert hexes(play(game, "paddock")) == {"b1"}
    play(game, "b1", "d1")
    assert tile_names(game) == ["paddock"]
    assert format_hexes(game.walls) == "c1"
    pass_turn(pass_turn(game))
    assert format_hexes(game.walls) == "c1"
    assert "c1" not in hexes(game)


def test_r5_9_r3_5_quarry_needs_a_chosen_card_and_binds_the_mandatory_action() -> None:
    """With several cards the quarry waits for the choice, which then holds for the mandatory action too."""
    game = table(
        """
        quarry M1  D    D    D    D    D
          F    F    F    F    F    G    G   G
        """,
        terrain="grass",
        tiles={1: ["quarry@a1"]},
    )
    give_card(game, 1, "desert", "flower")
    pass_turn(game)
    assert offered(game) == {"desert", "flower"}
    assert options(play(game, "flower")) == {"quarry"}
    assert hexes(play(game, "quarry")) == {"a2", "b2"}
    assert hexes(play(game, "a2", "stop")) == {"b2"}


# Caravan

SLIDES = {"t5", "a5", "g1", "c1", "a13", "l20"}
"""Where the six directions from e5 leave the board."""


def caravan(**drawn: str) -> Game:
    """Begin the caravan with the piece on e5, by default a settlement, on grass except the hexes named."""
    words = {"e5": "G0", **drawn}
    return play(table(plain(a20="caravan", **words), terrain="desert", tiles={0: ["caravan@a20"]}), "caravan", "e5")


@pytest.mark.parametrize("word", ["G0", "Gw0", "Gv0", "W0", "M0", "Mv0"])
def test_r5_10_r8_16_r8_18_caravan_slides_to_the_border_of_the_board(word: str) -> None:
    """With nothing in the way a piece slides across sections to the border, a warrior despite its own block."""
    game = caravan(e5=word, p15="G0")
    assert hexes(game) == SLIDES
    play(game, "t5")
    assert format_hexes(game.players[0].pieces) == "t5 p15"


@pytest.mark.parametrize(
    ("obstacle", "end"),
    [({"i5": word}, "h5") for word in ("W", "M", "K", "N", "P", "O", "farm", "G0", "G1", "Gv1", "W1", "Ws1", "G=")]
    + [({"j5": "Gw1"}, "h5"), ({"i5": "Gw1"}, "g5"), ({"j5": "Gw0"}, "h5"), ({"h5": "W"}, "g5"), ({"g5": "G="}, "f5")],
)
def test_r5_10_r9_64_r8_18_caravan_stops_before_each_obstacle(obstacle: dict[str, str], end: str) -> None:
    """Water, mountain, special hexes, pieces, walls and blocked hexes stop it, there and not one hex earlier."""
    assert hexes(caravan(**obstacle)) == SLIDES - {"t5"} | {end}


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_10_caravan_slides_over_any_land(terrain: str) -> None:
    """No land stops the caravan, whatever card is played."""
    assert hexes(caravan(f5=terrain, t5=terrain)) == SLIDES


def test_r5_10_r9_15_r8_18_caravan_needs_one_free_step_at_least() -> None:
    """Two of six directions are not offered: they start with a mountain and with a foreign settlement."""
    assert hexes(caravan(f5="M", d5="G1")) == {"g1", "c1", "a13", "l20"}


def test_r5_10_r4_9_caravan_moves_only_what_can_slide() -> None:
    """An enclosed piece is not offered, and with enclosed pieces only the caravan is not."""
    tiles = {0: ["caravan@a1"]}
    game = table("caravan G0 W G0 D W", terrain="grass", tiles=tiles)
    assert hexes(play(game, "caravan")) == {"d1"}
    for word in ("W", "G1", "G=", "K"):
        game = table(f"caravan G0 {word} G0 W", terrain="grass", tiles=tiles)
        assert "caravan" not in options(game)


def test_r5_10_r8_39_caravan_takes_tiles_at_the_end_only() -> None:
    """A slide is one move: what lies beside the way is not taken, what lies beside the end is."""
    game = caravan(b20="G0", g4="farm", i4="N:sword", s4="tower", t4="N:outpost")
    play(game, "t5")
    assert tile_names(game) == ["caravan", "tower"]
    assert nomad_names(game) == ["outpost"]


@pytest.mark.parametrize(("location", "kept"), [("b2", ["farm"]), ("a2", [])])
def test_r5_10_r4_18_caravan_is_judged_when_it_has_arrived(location: str, kept: list[str]) -> None:
    """A tile is kept if the piece leaves and arrives next to its location, and lost if it ends away from it."""
    drawing = plain("W", a1="caravan", b1="G0", c1="G", **{location: "farm"})
    game = table(drawing, terrain="desert", tiles={0: ["caravan@a1", f"farm@{location}"]})
    assert tile_names(play(game, "caravan", "b1", "c1")) == kept


# Village


def village(ground: str = "G", **drawn: str) -> Game:
    """Give the player to move a village tile from a20 on a board of one terrain except the hexes named."""
    return table(plain(ground, a20="village", **drawn), terrain="desert", tiles={0: ["village@a20"]})


@pytest.mark.parametrize(
    ("drawn", "targets"),
    [
        ({"d5": "G0", "f5": "G0", "e4": "G0"}, {"e5"}),
        ({"d5": "G0", "d4": "G0", "e4": "G0", "f5": "G0", "e6": "G0", "d6": "G0"}, {"e5"}),
        ({"d5": "Gv0", "f5": "Ws0", "e4": "M0"}, {"e5"}),
        ({"e5": "Gc0", "f3": "G0"}, {"e3", "f4"}),
        ({"j10": "G0", "k10": "G0", "j11": "G0"}, {"k11"}),
    ],
)
def test_r5_11_r0_5_village_builds_between_three_own_pieces(drawn: dict[str, str], targets: set[str]) -> None:
    """The targets are the hexes that three or more own pieces touch; meeples and city hall hexes count."""
    game = village(**drawn, p15="G0")
    assert hexes(play(game, "village")) == targets


@pytest.mark.parametrize(
    "drawn",
    [
        {"d5": "G0", "f5": "G0"},
        {"d5": "G0", "f5": "G0", "e4": "G1"},
        {"d5": "G0", "f5": "G0", "e4": "G="},
        {"d5": "G0", "f5": "G0", "e4": "Gw0", "e6": "G0"},
        {"e5": "Gc0"},
        {"a1": "G0", "b2": "G0", "t1": "G0", "t2": "G0"},
    ],
)
def test_r5_11_r4_9_village_is_not_offered_without_three_own_neighbours(drawn: dict[str, str]) -> None:
    """Two own pieces do not suffice, foreign pieces and walls do not count, and a warrior beside the hex blocks it."""
    assert "village" not in options(village(**drawn))


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r5_11_village_builds_on_any_land(terrain: str) -> None:
    """The hex may be any land, whatever card is played."""
    game = play(village(d5="G0", f5="G0", e4="G0", e5=terrain), "village", "e5")
    assert format_hexes(game.players[0].pieces) == "e4 d5 e5 f5"
    assert game.players[0].supply == 36


@pytest.mark.parametrize(
    "spoilt",
    [{"e5": word} for word in ("W", "M", "K", "N", "P", "O", "farm", "G1", "G=")] + [{"d6": "Gw1"}],
)
def test_r5_11_r0_20_village_builds_on_free_land_only(spoilt: dict[str, str]) -> None:
    """Water, mountain, a special, occupied, walled or blocked hex is no target, however many own pieces touch it."""
    assert "village" not in options(village(d5="G0", f5="G0", e4="G0", **spoilt))


# Garden

GARDEN = {0: ["garden@a1"]}


def test_r5_12_r4_4_garden_builds_on_flower_next_to_own_pieces_if_possible() -> None:
    """The target is a free flower hex, adjacent to an own piece if there is one such, whatever card is played."""
    drawing = """
        garden G0  {}   F    F1
          D    C   F    W    F=
    """
    assert hexes(play(table(drawing.format("F"), terrain="desert", tiles=GARDEN), "garden")) == {"c1"}
    assert hexes(play(table(drawing.format("W"), terrain="desert", tiles=GARDEN), "garden")) == {"d1", "c2"}


@pytest.mark.parametrize("word", ["D", "F0", "F1", "F=", "N"])
def test_r5_12_r4_9_garden_is_not_offered_without_free_flower(word: str) -> None:
    """The garden is offered while some flower hex is free, however far, and not otherwise."""
    assert "garden" in options(table("garden G0 D D D F", terrain="desert", tiles=GARDEN))
    assert "garden" not in options(table(f"garden G0 D D D {word}", terrain="desert", tiles=GARDEN))
