"""A short run of the server's benchmark: it measures, loses no event, and closes its connections."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.test_documents import ROOT


def test_a_small_load_is_measured_and_no_event_is_lost():
    script = [sys.executable, "benchmarks/server.py", "--games", "20", "--seconds", "3", "--only", "sqlite", "--json"]
    done = subprocess.run(script, cwd=ROOT, env={"PYTHONPATH": "."}, capture_output=True, text=True, timeout=120)
    printed = json.loads(done.stdout)
    lists = [part for part in printed.values() if isinstance(part, list)]
    figures = {figure["name"]: figure["value"] for figures in lists for figure in figures}
    assert figures["events forgotten by the server"] == 0
    assert figures["sockets closed by the server"] == 0
    assert figures["due to acknowledged, 99%"] > 0
