"""Read a position file (`position-format.md`) into a `Table`; missing fields are empty, zero or null."""

from typing import Any, TypeAlias

from tests.reference.geometry import COLUMNS, ISLAND_COLUMNS, ISLAND_ROWS, ROWS, Hex, HorizontalLine, neighbours
from tests.reference.table import SPECIAL_CODES, TERRAIN_CODES, Piece, Table

Position: TypeAlias = dict[str, Any]

NO_HEX = "."
"""The code in an Island row where the Island has no hex."""


def read_table(position: Position) -> Table:
    """Read a position whose board and Island are given by rows."""
    players = position.get("players") or []
    table = Table(
        ground=read_board(position["board"]["rows"]) | read_island(position.get("island")),
        capitols=read_hexes(position.get("capitols")),
        caves=read_hexes(position.get("caves")),
        pieces=read_pieces(players),
        walls=read_hexes(position.get("walls")),
        scouts=read_hexes(position.get("scouts")),
        gold=[player.get("gold") or 0 for player in players],
        held=[player.get("held") or 0 for player in players],
        marked_lines=[{read_line(line) for line in player.get("marked_lines") or []} for player in players],
        number_tiles=[player.get("number_tiles") or 0 for player in players],
        bonus_tiles=[set(player.get("bonus_tiles") or []) for player in players],
        to_play=position.get("to_play") or 0,
        terrain=position.get("terrain"),
        removed_terrain=position.get("removed_terrain"),
        cards=list(position.get("cards") or []),
        tasks=list(position.get("tasks") or []),
    )
    check(table)
    return table


def check(table: Table) -> None:
    """Reject a piece on no hex, a capitol without its castle (R2.21) and a cave without its mountain (R2.23)."""
    for h in [*table.pieces, *table.walls, *table.scouts]:
        if h not in table.ground:
            raise ValueError(f"there is no hex {h}")
    for h in table.capitols:
        if table.ground.get(h) != "castle":
            raise ValueError(f"a capitol stands on a castle (R2.21), not on {h}")
    for h in table.caves:
        if table.ground.get(h) != "mountain":
            raise ValueError(f"a cave is on a mountain hex (R2.23), not on {h}")


def read_board(rows: list[str]) -> dict[Hex, str]:
    """Return the terrain or kind of every hex of the 20 rows of 20 codes (R0.3, R0.4, R0.13)."""
    if len(rows) != len(ROWS) or any(len(row) != len(COLUMNS) for row in rows):
        raise ValueError("board.rows must be 20 strings of 20 codes")
    return {(r, c): ground_of(code) for r, row in enumerate(rows) for c, code in enumerate(row)}


def read_island(island: Any) -> dict[Hex, str]:
    """Return the terrain or kind of every hex of the Island (R2.25): up to 10 codes in each of its 5 rows."""
    if not island:
        return {}
    if isinstance(island, str):
        raise ValueError(f"the reference has no map of the Island {island!r}: give its rows")
    rows = island["rows"]
    if len(rows) != len(ISLAND_ROWS) or any(len(row) > len(ISLAND_COLUMNS) for row in rows):
        raise ValueError("island.rows must be 5 strings of up to 10 codes")
    return {
        ("island", r, c): ground_of(code) for r, row in enumerate(rows) for c, code in enumerate(row) if code != NO_HEX
    }


def ground_of(code: str) -> str:
    """Return the terrain type or the kind of special hex of one code (R0.3, R0.4)."""
    return (TERRAIN_CODES | SPECIAL_CODES)[code]


def read_pieces(players: list[dict[str, Any]]) -> dict[Hex, Piece]:
    """Return all pieces of all players (R0.5); a city hall is seven of them, the centre and its neighbours (R1.10)."""
    pieces: dict[Hex, Piece] = {}
    for owner, player in enumerate(players):
        hexes_by_kind = {
            "settlement": read_hexes(player.get("settlements")),
            "warrior": read_hexes(player.get("warriors")),
            "ship": read_optional_hex(player.get("ship")),
            "wagon": read_optional_hex(player.get("wagon")),
            "city_hall": read_city_hall(player.get("city_hall")),
        }
        for kind, hexes in hexes_by_kind.items():
            for h in hexes:
                if h in pieces:
                    raise ValueError(f"two pieces on {h} (R4.1)")
                pieces[h] = Piece(owner, kind)
    return pieces


def read_hex(value: Any) -> Hex:
    """Read a hex written as [row, col] or ["island", row, col], or as "row,col" or "island,row,col" (R0.13, R0.18)."""
    parts = value.split(",") if isinstance(value, str) else list(value)
    if parts[0] == "island":
        _, r, c = parts
        return ("island", int(r), int(c))
    r, c = parts
    return (int(r), int(c))


def read_hexes(value: Any) -> set[Hex]:
    """Read a list of hexes, or nothing (R0.13)."""
    return {read_hex(h) for h in value or []}


def read_optional_hex(value: Any) -> set[Hex]:
    """Read one hex, or nothing (R0.13)."""
    return set() if value is None else {read_hex(value)}


def read_city_hall(value: Any) -> set[Hex]:
    """Return the seven hexes of the city hall with this centre, or none (R1.10, R9.44); all must exist (R5.17)."""
    if value is None:
        return set()
    centre = read_hex(value)
    if len(neighbours(centre)) < 6:
        raise ValueError(f"no city hall fits around {centre} (R5.17)")
    return {centre} | neighbours(centre)


def read_line(value: Any) -> HorizontalLine:
    """Read a line marked for Mayors: a row of the board, or ["island", row] (R0.11, R7.31)."""
    if isinstance(value, int):
        return ("board", value)
    _, r = value
    return ("island", int(r))
