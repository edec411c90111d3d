"""Sections 1 and 2 of the rules: what is in the box, and what lies on the table before the first turn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, permutations
from math import sqrt
from typing import Any

import pytest

from kingdom_builder import Game, answer_name, new_first_game, new_game
from kingdom_builder.game.cards import CARD_SETS, TASKS
from kingdom_builder.game.chance import Chance
from kingdom_builder.game.hexes import each
from kingdom_builder.game.sections import all_sections, section
from kingdom_builder.game.setup import NOMAD_POOL, Setup, first_game, new_setup
from kingdom_builder.game.terrain import TERRAINS
from tests.drawing import nomad_names, options, play, table

BASE_CARDS = {
    *("fishermen", "merchants", "discoverers", "hermits", "citizens"),
    *("miners", "workers", "knights", "lords", "farmers"),
}
RED_CARDS = {"families", "shepherds", "ambassadors"}
TASK_CARDS = {"home_country", "fortress", "road", "place_of_refuge", "advance", "compass_points"}
ALL_SETS = ("base", "nomads", "crossroads")
MIXTURES = [sets for n in (1, 2, 3) for sets in combinations(ALL_SETS, n)]
CROSSROADS_SECTIONS = [piece.name for piece in all_sections() if piece.set == "crossroads"]
BASE_SECTIONS = [piece.name for piece in all_sections() if piece.set == "base"]

each_mixture = pytest.mark.parametrize("sets", MIXTURES, ids="+".join)


def play_out(game: Game, seed: int = 1) -> Game:
    """Play a game to its end at random."""
    chance = Chance(seed)
    while not game.over:
        game.play(chance.choice(game.legal_answers()))
    return game


def end_turn(game: Game) -> None:
    """Play the first answer offered until the turn has passed to the next player."""
    turn = game.turn
    while game.turn == turn and not game.over:
        game.play(game.legal_answers()[0])


def hands(game: Game) -> list[list[str]]:
    """The terrain cards of every seat."""
    return [[TERRAINS[card] for card in seat.hand] for seat in game.seats]


def laid(game: Game) -> dict[str, Any]:
    """What everybody sees on the table, as a position file has it."""
    facts: dict[str, Any] = json.loads(game.to_position())
    return facts


def the_table(setup: Setup) -> tuple[object, ...]:
    """What the first seed decides."""
    return setup.board.sections, setup.cards, setup.tasks, dict(setup.nomad_tiles), setup.start


def section_names(setup: Setup) -> list[str]:
    """The four sections of a set-up."""
    assert setup.board.sections is not None
    return [name for name, _ in setup.board.sections]


def looks_uniform(counts: Counter[Any], cells: Iterable[Any]) -> bool:
    """Say whether a chi-square test sees nothing unusual: four standard deviations above what it should be."""
    keys = list(cells)
    assert set(counts) <= set(keys)
    expected = counts.total() / len(keys)
    freedom = len(keys) - 1
    return sum((counts[key] - expected) ** 2 / expected for key in keys) < freedom + 4 * sqrt(2 * freedom)


# Section 1: components.


@each_mixture
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_1_r8_1_two_to_five_players_with_any_sets(players: int, sets: tuple[str, ...]) -> None:
    """Two to five players can play with any sets, each with 40 settlements and no gold, to the end of the game."""
    game = new_game(11, players=players, sets=sets)
    assert [(seat.supply, seat.gold) for seat in game.seats] == [(40, 0)] * players
    assert len(play_out(game).scores()) == players


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_r1_1_no_other_number_of_players(players: int) -> None:
    """Nobody plays alone, and six are too many."""
    with pytest.raises(ValueError, match=f"^players: {players} is not possible, 2 to 5 can play$"):
        new_game(1, players=players)


def test_r1_3_location_tiles() -> None:
    """Over all sections lie the 28 base, 14 Nomads and 16 Crossroads tiles of the rule, two on every location hex."""
    found: Counter[str] = Counter()
    names = [piece.name for piece in all_sections()]
    for four in (names[0:4], names[4:8], names[8:12], names[12:16]):
        game = new_game(1, sets=ALL_SETS, sections=four)
        for h, kind in game.board.location_at.items():
            found[answer_name(kind)] += (game.stocked >> h & 1) + (game.second >> h & 1)
    base = dict.fromkeys(("farm", "oasis", "tavern", "tower", "barn", "paddock"), 4) | {"oracle": 2, "harbor": 2}
    nomads = {"quarry": 2, "caravan": 4, "village": 4, "garden": 4}
    crossroads = dict.fromkeys(
        ("lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort", "monastery", "wagon"), 2
    )
    assert found == base | nomads | crossroads
    assert (sum(base.values()), sum(nomads.values()), sum(crossroads.values())) == (28, 14, 16)


@each_mixture
def test_r1_5_r2_3_the_terrain_deck(sets: tuple[str, ...]) -> None:
    """The deck is five cards of each card terrain, shuffled; nothing is discarded or out of the game."""
    game = new_game(5, players=3, sets=sets)
    cards = [*game.deck.draw, *(card for seat in game.seats for card in seat.hand)]
    assert Counter(TERRAINS[card] for card in cards) == {
        "grass": 5,
        "canyon": 5,
        "desert": 5,
        "flower": 5,
        "forest": 5,
    }
    assert (len(game.deck.draw), game.deck.discard, game.deck.removed) == (22, (), ())
    assert list(game.deck.draw) != sorted(game.deck.draw)


def test_r1_6_nomad_tiles() -> None:
    """There are 15 nomad tiles: seven donations of one terrain each, and two of each of the four others."""
    donations = {f"donation:{name}" for name in ("grass", "canyon", "desert", "flower", "forest", "water", "mountain")}
    others = ("resettlement", "outpost", "sword", "treasure")
    assert Counter(map(answer_name, NOMAD_POOL)) == dict.fromkeys(donations, 1) | dict.fromkeys(others, 2)


def test_r1_7_kingdom_builder_cards() -> None:
    """The base game has ten cards, Nomads three red ones and Crossroads none."""
    assert {name: set(cards) for name, cards in CARD_SETS.items()} == {
        "base": BASE_CARDS,
        "nomads": RED_CARDS,
        "crossroads": set(),
    }
    assert sum(map(len, CARD_SETS.values())) == 13


def test_r1_8_task_cards() -> None:
    """Crossroads has the six task cards of the rule."""
    assert set(TASKS) == TASK_CARDS
    assert len(TASKS) == 6


@pytest.mark.parametrize(("walls", "more"), [(0, 2), (23, 2), (24, 1), (25, 0)])
def test_r1_9_r2_12_r8_22_there_are_25_walls(walls: int, more: int) -> None:
    """With a quarry walls can be built until 25 stand on the board, and then no more."""
    rows = ["D="] * walls
    drawing = f"quarry D0 D D\n D D D\n{' '.join(rows[:20]) or 'W'}\n{' '.join(rows[20:]) or 'W'}"
    game = table(drawing, terrain="desert", tiles={0: ["quarry@a1"]})
    assert ("quarry" in options(game)) == (more > 0)
    if more:
        play(game, "quarry", "c1")
        assert ("stop" in options(game)) == (more > 1)
    if more > 1:
        play(game, "a2")
    assert game.walls.bit_count() == walls + more


TOWN = """
    lighthouse barracks city_hall wagon W G G
      G0       G0       G0        W W W G
    G          G        G         G W G G
"""


@pytest.mark.parametrize("tile", ["lighthouse", "barracks", "city_hall", "wagon"])
def test_r1_10_r2_15_tokens_of_a_player(tile: str) -> None:
    """Only with the matching tile a player brings out 2 warriors, 1 ship, 1 wagon or the 7 hexes of a city hall."""
    at = {"lighthouse": "a1", "barracks": "b1", "city_hall": "c1", "wagon": "d1"}
    most: dict[int, dict[str, int]] = {0: {}, 1: {}}
    for seed in range(3):
        game = table(TOWN, pad="G", tiles={0: [f"{tile}@{at[tile]}"]}, tiles_left=dict.fromkeys(at.values(), 0))
        chance = Chance(seed)
        for _ in range(200):
            if game.over:
                break
            game.play(chance.choice(game.legal_answers()))
            for seat, found in most.items():
                for kind, where in game.seats[seat].tokens._asdict().items():
                    found[kind] = max(found.get(kind, 0), where.bit_count())
    expected = {
        "lighthouse": ("ship", 1),
        "barracks": ("warriors", 2),
        "city_hall": ("city_hall", 7),
        "wagon": ("wagon", 1),
    }
    nothing = {"warriors": 0, "ship": 0, "wagon": 0, "city_hall": 0}
    assert most == {0: nothing | dict([expected[tile]]), 1: nothing}


# Section 2: set-up.


@each_mixture
def test_r2_1_four_different_sections_of_the_sets(sets: tuple[str, ...]) -> None:
    """The board is four different sections, all from the sets chosen."""
    for seed in range(50):
        names = section_names(new_setup(seed, sets=sets))
        assert len(set(names)) == 4
        assert {section(name).set for name in names} <= set(sets)


def test_r2_1_sections_may_be_chosen() -> None:
    """A section can be chosen with or without its turn, or left to chance at its place."""
    for seed in range(20):
        sections = new_setup(seed, sections=["farm:180", "?", "oasis", "tower:0"]).board.sections
        assert sections is not None
        assert (sections[0], sections[2][0], sections[3]) == (("farm", True), "oasis", ("tower", False))
        assert sections[1][0] not in ("farm", "oasis", "tower")


def test_r2_1_every_section_lies_everywhere_in_both_orientations() -> None:
    """At random, each section is as often at each place as any other, and turned as often as not."""
    boards = [new_setup(seed, sets=ALL_SETS).board.sections or () for seed in range(3200)]
    cells = [(piece.name, turned) for piece in all_sections() for turned in (False, True)]
    for quadrant in range(4):
        assert looks_uniform(Counter(board[quadrant] for board in boards), cells)
    assert looks_uniform(Counter(tuple(turned for _, turned in board) for board in boards), _flags(4))


def _flags(n: int) -> list[tuple[bool, ...]]:
    return [tuple(bool(number >> i & 1) for i in range(n)) for number in range(1 << n)]


@each_mixture
def test_r2_2_two_tiles_on_every_location_hex(sets: tuple[str, ...]) -> None:
    """Two tiles lie on every location hex, one on every nomad hex, and nobody has any."""
    game = new_game(9, sets=sets)
    expected = dict.fromkeys(each(game.board.locations), 2) | dict.fromkeys(each(game.board.nomads), 1)
    assert sorted(laid(game)["tiles_left"].values()) == sorted(expected.values())
    assert game.stocked == sum(1 << h for h in expected)
    assert game.second == game.board.locations
    assert [(seat.tiles, seat.nomads, seat.taken) for seat in game.seats] == [((), (), 0)] * 2


@each_mixture
def test_r2_4_three_cards_of_the_sets_and_always_the_base_cards(sets: tuple[str, ...]) -> None:
    """Three different cards are drawn from the base cards and those of the sets in use, each as often as another."""
    pool = BASE_CARDS | (RED_CARDS if "nomads" in sets else set())
    drawn = [new_setup(seed, sets=sets).cards for seed in range(600)]
    assert {len(set(cards)) for cards in drawn} == {3}
    assert looks_uniform(Counter(card for cards in drawn for card in cards), pool)


def test_r2_4_whatever_sections_are_on_the_board() -> None:
    """Red cards are drawn for a board without Nomads sections too."""
    drawn = {card for seed in range(50) for card in new_setup(seed, sets=ALL_SETS, sections=BASE_SECTIONS[:4]).cards}
    assert drawn >= RED_CARDS


def test_r2_5_everybody_begins_with_40_settlements_and_no_gold() -> None:
    """Before the first turn every settlement is in supply, no gold is earned and the board is empty."""
    for player in laid(new_game(4, players=5, sets=ALL_SETS))["players"]:
        assert (player["supply"], player["gold"], player["settlements"]) == (40, 0, [])


def test_r2_6_everybody_holds_one_card_and_sees_it() -> None:
    """Each player is dealt one terrain card from the top of the deck, from the start player on, and may look at it."""
    game = new_game(6, players=4)
    assert [len(hand) for hand in hands(game)] == [1] * 4
    (order,) = game.deck.shuffles
    dealt = [game.seats[(game.setup.start + i) % 4].hand[0] for i in range(4)]
    assert (*game.deck.draw, *reversed(dealt)) == order
    assert [game.view(seat).hand for seat in range(4)] == [game.seats[seat].hand for seat in range(4)]


def test_r0_23_r2_6_other_hands_and_the_deck_are_hidden() -> None:
    """What a seat sees is the same whatever the others hold and however the deck lies, and all else is open."""
    game = new_game(6, players=3, start=0)
    other = game.copy()
    (other_hand,) = game.seats[2].hand
    at = next(i for i, card in enumerate(game.deck.draw) if card != other_hand)
    other.change(2).hand = (game.deck.draw[at],)
    draw = [*game.deck.draw[:at], other_hand, *game.deck.draw[at + 1 :]]
    other.deck = game.deck._replace(draw=tuple(reversed(draw)), shuffles=((),))
    other.setup = replace(other.setup, seed=None, deck_seed=0)
    assert hands(other) != hands(game)
    for seat in (0, 1):
        assert other.view(seat) == game.view(seat)
    assert other.view(2) != game.view(2)
    play(other, answer_name(other.legal_answers()[0]))
    assert other.view(1) != game.view(1)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r2_7_turns_go_round_from_the_start_player(players: int) -> None:
    """The chosen start player begins and the turns go on in increasing seat order."""
    for start in range(players):
        game = new_game(8, players=players, start=start)
        seats = []
        for _ in range(2 * players):
            seats.append(game.to_play)
            end_turn(game)
        assert seats == [(start + i) % players for i in range(2 * players)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r2_7_r8_53_the_start_player_is_random_unless_chosen(players: int) -> None:
    """Without a choice every seat begins equally often."""
    starts = Counter(new_setup(seed, players=players).start for seed in range(1000))
    assert looks_uniform(starts, range(players))


def test_r2_8_only_what_is_in_play_matters() -> None:
    """With all sets in use but only base sections on the board there is no nomad tile, no task and no token."""
    game = new_game(3, sets=ALL_SETS, sections=BASE_SECTIONS[4:], cards=["lords", "knights", "miners"])
    assert (game.setup.tasks, game.setup.nomad_tiles, game.board.nomads) == ((), {}, 0)
    play_out(game)
    assert game.walls == 0
    assert [seat.tokens for seat in game.seats] == [(0, 0, 0, 0)] * 2
    assert [line.source for line in game.score(0)] == ["lords", "knights", "miners", "castle", "in_game"]


def test_r2_9_the_suggested_first_game() -> None:
    """Tavern and Paddock lie above Oasis and Farm, none turned, with Fishermen, Knights and Merchants."""
    for seed in range(10):
        game = new_first_game(seed, players=4)
        facts = laid(game)
        assert facts["board"] == {"sections": [["tavern", 0], ["paddock", 0], ["oasis", 0], ["farm", 0]]}
        assert facts["cards"] == ["fishermen", "knights", "merchants"]
        assert facts["tasks"] == []
    assert hands(new_first_game(1)) != hands(new_first_game(2))


def test_r2_11_a_nomad_tile_on_every_nomad_hex() -> None:
    """Every nomad hex has one tile out of the 15, each as often as another."""
    found: Counter[int] = Counter()
    for seed in range(500):
        setup = new_setup(seed, sets=["nomads"])
        assert set(setup.nomad_tiles) == set(each(setup.board.nomads))
        assert len(setup.nomad_tiles) == 6
        assert not Counter(setup.nomad_tiles.values()) - Counter(NOMAD_POOL)
        found.update(setup.nomad_tiles.values())
    for kind, copies in Counter(NOMAD_POOL).items():
        found[kind] //= copies
    assert looks_uniform(found, set(NOMAD_POOL))


def test_r2_11_nothing_is_refilled() -> None:
    """A nomad tile that has been taken leaves its hex empty for the rest of the game."""
    game = play(table("G N:sword G", terrain="grass"), "a1")
    assert nomad_names(game) == ["sword"]
    assert laid(game)["tiles_left"] == {"0,1": 0}
    play(game, "c1")
    assert nomad_names(game) == ["sword"]


@pytest.mark.parametrize("count", range(5))
def test_r2_14_a_task_for_every_crossroads_section(count: int) -> None:
    """There are as many different tasks as Crossroads sections on the board."""
    sections = [*CROSSROADS_SECTIONS[:count], *BASE_SECTIONS[: 4 - count]]
    for seed in range(30):
        tasks = new_setup(seed, sets=ALL_SETS, sections=sections).tasks
        assert len(set(tasks)) == len(tasks) == count


def test_r2_14_tasks_are_drawn_at_random() -> None:
    """Each task card is drawn as often as another."""
    drawn = Counter(task for seed in range(600) for task in new_setup(seed, sets=["crossroads"]).tasks)
    assert looks_uniform(drawn, TASK_CARDS)


def test_r2_26_two_terrain_cards_are_dealt() -> None:
    """In the variant everybody holds two cards from the beginning, and the choice between them is open."""
    game = new_game(2, players=4, two_cards=True, start=0)
    assert [len(hand) for hand in hands(game)] == [2] * 4
    assert len(game.deck.draw) == 17
    assert options(game) == set(hands(game)[0])
    assert new_game(2, players=4, start=0).setup.two_cards is False


def test_r2_27_without_lords() -> None:
    """In the variant the Lords card is never drawn, and otherwise it is."""
    with_lords, without = (
        {card for seed in range(100) for card in new_setup(seed, without_lords=out).cards} for out in (False, True)
    )
    assert with_lords == BASE_CARDS
    assert without == BASE_CARDS - {"lords"}


# Chance: two seeds decide everything.


def test_the_same_seeds_and_options_make_the_same_game() -> None:
    """Two games of the same seeds, options and answers are the same to the last card."""
    for seed in range(5):
        one, two = (new_game(seed, players=4, sets=ALL_SETS, deck_seed=seed + 1, cards=["lords"]) for _ in range(2))
        assert one.to_record() == two.to_record()
        assert play_out(one).to_record() == play_out(two).to_record()
        assert len(one.deck.shuffles) > 1, "the game was to shuffle again"


def test_other_seeds_make_other_games() -> None:
    """A hundred seeds make a hundred different tables and decks."""
    games = [new_game(seed, sets=ALL_SETS) for seed in (*range(100), 1 << 64, 1 << 70)]
    assert len({repr(the_table(game.setup)) for game in games}) == len(games)
    assert len({game.deck.shuffles for game in games}) == len(games)


def test_a_deck_seed_changes_the_cards_and_not_the_table() -> None:
    """Another deck seed gives the same table with other hands and another deck."""
    games = [new_game(12, players=5, sets=ALL_SETS, deck_seed=deck_seed) for deck_seed in range(20)]
    assert len({repr(the_table(game.setup)) for game in games}) == 1
    assert len({game.deck.shuffles for game in games}) == 20
    assert len({repr(hands(game)) for game in games}) > 15


def test_the_deck_seed_alone_decides_the_cards() -> None:
    """Another first seed gives another table with the same deck."""
    games = [new_game(seed, sets=ALL_SETS, deck_seed=7) for seed in range(20)]
    assert len({game.deck.shuffles for game in games}) == 1
    assert len({repr(the_table(game.setup)) for game in games}) == 20


@pytest.mark.parametrize(
    ("choice", "decides"),
    [
        ({"cards": ["lords", "miners", "families"]}, {"cards"}),
        ({"cards": ["?", "lords"]}, {"cards"}),
        ({"tasks": ["road", "advance"]}, {"tasks"}),
        ({"start": 0}, {"start"}),
        ({"deck_seed": 5}, {"deck"}),
        ({"players": 5}, {"start"}),
        ({"two_cards": True}, set()),
        ({"without_lords": True}, {"cards"}),
        (
            {"sections": ["barn:180", "quarry:180", "monastery_wagon:0", "barracks_crossroads:0"]},
            {"sections"},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_a_choice_leaves_the_other_draws_as_they_were(choice: dict[str, Any], decides: set[str]) -> None:
    """Whatever is chosen, everything else is drawn as it would have been."""

    def drawn(**chosen: Any) -> dict[str, object]:
        setup = new_setup(229, **{"players": 3, "sets": ALL_SETS, **chosen})
        return {
            "sections": setup.board.sections,
            "cards": setup.cards,
            "tasks": setup.tasks,
            "nomads": dict(setup.nomad_tiles),
            "start": setup.start,
            "deck": Game(replace(setup, start=0, players=3)).deck.shuffles,
        }

    chosen, free = drawn(**choice), drawn()
    assert {key for key in free if chosen[key] != free[key]} == decides
    assert chosen == drawn(**choice)


def test_what_is_chosen_is_not_drawn_again() -> None:
    """Chosen cards, tasks and sections stand where they were named and are not drawn a second time."""
    for seed in range(100):
        setup = new_setup(
            seed, sets=["crossroads"], sections=["?", "city_hall_fort"], cards=["?", "lords"], tasks=["?", "?", "road"]
        )
        assert (section_names(setup)[1], setup.cards[1], setup.tasks[2]) == ("city_hall_fort", "lords", "road")
        for found in (section_names(setup), setup.cards, setup.tasks):
            assert len(set(found)) == len(found)


def test_one_fixed_seed_on_every_machine() -> None:
    """Seed 229 makes this table and this deck, on every machine and with every Python."""
    game = new_game(229, players=3, sets=["base", "nomads", "crossroads"])
    assert game.to_record().splitlines() == [
        "kingdom-builder/record-1",
        "rules: 1",
        "players: 3",
        "start: 2",
        "sets: base nomads crossroads",
        "sections: monastery_wagon:180 quarry:180 barn:0 barracks_crossroads:0",
        "cards: ambassadors discoverers farmers",
        "tasks: compass_points place_of_refuge",
        "nomads: o3=donation:canyon m5=treasure r5=donation:flower",
        "seeds: 229 12952824117426829941",
        "shuffles: CTFDFTCGGTDGFCFDGTCGFTDCD",
        "answers:",
    ]
    assert hands(game) == [["forest"], ["flower"], ["canyon"]]
    assert game.to_play == 2


def test_one_fixed_first_game_on_every_machine() -> None:
    """Deck seed 1 deals these hands in the first game, on every machine and with every Python."""
    game = Game(first_game(1, players=5, start=0, deck_seed=1))
    assert hands(game) == [["canyon"], ["forest"], ["grass"], ["flower"], ["grass"]]


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]),
    ],
)
def test_chance_is_splitmix64(seed: int, expected: list[int]) -> None:
    """The numbers are those that SplitMix64 is published with."""
    chance = Chance(seed)
    assert [chance.next64() for _ in expected] == expected


def test_shuffles_are_uniform() -> None:
    """Every order of four items is as likely as any other."""
    chance = Chance(4)
    orders = Counter(chance.shuffled("abcd") for _ in range(4800))
    assert looks_uniform(orders, permutations("abcd"))


def test_seeds_in_a_row_are_unrelated() -> None:
    """Under seeds 0, 1, 2, ... each item comes first, and last, as often as any other."""
    items = range(25)
    for stream in ((), (3,)):
        orders = [Chance(seed, *stream).shuffled(items) for seed in range(5000)]
        assert looks_uniform(Counter(order[0] for order in orders), items)
        assert looks_uniform(Counter(order[-1] for order in orders), items)


def test_streams_of_a_seed_are_unrelated() -> None:
    """What one stream of a seed draws says nothing about what another draws."""
    pairs = Counter((Chance(seed, 1).below(5), Chance(seed, 2).below(5)) for seed in range(5000))
    assert looks_uniform(pairs, [(a, b) for a in range(5) for b in range(5)])


def test_shuffling_and_choosing_keep_the_items() -> None:
    """A shuffle holds the same items, a choice is one of them, and `below` stays below."""
    chance = Chance(9)
    for n in range(1, 30):
        assert sorted(chance.shuffled(range(n))) == list(range(n))
        assert chance.choice(range(n)) in range(n)
        assert chance.below(n) in range(n)
    assert chance.shuffled([]) == ()


# Wrong options.


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"sets": ["base", "seafarers"]}, "sets: 'seafarers' is not a set"),
    ({"sets": ["marshlands"]}, "sets: 'marshlands' is not a set"),
    ({"sets": ["base", "base"]}, "sets: 'base'"),
    ({"sections": ["atlantis"]}, "sections: 'atlantis' is not a section"),
    ({"sections": ["farm", "farm"]}, "sections: 'farm' can be used once only"),
    ({"sections": ["farm:0", "?", "farm:180"]}, "sections: 'farm' can be used once only"),
    ({"sections": ["farm", "oasis", "tower", "barn", "tavern"]}, "sections: a board has 4 sections, not 5"),
    ({"sections": ["quarry"]}, "sections: 'quarry' belongs to nomads, which is not among the sets in use"),
    ({"sections": ["farm:90"]}, "sections: a section is turned by 0 or 180 degrees, not '90'"),
    ({"sections": ["farm:"]}, "sections: a section is turned by 0 or 180 degrees, not ''"),
    ({"sections": ["?:left"]}, "sections: a section is turned by 0 or 180 degrees, not 'left'"),
    ({"cards": ["pirates"]}, "cards: 'pirates' is not among those in use"),
    ({"cards": ["families"]}, "cards: 'families' is not among those in use"),
    ({"cards": ["lords"], "without_lords": True}, "cards: 'lords' is not among those in use"),
    ({"cards": ["lords", "?", "lords"]}, "cards: 'lords' can be used once only"),
    ({"cards": ["lords", "miners", "knights", "workers"]}, "cards: 4 chosen, but this game has 3"),
    ({"sets": ["crossroads"], "tasks": ["chess"]}, "tasks: 'chess' is not among those in use"),
    ({"sets": ["crossroads"], "tasks": ["road", "road"]}, "tasks: 'road' can be used once only"),
    ({"sets": ["crossroads"], "tasks": [*TASKS[:5]]}, "tasks: 5 chosen, but this game has 4"),
    ({"tasks": ["road"]}, "tasks: 1 chosen, but this game has 0"),
    ({"start": 2}, "start: there is no seat 2, seats go from 0 to 1"),
    ({"start": -1}, "start: there is no seat -1, seats go from 0 to 1"),
    ({"seed": -1}, "seed: a seed is a whole number from 0"),
    ({"deck_seed": -1}, "seed: a seed is a whole number from 0"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
@pytest.mark.parametrize("make", [new_game, new_setup], ids=["game", "setup"])
def test_wrong_options_are_refused_in_one_line(
    make: Callable[..., object], wrong: dict[str, Any], message: str
) -> None:
    """An option that cannot be is a ValueError of one line that names the option and what is wrong with it."""
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is compared below, as plain text
        make(**{"seed": 1, **wrong})
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_a_wrong_start_in_the_first_game() -> None:
    """The first game checks its options too."""
    with pytest.raises(ValueError, match=r"^start: there is no seat 4, seats go from 0 to 3$"):
        new_first_game(1, players=4, start=4)
    with pytest.raises(ValueError, match=r"^players: 6 is not possible, 2 to 5 can play$"):
        new_first_game(1, players=6)
