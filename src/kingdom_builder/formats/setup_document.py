"""The public set-up as one plain value."""

from __future__ import annotations

from typing import Any, cast

from kingdom_builder.engine.game import Game
from kingdom_builder.formats.documents import SetupDocument
from kingdom_builder.formats.field_order import in_order, sorted_by
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.sections import section

_CORE = (
    "seed",
    "players",
    "start",
    "sets",
    "sections",
    "stand_ins",
    "cards",
    "island",
    "two_cards",
    "without_lords",
    "position",
)


def setup_document(game: Game) -> SetupDocument:
    """Return the set-up as one value; its position contains no hidden card."""
    setup = game.setup
    position = position_document(game)
    position["terrain"] = None
    found: dict[str, Any] = {
        "seed": setup.seed,
        "players": setup.players,
        "start": setup.start,
        "sets": list(setup.sets),
        "sections": [[name, 180 if turned else 0] for name, turned in setup.board.sections or ()],
        "stand_ins": [name for name, _ in setup.board.sections or () if section(name).placeholder],
        "cards": list(setup.cards),
        "island": None if setup.board.island is None else setup.board.island.side,
        "two_cards": setup.two_cards,
        "without_lords": setup.without_lords,
        "position": position,
    }
    for game_set in REGISTRY.sets:
        if game_set.fields.write_document is not None:
            found |= game_set.fields.write_document(setup)
    return cast(
        SetupDocument, sorted_by(in_order(_CORE, [game_set.fields.document for game_set in REGISTRY.sets]), found)
    )
