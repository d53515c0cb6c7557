"""The language in which a game's relations are written.

    n % last == 0 or last % n == 0
    abs(m - n) <= 1
    prime(n) and not digit_sum(n) == 7

A condition over whole numbers: `+ - * // % abs`, comparison, `and or not`, and the
functions below. It is a language of its own: nothing is handed to Python, so an
expression can reach nothing but its arithmetic. It is total: every expression has a
value everywhere, because `x // 0` is 0 and `x % 0` is x, as in Knuth. And it is bounded:
no value may pass 10**18, and `cost` tells beforehand how long an evaluation takes.

An expression relates a *candidate* (the number being asked about) to a *given* number
(the one that was picked); the names under which it knows them depend on the relation.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from math import gcd
from typing import NamedTuple

from ..errors import ExpressionError, meant

LONGEST_TEXT = 500
MOST_STEPS = 100
DEEPEST = 30
LARGEST_VALUE = 10**18

CANDIDATE, GIVEN = "candidate", "given"

Value = Callable[[int, int], int]


class Node(NamedTuple):
    """An operation and what it works on; only a literal ("int") has a value."""

    op: str
    args: tuple[Node, ...] = ()
    value: int = 0


# --- numbers -------------------------------------------------------------------------


def is_prime(n: int) -> bool:
    """Miller-Rabin; with these bases it is exact far past LARGEST_VALUE."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2:
        return False
    for p in bases:
        if n % p == 0:
            return n == p
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    odd = (n - 1) >> twos
    for base in bases:
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def digits(n: int) -> int:
    return len(str(abs(n)))


def digit_sum(n: int) -> int:
    return sum(map(int, str(abs(n))))


def first_digit(n: int) -> int:
    return int(str(abs(n))[0])


class Function(NamedTuple):
    run: Callable[..., int]
    takes: int
    steps: int
    gives: str = "number"


FUNCTIONS = {
    "abs": Function(abs, 1, 1),
    "gcd": Function(gcd, 2, 2),
    "prime": Function(is_prime, 1, 20, "condition"),
    "digits": Function(digits, 1, 3),
    "digit_sum": Function(digit_sum, 1, 10),
    "first_digit": Function(first_digit, 1, 3),
}
COMPARISONS = ("==", "!=", "<=", ">=", "<", ">")
_INSTEAD = {
    "**": "* (there are no powers)",
    "/": "// (whole-number division)",
    "=": "==",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    "!": "not",
}


# --- from text to tree ---------------------------------------------------------------

_TOKEN = re.compile(
    r"\s*(?:(?P<int>[0-9]+)(?![A-Za-z0-9_.])|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<op>\*\*|//|==|!=|<=|>=|&&|\|\||[-+*%<>(),/=&|!]))",
    re.ASCII,
)


class Token(NamedTuple):
    kind: str
    text: str
    column: int


def tokens(text: str) -> list[Token]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            at += len(text[at:]) - len(text[at:].lstrip())
            word = re.match(r"[\w.]+|.", text[at:])
            what = word[0] if word else text[at]
            raise ExpressionError(f"column {at + 1}: {what[:20]!r} is not part of the language")
        kind = match.lastgroup or ""
        token = Token(kind, match[kind], match.start(kind) + 1)
        if token.text in _INSTEAD:
            raise ExpressionError(
                f"column {token.column}: {token.text!r} is not part of the language;"
                f" write {_INSTEAD[token.text]}"
            )
        found.append(token)
        at = match.end()
    found.append(Token("end", "the end", len(text) + 1))
    return found


class _Parser:
    """Recursive descent, one method for each level of precedence."""

    def __init__(self, text: str, names: dict[str, str]) -> None:
        self.names = names
        self.tokens = tokens(text)
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[0]

    def take(self, *texts: str) -> Token | None:
        if self.next.kind in ("op", "name") and self.next.text in texts:
            return self.tokens.pop(0)
        return None

    def fail(self, expected: str, at: Token | None = None) -> ExpressionError:
        at = at or self.next
        found = at.text if at.kind == "end" else repr(at.text[:20])
        return ExpressionError(f"column {at.column}: expected {expected}, found {found}")

    def need(self, text: str) -> None:
        if not self.take(text):
            raise self.fail(repr(text))

    def whole(self) -> Node:
        start = self.next
        tree = self.either()
        if self.next.kind != "end":
            raise self.fail("an operator or the end")
        self.want(tree, "condition", start)
        return tree

    def want(self, node: Node, kind: str, at: Token) -> Node:
        if kind_of(node) != kind:
            wanted = "a condition such as n % 2 == 0" if kind == "condition" else "a number"
            got = "a number" if kind == "condition" else "a condition"
            raise ExpressionError(f"column {at.column}: expected {wanted}, found {got}")
        return node

    def deeper(self, parse: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(
                f"column {self.next.column}: nested more than {DEEPEST} levels deep"
            )
        node = parse()
        self.depth -= 1
        return node

    def joined(self, word: str, part: Callable[[], Node]) -> Node:
        start = self.next
        parts = [part()]
        while self.take(word):
            self.want(parts[0], "condition", start)
            here = self.next
            parts.append(self.want(part(), "condition", here))
        return parts[0] if len(parts) == 1 else Node(word, tuple(parts))

    def either(self) -> Node:
        return self.joined("or", self.both)

    def both(self) -> Node:
        return self.joined("and", self.negation)

    def negation(self) -> Node:
        if self.take("not"):
            here = self.next
            return Node("not", (self.want(self.deeper(self.negation), "condition", here),))
        return self.comparison()

    def comparison(self) -> Node:
        start = self.next
        left = self.sum()
        links: list[Node] = []
        while op := self.take(*COMPARISONS):
            self.want(left, "number", start)
            start = self.next
            right = self.want(self.sum(), "number", start)
            links.append(Node(op.text, (left, right)))
            left = right
        if not links:
            return left
        return links[0] if len(links) == 1 else Node("and", tuple(links))

    def chain(self, ops: tuple[str, ...], part: Callable[[], Node]) -> Node:
        start = self.next
        left = part()
        while op := self.take(*ops):
            self.want(left, "number", start)
            here = self.next
            right = self.want(part(), "number", here)
            if op.text in ("//", "%") and right == Node("int"):
                raise ExpressionError(f"column {here.column}: nothing can be divided by 0")
            left = Node(op.text, (left, right))
        return left

    def sum(self) -> Node:
        return self.chain(("+", "-"), self.product)

    def product(self) -> Node:
        return self.chain(("*", "//", "%"), self.signed)

    def signed(self) -> Node:
        if self.take("-"):
            here = self.next
            number = self.want(self.deeper(self.signed), "number", here)
            return Node("-", (Node("int"), number))
        return self.atom()

    def atom(self) -> Node:
        token = self.next
        if self.take("("):
            inside = self.deeper(self.either)
            self.need(")")
            return inside
        if token.kind == "int":
            self.tokens.pop(0)
            if len(token.text) > 19 or int(token.text) > LARGEST_VALUE:
                raise ExpressionError(f"column {token.column}: the number is larger than 10**18")
            return Node("int", value=int(token.text))
        if token.kind == "name" and token.text not in ("and", "or", "not"):
            self.tokens.pop(0)
            return self.call(token) if self.next.text == "(" else self.name(token)
        raise self.fail("a number, a name or '('")

    def name(self, token: Token) -> Node:
        if token.text in FUNCTIONS:
            raise self.fail(f"'(' after {token.text}")
        if token.text not in self.names:
            known = " and ".join(self.names)
            raise ExpressionError(
                f"column {token.column}: unknown name {token.text[:20]!r}; expected {known},"
                f" or one of the functions {', '.join(FUNCTIONS)}"
                f"{meant(token.text, (*self.names, *FUNCTIONS))}"
            )
        return Node(self.names[token.text])

    def call(self, token: Token) -> Node:
        function = FUNCTIONS.get(token.text)
        if function is None:
            raise ExpressionError(
                f"column {token.column}: unknown function {token.text[:20]!r};"
                f" expected one of {', '.join(FUNCTIONS)}{meant(token.text, FUNCTIONS)}"
            )
        self.need("(")
        args = []
        while True:
            here = self.next
            args.append(self.want(self.deeper(self.either), "number", here))
            if not self.take(","):
                break
        self.need(")")
        if len(args) != function.takes:
            raise ExpressionError(
                f"column {token.column}: {token.text} takes {function.takes}"
                f" number{'s' * (function.takes > 1)}, found {len(args)}"
            )
        return Node(token.text, tuple(args))


def parse(text: str, names: dict[str, str]) -> Node:
    """Read a condition; `names` maps each known name to CANDIDATE or GIVEN."""
    if not text.strip():
        raise ExpressionError("expected a condition such as n % 2 == 0, found nothing")
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(f"longer than {LONGEST_TEXT} characters")
    tree = _Parser(text, names).whole()
    if cost(tree) > MOST_STEPS:
        raise ExpressionError(f"takes more than {MOST_STEPS} steps to evaluate")
    return tree


# --- what a tree tells without being run ---------------------------------------------


def kind_of(node: Node) -> str:
    if node.op in FUNCTIONS:
        return FUNCTIONS[node.op].gives
    condition = node.op in COMPARISONS or node.op in ("and", "or", "not")
    return "condition" if condition else "number"


def cost(node: Node) -> int:
    """How many steps an evaluation takes at most."""
    own = FUNCTIONS[node.op].steps if node.op in FUNCTIONS else 1
    return own + sum(map(cost, node.args))


def bound(node: Node, largest: int) -> int:
    """The largest size that the value, or any value on the way, can have."""
    if node.op == "int":
        return node.value
    if node.op in (CANDIDATE, GIVEN):
        return largest
    sizes = [bound(part, largest) for part in node.args]
    if node.op == "*":
        return max(1, sizes[0]) * max(1, sizes[1])
    return sum(sizes) if node.op in ("+", "-") else max(1, *sizes)  # digits(0) is 1


def check_bound(node: Node, largest: int) -> None:
    if bound(node, largest) > LARGEST_VALUE:
        raise ExpressionError(f"can pass 10**18 with numbers up to {largest:,}")


_COMMUTATIVE = ("or", "and", "==", "!=", "+", "*", "gcd")
_FLIPPED = {">": "<", ">=": "<="}


def normal(node: Node) -> Node:
    """The same tree for expressions that differ only in the order of equal operands."""
    args = [normal(arg) for arg in node.args]
    op = node.op
    if op in _FLIPPED:
        op, args = _FLIPPED[op], args[::-1]
    if op in _COMMUTATIVE:
        args.sort(key=repr)
    if op == "abs" and args[0].op == "-":
        args = [Node("-", tuple(sorted(args[0].args, key=repr)))]
    return Node(op, tuple(args), node.value)


def swapped(node: Node) -> Node:
    """The same tree with the candidate and the given number in each other's place."""
    op = {CANDIDATE: GIVEN, GIVEN: CANDIDATE}.get(node.op, node.op)
    return Node(op, tuple(map(swapped, node.args)), node.value)


# --- from tree to function -----------------------------------------------------------


def _div(left: Value, right: Value) -> Value:
    def value(c: int, g: int) -> int:
        by = right(c, g)
        return left(c, g) // by if by else 0

    return value


def _mod(left: Value, right: Value) -> Value:
    def value(c: int, g: int) -> int:
        by = right(c, g)
        return left(c, g) % by if by else left(c, g)

    return value


_BUILD: dict[str, Callable[..., Value]] = {
    CANDIDATE: lambda: lambda c, g: c,
    GIVEN: lambda: lambda c, g: g,
    "+": lambda a, b: lambda c, g: a(c, g) + b(c, g),
    "-": lambda a, b: lambda c, g: a(c, g) - b(c, g),
    "*": lambda a, b: lambda c, g: a(c, g) * b(c, g),
    "//": _div,
    "%": _mod,
    "==": lambda a, b: lambda c, g: a(c, g) == b(c, g),
    "!=": lambda a, b: lambda c, g: a(c, g) != b(c, g),
    "<": lambda a, b: lambda c, g: a(c, g) < b(c, g),
    "<=": lambda a, b: lambda c, g: a(c, g) <= b(c, g),
    ">": lambda a, b: lambda c, g: a(c, g) > b(c, g),
    ">=": lambda a, b: lambda c, g: a(c, g) >= b(c, g),
    "not": lambda a: lambda c, g: not a(c, g),
    "and": lambda a, b: lambda c, g: a(c, g) and b(c, g),
    "or": lambda a, b: lambda c, g: a(c, g) or b(c, g),
}
_PARTIAL: dict[str, Callable[..., Value]] = {
    "//": lambda a, b: lambda c, g: a(c, g) // b(c, g),
    "%": lambda a, b: lambda c, g: a(c, g) % b(c, g),
}


def compiled(node: Node, total: bool = True) -> Value:
    """A function of the candidate and the given number.

    Where it is not to be total, a division by 0 raises ZeroDivisionError.
    """
    if node.op == "int":
        constant = node.value
        return lambda c, g: constant
    parts = [compiled(part, total) for part in node.args]
    if node.op in FUNCTIONS:
        run = FUNCTIONS[node.op].run
        return lambda c, g: run(*(part(c, g) for part in parts))
    if node.op in ("and", "or"):
        return reduce(_BUILD[node.op], parts)
    return (_BUILD if total else _BUILD | _PARTIAL)[node.op](*parts)
