"""A bot of another version of this project as a bot of the arena, to compare versions (docs/arena.md).

    KINGDOM_BUILDER_OTHER=/path/to/other/.venv/bin/python,champion@0.25s \
        kingdom-builder arena --bots champion@0.25s,./benchmarks/other_version.py:OtherVersion --games 100

The other version runs in a process of its own Python. It gets what the seat sees as a position file, and returns its
answers for the turn, up to the next drawn card or question to another player.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from kingdom_builder.bots.budget import Budget
from kingdom_builder.engine.game import Game
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.formats.progress import write_progress
from kingdom_builder.library.view import View, engine_view

VARIABLE = "KINGDOM_BUILDER_OTHER"
_PROGRAM = Path(__file__).parent / "other_version_process.py"
_END_SECONDS = 10.0
"""How long the other process may take to end after its last game."""


class OtherVersion:
    """Plays one game with a bot of the other version."""

    def __init__(self, seed: int, budget: Budget | None = None, other: str | None = None) -> None:
        """Make the bot; `other` is `PYTHON,BOT`, by default that of the environment variable."""
        python, comma, bot = (other or os.environ.get(VARIABLE, "")).rpartition(",")
        if not comma:
            raise ValueError(f"{VARIABLE}: expected PYTHON,BOT, such as /path/to/.venv/bin/python,champion@0.25s")
        self._bot = bot if budget is None else f"{bot.partition('@')[0]}@{budget}"
        self._process = _process(python)
        self._plan: list[int] = []
        self._turn = -1
        self._begun: dict[str, Any] = {}
        self._since: list[int] = []
        self._seat = self._process.ask({"bot": self._bot, "seed": seed})["seat"]

    def answer(self, view: View) -> int:
        """Return the next answer of the turn."""
        seen = engine_view(view)
        if seen.turn != self._turn:
            self._plan, self._turn, self._since = [], seen.turn, []
            self._begun = _moment(seen.sample(0), seen.seat)
        if not self._plan or self._plan[0] not in seen.legal_answers():
            now = self._begun if not self._since else _moment(seen.sample(0), seen.seat)
            request = {"seat": self._seat, "now": now, "begun": self._begun, "since": self._since}
            self._plan = self._process.ask(request)["answers"]
        answer = self._plan.pop(0)
        self._since.append(answer)
        return answer


def _moment(game: Game, seat: int) -> dict[str, Any]:
    """Return a game as a position file, the seat's hand, and what a version needs that reads no `progress`."""
    document: dict[str, Any] = {**position_document(game), "progress": write_progress(game)}
    locations = sorted(game.board.location_at)
    return {
        "position": document,
        "seat": seat,
        "hand": game.players[seat].hand,
        "discard": game.deck.discard,
        "removed": game.deck.removed,
        "taken_from": [[i for i, h in enumerate(locations) if player.taken_from >> h & 1] for player in game.players],
        "legal": game.legal_answers(),
    }


class _Process:
    """A process of the other Python; it ends with this one, because its standard input ends."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-P", str(_PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return the reply."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the other version has ended with status {self._process.wait()}")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise RuntimeError(f"the other version: {reply['error']}")
        return reply

    def close(self) -> None:
        """Let the process end, which prints its CPU time; kill it if it does not."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_SECONDS)
        self._process.kill()
        with self._process:
            pass


@cache
def _process(python: str) -> _Process:
    """Return the process that plays all games of this process with bots of that Python."""
    process = _Process(python)
    atexit.register(process.close)
    return process
