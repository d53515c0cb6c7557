"""Whether what the coach says in plain words is true: a reader of its own.

A text is read by a closed set of patterns; what none of them knows is an error. Each statement is
held against the position, the relations, and brute force (of large positions: the certificate,
which `verify` checks). Nothing here uses what makes the sentences.
"""

from support.plain_checker.hints import check_hints
from support.plain_checker.reader import Untrue
from support.plain_checker.whole import (
    check_confirmation,
    check_missed,
    check_plain,
    check_refutation,
    is_short,
)

__all__ = [
    "Untrue",
    "check_confirmation",
    "check_hints",
    "check_missed",
    "check_plain",
    "check_refutation",
    "is_short",
]
