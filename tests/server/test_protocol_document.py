"""docs/protocol.md describes every route, message and error code, and its example plays a game."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from kingdom_builder.server.app import create_app
from kingdom_builder.server.requests import SetupOptions
from kingdom_builder.server.seat_requests import ClientMessage
from kingdom_builder.server.settings import read_settings
from kingdom_builder.table import messages, responses
from kingdom_builder.table.events import EventKind
from tests.server.client import OPEN, Browser, bot
from tests.server.serving import serving
from tests.test_documents import ROOT, examples

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SERVER = ROOT / "src" / "kingdom_builder" / "server"
TABLE = ROOT / "src" / "kingdom_builder" / "table"


def test_every_route_is_described(tmp_path: Path) -> None:
    app = create_app(read_settings({"database": f"sqlite:///{tmp_path / 'games.db'}"}))
    for path, methods in app.openapi()["paths"].items():
        if not path.startswith("/api"):
            continue
        short = path.replace("/api/tables/{game}/seats/{seat}", "")
        for method in methods:
            assert f"{method.upper()} {short}" in PROTOCOL, (method, path)


def test_every_error_code_is_described() -> None:
    for module in (*SERVER.rglob("*.py"), *TABLE.glob("*.py")):
        for code in re.findall(r'Rejected\(\s*"([a-z_]+)"', module.read_text(encoding="utf-8")):
            assert code == "not_full" or f"`{code}`" in PROTOCOL, code


def test_every_message_and_event_is_described() -> None:
    kinds = [*get_args(get_args(ClientMessage)[0]), *get_args(responses.ServerMessage)]
    assert len(kinds) > 10
    for kind in kinds:
        [name] = get_args(get_type_hints(kind)["type"])
        assert f'"type": "{name}"' in PROTOCOL, name
    for event in EventKind:
        assert f"`{event}`" in PROTOCOL, event
    fields: list[str] = [*SetupOptions.model_fields]
    for view in (messages.View, messages.PublicView, messages.SeatView):
        fields += get_type_hints(view)
    for name in fields:
        assert f"`{name}`" in PROTOCOL, name


@pytest.mark.parametrize("example", examples("docs/protocol.md"), ids=["http", "websocket"])
def test_a_bot_of_the_protocol_plays_a_whole_game(tmp_path, monkeypatch, example):
    assert len(example.splitlines()) <= 25
    with serving(tmp_path) as server:
        table = Browser(server).create(OPEN, bot())
        monkeypatch.setattr(sys, "argv", ["bot.py", server.url, table["invite"]])
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(example, "docs/protocol.md", "exec"), {})
        game = Browser(server).get(f"/api/games/{table['id']}")
        assert game["table"]["status"] == "over"
        assert output.getvalue() == f"over: {game['table']['gold']}\n"
        history = Browser(server).get(f"/api/games/{table['id']}/history")["events"]
        answers = [event for event in history if event["kind"] == "answer" and event["seat"] == 0]
        assert {event["by"] for event in answers} == {"player"}
        assert len(answers) > 30
        server.assert_clean_log()
