"""A short run of the page's benchmark: it prints all its figures."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.server.conftest import needs
from tests.test_documents import ROOT


@pytest.mark.browser
def test_the_page_is_measured():
    needs("chromium-headless-shell")
    short = ["--loads", "1", "--clicks", "1", "--seconds", "0.1", "--slowdown", "1"]
    script = [sys.executable, "benchmarks/page.py", *short, "--json"]
    done = subprocess.run(script, cwd=ROOT, env={"PYTHONPATH": "."}, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["figures"]
    assert {row["part"] for row in figures} == {"bytes", "start", "clicks", "frames"}
    assert all(row["value"] > 0 for row in figures)
    held = {(row["part"], row["target"]) for row in figures if row["target"]}
    sizes = {("bytes", "< 250 kB"), ("bytes", "< 300 kB")}
    assert held == {*sizes, ("start", "< 1.5 s"), ("clicks", "< 100 ms"), ("frames", ">= 50 frames/s")}
