"""Position files: the contract of docs/position-format.md."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom_builder import Game, PositionError, answer_name, load, new_game
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.game.hexes import PLACES, names, parse
from kingdom_builder.game.sections import section
from kingdom_builder.game.terrain import BASE_DECK
from tests.drawing import give_card, hexes, nomad_names, options, play, tile_names

FORMAT = "kingdom-builder/position-1"
DOCUMENT = Path(__file__).parents[2] / "docs" / "position-format.md"
MIXES = [
    ("base",),
    ("nomads",),
    ("crossroads",),
    ("base", "nomads"),
    ("base", "crossroads"),
    ("nomads", "crossroads"),
    ("base", "nomads", "crossroads"),
]

ROWS = [
    "GGGGGGGGGGGGGGGGGGGG",
    "GGLGGGGGGGNGGGGGGGGG",
    "GGGGGGGGGGGGGGGGGGGG",
    "WWWWWMMMMMGGGGGGGGGG",
    "SSADCFTGGGGGGKPOGGGG",
    *["GGGGGGGGGGGGGGGGGGGG"] * 15,
]
GOOD: dict[str, Any] = {
    "format": FORMAT,
    "board": {"rows": ROWS, "locations": {"1,2": "farm"}},
    "island": None,
    "capitols": [],
    "caves": [],
    "removed_terrain": None,
    "cards": ["lords", "families"],
    "tasks": ["road", "home_country"],
    "players": [
        {
            "settlements": [[0, 2], [1, 1]],
            "warriors": [[6, 6], [15, 2]],
            "ship": [3, 1],
            "wagon": [3, 6],
            "city_hall": [10, 10],
            "supply": 30,
            "held": 0,
            "gold": 5,
            "marked_lines": [],
            "number_tiles": 0,
            "tiles": [{"name": "farm", "at": [1, 2], "used": True, "locked": False}],
            "bonus_tiles": [],
            "nomad_tiles": ["outpost", "donation:water", "outpost"],
        },
        {
            "settlements": [[2, 2], [3, 4], [3, 5]],
            "warriors": [],
            "ship": None,
            "wagon": None,
            "city_hall": None,
            "supply": 37,
            "held": 0,
            "gold": 0,
            "marked_lines": [],
            "number_tiles": 0,
            "tiles": [{"name": "farm", "at": [1, 2], "used": False, "locked": True}],
            "bonus_tiles": [],
            "nomad_tiles": [],
        },
    ],
    "tiles_left": {"1,2": 0, "1,10": 1},
    "walls": [[4, 3], [15, 15]],
    "scouts": [],
    "to_play": 1,
    "terrain": "grass",
}
"""A file in its normal form, every field of it in use."""

SECTIONS: dict[str, Any] = {"sections": [["oasis", 0], ["quarry", 180], ["farm", 0], ["city_hall_fort", 180]]}

GONE: Any = object()
"""Says that a field is left out."""


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the good file with the value at a path such as `players[0].supply` replaced, added or left out."""
    copy = deepcopy(GOOD)
    *way, last = re.findall(r"[^.\[\]]+", path)
    where: Any = copy
    for step in way:
        where = where[int(step) if isinstance(where, list) else step]
    key = int(last) if isinstance(where, list) else last
    if value is GONE:
        del where[key]
    else:
        where[key] = value
    return copy


def small(*players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a small file with the board of GOOD."""
    return {"format": FORMAT, "board": GOOD["board"], "players": list(players), **fields}


def read(file: Any) -> Game:
    """Read a file given as JSON would give it."""
    return Game.from_position(json.dumps(file))


def written(game: Game) -> dict[str, Any]:
    """Return what a game writes, as JSON gives it."""
    facts = json.loads(game.to_position())
    assert isinstance(facts, dict)
    return facts


@lru_cache
def played(mix: tuple[str, ...], players: int, seed: int) -> tuple[Game, ...]:
    """Return the positions of a random game, from the set-up to the end."""
    game, bot = new_game(seed, players=players, sets=mix), RandomBot(seed)
    found = [game.copy()]
    while not game.over:
        game.play(bot.answer(game.view(game.active)))
        found.append(game.copy())
    return tuple(found)


def with_rows(file: dict[str, Any]) -> dict[str, Any]:
    """Return the same file with its board as rows."""
    board = read(file).board
    locations = {f"{PLACES[h].row},{PLACES[h].col}": answer_name(kind) for h, kind in sorted(board.location_at.items())}
    return file | {"board": {"rows": list(board.to_rows()), "locations": locations}}


RANDOM_GAMES = [
    pytest.param(mix, players, number, id=f"{'+'.join(mix)} for {players}")
    for number, mix in enumerate(MIXES)
    for players in (2, 3 + number % 3)
]
"""A random game of every mix of sets, with every number of players."""


# Reading and writing


def test_a_normal_file_is_written_as_it_was_read() -> None:
    """Reading a file in its normal form and writing it again gives the same text, one line of JSON."""
    text = json.dumps(GOOD) + "\n"
    assert Game.from_position(text).to_position() == text


@pytest.mark.parametrize(("mix", "players", "seed"), RANDOM_GAMES)
def test_positions_of_random_games_are_written_as_they_were_read(mix: tuple[str, ...], players: int, seed: int) -> None:
    """What a game writes at any moment is in normal form, with sections and with rows, and scores the same."""
    for game in played(mix, players, seed)[::10]:
        file = written(game)
        assert list(file["board"]) == ["sections"]
        again, in_rows = read(file), read(with_rows(file))
        assert again.to_position() == game.to_position()
        assert written(in_rows) == with_rows(file)
        for seat in range(players):
            assert game.score(seat) == again.score(seat) == in_rows.score(seat)


@pytest.mark.parametrize(("mix", "players", "seed"), RANDOM_GAMES)
def test_the_same_is_legal_at_the_beginning_of_a_turn(mix: tuple[str, ...], players: int, seed: int) -> None:
    """A file written when a turn begins asks the same player for the same hexes and options as the game did."""
    positions = played(mix, players, seed)
    beginnings = [game for before, game in pairwise(positions) if game.turn > before.turn and not game.over]
    assert len(beginnings) > 20
    for game in [positions[0], *beginnings]:
        again = read(written(game))
        assert (again.to_play, again.card) == (game.to_play, game.card)
        if game.card is not None:
            assert again.asked() == game.asked()


def test_the_end_of_a_game_has_no_terrain() -> None:
    """When the game is over nobody plays a card, and the file still scores like the game."""
    game = played(("base",), 2, 0)[-1]
    assert written(game)["terrain"] is None
    assert read(written(game)).scores() == game.scores()


def test_writing_brings_a_file_into_normal_form() -> None:
    """Hexes and tiles left get sorted, fields the usual order, missing ones their default; other orders are kept."""
    shuffled = dict(reversed(GOOD.items()))
    shuffled["players"] = [dict(reversed(player.items())) for player in GOOD["players"]]
    shuffled["players"][0]["settlements"] = [[1, 1], [0, 2]]
    shuffled["players"][0]["warriors"] = [[15, 2], [6, 6]]
    shuffled["players"][1]["settlements"] = [[3, 5], [3, 4], [2, 2]]
    shuffled["tiles_left"] = {"1,10": 1, "1,2": 0}
    shuffled["walls"] = [[15, 15], [4, 3]]
    for field in ("island", "capitols", "caves", "removed_terrain", "scouts"):
        del shuffled[field]
    del shuffled["players"][1]["supply"]
    text = json.dumps(shuffled, indent=4)
    assert Game.from_position(text).to_position() == json.dumps(GOOD) + "\n"


def test_the_order_of_cards_tasks_and_tiles_is_kept() -> None:
    """What has an order on the table (cards, tasks, a player's tiles) is written in that order."""
    file = small(
        {"nomad_tiles": ["sword", "outpost"]}, cards=["workers", "lords", "citizens"], tasks=["road", "advance"]
    )
    again = written(read(file))
    assert (again["cards"], again["tasks"]) == (file["cards"], file["tasks"])
    assert again["players"][0]["nomad_tiles"] == ["sword", "outpost"]


def test_defaults_of_the_table() -> None:
    """Everything but the format and the board may be left out, and is then empty, zero or null."""
    game = read({"format": FORMAT, "board": GOOD["board"]})
    expected = GOOD | {"cards": [], "tasks": [], "players": [], "tiles_left": {"1,2": 2, "1,10": 1}}
    assert written(game) == expected | {"walls": [], "to_play": 0, "terrain": None}
    assert game.scores() == []


def test_defaults_of_a_player() -> None:
    """A player without any field has forty settlements and nothing else."""
    (player,) = written(read(small({})))["players"]
    assert player == GOOD["players"][1] | {"settlements": [], "supply": 40, "tiles": []}
    assert list(player) == list(GOOD["players"][0])


def test_defaults_of_a_tile() -> None:
    """A location tile is neither used nor locked unless the file says so."""
    (player,) = written(read(small({"tiles": [{"name": "farm", "at": [1, 2]}]})))["players"]
    assert player["tiles"] == [{"name": "farm", "at": [1, 2], "used": False, "locked": False}]


@pytest.mark.parametrize(
    ("player", "supply"),
    [
        ({}, 40),
        ({"settlements": [[0, 0], [0, 1], [0, 2]]}, 37),
        ({"settlements": [[row, col] for row in (7, 8) for col in range(20)]}, 0),
        ({"settlements": [[0, 0]], "warriors": [[9, 9]], "ship": [3, 0], "wagon": [3, 9], "city_hall": [13, 13]}, 39),
        ({"settlements": [[0, 0]], "supply": 12}, 12),
        ({"settlements": [[0, 0]], "supply": 39}, 39),
        ({"supply": 0}, 0),
    ],
)
def test_supply(player: dict[str, Any], supply: int) -> None:
    """Without a supply in the file it is 40 less the settlements on the board; meeples and city halls do not count."""
    game = read(small(player))
    assert game.seats[0].supply == supply
    assert written(game)["players"][0]["supply"] == supply


FARMS = {"rows": [ROWS[0], ROWS[1].replace("GGLG", "GLGL", 1), *ROWS[2:]], "locations": {"1,1": "farm", "1,3": "farm"}}
"""The board of GOOD with two farms on b2 and d2 in place of its one."""


@pytest.mark.parametrize(
    ("tiles", "explicit", "expected"),
    [
        ([[], []], {}, {"1,1": 2, "1,3": 2, "1,10": 1}),
        ([[[1, 1]], []], {}, {"1,1": 1, "1,3": 2, "1,10": 1}),
        ([[[1, 1], [1, 3]], [[1, 3]]], {}, {"1,1": 1, "1,3": 0, "1,10": 1}),
        ([[[1, 1]], []], {"1,1": 0}, {"1,1": 0, "1,3": 2, "1,10": 1}),
        ([[[1, 1]], []], {"1,1": 2}, {"1,1": 2, "1,3": 2, "1,10": 1}),
        ([[[1, 1]], []], {"1,3": 1, "1,10": 0}, {"1,1": 1, "1,3": 1, "1,10": 0}),
    ],
)
def test_tiles_left(tiles: list[list[list[int]]], explicit: dict[str, int], expected: dict[str, int]) -> None:
    """What is not said to be left on a location is two less what the players have from it, on a nomad hex one."""
    players = [{"tiles": [{"name": "farm", "at": at} for at in own]} for own in tiles]
    file = small(*players, board=FARMS, tiles_left=explicit)
    assert written(read(file))["tiles_left"] == expected


@pytest.mark.parametrize(
    ("left", "farms", "nomads"),
    [({}, ["farm"], 1), ({"1,2": 1}, ["farm"], 1), ({"1,2": 0}, [], 1), ({"1,10": 0}, ["farm"], 0)],
)
def test_tiles_left_can_be_taken(left: dict[str, int], farms: list[str], nomads: int) -> None:
    """A settlement beside a location or nomad hex takes a tile if one is left there, and none otherwise."""
    file = small({"settlements": [[2, 11]]}, {}, tiles_left=left, terrain="grass")
    game = play(read(file), "l2")
    assert len(nomad_names(game)) + game.seats[0].gold // 3 == nomads
    file["players"] = [{"settlements": [[0, 1]]}, {}]
    assert tile_names(play(read(file), "c1")) == farms


def test_both_forms_of_the_board_are_the_same_board() -> None:
    """Sections lie top left, top right, bottom left, bottom right, turned by 0 or 180 degrees."""
    board = read({"format": FORMAT, "board": SECTIONS}).board
    rows = board.to_rows()
    maps = {name: "".join(re.sub(r"\d", "L", row) for row in section(name).rows) for name, _ in SECTIONS["sections"]}
    assert "".join(row[:10] for row in rows[:10]) == maps["oasis"]
    assert "".join(row[10:] for row in rows[:10]) == maps["quarry"][::-1]
    assert "".join(row[:10] for row in rows[10:]) == maps["farm"]
    assert "".join(row[10:] for row in rows[10:]) == maps["city_hall_fort"][::-1]
    drawn = read(with_rows({"format": FORMAT, "board": SECTIONS})).board
    assert (drawn.terrain, drawn.special, drawn.location_at) == (board.terrain, board.special, board.location_at)
    assert (drawn.castles, drawn.nomads) == (board.castles, board.nomads)
    assert answer_name(board.location_at[parse("11,7").hex]) == "farm"


def test_every_code_of_a_row() -> None:
    """The rows may hold all nine terrains and all five kinds of special hexes."""
    board = read(GOOD).board
    codes = "".join(board.to_rows())
    assert codes == "".join(ROWS)
    assert set(codes) == set("GCDFTSAWMKNPOL")
    terrains = {"G": 0, "C": 1, "D": 2, "F": 3, "T": 4, "S": 5, "A": 6, "W": 7, "M": 8}
    for code, terrain in terrains.items():
        assert board.terrain[terrain].bit_count() == codes.count(code)
    specials = (board.castles, board.nomads, board.palaces, board.silos, board.locations)
    assert [names(hexes_of_it) for hexes_of_it in specials] == ["n5", "k2", "o5", "p5", "c2"]


def test_pieces_stand_where_the_file_says() -> None:
    """Settlements, warriors, ship, wagon, the seven hexes of a city hall and walls are read as they are named."""
    game = read(GOOD)
    seat = game.seats[0]
    assert names(seat.settlements) == "c1 b2"
    assert [names(token) for token in seat.tokens] == ["g7 c16", "b4", "g4", "j10 k10 j11 k11 l11 j12 k12"]
    assert names(seat.pieces) == "c1 b2 b4 g4 g7 j10 k10 j11 k11 l11 j12 k12 c16"
    assert names(game.walls) == "d5 p16"
    assert not game.free & (seat.pieces | game.walls | parse("f7").bit)


def test_to_play_and_terrain() -> None:
    """The player to play has the card shown and is asked for its terrain; without a terrain no card is played."""
    file = small({}, {"settlements": [[4, 2]]}, {}, to_play=1, terrain="desert")
    game = read(file)
    assert game.to_play == 1
    assert hexes(game) == {"d5"}
    without = read(file | {"terrain": None})
    assert (hexes(without), options(without)) == (set(), {"end_turn"})


@pytest.mark.parametrize(
    ("used", "locked", "usable"),
    [(False, False, True), (True, False, False), (False, True, False), (True, True, False)],
)
def test_used_and_locked_tiles(used: bool, locked: bool, usable: bool) -> None:
    """A tile can be used unless the file says that it is used or locked."""
    tile = {"name": "farm", "at": [1, 2], "used": used, "locked": locked}
    game = read(small({"settlements": [[1, 1]], "tiles": [tile]}, {}, terrain="grass"))
    assert options(game) == ({"farm"} if usable else set())


def test_hidden_cards_are_dealt_from_what_is_not_seen() -> None:
    """The player to play holds the card shown, the others one each, and the 25 cards are all there."""
    game = read(small({}, {}, {}, terrain="flower"))
    assert [len(seat.hand) for seat in game.seats] == [1, 1, 1]
    assert game.seats[0].hand == (game.card,) == (3,)
    cards = [card for seat in game.seats for card in seat.hand] + list(game.deck.draw + game.deck.discard)
    assert sorted(cards) == list(BASE_DECK)


def test_a_file_holds_no_hidden_fact() -> None:
    """Other hands and the order of the deck leave no trace in the file."""
    game = new_game(11, players=3, sets=MIXES[-1])
    other = game.copy()
    give_card(other, (game.active + 1) % 3, "water")
    other.deck = other.deck._replace(draw=other.deck.draw[::-1])
    assert other.to_position() == game.to_position()


def test_load_reads_positions_too() -> None:
    """What begins with a brace is read as a position file, whatever blanks stand before it."""
    assert written(load("\n  " + json.dumps(GOOD))) == GOOD


def test_the_example_of_the_document() -> None:
    """The document's example has exactly the fields that are written, and can be read but for sets not played yet."""
    (example,) = re.findall(r"```jsonc\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    file = json.loads(re.sub(r"//.*", "", example))
    assert list(file) == list(GOOD)
    (player,) = file["players"]
    assert list(player) == list(GOOD["players"][0])
    assert list(player["tiles"][0]) == list(GOOD["players"][0]["tiles"][0])
    file |= {"capitols": [], "caves": []}
    player |= {"bonus_tiles": []}
    again = written(read(file))
    assert again == file | {"tiles_left": again["tiles_left"]}
    assert again["tiles_left"]["11,7"] == 1


# Sets that are not played yet


@pytest.mark.parametrize(
    ("path", "neutral", "value", "name"),
    [
        ("island", None, "tree_house", "Island"),
        ("island", None, {"rows": ["....."] * 5, "location": "tree_house"}, "Island"),
        ("capitols", [], [[4, 13]], "Capitol"),
        ("caves", [], [[3, 5]], "Caves"),
        ("removed_terrain", None, "grass", "Marshlands"),
        ("scouts", [], [[0, 0]], "Harvest"),
        ("players[0].held", 0, 1, "Marshlands"),
        ("players[0].marked_lines", [], [4], "Harvest"),
        ("players[0].number_tiles", 0, 3, "Harvest"),
        ("players[1].bonus_tiles", [], ["refuge"], "Marshlands"),
    ],
)
def test_sets_not_played_yet(path: str, neutral: Any, value: Any, name: str) -> None:
    """A field of a set that cannot be played yet is accepted when it says so, and refused by name otherwise."""
    assert written(read(changed(path, neutral))) == GOOD
    assert written(read(changed(path, GONE))) == GOOD
    with pytest.raises(PositionError, match=f"^{re.escape(path)}: .*{name} cannot be played yet"):
        read(changed(path, value))


# Broken files


NO_HEXES: list[Any] = [
    [20, 0],
    [0, 20],
    [-1, 0],
    [0],
    [0, 0, 0],
    [1.0, 2],
    ["0", 0],
    [True, False],
    "a1",
    ["island", 0, 0],
]
NO_LISTS: list[Any] = [None, {}, "e5", 1]

WRONG_VALUES: dict[str, list[Any]] = {
    "format": [GONE, "kingdom-builder/position-2", 1],
    "bored": [{}, None],
    "board": [GONE, [], {}, {**GOOD["board"], **SECTIONS}],
    "board.rows": [ROWS[:19], [*ROWS, ROWS[0]], "".join(ROWS), None],
    "board.rows[7]": [5, "", "G" * 19, "G" * 21, "G" * 19 + "x", "g" * 20, "G" * 19 + "1", ["G"] * 20],
    "board.locations": [GONE, {}, ["farm"]],
    "board.locations.1,2": ["temple", "castle", "Farm", None, 5],
    "board.locations.0,0": ["farm"],
    "board.walls": [[]],
    "cards": [*NO_LISTS, "lords"],
    "cards[1]": ["lords", "kings", "Lords", "geologists", 1, None, "fishermen "],
    "tasks": [*NO_LISTS, "road"],
    "tasks[1]": ["road", "roads", "lords", 1, None],
    "players": [{}, None, [{}] * 6, "two"],
    "players[0]": [[], None, 5],
    "players[0].hand": [["grass"]],
    "players[0].settlements": NO_LISTS,
    "players[0].settlements[1]": [*NO_HEXES, None, [0, 2], [1, 2], [1, 10], [4, 13], [4, 14], [4, 15]],
    "players[1].settlements": [[[row, col] for row in (17, 18, 19) for col in range(14)]],
    "players[0].warriors": [*NO_LISTS, [[15, 2], [15, 5], [15, 8]]],
    "players[0].warriors[1]": [*NO_HEXES, None, [6, 6], [3, 0], [3, 9], [1, 2]],
    "players[0].ship": [*NO_HEXES, [], False, [0, 0], [3, 7], [4, 13]],
    "players[0].wagon": [*NO_HEXES, [], False, [3, 0], [4, 13]],
    "players[0].city_hall": [*NO_HEXES, [], False, [0, 10], [19, 5], [2, 8], [5, 13], [3, 0]],
    "players[0].supply": [-1, 39, "many", 1.5, True, [], 10**400],
    "players[0].gold": [-1, "lots", 0.5, False, None, 10**400],
    "players[0].held": [False, "0", None, -1],
    "players[0].marked_lines": [0, None, {}, "", [20]],
    "players[0].number_tiles": [False, "0", None, -1],
    "players[0].bonus_tiles": [0, None, {}, ["farm"]],
    "players[0].tiles": [*NO_LISTS, GOOD["players"][0]["tiles"] * 2],
    "players[0].tiles[0]": ["farm", None, []],
    "players[0].tiles[0].name": [GONE, "temple", "outpost", "farms", None],
    "players[0].tiles[0].at": [GONE, *NO_HEXES, None, [1, 3], [4, 13]],
    "players[0].tiles[0].used": [0, "no", None],
    "players[0].tiles[0].locked": [0, "no", None],
    "players[0].tiles[0].turned": [False],
    "players[0].nomad_tiles": NO_LISTS,
    "players[0].nomad_tiles[0]": ["donation", "donation:swamp", "farm", "treasure", None, 3],
    "tiles_left": [[], None, 1],
    "tiles_left.1,2": [-1, 3, "1", None, True],
    "tiles_left.1,10": [-1, 2, False],
    "tiles_left.0,0": [0, 1],
    "walls": [*NO_LISTS, [[row, col] for row in (17, 18) for col in range(13)]],
    "walls[1]": [*NO_HEXES, None, [4, 3], [3, 0], [3, 9], [1, 2], [4, 15]],
    "island": ["atlantis", False],
    "scouts": [None, [[0, 0]]],
    "to_play": [-1, 2, "0", 0.0, True],
    "terrain": ["water", "swamp", "farmland", "Grass", "", 0, False, ["grass"]],
}
"""Fields, each with wrong values for it; the message must begin with the field."""

NAMED_ELSEWHERE: list[tuple[str, Any, str]] = [
    ("board", {**SECTIONS, "locations": {}}, "board.locations"),
    ("board", {"sections": "farm"}, "board.sections"),
    ("board", {"sections": SECTIONS["sections"][:3]}, "board.sections"),
    ("board", {"sections": [*SECTIONS["sections"], ["barn", 0]]}, "board.sections"),
    ("board", {"sections": ["farm", *SECTIONS["sections"][1:]]}, "board.sections[0]"),
    ("board", {"sections": [["farm"], *SECTIONS["sections"][1:]]}, "board.sections[0]"),
    ("board", {"sections": [["temple", 0], *SECTIONS["sections"][1:]]}, "board.sections[0][0]"),
    ("board", {"sections": [[["farm"], 0], *SECTIONS["sections"][1:]]}, "board.sections[0][0]"),
    ("board", {"sections": [["barn", 90], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("board", {"sections": [["barn", "0"], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("board", {"sections": [["barn", False], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("players[0].wagon", [1, 1], "players[0]"),
    ("players[0].warriors[1]", [10, 9], "players[0]"),
    ("players[0].tiles[0].name", "tower", "players[0].tiles[0].at"),
    ("players[1].settlements[0]", [1, 1], "players[1] and players[0]"),
    ("players[1].settlements[0]", [11, 10], "players[1] and players[0]"),
    ("players[1].settlements[0]", [15, 15], "players[1] and walls"),
    ("walls[0]", [15, 15], "walls[1]"),
]
"""Wrong values that are found out elsewhere: where two fields do not go together."""


def broken() -> list[Any]:
    """Return the path and the value of everything that breaks GOOD, and the field that must be named."""
    cases = [(path, value, path) for path, values in WRONG_VALUES.items() for value in values] + NAMED_ELSEWHERE
    return [
        pytest.param(*case, id=f"{case[0]}={'(missing)' if case[1] is GONE else json.dumps(case[1])[:40]}")
        for case in cases
    ]


def refusal(text: str) -> str:
    """Return the message with which a text is refused, after checking that it is one line."""
    with pytest.raises(PositionError) as caught:
        Game.from_position(text)
    message = str(caught.value)
    assert message.splitlines() == [message]
    return message


@pytest.mark.parametrize(("path", "value", "field"), broken())
def test_a_broken_file_is_refused_by_the_name_of_the_field(path: str, value: Any, field: str) -> None:
    """A file that breaks the format gives a PositionError of one line that begins with the field."""
    assert refusal(json.dumps(changed(path, value))).startswith(f"{field}: ")


@pytest.mark.parametrize("field", ["board.locations", "tiles_left"])
@pytest.mark.parametrize(
    "key",
    ["0,0", "20,0", "0,20", "-1,2", "1", "1,2,3", "1;2", "a1", "", "1, 2", "+1,2", "²,2", "x.1,2", "9" * 5000 + ",2"],
    ids=lambda key: f"'{key[:9]}'",
)
def test_a_key_that_is_no_location_is_refused(field: str, key: str) -> None:
    """Locations and tiles left are named by `row,col` of a location, and by nothing that only looks like it."""
    value = {"1,2": "farm", key: "farm"} if field == "board.locations" else {"1,2": 0, key: 0}
    assert refusal(json.dumps(changed(field, value))).startswith(f"{field}.")


@pytest.mark.parametrize(("field", "value"), [("terrain", 5), ("terrain", "water"), ("to_play", 1), ("to_play", None)])
def test_a_broken_file_without_players_is_refused(field: str, value: Any) -> None:
    """Without players a field is no less wrong."""
    assert refusal(json.dumps({"format": FORMAT, "board": GOOD["board"], field: value})).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("terrain", "gra\nss"),
        ("cards[0]", "lo\rds"),
        ("players[0].settlements[1]", "a\u2028b"),
        ("gra\nss", 1),
        ("players[0].gra\nss", 1),
        ("players[0].tiles[0].gra\nss", 1),
        ("board.locations.gra\nss", "farm"),
        ("board.rows[0]", "G" * 19 + "\n"),
    ],
)
def test_line_breaks_in_a_file_do_not_break_the_message(path: str, value: Any) -> None:
    """The message stays one line whatever stands in a name or a key."""
    assert refusal(json.dumps(changed(path, value))).startswith(path.partition("gra")[0])


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("players[0].supply", "many", 'players[0].supply: expected a whole number from 0 to 38, found "many"'),
        (
            "players[0].settlements[1]",
            [20, 0],
            "players[0].settlements[1]: expected a hex [row, col] with both from 0 to 19, found [20, 0]",
        ),
        (
            "players[0].settlements[1]",
            [1, 2],
            "players[0].settlements[1]: expected a hex that can hold a piece, found [1, 2]",
        ),
        ("players[0].ship", [0, 0], "players[0].ship: expected water, found [0, 0]"),
        ("terrain", "swamp", 'terrain: expected one of grass, canyon, desert, flower, forest, found "swamp"'),
        ("players[0].tiles[0].at", [1, 3], "players[0].tiles[0].at: expected a farm hex of the board, found [1, 3]"),
    ],
)
def test_messages_say_what_was_expected(path: str, value: Any, message: str) -> None:
    """A message names the field, what was expected there, and what was found."""
    assert refusal(json.dumps(changed(path, value))) == message


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "{",
        '{"format": "kingdom-builder/position-1",}',
        "[]",
        "null",
        "5",
        '"kingdom-builder/position-1"',
        "\ufeff{}",
        "[" * 100_000,
        '{"format":' * 100_000,
        pytest.param(json.dumps(GOOD).replace('"supply": 37', '"supply": ' + "7" * 5000), id="a number without end"),
        pytest.param(json.dumps(GOOD).replace('"supply": 37', '"supply": NaN'), id="NaN"),
        pytest.param(json.dumps(GOOD).replace('"supply": 37', '"supply": 1e999'), id="infinite"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    """Any other text gives a PositionError of one line, however odd it is."""
    assert refusal(text)


def test_position_errors_are_value_errors() -> None:
    """Whoever loads a text of either kind needs to catch only ValueError."""
    with pytest.raises(ValueError, match=r"^format: expected"):
        load("{}")


# A readable file can be played


@pytest.mark.parametrize("tile", ["outpost", "sword", "resettlement", "donation:water"])
def test_r6_1_nomad_tiles_of_a_file_can_be_used(tile: str) -> None:
    """A nomad tile in a file is one that the player may use in this turn."""
    file = small({"settlements": [[5, 5]], "nomad_tiles": [tile]}, {"settlements": [[7, 7]]}, terrain="grass")
    assert tile in options(read(file))


def test_r3_10_an_exhausted_terrain_does_not_stop_the_game() -> None:
    """A file whose terrain has no free hex left can be read, and its player still has something to answer."""
    file = small({}, {"settlements": [[4, 3]]}, terrain="desert")
    assert read(file).legal_answers()


def test_r2_11_a_board_with_more_nomad_hexes_than_tiles() -> None:
    """Rows may draw more nomad hexes than there are tiles; a file that can be read can also be played."""
    rows = ["N" * 20, *["G" * 20] * 19]
    game = read({"format": FORMAT, "board": {"rows": rows}, "players": [{}, {}], "terrain": "grass"})
    for name in ("a2", "j2", "t2"):
        play(game.copy(), name)


# Any file at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 45)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["farm", "lords", "road", "grass", "outpost", "treasure", "temple", "1,2", "G" * 20]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(["settlements", "supply", "1,2", "²,10", "sections", "rows", "scouts"]) | st.text(max_size=5)


@st.composite
def places(draw: st.DrawFn, file: dict[str, Any]) -> tuple[Any, Any]:
    """Somewhere inside a file: an object or list in it, and a key of that."""
    where: Any = file
    while True:
        key = draw(st.sampled_from(list(where) if isinstance(where, dict) else range(len(where))))
        inside = where[key]
        if not isinstance(inside, dict | list) or not inside or draw(st.integers(0, 3)) == 0:
            return where, key
        where = inside


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good file in which some values are replaced, left out, added or put where they do not belong."""
    file = deepcopy(draw(st.sampled_from([GOOD, GOOD | {"board": SECTIONS}])))
    for _ in range(draw(st.integers(1, 3))):
        if not file:
            break
        where, key = draw(places(file))
        change = draw(st.sampled_from(["replace", "remove", "add", "copy"]))
        if change == "replace":
            where[key] = draw(JSON)
        elif change == "remove":
            del where[key]
        elif change == "copy":
            origin, there = draw(places(file))
            where[key] = deepcopy(origin[there])
        elif isinstance(where, list):
            where.insert(key, draw(JSON))
        else:
            where[draw(KEYS)] = draw(JSON)
    return json.dumps(file)


@given(mutated())
@settings(max_examples=250)
def test_any_file_is_read_or_refused(text: str) -> None:
    """A changed file can be read, scored, asked and written, or is refused with one line, and nothing else happens."""
    try:
        game = Game.from_position(text)
    except PositionError:
        refusal(text)
        return
    normal = game.to_position()
    assert Game.from_position(normal).to_position() == normal
    assert len(game.scores()) == len(game.seats)
    if game.seats:
        game.legal_answers()


@given(st.text(max_size=30) | JSON.map(json.dumps))
@settings(max_examples=100)
def test_any_text_is_refused(text: str) -> None:
    """A text that has nothing to do with a position is refused with one line."""
    assert refusal(text)
