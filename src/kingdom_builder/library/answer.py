"""Answers: numbers that print as their names, and how any way to write an answer or a hex is read."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Self, SupportsIndex

from kingdom_builder.engine.answers import ANSWER_OF_HEX, ANSWERS, FIRST_OPTION, HEX_OF_ANSWER
from kingdom_builder.engine.problems import InputError
from kingdom_builder.engine.question import AnswerProblem, IllegalAnswer
from kingdom_builder.sets.registry import REGISTRY

AnswerLike = SupportsIndex | str
"""An answer: an `Answer`, its number, or its name."""


_NUMBER_TYPES = frozenset("bcdoxXneEfFgG%")
"""The last letters of format specs for numbers."""


class Answer(int):
    """An answer: its number, which prints as its name. A hex is an answer too.

    >>> answer = Answer("e5")
    >>> answer, answer == 84, Answer(84), Answer("end_turn")
    (e5, True, e5, end_turn)
    """

    __slots__ = ()

    def __new__(cls, answer: AnswerLike) -> Self:
        """Read a number or a name; ValueError if there is no such answer."""
        return super().__new__(cls, read_answer(answer))

    @property
    def name(self) -> str:
        """The name: `e5` for a hex, `end_turn` or `farm` for an option."""
        return REGISTRY.answer_name(int(self))

    @property
    def is_hex(self) -> bool:
        """Whether the answer is a hex."""
        return self < FIRST_OPTION

    def __repr__(self) -> str:
        """Return the name."""
        return self.name

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        """Format the name, or the number with a spec for numbers: `{answer:>4}`, `{answer:03d}`."""
        return super().__format__(spec) if spec[-1:] in _NUMBER_TYPES else format(self.name, spec)


def read_answer(answer: AnswerLike) -> int:
    """Return the number of an answer that is given by its number or its name; IllegalAnswer if there is none.

    Raise TypeError for what is neither a number nor a text.
    """
    if isinstance(answer, bool):  # True would be the hex b1
        raise TypeError(f"expected an answer, by its number or name, not {answer!r}")
    if isinstance(answer, str):
        try:
            return REGISTRY.read_answer(answer)
        except InputError as error:
            raise IllegalAnswer(error.problem, **error.params) from None
    try:
        number = operator.index(answer)
    except TypeError:
        raise TypeError(f"expected an answer, by its number or name, not {answer!r}") from None
    if not 0 <= number < ANSWERS:
        raise IllegalAnswer(AnswerProblem.NO_SUCH_NUMBER, last=ANSWERS - 1)
    return number


def read_hex(place: AnswerLike) -> int:
    """Return the engine's number of a hex that is given by its name or by its number as an answer."""
    number = read_answer(place)
    if number >= FIRST_OPTION:
        raise IllegalAnswer(AnswerProblem.OPTION_FOR_HEX, answer=REGISTRY.answer_name(number))
    return HEX_OF_ANSWER[number]


EVERY_ANSWER: tuple[Answer, ...] = tuple(int.__new__(Answer, number) for number in range(ANSWERS))
"""The answers by their numbers."""

ANSWER_AT: tuple[Answer, ...] = tuple(EVERY_ANSWER[number] for number in ANSWER_OF_HEX)
"""The answers by the engine's numbers of hexes; those that are not on the board have no meaning."""


def to_answers(numbers: Iterable[int]) -> tuple[Answer, ...]:
    """Return numbers as answers."""
    return tuple([EVERY_ANSWER[number] for number in numbers])


def answer_number(answer: AnswerLike) -> int:
    """Return the number of an answer, from 0 to 549; ValueError if there is none.

    >>> answer_number("e5"), answer_number("4,4"), answer_number("end_turn")
    (84, 84, 450)
    """
    return read_answer(answer)


def answer_name(answer: AnswerLike) -> str:
    """Return the name of an answer; ValueError if there is none. Numbers that no set uses yet are called `unused_N`.

    >>> answer_name(84), answer_name(450), answer_name(549)
    ('e5', 'end_turn', 'unused_549')
    """
    return REGISTRY.answer_name(read_answer(answer))
