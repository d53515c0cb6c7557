"""What a condition says about the difference between the candidate and the given number.

`last < n <= last + 5` holds only where n - last lies between 1 and 5, whatever else the condition
asks for: that is its *span*. It says nothing but that, so it is also the same for every number.
"""

from __future__ import annotations

from .language import CANDIDATE, COMPARISONS, GIVEN, Node

Span = tuple[int | None, int | None]  # the least and the greatest difference; None: no end
Linear = tuple[int, int, int]  # so many candidates, so many given numbers, and a constant
ANY: Span = (None, None)


def span(node: Node) -> Span:
    """Between which differences, candidate minus given number, the condition can hold."""
    if node.op in ("and", "or"):
        spans = [span(part) for part in node.args]
        inner = node.op == "and"
        lows = [low for low, _ in spans if low is not None]
        highs = [high for _, high in spans if high is not None]
        some = 1 if inner else len(spans)  # of these ends there must be one, or all
        low = (max if inner else min)(lows) if len(lows) >= some else None
        high = (min if inner else max)(highs) if len(highs) >= some else None
        return low, high
    if node.op in COMPARISONS:
        return _compared(node.op, *node.args)
    return ANY


def _compared(op: str, left: Node, right: Node) -> Span:
    if op in (">", ">="):
        op, left, right = {">": "<", ">=": "<="}[op], right, left
    if op == "==":
        both = _compared("<=", left, right), _compared("<=", right, left)
        lows = [low for low, _ in both if low is not None]
        highs = [high for _, high in both if high is not None]
        return max(lows, default=None), min(highs, default=None)
    if op == "!=":
        return ANY
    if left.op == "abs" and (inside := linear(left.args[0])) is not None:
        a, b, c = inside
        most = linear(right)
        if most is not None and most[:2] == (0, 0):
            size = most[2] - (op == "<")
            one, other = _at_most((a, b, c - size)), _at_most((-a, -b, -c - size))
            lows = [low for low, _ in (one, other) if low is not None]
            highs = [high for _, high in (one, other) if high is not None]
            return max(lows, default=None), min(highs, default=None)
    first, second = linear(left), linear(right)
    if first is None or second is None:
        return ANY
    a, b, c = (x - y for x, y in zip(first, second, strict=True))
    return _at_most((a, b, c + (op == "<")))


def _at_most(form: Linear) -> Span:
    """Where a linear form is at most 0."""
    a, b, c = form
    if a == 0 or a + b:
        return ANY
    return (None, -c // a) if a > 0 else (-(-c // -a), None)


def linear(node: Node) -> Linear | None:
    """A number as a linear form; None if it is none."""
    if node.op == "int":
        return 0, 0, node.value
    if node.op in (CANDIDATE, GIVEN):
        return int(node.op == CANDIDATE), int(node.op == GIVEN), 0
    if node.op not in ("+", "-", "*"):
        return None
    left, right = (linear(part) for part in node.args)
    if left is None or right is None:
        return None
    if node.op == "*":
        if left[:2] != (0, 0):
            left, right = right, left
        return (
            (left[2] * right[0], left[2] * right[1], left[2] * right[2])
            if (left[:2] == (0, 0))
            else None
        )
    sign = 1 if node.op == "+" else -1
    return left[0] + sign * right[0], left[1] + sign * right[1], left[2] + sign * right[2]


def by_difference(node: Node) -> bool:
    """Whether the value depends on the difference alone."""
    form = linear(node)
    if form is not None:
        return form[0] + form[1] == 0
    if node.op in COMPARISONS:
        first, second = (linear(part) for part in node.args)
        if first is not None and second is not None:
            return first[0] + first[1] == second[0] + second[1]
    return all(map(by_difference, node.args))
