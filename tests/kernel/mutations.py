"""Plant wrong rules in copies of the kernel and report after how many games the comparison with Python finds each.

`python tests/kernel/mutations.py` builds and plays all mutants of `mutants.py` on all cores; `--only lords` chooses
some. The exit status is 1 if one is not found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.kernel.compiling import NATIVE, compile_kernel, run_python
from tests.kernel.mutants import MUTANTS, Mutant

FIRST_SEED = 1_000
MOST_GAMES = 1_000
MOST_SECONDS = 300
UNOPTIMIZED = ("-O0",)
LISTS = ("Op", "Where", "Travel", "Scorer", "Hook")
"""The lists of names in native/declarations.hpp of which every member has a mutant."""

_PLAY = """
from tests.kernel.differential import Difference, compare_game
for count in range({games}):
    print(count + 1, flush=True)
    try:
        compare_game({first} + count)
    except Difference as error:
        print(str(error)[:{width}])
        break
else:
    print("not found")
"""


class Found(NamedTuple):
    """After how many games a mutant was found, 0 if not, and how it showed."""

    mutant: Mutant
    games: int
    how: str


def kinds_without_mutant() -> set[str]:
    """Return the members of the lists that no mutant is about."""
    text = (NATIVE / "declarations.hpp").read_text(encoding="utf-8")
    members: set[str] = set()
    for name in LISTS:
        macro = re.search(rf"KB_NAMES\({name}, (\w+)\)", text)
        assert macro is not None, f"native/declarations.hpp has no list {name}"
        body = re.search(rf"#define {macro[1]}\(X\)((?:.*\\\n)*.*)", text)
        assert body is not None
        members |= {f"{name}.{member}" for member in re.findall(r"X\((\w+)\)", body[1])}
    return members - {mutant.about for mutant in MUTANTS} - {"Where.ANYWHERE"}


def plant(mutant: Mutant, sources: Path) -> None:
    """Change the copy of the kernel in a folder; raise ValueError unless the old text is there exactly once."""
    file = sources / mutant.file
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.about}: {mutant.file} has {text.count(mutant.old)} times {mutant.old!r}")
    file.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")


def find(mutant: Mutant, others: Path, games: int = MOST_GAMES) -> Found:
    """Build the kernel with the wrong rule and compare games until one differs; `others` has the unchanged objects."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        sources = Path(folder, "native")
        shutil.copytree(NATIVE, sources)
        plant(mutant, sources)
        compile_kernel(sources, Path(folder), UNOPTIMIZED, others)
        code = _PLAY.format(games=games, first=FIRST_SEED, width=120)
        try:
            done = run_python(code, Path(folder), timeout=MOST_SECONDS)
        except subprocess.TimeoutExpired as error:
            lines = (error.stdout or b"").decode().split()
            return Found(mutant, int(lines[-1]) if lines else 0, "a game does not end")
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [""])[-1]
            if not done.stdout:
                raise RuntimeError(f"{mutant.about}: no game was played: {last}")
            return Found(mutant, int(done.stdout.split()[-1]), f"exit status {done.returncode}: {last}"[:120])
        *counts, how = done.stdout.splitlines()
        return Found(mutant, 0 if how == "not found" else len(counts), how)


def main(words: Sequence[str] | None = None) -> int:
    """Run from the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Plant wrong rules in the kernel and look for them.")
    parser.add_argument("--only", nargs="*", default=[""], help="only mutants whose name contains one of these")
    parser.add_argument("--games", type=int, default=MOST_GAMES, help=f"how many games to compare ({MOST_GAMES})")
    options = parser.parse_args(words)
    without = kinds_without_mutant()
    if without:
        print(f"There is no mutant of {', '.join(sorted(without))}.", file=sys.stderr)
        return 1
    chosen = [m for m in MUTANTS if any(part.lower() in m.about.lower() for part in options.only)]
    begun, results = time.monotonic(), []
    print(f"{'about':<30} {'games':>9}  how it was found")
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        others = Path(folder)
        compile_kernel(NATIVE, others, UNOPTIMIZED)
        for found in pool.map(lambda mutant: find(mutant, others, options.games), chosen):
            results.append(found)
            games = f"{found.games}" if found.games else "NOT FOUND"
            print(f"{found.mutant.about:<30} {games:>9}  {found.mutant.file}: {_difference(found.how)}", flush=True)
    missed = sum(not found.games for found in results)
    most = max((found.games for found in results), default=0)
    seconds = time.monotonic() - begun
    print(f"{len(results)} mutants, {missed} not found, the last after {most} games, {seconds:.0f} seconds")
    return 1 if missed else 0


def _difference(how: str) -> str:
    """Return what differs: the words before the values."""
    return re.sub(r"^seed \d+, after (\d+) answers \([^)]*\), (\w+): ([\w ]+).*", r"\3 at \2, answer \1", how)


if __name__ == "__main__":
    sys.exit(main())
