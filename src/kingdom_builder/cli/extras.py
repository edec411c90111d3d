"""Parts of the program that need libraries of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def server_extra() -> Iterator[None]:
    """Say in one line what to install if the server's libraries are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(
            f"the server needs more than the game does ({error.name} is missing): pip install 'kingdom-builder[server]'"
        ) from None


@contextmanager
def arena_extra() -> Iterator[None]:
    """Say in one line what to install if the arena's libraries are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(
            f"this needs more than the game does ({error.name} is missing): pip install 'kingdom-builder[arena]'"
        ) from None
