"""Every action of the game by its number: one module per rulebook chapter."""

from __future__ import annotations

from kingdom_builder.game.actions import CARD, Action, Build
from kingdom_builder.game.tiles import base, crossroads, nomads

MANDATORY = Build("mandatory", "R3.7", on=CARD)
MANDATORY_NUMBER = 0
"""The number of the mandatory action in a frame; it is no option, it begins with its first hex."""

ACTIONS: dict[int, Action] = {
    MANDATORY_NUMBER: MANDATORY,
    **{tile.number: tile for tile in (*base.TILES, *nomads.TILES, *nomads.NOMAD_TILES, *crossroads.TILES)},
}
ACTION_NAMES: dict[str, Action] = {action.name: action for action in ACTIONS.values()}
CROSSROADS = ACTION_NAMES["crossroads"].number
