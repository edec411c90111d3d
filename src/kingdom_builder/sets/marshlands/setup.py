"""Marshlands in the set-up: the swamp cards (R2.18), and the terrain that the Scouts card removes (R2.20)."""

from __future__ import annotations

from kingdom_builder.engine.terrain import CARD_TERRAINS
from kingdom_builder.sets.draft import Draft, Option, OptionKind

ALWAYS_SWAMP_CARDS = Option("always_swamp_cards", OptionKind.FLAG, argument="swamp-cards")
_STREAM = 11


def prepare(draft: Draft) -> None:
    """Add the swamp cards if they are in use, and draw the removed terrain."""
    draft.swamp_cards = bool(draft.options["always_swamp_cards"]) or "marshlands" in draft.section_sets
    if "scouts" in draft.cards:
        draft.removed_terrain = draft.rng(_STREAM).choice(CARD_TERRAINS)
