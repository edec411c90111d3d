"""The position as dictionaries and sets keyed by hex, and the predicates of R0.20."""

from dataclasses import dataclass, replace
from itertools import takewhile

from tests.reference.geometry import Direction, Hex, HorizontalLine, neighbours, on_island, straight_line

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
    """A player's piece on a hex: settlement, warrior, ship, wagon, or one hex of a city_hall (R0.5)."""

    owner: int
    kind: str


@dataclass(frozen=True)
class Table:
    """The content of a position file."""

    ground: dict[Hex, str]
    """The terrain type or the kind of special hex of every hex that exists, on the board and on the Island."""
    capitols: set[Hex]
    """The castles with a capitol (R2.21, R2.22)."""
    caves: set[Hex]
    """The mountain hexes with a cave; they are mountain in `ground` (R2.24)."""
    pieces: dict[Hex, Piece]
    walls: set[Hex]
    scouts: set[Hex]
    """Neutral tokens that count as pieces of the player to play (R0.6)."""
    gold: list[int]
    """The gold that every player earned during play."""
    held: list[int]
    """The settlements that every player has in reserve by the temple; not used by `legal` and `score` (R0.8, R7.2)."""
    marked_lines: list[set[HorizontalLine]]
    """The lines that every player has marked (R7.31)."""
    number_tiles: list[int]
    """The value of every player's number tiles; not used by `legal` (R5.28)."""
    bonus_tiles: list[set[str]]
    """The bonus action tiles of every player (R1.4)."""
    to_play: int
    terrain: str | None
    """CARD, the terrain played this turn (R3.4)."""
    removed_terrain: str | None
    """The terrain that the Scouts card has removed from the deck (R2.20)."""
    cards: list[str]
    tasks: list[str]


def players_of(table: Table) -> range:
    """Return the seats of all players (R2.7)."""
    return range(len(table.gold))


def pieces_of(table: Table, player: int) -> set[Hex]:
    """Return the hexes with a piece of the player (R0.5), without scouts and walls."""
    return {h for h, piece in table.pieces.items() if piece.owner == player}


def hexes_of(table: Table, kind: str) -> set[Hex]:
    """Return all hexes of one terrain type or of one kind of special hex (R0.3, R0.4)."""
    return {h for h, shown in table.ground.items() if shown == kind}


def special_hexes(table: Table) -> set[Hex]:
    """Return all location, castle, nomad, palace and silo hexes (R0.4, R8.30)."""
    return {h for h, shown in table.ground.items() if shown in SPECIAL}


def coast(table: Table, h: Hex) -> bool:
    """Return whether the sea touches `h`: it is an Island hex with fewer than six neighbours (R5.35)."""
    return on_island(h) and len([n for n in neighbours(h) if n in table.ground]) < 6


def next_to_water(table: Table, h: Hex) -> bool:
    """Return whether a neighbour of `h` is water, or `h` is on the coast of the Island (R5.35)."""
    return bool(neighbours(h) & hexes_of(table, "water")) or coast(table, h)


def line_from(table: Table, h: Hex, direction: Direction) -> list[Hex]:
    """Return the hexes that follow `h` in one direction up to the edge; a missing hex ends the Island (R0.12)."""
    return list(takewhile(lambda place: place in table.ground, straight_line(h, direction)))


def occupied(table: Table, h: Hex) -> bool:
    """Return whether a piece, wall or scout is on `h` (R0.20)."""
    return h in table.pieces or h in table.walls or h in table.scouts


def blocked(table: Table, h: Hex) -> bool:
    """Return whether a neighbour of `h` has a warrior, of any player (R0.20, R4.10)."""
    return any(table.pieces[n].kind == "warrior" for n in neighbours(h) if n in table.pieces)


def free(table: Table, h: Hex) -> bool:
    """Return whether `h` is not special, not occupied and not blocked (R0.20)."""
    return table.ground[h] not in SPECIAL and not occupied(table, h) and not blocked(table, h)


def lift(table: Table, origin: Hex) -> Table:
    """Return the table without the piece on `origin`; a lifted warrior blocks nothing (R0.21, R4.7, R4.10)."""
    return replace(table, pieces={h: piece for h, piece in table.pieces.items() if h != origin})
