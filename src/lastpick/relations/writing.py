"""The language the other way: a relation as a tree that can be rewritten, and a tree as text.

What is written reads back as the same tree, with no more brackets than that takes.
"""

from __future__ import annotations

from .language import CANDIDATE, COMPARISONS, FUNCTIONS, GIVEN, Node, parse
from .relation import KNOWN, Relation, Role

# How tightly each operation binds.
_LEVELS = {"or": 1, "and": 2, "not": 3, **dict.fromkeys(COMPARISONS, 4), "+": 5, "-": 5}
_LEVELS |= dict.fromkeys(("*", "//", "%"), 6)


def tree_of(relation: Relation) -> Node:
    """What a relation means, as a tree."""
    if relation.name:
        return parse(KNOWN[relation.name].meaning, {"c": CANDIDATE, "g": GIVEN})
    return parse(relation.text, relation.role.names)


def text_of(node: Node, role: Role) -> str:
    """A tree as an expression, in the names of a role."""
    names = {kind: name for name, kind in role.names.items()}
    return _text(node, names, 0)


def _text(node: Node, names: dict[str, str], least: int) -> str:
    """An expression, in brackets unless it binds at least as tightly as is needed."""
    if node.op == "int":
        return str(node.value)
    if node.op in names:
        return names[node.op]
    if node.op in FUNCTIONS:
        return f"{node.op}({', '.join(_text(arg, names, 0) for arg in node.args)})"
    level = _LEVELS[node.op]
    if node.op == "not":
        text = f"not {_text(node.args[0], names, level)}"
    elif node.op in ("or", "and"):
        text = f" {node.op} ".join(_text(arg, names, level + 1) for arg in node.args)
    else:
        left, right = node.args
        text = f"{_text(left, names, level)} {node.op} {_text(right, names, level + 1)}"
    return f"({text})" if level < least else text
