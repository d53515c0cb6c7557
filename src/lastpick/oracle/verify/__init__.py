"""Checks a verdict's certificate by means that the oracle does not use."""

from .claim import verify

__all__ = ["verify"]
