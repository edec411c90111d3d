"""Random ids, codes and secrets, and the hash that is stored of a secret."""

from __future__ import annotations

import hashlib
import secrets


def new_id() -> str:
    """Return an id for a game, a person or a credential: 72 random bits."""
    return secrets.token_urlsafe(9)


def new_code() -> str:
    """Return a code for a link that may be shared: 96 random bits."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """Return a secret that gives access to a seat: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """Return the hash that is stored of a secret. Secrets are random, so a plain hash cannot be searched.

    >>> hash_of("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()
