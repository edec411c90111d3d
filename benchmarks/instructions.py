"""Count machine instructions per decision with valgrind, beside the counts in instructions.json.

A count has no noise: repeated runs differ by less than 0.1 %. It depends on the build of Python, so the counts in
instructions.json are compared only when they were made with the same build; with another one, use `--compare DIR`,
which also counts the code of another checkout with this Python. Each count is the difference of a long and a short run
of instructions_workload.py, divided by the difference of their decisions: start-up and imports are not in it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
BASELINE = HERE / "instructions.json"
ALL_SETS = "base+nomads+crossroads+marshlands+harvest+capitol+caves+island"


class Workload(NamedTuple):
    """Games to count: the player (a bot, or `list` for answers drawn from `legal_answers()`) and the set-ups."""

    player: str
    sets: str
    players: int
    setups: int = 12
    short: int = 2
    long: int = 6
    cards: str = ""
    limit: float | None = None
    """By how much the count may exceed the baseline."""


WORKLOADS = {
    "random, base, 2 players": Workload("random", "base", 2, limit=0.01),
    "random, base, 4 players": Workload("random", "base", 4, limit=0.01),
    "random, all sets, 2 players": Workload("random", ALL_SETS, 2, limit=0.03),
    "random, all sets, 4 players": Workload("random", ALL_SETS, 4, limit=0.03),
    "random, base + nomads, 2 players": Workload("random", "base+nomads", 2),
    "random, base + crossroads, 2 players": Workload("random", "base+crossroads", 2),
    "random, base + marshlands, 3 players": Workload("random", "base+marshlands", 3),
    "random, base + nomads + harvest, Families, Mayors, Rovers": Workload(
        "random", "base+nomads+harvest", 2, cards="families,mayors,rovers"
    ),
    "random, base + capitol + caves + island, 2 players": Workload("random", "base+capitol+caves+island", 2),
    "legal_answers, base, 2 players": Workload("list", "base", 2, limit=0.01),
    "legal_answers, all sets, 2 players": Workload("list", ALL_SETS, 2, limit=0.03),
    "greedy, base, 2 players": Workload("greedy", "base", 2, setups=1, short=1, long=3, limit=0.01),
    "greedy, all sets, 2 players": Workload("greedy", ALL_SETS, 2, setups=1, short=1, long=3, limit=0.03),
}


class Count(NamedTuple):
    """Instructions per decision, and what was played: code that plays the same games ends with the same gold."""

    instructions: float
    decisions: int
    gold: int


class CountError(Exception):
    """The reason why there is no count."""


def main() -> int:
    """Count and print; exit status 1 if a workload exceeds its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compare", type=Path, metavar="DIR", help="count the code of this checkout too, as baseline")
    parser.add_argument("--only", default="", metavar="TEXT", help="only workloads whose name contains this text")
    parser.add_argument("--write", action="store_true", help="write the counts to instructions.json")
    chosen = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is missing: install it (on Debian and Ubuntu: apt install valgrind)", file=sys.stderr)
        return 2
    try:
        return write_baseline() if chosen.write else show(chosen.compare, chosen.only)
    except CountError as reason:
        print(reason, file=sys.stderr)
        return 2


def show(other: Path | None, text: str) -> int:
    """Print the counts of this code beside a baseline."""
    stored = json.loads(BASELINE.read_text("utf-8"))
    if other is not None:
        print(f"Baseline: the code in {other}, counted now. Python: {sys.version}")
    elif stored["python"] == sys.version:
        print(f"Baseline: commit {stored['commit']}, counted with this Python: {sys.version}")
    else:
        print(
            f"No comparison: the counts of commit {stored['commit']} were made with Python {stored['python']},\n"
            f"this is {sys.version}.\nUse --compare DIR with a checkout of that commit."
        )
        stored["counts"] = {}
    print(f"{'instructions per decision':60}{'baseline':>12}{'now':>12}{'change':>9}{'limit':>8}")
    exceeded = False
    for name, workload in WORKLOADS.items():
        if text not in name:
            continue
        before = stored_count(stored["counts"], name) if other is None else count(workload, other)
        now = count(workload, HERE.parent)
        line = f"{name:60}{f'{before.instructions:,.0f}' if before else '':>12}{now.instructions:>12,.0f}"
        if before:
            change = now.instructions / before.instructions - 1
            line += f"{change:>+9.2%}"
            if workload.limit is not None:
                line += f"{workload.limit:>+8.0%}"
                if change > workload.limit:
                    exceeded = True
                    line += "  exceeded"
            if (before.decisions, before.gold) != (now.decisions, now.gold):
                line += "  other games were played: not comparable"
        print(line, flush=True)
    return int(exceeded)


def stored_count(counts: dict[str, Any], name: str) -> Count | None:
    """Return a count from instructions.json."""
    return Count(**counts[name]) if name in counts else None


def count(workload: Workload, checkout: Path) -> Count:
    """Return the count of one workload with the code of a checkout."""
    short, few_decisions, _ = run(workload, workload.short, checkout)
    long, decisions, gold = run(workload, workload.long, checkout)
    return Count(round((long - short) / (decisions - few_decisions), 1), decisions, gold)


def run(workload: Workload, repetitions: int, checkout: Path) -> tuple[int, int, int]:
    """Play a workload under valgrind; return instructions, decisions and gold."""
    script = [str(HERE / "instructions_workload.py"), workload.player, workload.sets, str(workload.players)]
    script += [str(workload.setups), str(repetitions), *([workload.cards] if workload.cards else [])]
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    source = checkout.resolve() / "src"
    if not (source / "kingdom_builder").is_dir():
        raise CountError(f"{checkout} is not a checkout of Kingdom Builder: it has no src/kingdom_builder")
    # The counts are those of the Python engine.
    environment = {
        **os.environ,
        "PYTHONPATH": str(source),
        "PYTHONHASHSEED": "0",
        "KINGDOM_BUILDER_KERNEL": "off",
    }
    done = subprocess.run(
        [*tool, sys.executable, *script], env=environment, capture_output=True, text=True, check=False
    )
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    if done.returncode != 0 or found is None:
        raise CountError(f"{' '.join(script)} failed in {checkout}:\n{done.stdout}{done.stderr}")
    decisions, gold = map(int, done.stdout.split())
    return int(found[1].replace(",", "")), decisions, gold


def write_baseline() -> int:
    """Write instructions.json with the counts of this code."""
    head = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True, text=True, check=True
    ).stdout.strip()
    counts = {name: count(workload, HERE.parent)._asdict() for name, workload in WORKLOADS.items()}
    content = {"commit": head, "python": sys.version, "counts": counts}
    BASELINE.write_text(json.dumps(content, indent=2) + "\n", "utf-8")
    print(f"{BASELINE} holds the counts of commit {head}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
