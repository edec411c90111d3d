"""Position files: the format of docs/position-format.md."""

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

from kingdom_builder import PositionError, answer_name
from kingdom_builder.bots.random import RandomBot
from kingdom_builder.engine.hexes import COORDINATES, format_hexes, iter_hexes, parse_hex
from kingdom_builder.engine.hexes import ISLAND as ISLAND_HEXES
from kingdom_builder.engine.terrain import BASE_DECK, SWAMP_DECK, TERRAINS
from kingdom_builder.game import Game, load, new_game
from kingdom_builder.setup.builder import new_setup
from kingdom_builder.setup.sections import section
from kingdom_builder.texts.catalogue import catalogue
from kingdom_builder.texts.problems import problem_text
from tests.drawing import give_card, gold, hexes, nomad_names, options, play, tile_names

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
    ("marshlands",),
    ("harvest",),
    ("base", "capitol", "caves", "island"),
    ("base", "marshlands", "harvest"),
    ("base", "nomads", "crossroads", "marshlands", "harvest"),
    ("base", "nomads", "crossroads", "marshlands", "harvest", "capitol", "caves", "island"),
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
"""A file in normal form with every field of the base game, Nomads and Crossroads."""

FULL_ROWS = [ROWS[0], "GGLGGGLGGGLGGGLGGGLG", *ROWS[2:]]
ISLAND: dict[str, Any] = {"rows": ["..GG", ".GLD", "CMW.", "S.A", "K"], "location": "rope_bridge"}
FULL: dict[str, Any] = {
    "format": FORMAT,
    "board": {
        "rows": FULL_ROWS,
        "locations": {"1,2": "temple", "1,6": "temple", "1,10": "cathedral", "1,14": "refuge", "1,18": "refuge"},
    },
    "island": ISLAND,
    "capitols": [[4, 13]],
    "caves": [[3, 5], [3, 9]],
    "removed_terrain": "desert",
    "cards": ["mayors", "scouts", "rovers"],
    "tasks": [],
    "players": [
        {
            "settlements": [[0, 2], [0, 6], [0, 10], ["island", 0, 2]],
            "warriors": [[9, 9]],
            "ship": ["island", 2, 2],
            "wagon": ["island", 2, 1],
            "city_hall": None,
            "supply": 20,
            "held": 2,
            "gold": 3,
            "marked_lines": [0, ["island", 1]],
            "number_tiles": 7,
            "tiles": [
                {"name": "temple", "at": [1, 2], "used": False, "locked": False},
                {"name": "temple", "at": [1, 6], "used": True, "locked": False},
                {"name": "cathedral", "at": [1, 10], "used": False, "locked": False},
                {"name": "rope_bridge", "at": ["island", 1, 2], "used": False, "locked": True},
            ],
            "bonus_tiles": ["temple", "refuge"],
            "nomad_tiles": [],
        },
        {
            "settlements": [[7, 7], ["island", 1, 3]],
            "warriors": [],
            "ship": None,
            "wagon": None,
            "city_hall": None,
            "supply": 37,
            "held": 0,
            "gold": 0,
            "marked_lines": [19],
            "number_tiles": 11,
            "tiles": [{"name": "rope_bridge", "at": ["island", 1, 2], "used": False, "locked": False}],
            "bonus_tiles": [],
            "nomad_tiles": [],
        },
    ],
    "tiles_left": {"1,2": 1, "1,6": 1, "1,10": 1, "1,14": 2, "1,18": 2, "island,1,2": 0},
    "walls": [[15, 15]],
    "scouts": [[5, 5], ["island", 3, 0]],
    "to_play": 0,
    "terrain": "swamp",
}
"""A file in normal form with every field of the other sets, with an Island given by rows."""

SECTIONS: dict[str, Any] = {"sections": [["oasis", 0], ["quarry", 180], ["farm", 0], ["city_hall_fort", 180]]}

MISSING: Any = object()
"""Marks a field that is left out."""

TOKENS = ("warrior", "ship", "wagon", "city_hall")


def with_value(path: str, value: Any, file: dict[str, Any] = GOOD) -> dict[str, Any]:
    """Return a valid file with the value at a path such as `players[0].supply` replaced, added or left out."""
    copy = deepcopy(file)
    *parents, last = re.findall(r"[^.\[\]]+", path)
    where: Any = copy
    for step in parents:
        where = where[int(step) if isinstance(where, list) else step]
    key = int(last) if isinstance(where, list) else last
    if value is MISSING:
        del where[key]
    else:
        where[key] = value
    return copy


def small(*players: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Return a small file with the board of GOOD."""
    return {"format": FORMAT, "board": GOOD["board"], "players": list(players), **fields}


def read(file: Any) -> Game:
    """Read a file given as JSON values."""
    return Game.from_position(json.dumps(file))


def document_of(game: Game) -> dict[str, Any]:
    """Return the content of the position file of a game."""
    document = json.loads(game.to_position())
    assert isinstance(document, dict)
    return document


@lru_cache
def random_positions(mix: tuple[str, ...], players: int, seed: int) -> tuple[Game, ...]:
    """Return the positions of a random game, from the set-up to the end."""
    game, bot = new_game(seed, players=players, sets=mix), RandomBot(seed)
    found = [game.copy()]
    while not game.over:
        assert game.to_play is not None
        game.play(bot.answer(game.view(game.to_play)))
        found.append(game.copy())
    return tuple(found)


def with_rows(file: dict[str, Any]) -> dict[str, Any]:
    """Return the same file with its board as rows."""
    board = read(file).board
    on_board = [(COORDINATES[h], kind) for h, kind in sorted(board.location_at.items()) if not COORDINATES[h].island]
    locations = {f"{place.row},{place.col}": answer_name(kind) for place, kind in on_board}
    return file | {"board": {"rows": list(board.to_rows()), "locations": locations}}


RANDOM_GAMES = [
    pytest.param(mix, players, number, id=f"{'+'.join(mix)} for {players}")
    for number, mix in enumerate(MIXES)
    for players in (2, 3 + number % 3)
]
"""A random game of every mix of sets, with every number of players."""


# Reading and writing


@pytest.mark.parametrize("file", [GOOD, FULL], ids=["good", "full"])
def test_a_normal_file_is_written_as_it_was_read(file: dict[str, Any]) -> None:
    """A file in normal form is read and written as the same text, one line of JSON."""
    text = json.dumps(file) + "\n"
    assert Game.from_position(text).to_position() == text


@pytest.mark.parametrize(("mix", "players", "seed"), RANDOM_GAMES)
def test_positions_of_random_games_are_written_as_they_were_read(mix: tuple[str, ...], players: int, seed: int) -> None:
    """The file of any position is in normal form, with sections and with rows, and has the same scores."""
    for game in random_positions(mix, players, seed)[::10]:
        file = document_of(game)
        assert list(file["board"]) == ["sections"]
        again, in_rows = read(file), read(with_rows(file))
        assert again.to_position() == game.to_position()
        assert document_of(in_rows) == with_rows(file)
        for seat in range(players):
            assert game.score(seat) == again.score(seat) == in_rows.score(seat)


@pytest.mark.parametrize(("mix", "players", "seed"), RANDOM_GAMES)
def test_legal_answers_are_the_same_at_the_start_of_a_turn(mix: tuple[str, ...], players: int, seed: int) -> None:
    """A file written at the start of a turn gives the same player the same legal hexes and options as the game."""
    positions = random_positions(mix, players, seed)
    turn_starts = [game for before, game in pairwise(positions) if game.turn > before.turn and not game.over]
    if turn_starts[-1].turn_state.after_last_turn:
        turn_starts.pop()  # the silo phase is not a turn
    assert len(turn_starts) > 15
    for game in [positions[0], *turn_starts]:
        again = read(document_of(game))
        assert (again.to_play, again.terrain) == (game.to_play, game.terrain)
        if game.terrain is not None:
            assert again.legal() == game.legal()


def test_the_end_of_a_game_has_no_terrain() -> None:
    """When the game is over no terrain is played, and the file has the scores of the game."""
    game = random_positions(("base",), 2, 0)[-1]
    assert document_of(game)["terrain"] is None
    assert read(document_of(game)).scores() == game.scores()


def test_writing_brings_a_file_into_normal_form() -> None:
    """Hexes and tiles left are sorted, fields get their order and defaults; other orders are kept."""
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


def test_writing_brings_a_file_of_all_sets_into_normal_form() -> None:
    """Hexes of the Island, marked lines, caves and scouts are sorted, those of the board first."""
    shuffled = dict(reversed(FULL.items()))
    shuffled["players"] = [dict(reversed(player.items())) for player in FULL["players"]]
    shuffled["players"][0]["settlements"] = [["island", 0, 2], [0, 10], [0, 2], [0, 6]]
    shuffled["players"][0]["marked_lines"] = [["island", 1], 0]
    shuffled["caves"] = [[3, 9], [3, 5]]
    shuffled["scouts"] = [["island", 3, 0], [5, 5]]
    shuffled["tiles_left"] = dict(reversed(FULL["tiles_left"].items()))
    shuffled["island"] = dict(reversed(ISLAND.items()))
    assert Game.from_position(json.dumps(shuffled, indent=1)).to_position() == json.dumps(FULL) + "\n"


def test_the_order_of_cards_tasks_and_tiles_is_kept() -> None:
    """Cards, tasks and a player's tiles are written in their order."""
    file = small(
        {"nomad_tiles": ["sword", "outpost"]}, cards=["workers", "lords", "citizens"], tasks=["road", "advance"]
    )
    again = document_of(read(file))
    assert (again["cards"], again["tasks"]) == (file["cards"], file["tasks"])
    assert again["players"][0]["nomad_tiles"] == ["sword", "outpost"]


def test_defaults_of_a_position() -> None:
    """All fields but the format and the board may be left out; they are then empty, zero or null."""
    game = read({"format": FORMAT, "board": GOOD["board"]})
    expected = GOOD | {"cards": [], "tasks": [], "players": [], "tiles_left": {"1,2": 2, "1,10": 1}}
    assert document_of(game) == expected | {"walls": [], "to_play": 0, "terrain": None}
    assert game.scores() == []


def test_defaults_of_a_player() -> None:
    """A player without fields has forty settlements and nothing else."""
    (player,) = document_of(read(small({})))["players"]
    assert player == GOOD["players"][1] | {"settlements": [], "supply": 40, "tiles": []}
    assert list(player) == list(GOOD["players"][0])


def test_defaults_of_a_tile() -> None:
    """A location tile is neither used nor locked by default."""
    (player,) = document_of(read(small({"tiles": [{"name": "farm", "at": [1, 2]}]})))["players"]
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
        ({"held": 3}, 37),
        ({"marked_lines": [3, 17, ["island", 0]]}, 37),
        ({"settlements": [[0, 0], ["island", 0, 2]], "held": 2, "marked_lines": [0, ["island", 4]]}, 34),
        ({"settlements": [[7, col] for col in range(20)], "held": 10, "marked_lines": [*range(10)]}, 0),
        ({"settlements": [[0, 0]], "held": 2, "marked_lines": [5], "supply": 36}, 36),
        ({"held": 40}, 0),
        ({"number_tiles": 18, "bonus_tiles": ["temple", "refuge", "canoe", "fountain"]}, 40),
    ],
)
def test_supply(player: dict[str, Any], supply: int) -> None:
    """The default supply is 40 less settlements, held ones and marked lines; meeples do not count."""
    game = read(small(player, island=ISLAND))
    assert game.players[0].supply == supply
    assert document_of(game)["players"][0]["supply"] == supply


FARMS = {"rows": [ROWS[0], ROWS[1].replace("GGLG", "GLGL", 1), *ROWS[2:]], "locations": {"1,1": "farm", "1,3": "farm"}}
"""The board of GOOD with two farms on b2 and d2 instead of one."""


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
    """By default a location has two tiles less those that players have from it, and a nomad space has one."""
    players = [{"tiles": [{"name": "farm", "at": at} for at in own]} for own in tiles]
    file = small(*players, board=FARMS, tiles_left=explicit)
    assert document_of(read(file))["tiles_left"] == expected


@pytest.mark.parametrize(
    ("left", "farms", "nomads"),
    [({}, ["farm"], 1), ({"1,2": 1}, ["farm"], 1), ({"1,2": 0}, [], 1), ({"1,10": 0}, ["farm"], 0)],
)
def test_tiles_left_can_be_taken(left: dict[str, int], farms: list[str], nomads: int) -> None:
    """A settlement next to a location or nomad space takes a tile if one is left there."""
    file = small({"settlements": [[2, 11]]}, {}, tiles_left=left, terrain="grass")
    game = play(read(file), "l2")
    assert len(nomad_names(game)) + game.players[0].gold // 3 == nomads
    file["players"] = [{"settlements": [[0, 1]]}, {}]
    assert tile_names(play(read(file), "c1")) == farms


def test_both_forms_of_the_board_are_the_same_board() -> None:
    """Sections are top left, top right, bottom left, bottom right, turned by 0 or 180 degrees."""
    board = read({"format": FORMAT, "board": SECTIONS}).board
    rows = board.to_rows()
    maps = {name: "".join(re.sub(r"\d", "L", row) for row in section(name).rows) for name, _ in SECTIONS["sections"]}
    assert "".join(row[:10] for row in rows[:10]) == maps["oasis"]
    assert "".join(row[10:] for row in rows[:10]) == maps["quarry"][::-1]
    assert "".join(row[:10] for row in rows[10:]) == maps["farm"]
    assert "".join(row[10:] for row in rows[10:]) == maps["city_hall_fort"][::-1]
    drawn = read(with_rows({"format": FORMAT, "board": SECTIONS})).board
    assert (drawn.terrain, drawn.special, drawn.location_at) == (board.terrain, board.special, board.location_at)
    assert drawn.special_by_kind == board.special_by_kind
    assert answer_name(board.location_at[parse_hex("11,7").hex]) == "farm"


def test_every_code_of_a_row() -> None:
    """The rows may have all nine terrains and all five kinds of special hexes."""
    board = read(GOOD).board
    codes = "".join(board.to_rows())
    assert codes == "".join(ROWS)
    assert set(codes) == set("GCDFTSAWMKNPOL")
    terrains = {"G": 0, "C": 1, "D": 2, "F": 3, "T": 4, "S": 5, "A": 6, "W": 7, "M": 8}
    for code, terrain in terrains.items():
        assert board.terrain[terrain].bit_count() == codes.count(code)
    specials = (
        board.special_hexes("castle"),
        board.nomads,
        board.special_hexes("palace"),
        board.special_hexes("silo"),
        board.locations,
    )
    assert [format_hexes(hexes_of_it) for hexes_of_it in specials] == ["n5", "k2", "o5", "p5", "c2"]


def test_pieces_are_on_the_hexes_of_the_file() -> None:
    """Settlements, warriors, ship, wagon, the seven hexes of a city hall and walls are read."""
    game = read(GOOD)
    seat = game.players[0]
    assert format_hexes(seat.settlements) == "c1 b2"
    assert [format_hexes(seat.hexes_of(kind)) for kind in TOKENS] == [
        "g7 c16",
        "b4",
        "g4",
        "j10 k10 j11 k11 l11 j12 k12",
    ]
    assert format_hexes(seat.pieces) == "c1 b2 b4 g4 g7 j10 k10 j11 k11 l11 j12 k12 c16"
    assert format_hexes(game.walls) == "d5 p16"
    assert not game.free & (seat.pieces | game.walls | parse_hex("f7").bit)


def test_to_play_and_terrain() -> None:
    """The player to play has the revealed card and builds on its terrain; without a terrain no card is played."""
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
    """A tile can be used unless it is used or locked in the file."""
    tile = {"name": "farm", "at": [1, 2], "used": used, "locked": locked}
    game = read(small({"settlements": [[1, 1]], "tiles": [tile]}, {}, terrain="grass"))
    assert options(game) == ({"farm"} if usable else set())


@pytest.mark.parametrize(
    ("board", "terrain", "removed", "shown", "deck"),
    [
        (FARMS, "flower", None, 3, [*BASE_DECK, *SWAMP_DECK]),
        (SECTIONS, "flower", None, 3, [*BASE_DECK]),
        (SECTIONS, None, None, None, [*BASE_DECK]),
        (SECTIONS, "flower", "grass", 3, [*BASE_DECK[5:]]),
        (FARMS, "grass", "canyon", 0, [*BASE_DECK[:5], *BASE_DECK[10:], 5, 7, 8, 9]),
        (FARMS, "swamp", None, 5, [*BASE_DECK, *SWAMP_DECK]),
        (FARMS, "swamp", "grass", 6, [*BASE_DECK[5:], 6, 7, 8, 9]),
    ],
)
def test_hidden_cards_are_dealt_from_the_unseen_cards(
    board: dict[str, Any], terrain: str | None, removed: str | None, shown: int | None, deck: list[int]
) -> None:
    """The player to play has the revealed card, the others one each; a board with swamp has swamp cards."""
    game = read(small({}, {}, {}, board=board, terrain=terrain, removed_terrain=removed))
    assert [len(seat.hand) for seat in game.players] == [1 if terrain else 0, 1, 1]
    assert game.card == shown
    assert game.players[0].hand == (() if shown is None else (shown,))
    assert game.terrain == (None if terrain is None else TERRAINS.index(terrain))
    cards = [card for seat in game.players for card in seat.hand] + list(game.deck.draw + game.deck.discard)
    assert sorted(cards) == deck


def test_a_file_contains_no_hidden_information() -> None:
    """Other hands and the order of the deck do not change the file."""
    game = new_game(11, players=3, sets=MIXES[-1])
    other = game.copy()
    give_card(other, (game.active + 1) % 3, "water")
    other.deck = other.deck._replace(draw=other.deck.draw[::-1])
    assert other.to_position() == game.to_position()


def test_load_reads_positions_too() -> None:
    """Text that begins with a brace, also after blanks, is read as a position file."""
    assert document_of(load("\n  " + json.dumps(GOOD))) == GOOD


def test_the_example_of_the_document() -> None:
    """The document's example has exactly the fields that are written, and can be read."""
    (example,) = re.findall(r"```jsonc\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    file = json.loads(re.sub(r"//.*", "", example))
    assert list(file) == list(GOOD)
    (player,) = file["players"]
    assert list(player) == list(GOOD["players"][0])
    assert list(player["tiles"][0]) == list(GOOD["players"][0]["tiles"][0])
    again = document_of(read(file))
    assert again == file | {"tiles_left": again["tiles_left"]}
    assert again["tiles_left"]["11,7"] == 1


# The Island, Queenies, Marshlands and Harvest


@pytest.mark.parametrize(
    ("path", "neutral"),
    [
        ("island", None),
        ("capitols", []),
        ("caves", []),
        ("removed_terrain", None),
        ("scouts", []),
        ("players[0].held", 0),
        ("players[0].marked_lines", []),
        ("players[0].number_tiles", 0),
        ("players[1].bonus_tiles", []),
    ],
)
def test_fields_of_sets_not_in_play_may_be_left_out(path: str, neutral: Any) -> None:
    """A field of a set that is not in play has its neutral value or is left out, with the same result."""
    assert document_of(read(with_value(path, neutral))) == GOOD
    assert document_of(read(with_value(path, MISSING))) == GOOD


@pytest.mark.parametrize("side", ["rope_bridge", "tree_house"])
def test_the_island_by_its_name(side: str) -> None:
    """A printed side of the Island is named by its location and written so again; its hexes are those of its map."""
    game = read(small({}, {}, island=side))
    assert document_of(game)["island"] == side
    expected = new_setup(1, sets=["base", "island"], island=side).board
    assert game.board.island == expected.island
    for of_file, of_setup in zip(game.board.terrain, expected.terrain, strict=True):
        assert of_file & ISLAND_HEXES == of_setup & ISLAND_HEXES
    assert game.board.special & ISLAND_HEXES == expected.special & ISLAND_HEXES
    (at,) = (h for h in game.board.location_at if ISLAND_HEXES >> h & 1)
    assert answer_name(game.board.location_at[at]) == side
    assert document_of(game)["tiles_left"][f"island,{COORDINATES[at].row},{COORDINATES[at].col}"] == 2


def test_the_island_by_its_rows() -> None:
    """Rows of up to ten codes give a new Island, with a dot where there is no hex."""
    board = read(FULL).board
    found = [f"{COORDINATES[h]} {board.code(h)}" for h in iter_hexes((board.open | board.special) & ISLAND_HEXES)]
    assert found == [
        *("i:c1 G", "i:d1 G"),
        *("i:b2 G", "i:c2 L", "i:d2 D"),
        *("i:a3 C", "i:b3 M", "i:c3 W"),
        *("i:a4 S", "i:c4 A"),
        "i:a5 K",
    ]
    assert answer_name(board.location_at[parse_hex("i:c2").hex]) == "rope_bridge"
    assert (format_hexes(board.special_hexes("castle")), format_hexes(board.locations)) == (
        "n5 i:a5",
        "c2 g2 k2 o2 s2 i:c2",
    )
    assert board.to_rows() == tuple(FULL_ROWS)


def test_a_printed_side_given_by_rows_stays_rows() -> None:
    """The rows of a printed side give the same Island and are written as rows."""
    named = read(small({}, island="tree_house")).board.island
    assert named is not None
    rows = {"rows": list(named.rows), "location": "tree_house"}
    game = read(small({}, island=rows))
    assert document_of(game)["island"] == rows
    assert (game.board.terrain, game.board.special) == (
        read(small({}, island="tree_house")).board.terrain,
        read(small({}, island="tree_house")).board.special,
    )


def test_pieces_on_the_island_are_on_the_hexes_of_the_file() -> None:
    """A hex of the Island is a list that begins with "island", for every kind of piece."""
    game = read(FULL)
    seat = game.players[0]
    assert format_hexes(seat.settlements) == "c1 g1 k1 i:c1"
    assert [format_hexes(seat.hexes_of(kind)) for kind in TOKENS] == ["j10", "i:c3", "i:b3", ""]
    assert format_hexes(game.turn_state.temporary) == "f6 i:a4"
    assert [format_hexes(1 << tile.location) for tile in game.players[1].tiles] == ["i:c2"]
    assert not game.free & (seat.pieces | game.turn_state.temporary | parse_hex("i:a5").bit)


BIG_ISLAND = {"rows": ["GGGGG", "GGGGG", "GGGGG", "GGGGL", "G"], "location": "tree_house"}


def test_a_city_hall_on_the_island() -> None:
    """A city hall is named by its centre on the Island too."""
    file = small({"city_hall": ["island", 1, 2]}, island=BIG_ISLAND)
    game = read(file)
    assert format_hexes(game.players[0].pieces) == "i:c1 i:d1 i:b2 i:c2 i:d2 i:c3 i:d3"
    assert document_of(game)["players"][0]["city_hall"] == ["island", 1, 2]


def test_capitols_are_read() -> None:
    """A capitol in a file gives gold, and its castle gives gold too."""
    file = small({"settlements": [[4, 12], [4, 11], [9, 9]]}, capitols=[[4, 13]])
    assert gold(read(file)) == {"castle": 3, "capitol": 2, "palace": 0, "in_game": 0}
    assert "capitol" not in gold(read(file | {"capitols": []}))


def test_caves_are_read() -> None:
    """With caves in the file a piece next to one can use the cave action."""
    file = small({"settlements": [[2, 5], [9, 9]]}, {}, caves=[[3, 5], [3, 9]], terrain="grass")
    assert "cave_action" in options(read(file))
    assert hexes(play(read(file), "cave_action")) == {"f3"}
    assert "cave_action" not in options(read(file | {"caves": []}))


def test_capitols_and_caves_may_be_on_any_hex() -> None:
    """A file may have a capitol that is not on a castle and a cave that is not on a mountain."""
    file = small({"settlements": [[0, 2]]}, capitols=[[0, 0]], caves=[[0, 1], ["island", 4, 0]], island=ISLAND)
    game = read(file)
    assert gold(game)["capitol"] == 1
    assert (document_of(game)["capitols"], document_of(game)["caves"]) == (file["capitols"], file["caves"])


def test_the_removed_terrain_is_read() -> None:
    """The removed terrain is the one that the Scouts card counts."""
    player = {"settlements": [[4, 2], [4, 4], [4, 3], [9, 9]]}
    for removed, expected in (("desert", 2), ("flower", 1), ("grass", 3), (None, 0)):
        game = read(small(player, cards=["scouts"], removed_terrain=removed))
        assert gold(game)["scouts"] == expected
        assert document_of(game)["removed_terrain"] == removed


@pytest.mark.parametrize(
    ("held", "supply", "terrain", "left"),
    [(0, 30, "grass", 3), (2, 30, "grass", 5), (2, 30, "swamp", 4), (2, 0, "grass", 2), (1, 1, "grass", 2)],
)
def test_held_settlements_are_built_in_this_turn(held: int, supply: int, terrain: str, left: int) -> None:
    """The held settlements of the player to play are built in addition; the others keep theirs for their own turns."""
    players = [{"held": 5}, {"held": held, "supply": supply}]
    game = read(small(*players, to_play=1, terrain=terrain))
    assert game.question is not None
    assert game.question.left == left
    assert [seat.reserve for seat in game.players] == [5, held]


@pytest.mark.parametrize(("supply", "held", "last"), [(0, 0, True), (0, 1, False), (1, 0, False)])
def test_r3_31_an_empty_supply_with_nothing_held_ends_the_game(supply: int, held: int, last: bool) -> None:
    """A file is in the last round exactly if a player has no supply and no held settlements."""
    game = read(small({"supply": supply, "held": held}, {}, to_play=1))
    assert game.end_triggered == last
    if last:
        assert play(game, "end_turn", "end_turn").over


def test_marked_lines_are_read() -> None:
    """Each marked line gives its owner gold for Mayors and is not marked again."""
    file = small(
        {"marked_lines": [9, ["island", 2]], "settlements": [[8, 0], [8, 1], [8, 2]]},
        {"marked_lines": [8]},
        cards=["mayors"],
        island=ISLAND,
        terrain="grass",
    )
    game = read(file)
    assert [gold(game, seat)["mayors"] for seat in (0, 1)] == [8, 4]
    play(game, "d9")
    assert document_of(game)["players"][0]["marked_lines"] == [9, ["island", 2]]
    again = play(read(file | {"players": [file["players"][0], {}]}), "d9")
    assert document_of(again)["players"][0]["marked_lines"] == [8, 9, ["island", 2]]


def test_number_tiles_are_read() -> None:
    """A player can build with the number tiles of the file."""
    tile = {"name": "cathedral", "at": [1, 10]}
    file = small({"settlements": [[0, 10]], "tiles": [tile], "number_tiles": 2}, {}, terrain="grass")
    file["board"] = FULL["board"]
    game = play(read(file), "cathedral", "j1", "l1")
    assert document_of(game)["players"][0]["number_tiles"] == 0
    assert game.stack == ()


def test_bonus_tiles_are_read() -> None:
    """A bonus tile in a file can be used in this turn."""
    player = {"settlements": [[0, 0], [0, 19], [7, 7]]}
    file = small(player, {}, terrain="grass")
    plain, bonus = (
        read(small(player | {"bonus_tiles": own}, {}, terrain="grass")) for own in ([], ["refuge", "canoe"])
    )
    assert options(bonus) - options(plain) == {"refuge_bonus", "canoe_bonus"}
    assert hexes(read(small(player | {"bonus_tiles": ["temple"]}, {}, terrain="grass"))) > hexes(read(file))


def test_a_bonus_tile_can_be_used_without_its_location_tiles() -> None:
    """A bonus tile can be used without its location tiles, also on a board without its location."""
    rows = ["G" * 20] * 20
    file = small({"settlements": [[5, 5]], "bonus_tiles": ["refuge"]}, {}, board={"rows": rows}, terrain="grass")
    assert options(read(file)) == {"refuge_bonus"}


def test_scouts_are_read() -> None:
    """Scouts of a file stay for this turn and give adjacency to the player to play only."""
    file = small({}, {"settlements": [[9, 9]]}, scouts=[[12, 12], [12, 13]], terrain="grass")
    around = {"l12", "m12", "n12", "l13", "o13", "l14", "m14", "n14"}
    assert hexes(read(file)) == around
    assert not hexes(read(file | {"to_play": 1})) >= {"a1"}
    assert hexes(read(file | {"to_play": 1})) >= around
    play_on = play(read(file), "l12", "m12", "n12", "end_turn")
    assert document_of(play_on)["scouts"] == []


def test_swamp_is_played() -> None:
    """With swamp as the terrain the mandatory action builds two settlements on swamp."""
    game = read(small({}, {}, terrain="swamp"))
    assert hexes(game) == {"a5", "b5"}
    assert game.question is not None
    assert (game.question.terrain, game.question.left) == ("swamp", 2)


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
    "format": [MISSING, "kingdom-builder/position-2", 1],
    "bored": [{}, None],
    "board": [MISSING, [], {}, {**GOOD["board"], **SECTIONS}],
    "board.rows": [ROWS[:19], [*ROWS, ROWS[0]], "".join(ROWS), None],
    "board.rows[7]": [5, "", "G" * 19, "G" * 21, "G" * 19 + "x", "g" * 20, "G" * 19 + "1", ["G"] * 20],
    "board.locations": [MISSING, {}, ["farm"]],
    "board.locations.1,2": ["temples", "castle", "Farm", None, 5],
    "board.locations.0,0": ["farm"],
    "board.walls": [[]],
    "cards": [*NO_LISTS, "lords"],
    "cards[1]": ["lords", "kings", "Lords", "geologist", 1, None, "fishermen "],
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
    "players[0].marked_lines": [0, None, {}, ""],
    "players[0].number_tiles": [False, "0", None, -1],
    "players[0].bonus_tiles": [0, None, {}],
    "players[0].tiles": [*NO_LISTS, GOOD["players"][0]["tiles"] * 2],
    "players[0].tiles[0]": ["farm", None, []],
    "players[0].tiles[0].name": [MISSING, "castle", "outpost", "farms", None],
    "players[0].tiles[0].at": [MISSING, *NO_HEXES, None, [1, 3], [4, 13]],
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
    "scouts": [None, {}, 0],
    "to_play": [-1, 2, "0", 0.0, True],
    "terrain": ["water", "mountain", "farmland", "Grass", "", 0, False, ["grass"]],
}
"""Fields, each with wrong values for it; the message must begin with the field."""

NO_ISLAND_HEXES: list[Any] = [
    ["island", 0, 0],
    ["island", 5, 0],
    ["island", 0, 10],
    ["island", -1, 0],
    ["island", 0],
    ["island"],
    ["island", 0, 2, 0],
    ["island", 0.0, 2],
    ["island", "0", 2],
    ["island", False, 2],
    ["Island", 0, 2],
    ["isle", 0, 2],
    "i:c1",
    "island,0,2",
    [["island", 0, 2]],
    {"island": [0, 2]},
]
"""With the Island of FULL, whose first hex is [0, 2]."""

WRONG_IN_FULL: dict[str, list[Any]] = {
    "island": ["atlantis", "island", "Tree house", "", False, 0, [], ["tree_house"]],
    "island.rows": [MISSING, ISLAND["rows"][:4], [*ISLAND["rows"], "G"], "..GG", None, {}],
    "island.rows[0]": [5, None, "G" * 11, "x", "g", "1", "..GG ", ["G"]],
    "island.location": [MISSING, "farm", "Rope bridge", None, 3, ["rope_bridge"]],
    "island.side": ["rope_bridge"],
    "capitols": NO_LISTS,
    "capitols[0]": [*NO_HEXES, *NO_ISLAND_HEXES, None],
    "caves": NO_LISTS,
    "caves[1]": [*NO_HEXES, *NO_ISLAND_HEXES, None, [3, 5]],
    "removed_terrain": ["swamp", "farmland", "water", "mountain", "Desert", "", 2, False, ["desert"]],
    "cards[1]": ["mayors", "scout", "crossroads", None],
    "players[0].settlements[3]": [*NO_ISLAND_HEXES, ["island", 1, 2], ["island", 4, 0], [0, 2]],
    "players[0].warriors[0]": [*NO_ISLAND_HEXES, ["island", 2, 1], ["island", 2, 2], ["island", 1, 2]],
    "players[0].ship": [*NO_ISLAND_HEXES, ["island", 0, 3], ["island", 2, 1]],
    "players[0].wagon": [*NO_ISLAND_HEXES, ["island", 2, 2], ["island", 4, 0]],
    "players[0].city_hall": [*NO_ISLAND_HEXES, ["island", 0, 3], ["island", 1, 1]],
    "players[0].supply": [33, -1, None],
    "players[0].held": [-1, 41, 1.5, "2", None, True, [2]],
    "players[0].number_tiles": [-1, 19, 1.5, "7", None, True, [1, 5]],
    "players[0].marked_lines": [*NO_LISTS, 0],
    "players[0].marked_lines[1]": [
        *(0, 20, -1, 1.0, "1", None, True, [], [1], {}),
        *("island", ["island"], ["island", 5], ["island", -1], ["island", 1, 1], ["island", "1"], ["island", True]),
        *(["isle", 1], [1, "island"], ["island", [1]], ["island", None]),
    ],
    "players[0].bonus_tiles": [*NO_LISTS, "temple"],
    "players[0].bonus_tiles[1]": ["temple", "farm", "bazaar", "outpost", "Refuge", "refuge_bonus", None, 1],
    "players[0].tiles[3].name": [MISSING, "tree", None],
    "players[0].tiles[3].at": [MISSING, *NO_ISLAND_HEXES, ["island", 0, 2], ["island", 4, 0], [1, 2]],
    "tiles_left.island,1,2": [-1, 3, "1", None, True],
    "tiles_left.island,0,2": [0, 1],
    "tiles_left.island,9,9": [0],
    "tiles_left.island,1": [0],
    "tiles_left.isle,1,2": [0],
    "board.locations.island,1,2": ["rope_bridge"],
    "walls[0]": [*NO_ISLAND_HEXES, ["island", 2, 1], ["island", 2, 2], ["island", 1, 2]],
    "scouts": [*NO_LISTS, [[6, 0], [6, 1], [6, 2]]],
    "scouts[1]": [*NO_HEXES, *NO_ISLAND_HEXES, None, [5, 5], [4, 13], [4, 14], [1, 2], ["island", 1, 2]],
    "terrain": ["desert", "farmland", "water", "Swamp", "swamp/grass", 5],
}
"""The same for the file of all sets."""

NAMED_ELSEWHERE: list[tuple[str, Any, str]] = [
    ("board", {**SECTIONS, "locations": {}}, "board.locations"),
    ("board", {"sections": "farm"}, "board.sections"),
    ("board", {"sections": SECTIONS["sections"][:3]}, "board.sections"),
    ("board", {"sections": [*SECTIONS["sections"], ["barn", 0]]}, "board.sections"),
    ("board", {"sections": ["farm", *SECTIONS["sections"][1:]]}, "board.sections[0]"),
    ("board", {"sections": [["farm"], *SECTIONS["sections"][1:]]}, "board.sections[0]"),
    ("board", {"sections": [["palace", 0], *SECTIONS["sections"][1:]]}, "board.sections[0][0]"),
    ("board", {"sections": [["island_tree_house", 0], *SECTIONS["sections"][1:]]}, "board.sections[0][0]"),
    ("board", {"sections": [[["farm"], 0], *SECTIONS["sections"][1:]]}, "board.sections[0][0]"),
    ("board", {"sections": [["barn", 90], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("board", {"sections": [["barn", "0"], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("board", {"sections": [["barn", False], *SECTIONS["sections"][1:]]}, "board.sections[0][1]"),
    ("players[0].wagon", [1, 1], "players[0]"),
    ("players[0].warriors[1]", [10, 9], "players[0]"),
    ("players[0].tiles[0].name", "tower", "players[0].tiles[0].at"),
    ("players[0].tiles[0].name", "temple", "players[0].tiles[0].at"),
    ("players[1].settlements[0]", [1, 1], "players[1] and players[0]"),
    ("players[1].settlements[0]", [11, 10], "players[1] and players[0]"),
    ("players[1].settlements[0]", [15, 15], "players[1] and walls"),
    ("walls[0]", [15, 15], "walls[1]"),
]
"""Wrong combinations of fields; the message begins with another field."""

NAMED_ELSEWHERE_IN_FULL: list[tuple[str, Any, str]] = [
    ("island", None, "players[0].settlements[3]"),
    ("island", "tree_house", "players[0].ship"),
    ("island.location", "tree_house", "players[0].tiles[3].at"),
    ("removed_terrain", "swamp", "removed_terrain"),
    ("players[0].tiles[3].name", "tree_house", "players[0].tiles[3].at"),
    ("players[0].wagon", ["island", 0, 2], "players[0]"),
    ("players[0].held", 35, "players[0].settlements"),
    ("players[0].held", 15, "players[0].supply"),
    ("players[0].marked_lines", [*range(19), *(["island", row] for row in range(5))], "players[0].supply"),
    ("players[1].marked_lines[0]", 0, "players[1].marked_lines"),
    ("players[1].marked_lines[0]", ["island", 1], "players[1].marked_lines"),
    ("players[1].number_tiles", 12, "players[1].number_tiles"),
    ("players[1].settlements[1]", ["island", 0, 2], "players[1] and players[0]"),
    ("players[1].settlements[1]", ["island", 3, 0], "players[1] and scouts"),
    ("scouts[0]", [0, 2], "players[0] and scouts"),
    ("scouts[1]", ["island", 2, 2], "players[0] and scouts"),
    ("scouts[0]", [15, 15], "walls and scouts"),
    ("walls[0]", ["island", 3, 0], "walls and scouts"),
]


def broken() -> list[Any]:
    """Return all cases of a broken file: the file, a path, the value, and the field that the message must name."""
    cases: list[tuple[dict[str, Any], str, Any, str]] = []
    for file, wrong, elsewhere in (
        (GOOD, WRONG_VALUES, NAMED_ELSEWHERE),
        (FULL, WRONG_IN_FULL, NAMED_ELSEWHERE_IN_FULL),
    ):
        cases += [(file, path, value, path) for path, values in wrong.items() for value in values]
        cases += [(file, *case) for case in elsewhere]
    return [
        pytest.param(*case, id=f"{case[1]}={'(missing)' if case[2] is MISSING else json.dumps(case[2])[:40]}")
        for case in cases
    ]


def error_message(text: str) -> str:
    """Return the error message for a text, after checking that it is one line."""
    with pytest.raises(PositionError) as caught:
        Game.from_position(text)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert problem_text(catalogue("en"), caught.value) == message
    assert problem_text(catalogue("fr"), caught.value) != message
    return message


@pytest.mark.parametrize(("file", "path", "value", "field"), broken())
def test_the_error_of_a_broken_file_names_the_field(file: dict[str, Any], path: str, value: Any, field: str) -> None:
    """A file that breaks the format raises a PositionError of one line that begins with the field."""
    assert error_message(json.dumps(with_value(path, value, file))).startswith(f"{field}: ")


def test_walls_and_scouts_on_one_hex_are_rejected_without_players_too() -> None:
    """R4.1 also applies to walls and scouts."""
    file = {"format": FORMAT, "board": GOOD["board"], "walls": [[9, 9]], "scouts": [[9, 9]]}
    assert error_message(json.dumps(file)).startswith("walls and scouts: ")


@pytest.mark.parametrize("field", ["board.locations", "tiles_left"])
@pytest.mark.parametrize(
    "key",
    [
        *("0,0", "20,0", "0,20", "-1,2", "1", "1,2,3", "1;2", "a1", "", "1, 2", "+1,2", "²,2", "x.1,2"),
        *("island,0,0", "island,1,2", "island,", "Island,1,2", "island", "i:c2", "9" * 5000 + ",2"),
    ],
    ids=lambda key: f"'{key[:9]}'",
)
def test_a_key_that_is_no_location_is_rejected(field: str, key: str) -> None:
    """The keys of locations and tiles left must be exactly `row,col` of a location."""
    value = {"1,2": "farm", key: "farm"} if field == "board.locations" else {"1,2": 0, key: 0}
    assert error_message(json.dumps(with_value(field, value))).startswith(f"{field}.")


@pytest.mark.parametrize(("field", "value"), [("terrain", 5), ("terrain", "water"), ("to_play", 1), ("to_play", None)])
def test_a_broken_file_without_players_is_rejected(field: str, value: Any) -> None:
    """Wrong fields are also errors in a file without players."""
    assert error_message(json.dumps({"format": FORMAT, "board": GOOD["board"], field: value})).startswith(f"{field}: ")


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
    """The message is one line for every name or key."""
    assert error_message(json.dumps(with_value(path, value))).startswith(path.partition("gra")[0])


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("players[0].supply", "many", 'players[0].supply: expected a whole number from 0 to 38, found "many"'),
        (
            "players[0].settlements[1]",
            [20, 0],
            "players[0].settlements[1]: expected a hex [row, col] with both from 0 to 19, "
            'or ["island", row, col], found [20, 0]',
        ),
        (
            "players[0].settlements[1]",
            [1, 2],
            "players[0].settlements[1]: expected a hex that can hold a piece, found [1, 2]",
        ),
        ("players[0].ship", [0, 0], "players[0].ship: expected water, found [0, 0]"),
        ("terrain", "lava", 'terrain: expected one of grass, canyon, desert, flower, forest, swamp, found "lava"'),
        ("island", "lava", 'island: expected one of rope_bridge, tree_house, found "lava"'),
        ("capitols", [["island", 0, 0]], 'capitols[0]: expected a hex of the board, found ["island", 0, 0]'),
        ("caves", [["island", 0, 0]], 'caves[0]: expected a hex of the board, found ["island", 0, 0]'),
        ("players[0].marked_lines", [20], "players[0].marked_lines[0]: expected a whole number from 0 to 19, found 20"),
        (
            "players[0].bonus_tiles",
            ["farm"],
            'players[0].bonus_tiles[0]: expected one of temple, refuge, canoe, fountain, found "farm"',
        ),
        ("scouts", [[4, 13]], "scouts[0]: expected land, water or mountain, found [4, 13]"),
        ("players[0].tiles[0].at", [1, 3], "players[0].tiles[0].at: expected a farm hex of the board, found [1, 3]"),
    ],
)
def test_messages_say_what_was_expected(path: str, value: Any, message: str) -> None:
    """A message names the field, what was expected there, and what was found."""
    assert error_message(json.dumps(with_value(path, value))) == message


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
def test_a_text_that_is_no_position_is_rejected(text: str) -> None:
    """Any other text raises a PositionError of one line."""
    assert error_message(text)


def test_position_errors_are_value_errors() -> None:
    """Callers that load a text of either kind need to catch only ValueError."""
    with pytest.raises(ValueError, match=r"^format: expected"):
        load("{}")


# A valid file can be played


@pytest.mark.parametrize("tile", ["outpost", "sword", "resettlement", "donation:water"])
def test_r6_1_nomad_tiles_of_a_file_can_be_used(tile: str) -> None:
    """A nomad tile in a file can be used in this turn."""
    file = small({"settlements": [[5, 5]], "nomad_tiles": [tile]}, {"settlements": [[7, 7]]}, terrain="grass")
    assert tile in options(read(file))


def test_r3_10_an_exhausted_terrain_does_not_stop_the_game() -> None:
    """A file whose terrain has no free hex can be read, and its player has legal answers."""
    file = small({}, {"settlements": [[4, 3]]}, terrain="desert")
    assert read(file).legal_answers()


def test_r2_11_a_board_with_more_nomad_hexes_than_tiles() -> None:
    """Rows may have more nomad spaces than there are tiles; the file can be read and played."""
    rows = ["N" * 20, *["G" * 20] * 19]
    game = read({"format": FORMAT, "board": {"rows": rows}, "players": [{}, {}], "terrain": "grass"})
    for name in ("a2", "j2", "t2"):
        play(game.copy(), name)


# Random files

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 45)
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["farm", "lords", "road", "grass", "outpost", "treasure", "temple", "1,2", "G" * 20])
    | st.sampled_from(["swamp", "island", "tree_house", "refuge", "scouts", "..GG", ["island", 0, 2], ["island", 0]]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(["settlements", "supply", "1,2", "²,10", "sections", "rows", "scouts"]) | st.text(max_size=5)


@st.composite
def places(draw: st.DrawFn, file: dict[str, Any]) -> tuple[Any, Any]:
    """Draw a place inside a file: an object or list in it, and a key of that."""
    where: Any = file
    while True:
        key = draw(st.sampled_from(list(where) if isinstance(where, dict) else range(len(where))))
        inside = where[key]
        if not isinstance(inside, dict | list) or not inside or draw(st.integers(0, 3)) == 0:
            return where, key
        where = inside


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Draw a valid file in which some values are replaced, left out, added or moved to a wrong place."""
    file = deepcopy(draw(st.sampled_from([GOOD, GOOD | {"board": SECTIONS}, FULL])))
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
def test_any_file_is_read_or_rejected(text: str) -> None:
    """A changed file can be read, scored, written and played, or is rejected with one line."""
    try:
        game = Game.from_position(text)
    except PositionError:
        error_message(text)
        return
    normal = game.to_position()
    assert Game.from_position(normal).to_position() == normal
    assert len(game.scores()) == len(game.players)
    for choice in range(6 if game.players else 0):
        if not game.over:
            answers = game.legal_answers()
            game.play(answers[choice % len(answers)])


@given(st.text(max_size=30) | JSON.map(json.dumps))
@settings(max_examples=100)
def test_any_text_is_rejected(text: str) -> None:
    """A random text is rejected with one line."""
    assert error_message(text)
