"""Which drawings show the thing that an entry of the rules for players is about."""

from __future__ import annotations

from collections.abc import Iterator

from kingdom_builder.engine.board import LOCATION
from kingdom_builder.render.symbols import definitions
from kingdom_builder.sets.registry import REGISTRY


def entry_icon(entry: str) -> list[str]:
    """Return the ids of the drawings from the back to the front, none if nothing shows the thing.

    >>> entry_icon("tile-farm"), entry_icon("piece-ship"), entry_icon("card-lords"), entry_icon("building-where")
    (['gold', 'tile-farm'], ['ship-0'], ['card-lords'], [])
    >>> entry_icon("set-nomads")
    ['gold', 'tile-village']
    """
    known = definitions(REGISTRY.sets)
    return next((icon for icon in _candidates(*entry.split("-", 1)) if all(drawing in known for drawing in icon)), [])


def _candidates(kind: str, name: str = "") -> Iterator[list[str]]:
    if kind == "terrain":
        yield [f"terrain-{name}-1"]
    elif kind == "special":
        yield ["gold", "tiles-left-2"] if name == LOCATION else ["silver", f"special-{name}"]
    elif kind == "piece":
        if name not in REGISTRY.pieces or REGISTRY.pieces[name].footprint == 1:
            yield [f"{name}-0"]
            yield [name]
        yield from _tile(name)
    elif kind == "tile":
        yield from _tile(name)
    elif kind == "set":
        yield from (list(game_set.icons.sign) for game_set in REGISTRY.sets if game_set.id == name)
    elif kind == "card":
        yield [f"card-{name}"]
        yield ["silver", f"special-{name}"]


def _tile(name: str) -> Iterator[list[str]]:
    yield ["silver", f"nomad-{name}"]
    yield from (
        ["silver", f"nomad-{full.replace(':', '-')}"] for full in REGISTRY.nomad_ids if full.startswith(f"{name}:")
    )
    yield ["silver", f"special-{name}"]
    for game_set in REGISTRY.sets:
        if name in game_set.icons.actions:
            yield list(game_set.icons.actions[name])
    yield ["gold", f"tile-{name}"]
