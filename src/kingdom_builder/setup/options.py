"""All set-up options: those of every game, and those that the sets declare."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kingdom_builder.sets.draft import Option, OptionKind
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.registry import REGISTRY

GENERAL_OPTIONS = (
    Option("players", OptionKind.NUMBER, "2 to 5", metavar="N"),
    Option("sets", OptionKind.NAMES, "the sets in use", metavar="A,B"),
    Option("seed", OptionKind.NUMBER, "seed of the set-up (default: a new one)", metavar="S"),
    Option("deck_seed", OptionKind.NUMBER, "seed of the deck (default: from --seed)", metavar="S"),
    Option(
        "sections",
        OptionKind.NAMES,
        "top left, top right, bottom left, bottom right; farm:180 for a turned one, ? for any, generated for a new one "
        "(alone: four new ones)",
        metavar="A,B,C,D",
    ),
    Option("cards", OptionKind.NAMES, "Kingdom Builder cards, ? for any", metavar="A,B,C"),
    Option("start", OptionKind.NUMBER, "who begins, counted from 0 (default: any)", metavar="SEAT"),
    Option("first_game", OptionKind.FLAG, "the set-up suggested for a first game"),
    Option("without_lords", OptionKind.FLAG, "leave out the Lords card"),
    Option("two_cards", OptionKind.FLAG, "variant: everybody holds two terrain cards"),
)
"""The options that no set declares."""


def set_options() -> tuple[Option, ...]:
    """Return the options that the sets declare, in the order of the sets.

    >>> [option.name for option in set_options()]
    ['tasks', 'always_swamp_cards', 'capitols', 'caves', 'island']
    """
    return _options_of(REGISTRY.sets)


def complete(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the sets, with defaults for those not chosen; raise ValueError for an unknown one.

    >>> complete({"island": "tree_house"})["tasks"]
    ()
    """
    known = _defaults_of(REGISTRY.sets)
    for name in chosen:
        if name not in known:
            raise ValueError(f"{name}: there is no such option, expected one of {', '.join(known)}")
    return known | chosen


@lru_cache(maxsize=8)
def _options_of(sets: tuple[GameSet, ...]) -> tuple[Option, ...]:
    return tuple(option for game_set in sets for option in game_set.options)


@lru_cache(maxsize=8)
def _defaults_of(sets: tuple[GameSet, ...]) -> dict[str, Any]:
    return {option.name: option.default for option in _options_of(sets)}
