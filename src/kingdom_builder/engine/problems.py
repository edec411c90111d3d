"""What is wrong with an input: a code with parameters, from which texts make a sentence."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, TypeVar

E = TypeVar("E", bound="InputError")
_HOLE = re.compile(r"\{(\w+)\}")


class Problem(Enum):
    """A kind of wrong input: its name is the code, its value the English sentence with parameters in braces."""

    @property
    def code(self) -> str:
        """The code of this problem."""
        return self.name.lower()


class InputError(ValueError):
    """An input that cannot be used. A parameter may be another error, which is part of the sentence.

    >>> class Colours(Problem):
    ...     UNKNOWN = "there is no colour {name}"
    >>> InputError(Colours.UNKNOWN, name="mauve")
    InputError('there is no colour mauve')
    """

    def __init__(self, problem: Problem, **params: Any) -> None:
        """Store the problem and its parameters: texts, whole numbers and errors."""
        super().__init__(_HOLE.sub(lambda hole: str(params[hole[1]]), problem.value))
        self.problem = problem
        self.params = params

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the problem and its parameters."""
        return _restored, (type(self), self.problem, self.params), vars(self)


def _restored(kind: type[E], problem: Problem, params: dict[str, Any]) -> E:
    return kind(problem, **params)
