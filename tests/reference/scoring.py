"""The final scoring: section 7 of the rules for the base game, Nomads and Crossroads.

Every card, task and always-scored source is a function that answers the player's gold and the hexes that earn it.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypedDict

from tests.reference.geometry import (
    DIAGONAL_AXES,
    OPPOSITE,
    SECTIONS,
    Direction,
    Hex,
    areas,
    horizontal_line,
    in_reading_order,
    neighbours,
    outer_edge,
    outer_edges,
    section,
    straight_line,
)
from tests.reference.table import TERRAIN_TYPES, Position, Table, hexes_of, pieces_of, read_table, special_hexes

Earned: TypeAlias = tuple[int, set[Hex]]

RED_CARDS = ("families", "shepherds", "ambassadors")
"""They give nothing in the final scoring: their gold is in `in_game` (R7.1)."""


class Line(TypedDict):
    """One line of a player's score."""

    source: str
    gold: int
    hexes: list[list[int]]


class PlayerScore(TypedDict):
    """What one player scores, line by line."""

    total: int
    lines: list[Line]


def score(position: Position) -> list[PlayerScore]:
    """The final score of every player (R7.1): cards, then tasks, castle, palace if there is one, in_game."""
    if position.get("capitols"):
        raise ValueError("the reference does not know capitols yet")
    table = read_table(position)
    return [player_score(table, player) for player in range(len(table.gold))]


def player_score(table: Table, player: int) -> PlayerScore:
    """All lines of one player and their sum (R7.1)."""
    sources: list[tuple[str, Callable[[Table, int], Earned]]] = []
    sources += [(name, CARDS[name]) for name in table.cards if name not in RED_CARDS]
    sources += [(name, TASKS[name]) for name in table.tasks]
    sources += [("castle", castle)]
    if hexes_of(table, "palace"):
        sources += [("palace", palace)]
    sources += [("in_game", in_game)]
    lines = [line(name, earned(table, player)) for name, earned in sources]
    return {"total": sum(entry["gold"] for entry in lines), "lines": lines}


def line(source: str, earned: Earned) -> Line:
    """One line as the position format wants it; what earns nothing shows no hexes (R7.1)."""
    gold, hexes = earned
    shown = in_reading_order(hexes) if gold else []
    return {"source": source, "gold": gold, "hexes": [list(h) for h in shown]}


def touches(h: Hex, hexes: Iterable[Hex]) -> bool:
    """Whether at least one neighbour of `h` is among `hexes` (R0.13)."""
    return bool(neighbours(h) & set(hexes))


def castle(table: Table, player: int) -> Earned:
    """3 per castle hex with an own adjacent piece; shows those castle hexes (R7.4)."""
    own = pieces_of(table, player)
    reached = {h for h in hexes_of(table, "castle") if touches(h, own)}
    return 3 * len(reached), reached


def palace(table: Table, player: int) -> Earned:
    """5 per palace hex where nobody has more adjacent pieces, at least 1; shows those palace hexes (R7.5)."""
    won = set()
    for h in hexes_of(table, "palace"):
        counts = [len(neighbours(h) & pieces_of(table, other)) for other in range(len(table.gold))]
        if counts[player] >= 1 and counts[player] == max(counts):
            won.add(h)
    return 5 * len(won), won


def in_game(table: Table, player: int) -> Earned:
    """The gold earned during play; shows no hexes (R7.1)."""
    return table.gold[player], set()


def fishermen(table: Table, player: int) -> Earned:
    """1 per own piece next to water and not itself on water; shows those pieces (R7.7)."""
    water = hexes_of(table, "water")
    fishing = {h for h in pieces_of(table, player) if touches(h, water) and h not in water}
    return len(fishing), fishing


def merchants(table: Table, player: int) -> Earned:
    """4 per special hex that an own area links with another one; shows the linked special hexes (R7.8, R8.30)."""
    special = special_hexes(table)
    linked: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        adjacent = {h for h in special if touches(h, settlement_area)}
        if len(adjacent) >= 2:
            linked |= adjacent
    return 4 * len(linked), linked


def discoverers(table: Table, player: int) -> Earned:
    """1 per horizontal line with an own piece; shows all pieces (R7.9)."""
    own = pieces_of(table, player)
    return len({horizontal_line(h) for h in own}), own


def hermits(table: Table, player: int) -> Earned:
    """1 per settlement area; shows all pieces (R7.10)."""
    own = pieces_of(table, player)
    return len(areas(own)), own


def citizens(table: Table, player: int) -> Earned:
    """Half the size of the largest area, rounded down; shows that area, of equals the first one read (R7.11)."""
    largest: set[Hex] = set()
    for settlement_area in areas(pieces_of(table, player)):
        if len(settlement_area) > len(largest):
            largest = settlement_area
    return len(largest) // 2, largest


def miners(table: Table, player: int) -> Earned:
    """1 per own piece next to a mountain and not itself on a mountain; shows those pieces (R7.12, R8.59)."""
    mountain = hexes_of(table, "mountain")
    mining = {h for h in pieces_of(table, player) if touches(h, mountain) and h not in mountain}
    return len(mining), mining


def workers(table: Table, player: int) -> Earned:
    """1 per own piece next to a special hex; shows those pieces (R7.13, R8.30)."""
    special = special_hexes(table)
    working = {h for h in pieces_of(table, player) if touches(h, special)}
    return len(working), working


def knights(table: Table, player: int) -> Earned:
    """2 per own piece on the best horizontal line; shows that line's pieces, of equals the top line's (R7.14)."""
    own = pieces_of(table, player)
    best: set[Hex] = set()
    for row in sorted({horizontal_line(h) for h in own}):
        on_line = {h for h in own if horizontal_line(h) == row}
        if len(on_line) > len(best):
            best = on_line
    return 2 * len(best), best


def in_section(table: Table, player: int, number: int) -> set[Hex]:
    """The player's pieces in one section (R0.16)."""
    return {h for h in pieces_of(table, player) if section(h) == number}


def lords(table: Table, player: int) -> Earned:
    """Per section 12 for the highest count and 6 for the second highest distinct count, zeros included.

    Shows the player's pieces in the sections that gave gold (R7.15, R8.29).
    """
    gold = 0
    ruling: set[Hex] = set()
    for number in SECTIONS:
        counts = [len(in_section(table, other, number)) for other in range(len(table.gold))]
        ranking = sorted(set(counts), reverse=True)
        rank = ranking.index(counts[player])
        if rank == 0:
            gold += 12
        elif rank == 1:
            gold += 6
        if rank <= 1:
            ruling |= in_section(table, player, number)
    return gold, ruling


def farmers(table: Table, player: int) -> Earned:
    """3 per own piece in the weakest section; shows its pieces, of equals the lowest section's (R7.16)."""
    weakest = in_section(table, player, SECTIONS[0])
    for number in SECTIONS:
        if len(in_section(table, player, number)) < len(weakest):
            weakest = in_section(table, player, number)
    return 3 * len(weakest), weakest


def home_country(table: Table, player: int) -> Earned:
    """5 if some terrain area is wholly occupied by own pieces; shows all such areas (R7.34, R8.35)."""
    own = pieces_of(table, player)
    owned: set[Hex] = set()
    for terrain in TERRAIN_TYPES:
        for terrain_area in areas(hexes_of(table, terrain)):
            if terrain_area <= own:
                owned |= terrain_area
    return (5 if owned else 0), owned


def surrounded(h: Hex, own: set[Hex]) -> bool:
    """Whether all six neighbours of `h` hold own pieces; an edge hex has no six neighbours (R7.35, R7.37)."""
    return len(neighbours(h)) == 6 and neighbours(h) <= own


def fortress(table: Table, player: int) -> Earned:
    """6 if an own piece is surrounded by own pieces; shows all such pieces and their neighbours (R7.35)."""
    own = pieces_of(table, player)
    walled_in: set[Hex] = set()
    for h in own:
        if surrounded(h, own):
            walled_in |= {h} | neighbours(h)
    return (6 if walled_in else 0), walled_in


def run_through(h: Hex, axis: Direction, own: set[Hex]) -> set[Hex]:
    """The own pieces that follow `h` without a gap both ways along one axis, `h` included (R0.12, R7.36)."""
    run = {h}
    for direction in (axis, OPPOSITE[axis]):
        for place in straight_line(h, direction):
            if place not in own:
                break
            run.add(place)
    return run


def road(table: Table, player: int) -> Earned:
    """7 if at least 7 own pieces are consecutive on a diagonal; shows the pieces of all such runs (R7.36)."""
    own = pieces_of(table, player)
    paved: set[Hex] = set()
    for h in own:
        for axis in DIAGONAL_AXES:
            run = run_through(h, axis, own)
            if len(run) >= 7:
                paved |= run
    return (7 if paved else 0), paved


def place_of_refuge(table: Table, player: int) -> Earned:
    """8 if a special hex is surrounded by own pieces; shows the pieces around all such hexes (R7.37, R8.30)."""
    own = pieces_of(table, player)
    around: set[Hex] = set()
    for h in special_hexes(table):
        if surrounded(h, own):
            around |= neighbours(h)
    return (8 if around else 0), around


def advance(table: Table, player: int) -> Earned:
    """9 if at least 7 own pieces are on one outer edge; shows the pieces on every such edge (R7.38)."""
    own = pieces_of(table, player)
    advanced: set[Hex] = set()
    for edge in outer_edges():
        if len(own & edge) >= 7:
            advanced |= own & edge
    return (9 if advanced else 0), advanced


def compass_points(table: Table, player: int) -> Earned:
    """10 with an own piece on each of the four outer edges; shows all pieces on outer edges (R7.39, R8.36)."""
    own = pieces_of(table, player)
    reached = all(own & edge for edge in outer_edges())
    return (10 if reached else 0), own & outer_edge()


CARDS: dict[str, Callable[[Table, int], Earned]] = {
    "fishermen": fishermen,
    "merchants": merchants,
    "discoverers": discoverers,
    "hermits": hermits,
    "citizens": citizens,
    "miners": miners,
    "workers": workers,
    "knights": knights,
    "lords": lords,
    "farmers": farmers,
}

TASKS: dict[str, Callable[[Table, int], Earned]] = {
    "home_country": home_country,
    "fortress": fortress,
    "road": road,
    "place_of_refuge": place_of_refuge,
    "advance": advance,
    "compass_points": compass_points,
}
