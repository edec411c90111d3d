"""What an answer changed on the table, for a log in words and for pieces that move on a screen."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX, answer_name
from kingdom_builder.engine.game import Game
from kingdom_builder.engine.hexes import each
from kingdom_builder.engine.player import Seat


def changes_between(before: Game, after: Game) -> list[dict[str, Any]]:
    """Return what changed for each player, all of it public: pieces, tiles, gold."""
    return [
        _change(number, old, new)
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old is not new and _visible(old) != _visible(new)
    ]


def hex_numbers(hexes: int) -> list[int]:
    """Return a set of hexes as the numbers of the answers that name them.

    >>> hex_numbers(0)
    []
    """
    return [ANSWER_OF_HEX[h] for h in each(hexes)]


def tiles_between(old: Seat, new: Seat) -> tuple[list[str], list[str]]:
    """Return the names of the tiles that a player has gained and lost.

    >>> tiles_between(Seat(), Seat())
    ([], [])
    """
    had, has = _tiles(old), _tiles(new)
    return _names(has, had), _names(had, has)


def _visible(seat: Seat) -> tuple[Any, ...]:
    return seat.pieces, seat.tiles, seat.nomads, seat.holdings, seat.gold


def _change(number: int, old: Seat, new: Seat) -> dict[str, Any]:
    gained, lost = tiles_between(old, new)
    return {
        "seat": number,
        "placed": hex_numbers(new.pieces & ~old.pieces),
        "removed": hex_numbers(old.pieces & ~new.pieces),
        "gained": gained,
        "lost": lost,
        "gold": new.gold - old.gold,
    }


def _tiles(seat: Seat) -> list[int]:
    location, nomad, bonus = seat.tiles, seat.nomads, seat.holdings.bonus
    return [*(tile.kind for tile in location), *(tile.kind for tile in nomad), *(tile.kind for tile in bonus)]


def _names(these: list[int], without: list[int]) -> list[str]:
    rest = list(without)
    found = []
    for kind in these:
        if kind in rest:
            rest.remove(kind)
        else:
            found.append(answer_name(kind))
    return found
