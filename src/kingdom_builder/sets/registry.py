"""Every action of the game by its number: one module per rulebook chapter."""

from __future__ import annotations

from kingdom_builder.engine.actions.base import CARD, Action, Build
from kingdom_builder.sets.base import tiles as base
from kingdom_builder.sets.crossroads import tiles as crossroads
from kingdom_builder.sets.harvest import tiles as harvest
from kingdom_builder.sets.harvest.tiles import BAZAAR, CROSSROADS, SILO
from kingdom_builder.sets.island import tiles as queenies
from kingdom_builder.sets.marshlands import tiles as marshlands
from kingdom_builder.sets.marshlands.tiles import BONUS_ACTIONS
from kingdom_builder.sets.nomads import tiles as nomads

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
