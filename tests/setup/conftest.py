"""A fixture for tests whose seeds must give the same set-up for ever."""

from __future__ import annotations

import pytest

from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup import builder
from kingdom_builder.setup.sections import all_sections
from tests import box


@pytest.fixture
def only_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw sections and cards from the printed boxes only, whatever else the sets have."""
    cards = {name: REGISTRY.card_ids(name) for name in box.CARDS}
    monkeypatch.setattr(builder, "all_sections", lambda: [p for p in all_sections() if p.name in box.SECTION_NAMES])
    monkeypatch.setattr(REGISTRY, "card_ids", lambda of: [card for card in cards[of] if card in box.CARDS[of]])
