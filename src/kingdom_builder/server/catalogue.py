"""What tables can be made of: everything that the page offers without knowing a set."""

from __future__ import annotations

from collections.abc import Iterable

from kingdom_builder.bots.levels import LEVELS
from kingdom_builder.engine.terrain import CARD_TERRAINS, TERRAINS
from kingdom_builder.server.seat_requests import PHRASES
from kingdom_builder.sets.draft import OptionKind
from kingdom_builder.sets.registry import REGISTRY, option_number
from kingdom_builder.setup.builder import (
    ALL_SETS,
    COMMON_SETS,
    FIRST_GAME_CARDS,
    FIRST_GAME_SECTIONS,
    PLAYERS,
    QUEENIES,
    REMOVED_CARDS,
)
from kingdom_builder.setup.options import GENERAL_OPTIONS, set_options
from kingdom_builder.setup.sections import all_sections, island_sides, section_sets
from kingdom_builder.table import responses

_FIRST_GAME = "first_game"


def new_catalogue(own_bots: Iterable[str] = (), *, hint_seconds: float = 30.0) -> responses.Catalogue:
    """Return the catalogue of the sets in the registry; `own_bots` are offered after the levels.

    >>> new_catalogue()["queenies"]
    ['capitol', 'caves', 'island']
    """
    sections: dict[str, list[str]] = {}
    for section in all_sections():
        sections.setdefault(section.set, []).append(section.name)
    return {
        "sets": list(ALL_SETS),
        "queenies": list(QUEENIES),
        "setup_options": _setup_options(),
        "first_game": {
            "sections": [(name, int(turn)) for name, turn in (text.split(":") for text in FIRST_GAME_SECTIONS)],
            "cards": list(FIRST_GAME_CARDS),
        },
        "fields": _fields(),
        "card_terrains": [TERRAINS[terrain] for terrain in CARD_TERRAINS],
        "players": list(PLAYERS),
        "sections": sections,
        "cards": {name: list(REGISTRY.card_ids(name)) for name in section_sets()},
        "common_sets": list(COMMON_SETS),
        "removed_cards": {option: list(cards) for option, cards in REMOVED_CARDS.items()},
        "tasks": list(REGISTRY.task_ids),
        "tiles": {s.id: list(REGISTRY.tile_ids(s.id)) for s in REGISTRY.sets if s.tiles},
        "nomad_tiles": list(REGISTRY.nomad_ids),
        "islands": [location for side in island_sides() for location in side.locations],
        "levels": [*LEVELS, *own_bots],
        "hint_seconds": hint_seconds,
        "phrases": list(PHRASES),
        "options": {name: option_number(name) for name in REGISTRY.option_names.values()},
    }


def _setup_options() -> list[responses.SetupOption]:
    """Return the variants of every game and the options that the sets declare."""
    flags = [option for option in GENERAL_OPTIONS if option.kind is OptionKind.FLAG and option.name != _FIRST_GAME]
    return [
        {"name": option.name, "kind": option.kind, "needs": option.needs, "choices": list(option.choices)}
        for option in (*flags, *set_options())
    ]


def _fields() -> list[responses.EditableField]:
    """Return what a person can set where a table is scored."""
    footprints = {kind.id: kind.footprint for kind in REGISTRY.pieces.values()}
    return [
        {
            "field": editable.field,
            "holds": editable.holds,
            "of": editable.of,
            "footprint": footprints.get(editable.of, 1),
            "needs": editable.needs,
        }
        for game_set in REGISTRY.sets
        for editable in game_set.fields.editable
    ]
