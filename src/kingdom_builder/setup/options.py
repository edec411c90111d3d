"""All set-up options: those of every game, and those that the sets declare."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import COORDINATES
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


def complete(chosen: dict[str, Any], others: Iterable[str] = ()) -> dict[str, Any]:
    """Return the options of the sets, with defaults for those not chosen; raise SetupError for an unknown one.

    A text stands for the names or hexes in it. The error lists `others` too, which the caller has read itself.

    >>> complete({"island": "tree_house"})["tasks"]
    ()
    """
    known = _defaults_of(REGISTRY.sets)
    for name in chosen:
        if name not in known:
            raise SetupError(SetupProblem.UNKNOWN_OPTION, option=name, known=", ".join((*others, *known)))
    return known | {
        option.name: _READERS[option.kind](option.name, chosen[option.name])
        for option in set_options()
        if option.name in chosen
    }


def read_names(option: str, names: object) -> tuple[str, ...]:
    """Return the names of an option; a text is one name, or several with commas. SetupError if these are no names.

    >>> read_names("cards", "lords"), read_names("cards", "lords, miners"), read_names("cards", ["lords"])
    (('lords',), ('lords', 'miners'), ('lords',))
    """
    if isinstance(names, str):
        return tuple([name for name in map(str.strip, names.split(",")) if name])
    if isinstance(names, Iterable):
        found = tuple(names)
        if all(isinstance(name, str) for name in found):
            return found
    raise SetupError(SetupProblem.NOT_NAMES, option=option, found=repr(names))


def read_hexes(option: str, hexes: object) -> tuple[str, ...]:
    """Return the names of the hexes of an option; they are given by names or by numbers as answers.

    >>> read_hexes("caves", "a1 b2"), read_hexes("caves", [0, "b2"]), read_hexes("caves", "4,4 a1,b2")
    (('a1', 'b2'), ('a1', 'b2'), ('4,4', 'a1', 'b2'))
    """
    if isinstance(hexes, str):
        return tuple(re.findall(r"\d+,\d+|[^\s,]+", hexes))
    if not isinstance(hexes, Iterable):
        raise SetupError(SetupProblem.NOT_NAMES, option=option, found=repr(hexes))
    return tuple([_hex_name(option, place) for place in hexes])


def _hex_name(option: str, place: object) -> str:
    if isinstance(place, str):
        return place
    if isinstance(place, int) and 0 <= place < FIRST_OPTION:
        return str(COORDINATES[HEX_OF_ANSWER[place]])
    raise SetupError(SetupProblem.WRONG_HEX, option=option, text=repr(place))


def _as_given(option: str, value: Any) -> Any:
    return value


_READERS: dict[OptionKind, Callable[[str, Any], Any]] = {
    **dict.fromkeys(OptionKind, _as_given),
    OptionKind.NAMES: read_names,
    OptionKind.HEXES: read_hexes,
}


@lru_cache(maxsize=8)
def _options_of(sets: tuple[GameSet, ...]) -> tuple[Option, ...]:
    return tuple(option for game_set in sets for option in game_set.options)


@lru_cache(maxsize=8)
def _defaults_of(sets: tuple[GameSet, ...]) -> dict[str, Any]:
    return {option.name: option.default for option in _options_of(sets)}
