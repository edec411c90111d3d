"""The comparison of single turns finds which bot chooses the better ones."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.test_documents import ROOT


def test_the_champion_chooses_better_turns_than_the_random_bot():
    options = ["--games", "3", "--deals", "6", "--workers", "1"]
    script = [sys.executable, "benchmarks/turns.py", "champion@500e", "champion@500e", "random", *options]
    done = subprocess.run(script, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    first, *rows = re.findall(r"^\| (\S+) \| (\S+) ± \S+ \| (\S+) ± \S+ \| (\d+)% ", done.stdout, re.MULTILINE)
    assert rows[0] == first == ("champion@500e", "+0.000", "+0.000", "0")
    name, at_the_end, third_turn, others = rows[1]
    assert name == "random"
    assert float(at_the_end) < -2
    assert float(third_turn) < -2
    assert int(others) > 90
