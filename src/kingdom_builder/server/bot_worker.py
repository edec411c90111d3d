"""What runs in the bots' processes: it gets a seat's view and nothing more, and imports only bots and game."""

from __future__ import annotations

import os
import pickle

from kingdom_builder.bots import new_bot, turn_of
from kingdom_builder.bots.analysis import rest_of_turn

_NICENESS = 19


def lower_priority() -> None:
    """Let people's moves go first; called once in each new process."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def turn(pickled_view: bytes, level: str, seed: int) -> tuple[int, ...]:
    """Return a bot's answers to a view, for as much of its turn as it has planned."""
    return turn_of(new_bot(level, seed), pickle.loads(pickled_view))


def hint(pickled_view: bytes, seed: int) -> list[int]:
    """Return how a bot would play on."""
    return rest_of_turn(pickle.loads(pickled_view), seed)


def picture(svg: str) -> bytes:
    """Return an SVG drawing as a PNG picture."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
