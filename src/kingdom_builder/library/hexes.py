"""Sets of hexes that print as names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, SupportsIndex

from kingdom_builder.engine import hexes as engine
from kingdom_builder.engine.answers import FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.hexes import COORDINATES, EVERYWHERE
from kingdom_builder.library.answer import ANSWER_AT, Answer, AnswerLike, read_answer, read_hex

HexesLike = AnswerLike | Iterable[AnswerLike]
"""One hex, or some of them: names such as `"e5"` or `"e5 f5"`, numbers, or a `Hexes`."""


class Hexes(Set[int | str]):
    """An immutable set of hexes. It iterates in reading order over answers, which print as names.

    >>> some = Hexes("b1 a1")
    >>> some, len(some), "a1" in some, 0 in some
    (Hexes('a1 b1'), 2, True, True)
    >>> [str(place) for place in some | Hexes("c1")]
    ['a1', 'b1', 'c1']
    """

    __slots__ = ("_bits",)

    def __init__(self, hexes: HexesLike = ()) -> None:
        """Make a set of names or numbers; a text may have several names."""
        self._bits = read_hexes(hexes)

    def numbers(self) -> list[int]:
        """Return the hexes as answer numbers, in reading order.

        >>> Hexes("a1 t20").numbers()
        [0, 399]
        """
        return [int(ANSWER_AT[h]) for h in engine.iter_hexes(self._bits)]

    def neighbours(self) -> Hexes:
        """Return every hex next to a hex of the set (R0.13); it may contain hexes of the set itself.

        >>> Hexes("a1").neighbours()
        Hexes('b1 a2')
        """
        return hexes_of_bits(engine.neighbours(self._bits))

    def areas(self) -> list[Hexes]:
        """Return the connected areas of the set (R0.10).

        >>> Hexes("a1 b1 d1").areas()
        [Hexes('a1 b1'), Hexes('d1')]
        """
        return [hexes_of_bits(area) for area in engine.areas(self._bits)]

    def __iter__(self) -> Iterator[Answer]:
        """Iterate over the hexes in reading order."""
        return iter([ANSWER_AT[h] for h in engine.iter_hexes(self._bits)])

    def __len__(self) -> int:
        """Return the number of hexes."""
        return self._bits.bit_count()

    def __bool__(self) -> bool:
        """Return whether there is any hex."""
        return self._bits != 0

    def __contains__(self, place: object) -> bool:
        """Return whether a hex, by its name or number, is in the set; no option is. ValueError for an unknown name."""
        if not isinstance(place, str | SupportsIndex):
            return False
        answer = read_answer(place)
        return answer < FIRST_OPTION and self._bits >> HEX_OF_ANSWER[answer] & 1 == 1

    def __and__(self, other: Iterable[Any]) -> Hexes:
        """Return the hexes that are in both sets."""
        return hexes_of_bits(self._bits & read_hexes(other))

    def __or__(self, other: Iterable[Any]) -> Hexes:
        """Return the hexes that are in one of the sets."""
        return hexes_of_bits(self._bits | read_hexes(other))

    def __sub__(self, other: Iterable[Any]) -> Hexes:
        """Return the hexes that are not in the other set."""
        return hexes_of_bits(self._bits & ~read_hexes(other))

    def __xor__(self, other: Iterable[Any]) -> Hexes:
        """Return the hexes that are in exactly one of the sets."""
        return hexes_of_bits(self._bits ^ read_hexes(other))

    def __invert__(self) -> Hexes:
        """Return all other hexes, on the board and on the Island."""
        return hexes_of_bits(EVERYWHERE & ~self._bits)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __hash__(self) -> int:
        """Return the hash of a frozenset of the same hexes, which is equal to this set."""
        return self._hash()

    def __str__(self) -> str:
        """Return the names, separated by blanks."""
        return engine.format_hexes(self._bits)

    def __repr__(self) -> str:
        """Return the call that makes this set."""
        return f"Hexes({str(self)!r})"


def hexes_of_bits(bits: int) -> Hexes:
    """Return the set of the engine's bits."""
    new = Hexes.__new__(Hexes)
    new._bits = bits
    return new


def read_hexes(hexes: HexesLike) -> int:
    """Return the engine's bits of one or some hexes."""
    if isinstance(hexes, Hexes):
        return hexes._bits
    if isinstance(hexes, str):
        hexes = hexes.split() or ()
    found = 0
    for place in hexes if isinstance(hexes, Iterable) else (hexes,):
        found |= COORDINATES[read_hex(place)].bit
    return found
