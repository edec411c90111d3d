"""The compiled kernel: the same game as the Python engine, answer for answer, for search, training and batches."""

from __future__ import annotations

import os
from typing import Any


def native() -> Any:
    """Return the compiled extension module."""
    from kingdom_builder.kernel import _native

    return _native


def available() -> bool:
    """Return whether the kernel is there."""
    return os.environ.get("KINGDOM_BUILDER_KERNEL") != "off"
