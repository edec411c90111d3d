"""The examples as values that are written to JSON for the page, which draws them like a board."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.board import NO_HEX
from kingdom_builder.engine.hexes import COORDINATES
from kingdom_builder.examples.claims import is_positive, paid_gold
from kingdom_builder.examples.example_file import ALLOWED, EARNING, FORBIDDEN, MOVING, Example, all_examples
from kingdom_builder.examples.positions import play
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.board_views import board_contents, board_map
from kingdom_builder.table.diff import hex_numbers


def page_examples() -> dict[str, list[dict[str, Any]]]:
    """Return the examples of all entries: the map, what is on it, and the marks; hexes are numbers of answers.

    >>> page_examples()["card-knights"][0]["gold"]
    10
    """
    return {entry: [_drawn(example) for example in found] for entry, found in all_examples().items()}


def _drawn(example: Example) -> dict[str, Any]:
    _, game, built, moved = play(example)
    nomad_tiles = {str(COORDINATES[h]): answer_name(tile) for h, tile in sorted(game.setup.nomad_tiles.items())}
    printed = board_map(game)
    return {
        "map": {**printed, "rows": _without_space(printed["rows"]), "nomad_tiles": nomad_tiles},
        "contents": board_contents(game),
        "allowed": hex_numbers(example.marked(ALLOWED)),
        "forbidden": hex_numbers(example.marked(FORBIDDEN)),
        "earning": hex_numbers(example.marked(EARNING)),
        "moving": hex_numbers(example.marked(MOVING)),
        "built": [ANSWER_OF_HEX[h] for h in built],
        "moved": [[ANSWER_OF_HEX[origin], ANSWER_OF_HEX[target]] for origin, target in moved],
        "gold": paid_gold(example),
        "positive": is_positive(example),
    }


def _without_space(rows: list[str]) -> list[str]:
    """Return the rows without the space to the right of the map and below it."""
    short = [row.rstrip(NO_HEX) for row in rows]
    return short[: max(i for i, row in enumerate(short, 1) if row)]
