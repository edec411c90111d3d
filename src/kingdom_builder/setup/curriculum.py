"""Smaller games to learn from: fewer sections and fewer settlements. They are not the standard game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kingdom_builder.engine.player import SETTLEMENTS
from kingdom_builder.engine.rng import Rng
from kingdom_builder.engine.setup import Setup
from kingdom_builder.sets.registry import REGISTRY
from kingdom_builder.setup.boards import with_fewer_sections
from kingdom_builder.setup.options import read_names

SECTIONS = range(1, 5)
"""How many sections a board can have; the standard game has four."""
_REPLACE_STREAM = 14
"""The stream of random numbers that replaces cards and tasks."""


def is_whole(number: object) -> bool:
    """Return whether a value is a whole number, also one of NumPy.

    >>> is_whole(2), is_whole(2.0), is_whole("2")
    (True, False, False)
    """
    return hasattr(number, "__index__")


def check_sizes(sections: int, settlements: int) -> None:
    """Raise ValueError if games cannot have so many sections or settlements.

    >>> check_sizes(4, "12")
    Traceback (most recent call last):
    ValueError: settlements: expected 1 to 40, found '12'
    """
    for option, found, most in (("board_sections", sections, SECTIONS[-1]), ("settlements", settlements, SETTLEMENTS)):
        if not is_whole(found) or found not in range(1, most + 1):
            raise ValueError(f"{option}: expected 1 to {most}, found {found!r}")


def check_smaller(options: dict[str, Any], sections: int) -> None:
    """Raise ValueError if a board with so many sections cannot have what the options of a set-up choose.

    >>> check_smaller({"cards": "lords"}, 2)
    Traceback (most recent call last):
    ValueError: cards: 'lords' counts the whole board, so it needs all 4 sections, not 2
    """
    if sections >= SECTIONS[-1]:
        return
    for option in ("cards", "tasks"):
        for name in read_names(option, options.get(option, ())):
            if name in _whole_board():
                raise ValueError(
                    f"{option}: {name!r} counts the whole board, so it needs all 4 sections, not {sections}"
                )
    chosen = read_names("sections", options.get("sections", ()))
    if len(chosen) > sections:
        raise ValueError(f"sections: {len(chosen)} are chosen, but board_sections is {sections}")


def with_smaller_cards(seed: int, setup: Setup, new: Callable[..., Setup]) -> Setup:
    """Return a set-up in which others are drawn instead of cards and tasks that count the whole board.

    They are drawn from the seed. `new` returns the same set-up with other cards and tasks.
    """
    unfit = _whole_board()
    if unfit.isdisjoint((*setup.cards, *setup.tasks)):
        return setup
    sets = dict.fromkeys(("base", *setup.sets))
    cards = [card for game_set in REGISTRY.sets if game_set.id in sets for card in REGISTRY.card_ids(game_set.id)]
    chosen = {
        "cards": _replaced(seed, setup.cards, [card for card in cards if card not in unfit]),
        "tasks": _replaced(seed, setup.tasks, [task for task in REGISTRY.tasks if task not in unfit]),
    }
    return new(**{option: names for option, names in chosen.items() if names})


def _whole_board() -> frozenset[str]:
    """Return the cards and tasks that need a board of four sections."""
    cards = [name for name, card in REGISTRY.cards.items() if card.whole_board]
    return frozenset([*cards, *[name for name, task in REGISTRY.tasks.items() if task.whole_board]])


def _replaced(seed: int, names: Sequence[str], pool: Sequence[str]) -> list[str]:
    """Return names with others of the pool drawn instead of those that are not in it."""
    rest = iter([name for name in Rng(seed, _REPLACE_STREAM).shuffled(pool) if name not in names])
    return [name if name in pool else next(rest) for name in names]


def smaller(setup: Setup, *, sections: int = SECTIONS[-1], settlements: int = SETTLEMENTS) -> Setup:
    """Return a set-up with the first sections of another one and so many settlements for each player.

    Everything else stays as it is, as far as it is on these sections: cards, tasks, nomad tiles, capitols, caves, the
    Island. A game of it has no record. ValueError if that is not possible.

    >>> from kingdom_builder.setup.builder import new_setup
    >>> small = smaller(new_setup(7), sections=2, settlements=15)
    >>> small.board.open.bit_count() + small.board.special.bit_count(), small.settlements
    (200, 15)
    """
    check_sizes(sections, settlements)
    board = with_fewer_sections(setup.board, sections)
    present = board.open | board.special
    return replace(
        setup,
        board=board,
        nomad_tiles={h: tile for h, tile in setup.nomad_tiles.items() if present >> h & 1},
        parts={name: where & present for name, where in setup.parts.items() if where & present},
        settlements=settlements,
    )
