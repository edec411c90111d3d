"""Smaller games to learn from: fewer sections and fewer settlements. They are not the standard game."""

from __future__ import annotations

from dataclasses import replace

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.setup import Setup
from kingdom_builder.setup.boards import with_fewer_sections

SECTIONS = range(1, 5)
"""How many sections a board can have; the standard game has four."""


def smaller(setup: Setup, *, sections: int = SECTIONS[-1], settlements: int = SETTLEMENTS) -> Setup:
    """Return a set-up with the first sections of another one and so many settlements for each player.

    Everything else stays as it is, as far as it is on these sections: cards, tasks, nomad tiles, capitols, caves, the
    Island. A game of it has no record. ValueError if that is not possible.

    >>> from kingdom_builder.setup.builder import new_setup
    >>> small = smaller(new_setup(7), sections=2, settlements=15)
    >>> small.board.open.bit_count() + small.board.special.bit_count(), small.settlements
    (200, 15)
    """
    if sections not in SECTIONS:
        raise ValueError(f"board_sections: expected 1 to {SECTIONS[-1]}, found {sections}")
    if settlements not in range(1, SETTLEMENTS + 1):
        raise ValueError(f"settlements: expected 1 to {SETTLEMENTS}, found {settlements}")
    board = with_fewer_sections(setup.board, sections)
    present = board.open | board.special
    return replace(
        setup,
        board=board,
        nomad_tiles={h: tile for h, tile in setup.nomad_tiles.items() if present >> h & 1},
        parts={name: where & present for name, where in setup.parts.items() if where & present},
        settlements=settlements,
    )
