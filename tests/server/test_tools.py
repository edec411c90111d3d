"""Routes without a seat: scores, set-ups, section maps, the catalogue, histories, and the schema of messages."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, is_typeddict

import pytest

from kingdom_builder.cli import main
from kingdom_builder.cli.score import score_facts
from kingdom_builder.engine.fields import PositionError
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.game import Game
from kingdom_builder.server import requests, seat_requests
from kingdom_builder.server.schema import message_schema
from kingdom_builder.server.security.middleware import MAX_BODY_BYTES
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.sections import all_sections
from kingdom_builder.table import board_messages, messages, responses
from kingdom_builder.table.board_views import piece_places, pieces_left
from kingdom_builder.table.event_views import lasting_events
from kingdom_builder.table.fold import game_at
from kingdom_builder.texts.catalogue import catalogue
from tests.random_play import ALL_SETS, mixes, random_answers, random_game
from tests.server.client import ME, OPEN, Browser, bot, check
from tests.server.serving import ServerProcess, serving
from tests.table.memory_table import played_table

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


@pytest.fixture
def stranger(server: ServerProcess) -> Browser:
    """A client without a cookie; the routes set none."""
    return Browser(server)


def as_number(place: list[Any]) -> int:
    return 400 + place[1] * 10 + place[2] if place[0] == "island" else int(place[0] * 20 + place[1])


@pytest.mark.parametrize("number", range(len(mixes())))
def test_a_position_is_scored_as_by_the_command(stranger, number):
    game = random_game(number, sets=mixes()[number])
    for answer in random_answers(game, random.Random(number)):
        game.play(answer)
    scored = stranger.post("/api/score", json.loads(game.to_position()), 200)
    check(responses.ScoredPosition, scored)
    expected = score_facts(game)["players"]
    for player in expected:
        for line in player["lines"]:
            line["hexes"] = [as_number(place) for place in line["hexes"]]
    assert [player["left"]["settlements"] for player in scored["players"]] == [player.supply for player in game.players]
    assert [{"total": player["total"], "lines": player["lines"]} for player in scored["players"]] == expected
    assert scored["position"] == json.loads(json.dumps(position_document(game)))
    assert not stranger.http.cookies


def test_a_short_position_is_returned_with_every_field(stranger):
    board = {"sections": [["farm", 0], ["tavern", 0], ["oasis", 0], ["paddock", 180]]}
    short = {"format": "kingdom-builder/position-1", "board": board}
    scored = stranger.post("/api/score", short, 200)
    assert scored["players"] == []
    assert scored["position"] == json.loads(Game.from_position(json.dumps(short)).to_position())
    assert stranger.post("/api/score", scored["position"], 200) == scored


BOARD = {"sections": [["lighthouse_foresters_lodge", 0], ["canoe", 180], ["farm", 0], ["tavern", 0]]}


@pytest.mark.parametrize("field", ["settlements", "warriors", "ship", "wagon", "city_hall"])
def test_the_places_of_a_piece_are_the_hexes_where_a_position_may_have_it(field):
    """R4.1, R4.11 and the rules of the pieces: a position file is read if its piece is on one of the places."""
    board: dict[str, Any] = {"format": "kingdom-builder/position-1", "board": BOARD, "island": "tree_house"}
    places = piece_places(Game.from_position(json.dumps(board)).board)[field]

    def is_read(place: list[Any]) -> bool:
        player = {field: [place] if field in ("settlements", "warriors") else place}
        try:
            Game.from_position(json.dumps({**board, "players": [player]}))
        except PositionError:
            return False
        return True

    hexes: list[list[Any]] = [[row, column] for row in range(20) for column in range(20)]
    island: list[list[Any]] = [["island", row, column] for row in range(5) for column in range(10)]
    assert [as_number(place) for place in (*hexes, *island) if is_read(place)] == places


def test_pieces_on_the_board_and_markers_are_not_left():
    """A marker of a line is a settlement (R7.31); a player has two warriors, and one piece covers seven hexes."""
    pieces = {"settlements": [[9, 9]], "warriors": [[9, 11], [9, 13]], "marked_lines": [3], "city_hall": [2, 2]}
    rows = ["G" * 20] * 20
    board = {"rows": rows, "locations": {}}
    position = {"format": "kingdom-builder/position-1", "board": board, "cards": ["mayors"], "players": [pieces]}
    left = pieces_left(Game.from_position(json.dumps(position)).players[0])
    assert left == {"settlements": 38, "warriors": 0, "ship": 1, "wagon": 1, "city_hall": 0}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{\n  nonsense",
        b"[]",
        b"[" * 5000,
        b'{"format": "kingdom-builder/position-1"}',
        b'{"format": "kingdom-builder/position-1", "board": {"sections": [["atlantis", 0]]}}',
        b'{"format": "kingdom-builder/position-1", "board": {"rows": ["G"]}, "players": 3}',
        b'{"format": 1e999, "board": null}',
    ],
)
def test_a_bad_position_is_rejected_with_the_line_that_the_command_prints(stranger, tmp_path, capsys, text):
    response = stranger.http.post("/api/score", content=text, headers=JSON)
    assert response.status_code == 422
    check(responses.ErrorBody, response.json())
    error = response.json()["error"]
    assert error["code"] == "bad_position"
    (tmp_path / "table.json").write_bytes(text)
    assert main(["score", str(tmp_path / "table.json")]) == 2
    assert capsys.readouterr().err == f"kingdom-builder: {error['message']}\n"
    assert catalogue("en").say(error["sentence"]) == error["message"]
    assert catalogue("fr").say(error["sentence"]) != error["message"]


def test_a_position_that_is_not_text_or_too_long_is_rejected(stranger):
    response = stranger.http.post("/api/score", content=b"\xff\xfe", headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (422, "bad_position")
    assert catalogue("fr").say(response.json()["error"]["sentence"]) == "ce n’est pas un fichier de texte en UTF-8"
    response = stranger.http.post("/api/score", content=b" " * (MAX_BODY_BYTES + 1), headers=JSON)
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_long")


SETUPS: dict[str, dict[str, Any]] = {
    "nothing chosen": {},
    "first game": {"first_game": True},
    "all sets": {"sets": list(ALL_SETS)},
    "chosen": {"sets": ["base", "crossroads"], "sections": ["farm:180", "?"], "cards": ["lords"], "start": 1},
    "a start for more players": {"start": 4},
    "generated": {"sections": ["generated"], "two_cards": True, "without_lords": True},
}


@pytest.mark.parametrize("name", SETUPS)
def test_a_drawn_set_up_is_the_one_that_a_table_gets(server, stranger, name):
    setup = SETUPS[name]
    tried = stranger.post("/api/setups", {"players": 3, "setup": setup}, 200)
    check(board_messages.TableSetup, tried)
    assert not stranger.http.cookies
    with_seed = {**setup, "seed": tried["seed"]}
    assert stranger.post("/api/setups", {"players": 3, "setup": with_seed}, 200) == tried
    assert Browser(server).create(ME, OPEN, bot(), setup=with_seed)["setup"] == tried


def test_without_a_seed_every_drawn_set_up_is_different(stranger):
    assert len({stranger.post("/api/setups", {"players": 2}, 200)["seed"] for _ in range(5)}) == 5


def test_an_impossible_set_up_is_rejected_as_for_a_table(stranger):
    wrong = {"cards": ["dragons"]}
    rejected = stranger.post("/api/setups", {"players": 2, "setup": wrong}, 422)
    assert rejected["error"]["code"] == "bad_setup"
    said = catalogue("fr").say(rejected["error"]["sentence"])
    assert said.startswith("cards\u00a0: 'dragons' n’est pas parmi ce qui est utilisé")
    assert stranger.post("/api/tables", {"seats": [ME, ME], "setup": wrong}, 422) == rejected
    for players in (1, 6, "2", None):
        assert stranger.post("/api/setups", {"players": players}, 422)["error"]["code"] == "bad_message"


def test_the_sections_make_every_board(stranger):
    received = stranger.get("/api/sections")
    check(list[responses.SectionMap], received)
    sections = {piece["name"]: piece for piece in received}
    assert [piece.name for piece in all_sections()] == [name for name in sections if sections[name]["set"] != "island"]
    assert any(piece["stand_in"] for piece in received)
    tried = stranger.post("/api/setups", {"players": 2, "setup": {"sets": list(ALL_SETS)}}, 200)
    rows = [""] * 20
    locations = []
    for quadrant, (name, turn) in enumerate(tried["sections"]):
        piece = sections[name]
        lines = [line[::-1] for line in reversed(piece["rows"])] if turn == 180 else piece["rows"]
        for row, line in enumerate(lines, quadrant // 2 * 10):
            rows[row] += "".join("L" if code in piece["locations"] else code for code in line)
            locations += [piece["locations"][code] for code in line if code in piece["locations"]]
    assert rows == tried["rows"]
    islands = [piece for piece in received if piece["set"] == "island"]
    on_board = [name for place, name in tried["locations"].items() if not place.startswith("i:")]
    assert sorted(locations) == sorted(on_board)
    [side] = [piece for piece in islands if list(piece["locations"].values()) == [tried["island"]]]
    assert [row.replace("1", "L") for row in side["rows"]] == tried["island_rows"]


def test_the_catalogue_names_all_tiles(stranger):
    choices = stranger.get("/api/catalogue")
    check(responses.Catalogue, choices)
    assert choices["tiles"] == {s.id: list(REGISTRY.tile_ids(s.id)) for s in REGISTRY.sets if s.tiles}
    assert choices["nomad_tiles"] == list(REGISTRY.nomad_ids)
    assert sorted(choices["islands"]) == ["rope_bridge", "tree_house"]
    assert choices["queenies"] == ["capitol", "caves", "island"]
    for tile in (*choices["nomad_tiles"], *(tile for tiles in choices["tiles"].values() for tile in tiles)):
        assert tile in choices["options"]
    for side in choices["islands"]:
        chosen = {"sets": ["base", "island"], "island": side}
        assert stranger.post("/api/setups", {"players": 2, "setup": chosen}, 200)["island"] == side


def test_the_catalogue_has_every_set_up_option_with_its_choices(stranger):
    """Each flag and each choice is accepted by the set-up of a table."""
    choices = stranger.get("/api/catalogue")
    setup = {"sets": choices["sets"], "sections": ["monastery_wagon"]}
    tried = 0
    for option in choices["setup_options"]:
        values = {"flag": [True], "name": option["choices"], "names": [[name] for name in option["choices"]]}
        for value in values.get(option["kind"], []):
            stranger.post("/api/setups", {"players": 2, "setup": {**setup, option["name"]: value}}, 200)
            tried += 1
    assert tried >= 3 + 2 + 6


def test_the_fields_of_the_catalogue_are_read_from_a_position(stranger):
    """An empty value of each field is accepted; with its card if it needs one."""
    choices = stranger.get("/api/catalogue")
    first = choices["first_game"]
    empty = {"pieces": [], "piece": None, "lines": [], "hexes": [], "terrain": choices["card_terrains"][0]}
    for field in choices["fields"]:
        value = {field["field"]: empty[field["holds"]]}
        of_player = field["holds"] in ("pieces", "piece", "lines")
        position = {
            "format": "kingdom-builder/position-1",
            "board": {"sections": first["sections"]},
            "cards": [field["needs"]] if field["needs"] else first["cards"],
            "players": [value if of_player else {}],
            **({} if of_player else value),
        }
        scored = stranger.post("/api/score", position, 200)
        assert scored["players"][0]["total"] == 0


@pytest.mark.parametrize("options", [{}, {"without_lords": True}])
def test_the_catalogue_names_the_cards_of_every_set_up(stranger, options):
    choices = stranger.get("/api/catalogue")
    removed = [card for option in options for card in choices["removed_cards"][option]]
    for used in ("base", "nomads", "harvest"):
        possible = {card for name in {*choices["common_sets"], used} for card in choices["cards"][name]} - {*removed}
        for card in (card for cards in choices["cards"].values() for card in cards):
            setup = {"sets": [used], "seed": 1, "cards": [card], **options}
            stranger.post("/api/setups", {"players": 2, "setup": setup}, 200 if card in possible else 422)


def test_the_history_of_a_finished_game_has_every_move_that_lasts_and_every_player_s_gold(server, stranger):
    ada = Browser(server)
    table = ada.create(ME, bot())
    path = f"/api/games/{table['id']}"
    assert stranger.get(f"{path}/history", 409)["error"]["code"] == "not_over"
    assert stranger.get(f"{path}/summary", 409)["error"]["code"] == "not_over"
    with ada.seat(table, 0) as me:
        me.read()
        took_back = False
        while not me.view["public"]["over"]:
            if not me.mine:
                me.read()
            elif me.view["you"]["can_undo"] and not took_back:
                took_back = True
                me.request("undo", seen_seq=me.seq)
                me.read_until(lambda: me.events[-1]["kind"] == "undo")
            else:
                me.answer(me.legal()[0])
        me.request("chat", text="well played")
    history = stranger.get(f"{path}/history")
    check(responses.History, history)
    undone = {seq for event in me.events if event["kind"] == "undo" for seq in (event["seq"], event["seq"] - 1)}
    events = [event for event in me.events if event["kind"] != "chat" and event["seq"] not in undone]
    assert undone
    assert history["events"] == events
    changing = [event["seq"] for event in events if event["kind"] in ("started", "answer")]
    assert [number for number, _ in history["totals"]] == changing
    for number, golds in [*history["totals"][:12], *history["totals"][-3:]]:
        scores = stranger.get(path, seq=number)["view"]["public"]["scores"]
        assert golds == [sum(line["gold"] for line in lines) for lines in scores]
    summary = stranger.get(f"{path}/summary")
    check(responses.Summary, summary)
    assert [sum(gold) for gold in summary["turns"][-1]["gold"]] == history["totals"][-1][1]


@pytest.mark.parametrize("number", range(4))
def test_the_history_has_the_gold_after_every_move_that_was_not_undone(number):
    table = played_table(random_game(number), random.Random(number))
    events, golds = lasting_events(table.events, table.now)
    for seq, scores in random.Random(number).sample(golds, 10):
        assert game_at(table.events, seq).scores() == scores
    assert golds[-1] == (table.state.seq, table.game.scores())
    assert [event["answer"] for event in events if event["kind"] == "answer"] == game_at(
        table.events, table.state.seq
    ).answers()


def test_the_schema_has_every_message_of_both_directions():
    ran = subprocess.run(
        [sys.executable, "-m", "kingdom_builder.server.schema"], capture_output=True, text=True, check=True
    )
    schema = json.loads(ran.stdout)
    assert schema == message_schema()
    assert list(schema) == ["$defs"]
    known = schema["$defs"]
    assert list(known) == sorted(known)
    modules = vars(messages) | vars(board_messages) | vars(responses)
    sent = {name for name, kind in modules.items() if is_typeddict(kind)}
    received = {
        kind.__name__ for module in (requests, seat_requests) for kind in vars(module).values() if _is_request(kind)
    }
    assert len(sent) > 30
    assert len(received) > 20
    assert sent | received <= set(known)
    for reference in _references(schema):
        assert reference.removeprefix("#/$defs/") in known


def test_optional_fields_are_optional_in_the_schema():
    known = message_schema()["$defs"]
    assert "required" not in known["SetupOptions"]
    assert known["CreateTableRequest"]["required"] == ["id", "seats"]
    assert known["SocketUndo"]["required"] == ["id", "seen_seq", "type"]
    assert set(known["SeatView"]["required"]) == set(messages.SeatView.__annotations__)
    assert known["TableEvent"]["required"] == ["seq", "kind", "seat", "by", "time", "lines"]
    assert {"$ref": "#/$defs/SocketPreview"} in known["ServerMessage"]["oneOf"]


def _is_request(kind: Any) -> bool:
    bases = (requests.Request, requests.GeneralSetupOptions)
    return isinstance(kind, type) and issubclass(kind, requests.Request) and kind not in bases


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _references(part)
