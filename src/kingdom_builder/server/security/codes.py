"""Random ids, codes and secrets, and the hash that is stored of a secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
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


def derived_secret(secret: str, purpose: str) -> str:
    """Return another secret, which is always the same for a purpose and tells nothing about the first one.

    >>> derived_secret("a", "b")[:8]
    'CN4ymTHi'
    """
    digest = hmac.digest(secret.encode(), purpose.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def hash_of(secret: str) -> str:
    """Return the hash that is stored of a secret. Secrets are random, so a plain hash cannot be searched.

    >>> hash_of("a")[:8]
    'ca978112'
    """
    return hashlib.sha256(secret.encode()).hexdigest()
