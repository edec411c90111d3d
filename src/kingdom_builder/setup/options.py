"""All set-up options: those of every game, and those that the sets declare."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kingdom_builder.sets.draft import Option, OptionKind
from kingdom_builder.sets.entries import GameSet
from kingdom_builder.sets.problems import SetupError, SetupProblem
from kingdom_builder.sets.registry import REGISTRY

GENERAL_OPTIONS = (
    Option("players", OptionKind.NUMBER),
    Option("sets", OptionKind.NAMES),
    Option("seed", OptionKind.NUMBER),
    Option("deck_seed", OptionKind.NUMBER),
    Option("sections", OptionKind.NAMES),
    Option("cards", OptionKind.NAMES),
    Option("start", OptionKind.NUMBER),
    Option("first_game", OptionKind.FLAG),
    Option("without_lords", OptionKind.FLAG),
    Option("two_cards", OptionKind.FLAG),
)
"""The options that no set declares."""


def set_options() -> tuple[Option, ...]:
    """Return the options that the sets declare, in the order of the sets.

    >>> [option.name for option in set_options()]
    ['tasks', 'always_swamp_cards', 'capitols', 'caves', 'island']
    """
    return _options_of(REGISTRY.sets)


def complete(chosen: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the sets, with defaults for those not chosen; raise SetupError for an unknown one.

    >>> complete({"island": "tree_house"})["tasks"]
    ()
    """
    known = _defaults_of(REGISTRY.sets)
    for name in chosen:
        if name not in known:
            raise SetupError(SetupProblem.UNKNOWN_OPTION, option=name, known=", ".join(known))
    return known | chosen


@lru_cache(maxsize=8)
def _options_of(sets: tuple[GameSet, ...]) -> tuple[Option, ...]:
    return tuple(option for game_set in sets for option in game_set.options)


@lru_cache(maxsize=8)
def _defaults_of(sets: tuple[GameSet, ...]) -> dict[str, Any]:
    return {option.name: option.default for option in _options_of(sets)}
