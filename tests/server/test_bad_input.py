"""Invalid, too many and too slow messages: the server reports the error and continues to serve others."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from kingdom_builder.server.connection import MAX_BAD_MESSAGES
from kingdom_builder.server.event_pages import PAGE
from kingdom_builder.server.security.cookies import COOKIE
from kingdom_builder.table import responses
from tests.server.client import ME, OPEN, Browser, Socket, check, new_id, watch
from tests.server.database_file import stored
from tests.server.raw_socket import (
    BINARY,
    CLOSE,
    CONTINUATION,
    MORE_THAN_BUFFERS,
    PING,
    PONG,
    TEXT,
    RawConnection,
    frame,
    talk,
    text_frame,
)
from tests.server.serving import PATIENCE, ServerProcess, serving, wait_until

MEGABYTE = 2**20
LARGEST_BODY, LARGEST_MESSAGE = 32 * 1024, 16 * 1024
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running
        running.assert_clean_log()


@pytest.fixture(scope="module")
def ada(server: ServerProcess) -> Browser:
    return Browser(server)


@pytest.fixture(scope="module")
def table(ada: Browser) -> dict[str, Any]:
    """An idle table with both seats held by Ada."""
    return ada.create(ME, ME, setup={"start": 0})


def cookie(browser: Browser) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={browser.http.cookies[COOKIE]}"}


def live_path(table: dict[str, Any], seat: int = 0) -> str:
    return f"/api/tables/{table['id']}/seats/{seat}/live"


def opened(server: ServerProcess, browser: Browser, table: dict[str, Any], seat: int = 0) -> RawConnection:
    """Open a seat's socket and read its snapshot."""
    connection = RawConnection(server)
    assert connection.open_websocket(live_path(table, seat), cookie(browser)) == 101
    assert connection.read_text()["type"] == "snapshot"
    return connection


def error_in(response: httpx.Response) -> dict[str, Any]:
    """Return the error in a response; check its documented type."""
    assert response.headers["content-type"] == "application/json", response.text
    check(responses.ErrorBody, response.json())
    error: dict[str, Any] = response.json()["error"]
    assert error["message"]
    return error


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/api/games/none/try", {"seat": 0, "answers": 0, "moves": ["nowhere"]}, "moves.0"),
        ("/api/puzzles/1/try", {"moves": [[]]}, "moves.0"),
        ("/api/tables", {"id": new_id(), "seats": [{"kind": "bot", "level": 1}, ME]}, "seats.0.level"),
    ],
)
def test_an_error_names_the_field_and_nothing_of_the_program(ada: Browser, path: str, body: Any, field: str) -> None:
    response = ada.http.post(path, json=body)
    assert response.status_code == 422
    message = error_in(response)["message"]
    assert message.startswith(f"{field}: ")
    assert "function" not in message
    assert "0x" not in message


# The HTTP routes and their OpenAPI description


SCHEMATHESIS = """
[[operations]]
include-path-regex = "/tables/.game."
exclude-path-regex = "/(revoke|bot|close)$"
parameters = {{ "path.game" = "{game}", "path.seat" = 0, "query.wait" = 0 }}
[[operations]]
include-path-regex = "/(revoke|bot)$"
parameters = {{ "path.game" = "{game}", "path.seat" = 1 }}
[[operations]]
include-path-regex = "/games/"
parameters = {{ "path.game" = "{game}" }}
[[operations]]
include-path-regex = "/watch/"
parameters = {{ "path.code" = "{watch}", "query.wait" = 0 }}
[[operations]]
include-path-regex = "/invites/"
parameters = {{ "path.code" = "{invite}" }}
"""
"""Mostly existing ids, so that requests reach the routes, and no waiting in long polls."""

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)


def run_schemathesis(server: ServerProcess, folder: Path, shows: str, checks: tuple[str, ...], *options: str) -> None:
    """Run Schemathesis with the OpenAPI description of the routes."""
    ada = Browser(server)
    table = ada.create(ME, ME, OPEN, start_when_full=False)
    token = ada.post(f"/api/tables/{table['id']}/seats/0/tokens", {}, 201)["token"]
    headers = {"cookie": f"Cookie:{COOKIE}={ada.http.cookies[COOKIE]}", "token": f"Authorization:Bearer {token}"}
    configuration = folder / "schemathesis.toml"
    configuration.write_text(
        SCHEMATHESIS.format(game=table["id"], watch=table["watch"], invite=table["invite"]), encoding="utf-8"
    )
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(configuration), "run"]
    command += [f"{server.url}/openapi.json", "--header", headers[shows], "--checks", ",".join(checks)]
    command += ["--generation-with-security-parameters", "false", "--generation-database", "none", "--seed", "1"]
    command += ["--suppress-health-check", "all", "--warnings", "off", "--no-color", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, timeout=300)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert ada.state(table, 0)["table"]["id"] == table["id"]


@pytest.fixture(scope="module")
def schemathesis_server() -> Iterator[ServerProcess]:
    """A server for the tables that Schemathesis creates; bots play at some of them."""
    with serving() as running:
        yield running
        running.assert_clean_log()


def test_every_route_follows_its_description_for_any_input_with_a_token(schemathesis_server, tmp_path):
    run_schemathesis(schemathesis_server, tmp_path, "token", CHECKS, "--phases", "fuzzing", "--max-examples", "6")


def test_every_route_follows_its_description_for_any_input_of_a_browser(schemathesis_server, tmp_path):
    run_schemathesis(
        schemathesis_server, tmp_path, "cookie", CHECKS, "--phases", "coverage,fuzzing", "--max-examples", "3"
    )


def test_the_description_lists_every_status_that_a_rejection_can_have(server, ada):
    for path, operations in ada.get("/openapi.json")["paths"].items():
        for method, operation in operations.items():
            if path.startswith("/api"):
                rejections = {"401", "403", "404", "409", "421", "422", "429", "503"}
                rejections |= {"400", "408", "413", "415"} if method in ("post", "put") else set()
                rejections |= {"410"} if path.startswith("/api/move/") else set()
                assert rejections <= set(operation["responses"]), f"{method} {path}"


# Bodies


TWO_SEATS = b'{"id": "0123456789", "seats": [{"kind": "me"}, {"kind": "me"}], '
BODIES = {
    "nothing": b"",
    "not JSON": b"{",
    "JSON with something after it": b"{}{}",
    "a list": b"[]",
    "null": b"null",
    "a number": b"7",
    "NaN": b"NaN",
    "broken UTF-8": b'{"id": "0123456789", "seats": "\xff"}',
    "half a pair of surrogates": b'{"id": "0123456789", "seats": [{"kind": "me", "name": "\\ud800"}, {"kind": "me"}]}',
    "half a pair of surrogates for a field": b'{"\\ud800": 1}',
    "deep nesting of lists": b'{"id": "0123456789", "seats": ' + b"[" * 10_000,
    "deep nesting of objects": b'{"seats": ' * 2_000 + b"1" + b"}" * 2_000,
    "a number of many digits": b'{"id": "0123456789", "seats": ' + b"9" * 5_000 + b"}",
    "a number that is too large": b'{"id": "0123456789", "seats": 1e999}',
    "an unknown field": TWO_SEATS + b'"admin": true}',
    "a field twice": TWO_SEATS + b'"seats": 1}',
    "text for a number": TWO_SEATS + b'"turn_seconds": "60"}',
    "a number for a truth": TWO_SEATS + b'"listed": 1}',
    "NaN for a number": TWO_SEATS + b'"turn_seconds": NaN}',
    "a seed that is too large": TWO_SEATS + b'"setup": {"seed": 9007199254740992}}',
}


@pytest.mark.parametrize("name", BODIES)
def test_an_invalid_body_is_rejected_and_creates_no_table(server, ada, name):
    before = stored(server)
    response = ada.http.post("/api/tables", content=BODIES[name], headers=JSON)
    assert response.status_code in (400, 422), response.text
    assert error_in(response)["code"] in ("bad_message", "bad_request")
    assert stored(server) == before


def test_a_body_of_the_maximum_size_is_read_and_a_larger_one_rejected(server, ada):
    for size, status in ((LARGEST_BODY, 422), (LARGEST_BODY + 1, 413)):
        body = b"{" + b" " * (size - 2) + b"}"
        response = ada.http.post("/api/tables", content=body, headers=JSON)
        assert response.status_code == status
        assert error_in(response)["code"] == {422: "bad_message", 413: "too_long"}[status]


def chunked(size: int, *, piece: int = 4096) -> Iterator[bytes]:
    """Yield a body without a length."""
    for _ in range(size // piece):
        yield b" " * piece


def test_a_body_without_a_length_is_not_read_beyond_the_maximum_size(server, ada):
    response = ada.http.post("/api/tables", content=chunked(10 * LARGEST_BODY), headers=JSON)
    assert response.status_code == 413
    assert error_in(response)["code"] == "too_long"


def test_the_rest_of_a_rejected_body_is_not_taken_for_the_next_request(server):
    chunks = b"1000\r\n" + b" " * 4096 + b"\r\n"
    with RawConnection(server) as connection:
        connection.send(connection.head("POST", "/api/tables", {**JSON, "Transfer-Encoding": "chunked"}) + chunks * 50)
        response = connection.response()
        assert response.status == 413
        assert json.loads(response.read())["error"]["code"] == "too_long"
        connection.send(chunks * 200 + b"0\r\n\r\n")
        response = connection.request("GET", "/api/notice")
        assert response.status == 200
        assert json.loads(response.read()) == {"notice": None}


def test_a_chunked_body_beyond_the_maximum_size_is_not_kept_in_memory(server, ada):
    before = server.memory()
    for _ in range(20):
        response = ada.http.post("/api/tables", content=chunked(MEGABYTE), headers=JSON)
        assert response.status_code in (400, 413)
        assert error_in(response)["code"] in ("bad_request", "too_long")
    assert server.memory() - before < 30 * MEGABYTE


@pytest.mark.parametrize(
    ("length", "sent"),
    [("-1", b"{}"), ("two", b"{}"), ("1e3", b"{}"), ("\xb2", b"{}"), ("1", b"{}"), ("2\r\nContent-Length: 3", b"{}")],
)
def test_an_invalid_content_length_is_rejected_and_the_connection_closed(server, length, sent):
    with RawConnection(server) as connection:
        response = connection.request("POST", "/api/tables", {**JSON, "Content-Length": length}, sent)
        assert response.status in (400, 413, 422)
        assert server.is_ready()


def test_a_body_shorter_than_its_length_blocks_no_other_request(server, ada, table):
    with RawConnection(server) as connection:
        connection.send(connection.head("POST", "/api/tables", {**JSON, "Content-Length": "100"}) + b"{")
        assert ada.state(table, 0)["table"]["id"] == table["id"]


def test_an_incomplete_request_changes_nothing(server, ada, table):
    before = stored(server)
    sent = json.dumps({"id": new_id(), "text": "cut off"}).encode()
    chunk = b"%x\r\n%s\r\n" % (len(sent), sent)
    for length, body in (({"Content-Length": "200"}, sent), ({"Transfer-Encoding": "chunked"}, chunk)):
        with RawConnection(server) as connection:
            path = f"/api/tables/{table['id']}/seats/0/chat"
            connection.send(connection.head("POST", path, {**JSON, **cookie(ada), **length}) + body)
            wait_until(lambda connection=connection: connections_of(server, connection), "it has arrived")
        wait_until(lambda connection=connection: not connections_of(server, connection), "the server has noticed")
    time.sleep(0.5)  # time for the request to be done, which must not happen
    assert stored(server) == before


def test_data_that_is_not_http_is_rejected_and_fills_no_log(server):
    before = server.log.stat().st_size
    for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"GARBAGE\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
        with RawConnection(server) as connection:
            connection.send(data)
            assert connection.response().status == 400
    with RawConnection(server) as connection:
        connection.request("GET", "/health", {"Connection": "upgrade", "Upgrade": "h2c"})
    assert server.is_ready()
    assert server.log.stat().st_size == before


def test_a_long_query_is_rejected(server):
    with RawConnection(server) as connection:
        response = connection.request("GET", "/api/catalogue?" + "a&" * 1000)
        assert (response.status, json.loads(response.read())["error"]["code"]) == (400, "bad_request")


def test_paths_reach_only_routes_and_the_page_s_files(server, ada):
    for path in (
        "/nowhere", "/assets/../index.html", "/assets/%2e%2e/index.html", "/assets/..%2f..%2fserver/app.py", "/assets/",
        "/assets/%00", "/assets/" + "a" * 5000, "//etc/passwd", "/assets//etc/passwd", "/api/tables/%00", "/api/",
        "/api/tables/a%2fb/start",
    ):  # fmt: skip
        with RawConnection(server) as connection:
            response = connection.request("GET", path)
            assert response.status in (401, 404, 405, 422), path
            check(responses.ErrorBody, json.loads(response.read()))
        with RawConnection(server) as connection:
            assert connection.open_websocket(path) == 403, path


@pytest.mark.parametrize("head", [b"GET /", b"GET / HTTP/1.1\r\nX: ", b"GET / HTTP/1.1\r\n"])
def test_the_head_of_a_request_has_a_maximum_size(server, head):
    piece = b"X: y\r\n" * 10_000 if head.endswith(b"\r\n") else b"x" * 60_000
    with RawConnection(server) as connection:
        connection.socket.settimeout(5)
        try:
            connection.socket.sendall(head)
            for _ in range(200):
                connection.socket.sendall(piece)
        except (ConnectionError, TimeoutError):
            return  # the server has stopped reading or closed the connection
        pytest.fail("the server has read it all")


# Set-ups


MINE = [ME, ME]
SETUPS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "one seat": ({"seats": [ME]}, ("seats", "at least 2")),
    "six seats": ({"seats": [ME] * 6}, ("seats", "at most 5")),
    "no seats": ({"seats": []}, ("seats", "at least 2")),
    "seats of an unknown kind": ({"seats": [ME, {"kind": "ghost"}]}, ("seats", "kind", "bot")),
    "a level that is none": ({"seats": [ME, {"kind": "bot", "level": "god"}]}, ("bot", "'god'", "greedy")),
    "a person with a level": ({"seats": [{**ME, "level": "greedy"}, ME]}, ("level",)),
    "an unknown set": ({"seats": MINE, "setup": {"sets": ["base", "space"]}}, ("sets", "nomads")),
    "an unknown section": ({"seats": MINE, "setup": {"sections": ["atlantis"]}}, ("atlantis",)),
    "a section twice": ({"seats": MINE, "setup": {"sections": ["tower", "tower"]}}, ("tower",)),
    "too many sections": (
        {"seats": MINE, "setup": {"sections": ["tower", "tavern", "barn", "oasis", "harbor"]}},
        ("sections",),
    ),
    "a section of a set not in use": ({"seats": MINE, "setup": {"sections": ["quarry"]}}, ("quarry",)),
    "an unknown card": ({"seats": MINE, "setup": {"cards": ["dragons"]}}, ("dragons", "lords")),
    "a card twice": ({"seats": MINE, "setup": {"cards": ["lords", "lords"]}}, ("lords",)),
    "too many cards": (
        {"seats": MINE, "setup": {"cards": ["lords", "miners", "farmers", "knights", "workers"]}},
        ("cards",),
    ),
    "a card of a set not in use": ({"seats": MINE, "setup": {"cards": ["families"]}}, ("families",)),
    "an unknown task": ({"seats": MINE, "setup": {"sets": ["crossroads"], "tasks": ["sleep"]}}, ("sleep",)),
    "tasks without their set": ({"seats": MINE, "setup": {"tasks": ["fortress"]}}, ("task",)),
    "an unknown island": ({"seats": MINE, "setup": {"sets": ["base", "island"], "island": "avalon"}}, ("avalon",)),
    "an island without its set": ({"seats": MINE, "setup": {"island": "avalon"}}, ("island",)),
    "more words than fit": ({"seats": MINE, "setup": {"cards": ["lords"] * 13}}, ("cards", "12")),
    "a word that is too long": ({"seats": MINE, "setup": {"sections": ["x" * 41]}}, ("sections", "40")),
    "a time that is too short": ({"seats": MINE, "turn_seconds": 9}, ("turn_seconds", "10")),
    "a time that is too long": ({"seats": MINE, "reaction_seconds": 10**9}, ("reaction_seconds",)),
    "an unknown option": ({"seats": MINE, "setup": {"cheat": True}}, ("cheat",)),
}
"""Impossible set-ups, and words that the error message must contain."""


@pytest.mark.parametrize("name", SETUPS)
def test_an_impossible_set_up_is_rejected_with_the_reason(server, ada, name):
    wanted, words = SETUPS[name]
    before = stored(server)
    response = ada.http.post("/api/tables", json={"id": new_id(), **wanted})
    assert response.status_code == 422, response.text
    error = error_in(response)
    assert error["code"] in ("bad_setup", "bad_message")
    for word in words:
        assert word in error["message"]
    assert stored(server) == before


# Frames


FRAMES: dict[str, tuple[list[bytes], int]] = {
    "bytes": ([frame(BINARY, b'{"type": "why_not", "hex": 0}')], 1003),
    "a text that is too long": ([frame(TEXT, b" " * (LARGEST_MESSAGE + 1))], 1009),
    "a length beyond all memory": ([frame(TEXT, length=2**40)], 1009),
    "a length that is negative for some": ([frame(TEXT, length=2**64 - 1)], 1009),
    "pieces that are too long together": (
        [frame(TEXT, b" " * 9000, final=False), frame(CONTINUATION, b" " * 9000)],
        1009,
    ),
    "a frame without a mask": ([frame(TEXT, b"{}", masked=False)], 1002),
    "reserved bit 1, compression nobody agreed on": ([frame(TEXT, b"{}", reserved=4)], 1002),
    "reserved bit 2": ([frame(TEXT, b"{}", reserved=2)], 1002),
    "reserved bit 3": ([frame(TEXT, b"{}", reserved=1)], 1002),
    "a kind of frame that is none": ([frame(3, b"{}")], 1002),
    "a control frame that is none": ([frame(11)], 1002),
    "a continuation of nothing": ([frame(CONTINUATION, b"{}")], 1002),
    "a text within a text": ([frame(TEXT, b"{", final=False), frame(TEXT, b"}")], 1002),
    "a ping that is too long": ([frame(PING, b"x" * 126)], 1002),
    "a ping in pieces": ([frame(PING, b"x", final=False)], 1002),
    "a close of one byte": ([frame(CLOSE, b"x")], 1002),
    "a close with a code that is none": ([frame(CLOSE, b"\x03\xe7")], 1002),
    "a close whose reason is not UTF-8": ([frame(CLOSE, b"\x03\xe8\xff")], 1007),
    "a close": ([frame(CLOSE, b"\x03\xe8")], 1000),
    "no WebSocket at all": ([b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"], 1002),
    "many messages that cannot be read": ([text_frame("{")] * MAX_BAD_MESSAGES, 1008),
}


@pytest.mark.parametrize("name", FRAMES)
def test_an_invalid_frame_closes_its_connection_and_no_other(server, ada, table, name):
    frames, code = FRAMES[name]
    before = stored(server)
    with opened(server, ada, table) as breaking, ada.seat(table, 1) as other, watch(server, table) as spectator:
        for data in frames:
            breaking.send(data)
        assert breaking.closed() == code
        assert stored(server) == before
        number = other.request("chat", text="still here")["seq"]
        spectator.read_until(lambda: spectator.seq >= number)


def test_a_text_that_is_not_utf_8_closes_its_connection_without_a_log_line(tmp_path):
    with serving(tmp_path) as running:
        ada = Browser(running)
        table = ada.create(ME, ME)
        for pieces in ([b"\xff\xfe"], [b'{"type": "\xc3', b'\x28"}'], [b"\xed\xa0\x80"]):
            with opened(running, ada, table) as breaking, ada.seat(table, 1) as other:
                for number, piece in enumerate(pieces):
                    last = number == len(pieces) - 1
                    breaking.send(frame(CONTINUATION if number else TEXT, piece, final=last))
                assert breaking.closed() == 1007
                assert other.request("chat", text="still here")["type"] == "ack"
        running.assert_clean_log()


def test_fragments_with_control_frames_between_them_are_one_message(server, ada, table):
    message_id = new_id()
    text = json.dumps({"type": "chat", "id": message_id, "text": "h\u00e9"}, ensure_ascii=False).encode()
    pieces = [text[i : i + 1] for i in range(len(text))]
    with opened(server, ada, table) as connection:
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            connection.send(frame(CONTINUATION if number else TEXT, piece, final=last))
            connection.send(frame(PING, b"%d" % number) + frame(PONG, b"unasked"))
        received: dict[str, Any] = {}
        while received.get("id") != message_id:
            received = connection.read_text()
        assert received["type"] == "ack"


@pytest.mark.parametrize("cut", [1, 2, 6, 10])
def test_a_message_in_two_packets_is_read_even_if_the_second_looks_like_a_whole_frame(server, ada, table, cut):
    text = json.dumps({"type": "why_not", "hex": 3}).encode()
    looks_like = bytes([0x81, 0x80 | len(text) - 6])
    mask = bytes([text[0] ^ looks_like[0], text[1] ^ looks_like[1], 7, 7])
    whole = bytes([0x81, 0x80 | len(text)]) + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))
    assert whole[6:8] == looks_like
    with opened(server, ada, table) as connection:
        for packets in ([whole], [whole[:cut], whole[cut:]], [whole], [whole + whole]):
            for packet in packets:
                connection.send(packet)
                time.sleep(0.02)
            for _ in range(sum(map(len, packets)) // len(whole)):
                assert connection.read_text()["type"] == "why_not"


def test_a_text_of_the_maximum_size_is_read(server, ada, table):
    text = json.dumps({"type": "why_not", "hex": 0})
    with opened(server, ada, table) as connection:
        connection.send(frame(TEXT, text.encode() + b" " * (LARGEST_MESSAGE - len(text))))
        received: dict[str, Any] = {}
        while received.get("type") != "why_not":
            received = connection.read_text()


# Texts


def valid_messages() -> list[dict[str, Any]]:
    return [
        {"type": "answer", "id": "0123456789", "seen_seq": 0, "answer": 0},
        {"type": "undo", "id": "0123456789", "seen_seq": 0, "whole_turn": True},
        {"type": "pass", "id": "0123456789", "seen_seq": 0},
        {"type": "chat", "id": "0123456789", "text": "x"},
        {"type": "chat", "id": "0123456789", "phrase": "hello"},
        {"type": "why_not", "hex": 0},
    ]


AWKWARD = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(),
    st.integers(),
    st.sampled_from([-1, 2**31, 2**63, 2**64, 10**400, -(10**400), 1.0, float("nan"), float("inf"), -0.0]),
    st.text(max_size=100),
    st.sampled_from(["", "x" * 65, "x" * 501, "\ud800", "\x00", "answer", "../..", "' OR 1=1 --", "\u202e", "null"]),
    st.recursive(st.none(), lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2)),
)


@st.composite
def invalid_texts(draw: st.DrawFn) -> str:
    """Generate an invalid message of the protocol, or another text."""
    message = dict(draw(st.sampled_from(valid_messages())))
    field = draw(st.sampled_from(sorted(message)))
    match draw(st.sampled_from(("value", "missing", "unknown", "twice", "nested", "cut", "other", "digits"))):
        case "value":
            message[field] = draw(AWKWARD)
        case "missing":
            del message[field]
        case "unknown":
            message[draw(st.text(max_size=20))] = draw(AWKWARD)
        case "twice":
            return json.dumps(message)[:-1] + f", {json.dumps(field)}: {json.dumps(draw(AWKWARD))}}}"
        case "nested":
            deep = draw(st.integers(1, 2000))
            return (
                json.dumps(message)[:-1] + f', "{field}": ' + '{"a":[' * deep + "]}" * draw(st.integers(0, deep)) + "}"
            )
        case "cut":
            text = json.dumps(message)
            return text[: draw(st.integers(0, len(text) - 1))]
        case "digits":
            return json.dumps(message)[:-1] + f', "{field}": {"9" * draw(st.integers(1, 9000))}}}'
        case _:
            return draw(st.text(max_size=200) | AWKWARD.map(json.dumps))
    return json.dumps(message)


@given(texts=st.lists(invalid_texts(), min_size=1, max_size=MAX_BAD_MESSAGES - 1))
@settings(max_examples=60)
def test_every_text_gets_one_reply(server, ada, table, texts):
    texts = [text for text in texts if "\ud800" not in text]
    with ada.seat(table, 0) as socket:
        for text in texts:
            socket.socket.send(text)
        replies = 0
        while replies < len(texts):
            received = socket.read()
            replies += received["type"] in ("ack", "error", "why_not")
            if received["type"] == "error":
                assert received["code"] in (
                    "bad_message",
                    "stale",
                    "illegal",
                    "not_your_turn",
                    "own_turn",
                    "cannot_undo",
                )
        assert socket.request("chat", text="still here")["type"] == "ack"


def test_a_rejection_has_the_reason_and_the_message_id(server, ada, table):
    with ada.seat(table, 0) as socket:
        for spoilt, words in (
            ({"type": "answer", "id": new_id(), "answer": 1}, "seen_seq"),
            ({"type": "answer", "id": new_id(), "seen_seq": "3", "answer": 1}, "seen_seq"),
            ({"type": "answer", "id": new_id(), "seen_seq": 1, "answer": 550}, "answer"),
            ({"type": "undo", "id": new_id(), "seen_seq": 1, "whole_turn": "yes"}, "whole_turn"),
            ({"type": "shout", "id": new_id()}, "shout"),
            ({"type": "chat", "id": new_id(), "text": "x" * 501}, "text"),
            ({"type": "chat", "id": new_id(), "phrase": "go away"}, "phrase"),
        ):
            socket.send(spoilt)
            socket.read_until(lambda spoilt=spoilt: spoilt["id"] in socket.replies)
            received = socket.replies[spoilt["id"]]
            assert received["code"] == "bad_message"
            assert words in received["message"]


# Floods


def from_address(server: ServerProcess, address: str) -> Browser:
    """Return a client with another address, as reported by the proxy on this machine."""
    browser = Browser(server)
    browser.http.headers["X-Forwarded-For"] = address
    return browser


def socket_from(browser: Browser, address: str, path: str) -> Socket:
    return Socket(browser.server.ws_url + path, {**cookie(browser), "X-Forwarded-For": address})


def test_too_many_requests_of_one_address_are_rejected():
    with serving(requests_per_second=10) as running:
        hasty, calm = from_address(running, "192.0.2.1"), from_address(running, "192.0.2.2")
        table = hasty.create(ME, OPEN)
        before = stored(running)
        rejected = 0
        for _ in range(200):
            response = hasty.http.post(f"/api/invites/{table['invite']}/seats", json={"id": new_id(), "seat": 0})
            if response.status_code == 429:
                rejected += 1
                assert error_in(response)["code"] == "too_fast"
                assert int(response.headers["retry-after"]) >= 1
                assert "content-security-policy" in response.headers
            else:
                assert response.status_code == 409
        assert rejected > 50
        assert stored(running) == before
        assert calm.http.get("/api/catalogue").status_code == 200
        assert hasty.http.get("/health").status_code == 200
        wait_until(lambda: hasty.http.get("/api/catalogue").status_code == 200, "the hasty one may ask again")
        running.assert_clean_log()


def test_a_socket_that_sends_too_many_messages_is_closed_with_an_error_and_others_stay_open():
    with serving(messages_per_second=5) as running:
        ada = Browser(running)
        table = ada.create(ME, ME)
        with ada.seat(table, 0) as hasty, ada.seat(table, 1) as calm:
            with suppress(ConnectionClosed):  # the server may close it before the last message is sent
                for _ in range(100):
                    hasty.send({"type": "chat", "id": new_id(), "text": "x"})
            assert hasty.closed() == 1008
            received = [json.loads(text) for text in hasty.received]
            assert [message["code"] for message in received if message["type"] == "error"] == ["too_fast"]
            done = sum(message["type"] == "ack" for message in received)
            assert 15 <= done < 100
            assert calm.request("chat", text="still here")["type"] == "ack"
        sent = [row for row in stored(running)["events"] if row[2] == "chat"]
        assert len(sent) == done + 1, "what was acknowledged is stored, and nothing else"
        with ada.seat(table, 0) as again:
            assert again.request("chat", text="calmer now")["type"] == "ack"
        running.assert_clean_log()


def test_the_number_of_open_sockets_of_an_address_is_limited():
    with serving(sockets_per_address=3) as running, ExitStack() as open_sockets:
        ada = Browser(running)
        table = ada.create(ME, ME)
        path = f"/api/watch/{table['watch']}/live"

        def enter(address: str, where: str = path) -> str:
            socket = open_sockets.enter_context(socket_from(ada, address, where))
            received = socket.read()
            return str(received.get("code", received["type"]))

        for _ in range(10):
            assert enter("192.0.2.1", "/api/watch/nothing/live") == "not_found"
        wait_until(lambda: enter("192.0.2.1") == "snapshot", "rejected ones are counted no longer")
        first = open_sockets.enter_context(socket_from(ada, "192.0.2.1", path))
        assert first.read()["type"] == "snapshot"
        abrupt = open_sockets.enter_context(RawConnection(running))
        assert abrupt.open_websocket(path, {"X-Forwarded-For": "192.0.2.1"}) == 101
        assert abrupt.read_text()["type"] == "snapshot"
        with socket_from(ada, "192.0.2.1", live_path(table)) as rejected:
            assert rejected.read()["code"] == "too_many"
            assert rejected.closed() == 1013
        assert enter("192.0.2.2") == "snapshot"
        assert first.socket.ping().wait(PATIENCE)
        abrupt.socket.close()
        wait_until(lambda: enter("192.0.2.1") == "snapshot", "a closed socket is no longer counted")
        running.assert_clean_log()


# Slow clients


def connections_of(server: ServerProcess, connection: RawConnection) -> list[Any]:
    """Return the server's side of a connection while it is open."""
    found = psutil.Process(server.process.pid).net_connections("tcp")
    there = [end for end in found if end.status != psutil.CONN_CLOSE]
    return [end for end in there if getattr(end.raddr, "port", None) == connection.port]


def table_of_three(server: ServerProcess) -> tuple[dict[str, Any], list[Browser]]:
    """Return a new table with large views, and the people at its seats."""
    people = [Browser(server) for _ in range(3)]
    table = people[0].create(ME, OPEN, OPEN, setup={"sets": ["base", "nomads", "crossroads"]})
    for person in people[1:]:
        person.join(table["invite"])
    return table, people


def test_a_client_that_does_not_read_delays_nobody_and_gets_the_missing_events_later(server):
    table, people = table_of_three(server)
    path = f"/api/watch/{table['watch']}"
    with ExitStack() as open_sockets:
        deaf = [open_sockets.enter_context(RawConnection(server, receive_buffer=4096)) for _ in range(20)]
        for connection in deaf:
            assert connection.open_websocket(f"{path}/live") == 101
        players = [open_sockets.enter_context(person.seat(table, seat)) for seat, person in enumerate(people)]
        before = server.memory()
        talk(players, MORE_THAN_BUFFERS)
        last = people[0].state(table, 0)["table"]["seq"]
        assert server.memory() - before < MORE_THAN_BUFFERS * len(deaf) / 4
        with watch(server, table) as reader:
            reader.read_until(lambda: reader.seq == last)
        numbers: list[int] = []
        gaps = 0
        while not numbers or numbers[-1] < last:
            received = deaf[0].read_text()
            new = [event["seq"] for event in received.get("events", [])]
            if numbers and new and new[0] > numbers[-1] + 1:
                gaps += 1
                assert received["type"] == "snapshot"
                assert PAGE < len(new) <= 2 * PAGE
                while new[0] > numbers[-1] + 1:
                    page = people[0].get(f"{path}/events", before=new[0])
                    new = [event["seq"] for event in page if event["seq"] > numbers[-1]] + new
            numbers += new
        assert numbers == list(range(1, last + 1))
        assert gaps, "more events waited than are recent"


def test_a_client_that_never_reads_or_never_ends_a_request_is_disconnected(server):
    table, people = table_of_three(server)
    with ExitStack() as connections:
        deaf, silent, head, body, page = (
            connections.enter_context(RawConnection(server, receive_buffer=4096)) for _ in range(5)
        )
        page.send(page.head("GET", "/openapi.json", {}) * 100)
        head.send(b"GET / HT")
        body.send(body.head("POST", "/api/tables", {**JSON, "Content-Length": "100"}) + b"{")
        assert deaf.open_websocket(f"/api/watch/{table['watch']}/live") == 101
        players = [connections.enter_context(person.seat(table, seat)) for seat, person in enumerate(people)]
        talk(players, MORE_THAN_BUFFERS)
        response = body.response()
        assert response.status == 408
        assert json.loads(response.read())["error"]["code"] == "too_slow"
        for slow in (deaf, silent, head, body, page):
            wait_until(lambda slow=slow: not connections_of(server, slow), "the server has closed the connection", 60)
        assert players[0].request("chat", text="still here")["type"] == "ack"


@pytest.mark.parametrize(
    ("first", "repeated"),
    [
        (b"", frame(PING)),
        (b"", frame(PONG, b"unasked")),
        (frame(TEXT, b"", final=False), frame(CONTINUATION, b"", final=False)),
    ],
    ids=["pings", "pongs", "fragments"],
)
def test_a_flood_of_frames_that_are_no_messages_ends_its_connection(server, ada, table, first, repeated):
    with RawConnection(server) as flood, RawConnection(server) as calm:
        for connection in (flood, calm):
            assert connection.open_websocket(live_path(table), cookie(ada)) == 101
        calm.send(first + 150 * repeated)
        flood.send(first + 20_000 * repeated)
        assert flood.closed() in (1008, 1006), "1006 if the server has closed before it has read everything"
        calm.send(frame(CONTINUATION) if first else b"")
        calm.send(text_frame({"type": "why_not", "hex": 1}))
        while (reply := calm.read_text()).get("type") != "why_not":
            assert reply.get("code", "bad_message") == "bad_message"


def test_a_flood_after_the_server_has_closed_ends_the_connection(server, ada, table):
    with RawConnection(server) as connection:
        assert connection.open_websocket(live_path(table), cookie(ada)) == 101
        connection.send(frame(BINARY, b"x"))
        assert connection.closed() == 1003
        connection.socket.settimeout(8)  # the server would wait for the close of the client for 10 seconds
        connection.send(20_000 * text_frame({}))
        with suppress(ConnectionError):
            assert connection.socket.recv(1) == b""


def test_messages_that_arrive_together_are_answered_one_after_the_other(server, ada, table):
    numbers = list(range(40))
    with RawConnection(server) as connection:
        assert connection.open_websocket(live_path(table), cookie(ada)) == 101
        connection.send(b"".join(text_frame({"type": "why_not", "hex": number}) for number in numbers))
        replies: list[int] = []
        while len(replies) < len(numbers):
            message = connection.read_text()
            replies += [message["hex"]] if message["type"] == "why_not" else []
        assert replies == numbers


def test_a_client_that_sends_many_requests_ahead_is_disconnected(server):
    with RawConnection(server) as connection, RawConnection(server) as other:
        head = connection.head("GET", "/health", {})
        connection.send(30 * head)
        received = b""
        while received.count(b"HTTP/1.1 200 ") < 30:
            received += connection.socket.recv(65536)
        connection.send(5000 * head)
        with suppress(ConnectionError):
            while connection.socket.recv(65536):
                pass
        assert other.request("GET", "/health").status == 200


def test_a_client_that_pings_without_reading_uses_no_memory(tmp_path):
    with serving(tmp_path) as running:
        ada = Browser(running)
        table = ada.create(ME, ME)
        before = running.memory()
        with RawConnection(running, receive_buffer=4096) as deaf:
            assert deaf.open_websocket(live_path(table), cookie(ada)) == 101
            deaf.socket.settimeout(3)
            pings = frame(PING, b"x" * 125) * 1000
            try:
                for _ in range(400):
                    deaf.socket.sendall(pings)
            except (ConnectionError, TimeoutError):
                pass  # the server has stopped reading or closed the connection
            assert running.memory() - before < 20 * MEGABYTE
            with ada.seat(table, 1) as other:
                assert other.request("chat", text="still here")["type"] == "ack"


def test_incomplete_requests_block_nobody(server, ada, table):
    with ExitStack() as waiting:
        for number in range(200):
            connection = waiting.enter_context(RawConnection(server))
            head = connection.head("POST", "/api/tables", {**JSON, "Content-Length": "30"})
            connection.send(head[: 1 + number % len(head)] if number % 2 else head + b"{")
        with ada.seat(table, 0) as socket:
            assert socket.request("chat", text="still here")["type"] == "ack"
        assert ada.state(table, 0)["table"]["id"] == table["id"]
        assert Browser(server).create(ME, ME)


def test_long_polls_block_nobody(server, ada, table):
    number = ada.state(table, 0)["table"]["seq"]
    with ThreadPoolExecutor(20) as pool:
        address = f"{server.url}/api/watch/{table['watch']}"
        wait = {"after": number, "wait": 30}
        waiting = [pool.submit(httpx.get, address, params=wait, timeout=PATIENCE) for _ in range(20)]
        time.sleep(0.5)  # time for most of them to wait; a late one is answered at once
        with ada.seat(table, 0) as socket:
            sent = socket.request("chat", text="update")["seq"]
        for response in waiting:
            assert response.result().json()["events"][0]["seq"] == sent


# Memory


def flood_of_requests(running: ServerProcess, browser: Browser, table: dict[str, Any], count: int) -> None:
    paths = ["/api/tables", f"/api/tables/{table['id']}/seats/0/chat", f"/api/invites/{table['invite']}/seats"]
    for number in range(count):
        body = json.dumps({"id": new_id(), "nonsense": "x" * (30_000 - number)})
        assert browser.http.post(paths[number % 3], content=body, headers=JSON).status_code == 422


def flood_of_messages(running: ServerProcess, browser: Browser, table: dict[str, Any], count: int) -> None:
    for _ in range(count // (MAX_BAD_MESSAGES - 1)):
        with opened(running, browser, table) as connection:
            for number in range(MAX_BAD_MESSAGES - 1):
                connection.send(text_frame({"type": "shout", "id": new_id(), "text": "x" * (16_000 - number)}))
            rejected = 0
            while rejected < MAX_BAD_MESSAGES - 1:
                rejected += connection.read_text()["type"] == "error"


def flood_of_new_browsers(running: ServerProcess, browser: Browser, table: dict[str, Any], count: int) -> None:
    for _ in range(count):
        with RawConnection(running) as connection:
            assert connection.open_websocket(f"/api/watch/{new_id()}/live") == 101
            assert connection.closed() == 4404


@pytest.mark.parametrize("flood", [flood_of_requests, flood_of_messages, flood_of_new_browsers])
def test_thousands_of_invalid_messages_do_not_increase_memory(tmp_path, flood: Callable[..., None]):
    with serving(tmp_path) as running:
        ada = Browser(running)
        table = ada.create(ME, ME, OPEN, start_when_full=False)
        flood(running, ada, table, 100)
        stored_before, before = stored(running), running.memory()
        flood(running, ada, table, 500 if flood is flood_of_new_browsers else 2000)
        assert running.memory() - before < 15 * MEGABYTE
        assert stored(running) == stored_before
        running.assert_clean_log()
