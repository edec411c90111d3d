"""The planes and numbers of Harvest in observations: scouts, marked lines, number tiles, farm action, Rovers."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom_builder.engine.answers import FIRST_OPTION
from kingdom_builder.engine.board import Board
from kingdom_builder.engine.hexes import ROWS
from kingdom_builder.engine.player import PublicPlayer
from kingdom_builder.engine.position import TurnState
from kingdom_builder.engine.view import SetupView, TurnView
from kingdom_builder.sets.harvest.cathedral import NUMBERS
from kingdom_builder.sets.harvest.tiles import FARM_ACTION
from kingdom_builder.sets.observation import ObservationFields, SetGroup
from kingdom_builder.sets.slots import HARVEST

_FARM_ACTION = FARM_ACTION.number - FIRST_OPTION
_SECTIONS = ("nw", "ne", "sw", "se")


def write_planes(setup: SetupView, turn_view: TurnView, players: Sequence[PublicPlayer]) -> list[int]:
    """Return the scouts, and the lines that the own player and all others have marked."""
    own, *others = [_marked(setup.board, player.extra[HARVEST].lines) for player in players]
    return [turn_view.turn_state.temporary, own, sum(others)]


def write_player(player: PublicPlayer, turn: int) -> tuple[list[float], bool]:
    """Return the value of the number tiles and the number of marked lines."""
    numbers, lines = player.extra[HARVEST]
    return [numbers / NUMBERS, lines.bit_count() / len(ROWS)], False


def write_turn(phase: TurnState) -> list[float]:
    """Return whether the farm action is used, the extra cards, and the sections built in."""
    sections = dict(phase.extra).get(HARVEST, 0)
    return [
        phase.used_actions >> _FARM_ACTION & 1,
        phase.extra_cards / 5,
        *[sections >> i & 1 for i in range(len(_SECTIONS))],
    ]


def _marked(board: Board, lines: int) -> int:
    """Return the hexes of the marked lines (R7.31)."""
    return sum([line for i, line in enumerate(board.rows) if lines >> i & 1]) if lines else 0


OBSERVATION = ObservationFields(
    planes=(
        SetGroup("scout", ("hex",), "a scout of the player whose turn it is (R5.30)", after="wall"),
        SetGroup("line", ("own", "others"), "the line is marked for Mayors (R7.31)", after="scout"),
    ),
    player_numbers=(
        SetGroup("numbers", ("value",), "number tiles / 18 (R5.28)", after="held"),
        SetGroup("lines", ("marked",), "lines marked / 25 (R7.31)", after="numbers"),
    ),
    numbers=(
        SetGroup("done", ("farm_action",), "the farm action is used (R3.16)", after="left"),
        SetGroup("extra_cards", ("due",), "terrain cards to be drawn extra / 5 (R5.25)", after="caves"),
        SetGroup("rovers", _SECTIONS, "built in this section this turn (R7.33)", after="extra_cards"),
    ),
    write_planes=write_planes,
    write_player=write_player,
    write_turn=write_turn,
)
