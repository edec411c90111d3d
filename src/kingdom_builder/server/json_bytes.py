"""JSON that is kept in memory."""

from __future__ import annotations

from typing import Any

import orjson


def kept_bytes(value: Any) -> bytes:
    """Return a value as JSON in as much memory as it needs.

    orjson writes into 1 KiB or more, and what it gives back of it is not used for much else.

    >>> kept_bytes({"seat": 1})
    b'{"seat":1}'
    """
    return memoryview(orjson.dumps(value)).tobytes()
