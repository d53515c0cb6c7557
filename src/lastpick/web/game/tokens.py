"""Seat tokens: random, good for one game and one seat, and stored only as a digest.

A token is derived from the game's secret and from something that only its owner has: the key
with which a friend joins, or the token of the game before. So the same request gives the
same token again, though the store does not hold it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode


def new_id() -> str:
    """A game's name in links: enough chance that nobody finds a game by guessing."""
    return secrets.token_urlsafe(12)


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def new_credential() -> str:
    return secrets.token_urlsafe(24)


def seat_token(secret: bytes, seat: int, credential: str) -> str:
    return _derived(secret, f"seat {seat} {credential}")


def invite(secret: bytes) -> str:
    return _derived(secret, "invite")


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("ascii", "replace")).digest()


def same(one: bytes | str, other: bytes | str) -> bool:
    """Equality that takes the same time wherever the two differ."""
    a, b = (x.encode("ascii", "replace") if isinstance(x, str) else x for x in (one, other))
    return hmac.compare_digest(a, b)


def _derived(secret: bytes, purpose: str) -> str:
    made = hmac.digest(secret, purpose.encode(), "sha256")
    return urlsafe_b64encode(made).rstrip(b"=").decode()
