"""Kills a server at a commit of its database, as `kill -9` from outside does, but at a chosen place."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

VARIABLE = "KILL_AT_COMMIT"
"""The environment variable with the name of the file that says when the server is killed."""


def install(order: Path) -> None:
    """Kill this process at the n-th commit from now on, before or after it, when the file says so: `before 2`."""
    from sqlalchemy.engine.default import DefaultDialect

    commit = DefaultDialect.do_commit

    def do_commit(self: DefaultDialect, connection: Any) -> None:
        when, left = order.read_text().split() if order.exists() else ("", "0")
        if when:
            order.write_text(f"{when} {int(left) - 1}")
        if (when, left) == ("before", "1"):
            os.kill(os.getpid(), signal.SIGKILL)
        commit(self, connection)
        if (when, left) == ("after", "1"):
            os.kill(os.getpid(), signal.SIGKILL)

    DefaultDialect.do_commit = do_commit  # type: ignore[method-assign]
