"""The commands of docs/hosting.md work: they are run one after the other in a folder, beside a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.server.client import ME, Browser
from tests.server.conftest import needs
from tests.server.serving import PATIENCE, ServerProcess
from tests.services import free_port, program

ROOT = Path(__file__).parents[2]


def blocks() -> dict[str, str]:
    """Return the commands of each chapter; those in `console` blocks need containers or the system of a machine."""
    found: dict[str, str] = {}
    for chapter in (ROOT / "docs/hosting.md").read_text().split("\n## ")[1:]:
        text = "\n".join(re.findall(r"^```sh\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL))
        if text:
            found[chapter.partition("\n")[0]] = text
    return found


def test_the_commands_of_the_document_work(tmp_path):
    needs("logrotate")
    commands = blocks()
    assert list(commands) == ["The operator's commands", "Backup and restore", "Upgrade", "Logs"]
    server = ServerProcess(tmp_path / "server").start()
    (tmp_path / "deploy").symlink_to(ROOT / "deploy")
    port, metrics_port = free_port(), free_port()
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{Path(program('logrotate') or '').parent}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "KINGDOM_BUILDER_DATABASE": server.database,
        "KINGDOM_BUILDER_PORT": str(port),
    }

    def run(chapter: str) -> str:
        text = commands[chapter].replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("9464", str(metrics_port))
        words = ["bash", "-euo", "pipefail", "-c", text]
        done = subprocess.run(
            words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=4 * PATIENCE
        )
        assert done.returncode == 0, f"{chapter}:\n{done.stdout}\n{done.stderr}"
        return done.stdout

    try:
        ada = Browser(server)
        table = ada.create(ME, ME)
        before = ada.state(table, 0)["view"]
        assert table["id"] in run("The operator's commands")
        assert table["id"] in run("Backup and restore")
        assert "The server has stopped." in run("Upgrade")
        assert server.process.wait(PATIENCE) == 0
        assert json.loads((tmp_path / "before-upgrade.jsonl").read_text().splitlines()[0])
    finally:
        server.kill()
    output = run("Logs")
    assert "kingdom_builder_tables" in output
    rotated = [path.name for path in tmp_path.glob("server.log*")]
    assert sorted(rotated) == ["server.log", "server.log.1"]
    assert '"ready"' in (tmp_path / "server.log.1").read_text()
    assert '"stopped"' in (tmp_path / "server.log").read_text()

    restored = ServerProcess(tmp_path / "restored", database=f"sqlite:///{tmp_path / 'restored.db'}").start()
    try:
        back = Browser(restored)
        back.http.cookies = ada.http.cookies
        assert back.state(table, 0)["view"] == before
    finally:
        restored.kill()


def test_the_document_lists_every_setting_and_every_file_that_it_names_exists():
    from kingdom_builder.server.settings import Settings

    text = (ROOT / "docs/hosting.md").read_text()
    assert [name for name in Settings.model_fields if f"`{name}`" not in text] == []
    for name in set(re.findall(r"deploy/[\w./-]*\w", text)) - {"deploy/.env"}:
        assert (ROOT / name).exists(), name
    assert os.access(ROOT / "deploy" / "compose.yaml", os.R_OK)
