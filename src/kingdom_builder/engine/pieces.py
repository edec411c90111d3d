"""Kinds of piece other than settlements, and the hexes of a player's pieces of these kinds.

`Tokens` has a pair (kind, hexes) for every kind of which the player has a piece on the board, in the order of
`PieceKind.order`. Most games have none, so `if tokens` is the first test everywhere.
"""

from __future__ import annotations

from typing import NamedTuple

SETTLEMENT = "settlement"
"""The id of the one kind of piece that every game has."""

ON_LAND, ON_WATER = "land", "water"
"""The values of `PieceKind.moves_on` other than None."""


class PieceKind(NamedTuple):
    """A kind of piece.

    `blocks_neighbours`: nothing may be placed next to it (R4.10). `moves_on` is the ground to which actions move it
    (R4.24). `removable`: another player's action may remove it. `footprint` is the number of hexes it covers.
    `temporary`: it stays for one turn and is not among any player's pieces.
    """

    id: str
    order: int
    blocks_neighbours: bool = False
    moves_on: str | None = None
    removable: bool = True
    footprint: int = 1
    temporary: bool = False


Tokens = tuple[tuple[PieceKind, int], ...]


def hexes_of(tokens: Tokens, kind: str) -> int:
    """Return the hexes with pieces of a kind.

    >>> ship = PieceKind("ship", 0)
    >>> hexes_of(((ship, 4),), "ship"), hexes_of((), "ship")
    (4, 0)
    """
    for found, hexes in tokens:
        if found.id == kind:
            return hexes
    return 0


def toggled(tokens: Tokens, kind: PieceKind, hexes: int) -> Tokens:
    """Return tokens with a kind added on these hexes, or removed from them if it is there.

    >>> ship = PieceKind("ship", 0)
    >>> toggled(toggled((), ship, 4), ship, 4)
    ()
    """
    rest = [token for token in tokens if token[0].id != kind.id]
    left = hexes_of(tokens, kind.id) ^ hexes
    if left:
        rest.append((kind, left))
        rest.sort(key=_order)
    return tuple(rest)


def blocking(tokens: Tokens) -> int:
    """Return the hexes of pieces that block the hexes around them (R4.10)."""
    found = 0
    for kind, hexes in tokens:
        if kind.blocks_neighbours:
            found |= hexes
    return found


def _order(token: tuple[PieceKind, int]) -> int:
    return token[0].order
