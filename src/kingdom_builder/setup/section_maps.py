"""The sections that have a file: those in the folders of the sets, and those that a user adds.

>>> map_of("farm").rows[1]
'DKCWTTT1GG'
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources.abc import Traversable

from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.section_file import ISLAND_SET, Section, SectionError, parse_section, section_sets

_added: dict[str, Section] = {}
"""The sections from folders of the user, by name."""


def map_of(name: str) -> Section:
    """Return the section or the side of the Island with that name; raise KeyError if no file has it."""
    return _added[name] if name in _added else printed_sections()[name]


def all_sections() -> tuple[Section, ...]:
    """Return all sections that have a file, those of the base game first; the Island is not a section (R0.2).

    >>> [s.set for s in all_sections() if s.name in ("quarry", "farm")]
    ['base', 'nomads']
    """
    return tuple(piece for piece in _in_use().values() if piece.set != ISLAND_SET)


def island_sides() -> tuple[Section, ...]:
    """Return the sides of the Island (R1.12).

    >>> [side.locations for side in island_sides()]
    [('rope_bridge',), ('tree_house',)]
    """
    return tuple(piece for piece in _in_use().values() if piece.set == ISLAND_SET)


def printed_sections() -> dict[str, Section]:
    """Return the sections in the folders of the sets by name, without the user's maps."""
    return _read_sets(REGISTRY.sets)


def add_folder(folder: Traversable) -> None:
    """Add the sections in a folder of `.txt` files; raise SectionError for a wrong file and add none.

    A section may replace a placeholder of the same name; all other names must be unique.
    """
    found: dict[str, Section] = {}
    for new in _read_folder(folder):
        old = _in_use().get(new.name, new)
        if new.name in found or not (old == new or (old.placeholder and old.set == new.set)):
            raise SectionError(f"{folder}: a section named {new.name!r} exists already")
        found[new.name] = new
    _added.update(found)


def _in_use() -> dict[str, Section]:
    return printed_sections() | _added if _added else printed_sections()


@lru_cache(maxsize=8)
def _read_sets(sets: tuple[GameSet, ...]) -> dict[str, Section]:
    folders = [game_set.folder / "sections" for game_set in sets]
    return {found.name: found for folder in folders if folder.is_dir() for found in _read_folder(folder)}


def _read_folder(folder: Traversable) -> list[Section]:
    files = [file for file in folder.iterdir() if file.name.endswith(".txt")]
    found = []
    for file in files:
        try:
            found.append(parse_section(file.read_text(encoding="utf-8"), str(file)))
        except UnicodeDecodeError:
            raise SectionError(f"{file}:1:1: this is not a text file in UTF-8") from None
    order = (*section_sets(), ISLAND_SET)
    return sorted(found, key=lambda section: (order.index(section.set), section.name))
