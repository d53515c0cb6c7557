"""One reason, read sentence by sentence: what it speaks of, and what it has said so far."""

from __future__ import annotations

import re
from collections.abc import Callable

from lastpick.game import Position
from support.plain_checker.truth import nimber, parts_of, removed_by, wins

NAME = r"(?:\([^)]*\)|\d+-\d+|\d+)"

Handler = Callable[..., bool | None]


class Untrue(AssertionError):
    """A statement that does not hold, or that nobody can read."""


def number(text: str) -> int:
    return int(text.replace(",", ""))


def numbers(text: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", text)]


VERBS = {
    "can": "can", "cannot": "cannot", "pick": "picks", "end": "ends", "answer": "answers",
    "make": "makes", "copy": "copies", "have": "has", "win": "wins", "would": "would",
}  # fmt: skip


def roles(text: str, winner: str, loser: str) -> str:
    """A text with `<w>` and `<l>` for the two sides, each of which has to be called right.

    "You" and "they" go with another form of the verb than a name; "they" is an opponent who has
    been named before; and nobody else may be spoken of.
    """
    for sign, name in (("<w>", winner), ("<l>", loser)):
        if name == "your opponent":
            first, *rest = re.split(r"(?i)\byour opponent\b", text, maxsplit=1)
            if re.search(r"(?i)\bthe(y|ir)\b", first) or "your opponent" in "".join(rest).lower():
                raise Untrue(f"an opponent is named once, and then they: {text}")
            text = f"{first}{sign}{rest[0]}" if rest else text
            text = _called(text, "they", "their", sign)
        elif name == "you":
            text = _called(text, "you", "your(?! opponent)", sign)
        else:
            text = re.sub(rf"(?<!\w){re.escape(name[0])}(?i:{re.escape(name[1:])})\b", sign, text)
            text = text.replace(f"{name[0].upper()}{name[1:]}", sign)
    if stranger := re.search(r"(?i)\b(you\w*|the(y|m|ir)|other player|opponent|player)\b", text):
        raise Untrue(f"who is {stranger[0]!r}? {text}")
    if wrong := re.search(rf"<[wl]>(?!'s| (?:{'|'.join(VERBS.values())})\b)", text):
        raise Untrue(f"a wrong verb at {wrong.start()}: {text}")
    return text


def _called(text: str, name: str, owner: str, sign: str) -> str:
    """With pronouns replaced, and the verbs after them."""
    text = re.sub(rf"(?i)\b{owner}\b", f"{sign}'s", text)

    def third(found: re.Match[str]) -> str:
        if found[1] not in VERBS:
            raise Untrue(f"{found[0]!r} is no form: {text}")
        return f"{sign} {VERBS[found[1]]}"

    return re.sub(rf"(?i)\b{name} (\w+)", third, text)


class Reader:
    """Reads the reason why a pick wins (`pick`), or why none does."""

    def __init__(
        self, position: Position, pick: int | None, patterns: list[tuple[str, Handler]]
    ) -> None:
        self.patterns = patterns
        self.before = position
        self.pick = pick
        self.at = position if pick is None else position.pick(pick)
        self.game = position.game
        self.then = False  # whether sums speak of what is left after the pick
        self.odd = 0  # what takes one pick each is worth, if it does not cancel out
        self.partners: dict[int, int] = {}  # what was named as the answer to each pick
        self.example: Callable[[int, int], bool] | None = None  # what examples have to show
        self.one_loses = False  # whether 1 was said to lose for whoever picks it

    def read(self, body: str) -> None:
        if not body.endswith(".") or body.endswith("..") or "..." in body or "…" in body:
            raise Untrue(f"no sentence: {body}")
        for sentence in body[:-1].split(". "):
            text = sentence[0].lower() + sentence[1:] if sentence[:2] != "I " else sentence
            if text.startswith("then ") and self.pick is not None:
                self.then, text = True, text.removeprefix("then ")
            self._read(text)
        if self.example:
            raise Untrue(f"no example: {body}")

    def _read(self, text: str) -> None:
        for pattern, handle in self.patterns:
            found = re.fullmatch(pattern, text)
            if found:
                try:
                    held = handle(self, *found.groups())
                except (KeyError, IndexError, ValueError) as error:
                    raise Untrue(f"{text}: {error!r}") from error
                if held is False:
                    raise Untrue(f"untrue: {text} ({handle.__name__})")
                return
        raise Untrue(f"unread: {text}")

    # what may be picked, and what answers it

    def legal(self) -> list[int]:
        return list(self.at.legal)

    def ends(self, n: int, reply: int) -> bool:
        after = self.at.pick(n).pick(reply)
        return not after.legal and not self.game.misere

    def met(self, n: int, reply: int) -> bool:
        return wins(self.at.pick(n), reply)

    # parts

    def pool(self) -> frozenset[int]:
        return frozenset(self.at.pool if self.then else self.before.pool)

    def parts(self) -> list[frozenset[int]]:
        return parts_of(self.game, self.pool())

    def single(self, part: frozenset[int]) -> bool:
        return all(part <= removed_by(self.game)[n] for n in part)

    def named(self, name: str) -> frozenset[int]:
        """The part of that name."""
        found = numbers(name)
        if "-" in name:
            found = list(range(found[0], found[1] + 1))
        if frozenset(found) not in self.parts():
            raise Untrue(f"no such part: {name}")
        return frozenset(found)

    def several(self, names: str) -> list[frozenset[int]]:
        found = [self.named(name) for name in re.findall(NAME, names)]
        if len(set(found)) < len(found):
            raise Untrue(f"named twice: {names}")
        return found

    # what parts are worth

    def own(self) -> frozenset[int] | None:
        """The part of the pick, where what was there before it is spoken of."""
        if self.pick is None or self.then:
            return None
        (part,) = (part for part in self.parts() if self.pick in part)
        return part

    def singles(self) -> list[frozenset[int]]:
        """The parts that take one pick, but for that of the pick."""
        return [part for part in self.parts() if part != self.own() and self.single(part)]

    def worth(self, part: frozenset[int]) -> int:
        return nimber(self.game, part)

    def left_of(self, part: frozenset[int]) -> frozenset[int]:
        assert self.pick is not None
        return part - removed_by(self.game)[self.pick]

    def all_cancel(self) -> bool:
        """Whether what is left once the pick was made comes to nothing."""
        return nimber(self.game, frozenset(self.at.pool)) == 0

    def cancels(self, parts: list[frozenset[int]], odd: int = 0) -> bool:
        total = odd
        for part in parts:
            total ^= self.worth(part)
        return total == 0
