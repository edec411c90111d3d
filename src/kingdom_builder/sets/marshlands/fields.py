"""The fields of Marshlands in files: swamp cards, removed terrain, held settlements, bonus tiles."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.board import Board
from kingdom_builder.engine.fields import Field, PositionError
from kingdom_builder.engine.player import RESERVE, SETTLEMENTS, PlayerState
from kingdom_builder.engine.position import Position
from kingdom_builder.engine.setup import Setup
from kingdom_builder.engine.terrain import CARD_TERRAINS, SWAMP, TERRAINS, terrain_number
from kingdom_builder.sets.fields import BEFORE, Editable, FileFields, Holds
from kingdom_builder.sets.marshlands.bonus import state_of
from kingdom_builder.sets.marshlands.canoe import CanoeFrame
from kingdom_builder.sets.marshlands.problems import MarshlandsProblem
from kingdom_builder.sets.marshlands.state import BonusTile, MarshlandsPlayer
from kingdom_builder.sets.marshlands.tiles import TILES
from kingdom_builder.sets.problems import PositionProblem, RecordError
from kingdom_builder.sets.slots import MARSHLANDS

_NUMBERS = {tile.id: tile.number for tile in TILES}
_IDS = {tile.number: tile.id for tile in TILES}
_REMOVABLE = tuple(TERRAINS[terrain] for terrain in CARD_TERRAINS)


def write_table(pos: Position) -> dict[str, Any]:
    """Return the terrain that the Scouts card has removed (R2.20)."""
    return {"removed_terrain": _removed(pos.setup)}


def read_setup(fields: dict[str, Field], board: Board, values: dict[str, Any]) -> None:
    """Read the removed terrain; the swamp cards are in use if the board or the played terrain shows swamp."""
    removed = fields.get("removed_terrain")
    if removed is not None and removed.value is not None:
        values["removed_terrain"] = terrain_number(removed.name(_REMOVABLE))
    terrain = fields.get("terrain")
    values["swamp_cards"] = bool(board.terrain[SWAMP]) or (terrain is not None and terrain.value == TERRAINS[SWAMP])


def write_player(player: PlayerState) -> dict[str, Any]:
    """Return the held settlements and the bonus tiles of a player."""
    return {"held": player.reserve, "bonus_tiles": [_IDS[tile.kind] for tile in state_of(player).bonus]}


def read_player(fields: dict[str, Field], board: Board, player: PlayerState) -> None:
    """Read the held settlements and the bonus tiles of a player."""
    if "held" in fields:
        player.set_extra(RESERVE, fields["held"].number(0, SETTLEMENTS))
    bonus = fields["bonus_tiles"].names(tuple(_NUMBERS)) if "bonus_tiles" in fields else ()
    kinds = tuple(_NUMBERS[name] for name in bonus)
    player.set_extra(MARSHLANDS, MarshlandsPlayer(tuple(BonusTile(kind, BEFORE) for kind in kinds), kinds))


def write_progress(pos: Position) -> dict[str, Any]:
    """Return which bonus tiles are used or were taken in this turn, and which kinds a player ever had."""
    states = [state_of(player) for player in pos.players]
    return {
        "bonus_tiles": [
            [{"name": _IDS[t.kind], "used": t.used, "locked": t.acquired_turn == pos.turn} for t in state.bonus]
            for state in states
        ],
        "bonus_ever": [[_IDS[kind] for kind in state.bonus_ever] for state in states],
    }


def read_progress(fields: dict[str, Field], pos: Position) -> None:
    """Read the bonus tiles of all players."""
    ever = fields["bonus_ever"].items(len(pos.players))
    for player, tiles, kinds in zip(pos.players, fields["bonus_tiles"].items(len(pos.players)), ever, strict=True):
        bonus = []
        for item in tiles.items():
            parts = item.mapping(("name", "used", "locked"))
            if len(parts) != len(BonusTile._fields):
                raise PositionError(PositionProblem.MISSING, path=f"{item.path}.used")
            acquired = pos.turn if parts["locked"].flag() else BEFORE
            bonus.append(BonusTile(_NUMBERS[parts["name"].name(tuple(_NUMBERS))], acquired, parts["used"].flag()))
        taken = tuple(_NUMBERS[name] for name in kinds.names(tuple(_NUMBERS)))
        player.set_extra(MARSHLANDS, MarshlandsPlayer(tuple(bonus), taken))


def write_record(setup: Setup) -> dict[str, str]:
    """Return the removed terrain."""
    return {"removed": _removed(setup) or ""}


def read_record(lines: dict[str, str], board: Board, values: dict[str, Any]) -> None:
    """Read the removed terrain (R2.20)."""
    if ("removed" in lines) != ("scouts" in lines["cards"].split()):
        raise RecordError(MarshlandsProblem.REMOVED_NOT_WITH_SCOUTS)
    if "removed" in lines:
        if lines["removed"] not in _REMOVABLE:
            found = repr(lines["removed"])
            raise RecordError(MarshlandsProblem.EXPECTED_REMOVED, known=", ".join(_REMOVABLE), found=found)
        values["removed_terrain"] = terrain_number(lines["removed"])


def write_document(setup: Setup) -> dict[str, Any]:
    """Return the removed terrain and whether the swamp cards are in use."""
    return {"removed_terrain": _removed(setup), "swamp_cards": setup.swamp_cards}


def _removed(setup: Setup) -> str | None:
    return None if setup.removed_terrain is None else TERRAINS[setup.removed_terrain]


FIELDS = FileFields(
    table={"removed_terrain": "caves"},
    player={"held": "supply", "bonus_tiles": "tiles"},
    record={"removed": "caves"},
    document={"removed_terrain": "caves", "swamp_cards": "removed_terrain"},
    variants=("swamp_cards",),
    editable=(Editable("removed_terrain", Holds.TERRAIN, needs="scouts"),),
    progress=("bonus_tiles", "bonus_ever"),
    frames=(CanoeFrame,),
    write_progress=write_progress,
    read_progress=read_progress,
    write_table=write_table,
    read_setup=read_setup,
    write_player=write_player,
    read_player=read_player,
    write_record=write_record,
    read_record=read_record,
    write_document=write_document,
)
