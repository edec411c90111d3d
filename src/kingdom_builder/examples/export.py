"""The examples as values that are written to JSON for the page, which draws them like a board."""

from __future__ import annotations

from typing import Any

from kingdom_builder.engine.answers import ANSWER_OF_HEX
from kingdom_builder.engine.hexes import COORDINATES
from kingdom_builder.examples.claims import is_positive, paid_gold
from kingdom_builder.examples.example_file import ALLOWED, EARNING, FORBIDDEN, MOVING, Example, all_examples
from kingdom_builder.examples.positions import play
from kingdom_builder.formats.position_file import position_document
from kingdom_builder.formats.setup_document import setup_document
from kingdom_builder.sets.registry import answer_name
from kingdom_builder.table.diff import hex_numbers

_PRINTED = ("nomad_tiles", "capitols", "caves")


def page_examples() -> dict[str, list[dict[str, Any]]]:
    """Return the examples of all entries: the map, what is on it, and the marks; hexes are numbers of answers.

    >>> page_examples()["card-knights"][0]["gold"]
    10
    """
    return {entry: [_drawn(example) for example in found] for entry, found in all_examples().items()}


def _drawn(example: Example) -> dict[str, Any]:
    before, game, built, moved = play(example)
    document = setup_document(before)
    rows = [row.rstrip(".") for row in game.board.to_rows()]
    while not rows[-1]:
        rows.pop()
    return {
        "map": {
            "rows": rows,
            "island_rows": None,
            "locations": {str(COORDINATES[h]): answer_name(kind) for h, kind in sorted(game.board.location_at.items())},
            **{name: value for name, value in document.items() if name in _PRINTED},
        },
        "contents": position_document(game),
        "allowed": hex_numbers(example.marked(ALLOWED)),
        "forbidden": hex_numbers(example.marked(FORBIDDEN)),
        "earning": hex_numbers(example.marked(EARNING)),
        "moving": hex_numbers(example.marked(MOVING)),
        "built": [ANSWER_OF_HEX[h] for h in built],
        "moved": [[ANSWER_OF_HEX[origin], ANSWER_OF_HEX[target]] for origin, target in moved],
        "gold": paid_gold(example),
        "positive": is_positive(example),
    }
