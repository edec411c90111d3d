"""Libraries of the package's extras, which may be missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Raise ValueError with one line that says what to install if a library of an extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ValueError(f"this needs {error.name}, which is missing: {_command(name)}") from None


def available(library: str, name: str, purpose: str) -> bool:
    """Return whether a library of an extra is installed; if not, say in one line what is left out without it."""
    try:
        import_module(library)
    except ModuleNotFoundError:
        print(f"kingdom-builder: {library} is missing, so {purpose}: {_command(name)}", file=sys.stderr)
        return False
    return True


def _command(name: str) -> str:
    return f"pip install 'kingdom-builder[{name}]'"
