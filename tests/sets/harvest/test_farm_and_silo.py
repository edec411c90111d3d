"""The farm action and the silo phase of Harvest (docs/rules.md R5.40, R3.35 to R3.39)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kingdom_builder import IllegalAnswer
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.game import Game, new_game
from kingdom_builder.sets.slots import HARVEST
from tests.drawing import give_card, hexes, nomad_names, offered, options, play, table, tile_names
from tests.engine.test_turn import begin_turn
from tests.sets.base.test_cards import earned
from tests.sets.base.test_tiles import between_actions, build_all, pass_turn, plain

# The farm action


def test_r5_40_r3_16_builds_one_settlement_on_adjacent_farmland() -> None:
    """Without a tile, one settlement goes to farmland next to an own piece; it must be adjacent."""
    game = table("G0 A A W A W A1 A= Aw1 A\n A G1 A G G G", terrain="grass")
    assert options(game) == {"farm_action"}
    assert offered(play(game, "farm_action")) == {"b1", "a2"}
    play(game, "b1")
    assert format_hexes(game.players[0].settlements) == "a1 b1"
    assert game.players[0].supply == 38
    assert between_actions(game)


def test_r5_40_r3_16_the_farm_action_is_used_once_per_own_turn() -> None:
    """It is offered once in each own turn, and to every player."""
    game = table("G0 A A A A A W A A A1\n G G G G G G G G G G\nG G G G G G G G G", terrain="grass", pad="D")
    give_card(game, 1, "grass")
    play(game, "farm_action", "b1")
    assert options(game) == set()
    build_all(game)
    assert options(game) == {"end_turn"}
    play(game, "end_turn")
    assert options(game) == {"farm_action"}
    give_card(game, 0, "grass")
    pass_turn(game)
    assert options(game) == {"farm_action"}


def test_r5_40_r8_23_r3_16_before_or_after_the_mandatory_action_never_inside() -> None:
    """The farm action is offered before the first and after the last settlement of the mandatory action."""
    game = table("A G0 G G G G", terrain="grass")
    assert options(game) == {"farm_action"}
    play(game, "c1")
    assert options(game) == set()
    play(game, "d1")
    assert options(game) == set()
    play(game, "e1")
    assert options(game) == {"farm_action", "end_turn"}
    assert options(play(game, "farm_action", "a1")) == {"end_turn"}


def test_r5_40_r9_32_the_mandatory_action_goes_on_from_the_farmland() -> None:
    """A settlement on farmland supports the mandatory action that follows."""
    drawing = "W0 A G G G W G G"
    assert hexes(table(drawing, terrain="grass")) == {"c1", "d1", "e1", "g1", "h1"}
    game = play(table(drawing, terrain="grass"), "farm_action", "b1")
    assert hexes(game) == {"c1"}
    play(game, "c1", "d1", "e1")
    assert format_hexes(game.players[0].pieces) == "a1 b1 c1 d1 e1"


@pytest.mark.parametrize("own", ["", "W0 W A", "W0 A1", "W0 A=", "W0 K A", "W1 A", "W0 A Gw1", "W0 A Gw0"])
def test_r5_40_r4_5_r4_9_not_offered_without_free_adjacent_farmland(own: str) -> None:
    """Farmland that touches no own piece, or is not free, cannot be built on: adjacency is required."""
    game = table(f"{own} {'W ' * 12} G G G A", terrain="grass")
    assert options(game) == set()


def test_r5_40_r0_5_any_own_piece_supports_it() -> None:
    """Meeples and the city hall support the farm action as settlements do, a warrior only blocks."""
    for word, targets in (("Gv0", {"a1"}), ("Ws0", {"a1"}), ("M0", {"a1"})):
        game = table(f"A {word} W W G G G G", terrain="grass")
        assert offered(play(game, "farm_action")) == targets
    game = table(plain("G", e5="Gc0", g5="A", i5="A"), terrain="grass")
    assert offered(play(game, "farm_action")) == {"g5"}


def test_r5_40_needs_a_settlement_in_supply() -> None:
    """With an empty supply there is no farm action, and the last settlement may be spent on it."""
    assert options(table("G0 A G G", terrain="grass", supply={0: 0})) == {"end_turn"}
    game = play(table("G0 A G G", terrain="grass", supply={0: 1}), "farm_action", "b1")
    assert (game.players[0].supply, game.end_triggered) == (0, True)
    assert offered(game) == {"end_turn"}


def test_r5_40_there_is_none_on_a_board_without_farmland() -> None:
    """The action exists where there is farmland."""
    assert options(table("G0 G G G", terrain="grass")) == set()


def test_r5_40_r6_4_no_outpost() -> None:
    """An outpost does not waive the adjacency that the farm action requires."""
    game = table("G0 A W A G G G", terrain="grass", nomads={0: ["outpost"]})
    assert offered(play(game, "farm_action")) == {"b1"}


def test_r5_40_r3_18_the_settlement_takes_tiles_and_pays() -> None:
    """It is a build with all that follows from one."""
    game = table("G0 A farm G G\n A1 N:sword", terrain="grass", cards=["ambassadors"], pad="D")
    play(game, "farm_action", "b1")
    assert (tile_names(game), nomad_names(game)) == (["farm"], ["sword"])
    assert game.players[0].gold == 1


def test_r5_40_farmland_has_no_terrain_card_but_is_land() -> None:
    """No card plays farmland; tiles that build on or move to any land reach it."""
    game = table("A0 A A G G G\nA", terrain="grass")
    assert hexes(game) == {"d1", "e1", "f1"}
    game = table("paddock W0 W A G G G", terrain="grass", tiles={0: ["paddock@a1"]})
    assert hexes(play(game, "paddock", "b1")) == {"d1"}
    game = table("tower W0 A G G G", terrain="grass", tiles={0: ["tower@a1"]})
    assert hexes(play(game, "tower")) == {"c1"}
    game = table("tavern W0 W0 W0 A G G G", terrain="grass", tiles={0: ["tavern@a1"]})
    assert hexes(play(game, "tavern")) == {"e1"}


def test_r5_40_r3_5_the_farm_action_does_not_fix_the_card() -> None:
    """With several cards in hand it may be used before one is chosen."""
    game = begin_turn("G0 A G G W D D", "grass", "desert")
    assert offered(game) == {"grass", "desert", "farm_action"}
    assert offered(play(game, "farm_action", "b1")) == {"grass", "desert"}


# The silo phase


def silo_phase(drawing: str, *, players: int = 2, **fields: Any) -> Game:
    """Draw a board on which nobody builds in a whole round, so that the game ends; return it after the last turn."""
    game = table(drawing, players=players, **fields)
    for seat in range(players):
        give_card(game, seat)
    return play(game, *["end_turn"] * players)


def asked_for(game: Game) -> str | None:
    """Return the action that the question is about, None if there is no question."""
    return None if game.question is None else game.question.action


def asked_in_turn(game: Game) -> list[int]:
    """Pass all silos and return who was asked."""
    seats = []
    while game.to_play is not None:
        seats.append(game.to_play)
        play(game, "pass")
    return seats


def test_r3_35_r3_32_the_silo_phase_follows_the_last_round() -> None:
    """The trigger does not start it: the round is completed with whole turns, then the silos follow, then the end."""
    game = table("O G0 G G G W D1 D D D D\n T T T", terrain="grass", supply={0: 3}, pad="W")
    give_card(game, 1, "desert")
    play(game, "c1", "d1", "e1", "end_turn")
    assert (game.end_triggered, game.to_play, game.over, asked_for(game)) == (True, 1, False, "turn")
    play(game, "h1", "i1", "j1", "end_turn")
    assert (game.to_play, game.over, asked_for(game)) == (0, False, "silo")
    play(game, "pass")
    assert (game.to_play, game.over, asked_for(game)) == (None, True, None)
    assert game.legal_answers() == []
    with pytest.raises(IllegalAnswer, match="the game is over"):
        play(game, "pass")


def test_r3_35_r3_34_the_silo_phase_follows_a_round_without_building_too() -> None:
    """The game that ends because nobody could build has its silo phase as well."""
    game = silo_phase("O G0 G G")
    assert (game.end_triggered, game.over, game.to_play) == (False, False, 0)
    assert offered(game) == {"c1", "pass"}


@pytest.mark.parametrize("drawing", ["O W G0 G", "K G0 G", "O", "O W W0", "W"])
def test_r3_35_without_a_piece_next_to_a_silo_the_game_is_over(drawing: str) -> None:
    """Nobody next to a silo, or none on the board: the game ends with the last turn."""
    game = silo_phase(drawing)
    assert (game.over, game.to_play) == (True, None)


@pytest.mark.parametrize("word", ["G0", "W0", "M0", "Gv0", "Ws0", "Gw0"])
def test_r3_35_r0_5_any_piece_next_to_a_silo_counts(word: str) -> None:
    """Settlements and meeples entitle their owner alike."""
    assert asked_in_turn(silo_phase(f"O {word} W G1 G")) == [0]


def test_r3_35_r0_5_a_city_hall_next_to_a_silo_counts() -> None:
    """A hex of a city hall is a piece: one silo is resolved, however many of its hexes touch it."""
    assert asked_in_turn(silo_phase(plain(e5="Gc0", g5="O", a20="G1"))) == [0]


def test_r3_35_each_silo_counts_once_however_many_pieces_touch_it() -> None:
    """Three pieces around a silo are one entitlement, one piece between two silos is two."""
    assert asked_in_turn(silo_phase("G0 O G0\n G0 G")) == [0]
    assert asked_in_turn(silo_phase("O G0 O G G")) == [0, 0]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_r3_36_in_turn_order_from_the_start_player(start: int) -> None:
    """The start player resolves first, then the others clockwise; a player who touches no silo is not asked."""
    drawing = "O G0 G W O G1 G W O G2 G W G3 G"
    order = [(start + i) % 4 for i in range(4) if (start + i) % 4 != 3]
    assert asked_in_turn(silo_phase(drawing, players=4, to_play=start)) == order


def test_r3_36_r8_25_each_player_resolves_all_own_silos_in_one_go() -> None:
    """A player who touches several silos resolves them one after the other before the next player."""
    assert asked_in_turn(silo_phase("O G0 O G0 O G1 O G1 G")) == [0, 0, 0, 1, 1]


def test_r3_36_a_silo_shared_by_two_players_serves_both() -> None:
    """Every player next to a silo has the use of it."""
    assert asked_in_turn(silo_phase("G0 O G1 G")) == [0, 1]


# Each silo: build up to three, or move up to three, or nothing


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_r3_36_r8_25_build_up_to_three(number: int) -> None:
    """A silo builds up to three settlements; the player may stop after each, and after the third it is over."""
    game = silo_phase("O G0 G G G G G")
    play(game, *["c1", "d1", "e1"][:number])
    if number < 3:
        assert options(game) == {"stop" if number else "pass"}
        play(game, "stop" if number else "pass")
    assert game.over
    assert game.players[0].supply == 39 - number
    assert game.players[0].pieces.bit_count() == 1 + number


@pytest.mark.parametrize("number", [1, 2, 3])
def test_r3_36_r8_25_move_up_to_three(number: int) -> None:
    """A silo moves up to three pieces, one after the other; the supply is not touched."""
    game = silo_phase("O G0 G0 G0 G0 G G G G G")
    play(game, *["b1", "f1", "c1", "g1", "d1", "h1"][: 2 * number])
    if number < 3:
        assert options(game) == {"stop"}
        play(game, "stop")
    assert game.over
    assert game.players[0].supply == 36
    assert format_hexes(game.players[0].pieces) == ["c1 d1 e1 f1", "d1 e1 f1 g1", "e1 f1 g1 h1"][number - 1]


def test_r3_36_a_silo_moves_different_pieces() -> None:
    """A piece moved for a silo cannot be picked up again for it; the pieces that have not moved can."""
    game = silo_phase("O G0 G0 G0 G G G")
    play(game, "b1", "e1")
    assert offered(game) == {"c1", "d1", "stop"}
    with pytest.raises(IllegalAnswer, match="moved_already"):
        play(game, "e1")
    play(game, "c1", "f1")
    assert offered(game) == {"d1", "stop"}
    play(game, "d1", "g1")
    assert game.over
    assert format_hexes(game.players[0].pieces) == "e1 f1 g1"


def test_r3_36_a_silo_is_done_when_all_pieces_that_can_move_have_moved() -> None:
    """With two pieces there are two moves, although both could go on."""
    game = play(silo_phase("O G0 G0 G G G", supply={0: 0}), "b1", "d1", "c1", "e1")
    assert game.over


def test_r3_36_r7_31_one_piece_does_not_mark_two_lines_with_one_silo() -> None:
    """Mayors: a piece that has completed one line cannot be moved on to complete another for the same silo."""
    drawing = """
        O    D0   W    D0   D0   D0   D    W
          W    W    W    W    W    D    W
        W    W    W    D0   D0   D0   D    W
    """
    game = silo_phase(drawing, cards=["mayors"], supply={0: 10}, pad="W")
    other = play(game.copy(), "b1")
    assert {"g1", "g3"} <= hexes(other)
    play(game, "b1", "g1")
    assert mayors_lines(game) == (1, 9)
    assert "g1" not in hexes(game)
    with pytest.raises(IllegalAnswer, match="moved_already"):
        play(game, "g1")
    play(game, "d1", "g3", "stop")
    assert mayors_lines(game) == (2, 8)


def test_r3_36_the_next_silo_may_move_a_piece_again() -> None:
    """Each silo counts for itself: a piece moved for the first silo may be moved for the second."""
    game = silo_phase("O G0 O G G0 G0 G G G", supply={0: 0})
    play(game, "b1", "g1")
    assert offered(game) == {"e1", "f1", "stop"}
    play(game, "stop")
    assert offered(game) == {"e1", "f1", "g1", "pass"}
    play(game, "e1", "h1")
    assert offered(game) == {"f1", "g1", "stop"}
    play(game, "g1", "i1", "stop")
    assert game.over
    assert format_hexes(game.players[0].pieces) == "f1 h1 i1"


def test_r3_36_no_mixture_within_a_silo() -> None:
    """The first answer decides: after a build only builds follow, after a move only moves."""
    game = silo_phase("O G0 G0 G G G G G")
    assert offered(game) == {"b1", "d1", "pass"}
    built = play(game.copy(), "d1")
    assert offered(built) == {"e1", "stop"}
    moving = play(game, "b1")
    assert offered(moving) == {"d1"}
    assert offered(play(moving, "d1")) == {"c1", "stop"}


def test_r3_36_different_silos_may_differ() -> None:
    """A player with three silos may build with one, move with another and leave the third."""
    game = silo_phase("O G0 O G0 O W G0 G G G G G")
    play(game, "h1", "stop")
    assert options(game) == {"pass"}
    play(game, "g1", "i1", "stop")
    assert options(game) == {"pass"}
    play(game, "pass")
    assert game.over
    assert format_hexes(game.players[0].pieces) == "b1 d1 h1 i1"
    assert game.players[0].supply == 36


def test_r3_35_r8_25_noted_at_the_beginning_pieces_may_leave() -> None:
    """A player who moves all pieces away from the silos still resolves the silos that were noted."""
    game = silo_phase("O G0 O W D0 D D D")
    play(game, "b1", "f1", "e1", "g1")
    assert game.to_play == 0
    assert not game.players[0].adjacent & game.board.special_hexes("silo")
    assert offered(game) == {"e1", "h1", "f1", "g1", "pass"}
    assert asked_in_turn(game) == [0]


def test_r3_35_r8_25_noted_at_the_beginning_no_silo_is_added() -> None:
    """A silo that is reached during the phase gives nothing, neither to its player nor to the next."""
    game = silo_phase("O G0 G G O G G1 G")
    play(game, "c1", "d1")
    assert hexes(game) == set()
    assert game.over


def test_r3_37_each_goes_to_free_land_next_to_an_own_piece() -> None:
    """All land is a target; water, mountain, special hexes, pieces, walls and blocked hexes are none."""
    drawing = plain("W", e5="W0", d5="O", d4="A", e4="S", f5="M", d6="D=", e6="T1", h8="G", t20="G")
    assert hexes(silo_phase(drawing)) == {"d4", "e4"}
    drawing = plain("W", e5="W0", d5="O", d4="G", e4="C", f5="F", f3="Gw1", d6="D", e6="T", f7="Tw1")
    assert hexes(silo_phase(drawing)) == {"d4", "f5", "d6"}


def test_r3_37_adjacency_is_required() -> None:
    """Land that touches no own piece is no target even if there is no other; then only passing is left."""
    game = silo_phase("O W0 W G G G")
    assert offered(game) == {"pass"}
    assert asked_in_turn(game) == [0]


def test_r3_37_r0_21_a_moved_piece_does_not_support_itself() -> None:
    """A lone piece cannot move, and no piece can go where only it would be the neighbour, nor stay."""
    game = silo_phase("O G0 G G", supply={0: 0})
    assert offered(game) == {"pass"}
    game = silo_phase("O G0 G G W G0 G0 G", supply={0: 0})
    assert offered(game) == {"b1", "f1", "g1", "pass"}
    assert offered(play(game.copy(), "b1")) == {"h1"}
    assert offered(play(game, "g1")) == {"c1"}


def test_r3_36_r9_33_three_pieces_move_and_reach_another_castle() -> None:
    """One piece next to the silo: three pieces are moved, each next to an own piece, until a castle is reached."""
    game = silo_phase("O G0 G0 G0 G0 G G G K", supply={0: 0})
    assert earned(game, "castle") == (0, "")
    assert hexes(play(game, "b1")) == {"f1"}
    assert hexes(play(game, "f1", "c1")) == {"g1"}
    assert "h1" in hexes(play(game, "g1", "d1"))
    play(game, "h1")
    assert game.over
    assert earned(game, "castle") == (3, "i1")


ALL_KINDS = plain(
    a1="O", a2="G0", b2="M", f3="Gw0", j3="Mv0", n3="Ws0", f10="Gc0", n10="W0", r10="M0", a20="G1", t20="W"
)
"""Every kind of piece with room around it: settlements on grass, water and mountain, each meeple, a city hall."""


def test_r3_38_r4_24_r8_26_meeples_move_but_no_ships_and_no_city_halls() -> None:
    """Settlements, warriors and wagons may be moved; ships and city halls stay."""
    game = silo_phase(ALL_KINDS, supply={0: 0})
    assert offered(game) == {"a2", "f3", "j3", "n10", "r10", "pass"}


def test_r3_37_r4_24_a_wagon_moves_to_land_only() -> None:
    """A wagon may stand on a mountain, but not be moved to one by a silo."""
    game = play(silo_phase(ALL_KINDS, supply={0: 0}), "j3")
    assert "a3" in hexes(game)
    assert "b2" not in hexes(game)
    play(game, "a3", "stop")
    assert format_hexes(game.players[0].hexes_of("wagon")) == "a3"


def test_r3_37_r4_10_warriors_block_and_may_be_moved_themselves() -> None:
    """Nothing goes next to a warrior; lifted, a warrior blocks no longer and goes where it blocked before."""
    game = silo_phase("O G0 G Gw0 W G0 G")
    assert offered(game) == {"b1", "d1", "g1", "pass"}
    assert offered(play(game.copy(), "b1")) == {"g1"}
    assert offered(play(game, "d1")) == {"c1", "g1"}
    play(game, "g1")
    assert format_hexes(game.players[0].hexes_of("warrior")) == "g1"
    assert offered(game) == {"f1", "stop"}


# What does not happen in the silo phase


@pytest.mark.parametrize("answers", [["e1"], ["b1", "e1", "stop"]], ids=["build", "move"])
def test_r3_38_r8_26_r8_60_no_tiles_are_taken(answers: list[str]) -> None:
    """Neither a build nor a move takes location tiles, nomad tiles, treasures or what comes with them."""
    game = silo_phase("O G0 G0 G0 G cathedral\n W W W N:treasure N:sword")
    stocked, second = game.tiles_left, game.two_tiles_left
    play(game, *answers)
    assert game.over
    seat = game.players[0]
    assert seat.adjacent & game.board.locations
    assert (seat.tiles, seat.nomads, seat.gold, seat.extra[HARVEST].numbers) == ((), (), 0, 0)
    assert (game.tiles_left, game.two_tiles_left) == (stocked, second)
    assert earned(game, "in_game") == (0, "")


def test_r3_38_r8_26_no_tiles_are_lost() -> None:
    """A piece that leaves its location keeps the tile, and the number tiles with a cathedral."""
    game = silo_phase("O G0 cathedral W D0 D D", tiles={0: ["cathedral@c1"]}, numbers={0: 4})
    play(game, "b1", "f1", "stop")
    assert tile_names(game) == ["cathedral"]
    assert game.players[0].extra[HARVEST].numbers == 4


def test_r3_38_no_tile_is_used() -> None:
    """The silo phase is no turn: tiles, nomad tiles and the farm action are not offered."""
    game = silo_phase("O G0 A farm G0 G M G1", tiles={0: ["farm@d1"]}, caves=["g1"])
    assert options(game) == {"pass"}
    assert options(play(game, "c1")) == {"stop"}


def test_r3_38_held_settlements_are_not_built() -> None:
    """Silos build from the supply; a held settlement is not built because there is no further turn."""
    game = silo_phase("O G0 G G G", held={0: 1}, supply={0: 0})
    assert offered(game) == {"pass"}


def test_r3_38_r8_26_no_canoe() -> None:
    """Nothing is taken from a location in the silo phase, so nobody is asked to react."""
    game = silo_phase("O G0 G farm G G1 canoe W W S", tiles={1: ["canoe@g1"]}, tiles_left={"d1": 1})
    play(game, "c1")
    assert game.over
    assert game.players[1].pieces.bit_count() == 1


@pytest.mark.parametrize("card", ["families", "shepherds", "ambassadors", "rovers"])
def test_r3_38_r7_17_r7_33_r8_26_no_gold_for_builds(card: str) -> None:
    """Three in a row, an enclosed one, one next to another player, in some section: no card pays."""
    game = play(silo_phase("O G0 G G G D1", cards=[card]), "c1", "d1", "e1")
    assert game.over
    assert game.scores() == [0, 0]


def mayors_lines(game: Game) -> tuple[int, int]:
    """Return how many lines player 0 has marked, and the supply."""
    return game.players[0].extra[HARVEST].lines.bit_count(), game.players[0].supply


@pytest.mark.parametrize(
    ("supply", "answers", "expected"),
    [
        (5, ["e1", "stop"], (1, 3)),
        (5, ["e1", "f1", "g1"], (1, 1)),
        (3, ["e1", "f1"], (1, 0)),
        (2, ["e1"], (1, 0)),
        (1, ["e1"], (0, 0)),
        (1, ["a2", "e1", "stop"], (1, 0)),
        (0, ["a2", "e1", "stop"], (0, 0)),
    ],
)
def test_r3_38_r7_31_r8_26_mayors_markers_are_set(supply: int, answers: list[str], expected: tuple[int, int]) -> None:
    """A build or a move that makes four in a line marks it from the supply, which leaves less to build."""
    game = silo_phase("O G0 G0 G0 G G G G\n D0", cards=["mayors"], supply={0: supply})
    play(game, *answers)
    assert game.over
    assert mayors_lines(game) == expected
    assert earned(game, "mayors")[0] == 4 * expected[0]


# Then scoring; questions and undo


def test_r3_39_the_final_scoring_counts_what_the_silos_brought() -> None:
    """The winner is found after the last silo: a piece that reaches a castle there decides the game."""
    game = silo_phase("O G0 G K W W G1", cards=["hermits"])
    assert game.winners() == [0, 1]
    play(game, "c1")
    assert game.over
    assert game.scores() == [1 + 3, 1]
    assert game.winners() == [0]


def test_r3_36_what_the_questions_say() -> None:
    """The question names the silo, what is to be chosen and how many can follow."""
    game = silo_phase("O G0 G0 G G G")
    expected = [("silo", 3), ("silo_build", 2), ("silo_build", 1)]
    for (stage, left), answer in zip(expected, ("d1", "e1", "f1"), strict=True):
        question = game.question
        assert question is not None
        assert (question.seat, question.action, question.stage, question.left) == (0, "silo", stage, left)
        play(game, answer)
    game = play(silo_phase("O G0 G0 G G G"), "b1")
    question = game.question
    assert question is not None
    assert (question.stage, format_hexes(1 << (question.piece or 0))) == ("move_to", "b1")


@pytest.mark.parametrize(
    "answers",
    [
        ["d1", "e1", "f1", "pass"],
        ["b1", "d1", "stop", "j1", "stop"],
        ["b1", "d1", "c1", "e1", "pass"],
        ["pass", "j1", "k1", "stop"],
    ],
)
def test_r3_36_undo_inside_the_phase_is_exact(answers: list[str]) -> None:
    """Every answer of the silo phase can be undone, also the last one of the game and the end of the last turn."""
    game = silo_phase("O G0 G0 G G G W O G1 G G G", cards=["mayors", "rovers"])
    positions = []
    for answer in answers:
        positions.append(game.copy())
        play(game, answer)
    assert game.over
    while positions:
        before = positions.pop()
        game.undo()
        for seat in (0, 1):
            assert game.view(seat).to_dict() == before.view(seat).to_dict()
        assert game.free == before.free
    game.undo()
    assert not game.turn_state.after_last_turn
    assert options(game) == {"end_turn"}


def test_r3_36_undo_among_people() -> None:
    """A player can undo an answer about the own silos, but not one of the player before."""
    game = silo_phase("O G0 O G G W O G1 G")
    assert not game.can_take_back()
    play(game, "pass")
    assert game.can_take_back()
    play(game, "pass")
    assert game.to_play == 1
    assert not game.can_take_back()


def test_r3_36_why_a_hex_is_not_offered() -> None:
    """Rejected answers have a reason and change nothing."""
    game = silo_phase("O G0 G0 G W G D1", supply={0: 5})
    for answer, code in (("a1", "special_hex"), ("f1", "needs_own_neighbour"), ("e1", "wrong_terrain")):
        with pytest.raises(IllegalAnswer, match=code):
            play(game, answer)
    with pytest.raises(IllegalAnswer, match="piece_cannot_move"):
        play(game, "c1")
    with pytest.raises(IllegalAnswer, match="occupied"):
        play(game, "g1")
    play(game, "b1")
    with pytest.raises(IllegalAnswer, match="needs_own_neighbour"):
        play(game, "f1")


def test_r3_35_r3_36_whole_games_of_harvest_reach_the_silo_phase_and_are_recorded() -> None:
    """Random games have silo phases after equal turns, and a record restores every moment of them."""
    reached = 0
    for seed in range(6):
        game = new_game(seed, players=3, sets=["harvest"], start=seed % 3)
        chance = random.Random(seed)
        while not game.over:
            game.play(chance.choice(game.legal_answers()))
            if game.turn_state.after_last_turn and not game.over:
                reached += 1
                assert game.turn % 3 == 0
                again = Game.from_record(game.to_record())
                assert again.view(0).to_dict() == game.view(0).to_dict()
    assert reached
