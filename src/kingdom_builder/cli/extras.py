"""Parts of the program that need libraries of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say in one line what to install if a library of an extra of the package is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(
            f"this needs more than the game does ({error.name} is missing): pip install 'kingdom-builder[{name}]'"
        ) from None
