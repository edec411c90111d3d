"""The only random number generator of the game: the same numbers on every machine and Python version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Rng:
    """SplitMix64, seeded by an int (and, for independent streams of one seed, by more ints).

    >>> rng = Rng(1234567)
    >>> rng.next64(), rng.next64()
    (6457827717110365317, 3203168211198807973)
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int, *stream: int) -> None:
        """Start from a seed; `Rng(seed, 1)` and `Rng(seed, 2)` are independent sequences."""
        self._state = seed & _MASK
        for number in (seed >> 64, *stream) if seed >> 64 else stream:
            self._state = (self.next64() ^ number) & _MASK

    def next64(self) -> int:
        """Return the next number, uniform from 0 to 2**64 - 1."""
        self._state = state = (self._state + _STEP) & _MASK
        state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ state >> 27) * 0x94D049BB133111EB) & _MASK
        return state ^ state >> 31

    def randbelow(self, n: int) -> int:
        """Return a uniform int from 0 to n - 1 (n is far below 2**64, so the bias is negligible).

        >>> Rng(1).randbelow(6) in range(6)
        True
        """
        return self.next64() * n >> 64

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return the items in random order.

        >>> sorted(Rng(5).shuffled("abc"))
        ['a', 'b', 'c']
        """
        order = list(items)
        next64 = self.next64
        for i in range(len(order) - 1, 0, -1):
            j = next64() * (i + 1) >> 64
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items.

        >>> Rng(3).choice(["only"])
        'only'
        """
        return items[self.randbelow(len(items))]
