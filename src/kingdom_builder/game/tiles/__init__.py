"""Every action of the game by its number: one module per rulebook chapter."""

from __future__ import annotations

from kingdom_builder.game.actions import CARD, Action, Build
from kingdom_builder.game.tiles import base, crossroads, harvest, marshlands, nomads, queenies
from kingdom_builder.game.tiles.harvest import BAZAAR, CROSSROADS, SILO
from kingdom_builder.game.tiles.marshlands import BONUS_ACTIONS

__all__ = ["ACTIONS", "ACTION_NAMES", "BAZAAR", "BONUS_ACTIONS", "BONUS_OF_ACTION", "CROSSROADS", "MANDATORY", "SILO"]

MANDATORY = Build("mandatory", "R3.7", on=CARD)
MANDATORY_NUMBER = 0
"""The number of the mandatory action in a frame; it is no option, it begins with its first hex."""

_CHAPTERS: tuple[tuple[Action, ...], ...] = (
    base.TILES,
    nomads.TILES,
    nomads.NOMAD_TILES,
    crossroads.TILES,
    marshlands.TILES,
    tuple(BONUS_ACTIONS.values()),
    harvest.TILES,
    (harvest.FARM_ACTION, SILO),
    queenies.TILES,
    (queenies.CAVE_ACTION,),
)
ACTIONS: dict[int, Action] = {
    MANDATORY_NUMBER: MANDATORY,
    **{action.number: action for chapter in _CHAPTERS for action in chapter},
}
ACTION_NAMES: dict[str, Action] = {action.name: action for action in ACTIONS.values()}
BONUS_OF_ACTION: dict[int, int] = {action.number: kind for kind, action in BONUS_ACTIONS.items()}
"""The kind of location whose bonus tile gives the action."""
