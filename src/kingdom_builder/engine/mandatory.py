"""The mandatory action: how many settlements it builds, and what each of them changes (docs/rules.md R3.7, R3.8)."""

from __future__ import annotations

from kingdom_builder.engine.hexes import BIT
from kingdom_builder.engine.position import NO_TURN_STATE, NOT_BEGUN, Position
from kingdom_builder.engine.terrain import REGULAR_SETTLEMENTS, SWAMP, SWAMP_SETTLEMENTS


def build_mandatory(pos: Position, h: int) -> None:
    """Build one settlement of the mandatory action (R3.7)."""
    left = pos.to_build
    if left == NOT_BEGUN:
        left = REGULAR_SETTLEMENTS
        if pos.turn_state is not NO_TURN_STATE or pos.terrain == SWAMP or pos.players[pos.active].supply < left:
            left = _begin(pos)
    pos.to_build = left - 1
    if pos.turn_state is not NO_TURN_STATE and left <= pos.turn_state.additional:
        pos.turn_state = pos.turn_state._replace(additional=left - 1)
        pos.release(pos.active)
    pos.build(pos.active, h)
    pos.built_this_turn |= BIT[h]
    rules = pos.rules
    if rules.build:
        limit_to_supply(pos)
        left = pos.to_build + 1
    if left == 1 and rules.mandatory_done:
        end_mandatory(pos)


def left_to_build(pos: Position) -> int:
    """Return the number of settlements that the mandatory action still builds."""
    return _regular_count(pos) + pos.turn_state.additional if pos.to_build == NOT_BEGUN else pos.to_build


def limit_to_supply(pos: Position) -> None:
    """Limit the mandatory action to the supply; markers and reactions may have reduced it (R3.8)."""
    turn_state = pos.turn_state
    missing = pos.to_build - turn_state.additional - pos.players[pos.active].supply
    if missing > 0:
        pos.to_build -= missing
        if turn_state.additional:
            pos.turn_state = turn_state._replace(regular=turn_state.regular - missing)


def end_mandatory(pos: Position) -> None:
    """Call the hooks at the end of the mandatory action."""
    for hook in pos.rules.mandatory_done:
        hook(pos, pos.turn_state.regular)


def _begin(pos: Position) -> int:
    """Return the number of settlements to build, including those of the reserve (R3.7)."""
    regular, additional = _regular_count(pos), pos.turn_state.additional
    if additional:
        pos.turn_state = pos.turn_state._replace(regular=regular)
    return regular + additional


def _regular_count(pos: Position) -> int:
    """Return the number of regular settlements of the mandatory action (R3.7, R3.8)."""
    return min(SWAMP_SETTLEMENTS if pos.terrain == SWAMP else REGULAR_SETTLEMENTS, pos.players[pos.active].supply)
