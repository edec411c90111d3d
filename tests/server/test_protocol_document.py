"""docs/protocol.md tells everything a stranger needs, and its example plays."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path
from typing import Any, get_args

from kingdom_builder.server.app import create_app
from kingdom_builder.server.said import SetupOptions, SocketSaid
from kingdom_builder.server.settings import read_settings
from kingdom_builder.server.told import Entry, SocketTold, View, You
from tests.server.client import OPEN, Browser, bot
from tests.server.serving import serving
from tests.test_documents import ROOT, examples

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SERVER = ROOT / "src" / "kingdom_builder" / "server"


def test_every_route_is_told(tmp_path: Path) -> None:
    app = create_app(read_settings({"database": f"sqlite:///{tmp_path / 'games.db'}"}))
    for path, methods in app.openapi()["paths"].items():
        if not path.startswith("/api"):
            continue
        short = path.replace("/api/tables/{game}/seats/{seat}", "")
        for method in methods:
            assert f"{method.upper()} {short}" in PROTOCOL, (method, path)


def test_every_refusal_is_told() -> None:
    for module in SERVER.glob("*.py"):
        for code in re.findall(r'Refused\(\s*"([a-z_]+)"', module.read_text(encoding="utf-8")):
            assert code == "not_full" or f"`{code}`" in PROTOCOL, code


def test_every_message_and_entry_is_told() -> None:
    told: list[Any] = [*get_args(get_args(SocketSaid)[0]), *get_args(get_args(SocketTold)[0])]
    assert len(told) > 10
    for model in told:
        [kind] = get_args(model.model_fields["type"].annotation)
        assert f'"type": "{kind}"' in PROTOCOL, kind
    for kind in get_args(Entry.model_fields["kind"].annotation):
        assert f"`{kind}`" in PROTOCOL, kind
    for name in (*View.model_fields, *You.model_fields, *SetupOptions.model_fields):
        assert f"`{name}`" in PROTOCOL, name


def test_the_bot_of_the_protocol_plays_a_whole_game(tmp_path, monkeypatch):
    (example,) = examples("docs/protocol.md")
    with serving(tmp_path) as server:
        table = Browser(server).create(OPEN, bot())
        monkeypatch.setattr(sys, "argv", ["bot.py", server.url, table["invite"]])
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(example, "docs/protocol.md", "exec"), {})
        assert output.getvalue().startswith("over: [")
        server.assert_clean_log()
