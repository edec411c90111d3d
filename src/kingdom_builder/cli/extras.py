"""Libraries of the package's extras, which may be missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from kingdom_builder.cli.words import Words


@contextmanager
def extra(name: str, say: Words) -> Iterator[None]:
    """Raise ValueError with one line that says what to install if a library of an extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(say("error.missing", library=str(error.name), command=_command(name))) from None


def available(library: str, name: str, purpose: str, say: Words) -> bool:
    """Return whether a library of an extra is installed; if not, print one line with what is left out without it."""
    try:
        import_module(library)
    except ModuleNotFoundError:
        text = say("error.left_out", library=library, purpose=purpose, command=_command(name))
        print(f"kingdom-builder: {text}", file=sys.stderr)
        return False
    return True


def _command(name: str) -> str:
    return f"pip install 'kingdom-builder[{name}]'"
