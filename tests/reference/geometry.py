"""Where the hexes are and which of them touch: rules R0.10 to R0.17, formula by formula.

Only this module looks inside a hex; everywhere else a hex is a key.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

Hex: TypeAlias = tuple[int, int]
Direction: TypeAlias = Literal["E", "W", "NW", "NE", "SW", "SE"]

ROWS = range(20)
COLUMNS = range(20)
BOARD: tuple[Hex, ...] = tuple((r, c) for r in ROWS for c in COLUMNS)
SECTIONS = (0, 1, 2, 3)

STEP_FROM_EVEN_ROW: dict[Direction, tuple[int, int]] = {
    "E": (0, +1),
    "W": (0, -1),
    "NW": (-1, -1),
    "NE": (-1, 0),
    "SW": (+1, -1),
    "SE": (+1, 0),
}
STEP_FROM_ODD_ROW: dict[Direction, tuple[int, int]] = {
    "E": (0, +1),
    "W": (0, -1),
    "NW": (-1, 0),
    "NE": (-1, +1),
    "SW": (+1, 0),
    "SE": (+1, +1),
}
DIRECTIONS: tuple[Direction, ...] = ("E", "W", "NW", "NE", "SW", "SE")
OPPOSITE: dict[Direction, Direction] = {"E": "W", "W": "E", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
DIAGONAL_AXES: tuple[Direction, ...] = ("SE", "SW")
"""One direction of each of the two non-horizontal axes (R0.12)."""


def neighbours(h: Hex) -> set[Hex]:
    """The hexes of the board that touch `h`, section borders or not (R0.13)."""
    r, c = h
    if r % 2 == 0:
        around = [(r, c - 1), (r, c + 1), (r - 1, c - 1), (r - 1, c), (r + 1, c - 1), (r + 1, c)]
    else:
        around = [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c + 1)]
    return {place for place in around if on_board(place)}


def on_board(h: Hex) -> bool:
    """Whether `h` is one of the 20 x 20 hexes (R0.13)."""
    r, c = h
    return r in ROWS and c in COLUMNS


def step(h: Hex, direction: Direction) -> Hex | None:
    """The next hex from `h` in one of the six directions, or None beyond the edge of the board (R0.14)."""
    r, c = h
    down, right = STEP_FROM_EVEN_ROW[direction] if r % 2 == 0 else STEP_FROM_ODD_ROW[direction]
    place = (r + down, c + right)
    return place if on_board(place) else None


def straight_line(h: Hex, direction: Direction) -> list[Hex]:
    """All hexes that follow `h` (itself not included) in one direction up to the edge, nearest first (R0.12, R0.14)."""
    followers = []
    place = step(h, direction)
    while place is not None:
        followers.append(place)
        place = step(place, direction)
    return followers


def distance(a: Hex, b: Hex) -> int:
    """The number of steps from `a` to `b` (R0.15)."""
    (row_a, column_a), (row_b, column_b) = a, b
    q_a = column_a - (row_a - (row_a % 2)) // 2
    q_b = column_b - (row_b - (row_b % 2)) // 2
    dq = q_b - q_a
    dr = row_b - row_a
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def area(start: Hex, members: Iterable[Hex]) -> set[Hex]:
    """The hexes of `members` that are connected with `start`, itself included (R0.10); empty if it is no member."""
    allowed = set(members)
    reached: set[Hex] = set()
    waiting = [start]
    while waiting:
        h = waiting.pop()
        if h in allowed and h not in reached:
            reached.add(h)
            waiting.extend(neighbours(h))
    return reached


def areas(members: Iterable[Hex]) -> list[set[Hex]]:
    """All maximal connected groups of `members` (R0.10), in the reading order of the first hex of each."""
    left = set(members)
    groups = []
    for h in in_reading_order(members):
        if h in left:
            group = area(h, left)
            groups.append(group)
            left -= group
    return groups


def in_reading_order(hexes: Iterable[Hex]) -> list[Hex]:
    """The hexes sorted by row, then by column (R0.13)."""
    return sorted(hexes)


def horizontal_line(h: Hex) -> int:
    """The horizontal line (the row) on which `h` lies (R0.11)."""
    return h[0]


def section(h: Hex) -> int:
    """The section of `h`: 0 top left, 1 top right, 2 bottom left, 3 bottom right (R0.16)."""
    r, c = h
    return 2 * (r // 10) + c // 10


def outer_edges() -> list[set[Hex]]:
    """The four outer edges: top, bottom, left, right; each corner belongs to two of them (R0.17)."""
    top = {(r, c) for r, c in BOARD if r == 0}
    bottom = {(r, c) for r, c in BOARD if r == 19}
    left = {(r, c) for r, c in BOARD if c == 0}
    right = {(r, c) for r, c in BOARD if c == 19}
    return [top, bottom, left, right]


def outer_edge() -> set[Hex]:
    """The 76 hexes of the outer edge (R0.17)."""
    return {(r, c) for r, c in BOARD if r in (0, 19) or c in (0, 19)}


def inner_edge() -> set[Hex]:
    """The 76 hexes of the inner edge (R0.17)."""
    return {(r, c) for r, c in BOARD if r in (9, 10) or c in (9, 10)}
