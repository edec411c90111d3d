"""The board in messages says the same as a position file, without fields of certain sets."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kingdom_builder.engine.hexes import NEIGHBOURS, parse_hex
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.sets.registry import REGISTRY, answer_name
from kingdom_builder.table.board_views import board_contents, board_map, setup_view
from kingdom_builder.table.diff import hex_numbers
from tests.drawing import table
from tests.random_play import mixes, random_answers, random_game


def as_number(place: Any) -> int:
    return 400 + place[1] * 10 + place[2] if place[0] == "island" else int(place[0] * 20 + place[1])


def hexes_of(game: Game, seat: int, kind: str) -> list[int]:
    groups = board_contents(game)["pieces"]
    return [h for group in groups if (group["seat"], group["kind"]) == (seat, kind) for h in group["hexes"]]


@pytest.mark.parametrize("number", range(len(mixes())))
def test_the_contents_are_those_of_the_position(number):
    game = random_game(number, sets=mixes()[number])
    for answer in random_answers(game, random.Random(number)):
        game.play(answer)
    found, position = board_contents(game), position_document(game)
    for seat, player in enumerate(position["players"]):
        fields: dict[str, Any] = dict(player)
        for editable in (field for s in REGISTRY.sets for field in s.fields.editable if field.of in _KINDS):
            value = fields[editable.field]
            places = value if editable.holds == "pieces" else [] if value is None else [value]
            assert hexes_of(game, seat, editable.of) == [as_number(place) for place in places]
        rows = [line if isinstance(line, int) else list(line) for line in player["marked_lines"]]
        lines = [line for line in found["lines"] if line["seat"] == seat]
        assert [["island", line["row"]] if line["island"] else line["row"] for line in lines] == rows
        covered = [h for group in found["pieces"] if group["seat"] == seat for h in group["hexes"] + group["around"]]
        assert sorted(covered) == hex_numbers(game.players[seat].pieces)
    assert found["standing"].get("wall", []) == [as_number(place) for place in position["walls"]]
    assert found["standing"].get("scout", []) == [as_number(place) for place in position["scouts"]]
    assert sum(left for _, left in found["tiles_left"]) == sum(position["tiles_left"].values())
    assert board_map(game)["marks"].get("capitol", []) == [as_number(place) for place in position["capitols"]]
    assert board_map(game)["marks"].get("cave", []) == [as_number(place) for place in position["caves"]]


def test_r1_10_a_city_hall_is_drawn_in_the_middle_of_its_seven_hexes():
    game = table("D D D D D\n D D D D D\nD D D D D\n D D D D D")
    document: dict[str, Any] = {**position_document(game)}
    document["players"][0]["city_hall"] = [1, 1]
    [hall] = [
        group
        for group in board_contents(Game.from_position(json.dumps(document)))["pieces"]
        if group["kind"] == "city_hall"
    ]
    middle = parse_hex("b2")
    assert (hall["hexes"], hall["around"]) == (hex_numbers(middle.bit), hex_numbers(NEIGHBOURS[middle.hex]))


def test_a_set_up_has_what_was_drawn_for_each_option():
    """The page shows these values without knowing the options."""
    setup = setup_view(random_game(3, sets=("crossroads", "capitol", "caves")))
    assert set(setup["drawn"]) == {"tasks", "capitols", "caves"}
    assert setup["drawn"]["tasks"] == setup["tasks"]
    assert setup["drawn"]["caves"] == [answer_name(number) for number in setup["marks"]["cave"]]


_KINDS = {"settlement", *REGISTRY.pieces}
