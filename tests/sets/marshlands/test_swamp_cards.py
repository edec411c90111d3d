"""The terrain cards of Marshlands, which show swamp and another terrain (docs/rules.md R1.5, R3.2 to R3.10, R5.18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kingdom_builder.engine.deck import Deck
from kingdom_builder.engine.hexes import format_hexes
from kingdom_builder.engine.terrain import TERRAINS, TERRAINS_OF_CARD
from kingdom_builder.game import Game, new_game
from tests.drawing import card_number, give_card, hexes, offered, options, play, stack_deck, table, tile_names
from tests.engine.test_turn import build, finish_turn, piece_count, played_terrain, terrains, use

SWAMP_CARDS = [f"swamp/{name}" for name in TERRAINS[:5]]
BANDS = "\n".join(f"{code} " * 10 for code in "SGCDFT")
"""Ten free hexes of swamp and of each terrain that cards show."""


def begin(
    drawing: str,
    *hand: str,
    draw: Sequence[str] = (),
    discard: Sequence[str] = (),
    two_cards: bool = False,
    players: int = 2,
    **fields: Any,
) -> Game:
    """Make a game in which player 0 begins a turn with this hand and these piles, the next card to be drawn first.

    The player before had nothing to do and has drawn a grass card, or two.
    """
    fields.setdefault("pad", "M")
    game = table(drawing, players=players, to_play=players - 1, **fields)
    game.setup = replace(game.setup, two_cards=two_cards)
    pile = (*["grass"] * (1 + two_cards), *draw)
    game.deck = Deck(cards(*reversed(pile)), cards(*discard), shuffles=((),))
    give_card(game, 0, *hand)
    return play(game, "end_turn")


def cards(*card_names: str) -> tuple[int, ...]:
    """Return terrain cards by their names."""
    return tuple(map(card_number, card_names))


def chosen(game: Game) -> tuple[str | None, str | None]:
    """Return the played terrain and the name of the card it is on."""
    card = game.card
    shown = () if card is None else TERRAINS_OF_CARD[card]
    return played_terrain(game), "/".join(TERRAINS[terrain] for terrain in shown) or None


def left(game: Game) -> int | None:
    """Return how many settlements the question says are still to build."""
    assert game.question is not None
    return game.question.left


# The cards


def test_r1_5_r2_18_five_cards_more_with_a_marshlands_section() -> None:
    """The deck has five cards of each terrain and, with Marshlands, one that shows swamp and each of them."""
    assert Counter(new_game(1).setup.deck) == Counter(dict.fromkeys(range(5), 5))
    deck = new_game(1, sets=["marshlands"], cards=["lords", "miners", "knights"]).setup.deck
    assert len(deck) == 30
    shown = Counter("/".join(TERRAINS[terrain] for terrain in TERRAINS_OF_CARD[card]) for card in deck)
    assert shown == {**dict.fromkeys(TERRAINS[:5], 5), **dict.fromkeys(SWAMP_CARDS, 1)}


# The choice


@pytest.mark.parametrize("terrain", TERRAINS[:5])
def test_r3_5_r3_7_r9_20_two_on_swamp_or_three_on_the_other_terrain(terrain: str) -> None:
    """A swamp card builds either two settlements on swamp or three on its other terrain."""
    for choice, number in (("swamp", 2), (terrain, 3)):
        game = begin(BANDS, f"swamp/{terrain}")
        assert offered(game) == {"swamp", terrain}
        play(game, choice)
        assert chosen(game) == (choice, f"swamp/{terrain}")
        assert left(game) == number
        for _ in range(number):
            assert terrains(game) == {choice}
            assert options(game) == set()
            build(game)
        assert offered(game) == {"end_turn"}
        assert piece_count(game) == number


@pytest.mark.parametrize(("supply", "number"), [(1, 1), (2, 2), (3, 2), (40, 2)])
def test_r3_8_r3_7_a_swamp_turn_with_a_small_supply(supply: int, number: int) -> None:
    """On swamp it is two settlements or what the supply holds."""
    game = play(begin(BANDS, "swamp/grass", supply={0: supply}), "swamp")
    assert left(game) == number
    assert offered(build(game, number)) == {"end_turn"}


def test_r3_4_r4_4_settlements_on_swamp_are_built_next_to_own_pieces_if_possible() -> None:
    """The adjacency rule holds on swamp as on any terrain."""
    game = play(begin("G0 S S S M S", "swamp/grass"), "swamp")
    assert offered(game) == {"b1"}
    assert offered(play(game, "b1")) == {"c1"}


@pytest.mark.parametrize("card", SWAMP_CARDS)
def test_r3_6_without_swamp_on_the_board_the_swamp_half_is_ignored(card: str) -> None:
    """On a board without any swamp hex the card is one of its other terrain."""
    game = begin(BANDS.replace("S", "M"), card)
    terrain = card.removeprefix("swamp/")
    assert chosen(game) == (terrain, f"swamp/{terrain}")
    assert terrains(game) == {terrain}
    assert options(game) == set()
    assert left(game) == 3


def test_r3_6_r5_35_swamp_on_the_island_is_swamp_in_play() -> None:
    """A swamp hex on the Island alone makes swamp a choice."""
    island = ("rope_bridge", ["SSL", "S", "S", "S", "S"])
    game = begin(BANDS.replace("S", "M"), "swamp/grass", island=island)
    assert offered(game) == {"swamp", "grass"}
    assert hexes(play(game, "swamp")) == {"i:a1", "i:b1", "i:a2", "i:a3", "i:a4", "i:a5"}


@pytest.mark.parametrize(
    ("drawing", "choices"),
    [
        ("S S G G", {"swamp", "grass"}),
        ("S1 S0 G G", {"grass"}),
        ("S= G G", {"grass"}),
        ("S Gw1 M G G", {"grass"}),
        ("S S G1 G0", {"swamp"}),
        ("S M Gw1 G M S", {"swamp"}),
    ],
)
def test_r3_5_an_exhausted_half_may_not_be_chosen_while_the_other_has_a_free_hex(
    drawing: str, choices: set[str]
) -> None:
    """Of the two terrains only one with a free hex is offered; occupied, walled and blocked hexes are not free."""
    game = begin(drawing, "swamp/grass")
    assert offered(game) == choices
    assert game.deck.removed == ()


CHOICE = """
    oracle G0  S   S   S   M   barn G0  M   quarry G0 M   farm G0 G
      G   S   G   G   M   M   G   S   M   G   S   M   M   M
    S   S   S   G   G   G   G   S   S   S   S   G
"""
CHOICE_TILES = {0: ["oracle@a1", "barn@g1", "quarry@j1", "farm@m1"]}


def test_r3_5_r8_6_the_terrain_is_chosen_at_the_first_need() -> None:
    """What needs no played terrain is done before the choice; oracle, barn and quarry are offered only after it."""
    game = begin(CHOICE, "swamp/grass", tiles=CHOICE_TILES)
    assert offered(game) == {"swamp", "grass", "farm"}
    play(game, "farm", "o1")
    assert offered(game) == {"swamp", "grass"}
    assert game.question is not None
    assert game.question.stage == "choose_card"
    play(game, "swamp")
    assert options(game) == {"oracle", "barn", "quarry"}
    assert terrains(game) == {"swamp"}


@pytest.mark.parametrize("tile", ["oracle", "barn", "quarry"])
@pytest.mark.parametrize(("choice", "number"), [("swamp", 2), ("grass", 3)])
def test_r3_5_r3_4_r5_1_r9_61_the_choice_holds_for_the_whole_turn(tile: str, choice: str, number: int) -> None:
    """The terrain chosen for a tile is that of the mandatory action, with its number, and the reverse."""
    before, after = (begin(CHOICE, "swamp/grass", tiles=CHOICE_TILES) for _ in range(2))
    assert use(play(before, choice), tile) == {choice}
    assert left(before) == number
    for _ in range(number):
        assert terrains(before) == {choice}
        assert {"swamp", "grass"}.isdisjoint(options(before))
        build(before)
    assert "end_turn" in options(before)
    build(play(after, choice), number)
    assert {"swamp", "grass"}.isdisjoint(options(after))
    assert use(after, tile) == {choice}


def test_r9_61_r3_5_barn_on_grass_makes_it_a_grass_turn() -> None:
    """Swamp/grass, the barn moves a settlement onto grass: three settlements on grass follow."""
    game = begin(CHOICE, "swamp/grass", tiles=CHOICE_TILES)
    play(game, "grass", "barn", "h1", "a2")
    for _ in range(3):
        assert terrains(game) == {"grass"}
        build(game)
    assert "end_turn" in options(game)
    assert {"swamp", "grass"}.isdisjoint(options(game))


def test_r5_1_oracle_on_swamp_builds_one() -> None:
    """If the played terrain is swamp the oracle builds one settlement on swamp, the mandatory action two."""
    game = begin(CHOICE, "swamp/grass", tiles=CHOICE_TILES)
    play(game, "swamp", "oracle")
    assert terrains(game) == {"swamp"}
    before = piece_count(game)
    build(game)
    assert piece_count(game) == before + 1
    build(game, 2)
    assert "end_turn" in options(game)


def test_r5_9_quarry_on_swamp_puts_walls_there() -> None:
    """Walls stand on the played terrain, swamp included."""
    game = play(begin(CHOICE, "swamp/grass", tiles=CHOICE_TILES), "swamp", "quarry")
    assert terrains(game) == {"swamp"}
    build(game, 2)
    assert game.walls & ~game.board.terrain[TERRAINS.index("swamp")] == 0
    assert game.walls.bit_count() == 2


def test_r3_5_the_choice_may_be_left_open_by_a_player_with_nothing_to_build() -> None:
    """With supply 0 a swamp card need not be chosen for: the turn may be ended, and the card is discarded."""
    drawing = "S S G G paddock D0 D D"
    game = begin(drawing, "swamp/grass", draw=["forest"], players=3, supply={0: 0}, tiles={0: ["paddock@e1"]})
    give_card(game, 1, "desert")
    assert offered(game) == {"paddock", "end_turn"}
    play(game, "end_turn")
    assert game.to_play == 1
    assert game.deck.discard == cards("swamp/grass")


@pytest.mark.parametrize("tile", ["barn", "quarry"])
def test_r3_5_r3_12_without_a_mandatory_action_the_choice_is_for_a_tile(tile: str) -> None:
    """With supply 0 the terrain is still chosen for a tile that needs it, and may be left open."""
    tiles = {0: [f"{tile}@a1"]}
    game = begin(f"{tile} S0 S G S G", "swamp/grass", draw=["forest"], players=3, supply={0: 0}, tiles=tiles)
    give_card(game, 1, "grass")
    assert offered(game) == {"swamp", "grass", "end_turn"}
    assert use(play(game.copy(), "swamp"), tile) == {"swamp"}
    play(game, "end_turn")
    assert game.to_play == 1
    assert game.deck.discard == cards("swamp/grass")


# Exhausted terrain


def test_r3_10_r3_5_both_halves_exhausted_at_the_start() -> None:
    """A swamp card neither of whose terrains has a free hex is removed, and a new card is drawn."""
    game = begin("S1 G1 C C C C", "swamp/grass", draw=["canyon"])
    assert chosen(game) == ("canyon", "canyon")
    assert game.deck.removed == cards("swamp/grass")
    assert left(game) == 3


def test_r3_10_r3_5_one_half_exhausted_keeps_the_card() -> None:
    """While one of its terrains has a free hex and none is chosen, the card stays."""
    game = begin("S1 G G C C C C", "swamp/grass", draw=["canyon"])
    assert offered(game) == {"grass"}
    assert game.deck.removed == ()
    assert left(play(game, "grass")) == 3


@pytest.mark.parametrize(("new", "terrain"), [("canyon", "canyon"), ("swamp/canyon", "canyon")])
def test_r3_10_a_2_build_begun_stays_a_2_build(new: str, terrain: str) -> None:
    """Swamp runs out after the first of two settlements: one more is built with the new card, whatever it shows."""
    game = play(begin("G0 S M C C C C", "swamp/grass", draw=[new]), "swamp")
    play(game, "b1")
    assert game.deck.removed == cards("swamp/grass")
    if new != terrain:
        assert offered(game) == {terrain}
        play(game, terrain)
    assert chosen(game) == (terrain, "swamp/canyon" if new != terrain else "canyon")
    assert left(game) == 1
    assert offered(build(game)) == {"end_turn"}
    assert piece_count(game) == 3


@pytest.mark.parametrize("choice", ["swamp", "canyon"])
def test_r3_10_r3_5_a_3_build_begun_stays_a_3_build_on_a_new_swamp_card(choice: str) -> None:
    """Grass runs out after the first of three: the player chooses on the new swamp card, and two more are built."""
    game = begin("D0 G M S S S C C C", "grass", draw=["swamp/canyon"], tiles={0: []})
    play(game, "b1")
    assert game.deck.removed == cards("grass")
    assert chosen(game) == (None, "swamp/canyon")
    assert offered(game) == {"swamp", "canyon"}
    assert not game.can_take_back()
    assert game.question is not None
    assert game.question.stage == "choose_card"
    play(game, choice)
    for _ in range(2):
        assert terrains(game) == {choice}
        build(game)
    assert offered(game) == {"end_turn"}
    assert piece_count(game) == 4


def test_r3_1_r3_10_no_other_action_before_the_choice_in_the_middle_of_the_mandatory_action() -> None:
    """While the terrain of the new card is open inside the mandatory action, no extra action is offered."""
    game = begin("D0 G M S S S C C C farm D0 D tower", "grass", draw=["swamp/canyon"], tiles={0: ["tower@m1"]})
    assert "tower" in options(game)
    assert offered(play(game, "b1")) == {"swamp", "canyon"}


@pytest.mark.parametrize(("choice", "number"), [("swamp", 2), ("canyon", 3)])
def test_r3_10_the_number_follows_the_new_card_if_nothing_is_built_yet(choice: str, number: int) -> None:
    """A card exhausted by an extra action before the mandatory action is replaced, and the new terrain counts."""
    game = begin("farm G0 G M S S S C C C", "grass", draw=["swamp/canyon"], tiles={0: ["farm@a1"]})
    play(game, "farm", "c1")
    assert offered(game) == {"swamp", "canyon"}
    play(game, choice)
    assert left(game) == number
    assert offered(build(game, number)) == {"end_turn"}


def test_r3_10_the_chosen_half_runs_out_though_the_other_has_free_hexes() -> None:
    """The choice holds: when swamp is used up the card leaves the game, although its grass is free."""
    game = play(begin("D0 S M G G G C C", "swamp/grass", draw=["canyon"]), "swamp")
    play(game, "b1")
    assert game.deck.removed == cards("swamp/grass")
    assert terrains(game) == {"canyon"}


@pytest.mark.parametrize("tile", ["oracle", "barn", "quarry"])
def test_r3_10_r8_7_a_new_swamp_card_after_the_mandatory_action_is_for_a_tile(tile: str) -> None:
    """With a tile left that needs the terrain the exhausted card is replaced, and the player may choose or end."""
    tiles = {0: [f"{tile}@a1"]}
    game = begin(f"{tile} G0 G G G S S\n M M M M C C", "grass", draw=["swamp/canyon", "forest"], tiles=tiles)
    build(game, 3)
    assert game.deck.removed == cards("grass")
    assert offered(game) == {"swamp", "canyon", "end_turn"}
    for choice in ("swamp", "canyon"):
        after = play(game.copy(), choice)
        assert "end_turn" in options(after)
        assert use(after, tile) == {choice}
    give_card(game, 1, "canyon")
    play(game, "end_turn")
    assert game.deck.discard == cards("swamp/canyon")


def test_r3_10_r3_11_an_unusable_swamp_card_is_passed_over() -> None:
    """A drawn card both of whose terrains are exhausted is removed too; without a usable one the action ends."""
    game = begin("G0 G M C C C", "grass", draw=["swamp/desert", "canyon"])
    play(game, "b1")
    assert chosen(game) == ("canyon", "canyon")
    assert Counter(game.deck.removed) == Counter(cards("grass", "swamp/desert"))
    game = begin("G0 G M C C C", "grass", draw=["swamp/desert"])
    assert offered(play(game, "b1")) == {"end_turn"}


# Several cards


def test_r3_5_of_several_cards_all_their_terrains_are_offered_once() -> None:
    """With crossroads the choice is among the terrains of all cards held."""
    assert offered(begin(BANDS, "swamp/grass", "desert", "swamp/forest")) == {"swamp", "grass", "desert", "forest"}


@pytest.mark.parametrize(("choice", "card"), [("swamp", "swamp/grass"), ("grass", "swamp/grass"), ("desert", "desert")])
def test_r3_10_of_several_cards_the_one_that_shows_the_chosen_terrain_is_replaced(choice: str, card: str) -> None:
    """Only the card whose terrain was chosen leaves the game when that terrain is exhausted."""
    drawing = {"swamp": "C0 S M G G D D T T", "grass": "C0 G M S S D D T T", "desert": "C0 D M S S G G T T"}[choice]
    game = begin(drawing, "swamp/grass", "desert", draw=["forest"])
    play(game, choice, "b1")
    assert game.deck.removed == cards(card)
    assert terrains(game) == {"forest"}


def test_r3_10_of_several_exhausted_cards_the_player_picks_a_swamp_card_by_either_half() -> None:
    """If no card has a free hex all terrains are offered, and the card picked is replaced."""
    for choice, removed in (("swamp", "swamp/grass"), ("grass", "swamp/grass"), ("desert", "desert")):
        game = begin("S1 G1 D1 C C C", "swamp/grass", "desert", draw=["canyon"])
        assert offered(game) == {"swamp", "grass", "desert"}
        play(game, choice)
        assert game.deck.removed == cards(removed)
        assert terrains(game) == {"canyon"}


@pytest.mark.parametrize(
    ("hand", "choice", "kept"),
    [
        (["swamp/grass", "desert"], "swamp", "desert"),
        (["swamp/grass", "desert"], "grass", "desert"),
        (["swamp/grass", "desert"], "desert", "swamp/grass"),
        (["swamp/grass", "grass"], "grass", "swamp/grass"),
        (["swamp/grass", "grass"], "swamp", "grass"),
        (["swamp/grass", "swamp/desert"], "grass", "swamp/desert"),
        (["swamp/grass", "swamp/desert"], "desert", "swamp/grass"),
    ],
)
def test_r2_26_two_cards_only_the_played_card_is_discarded(hand: Sequence[str], choice: str, kept: str) -> None:
    """With two terrain cards the card played is discarded, of two that show the terrain the one without swamp."""
    game = begin(BANDS, *hand, draw=["forest"], two_cards=True)
    play(game, choice)
    finish_turn(game)
    (laid_down,) = set(hand) - {kept}
    assert game.deck.discard == cards(laid_down)
    assert Counter(game.players[0].hand) == Counter(cards(kept, "forest"))


@pytest.mark.parametrize("choice", ["swamp", "canyon"])
def test_r2_26_r3_10_two_cards_a_swamp_card_drawn_as_replacement_is_discarded(choice: str) -> None:
    """A swamp card drawn in the middle of the action replaces the removed one and is discarded; the other is kept."""
    drawing = "D0 G M S S S C C C D D"
    game = begin(drawing, "grass", "desert", draw=["swamp/canyon", "flower"], two_cards=True)
    play(game, "grass", "b1", choice)
    finish_turn(game)
    assert game.deck.removed == cards("grass")
    assert game.deck.discard == cards("swamp/canyon")
    assert Counter(game.players[0].hand) == Counter(cards("desert", "flower"))


def test_r2_26_r3_10_r3_28_two_cards_a_replacement_is_discarded_though_no_terrain_is_chosen() -> None:
    """A swamp card drawn for the oracle after the mandatory action is discarded even if the oracle is not used."""
    drawing = "oracle G0 G G G M S S C C D D"
    tiles = {0: ["oracle@a1"]}
    game = begin(drawing, "grass", "desert", draw=["swamp/canyon", "flower"], two_cards=True, tiles=tiles)
    build(play(game, "grass"), 3)
    assert offered(game) == {"swamp", "canyon", "end_turn"}
    play(game, "end_turn")
    assert game.deck.removed == cards("grass")
    assert game.deck.discard == cards("swamp/canyon")
    assert Counter(game.players[0].hand) == Counter(cards("desert", "flower"))


# Hidden and revealed


def test_r3_2_r0_23_a_single_swamp_card_is_public_before_the_choice() -> None:
    """At the start of the turn everybody sees the card; which of its terrains is played is open until the choice."""
    game = begin(BANDS, "swamp/grass")
    (card,) = cards("swamp/grass")
    for seat in (0, 1):
        fields = game.view(seat).to_dict()
        assert (fields["card"], fields["terrain"]) == (card, None)
    for seed in range(10):
        assert game.view(1).sample(seed).players[0].hand == (card,)
    play(game, "swamp")
    assert game.view(1).terrain == TERRAINS.index("swamp")


def test_r3_2_r0_23_of_several_cards_the_swamp_card_is_hidden_until_it_is_chosen() -> None:
    """With two cards nothing is seen before the choice, then the chosen card only."""
    game = begin(BANDS, "swamp/grass", "desert", draw=["flower", "forest", "canyon", "swamp/canyon"])
    assert game.view(1).to_dict()["card"] is None
    hands = {game.view(1).sample(seed).players[0].hand for seed in range(30)}
    assert len(hands) > 5
    play(game, "swamp")
    (card,) = cards("swamp/grass")
    assert game.view(1).to_dict()["card"] == card
    sampled = [game.view(1).sample(seed).players[0].hand for seed in range(30)]
    assert all(card in hand for hand in sampled)
    assert len(set(sampled)) > 3


def test_r3_2_a_card_drawn_in_the_middle_of_the_turn_is_public() -> None:
    """The replacement for an exhausted card is open to all, also while its terrain is to be chosen."""
    game = play(begin("D0 G M S S S C C C", "grass", draw=["swamp/canyon"]), "b1")
    (card,) = cards("swamp/canyon")
    assert game.view(1).to_dict()["card"] == card
    assert game.view(1).sample(3).players[0].hand == (card,)


def test_r3_5_the_choice_can_be_undone() -> None:
    """Choosing the terrain draws no card, so it can be undone, and the position is restored exactly."""
    game = begin(BANDS, "swamp/grass")
    before = game.view(0).to_dict()
    play(game, "swamp")
    assert game.can_take_back()
    game.undo()
    assert game.view(0).to_dict() == before


# Fort


@pytest.mark.parametrize(
    ("row", "targets"),
    [
        ("S G M S G", {"c1", "d1", "g1"}),
        ("G S M S G", {"c1", "d1", "f1"}),
        ("M S M S G", {"d1", "f1", "g1"}),
        ("S M M S", {"c1"}),
        ("S1 S= G1 G", {"f1"}),
    ],
)
def test_r5_18_a_swamp_card_drawn_by_the_fort_gives_either_terrain(row: str, targets: set[str]) -> None:
    """The hex chosen says which of the two terrains it is; each must be adjacent if possible for itself."""
    game = table(f"fort C0 {row} M D D D", pad="M", terrain="desert", tiles={0: ["fort@a1"]})
    stack_deck(game, "swamp/grass")
    play(game, "fort")
    assert offered(game) == targets
    assert game.question is not None
    assert game.question.terrain == "swamp_or_grass"
    play(game, min(targets))
    assert game.players[0].supply == 38
    assert played_terrain(game) == "desert"
    assert game.deck.discard == cards("swamp/grass")


def test_r5_18_r8_40_nothing_is_built_when_both_terrains_are_exhausted() -> None:
    """The card is discarded, the tile is used and the turn goes on."""
    game = table("fort C0 S1 G1 M D D D", pad="M", terrain="desert", tiles={0: ["fort@a1"]})
    stack_deck(game, "swamp/grass")
    play(game, "fort")
    assert game.players[0].supply == 39
    assert options(game) == set()
    assert tile_names(game) == ["fort"]
    assert game.deck.discard == cards("swamp/grass")


def test_r5_18_r6_4_an_outpost_widens_both_terrains_of_a_swamp_card() -> None:
    """With an outpost every free hex of swamp and of the other terrain is a target."""
    game = table("fort C0 S S G M D D D", pad="M", terrain="desert", tiles={0: ["fort@a1"]}, nomads={0: ["outpost"]})
    stack_deck(game, "swamp/grass")
    assert offered(play(game, "fort")) == {"c1", "e1", "outpost"}
    assert offered(play(game, "outpost")) == {"c1", "d1", "e1"}
    assert format_hexes(play(game, "d1").players[0].pieces) == "b1 d1"


def test_r3_5_r5_18_the_fort_leaves_the_own_choice_open() -> None:
    """The terrain built on by the fort does not choose for the own swamp card."""
    game = begin("fort C0 S S S G G G", "swamp/grass", draw=["swamp/grass"], tiles={0: ["fort@a1"]})
    assert offered(game) == {"swamp", "grass", "fort"}
    play(game, "fort", "c1")
    assert offered(game) == {"swamp", "grass"}
    assert left(play(game, "grass")) == 3
