"""The turn (docs/rules.md section 3): phases, the played terrain, the mandatory action, extra actions, end of turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.hexes import iter_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game
from tests.drawing import give_card, gold, hexes, nomad_names, offered, options, play, table, tile_names

CARD_NAMES = set(TERRAINS[:5])


def begin_turn(
    drawing: str,
    *hand: str,
    draw: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    two_cards: bool = False,
    players: int = 2,
    **fields: Any,
) -> Game:
    """Return a game in which player 0 begins a turn with this hand; the player before ended the turn without a card.

    `draw` is the whole draw pile at the start of the turn, the next card first.
    """
    game = table(drawing, players=players, to_play=players - 1, **fields)
    game.setup = replace(game.setup, two_cards=two_cards)
    if draw is not None:
        set_deck(game, draw=["grass"] * (1 + two_cards) + [*draw], discard=discard)
    give_card(game, 0, *hand)
    return play(game, "end_turn")


def set_deck(game: Game, *, draw: Sequence[str] = (), discard: Sequence[str] = ()) -> None:
    """Set the terrain cards of the draw pile, the next one first, and of the discard pile."""
    game.deck = Deck(_cards(reversed(draw)), _cards(discard), shuffles=((),))


def _cards(terrain_names: Iterable[str]) -> tuple[int, ...]:
    return tuple(TERRAINS.index(name) for name in terrain_names)


def names(cards: Sequence[int]) -> list[str]:
    """Return the names of terrain cards, sorted."""
    return sorted(TERRAINS[card] for card in cards)


def played_terrain(game: Game) -> str | None:
    """Return the played terrain."""
    return None if game.terrain is None else TERRAINS[game.terrain]


def terrains(game: Game) -> set[str]:
    """Return the terrains of the legal hexes."""
    return {TERRAINS[t] for h in iter_hexes(game.legal()[0]) for t in [game.board.terrain_of(h)] if t is not None}


def build(game: Game, count: int = 1) -> Game:
    """Play the first legal answer, `count` times."""
    for _ in range(count):
        game.play(game.legal_answers()[0])
    return game


def finish_turn(game: Game) -> Game:
    """Play the first legal answer until the turn is over; end the turn as soon as that is legal."""
    turn = game.turn
    while game.turn == turn:
        play(game, "end_turn") if "end_turn" in options(game) else build(game)
    return game


def use(game: Game, tile: str) -> set[str]:
    """Use a tile that needs the played terrain, on the first legal hexes; return the terrains of its legal hexes."""
    play(game, tile)
    if tile == "barn":
        build(game)
    found = terrains(game)
    while game.stack:
        build(game)
    return found


def piece_count(game: Game, seat: int = 0) -> int:
    """Return the number of a player's pieces on the board."""
    return game.players[seat].pieces.bit_count()


# R3.1, R3.17: phases

BOTH_SIDES = """
    G    G    G    G    G    W    farm G0   W    oasis D0  D
"""


@pytest.mark.parametrize("before", [(), ("farm",), ("oasis",), ("farm", "oasis"), ("oasis", "farm")])
def test_r3_1_extra_actions_before_and_after_the_mandatory_action(before: tuple[str, ...]) -> None:
    """Extra actions may be taken in any order, some before and some after the mandatory action."""
    game = table(BOTH_SIDES, terrain="grass", tiles={0: ["farm@g1", "oasis@j1"]})
    for tile in before:
        build(play(game, tile))
    build(game, 3)
    after = {"farm", "oasis"} - {*before}
    assert offered(game) == after | {"end_turn"}
    for tile in sorted(after):
        build(play(game, tile))
    assert offered(game) == {"end_turn"}
    assert piece_count(game) == 2 + 3 + 2


def test_r3_1_no_extra_action_between_two_settlements_of_the_mandatory_action() -> None:
    """After the first settlement only the mandatory action is legal until it is complete."""
    game = table(BOTH_SIDES, terrain="grass", tiles={0: ["farm@g1", "oasis@j1"]}, nomads={0: ["donation:grass"]})
    assert options(game) == {"farm", "oasis", "donation:grass"}
    assert options(build(game)) == set()
    assert options(build(game)) == set()
    assert options(build(game)) == {"farm", "oasis", "donation:grass", "end_turn"}


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["farm"], set()),
        (["barn"], set()),
        (["barn", "b1"], set()),
        (["quarry"], set()),
        (["quarry", "a2"], {"stop"}),
        (["wagon"], set()),
        (["donation:grass"], set()),
        (["donation:grass", "a2"], set()),
        (["donation:grass", "a2", "b2"], set()),
        (["resettlement"], set()),
        (["resettlement", "b1"], set()),
        (["resettlement", "b1", "a2"], {"stop"}),
        (["sword"], set()),
        (["sword", "a3"], set()),
    ],
)
def test_r3_1_r3_17_an_extra_action_is_completed_before_anything_else(answers: list[str], expected: set[str]) -> None:
    """Inside an extra action no other one is legal, and it can be stopped only where its rule allows that."""
    game = table(
        """
        farm G0   barn G0   quarry G0  wagon
           G    G    G    G    G    G    G
        G1   G    G    G    G    G    G2
        """,
        players=3,
        terrain="grass",
        tiles={0: ["farm@a1", "barn@c1", "quarry@e1", "wagon@g1"]},
        nomads={0: ["donation:grass", "resettlement", "sword"]},
    )
    assert options(game) == {"farm", "barn", "quarry", "wagon", "donation:grass", "resettlement", "sword"}
    play(game, *answers)
    assert options(game) == expected
    while game.stack:
        play(game, "stop") if "stop" in options(game) else build(game)
    assert options(game)
    assert answers[0] not in options(game)


def test_r3_1_r6_4_r9_17_outpost_inside_the_mandatory_action() -> None:
    """The outpost may be declared inside the mandatory action; that settlement is built anywhere on the terrain."""
    game = table("G0 G G G W W G G N:sword W D", terrain="grass", nomads={0: ["outpost"]})
    play(game, "b1", "c1")
    assert offered(game) == {"d1", "outpost"}
    play(game, "outpost")
    assert offered(game) == {"d1", "g1", "h1"}
    play(game, "h1")
    assert nomad_names(game) == ["sword"]
    assert offered(game) == {"end_turn"}
    assert piece_count(game) == 4


# R3.2, R3.3: start, and no early end


def test_r3_2_an_only_card_is_revealed_at_the_start() -> None:
    """All players see the only card of the player whose turn begins."""
    game = begin_turn("G G G G D D D", "desert")
    assert game.view(1).terrain == TERRAINS.index("desert")


def test_r3_2_of_several_cards_only_the_chosen_one_is_revealed() -> None:
    """The chosen card is revealed when it is chosen, the others only when they are discarded."""
    drawing = "G G G G D D D T T T"
    one, other = (begin_turn(drawing, "desert", hidden, draw=["canyon"]) for hidden in ("grass", "forest"))
    assert one.view(1).terrain is None
    assert one.view(1) == other.view(1)
    play(one, "desert")
    play(other, "desert")
    assert one.view(1).terrain == TERRAINS.index("desert")
    assert one.view(1) == other.view(1)
    finish_turn(one)
    assert names(one.view(1).to_dict()["discard"]) == ["desert", "grass"]


@pytest.mark.parametrize("built", range(3))
def test_r3_3_no_end_before_the_mandatory_action_is_done(built: int) -> None:
    """The turn cannot be ended while settlements of the mandatory action can still be built."""
    game = table("G G G G G", terrain="grass")
    build(game, built)
    assert "end_turn" not in options(game)
    build(game, 3 - built)
    assert offered(game) == {"end_turn"}


# R3.4, R3.5: the played terrain

CARD_TILES = """
    oracle D0   barn  D0  quarry
       D    D    G    D
"""


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], {"a2", "b2", "d2"}),
        (["oracle"], {"a2", "b2", "d2"}),
        (["barn", "b1"], {"d2"}),
        (["quarry"], {"a2", "b2", "d2"}),
    ],
)
def test_r3_4_one_terrain_for_mandatory_action_oracle_barn_and_quarry(answers: list[str], expected: set[str]) -> None:
    """Mandatory action, oracle, barn and quarry all use the played terrain."""
    game = table(CARD_TILES, terrain="desert", tiles={0: ["oracle@a1", "barn@c1", "quarry@e1"]})
    play(game, *answers)
    assert hexes(game) == expected


def test_r3_5_an_only_card_is_the_played_terrain() -> None:
    """With one card there is no choice."""
    game = begin_turn("G G G G D D D", "desert")
    assert (played_terrain(game), options(game), terrains(game)) == ("desert", set(), {"desert"})


CHOICE = """
    oracle G0   barn G0   quarry G0   farm
       D    G    D    G    D    G    G
    D    D    D    D    D    D    D
       G    G    G    G    G    G    G
"""
CHOICE_TILES = {0: ["oracle@a1", "barn@c1", "quarry@e1", "farm@g1"]}


def test_r3_5_r8_6_the_card_is_chosen_at_the_first_need() -> None:
    """With several cards, actions that do not need the played terrain leave the choice open."""
    game = begin_turn(CHOICE, "desert", "grass", tiles=CHOICE_TILES)
    assert offered(game) == {"desert", "grass", "farm"}
    play(game, "farm", "b2")
    assert offered(game) == {"desert", "grass"}
    play(game, "desert")
    assert options(game) == {"oracle", "barn", "quarry"}
    assert terrains(game) == {"desert"}


@pytest.mark.parametrize("tile", ["oracle", "barn", "quarry"])
@pytest.mark.parametrize("chosen", ["desert", "grass"])
def test_r3_5_r8_6_the_choice_is_valid_for_the_whole_turn(tile: str, chosen: str) -> None:
    """The terrain chosen for the oracle, the barn or the quarry is that of the mandatory action, and the reverse."""
    before, after = (begin_turn(CHOICE, "desert", "grass", tiles=CHOICE_TILES) for _ in range(2))
    assert use(play(before, chosen), tile) == {chosen}
    for _ in range(3):
        assert terrains(before) == {chosen}
        assert not options(before) & CARD_NAMES
        build(before)
    assert not options(before) & CARD_NAMES
    build(play(after, chosen), 3)
    assert not options(after) & CARD_NAMES
    assert use(after, tile) == {chosen}


def test_r3_5_two_cards_of_one_terrain_are_one_choice() -> None:
    """Equal cards give one answer."""
    assert offered(begin_turn("G G G G", "grass", "grass")) == {"grass"}


def test_r3_5_an_exhausted_terrain_may_not_be_chosen_while_another_has_a_free_hex() -> None:
    """Of two cards only the one with a free hex can be chosen; a hex next to a warrior is not free."""
    drawing = "G Gw1 G W {} D D D"
    assert options(begin_turn(drawing.format("W"), "grass", "desert")) == {"desert"}
    assert options(begin_turn(drawing.format("G"), "grass", "desert")) == {"desert", "grass"}


# R3.7 to R3.9: the mandatory action


def test_r3_7_three_settlements_on_the_played_terrain_each_next_to_own_ones_if_possible() -> None:
    """The mandatory action builds three settlements, one after the other, under the adjacency rule."""
    game = table("G G0 G G W G D", terrain="grass")
    for expected, hex_ in (({"a1", "c1"}, "c1"), ({"a1", "d1"}, "a1"), ({"d1"}, "d1")):
        assert hexes(game) == expected
        play(game, hex_)
    assert offered(game) == {"end_turn"}
    assert game.players[0].supply == 40 - 1 - 3


@pytest.mark.parametrize(("supply", "count"), [(1, 1), (2, 2), (3, 3), (4, 3)])
def test_r3_8_a_smaller_supply_is_built_completely(supply: int, count: int) -> None:
    """The mandatory action builds three settlements, or all of the supply if it has fewer."""
    game = table("G G G G G", terrain="grass", supply={0: supply})
    build(game, count)
    assert offered(game) == {"end_turn"}
    assert game.players[0].supply == supply - count


def test_r3_8_the_supply_is_read_when_the_mandatory_action_begins() -> None:
    """The mandatory action cannot build settlements that an extra action has taken from the supply."""
    game = table("farm G0 G G G G", terrain="grass", tiles={0: ["farm@a1"]}, supply={0: 2})
    play(game, "farm", "c1", "d1")
    assert offered(game) == {"end_turn"}


def test_r3_9_successive_settlements_may_extend_different_areas() -> None:
    """The second settlement need not touch the first, only some own piece."""
    game = table("G0 G G W W G0 G G", terrain="grass")
    play(game, "b1")
    assert hexes(game) == {"c1", "g1"}
    play(game, "g1")
    assert hexes(game) == {"c1", "h1"}


# R3.10, R3.11, R3.12: exhausted terrain, nothing to build


def test_r3_10_r8_7_exhausted_at_the_start() -> None:
    """A card without a free hex is removed from the game at the start, and so is every unusable one drawn for it."""
    game = begin_turn("G0 W D1 W C C C C", "grass", draw=["desert", "canyon", "forest"])
    assert (played_terrain(game), terrains(game)) == ("canyon", {"canyon"})
    assert names(game.deck.removed) == ["desert", "grass"]
    assert names(game.deck.draw) == ["forest"]
    build(game, 3)
    assert offered(game) == {"end_turn"}


def test_r3_10_exhausted_at_the_start_of_a_position_from_a_file() -> None:
    """A position whose played terrain has no free hex continues with a new card like any other turn."""
    game = table("G0 W C C C C D D D D F F F F T T T T", terrain="grass")
    assert offered(game)


def test_r3_10_r8_7_r9_62_exhausted_in_the_middle_of_the_mandatory_action() -> None:
    """The remaining settlements of the mandatory action are built on the terrain of the new card."""
    game = begin_turn("T0 T W C C C C", "forest", draw=["canyon", "grass"])
    assert hexes(game) == {"b1"}
    play(game, "b1")
    assert names(game.deck.removed) == ["forest"]
    assert (played_terrain(game), options(game), terrains(game)) == ("canyon", set(), {"canyon"})
    build(game, 2)
    assert offered(game) == {"end_turn"}
    assert piece_count(game) == 1 + 3


@pytest.mark.parametrize(("tile", "target"), [("farm", "c1"), ("quarry", "c1"), ("barracks", "b2")])
def test_r3_10_exhausted_by_an_extra_action_before_the_mandatory_action(tile: str, target: str) -> None:
    """A settlement, wall or warrior that leaves no free hex of the played terrain leads to a new card at once."""
    game = begin_turn(
        f"""
        {tile} G0   G    W    W    C    C    C    C
           W    D
        """,
        "grass",
        draw=["canyon"],
        tiles={0: [f"{tile}@a1"]},
    )
    assert hexes(game) == {"c1"}
    play(game, tile, target)
    assert names(game.deck.removed) == ["grass"]
    assert (played_terrain(game), terrains(game)) == ("canyon", {"canyon"})
    build(game, 3)
    assert offered(game) == {"end_turn"}


@pytest.mark.parametrize(
    ("tile", "replaced"),
    [
        ("oracle@a1", True),
        ("barn@a1", True),
        ("quarry@a1", True),
        ("oracle@a1!", False),
        ("barn@a1!", False),
        ("quarry@a1!", False),
        ("oracle@a1+", False),
        ("farm@a1", False),
    ],
)
def test_r3_10_r8_7_exhausted_after_the_mandatory_action(tile: str, replaced: bool) -> None:
    """After the mandatory action a new card is drawn only for an unused, unlocked tile that needs the terrain."""
    game = table(f"{tile.partition('@')[0]} G0 G G G C C", terrain="grass", tiles={0: [tile]})
    set_deck(game, draw=["canyon", "canyon"])
    build(game, 3)
    assert played_terrain(game) == ("canyon" if replaced else "grass")
    assert names(game.deck.removed) == (["grass"] if replaced else [])
    if replaced:
        assert use(game, tile.partition("@")[0]) == {"canyon"}
    assert "end_turn" in options(game)


@pytest.mark.parametrize("tile", ["oracle", "barn", "quarry"])
def test_r3_10_exhausted_by_a_later_extra_action_after_the_mandatory_action(tile: str) -> None:
    """The terrain is checked during the whole turn, also for an extra action after the mandatory action."""
    game = table(f"{tile} G0 G G G G W farm G0 C C", terrain="grass", tiles={0: [f"{tile}@a1", "farm@h1"]})
    set_deck(game, draw=["canyon"])
    build(game, 3)
    assert played_terrain(game) == "grass"
    play(game, "farm", "f1")
    assert (played_terrain(game), names(game.deck.removed)) == ("canyon", ["grass"])
    assert options(game) == {tile, "end_turn"}


@pytest.mark.parametrize("tile", ["barn", "quarry"])
def test_r3_10_r3_12_without_a_mandatory_action_a_card_is_replaced_for_a_tile(tile: str) -> None:
    """With supply 0 an exhausted card is replaced only for a tile that needs its terrain."""
    drawing = f"{tile} G0 W C0 C C"
    game = begin_turn(drawing, "grass", draw=["canyon"], tiles={0: [f"{tile}@a1"]}, supply={0: 0})
    assert offered(game) == {tile, "end_turn"}
    assert use(game, tile) == {"canyon"}
    game = begin_turn(drawing, "grass", draw=["canyon"], supply={0: 0})
    assert (played_terrain(game), offered(game), game.deck.removed) == ("grass", {"end_turn"}, ())


def test_r3_10_of_several_cards_only_the_chosen_one_is_replaced() -> None:
    """The other cards stay in hand, even if one of them could be played."""
    game = begin_turn("G0 G W D D D W C C C", "grass", "desert", draw=["canyon"])
    play(game, "grass", "b1")
    assert played_terrain(game) == "canyon"
    assert names(game.deck.removed) == ["grass"]
    assert names(game.players[0].hand) == ["canyon", "desert"]


@pytest.mark.parametrize(("chosen", "kept"), [("grass", "desert"), ("desert", "grass")])
@pytest.mark.parametrize("supply", [38, 0])
def test_r3_10_of_several_exhausted_cards_the_player_picks_the_one_to_replace(
    chosen: str, kept: str, supply: int
) -> None:
    """If none of the cards has a free hex, the player chooses which of them leaves the game."""
    game = begin_turn(
        "barn G0 W D0 W C C C", "grass", "desert", draw=["canyon"], tiles={0: ["barn@a1"]}, supply={0: supply}
    )
    assert options(game) & CARD_NAMES == {"grass", "desert"}
    play(game, chosen)
    assert played_terrain(game) == "canyon"
    assert names(game.deck.removed) == [chosen]
    assert names(game.players[0].hand) == ["canyon", kept]


def test_r3_10_r3_29_a_usable_card_may_come_from_the_discard_pile() -> None:
    """With an empty draw pile the discard pile is shuffled; the removed card is not in it."""
    game = begin_turn("G0 W C C C C", "grass", draw=[], discard=["canyon"])
    assert (played_terrain(game), names(game.deck.removed)) == ("canyon", ["grass"])
    assert (game.deck.draw, game.deck.discard) == ((), ())


def test_r3_11_no_usable_card_at_the_start() -> None:
    """If neither pile has a usable card, the mandatory action is skipped and extra actions remain legal."""
    game = begin_turn(
        "paddock G0 W D D1 D", "grass", draw=["forest"], discard=["flower", "canyon"], tiles={0: ["paddock@a1"]}
    )
    assert offered(game) == {"paddock", "end_turn"}


def test_r3_11_r3_3_no_usable_card_in_the_middle() -> None:
    """The mandatory action ends early, and the turn may be ended."""
    game = begin_turn("G0 G W D1 D D", "grass", draw=["forest", "flower"], discard=["canyon"])
    play(game, "b1")
    assert offered(game) == {"end_turn"}
    assert game.players[0].supply == 40 - 1 - 1


def test_r3_12_r3_3_with_supply_0_the_mandatory_action_is_skipped() -> None:
    """With an empty supply only the end of the turn and extra actions that need no settlement are legal."""
    game = begin_turn(
        """
        farm G0   barn G0   paddock G0   harbor G0   barracks
           G    G    G    G    G    G    G    G    G
        G    G    G    G    G    G    G    G    G
        """,
        "grass",
        tiles={0: ["farm@a1", "barn@c1", "paddock@e1", "harbor@g1", "barracks@i1"]},
        supply={0: 0},
    )
    assert offered(game) == {"barn", "paddock", "harbor", "barracks", "end_turn"}


def test_r3_12_an_extra_action_may_use_up_the_supply_before_the_mandatory_action() -> None:
    """If an extra action builds the last settlement, the mandatory action is skipped."""
    game = table("farm G0 G G G", terrain="grass", tiles={0: ["farm@a1"]}, supply={0: 1})
    play(game, "farm", "c1")
    assert offered(game) == {"end_turn"}


# R3.13, R3.15: extra actions


def test_r3_13_each_tile_once_per_turn_and_two_identical_ones_twice() -> None:
    """A tile gives its action once per turn; two identical tiles give it twice."""
    game = table(
        "farm G0 W farm G0 W oasis D0 D G G G G G",
        terrain="grass",
        tiles={0: ["farm@a1", "farm@d1", "oasis@g1"]},
    )
    build(play(game, "oasis"))
    assert options(game) == {"farm"}
    build(play(game, "farm"))
    assert options(game) == {"farm"}
    build(play(game, "farm"))
    assert options(game) == set()


def test_r3_13_r3_27_used_tiles_are_unused_again_in_the_next_turn() -> None:
    """At the end of the turn all tiles of the player become unused."""
    game = table("farm G0 G G G G G G G G D D D D D", terrain="grass", tiles={0: ["farm@a1"]})
    build(play(game, "farm"), 4)
    assert "farm" not in options(game)
    play(game, "end_turn")
    assert not game.players[0].tiles[0].used
    finish_turn(game)
    assert "farm" in options(game)


@pytest.mark.parametrize("tile", ["donation:desert", "resettlement", "sword"])
@pytest.mark.parametrize("built", [0, 3])
def test_r3_15_a_nomad_tile_is_used_once_before_or_after_the_mandatory_action(tile: str, built: int) -> None:
    """A nomad tile gives a separate extra action and leaves the game when it is used."""
    game = table("G0 G G G G G W D D D D D W D1", terrain="grass", nomads={0: [tile]})
    build(game, built)
    play(game, tile)
    assert nomad_names(game) == []
    while game.stack:
        play(game, "stop") if "stop" in options(game) else build(game)
    assert tile not in options(game)
    assert piece_count(game) == 1 + built + (3 if tile == "donation:desert" else 0)


# R3.18: consequences of each placement


def test_r3_18_tiles_are_lost_before_others_are_taken() -> None:
    """A move from one farm hex to another loses the old tile first, so the new one is locked this turn."""
    game = table("farm G0 W G farm W W paddock G0 G G G", terrain="grass", tiles={0: ["farm@a1", "paddock@h1"]})
    assert options(game) == {"farm", "paddock"}
    play(game, "paddock", "b1", "d1")
    assert tile_names(game) == ["farm", "paddock"]
    assert options(game) == set()


def test_r3_18_step_by_step_moves_have_their_consequences_after_every_step() -> None:
    """During the steps a nomad tile is taken, and a location tile is taken and lost again."""
    game = table(
        """
        D0   N:sword farm W    W
          D    D       D    D
        """,
        terrain="desert",
        nomads={0: ["resettlement"]},
    )
    play(game, "resettlement", "a1", "a2")
    assert (nomad_names(game), tile_names(game)) == (["sword"], [])
    play(game, "a2", "b2")
    assert (nomad_names(game), tile_names(game)) == (["sword"], ["farm"])
    play(game, "b2", "c2", "c2", "d2")
    assert (nomad_names(game), tile_names(game)) == (["sword"], [])


def test_r3_18_a_city_hall_is_one_placement() -> None:
    """All seven hexes are placed before anything is judged: each then has no empty neighbour of its terrain."""
    game = table(
        """
        W    W    W    W    W    W
          W    G    G    W    W    W
        W    G    G    G    D0   city_hall
          W    G    G    W    W    W
        """,
        terrain="desert",
        cards=["shepherds"],
        tiles={0: ["city_hall@f3"]},
    )
    play(game, "city_hall", "c3")
    assert gold(game)["in_game"] == 7 * 2


# R3.26 to R3.29: end of turn


def test_r3_26_r6_1_r8_24_r8_57_a_nomad_tile_is_for_the_next_own_turn_only() -> None:
    """It cannot be used in the turn it is taken; it may be used in the owner's next turn, then it leaves the game."""
    game = table("N:resettlement G G G G G G G G", pad="D", players=3, terrain="grass")
    play(game, "b1", "c1", "d1")
    assert (nomad_names(game), options(game)) == (["resettlement"], {"end_turn"})
    play(game, "end_turn")
    for _ in range(2):
        finish_turn(game)
        assert nomad_names(game) == ["resettlement"]
    assert "resettlement" in options(game)
    finish_turn(game)
    assert nomad_names(game) == []


def test_r3_26_r6_1_an_outpost_cannot_be_declared_in_the_turn_it_is_taken() -> None:
    """An outpost taken with the first settlement cannot be used for the second, only in the next turn."""
    game = table("N:outpost G G G G G G W G G", pad="D", terrain="grass")
    play(game, "b1")
    assert offered(game) == {"c1"}
    give_card(game, 1, "desert")
    finish_turn(game)
    give_card(game, 0, "grass")
    finish_turn(game)
    assert offered(game) == {"e1", "outpost"}


def test_r3_28_the_card_is_discarded_and_a_new_one_drawn() -> None:
    """At the end of the turn the player discards the card and draws one."""
    game = begin_turn("G G G G D D D", "grass", draw=["desert", "canyon"], discard=["forest"])
    build(game, 3)
    play(game, "end_turn")
    assert names(game.players[0].hand) == ["desert"]
    assert names(game.deck.discard) == ["forest", "grass"]
    assert names(game.deck.draw) == ["canyon"]


def test_r3_28_a_replacement_is_discarded_but_not_the_removed_card() -> None:
    """Of an exhausted card and its replacement only the replacement goes to the discard pile."""
    game = begin_turn("G0 W C C C C", "grass", draw=["canyon", "desert"])
    give_card(game, 1, "canyon")
    finish_turn(game)
    assert names(game.deck.discard) == ["canyon"]
    assert names(game.deck.removed) == ["grass"]
    assert names(game.players[0].hand) == ["desert"]


CROSSROADS = """
    G    G    G    G    crossroads  W   D   D   D   D
"""


def test_r3_28_r4_16_r5_16_the_extra_card_is_drawn_in_the_turn_the_tile_is_taken() -> None:
    """The owner of the crossroads tile draws two cards at the end of each turn, also in the turn of taking the tile."""
    game = table(CROSSROADS, pad="C", terrain="grass")
    play(game, "b1", "c1", "d1")
    assert tile_names(game) == ["crossroads"]
    play(game, "end_turn")
    assert len(game.players[0].hand) == 2
    give_card(game, 0, "grass", "desert")
    finish_turn(game)
    play(game, "desert")
    finish_turn(game)
    assert len(game.players[0].hand) == 2
    assert {"grass", "desert"} <= {*names(game.deck.discard)}


def test_r3_28_r4_22_r8_54_extra_cards_are_kept_when_the_crossroads_is_lost() -> None:
    """A player who loses the tile still chooses among the cards drawn for it, and draws one card at the end."""
    game = table(
        "G G0 crossroads W D1 D D D D W C C C C",
        terrain="desert",
        to_play=1,
        nomads={1: ["sword"]},
        tiles={0: ["crossroads@c1"]},
    )
    give_card(game, 0, "grass", "canyon")
    play(game, "sword", "b1")
    assert tile_names(game) == []
    finish_turn(game)
    assert options(game) == {"grass", "canyon"}
    play(game, "canyon")
    finish_turn(game)
    assert len(game.players[0].hand) == 1
    assert {"grass", "canyon"} <= {*names(game.deck.discard)}


def test_r3_28_no_extra_card_for_a_crossroads_lost_in_the_own_turn() -> None:
    """Whether an extra card is drawn is decided at the end of the turn."""
    game = table(
        "crossroads G0 W G W paddock G0 G G G G G", terrain="grass", tiles={0: ["crossroads@a1", "paddock@f1"]}
    )
    play(game, "paddock", "b1", "d1")
    finish_turn(game)
    assert len(game.players[0].hand) == 1


def test_r3_29_the_discard_pile_becomes_the_draw_pile() -> None:
    """When the draw pile is empty the discard pile, with the card just played, is shuffled into a new draw pile."""
    game = table("G G G G G", terrain="grass")
    set_deck(game, discard=["desert", "forest"])
    build(game, 3)
    play(game, "end_turn")
    assert names((*game.players[0].hand, *game.deck.draw)) == ["desert", "forest", "grass"]
    assert len(game.players[0].hand) == 1
    assert game.deck.discard == ()


def test_r3_29_r3_3_without_any_card_the_mandatory_action_is_skipped() -> None:
    """If both piles are empty no card is drawn, and a player without a card may end the turn at once."""
    game = table("oracle G0 G G G G", pad="D", tiles={0: ["oracle@a1"]})
    set_deck(game)
    give_card(game, 1, "desert")
    for _ in range(2):
        assert offered(game) == {"end_turn"}
        play(game, "end_turn")
        assert game.players[0].hand == ()
        finish_turn(game)


# R2.26: the variant with two terrain cards

TWO = "G G G G W D D D D W C C C C"


def test_r2_26_two_cards_the_hand_is_refilled_to_two_and_only_the_played_card_is_discarded() -> None:
    """The card that was not played stays in hand beside the new one."""
    game = begin_turn(TWO, "grass", "desert", two_cards=True, draw=["canyon", "forest"])
    assert options(game) == {"grass", "desert"}
    build(play(game, "grass"), 3)
    play(game, "end_turn")
    assert names(game.players[0].hand) == ["canyon", "desert"]
    assert names(game.deck.discard) == ["grass"]


def test_r2_26_two_cards_the_other_card_stays_hidden() -> None:
    """No other player knows which card was kept."""
    one, other = (begin_turn(TWO, "grass", kept, two_cards=True, draw=["canyon"]) for kept in ("desert", "canyon"))
    for game in (one, other):
        build(play(game, "grass"), 3)
        play(game, "end_turn")
    give_card(one, 1, "grass", "grass")
    give_card(other, 1, "grass", "grass")
    assert names(one.players[0].hand) != names(other.players[0].hand)
    assert one.view(1) == other.view(1)


def test_r2_26_two_cards_a_replacement_is_discarded_too() -> None:
    """An exhausted card is removed; its replacement is the played card and goes to the discard pile."""
    game = begin_turn("G0 G W C C C W D D D", "grass", "desert", two_cards=True, draw=["canyon", "forest"])
    build(play(game, "grass", "b1"), 2)
    play(game, "end_turn")
    assert names(game.deck.removed) == ["grass"]
    assert names(game.deck.discard) == ["canyon"]
    assert names(game.players[0].hand) == ["desert", "forest"]


def test_r2_26_r3_12_two_cards_nothing_is_discarded_in_a_turn_without_a_played_card() -> None:
    """A player who needs no terrain keeps both cards."""
    game = begin_turn(TWO, "grass", "desert", two_cards=True, supply={0: 0})
    assert offered(game) == {"end_turn"}
    play(game, "end_turn")
    assert names(game.players[0].hand) == ["desert", "grass"]


def test_r2_26_two_cards_and_the_crossroads_make_a_hand_of_three() -> None:
    """With the crossroads tile the hand is one card larger; still only the played card is discarded."""
    game = begin_turn(
        "crossroads G0 G G G W D D D D",
        "grass",
        "desert",
        two_cards=True,
        draw=["canyon", "forest"],
        tiles={0: ["crossroads@a1"]},
    )
    build(play(game, "grass"), 3)
    play(game, "end_turn")
    assert names(game.players[0].hand) == ["canyon", "desert", "forest"]
    assert names(game.deck.discard) == ["grass"]
