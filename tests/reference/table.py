"""A position file (`position-format.md`) read into dictionaries and sets keyed by hex, and R0.20 asked of them."""

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from tests.reference.geometry import COLUMNS, ROWS, Hex, neighbours

Position: TypeAlias = dict[str, Any]

TERRAIN_CODES = {
    "G": "grass",
    "C": "canyon",
    "D": "desert",
    "F": "flower",
    "T": "forest",
    "S": "swamp",
    "A": "farmland",
    "W": "water",
    "M": "mountain",
}
"""The nine terrain types (R0.3)."""
SPECIAL_CODES = {"L": "location", "K": "castle", "N": "nomad", "P": "palace", "O": "silo"}
"""The five kinds of special hex (R0.4)."""

TERRAIN_TYPES = frozenset(TERRAIN_CODES.values())
LAND = TERRAIN_TYPES - {"water", "mountain"}
SPECIAL = frozenset(SPECIAL_CODES.values())


@dataclass(frozen=True)
class Piece:
    """Something of a player's colour on a hex: settlement, warrior, ship, wagon or city_hall, one hex of it (R0.5)."""

    owner: int
    kind: str


@dataclass(frozen=True)
class Table:
    """What a position file says."""

    ground: dict[Hex, str]
    """The terrain type or the kind of special hex of every hex."""
    pieces: dict[Hex, Piece]
    walls: set[Hex]
    scouts: set[Hex]
    gold: list[int]
    """What every player earned during play."""
    to_play: int
    card: str | None
    """CARD, the terrain played this turn (R3.4)."""
    cards: list[str]
    tasks: list[str]


def read_table(position: Position) -> Table:
    """Read a position whose board is given by rows (`position-format.md`); what is missing is empty, zero or null."""
    if position.get("island"):
        raise ValueError("the reference does not know the Island yet")
    players = position.get("players") or []
    return Table(
        ground=read_ground(position["board"]["rows"]),
        pieces=read_pieces(players),
        walls=read_hexes(position.get("walls")),
        scouts=read_hexes(position.get("scouts")),
        gold=[player.get("gold") or 0 for player in players],
        to_play=position.get("to_play") or 0,
        card=position.get("terrain"),
        cards=list(position.get("cards") or []),
        tasks=list(position.get("tasks") or []),
    )


def read_ground(rows: list[str]) -> dict[Hex, str]:
    """What every hex of the 20 rows of 20 codes shows (R0.3, R0.4, R0.13)."""
    if len(rows) != len(ROWS) or any(len(row) != len(COLUMNS) for row in rows):
        raise ValueError("board.rows must be 20 strings of 20 codes")
    names = TERRAIN_CODES | SPECIAL_CODES
    return {(r, c): names[code] for r, row in enumerate(rows) for c, code in enumerate(row)}


def read_pieces(players: list[dict[str, Any]]) -> dict[Hex, Piece]:
    """All pieces of all players (R0.5); a city hall is seven of them, the centre and its neighbours (R1.10)."""
    pieces: dict[Hex, Piece] = {}
    for owner, player in enumerate(players):
        standing = {
            "settlement": read_hexes(player.get("settlements")),
            "warrior": read_hexes(player.get("warriors")),
            "ship": read_optional_hex(player.get("ship")),
            "wagon": read_optional_hex(player.get("wagon")),
            "city_hall": read_city_hall(player.get("city_hall")),
        }
        for kind, hexes in standing.items():
            for h in hexes:
                if h in pieces:
                    raise ValueError(f"two pieces on {h} (R4.1)")
                pieces[h] = Piece(owner, kind)
    return pieces


def read_hex(value: Any) -> Hex:
    """A hex written as [row, col] (R0.13)."""
    r, c = value
    return (int(r), int(c))


def read_hexes(value: Any) -> set[Hex]:
    """A list of hexes, or nothing (R0.13)."""
    return {read_hex(h) for h in value or []}


def read_optional_hex(value: Any) -> set[Hex]:
    """One hex, or nothing (R0.13)."""
    return set() if value is None else {read_hex(value)}


def read_city_hall(value: Any) -> set[Hex]:
    """The seven hexes of the city hall with this centre, or nothing (R1.10, R9.44)."""
    if value is None:
        return set()
    centre = read_hex(value)
    return {centre} | neighbours(centre)


def pieces_of(table: Table, player: int) -> set[Hex]:
    """The hexes that hold a piece of the player (R0.5); never scouts, never walls."""
    return {h for h, piece in table.pieces.items() if piece.owner == player}


def hexes_of(table: Table, kind: str) -> set[Hex]:
    """All hexes of one terrain type or of one kind of special hex (R0.3, R0.4)."""
    return {h for h, shown in table.ground.items() if shown == kind}


def special_hexes(table: Table) -> set[Hex]:
    """All location, castle, nomad, palace and silo hexes (R0.4, R8.30)."""
    return {h for h, shown in table.ground.items() if shown in SPECIAL}


def occupied(table: Table, h: Hex) -> bool:
    """A piece, wall or scout is on `h` (R0.20)."""
    return h in table.pieces or h in table.walls or h in table.scouts


def blocked(table: Table, h: Hex) -> bool:
    """At least one neighbour of `h` holds a warrior, of any player (R0.20, R4.10)."""
    return any(table.pieces[n].kind == "warrior" for n in neighbours(h) if n in table.pieces)


def free(table: Table, h: Hex) -> bool:
    """`h` is no special hex, not occupied and not blocked (R0.20)."""
    return table.ground[h] not in SPECIAL and not occupied(table, h) and not blocked(table, h)


def lift(table: Table, origin: Hex) -> Table:
    """The table after the piece on `origin` has been lifted, a warrior's block with it (R0.21, R4.7, R4.10)."""
    return replace(table, pieces={h: piece for h, piece in table.pieces.items() if h != origin})
