"""The nomad tiles (docs/rules.md section 6)."""

import pytest

from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.game import Game
from tests.drawing import give_card, gold, hexes, nomad_names, offered, options, play, table, tile_names
from tests.sets.base.test_tiles import between_actions, build_all, finish, owner_of, pass_turn, plain

USABLE = ["donation:grass", "resettlement", "outpost", "sword"]


# Lifetime


@pytest.mark.parametrize("tile", USABLE)
def test_r6_1_r8_24_a_nomad_tile_is_usable_in_the_next_own_turn_only(tile: str) -> None:
    """It is offered neither in the turn in which it is taken nor in a foreign turn, but in the next own turn."""
    game = table(plain(b2=f"N:{tile}", k10="G1"), terrain="grass")
    play(game, "b1")
    assert nomad_names(game) == [tile]
    assert options(game) == set()
    assert options(build_all(game)) == {"end_turn"}
    play(game, "end_turn")
    assert tile not in options(game)
    pass_turn(game)
    assert tile in options(game)
    build_all(game)
    assert (tile in options(game)) == (tile != "outpost")
    play(game, "end_turn")
    assert nomad_names(game) == []
    assert tile not in options(pass_turn(game))


@pytest.mark.parametrize("tile", sorted({*USABLE} - {"outpost"}))
def test_r6_1_r3_15_a_nomad_tile_is_used_before_or_after_the_mandatory_action_never_during_it(tile: str) -> None:
    """It is offered before the first and after the last settlement of the mandatory action, not in between."""
    game = table(plain(e5="G0", k10="G1"), terrain="grass", nomads={0: [tile]})
    assert options(game) == {tile}
    for _ in range(2):
        game.play(game.legal_answers()[0])
        assert options(game) == set()
    game.play(game.legal_answers()[0])
    assert options(game) == {tile, "end_turn"}


@pytest.mark.parametrize("tile", sorted({*USABLE} - {"outpost"}))
def test_r6_1_each_nomad_tile_is_used_once(tile: str) -> None:
    """A used tile leaves the game at once; a second one of its kind can be used as well."""
    game = table(plain(e5="G0", k10="G1", k12="G1"), terrain="grass", nomads={0: [tile, tile]})
    for left in (1, 0):
        finish(play(game, tile))
        assert nomad_names(game) == [tile] * left
        assert (tile in options(game)) == (left > 0)


@pytest.mark.parametrize(
    ("answers", "drawn"),
    [
        (["f5"], {"f5": "G"}),
        (["barn", "b1", "f5"], {"a1": "barn", "f5": "G"}),
        (["harbor", "b1", "f5"], {"a1": "harbor", "f5": "W", "t20": "G"}),
        (["paddock", "b1", "d1"], {"a1": "paddock", "d1": "G", "e1": "N:sword"}),
        (["caravan", "b1", "d1"], {"a1": "caravan", "c1": "G", "d1": "G", "e1": "N:sword"}),
        (["resettlement", "b1", "c1"], {"c1": "G", "d1": "N:sword"}),
    ],
)
def test_r6_1_r8_56_r4_13_a_nomad_tile_is_taken_by_building_and_by_moving(
    answers: list[str], drawn: dict[str, str]
) -> None:
    """A player who comes next to a nomad space with a tile takes it, by a build or by a move."""
    drawn = {"b1": "M0", "e5": "N:sword"} | drawn
    tiles = [f"{drawn['a1']}@a1"] if "a1" in drawn else []
    game = table(plain("M", **drawn), terrain="grass", tiles={0: tiles}, nomads={0: ["resettlement"]})
    play(game, *answers)
    assert nomad_names(game).count("sword") == 1


def test_r6_1_r4_13_an_empty_nomad_hex_gives_nothing() -> None:
    """A nomad space has one tile: later neighbours of the same player or another get nothing."""
    game = table(
        """
        G    N:sword G   G
          D    D    D
        """,
        terrain="grass",
    )
    give_card(game, 1, "desert")
    play(game, "a1", "c1", "d1")
    assert nomad_names(game) == ["sword"]
    play(game, "end_turn", "a2", "b2", "c2")
    assert nomad_names(game, 1) == []


def test_r6_1_r4_22_a_nomad_tile_is_kept_when_the_pieces_leave_its_hex() -> None:
    """Unlike a location tile a nomad tile is not lost by moving away."""
    game = resettlement("N:sword G G0 G")
    assert nomad_names(play(game, "resettlement", "c1", "b1")) == ["sword"]
    assert nomad_names(play(game, "b1", "c1", "c1", "d1")) == ["sword"]


# Donation

DONATIONS = [
    ("grass", "G"),
    ("canyon", "C"),
    ("desert", "D"),
    ("flower", "F"),
    ("forest", "T"),
    ("water", "W"),
    ("mountain", "M"),
]


def donation(terrain: str, drawing: str, supply: int = 20) -> Game:
    """Give the player to move a donation, with `X` for its terrain in the drawing and land without cards around."""
    letter = dict(DONATIONS)[terrain]
    rest = "G G G" if terrain != "grass" else "D D D"
    return table(
        f"{drawing.replace('X', letter)}\nS S S\n{rest}",
        pad="S",
        terrain="grass" if terrain != "grass" else "desert",
        supply={0: supply},
        nomads={0: [f"donation:{terrain}"]},
    )


@pytest.mark.parametrize("terrain", dict(DONATIONS))
def test_r6_2_r8_41_r8_55_donation_builds_three_each_adjacent_if_possible(terrain: str) -> None:
    """Three settlements are built on the tile's terrain, water and mountain included, each adjacent if possible."""
    game = play(donation(terrain, "A0 X X X X W M X1"), f"donation:{terrain}")
    before = game.terrain
    for target in ("b1", "c1", "d1"):
        assert offered(game) == {target}
        play(game, target)
    assert between_actions(game)
    assert format_hexes(game.players[0].settlements) == "a1 b1 c1 d1"
    assert game.players[0].supply == 17
    assert game.terrain == before


@pytest.mark.parametrize("terrain", dict(DONATIONS))
def test_r6_2_r8_41_donation_is_free_where_nothing_is_adjacent(terrain: str) -> None:
    """Without a target next to an own piece any free hex of the terrain is a target, for each settlement."""
    game = play(donation(terrain, "A0 S X S X X X1 X"), f"donation:{terrain}")
    assert offered(game) == {"c1", "e1", "f1", "h1"}
    assert offered(play(game, "e1")) == {"f1"}
    assert offered(play(game, "f1")) == {"c1", "h1"}


@pytest.mark.parametrize("supply", [1, 2])
def test_r6_2_donation_builds_fewer_when_the_supply_runs_out(supply: int) -> None:
    """With a supply of one or two that many are built; the mandatory action then has nothing left."""
    game = play(donation("flower", "A0 X X X X", supply), "donation:flower", *["b1", "c1"][:supply])
    assert between_actions(game)
    assert game.players[0].supply == 0
    assert offered(game) == {"end_turn"}


@pytest.mark.parametrize("drawing", ["A0 X X", "A0 X S X", "A0 X X1 X", "A0 S X Gw1 X X X"])
def test_r6_2_donation_builds_fewer_when_the_hexes_run_out(drawing: str) -> None:
    """As many as there are free hexes are built, and until then building goes on without a choice to stop."""
    game = play(donation("flower", drawing), "donation:flower")
    while not between_actions(game):
        assert options(game) == set()
        game.play(game.legal_answers()[0])
    assert game.players[0].supply == 18


@pytest.mark.parametrize("terrain", dict(DONATIONS))
def test_r6_2_r4_9_donation_needs_supply_and_a_free_hex(terrain: str) -> None:
    """A donation is offered if there is a settlement to build and a free hex of its terrain, and not otherwise."""
    tile = f"donation:{terrain}"
    assert tile in options(donation(terrain, "A0 S X S", supply=1))
    assert tile not in options(donation(terrain, "A0 S X S", supply=0))
    for taken in ("S", "X1", "X0", "K"):
        assert tile not in options(donation(terrain, f"A0 S {taken} S"))


def test_r6_2_r9_18_donation_after_the_mandatory_action() -> None:
    """With a donation of flower three more settlements on flower follow the mandatory action."""
    game = table("F0 F F F F F F F", terrain="flower", nomads={0: ["donation:flower"]})
    play(game, "b1", "c1", "d1", "donation:flower", "e1", "f1", "g1")
    assert game.players[0].supply == 33
    assert offered(game) == {"end_turn"}


# Resettlement


def resettlement(drawing: str, pad: str = "W") -> Game:
    """Give the player to move a resettlement tile and a desert card, which has no effect."""
    return table(drawing, pad=pad, terrain="desert", nomads={0: ["resettlement"]})


def test_r6_3_resettlement_moves_up_to_four_steps() -> None:
    """One piece may take all four steps; after each of them the player may stop, but not before the first."""
    game = play(resettlement("G0 G G G G G"), "resettlement")
    assert offered(game) == {"a1"}
    assert offered(play(game, "a1")) == {"b1"}
    assert offered(play(game, "b1")) == {"b1", "stop"}
    stopped = play(game.copy(), "stop")
    assert between_actions(stopped)
    assert format_hexes(stopped.players[0].pieces) == "b1"
    play(game, "b1", "c1", "c1", "d1")
    assert offered(game) == {"d1", "stop"}
    play(game, "d1", "e1")
    assert between_actions(game)
    assert format_hexes(game.players[0].pieces) == "e1"
    assert game.players[0].supply == 39


def test_r6_3_resettlement_is_shared_among_up_to_four_pieces() -> None:
    """Four pieces may take one step each, in any order, and a fifth stays."""
    game = play(resettlement("G0 G W G0 G W G0 G W G0 G W G0 G"), "resettlement")
    for start, end in (("g1", "h1"), ("a1", "b1"), ("j1", "k1"), ("d1", "e1")):
        play(game, start, end)
    assert between_actions(game)
    assert format_hexes(game.players[0].pieces) == "b1 e1 h1 k1 m1"


def test_r6_3_r9_16_three_steps_to_a_nomad_hex_and_one_to_a_location() -> None:
    """One piece walks three steps and takes a nomad tile, another one step and takes a location tile."""
    game = resettlement("G0 G G G N:sword W G0 G farm")
    play(game, "resettlement", "a1", "b1", "b1", "c1", "c1", "d1", "g1", "h1")
    assert nomad_names(game) == ["sword"]
    assert tile_names(game) == ["farm"]
    assert between_actions(game)


@pytest.mark.parametrize(
    "way", ["W G", "M G", "K G", "N G", "P G", "O G", "farm G", "G0 W", "G1 G", "Gv1 G", "G= G", "G Gw1", "G Gw0"]
)
def test_r6_3_r8_39_every_hex_entered_must_be_free_land(way: str) -> None:
    """Water, mountain, special hexes, pieces, walls and hexes next to a warrior are neither entered nor passed."""
    game = resettlement(f"G0 {way} W")
    assert "resettlement" not in options(game) or "a1" not in hexes(play(game, "resettlement"))


@pytest.mark.parametrize("terrain", "GCDFTSA")
def test_r6_3_resettlement_steps_on_any_land(terrain: str) -> None:
    """All land is allowed, whatever card is played."""
    assert hexes(play(resettlement(f"G0 {terrain}"), "resettlement", "a1")) == {"b1"}


@pytest.mark.parametrize(
    ("start", "steps"),
    [("a1", {"b1", "a2"}), ("t20", {"s20", "t19"}), ("j10", {"i10", "k10", "j9", "k9", "j11", "k11"})],
)
def test_r6_3_r0_13_resettlement_at_borders(start: str, steps: set[str]) -> None:
    """The border of the board ends the move; borders between sections and the nearness of own pieces do not matter."""
    assert hexes(play(resettlement(plain(l10="G0", **{start: "G0"})), "resettlement", start)) == steps


@pytest.mark.parametrize("word", ["G0", "Gw0", "Gv0"])
def test_r6_3_r8_16_resettlement_moves_settlements_warriors_and_wagons(word: str) -> None:
    """A settlement, a warrior or a wagon walks, far from all other pieces too, and stays what it is."""
    game = play(resettlement(f"{word} G G W G0"), "resettlement", "a1", "b1", "b1", "c1", "stop")
    assert format_hexes(game.players[0].pieces) == "c1 e1"
    assert format_hexes(game.players[0].hexes_of("warrior")) == ("c1" if word == "Gw0" else "")
    assert format_hexes(game.players[0].hexes_of("wagon")) == ("c1" if word == "Gv0" else "")


@pytest.mark.parametrize("drawing", ["Ws0 W G", "W G0 W", "G1 G G"])
def test_r6_3_r4_9_resettlement_is_not_offered_without_a_step(drawing: str) -> None:
    """A ship, an enclosed piece or a foreign one gives no step."""
    assert "resettlement" not in options(resettlement(drawing))


def test_r6_3_city_halls_are_not_resettled() -> None:
    """A player who has nothing but a city hall cannot resettle."""
    assert "resettlement" not in options(resettlement(plain(e5="Gc0")))


def test_r6_3_resettlement_ends_when_no_step_is_left() -> None:
    """If no piece can step any more the action is over before the fourth step."""
    game = play(resettlement("W Gw1 G0 G W"), "resettlement", "c1", "d1")
    assert between_actions(game)


def test_r6_3_r8_39_tiles_are_gained_and_lost_step_by_step() -> None:
    """Every step is a complete move: a location tile is taken, lost, and not taken again when the piece returns."""
    game = resettlement(
        """
        G0   G    G    G
          W    farm W    W
        """
    )
    play(game, "resettlement", "a1")
    for step, tiles in (("b1", ["farm"]), ("c1", ["farm"]), ("d1", []), ("c1", [])):
        assert tile_names(play(game, step)) == tiles
        if not between_actions(game):
            play(game, step)


def test_r6_3_r3_12_resettlement_needs_no_supply() -> None:
    """It is offered with an empty supply."""
    game = table("G0 G", terrain="grass", supply={0: 0}, nomads={0: ["resettlement"]})
    assert options(game) == {"resettlement", "end_turn"}


# Outpost

OUTPOST = {0: ["outpost"]}


def test_r6_4_r8_55_outpost_waives_adjacency_once_in_the_mandatory_action() -> None:
    """Declared for one settlement it opens all free hexes of the card's terrain; the next one is bound again."""
    game = table("G0 G G W G G1 G= D K Gv1 S G Gw1", terrain="grass", nomads=OUTPOST)
    assert offered(game) == {"b1", "outpost"}
    assert offered(play(game, "outpost")) == {"b1", "c1", "e1"}
    assert nomad_names(game) == []
    assert offered(play(game, "e1")) == {"b1"}
    assert game.players[0].supply == 38


@pytest.mark.parametrize("first", [["outpost", "d1"], ["b1", "outpost", "e1"], ["b1", "c1", "outpost", "f1"]])
def test_r6_4_outpost_is_declared_when_a_settlement_is_placed(first: list[str]) -> None:
    """It can be declared for the first, the second or the third settlement of the mandatory action."""
    game = play(table("G0 G G G G G", terrain="grass", nomads=OUTPOST), *first)
    assert nomad_names(game) == []
    build_all(game)
    assert game.players[0].supply == 36


def test_r6_4_r9_17_the_third_settlement_reaches_a_distant_nomad_hex() -> None:
    """Two settlements adjacent as required, the third with the outpost next to a nomad space on the same terrain."""
    game = play(table("G0 G G G W G N:sword", terrain="grass", nomads=OUTPOST), "b1", "c1")
    assert offered(game) == {"d1", "outpost"}
    play(game, "outpost", "f1")
    assert nomad_names(game) == ["sword"]
    assert options(game) == {"end_turn"}


@pytest.mark.parametrize("drawing", ["G0 G W", "D0 W G G", "G G G", "G0 G W G= G1"])
def test_r6_4_outpost_is_offered_only_where_it_widens_the_choice(drawing: str) -> None:
    """Where all free hexes of the terrain can be chosen anyway there is nothing to waive, nor in an extra action."""
    game = table(f"{drawing}\nK\nfarm", terrain="grass", tiles={0: ["farm@a3"]}, nomads=OUTPOST)
    assert options(game) == {"farm"}
    assert options(play(game, "farm")) == set()


def test_r6_4_outpost_is_no_longer_offered_when_one_hex_is_left() -> None:
    """Inside the mandatory action too it is offered only as long as it widens the choice."""
    game = table("G0 G G", terrain="grass", nomads=OUTPOST)
    assert options(game) == {"outpost"}
    assert offered(play(game, "b1")) == {"c1"}


@pytest.mark.parametrize(
    ("action", "letter"),
    [
        ("oracle", "G"),
        ("farm", "G"),
        ("oasis", "D"),
        ("tower", "S"),
        ("garden", "F"),
        ("foresters_lodge", "T"),
        ("monastery", "C"),
        ("donation:water", "W"),
        ("donation:forest", "T"),
    ],
)
def test_r6_4_r8_27_outpost_in_extra_actions_with_adjacency_if_possible(action: str, letter: str) -> None:
    """A settlement of such an action may go to any hex that fulfils the action's terrain and other conditions."""
    tile = action if ":" not in action else "paddock"
    game = table(
        f"""
        {tile} A0  {letter} {letter} M {letter}
          M    M   M  M   A
        M    M    {"M" if action == "tower" else letter}  M
        """,
        pad="M",
        terrain="grass",
        tiles={0: [f"{tile}@a1"]},
        nomads={0: ["outpost", "donation:water", "donation:forest"]},
    )
    everything = {"c1", "d1", "f1"} | (set() if action == "tower" else {"c3"})
    assert offered(play(game, action)) == {"c1", "outpost"}
    assert offered(play(game, "outpost")) == everything
    play(game, "f1")
    assert format_hexes(game.players[0].pieces) == "b1 f1"
    assert "outpost" not in offered(game)


def test_r6_4_outpost_serves_one_settlement_of_a_donation() -> None:
    """In a donation the outpost is for one of the three settlements, the others are adjacent if possible."""
    game = table("F0 F F W F F W F G", terrain="grass", nomads={0: ["outpost", "donation:flower"]})
    assert offered(play(game, "donation:flower", "b1")) == {"c1", "outpost"}
    assert offered(play(game, "outpost")) == {"c1", "e1", "f1", "h1"}
    assert offered(play(game, "f1")) == {"c1", "e1"}


def test_r6_4_two_outposts_serve_two_settlements() -> None:
    """Each outpost is used once, so two of them serve two settlements of one turn."""
    game = table("G0 G W G W G W G", terrain="grass", nomads={0: ["outpost", "outpost"]})
    play(game, "outpost", "d1")
    assert offered(game) == {"b1", "outpost"}
    play(game, "outpost", "h1")
    assert offered(game) == {"b1"}


NEVER_WITH_OUTPOST = [
    "tavern",
    "village",
    "barn",
    "harbor",
    "paddock",
    "caravan",
    "quarry",
    "lighthouse",
    "barracks",
    "city_hall",
    "wagon",
    "resettlement",
    "sword",
]


@pytest.mark.parametrize("action", NEVER_WITH_OUTPOST)
def test_r6_4_r8_27_no_outpost_for_tavern_village_moves_meeples_and_walls(action: str) -> None:
    """Conditions of other kinds are not waived: the outpost is not offered inside these actions, and is kept."""
    tile = action if action not in USABLE else "farm"
    game = play(owner_of(tile, nomads=["outpost", "resettlement", "sword"]), action)
    while not between_actions(game):
        assert "outpost" not in options(game)
        game.play(game.legal_answers()[0])
    assert "outpost" in nomad_names(game)


# Sword

SWORD = {0: ["sword"]}


def test_r6_5_sword_removes_one_piece_of_each_other_player_in_any_order() -> None:
    """One piece of every other player is chosen, in any order; it is mandatory, and own pieces are not offered."""
    game = table("G0 G1 G1 G2 G2 G3 G", players=4, terrain="grass", nomads=SWORD)
    assert offered(play(game, "sword")) == {"b1", "c1", "d1", "e1", "f1"}
    assert offered(play(game, "e1")) == {"b1", "c1", "f1"}
    assert offered(play(game, "b1")) == {"f1"}
    play(game, "f1")
    assert between_actions(game)
    assert [format_hexes(seat.pieces) for seat in game.players] == ["a1", "c1", "d1", ""]
    assert [seat.supply for seat in game.players] == [39, 39, 39, 40]


@pytest.mark.parametrize(
    ("word", "kind", "tile"),
    [("Gw1", "warrior", "barracks"), ("Ws1", "ship", "lighthouse"), ("Gv1", "wagon", "wagon")],
)
def test_r6_5_r4_25_a_meeple_returns_to_its_owners_hand(word: str, kind: str, tile: str) -> None:
    """A removed meeple leaves the board and does not touch the supply; its owner can place it again."""
    game = table(f"G0 W {word} W G1 {tile} W G G G G", terrain="grass", tiles={1: [f"{tile}@f1"]}, nomads=SWORD)
    assert hexes(play(game, "sword")) == {"c1", "e1"}
    play(game, "c1")
    assert game.players[1].hexes_of(kind) == 0
    assert format_hexes(game.players[1].pieces) == "e1"
    assert game.players[1].supply == 39
    assert "take_back" not in options(play(pass_turn(game), tile))
    game.play(game.legal_answers()[0])
    assert game.players[1].hexes_of(kind).bit_count() == 1


def test_r6_5_removing_a_warrior_lifts_its_block() -> None:
    """The hexes around a removed warrior are free at once."""
    game = table("G0 G Gw1 G W G", terrain="grass", nomads=SWORD)
    assert hexes(game) == {"f1"}
    assert hexes(play(game, "sword", "c1")) == {"b1"}


def test_r6_5_a_city_hall_is_never_removed_and_players_without_a_piece_are_skipped() -> None:
    """City hall hexes are not offered; players without another piece are skipped."""
    game = table(plain(e5="Gc1", k10="G2", k12="G1", a20="G0"), players=4, terrain="grass", nomads=SWORD)
    assert hexes(play(game, "sword")) == {"k10", "k12"}
    game = table(plain(e5="Gc1", k10="G2", a20="G0"), players=4, terrain="grass", nomads=SWORD)
    assert hexes(play(game, "sword")) == {"k10"}
    assert between_actions(play(game, "k10"))
    assert game.players[1].pieces.bit_count() == 7


@pytest.mark.parametrize("drawing", [plain(a20="G0"), plain(e5="Gc1", a20="G0")], ids=["nobody", "city hall"])
def test_r6_5_r4_9_sword_is_not_offered_without_a_victim(drawing: str) -> None:
    """With nothing to remove the sword cannot be used."""
    assert "sword" not in options(table(drawing, terrain="grass", nomads=SWORD))


def test_r6_5_r8_38_r9_63_r4_18_victims_lose_tiles() -> None:
    """A player who loses the last piece next to a location loses its tile; with another piece it is kept."""
    drawing = """
        G1   farm G2   W    W
          W    G2   W    W    G
    """
    game = table(drawing, players=3, terrain="grass", tiles={1: ["farm@b1"], 2: ["farm@b1"]}, nomads=SWORD)
    play(game, "sword", "a1", "c1")
    assert tile_names(game, 1) == []
    assert tile_names(game, 2) == ["farm"]
    assert tile_names(play(game, "a1")) == []


def test_r6_5_r8_37_r3_33_sword_does_not_cancel_the_end_of_the_game() -> None:
    """A settlement given back to a player whose supply is empty does not undo the trigger."""
    game = table("G0 G G G G G1 G1", terrain="grass", supply={1: 0}, nomads=SWORD)
    assert game.end_triggered
    play(game, "sword", "f1")
    assert game.players[1].supply == 1
    assert game.end_triggered
    pass_turn(game)
    assert not game.over
    pass_turn(game)
    assert game.over


# Treasure


def test_r6_6_treasure_gives_three_gold_at_once() -> None:
    """On taking it the player has 3 gold more and no tile; nobody gets it again."""
    game = table(
        """
        G    N:treasure G  G
          D    D    D
        """,
        terrain="grass",
        gold={0: 4},
    )
    give_card(game, 1, "desert")
    play(game, "a1")
    assert game.players[0].gold == 7
    assert nomad_names(game) == []
    play(game, "c1", "d1")
    assert gold(game)["in_game"] == 7
    play(game, "end_turn", "a2", "b2", "c2")
    assert gold(game, 1)["in_game"] == 0


def test_r6_6_r8_56_treasure_by_moving() -> None:
    """A step next to the hex takes the treasure on the way."""
    game = resettlement("G0 G N:treasure")
    play(game, "resettlement", "a1", "b1")
    assert game.players[0].gold == 3
