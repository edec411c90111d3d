"""The types of position files and set-up documents as JSON values (docs/position-format.md).

They name the fields of all sets: a type is static, so it cannot be put together from the registry.
"""

from __future__ import annotations

from typing import Literal, TypedDict

HexCoordinate = tuple[int, int] | tuple[Literal["island"], int, int]
"""A hex in position files: [row, col], or ["island", row, col]."""
Line = int | tuple[Literal["island"], int]
"""A horizontal line in position files: its row, on the board or on the Island."""


class SectionsLayout(TypedDict):
    """A board made of named sections, each with its turn in degrees."""

    sections: list[tuple[str, int]]


class RowsLayout(TypedDict):
    """A board as rows of letters, with its locations."""

    rows: list[str]
    locations: dict[str, str]


class IslandLayout(TypedDict):
    """An Island that is not one of the two printed sides."""

    rows: list[str]
    location: str


class PositionTile(TypedDict):
    """A location tile of a player."""

    name: str
    at: HexCoordinate
    used: bool
    locked: bool


class PositionPlayer(TypedDict):
    """The pieces, supply, gold and tiles of a player."""

    settlements: list[HexCoordinate]
    warriors: list[HexCoordinate]
    ship: HexCoordinate | None
    wagon: HexCoordinate | None
    city_hall: HexCoordinate | None
    supply: int
    held: int
    gold: int
    marked_lines: list[Line]
    number_tiles: int
    tiles: list[PositionTile]
    bonus_tiles: list[str]
    nomad_tiles: list[str]


class PositionDocument(TypedDict):
    """A position file with all fields (docs/position-format.md)."""

    format: str
    board: SectionsLayout | RowsLayout
    island: str | IslandLayout | None
    capitols: list[HexCoordinate]
    caves: list[HexCoordinate]
    removed_terrain: str | None
    cards: list[str]
    tasks: list[str]
    players: list[PositionPlayer]
    tiles_left: dict[str, int]
    walls: list[HexCoordinate]
    scouts: list[HexCoordinate]
    to_play: int
    terrain: str | None


class SetupDocument(TypedDict):
    """The public set-up, as `kingdom-builder new --json` prints it."""

    seed: int
    players: int
    start: int
    sets: list[str]
    sections: list[tuple[str, int]]
    stand_ins: list[str]
    cards: list[str]
    tasks: list[str]
    nomad_tiles: dict[str, str]
    island: str | None
    capitols: list[str]
    caves: list[str]
    removed_terrain: str | None
    swamp_cards: bool
    two_cards: bool
    without_lords: bool
    position: PositionDocument
