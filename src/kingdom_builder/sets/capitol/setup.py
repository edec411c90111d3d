"""The Capitol in the set-up: one capitol on a castle of each section with an oracle or a harbor (R2.21)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import SECTIONS
from kingdom_builder.sets.capitol.problems import CapitolProblem
from kingdom_builder.sets.draft import Draft, Option, OptionKind

PART = "capitols"
_LOCATIONS = frozenset(("oracle", "harbor"))
_STREAM = 9


def candidates(draft: Draft) -> int:
    """Return the castles of the sections with an oracle or a harbor."""
    found = 0
    for section, locations in zip(SECTIONS, draft.section_locations, strict=False):
        if not _LOCATIONS.isdisjoint(locations):
            found |= draft.board.special_hexes("castle") & section
    return found


CHOOSE_CAPITOLS = Option("capitols", OptionKind.HEXES, needs="capitol", candidates=candidates)


def prepare(draft: Draft) -> None:
    """Put the capitols on their castles."""
    if "capitol" in draft.sets:
        draft.parts[PART] = draft.one_hex_per_section(
            CHOOSE_CAPITOLS, _STREAM, CapitolProblem.CAPITOL_NOT_THERE, draw_always=False
        )
