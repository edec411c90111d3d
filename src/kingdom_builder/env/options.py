"""The options of environments: which there are, for errors that name them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

from kingdom_builder.env.factory import GameFactory
from kingdom_builder.setup.builder import new_setup
from kingdom_builder.setup.options import set_options


def option_names(environment: type) -> tuple[str, ...]:
    """Return the names of all options of an environment: its own, those of its games, those of the sets.

    >>> option_names(object)[:3]
    ('players', 'first_game', 'full_observation')
    """
    own = [cls.__dict__["__init__"] for cls in environment.__mro__ if "__init__" in cls.__dict__]
    functions: list[Callable[..., Any]] = [*own, GameFactory.__init__, new_setup]
    names = [name for function in functions for name in _keywords(function)]
    return tuple(dict.fromkeys([*names, *(option.name for option in set_options())]))


def check_options(environment: type, options: Iterable[str]) -> None:
    """Raise ValueError if an environment does not have one of these options.

    >>> check_options(object, ["sets", "set"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: 'set': no such option, expected players, first_game, ...
    """
    known = option_names(environment)
    unknown = [name for name in options if name not in known]
    if unknown:
        raise ValueError(f"{', '.join(map(repr, unknown))}: no such option, expected {', '.join(known)}")


def _keywords(function: Callable[..., Any]) -> list[str]:
    """Return the parameters of a function that are given by name only."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # one written in C
        return []
    return [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
