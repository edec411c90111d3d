"""A progress bar on standard error, for commands whose work takes a while."""

from __future__ import annotations

import sys

_WIDTH = 40
_UPDATES = 200


def show_bar(done: int, of: int, text: str) -> None:
    """Draw the bar with a text beside it; remove it when all is done."""
    if done == of:
        sys.stderr.write("\r" + " " * (_WIDTH + 30) + "\r")
    elif done % max(1, of // _UPDATES) == 0:
        full = _WIDTH * done // of
        sys.stderr.write(f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {text}")
    sys.stderr.flush()
