"""The fields of a format in their order: those of every game, and those that the sets add."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kingdom_builder.sets.fields import Names


def in_order(core: Iterable[str], added: Iterable[Names]) -> tuple[str, ...]:
    """Return the names of all fields; an added field comes directly after the one that it follows.

    >>> in_order(("a", "z"), ({"c": "b"}, {"b": "a"}))
    ('a', 'b', 'c', 'z')
    """
    found = list(core)
    left = [(name, after) for names in added for name, after in names.items()]
    while left:
        placed = [(name, after) for name, after in left if after in found]
        if not placed:
            raise ValueError(f"fields follow others that do not exist: {dict(left)}")
        for name, after in placed:
            found.insert(found.index(after) + 1, name)
        left = [pair for pair in left if pair not in placed]
    return tuple(found)


def sorted_by(order: Iterable[str], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in the order of their names."""
    return {name: values[name] for name in order if name in values}
