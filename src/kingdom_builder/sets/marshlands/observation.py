"""The numbers of Marshlands in observations: removed terrain, held settlements, bonus tiles."""

from __future__ import annotations

from kingdom_builder.engine.player import SETTLEMENTS, PublicPlayer
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.engine.view import SetupView
from kingdom_builder.sets.marshlands.tiles import TILES
from kingdom_builder.sets.observation import ObservationFields, SetGroup
from kingdom_builder.sets.slots import MARSHLANDS

_TILES = tuple(tile.id for tile in TILES)
_NUMBERS = tuple(tile.number for tile in TILES)


def write_setup(setup: SetupView) -> list[str]:
    """Return the removed terrain."""
    return [] if setup.removed_terrain is None else [f"removed_terrain:{TERRAINS[setup.removed_terrain]}"]


def write_player(player: PublicPlayer, turn: int) -> tuple[list[float], bool]:
    """Return the held settlements and the bonus tiles, and whether a bonus tile is new."""
    held, used = [0.0] * len(_NUMBERS), [0.0] * len(_NUMBERS)
    is_new = False
    for kind, since, is_used in player.extra[MARSHLANDS].bonus:
        i = _NUMBERS.index(kind)
        held[i] = 1.0
        used[i] = float(is_used or since == turn)
        is_new |= since == turn
    return [player.reserve / SETTLEMENTS, *held, *used], is_new


OBSERVATION = ObservationFields(
    player_numbers=(
        SetGroup("held", ("settlements",), "settlements held for the next turn / 40 (R5.24)", after="hand"),
        SetGroup("bonus", _TILES, "the bonus tile of this kind (R4.15)", after="new_nomads"),
        SetGroup("used_bonus", _TILES, "it is used or new", after="bonus"),
    ),
    numbers=(
        SetGroup("removed_terrain", tuple(TERRAINS[t] for t in CARD_TERRAINS), "out by Scouts (R2.20)", after="tasks"),
    ),
    write_setup=write_setup,
    write_player=write_player,
)
