"""Checks a verdict's certificate by means that the oracle does not use."""

from .claim import flaw, verify

__all__ = ["flaw", "verify"]
