"""The canoe: a build as a reaction to another player's build or move (docs/rules.md R5.23, R3.19 to R3.23)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kingdom_builder import IllegalAnswer, answer_number
from kingdom_builder.engine.game import Game as AnyGame
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.game import Game
from kingdom_builder.sets.slots import MARSHLANDS
from tests.drawing import give_card, gold, hexes, nomad_names, offered, options, play, stack_deck, table, tile_names
from tests.engine.test_turn import build
from tests.sets.base.test_tiles import between_actions, pass_turn

SHORE = """
    refuge G    G    G    M    canoe C1   W    W    M    S    S
      M    M    M    M    M    M    M    M    M    M    M    M
"""
"""A build on b1 takes the last refuge tile if one is left; player 1 has a piece next to the water of h1."""


def shore(drawing: str = SHORE, **fields: Any) -> Game:
    """Draw that board, or another: player 0 is to build on grass and player 1 has a canoe from f1."""
    fields.setdefault("tiles", {1: ["canoe@f1"]})
    fields.setdefault("tiles_left", {"a1": 1})
    fields.setdefault("terrain", "grass")
    return table(drawing, pad="M", **fields)


def current_question(game: AnyGame) -> tuple[int | None, str]:
    """Return the seat that is asked and the action of the question."""
    assert game.question is not None
    return game.to_play, game.question.action


def used(game: Game, seat: int) -> list[bool]:
    """Return which canoes of a player are used."""
    return [tile.used for tile in game.players[seat].tiles if tile.kind == answer_number("canoe")]


# The reaction itself


def test_r5_23_r3_19_r3_20_r9_21_a_canoe_answers_the_last_tile_of_a_location() -> None:
    """Another player takes the last refuge tile; the owner of a canoe may build at once on swamp or water, or pass."""
    game = play(shore(), "b1")
    assert tile_names(game) == ["refuge"]
    assert current_question(game) == (1, "canoe")
    assert offered(game) == {"h1", "k1", "l1", "pass"}
    play(game, "h1")
    assert format_hexes(game.players[1].pieces) == "g1 h1"
    assert game.players[1].supply == 38
    assert used(game, 1) == [True]
    assert current_question(game) == (0, "turn")
    assert game.question is not None
    assert game.question.left == 2


def test_r5_23_r3_20_a_reaction_is_optional() -> None:
    """A player who passes keeps the canoe unused, and the interrupted turn goes on."""
    game = play(shore(), "b1", "pass")
    assert used(game, 1) == [False]
    assert format_hexes(game.players[1].pieces) == "g1"
    assert current_question(game) == (0, "turn")
    assert hexes(game) == {"c1"}


@pytest.mark.parametrize(
    ("row", "targets"),
    [
        ("C1 W M W M S M S", {"h1", "l1", "n1"}),
        ("C1 S M W M S M W", {"h1", "j1", "n1"}),
        ("W S1 W M W S", {"g1", "i1", "l1"}),
        ("S S1 S W M W", {"g1", "i1", "j1", "l1"}),
        ("C1 M W M W M S", {"i1", "k1", "m1"}),
        ("C1 W M M M", {"h1"}),
        ("C1 S S", {"h1"}),
        ("C1 M W1 S= S1 W0 S", {"m1"}),
        ("M M W M S S1 S", {"i1", "k1", "m1"}),
    ],
)
def test_r5_23_swamp_or_water_adjacent_if_possible_within_the_one_chosen(row: str, targets: set[str]) -> None:
    """The player chooses swamp or water; the hex must be adjacent if possible within that terrain."""
    game = play(shore(f"refuge G M G G canoe {row}"), "b1")
    assert offered(game) == {*targets, "pass"}


@pytest.mark.parametrize("word", ["M", "G", "C", "D", "F", "T", "A", "W0", "W1", "Ws1", "S=", "S1", "P", "K"])
def test_r5_23_r4_9_no_question_without_free_swamp_or_water(word: str) -> None:
    """The owner of a canoe is not asked when there is nothing to build on."""
    drawing = "refuge G G G M canoe C1 {} M M"
    assert current_question(play(shore(drawing.format("S")), "b1")) == (1, "canoe")
    assert current_question(play(shore(drawing.format(word)), "b1")) == (0, "turn")


def test_r5_23_r0_20_a_canoe_does_not_build_next_to_a_warrior() -> None:
    """Blocked water and swamp are no targets."""
    game = play(shore("refuge G G G M canoe C1 W M M W Gw0 S M S"), "b1")
    assert offered(game) == {"h1", "o1", "pass"}


@pytest.mark.parametrize(
    "fields",
    [
        {"tiles": {}},
        {"tiles": {1: ["canoe@f1!"]}},
        {"tiles": {1: ["canoe@f1+"]}},
        {"supply": {1: 0}},
        {"supply": {1: 0}, "held": {1: 2}},
        {"tiles": {0: ["canoe@f1"]}},
    ],
)
def test_r5_23_r3_20_r4_16_who_cannot_react(fields: dict[str, Any]) -> None:
    """A reaction needs an own, unused, unlocked canoe and a settlement in supply, a held one is not enough."""
    assert current_question(play(shore(supply={1: 1}), "b1")) == (1, "canoe")
    assert current_question(play(shore(**fields), "b1")) == (0, "turn")


def test_r5_23_a_canoe_is_never_used_on_its_own() -> None:
    """In the own turn the tile is not offered, neither before nor after the mandatory action."""
    game = shore(tiles={0: ["canoe@f1"], 1: []}, tiles_left={})
    assert options(game) == set()
    build(game, 3)
    assert options(game) == {"end_turn"}
    with pytest.raises(IllegalAnswer):
        play(game, "canoe")


# Events

EVENTS = [
    pytest.param("refuge G G G M canoe C1 W", {"a1": 2}, (), False, id="a tile is left"),
    pytest.param("refuge G G G M canoe C1 W", {"a1": 1}, (), True, id="the last tile"),
    pytest.param("refuge G G G M canoe C1 W", {"a1": 0}, (), False, id="no tile is left"),
    pytest.param("refuge G G G M canoe C1 W", {"a1": 1}, ("refuge@a1",), False, id="taken from before"),
    pytest.param("farm G G G M canoe C1 W", {"a1": 1}, (), True, id="a tile of another set"),
    pytest.param("N:sword G G G M canoe C1 W", {}, (), True, id="a nomad tile"),
    pytest.param("N:treasure G G G M canoe C1 W", {}, (), True, id="a treasure"),
    pytest.param("N:sword G G G M canoe C1 W", {"a1": 0}, (), False, id="an empty nomad space"),
    pytest.param("K G G G M canoe C1 W", {}, (), False, id="a castle"),
    pytest.param("P G G G M canoe C1 W", {}, (), False, id="a palace"),
]


@pytest.mark.parametrize(("drawing", "tiles_left", "tiles", "event"), EVENTS)
def test_r3_19_which_tiles_are_events(
    drawing: str, tiles_left: dict[str, int], tiles: Sequence[str], event: bool
) -> None:
    """The last tile of a location and the tile of a nomad space are events, whatever their kind; others are none."""
    game = shore(drawing, tiles_left=tiles_left, tiles={0: tiles, 1: ["canoe@f1"]})
    assert current_question(play(game, "b1")) == ((1, "canoe") if event else (0, "turn"))


TAKEN_BY = [
    pytest.param("farm D0 G N:sword", ["farm", "c1"], ["farm@a1"], (), id="an extra build"),
    pytest.param("paddock D0 D D N:sword", ["paddock", "b1", "d1"], ["paddock@a1"], (), id="a jump"),
    pytest.param("barn D0 M G N:sword", ["barn", "b1", "d1"], ["barn@a1"], (), id="a barn"),
    pytest.param("refuge D0 D N:sword", ["refuge", "b1", "c1"], ["refuge@a1"], (), id="a step"),
    pytest.param("barracks D0 D N:sword", ["barracks", "c1"], ["barracks@a1"], (), id="a warrior placed"),
    pytest.param("wagon D0 Dv0 D N:sword", ["wagon", "d1"], ["wagon@a1"], (), id="a wagon's step"),
    pytest.param("lighthouse D0 Ws0 W N:sword", ["lighthouse", "d1"], ["lighthouse@a1"], (), id="a ship's step"),
    pytest.param("fort D0 D N:sword", ["fort", "c1"], ["fort@a1"], (), id="a fort"),
    pytest.param("farm D0 D N:sword", ["donation:desert", "c1"], (), ["donation:desert"], id="a donation"),
    pytest.param("farm D0 D N:sword", ["resettlement", "b1", "c1"], (), ["resettlement"], id="a resettlement"),
    pytest.param("farm G0 G G N:sword G", ["outpost", "d1"], (), ["outpost"], id="an outpost"),
]


@pytest.mark.parametrize(("row", "answers", "tiles", "nomads"), TAKEN_BY)
def test_r3_19_r3_20_every_way_of_taking_the_tile_is_an_event(
    row: str, answers: Sequence[str], tiles: Sequence[str], nomads: Sequence[str]
) -> None:
    """Builds and moves of any kind interrupt the action after the placement that takes the tile."""
    words = row.split()
    words += ["M"] * (9 - len(words)) + ["canoe", "C1", "W", "M", "G", "G", "G"]
    game = shore(" ".join(words), tiles={0: tiles, 1: ["canoe@j1"]}, nomads={0: nomads}, tiles_left={})
    stack_deck(game, "desert")
    play(game, *answers)
    assert nomad_names(game) == ["sword"]
    assert current_question(game) == (1, "canoe")
    play(game, "l1")
    assert format_hexes(game.players[1].pieces) == "k1 l1"
    assert game.to_play == 0


def test_r3_19_r6_5_a_sword_causes_no_event() -> None:
    """A tile that is lost to a sword is not taken by anybody."""
    game = shore(
        "refuge G1 G G M canoe C1 W",
        tiles={1: ["canoe@f1", "refuge@a1"]},
        tiles_left={"a1": 0},
        nomads={0: ["sword"]},
    )
    play(game, "sword", "b1")
    assert tile_names(game, 1) == ["canoe"]
    assert current_question(game) == (0, "turn")


def test_r3_19_r3_18_a_city_hall_is_one_placement_with_several_events() -> None:
    """All seven hexes are placed and all tiles taken before anybody is asked, then once for every emptied hex."""
    game = table(
        """
        G    G    G    G    G    G    M    canoe C1 W W W
          city_hall G G   G    N:sword G
        G    G0   G    G    G    G
          G    G    G    G    farm G
        """,
        pad="M",
        terrain="grass",
        tiles={0: ["city_hall@a2"], 1: ["canoe@h1"]},
        tiles_left={"e4": 1},
    )
    play(game, "city_hall", "d3")
    assert format_hexes(game.players[0].hexes_of("city_hall")) == "c2 d2 c3 d3 e3 c4 d4"
    assert (tile_names(game), nomad_names(game)) == (["city_hall", "farm"], ["sword"])
    assert current_question(game) == (1, "canoe")
    play(game, "pass")
    assert current_question(game) == (1, "canoe")
    play(game, "j1")
    assert current_question(game) == (0, "turn")


# Order, several canoes, several events


@pytest.mark.parametrize("reacting", [False, True])
@pytest.mark.parametrize(
    ("players", "active"), [(players, active) for players in (3, 4, 5) for active in range(players)]
)
def test_r3_20_r8_8_asked_in_turn_order_from_the_seat_after_the_taker(
    players: int, active: int, reacting: bool
) -> None:
    """For every active player the questions start at the next seat, and the active player is not asked."""
    game = table(
        "refuge G G G M canoe M canoe M canoe M W M W M W M W",
        pad="M",
        players=players,
        to_play=active,
        terrain="grass",
        tiles={seat: [f"canoe@{'fhj'[seat // 2]}1"] for seat in range(players)},
        tiles_left={"a1": 1},
    )
    play(game, "b1")
    order = []
    while game.stack:
        order.append(game.to_play)
        play(game, min(hexes(game)) if reacting else "pass")
    assert order == [(active + i) % players for i in range(1, players)]
    assert current_question(game) == (active, "turn")


def test_r3_20_r8_8_two_canoes_may_answer_one_event() -> None:
    """A player with two canoes is asked again after the first reaction, before the next player, and may use both."""
    drawing = "refuge G G G M canoe C1 W W W canoe C2 M"
    game = shore(drawing, players=3, tiles={1: ["canoe@f1", "canoe@k1"], 2: ["canoe@k1"]})
    play(game, "b1", "h1")
    assert current_question(game) == (1, "canoe")
    assert used(game, 1) == [True, False]
    both = play(game.copy(), "i1")
    assert used(both, 1) == [True, True]
    assert current_question(both) == (2, "canoe")
    assert format_hexes(both.players[1].pieces) == "g1 h1 i1"
    play(game, "pass")
    assert used(game, 1) == [True, False]
    assert current_question(game) == (2, "canoe")
    assert current_question(play(game, "pass")) == (0, "turn")


def test_r3_20_two_canoes_need_two_settlements() -> None:
    """With one settlement in supply the second canoe is not asked for."""
    tiles = {1: ["canoe@f1", "canoe@k1"]}
    game = play(shore("refuge G G G M canoe C1 W W W canoe", tiles=tiles, supply={1: 1}), "b1", "h1")
    assert current_question(game) == (0, "turn")


TWO_EVENTS = "refuge G N:sword G M canoe C1 W W W canoe C2 W W"
"""Building on b1 empties a1 and c1."""


def test_r3_21_each_event_of_one_placement_is_handled_separately() -> None:
    """A placement that empties two hexes asks everybody twice, the second time after all have answered the first."""
    game = shore(TWO_EVENTS, players=3, tiles={1: ["canoe@f1"], 2: ["canoe@k1"]})
    play(game, "b1")
    for seat in (1, 2, 1, 2):
        assert current_question(game) == (seat, "canoe")
        play(game, "pass")
    assert current_question(game) == (0, "turn")
    assert used(game, 1) == used(game, 2) == [False]


@pytest.mark.parametrize(
    ("answers", "order"),
    [
        (["h1", "m1"], [1, 2, 0]),
        (["h1", "pass", "m1"], [1, 2, 2, 0]),
        (["pass", "m1", "h1"], [1, 2, 1, 0]),
        (["pass", "m1", "pass"], [1, 2, 1, 0]),
        (["pass", "pass", "h1", "m1"], [1, 2, 1, 2, 0]),
    ],
)
def test_r3_21_a_canoe_used_for_one_event_is_used_for_the_other(answers: Sequence[str], order: list[int]) -> None:
    """A player who has used the only canoe for the first event is not asked about the second, one who passed is."""
    game = play(shore(TWO_EVENTS, players=3, tiles={1: ["canoe@f1"], 2: ["canoe@k1"]}), "b1")
    seen = [game.to_play, *(play(game, answer).to_play for answer in answers)]
    assert seen == order
    assert current_question(game) == (0, "turn")


@pytest.mark.parametrize(("first", "second"), [(2, 0), (1, 1), (0, 2), (1, 0), (0, 1), (0, 0)])
def test_r3_21_r3_20_two_canoes_and_two_events(first: int, second: int) -> None:
    """Two canoes may both answer the first event, or one each, or both the second, or fewer."""
    game = play(shore(TWO_EVENTS, tiles={1: ["canoe@f1", "canoe@k1"]}), "b1")
    spots = iter(("h1", "i1"))
    for reactions, canoes in ((first, 2), (second, 2 - first)):
        for _ in range(reactions):
            assert current_question(game) == (1, "canoe")
            play(game, next(spots))
        if reactions < canoes:
            assert current_question(game) == (1, "canoe")
            play(game, "pass")
    assert current_question(game) == (0, "turn")
    assert sorted(used(game, 1)) == sorted([True] * (first + second) + [False] * (2 - first - second))


def test_r3_21_an_event_on_the_island_is_one_of_several() -> None:
    """A piece on the Island that empties its location is answered like any other."""
    game = shore(
        "refuge M M M M canoe C1 W",
        island=("tree_house", ["LG", "M", "M", "M", "M"]),
        tiles_left={"i:a1": 1},
    )
    assert current_question(play(game, "i:b1")) == (1, "canoe")


# Nesting

NEST = """
    refuge G    G    G    M    canoe C1   W    farm W    W    M    W    W    W
      M    M    M    M    M    M    M    M    M    M    M    M
"""
"""b1 empties a1; a canoe built on h1 empties i1 when one tile is left there."""
ALL_CANOES = {0: ["canoe@f1"], 1: ["canoe@f1"], 2: ["canoe@f1"]}


def nest(players: int = 3, canoes: Sequence[int] = (1, 2), **fields: Any) -> Game:
    """Draw that board for players A, B, C = 0, 1, 2; these seats have a canoe, and A takes the last tile of a1."""
    tiles = {seat: ALL_CANOES[seat] for seat in canoes}
    fields.setdefault("tiles_left", {"a1": 1, "i1": 1})
    return play(shore(NEST, players=players, tiles=tiles, **fields), "b1")


def test_r9_59_r3_22_r3_20_a_reaction_that_empties_a_hex_is_answered_first() -> None:
    """B's reaction to A's event empties a location: C is asked about that, and then about A's event if it passes."""
    game = nest()
    assert current_question(game) == (1, "canoe")
    play(game, "h1")
    assert tile_names(game, 1) == ["canoe", "farm"]
    assert current_question(game) == (2, "canoe")
    reacting = play(game.copy(), "m1")
    assert used(reacting, 2) == [True]
    assert current_question(reacting) == (0, "turn")
    play(game, "pass")
    assert current_question(game) == (2, "canoe")
    play(game, "pass")
    assert current_question(game) == (0, "turn")


def test_r3_22_r8_8_the_active_player_may_react_to_the_nested_event() -> None:
    """The active player is asked about a tile that another took, in its place in the order, not about the own event."""
    game = nest(canoes=(0, 1, 2))
    order = [game.to_play]
    play(game, "h1")
    for _ in range(3):
        order.append(game.to_play)
        play(game, "pass")
    assert order == [1, 2, 0, 2]
    assert current_question(game) == (0, "turn")


def test_r3_22_the_active_player_reacts_and_goes_on() -> None:
    """The active player's own canoe builds inside the own mandatory action, which then goes on with two to build."""
    game = play(nest(players=2, canoes=(0, 1)), "h1")
    assert current_question(game) == (0, "canoe")
    assert offered(game) == {"j1", "k1", "m1", "n1", "o1", "pass"}
    play(game, "m1")
    assert format_hexes(game.players[0].pieces) == "b1 m1"
    assert used(game, 0) == [True]
    assert current_question(game) == (0, "turn")
    assert game.question is not None
    assert (game.question.left, hexes(game)) == (2, {"c1"})


def test_r3_22_events_nest_as_deep_as_there_are_canoes() -> None:
    """Each reaction empties a further hex: B answers A, C answers B, A answers C, and then the turn goes on."""
    game = shore(
        "refuge G G G M canoe C1 W N:sword W C2 W N:sword W M M W N:sword W",
        players=3,
        tiles=ALL_CANOES,
    )
    assert current_question(play(game, "b1")) == (1, "canoe")
    assert current_question(play(game, "h1")) == (2, "canoe")
    assert current_question(play(game, "l1")) == (0, "canoe")
    assert current_question(play(game, "q1")) == (0, "turn")
    assert [nomad_names(game, seat) for seat in range(3)] == [["sword"]] * 3
    assert [used(game, seat) for seat in range(3)] == [[True]] * 3


def test_r3_22_r3_21_the_rest_of_several_events_follows_the_nested_one() -> None:
    """Of two events the second is still asked about after the first was answered by a reaction that caused an event."""
    game = shore(
        "refuge G N:sword G M canoe C1 W N:sword W W canoe C2 W",
        players=3,
        tiles={1: ["canoe@f1", "canoe@l1"], 2: ["canoe@l1"]},
    )
    play(game, "b1")
    order = []
    for answer in ("h1", "pass", "pass", "pass", "pass", "pass"):
        order.append(game.to_play)
        play(game, answer)
    # B reacts; C to B's event; B with the second canoe and C to the first event; both to the second event.
    assert order == [1, 2, 1, 2, 1, 2]
    assert current_question(game) == (0, "turn")


# The turn that is interrupted


@pytest.mark.parametrize(
    ("drawing", "answers", "order"),
    [
        ("N:sword G G G G M M canoe C1 W", "b1 j1 c1 d1", [0, 1, 0, 0]),
        ("G0 G G N:sword G0 G M canoe C1 W", "b1 c1 j1 f1", [0, 0, 1, 0]),
        ("G0 G G G N:sword M M canoe C1 W", "b1 c1 d1 j1", [0, 0, 0, 1]),
    ],
)
def test_r3_20_r3_1_inside_the_mandatory_action(drawing: str, answers: str, order: list[int]) -> None:
    """The first, second or third settlement may be the one that is answered; three are built anyway."""
    game = shore(drawing, tiles={1: ["canoe@h1"]}, tiles_left={})
    seen = []
    for answer in answers.split():
        seen.append(game.to_play)
        play(game, answer)
    assert seen == order
    assert offered(game) == {"end_turn"}
    assert format_hexes(game.players[1].pieces) == "i1 j1"


@pytest.mark.parametrize(
    ("row", "answers", "tiles", "nomads", "following"),
    [
        ("N:sword D D D", ["donation:desert", "b1"], (), ["donation:desert"], {"c1"}),
        ("farm D0 D N:sword", ["resettlement", "b1", "c1"], (), ["resettlement"], {"c1", "stop"}),
        ("wagon D0 Dv0 D N:sword", ["wagon", "d1"], ["wagon@a1"], (), {"c1", "c2", "d2", "stop"}),
        ("lighthouse D0 Ws0 W N:sword", ["lighthouse", "d1"], ["lighthouse@a1"], (), {"c1", "stop"}),
    ],
)
@pytest.mark.parametrize("reaction", ["l1", "pass"])
def test_r3_20_an_interrupted_action_goes_on(
    row: str,
    answers: Sequence[str],
    tiles: Sequence[str],
    nomads: Sequence[str],
    following: set[str],
    reaction: str,
) -> None:
    """After the reaction the donation, the resettlement or the ride continues where it was."""
    words = row.split()
    words += ["M"] * (9 - len(words)) + ["canoe", "C1", "W", "M", "G", "G", "G"]
    game = shore(" ".join(words), tiles={0: tiles, 1: ["canoe@j1"]}, nomads={0: nomads}, tiles_left={})
    play(game, *answers, reaction)
    assert current_question(game) == (0, answers[0])
    assert offered(game) == following


def test_r3_20_r3_10_r3_22_a_reaction_takes_the_last_hex_of_the_played_terrain() -> None:
    """The card is replaced at once, and the number still to build is that of the action in progress."""
    drawing = "refuge S M M M canoe C1 S M G G G"
    game = play(shore(drawing, terrain="swamp"), "b1")
    assert hexes(play(game.copy(), "pass")) == {"h1"}
    stack_deck(game, "grass")
    removed = game.deck.removed
    play(game, "h1")
    assert current_question(game) == (0, "turn")
    assert len(game.deck.removed) == len(removed) + 1
    assert game.question is not None
    assert (game.question.terrain, game.question.left) == ("grass", 1)
    assert hexes(game) == {"j1", "k1", "l1"}
    assert offered(play(game, "k1")) == {"end_turn"}


def test_r3_20_r6_2_a_reaction_takes_the_last_hex_of_the_donation_under_way() -> None:
    """A donation whose last hex the reaction takes is over; the mandatory action is still to come."""
    game = shore(
        "N:sword W W C1 canoe M G G G",
        tiles={1: ["canoe@e1"]},
        tiles_left={},
        nomads={0: ["donation:water"]},
    )
    play(game, "donation:water", "b1")
    passed = play(game.copy(), "pass")
    assert current_question(passed) == (0, "donation:water")
    assert offered(passed) == {"c1"}
    play(game, "c1")
    assert current_question(game) == (0, "turn")
    assert offered(game) == {"g1", "h1", "i1"}
    assert game.players[0].supply == 39


def test_r3_20_r5_18_a_reaction_leaves_the_fort_done() -> None:
    """The fort's settlement is built before the reaction; afterwards the tile is used and the turn goes on."""
    game = shore(
        "fort D0 D N:sword M canoe C1 W M G G G",
        tiles={0: ["fort@a1"], 1: ["canoe@f1"]},
        tiles_left={},
    )
    stack_deck(game, "desert")
    play(game, "fort", "c1", "h1")
    assert current_question(game) == (0, "turn")
    assert offered(game) == {"j1", "k1", "l1"}


# The active player's supply inside the own action


def nested_in(supply: int, held: int = 0, nomads: Sequence[str] = (), answers: Sequence[str] = ()) -> Game:
    """Let A build on b1, B answer with an event of its own, and A answer that with a canoe."""
    game = shore(
        NEST,
        tiles={0: ["canoe@f1"], 1: ["canoe@f1"]},
        tiles_left={"a1": 1, "i1": 1},
        supply={0: supply},
        held={0: held},
        nomads={0: nomads},
    )
    play(game, *answers, "b1", "h1")
    assert current_question(game) == (0, "canoe")
    return play(game, "m1")


def test_r3_8_r3_22_the_supply_is_read_again_after_an_own_reaction() -> None:
    """Of three settlements one goes to the mandatory action, one to the canoe and the last again to the action."""
    game = nested_in(supply=3)
    assert game.players[0].supply == 1
    assert hexes(game) == {"c1"}
    play(game, "c1")
    assert game.players[0].supply == 0
    assert offered(game) == {"end_turn"}
    assert game.end_triggered


def test_r3_8_r3_22_an_own_reaction_uses_up_the_supply_of_the_mandatory_action() -> None:
    """Of two settlements the second goes to the canoe, so the mandatory action is over."""
    game = nested_in(supply=2)
    assert game.players[0].supply == 0
    assert offered(game) == {"end_turn"}


def test_r3_8_r3_22_r5_24_held_settlements_are_still_built_after_an_own_reaction() -> None:
    """With the supply used up by the canoe only the held settlement is left of the mandatory action."""
    game = nested_in(supply=2, held=1)
    assert (game.players[0].supply, game.players[0].reserve) == (0, 1)
    assert game.question is not None
    assert (game.question.left, hexes(game)) == (1, {"c1"})
    play(game, "c1")
    assert (game.players[0].supply, game.players[0].reserve) == (0, 0)
    assert offered(game) == {"end_turn"}


def test_r6_2_r3_22_an_own_reaction_uses_up_the_supply_of_a_donation() -> None:
    """A donation builds fewer when the supply runs out, also when the own canoe has used it up."""
    game = nested_in(supply=2, nomads=["donation:grass"], answers=["donation:grass"])
    assert game.players[0].supply == 0
    assert offered(game) == {"end_turn"}


# How long a canoe stays locked and used

ROWS = """
    N:sword G    G    G    M    canoe C2   W    M    W    M    W
      M    M    M    M    M    M    M    M    M    M    M    M
    N:sword D    D    D
      M    M    M    M    M    M    M    M    M    M    M    M
    T    T    T
      M    M    M    M    M    M    M    M    M    M    M    M
    N:sword F    F    F
"""


def test_r3_23_r3_27_a_canoe_stays_used_until_the_end_of_its_owners_next_turn() -> None:
    """Used in the first player's turn it does not react in the second's; after the owner's own turn it does again."""
    game = shore(ROWS, players=3, tiles={2: ["canoe@f1"]}, tiles_left={})
    give_card(game, 1, "desert")
    give_card(game, 2, "forest")
    stack_deck(game, "flower")
    play(game, "b1", "h1", "c1", "d1", "end_turn")
    assert used(game, 2) == [True]
    play(game, "b3")
    assert nomad_names(game, 1) == ["sword"]
    assert current_question(game) == (1, "turn")
    play(game, "c3", "d3", "end_turn", "a5", "b5", "c5")
    assert used(game, 2) == [True]
    play(game, "end_turn")
    assert used(game, 2) == [False]
    play(game, "b7")
    assert current_question(game) == (2, "canoe")


def test_r4_16_r8_13_a_canoe_reacts_from_the_turn_after_it_is_taken() -> None:
    """Taken in the own turn it can already react in the next player's turn."""
    game = shore("canoe D D D M W W M\n M M M M\nN:sword G G G", to_play=1, terrain="desert", tiles={}, tiles_left={})
    give_card(game, 0, "grass")
    play(game, "b1", "c1", "d1", "end_turn")
    assert tile_names(game, 1) == ["canoe"]
    assert current_question(play(game, "b3")) == (1, "canoe")


def test_r4_16_r8_13_r3_20_a_canoe_taken_by_a_reaction_is_locked_in_that_turn() -> None:
    """A second canoe taken by the reaction itself cannot answer what is left of this turn, but the next turn."""
    game = shore(
        "refuge G N:sword G M canoe C1 W canoe W W M G G G\n M M M M\nN:sword D D D D D D",
        players=3,
        tiles={1: ["canoe@f1"]},
    )
    give_card(game, 1, "desert")
    give_card(game, 2, "desert")
    play(game, "b1", "h1")
    assert tile_names(game, 1) == ["canoe", "canoe"]
    assert current_question(game) == (0, "turn")
    play(game, "m1", "n1", "end_turn", "d3", "e3", "f3", "end_turn", "b3")
    assert current_question(game) == (1, "canoe")


# What a reaction brings its builder


def test_r5_23_r4_12_r4_13_r4_15_a_reaction_takes_tiles() -> None:
    """The reactor takes location tiles, nomad tiles and treasures beside the canoe's hex, and a bonus tile."""
    game = shore(
        """
        refuge G G G M canoe C1 W canoe M M
          M M M M M M N:treasure farm M
        """
    )
    play(game, "b1", "h1")
    assert tile_names(game, 1) == ["canoe", "canoe", "farm"]
    assert [tile.kind for tile in game.players[1].extra[MARSHLANDS].bonus] == [answer_number("canoe")]
    assert game.players[1].gold == 3
    assert game.players[0].gold == 0


def test_r5_23_r4_16_r6_1_tiles_taken_by_a_reaction_are_for_the_own_next_turn() -> None:
    """A location tile and a nomad tile taken in another player's turn serve in the own turn that follows."""
    game = shore("refuge G G G M canoe C1 W farm M G G G G G\n M M M M M M N:sword")
    give_card(game, 1, "grass")
    play(game, "b1", "h1")
    assert nomad_names(game, 1) == ["sword"]
    pass_turn(game)
    assert options(game) == {"farm", "sword"}
    pass_turn(game)
    assert nomad_names(game, 1) == []
    assert tile_names(game, 1) == ["canoe", "farm"]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [(["shepherds"], 2), (["ambassadors"], 1), (["families"], 0), (["shepherds", "ambassadors", "families"], 3)],
)
def test_r8_52_r7_17_red_cards_pay_for_a_reaction(cards: Sequence[str], expected: int) -> None:
    """Shepherds and Ambassadors pay the reactor for the canoe's settlement, Families do not; the taker gets nothing."""
    game = shore("refuge G G G M canoe C1 W D0 M G", cards=cards)
    play(game, "b1", "h1")
    assert [seat.gold for seat in game.players] == [0, expected]
    assert gold(game, 1)["in_game"] == expected


def test_r8_52_r7_18_a_reaction_is_no_part_of_a_family() -> None:
    """Two settlements of the own mandatory action and the own canoe's in one line are not three of the action."""
    drawing = """
        refuge G    G    W    M    canoe C1   W    farm M    M    G
    """
    game = shore(
        drawing,
        cards=["families"],
        tiles={0: ["canoe@f1"], 1: ["canoe@f1"]},
        tiles_left={"a1": 1, "i1": 1},
    )
    play(game, "b1", "h1")
    assert current_question(game) == (0, "canoe")
    play(game, "d1", "c1", "l1")
    assert format_hexes(game.players[0].pieces) == "b1 c1 d1 l1"
    assert game.players[0].gold == 0


def test_r8_52_r7_33_rovers_do_not_count_a_reaction() -> None:
    """At the end of the turns each player is paid for the own builds only: one section each, the canoe's not."""
    filler = "\n M" * 10
    game = shore(
        "refuge G G G M canoe C1 M M M M M M M M M M M W W" + filler + "\nM D D D",
        cards=["rovers"],
        tiles_left={"a1": 1},
    )
    give_card(game, 1, "desert")
    play(game, "b1", "s1", "c1", "d1", "end_turn")
    assert [seat.gold for seat in game.players] == [1, 0]
    pass_turn(game)
    assert [seat.gold for seat in game.players] == [1, 1]


def test_r5_23_r6_1_r6_4_an_outpost_does_not_serve_a_reaction_in_another_players_turn() -> None:
    """A nomad tile is used in the owner's own turn, so the reactor is not offered the outpost."""
    game = play(shore(nomads={1: ["outpost"]}), "b1")
    assert offered(game) == {"h1", "k1", "l1", "pass"}


# The end of the game


def test_r3_31_a_reaction_may_trigger_the_end() -> None:
    """The last settlement from the supply triggers the end, and the round is completed."""
    game = shore(supply={1: 1})
    assert [play(game, answer).end_triggered for answer in ("b1", "h1")] == [False, True]
    assert current_question(game) == (0, "turn")
    build(game, 2)
    play(game, "end_turn")
    assert offered(game) == {"end_turn"}
    assert play(game, "end_turn").over


def test_r3_31_r3_32_a_reaction_in_the_last_turn_of_a_round_ends_the_game_with_it() -> None:
    """The start player's last settlement goes on the board in the last player's turn: no further round."""
    game = shore(SHORE.replace("C1", "C0"), supply={0: 1}, tiles={0: ["canoe@f1"]}, terrain=None)
    give_card(game, 1, "grass")
    play(game, "end_turn", "b1")
    assert current_question(game) == (0, "canoe")
    play(game, "h1", "c1", "d1", "end_turn")
    assert game.over


def test_r3_38_r3_19_no_reaction_in_the_silo_phase() -> None:
    """After the last turn nothing is taken from a nomad space or a location, so no canoe can react."""
    game = shore("O G0 G N:sword M canoe C1 W W M D D D D D D", tiles_left={}, supply={1: 3}, terrain="desert")
    give_card(game, 1, "desert")
    pass_turn(pass_turn(game))
    assert current_question(game) == (0, "silo")
    play(game, "c1")
    assert nomad_names(game) == []
    while not game.over:
        assert current_question(game) == (0, "silo")
        play(game, "stop")
    assert used(game, 1) == [False]


# Undo, and what the views show


def test_r3_20_no_undo_goes_back_beyond_another_players_answer() -> None:
    """Neither the taker nor the reactor can undo after another player has answered or is asked."""
    game = shore()
    play(game, "b1")
    assert not game.can_take_back()
    for reaction in ("h1", "pass"):
        after = play(game.copy(), reaction)
        assert after.to_play == 0
        assert not after.can_take_back()
        play(after, "c1")
        assert after.can_take_back()
        after.undo()
        assert not after.can_take_back()


def test_r3_20_a_reactor_can_undo_while_asked_again() -> None:
    """With a second canoe the same player is asked next, and can undo the first reaction."""
    game = shore("refuge G G G M canoe C1 W W W canoe", tiles={1: ["canoe@f1", "canoe@k1"]})
    play(game, "b1")
    before = game.view(1).to_dict()
    play(game, "h1")
    assert game.can_take_back()
    game.undo()
    assert game.view(1).to_dict() == before
    assert not game.can_take_back()


def test_r3_20_undo_is_exact_across_reactions() -> None:
    """Undoing every answer of a nested exchange leads back through the same positions."""
    game = shore(NEST, players=3, tiles=ALL_CANOES, tiles_left={"a1": 1, "i1": 1})
    seen = []
    for answer in ("b1", "h1", "pass", "m1", "n1", "c1"):
        seen.append((game.view(0).to_dict(), game.stack, game.to_position()))
        play(game, answer)
    for expected in reversed(seen):
        game.undo()
        assert (game.view(0).to_dict(), game.stack, game.to_position()) == expected


def test_r3_20_r0_23_the_reactor_is_asked_and_nobody_else() -> None:
    """Only the view of the reactor shows a question and its answers; all views say who is to play."""
    game = play(shore(players=3), "b1")
    for seat in range(3):
        view = game.view(seat)
        assert view.to_play == 1
        if seat == 1:
            assert view.question is not None
            assert (view.question.seat, view.question.action, view.question.stage) == (1, "canoe", "react")
            assert set(view.legal_answers()) == {answer_number(text) for text in ("h1", "k1", "l1", "pass")}
            assert view.legal() == game.legal()
        else:
            assert view.question is None
            assert view.legal_answers() == []
            assert view.legal() == (0, ())


def test_r3_20_a_determinized_game_asks_the_same_reactor() -> None:
    """A game determinized from the view of any seat in the middle of a reaction goes on in the same way."""
    game = play(shore(players=3), "b1")
    for seat in range(3):
        sample = game.view(seat).sample(seat)
        assert current_question(sample) == (1, "canoe")
        assert offered(sample) == {"h1", "k1", "l1", "pass"}
        assert sample.view(seat) == game.view(seat)
        sample.play(answer_number("h1"))
        assert between_actions(sample)
        assert TERRAINS[sample.terrain or 0] == "grass"
