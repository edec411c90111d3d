"""The set-up as one plain value: what lies on the table before the first turn, nothing hidden."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import PLACES, names
from kingdom_builder.engine.terrain import TERRAINS
from kingdom_builder.formats.position_file import position_facts
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.setup.sections import section


def setup_facts(game: Game) -> dict[str, Any]:
    """Return the set-up as one value; the position in it holds no hidden card."""
    setup = game.setup
    position = position_facts(game)
    position["terrain"] = None
    return {
        "seed": setup.seed,
        "players": setup.players,
        "start": setup.start,
        "sets": list(setup.sets),
        "sections": [[name, 180 if turned else 0] for name, turned in setup.board.sections or ()],
        "stand_ins": [name for name, _ in setup.board.sections or () if section(name).placeholder],
        "cards": list(setup.cards),
        "tasks": list(setup.tasks),
        "nomad_tiles": {str(PLACES[h]): answer_name(tile) for h, tile in setup.nomad_tiles.items()},
        "island": None if setup.board.island is None else setup.board.island.side,
        "capitols": names(setup.marked("capitols")).split(),
        "caves": names(setup.marked("caves")).split(),
        "removed_terrain": None if setup.removed_terrain is None else TERRAINS[setup.removed_terrain],
        "swamp_cards": setup.swamp_cards,
        "two_cards": setup.two_cards,
        "without_lords": setup.without_lords,
        "position": position,
    }
