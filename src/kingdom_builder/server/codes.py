"""Random codes and secrets, and the hashes under which secrets are stored."""

from __future__ import annotations

import hashlib
import secrets


def new_id() -> str:
    """Return an id for a game, a person or a key: 72 random bits."""
    return secrets.token_urlsafe(9)


def new_code() -> str:
    """Return a code for a link that can be passed on: 96 random bits."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return a secret that opens a seat: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return what is stored of a secret. The secrets are random, so a plain hash cannot be searched.

    >>> hash_of("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()
