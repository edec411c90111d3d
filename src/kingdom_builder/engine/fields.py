"""Read values of JSON files; errors name the path of the value."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from enum import unique
from typing import Any

from kingdom_builder.engine.hexes import COORDINATES, Coordinate
from kingdom_builder.engine.problems import InputError, Problem

ROOT = "position"
"""The name of the outermost value in messages."""
_LONGEST = 60
_PLAIN_KEY = re.compile(r"[a-z_0-9,]{1,30}", re.ASCII)


class PositionError(InputError):
    """A position file breaks the format; the message names the field and what was expected."""

    __module__ = "kingdom_builder"


@unique
class FieldProblem(Problem):
    """A value of a JSON file; `path` is the field, `found` the value."""

    EXPECTED_OBJECT = "{path}: expected an object, found {found}"
    UNKNOWN_FIELD = "{path}: there is no such field, expected one of {known}"
    EXPECTED_LIST = "{path}: expected a list in [ ], found {found}"
    EXPECTED_LIST_OF = "{path}: expected a list of {count}, found {found}"
    EXPECTED_NUMBER = "{path}: expected a whole number from {low} to {high}, found {found}"
    EXPECTED_FLAG = "{path}: expected true or false, found {found}"
    EXPECTED_NAME = "{path}: expected one of {known}, found {found}"
    NAME_TWICE = "{path}: {name} stands there twice"
    EXPECTED_HEX = '{path}: expected a hex [row, col] with both from 0 to 19, or ["island", row, col], found {found}'
    EXPECTED_HEX_AS_KEY = '{path}: expected a hex "row,col" with both from 0 to 19'


class Field:
    """A value of a JSON file with its path, such as `players[0].supply`.

    >>> Field("supply", 12).number(0, 40)
    12
    >>> Field("supply", "many").number(0, 40)
    Traceback (most recent call last):
    kingdom_builder.PositionError: supply: expected a whole number from 0 to 40, found "many"
    """

    def __init__(self, path: str, value: Any, key: str = "") -> None:
        """Store the path of the value, and its key."""
        self.path = path
        self.value = value
        self._key = key

    def error(self, problem: Problem, **params: Any) -> PositionError:
        """Return an error that names this field and its value."""
        return PositionError(problem, path=self.path or ROOT, found=shown(self.value), **params)

    def mapping(self, known: Sequence[str] | None = None) -> dict[str, Field]:
        """Return the fields of an object; with `known`, other fields are an error."""
        if not isinstance(self.value, dict):
            raise self.error(FieldProblem.EXPECTED_OBJECT)
        for key in self.value:
            if known is not None and key not in known:
                raise PositionError(FieldProblem.UNKNOWN_FIELD, path=self._inside(key), known=", ".join(known))
        return {key: Field(self._inside(key), value, key) for key, value in self.value.items()}

    def items(self, length: int | None = None) -> list[Field]:
        """Return the items of a list; with `length`, another length is an error."""
        if length is None and not isinstance(self.value, list):
            raise self.error(FieldProblem.EXPECTED_LIST)
        if length is not None and (not isinstance(self.value, list) or len(self.value) != length):
            raise self.error(FieldProblem.EXPECTED_LIST_OF, count=length)
        return [Field(f"{self.path}[{i}]", value) for i, value in enumerate(self.value)]

    def number(self, low: int, high: int) -> int:
        """Return a whole number within limits."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            raise self.error(FieldProblem.EXPECTED_NUMBER, low=low, high=high)
        return self.value

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.error(FieldProblem.EXPECTED_FLAG)
        return self.value

    def name(self, known: Sequence[str]) -> str:
        """Return one of the known names."""
        if not isinstance(self.value, str) or self.value not in known:
            raise self.error(FieldProblem.EXPECTED_NAME, known=", ".join(known))
        return self.value

    def names(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return a list of known names, each at most once."""
        found = [item.name(known) for item in self.items()]
        for i, name in enumerate(found):
            if name in found[:i]:
                raise PositionError(FieldProblem.NAME_TWICE, path=f"{self.path}[{i}]", name=name)
        return tuple(found)

    def hex(self) -> int:
        """Return the hex written as [row, col], or ["island", row, col]."""
        value = self.value
        if isinstance(value, list):
            island = value[:1] == ["island"]
            numbers = value[1:] if island else value
            if [type(n) for n in numbers] == [int, int]:
                place = Coordinate(numbers[0], numbers[1], island)
                if COORDINATES.get(place.hex) == place:
                    return place.hex
        raise self.error(FieldProblem.EXPECTED_HEX)

    def key_hex(self) -> int:
        """Return the hex that the value's key is, written `row,col`."""
        match = re.fullmatch(r"(island,)?([0-9]{1,2}),([0-9]{1,2})", self._key)
        if match is not None:
            place = Coordinate(int(match[2]), int(match[3]), match[1] is not None)
            if COORDINATES.get(place.hex) == place:
                return place.hex
        raise PositionError(FieldProblem.EXPECTED_HEX_AS_KEY, path=self.path)

    def _inside(self, key: str) -> str:
        name = key if _PLAIN_KEY.fullmatch(key) else shown(key)
        return f"{self.path}.{name}" if self.path else name


def shown(value: Any) -> str:
    """Return a value as JSON on one line, shortened if it is too long."""
    text = json.dumps(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
