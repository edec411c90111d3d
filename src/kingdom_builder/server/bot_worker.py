"""What runs in the bots' processes: it gets a seat's view and nothing more, and imports only bots and game."""

from __future__ import annotations

import os
import pickle

from kingdom_builder.bots import new_bot
from kingdom_builder.bots.hints import rest_of_turn

_NICENESS = 19


def lower_priority() -> None:
    """Let people's moves go first; called once in each new process."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)


def answer(pickled_view: bytes, level: str, seed: int) -> int:
    """Return a bot's answer to a view."""
    return new_bot(level, seed).answer(pickle.loads(pickled_view))


def hint(pickled_view: bytes, seed: int) -> list[int]:
    """Return how a bot would play on."""
    return rest_of_turn(pickle.loads(pickled_view), seed)


def picture(svg: str) -> bytes:
    """Return an SVG drawing as a PNG picture."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
