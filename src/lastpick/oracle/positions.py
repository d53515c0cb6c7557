"""Who wins a position of any game: a search over what can still matter.

Numbers are places 0, 1, 2, ...; a set of them is one 64-bit word, or several. A position is
what may be picked now, and what is left of the pool; two positions that agree in what can
still be reached have the same value, so nothing else is kept.

Under normal play, where a pick removes only itself, more can be left out. A number that nothing
left can follow is *good*: picking it wins, now and at any later time. A number that a good one
may follow is *bad*: picking it loses, so nobody does. Without the bad ones, others may have
nothing left that follows, and are good as well. What is neither stays, and is *open*. In misère
play a number that nothing can follow is bad; one whose followers are all bad is good, as long as
there is one of them, and the bad ones stay for ever, since nobody picks them but to lose. So
it is enough to know which open numbers a bad one may follow: the *bound* ones.

Where picks remove others, under normal play, a good number still wins for whoever can pick it, but
it may be removed. While nothing that is left can remove it, what it may follow is bad for good, and
both can be left out as above.

Numbers that can be exchanged for each other without changing anything are *twins*; which of them
are left does not matter, only how many.

The pairing of numbers that may follow each other, both ways, is a cut: if every pick that a player
can come to make has a partner of its own, the other player answers with it, and wins.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

M64 = (1 << 64) - 1
OPEN, WON, LOST = 0, 1, 2  # for the player to move
_GOLDEN = 0x9E3779B97F4A7C15
_DEBRUIJN = 0x03F79D71B4CB0A89
_LOWEST = bytearray(64)
for _i in range(64):
    _LOWEST[(0x03F79D71B4CB0A89 << _i & (1 << 64) - 1) >> 58] = _i
_FIVES, _THREES, _NIBBLES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101
_DONE = 1 << 62  # the rank of an answer that was looked at
_BREATH = 1 << 14  # words of work between two questions to the budget
_FEWEST_SLOTS = 12  # bits
_MOST_COMPARED = 256  # numbers among which twins are looked for


def _ignore(count: int) -> None:
    pass


def twins(after: Sequence[int], keeps: Sequence[int]) -> list[list[int]]:
    """Places that can be exchanged for each other, in groups of two or more."""
    size = len(after)
    groups: list[list[int]] = []
    if size > _MOST_COMPARED:
        return groups
    for i in range(size):
        for group in groups:
            if _exchangeable(after, i, group[0]) and _exchangeable(keeps, i, group[0]):
                group.append(i)
                break
        else:
            groups.append([i])
    return [group for group in groups if len(group) > 1]


def _exchangeable(rows: Sequence[int], i: int, j: int) -> bool:
    both = 1 << i | 1 << j
    if (rows[i] ^ rows[j]) & ~both or (rows[i] >> j ^ rows[j] >> i) & 1:
        return False
    return not any((row >> i ^ row >> j) & 1 for k, row in enumerate(rows) if k not in (i, j))


def _turned(rows: Sequence[int]) -> list[int]:
    """For each place, those in whose rows it is."""
    found = [0] * len(rows)
    for i, row in enumerate(rows):
        while row:
            low = row & -row
            found[low.bit_length() - 1] |= 1 << i
            row ^= low
    return found


class Positions:
    """The positions of one game that were met, and who wins them.

    `after[i]` is what may follow place i, `keeps[i]` what stays when it is picked; `apart` says
    that a pick never removes another number.
    """

    def __init__(
        self, after: Sequence[int], keeps: Sequence[int], misere: bool = False, words: int = 0
    ) -> None:
        size = len(after)
        self.size = size
        self.words = max(1, words, -(-size // 64))
        self.misere = misere
        everything = (1 << size) - 1
        self.apart = all(
            keep & everything == everything & ~(1 << i) for i, keep in enumerate(keeps)
        )
        self.stride = (3 if misere else 2) * self.words
        self.tick: Callable[[int], object] = _ignore
        self.most_bytes = 1 << 30
        self.count = 0
        self.work = 0
        self.lowest = _LOWEST
        kept = [keep & everything & ~(1 << i) for i, keep in enumerate(keeps)]
        follows = [row & keep for row, keep in zip(after, kept, strict=True)]
        before = _turned(follows)
        self.keeps = self._rows(kept)
        self.after = self._rows(follows)
        self.before = self._rows(before)
        self.takers = self._rows(_turned([everything & ~(k | 1 << i) for i, k in enumerate(kept)]))
        self.mutual = self._rows([a & b for a, b in zip(follows, before, strict=True)])
        groups = twins(follows, kept)
        self.twins = array("i", [n for group in groups for n in (len(group), *group)] + [0])
        self.twin = array("i", [-1] * (size + 1))  # the one before among its twins
        for group in groups:
            for i in range(1, len(group)):
                self.twin[group[i]] = group[i - 1]
        self.fresh = array("Q", bytes(8 * self.words))
        self.good = array("Q", bytes(8 * self.words))
        self.need = array("Q", bytes(8 * self.words))
        self.free = array("Q", bytes(8 * self.words))
        self.seen = array("Q", bytes(8 * self.words))
        self.match = array("i", bytes(4 * (size + 1)))
        self.came = array("i", bytes(4 * (size + 1)))
        self.queue = array("i", bytes(4 * (size + 1)))
        self.frames = array("q", bytes(8 * 2 * (size + 3)))
        self.stack = array("Q", bytes(8 * (self.stride + 1) * 256))
        self.depth = 0
        self._room(_FEWEST_SLOTS)

    def _rows(self, sets: Sequence[int]) -> array[int]:
        """Sets as words, one after the other."""
        words = range(self.words)
        return array("Q", [row >> 64 * w & M64 for row in sets for w in words] or [0])

    # --- the table ------------------------------------------------------------------------

    def _room(self, bits: int) -> None:
        self.shift = 64 - bits
        self.slots = (1 << bits) - 1
        self.filled = 0
        self.keys = array("Q", bytes(8 * self.stride * (self.slots + 1)))
        self.values = bytearray(self.slots + 1)

    def _grow(self) -> None:
        keys, values, old = self.keys, self.values, self.slots + 1
        self._room(64 - self.shift + 1)
        for i in range(old):
            if values[i]:
                slot = self._slot(keys, i * self.stride)
                for w in range(self.stride):
                    self.keys[slot * self.stride + w] = keys[i * self.stride + w]
                self.values[slot] = values[i]
                self.filled += 1

    def _slot(self, words: array[int], at: int) -> int:
        """Where a position is kept, or would be."""
        stride = self.stride
        mixed = 0
        for w in range(stride):
            mixed = (mixed ^ words[at + w]) * _GOLDEN & M64
            mixed ^= mixed >> 29
        slot = (mixed * _GOLDEN & M64) >> self.shift
        while self.values[slot]:
            w = 0
            while w < stride and self.keys[slot * stride + w] == words[at + w]:
                w += 1
            if w == stride:
                return slot
            slot = (slot + 1) & self.slots
        return slot

    def _known(self, at: int) -> int:
        return self.values[self._slot(self.stack, at)]

    def _keep(self, at: int, value: int) -> None:
        """Remember who wins; where no more memory may be used, in the place of another one."""
        slot = self._slot(self.stack, at)
        if not self.values[slot]:
            if self.filled * 4 > self.slots * 3:
                if (self.slots + 1) * (8 * self.stride + 1) * 3 <= self.most_bytes:
                    self._grow()
                    slot = self._slot(self.stack, at)
                    self.filled += 1
                else:
                    slot = self._home(at)
            else:
                self.filled += 1
        for w in range(self.stride):
            self.keys[slot * self.stride + w] = self.stack[at + w]
        self.values[slot] = value

    def _home(self, at: int) -> int:
        """A slot that is taken, near to where a position belongs."""
        slot = self._slot(self.stack, at)
        return (slot - 1) & self.slots if self.values[(slot - 1) & self.slots] else slot

    # --- one position ---------------------------------------------------------------------

    def wins(self, choices: int, left: int) -> bool:
        """Whether the player to move wins, who has these choices among what is left."""
        if choices & left == 0:
            return bool(self.misere)
        self._load(choices, left)
        code = self._settle(0, -1)
        if code == OPEN:
            code = self._known(0)
        if code == OPEN and not self.misere and self.apart and self._paired(0):
            code = LOST
        if code == OPEN:
            code = self._prove()
        return code == WON

    def _load(self, choices: int, left: int) -> None:
        """Put a position at the bottom of the stack, with all numbers to be looked at."""
        words = self.words
        room = self.stack
        for w in range(words):
            room[w] = (choices & left) >> 64 * w & M64
            room[words + w] = left >> 64 * w & M64
            self.fresh[w] = room[words + w]
            if self.misere:
                room[2 * words + w] = 0

    def partners(self, choices: int, left: int) -> list[tuple[int, int]]:
        """Pairs that prove the position lost for the player to move; none if there are no such."""
        if self.misere or not self.apart or choices & left == 0:
            return []
        self._load(choices, left)
        if not self._paired(0):
            return []
        needed = [x for x in range(self.size) if self.need[x // 64] >> x % 64 & 1]
        found = [(x, self.match[x]) for x in needed]
        return sorted({(min(pair), max(pair)) for pair in found})

    def _prove(self) -> int:
        """Who wins the open position at the bottom of the stack."""
        frames = self.frames
        depth = 0
        frames[0] = 0
        frames[1] = self.stride + 1
        code = self._expand(0)
        while True:
            if code != OPEN:
                self._keep(frames[2 * depth], code)
                if depth == 0:
                    return code
                depth -= 1
                code = WON if code == LOST else OPEN
                continue
            at = self._next(depth)
            if at < 0:
                code = LOST
                continue
            code = self._known(at)
            if code == OPEN:
                depth += 1
                frames[2 * depth] = at
                code = self._expand(depth)
            else:
                code = WON if code == LOST else OPEN

    def _next(self, depth: int) -> int:
        """The answer with the fewest answers to it that was not looked at; -1 if there is none."""
        step = self.stride + 1
        room = self.stack
        best = -1
        rank = _DONE
        at = self.frames[2 * depth + 1]
        end = self.frames[2 * depth + 3]
        while at < end:
            if room[at + step - 1] < rank:
                rank = room[at + step - 1]
                best = at
            at += step
        if best >= 0:
            room[best + step - 1] = _DONE
        return best

    def _expand(self, depth: int) -> int:
        """Put the positions that are open after each pick on the stack."""
        words, step = self.words, self.stride + 1
        at = self.frames[2 * depth]
        first = self.frames[2 * depth + 1]
        top = first
        self.count += 1
        if self.work > _BREATH:
            self.work = 0
            self.tick(self.count)
        for w in range(words):
            picks = self.stack[at + w]
            while picks:
                low = picks & -picks
                picks ^= low
                n = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
                if self._same_as_before(n, at):
                    continue
                if top + 2 * step > len(self.stack):
                    self._more()
                self.work += words
                code = self._derive(n, at, top)
                if code == OPEN:
                    code = self._known(top)
                if code == LOST:
                    return WON
                if code == OPEN:
                    self.stack[top + step - 1] = self._rank(top)
                    top += step
        if self.apart and not self.misere:
            to = first
            while to < top:
                self.work += words
                if self._paired(to):
                    return WON
                to += step
        self.frames[2 * depth + 3] = top
        return OPEN if top > first else LOST

    def _same_as_before(self, n: int, at: int) -> bool:
        """Whether a twin of n was picked already."""
        t = self.twin[n]
        if t < 0 or not self.stack[at + t // 64] >> t % 64 & 1:
            return False
        if not self.misere:
            return True
        at += 2 * self.words
        return (self.stack[at + t // 64] >> t % 64 ^ self.stack[at + n // 64] >> n % 64) & 1 == 0

    def _more(self) -> None:
        """Twice the stack."""
        if len(self.stack) * 16 > self.most_bytes:
            raise MemoryError
        grown = array("Q", bytes(16 * len(self.stack)))
        room = grown
        for i in range(len(self.stack)):
            room[i] = self.stack[i]
        self.stack = grown

    def _rank(self, at: int) -> int:
        """Fewest answers first."""
        words = self.words
        answers = 0
        left = 0
        for w in range(words):
            answers += self._ones(self.stack[at + w])
            left += self._ones(self.stack[at + words + w])
        return answers * 65536 + left

    def _ones(self, word: int) -> int:
        word -= word >> 1 & _FIVES
        word = (word & _THREES) + (word >> 2 & _THREES)
        word = word + (word >> 4) & _NIBBLES
        return (word * _ONES & M64) >> 56

    # --- what a pick leaves ---------------------------------------------------------------

    def _derive(self, n: int, at: int, to: int) -> int:
        """The position after a pick; who wins it, if that is plain to see."""
        words = self.words
        room = self.stack
        row = n * words
        for w in range(words):
            room[to + w] = self.after[row + w]
            room[to + words + w] = room[at + words + w] & self.keeps[row + w]
            self.fresh[w] = self.before[row + w] & room[to + words + w]
            if self.misere:
                room[to + 2 * words + w] = room[at + 2 * words + w]
        if not self.apart:
            return self._plain(to)
        return self._settle(to, n)

    def _plain(self, to: int) -> int:
        """Where picks remove others: strike out what is safely good or bad, and keep the rest."""
        words = self.words
        room = self.stack
        some = 0
        if not self.misere and self._strike(to):
            return WON
        for w in range(words):
            room[to + w] &= room[to + words + w]
            some |= room[to + w]
        if some == 0:
            return WON if self.misere else LOST
        self._reach(to)
        return OPEN

    def _strike(self, to: int) -> bool:
        """Whether a good number can be picked; if not, those that stay good leave with the bad."""
        words = self.words
        room = self.stack
        left = to + words
        w = 0
        for x in range(words):
            self.fresh[x] = room[left + x]
        while w < words:
            if self.fresh[w] == 0:
                w += 1
                continue
            low = self.fresh[w] & -self.fresh[w]
            self.fresh[w] ^= low
            v = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
            some, takers = 0, 0
            for x in range(words):
                some |= self.after[v * words + x] & room[left + x]
                takers |= self.takers[v * words + x] & room[left + x]
            if some:
                continue
            if room[to + w] & low:
                return True
            if takers:
                continue
            room[left + w] ^= low
            for x in range(words):
                room[left + x] &= ~self.before[v * words + x] & M64
            for x in range(words):
                self.fresh[x] = room[left + x]
            w = 0
        return False

    def _settle(self, to: int, n: int) -> int:
        """Strike out what is good or bad, as far as that follows from the fresh numbers."""
        if not self.apart:
            return self._plain(to)
        words = self.words
        room = self.stack
        left = to + words
        bound = to + 2 * words
        for w in range(words):
            self.good[w] = 0
        w = 0
        while w < words:
            if self.fresh[w] == 0:
                w += 1
                continue
            low = self.fresh[w] & -self.fresh[w]
            self.fresh[w] ^= low
            v = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
            some = 0
            for x in range(words):
                some |= self.after[v * words + x] & room[left + x]
            if some:
                continue
            room[left + w] &= ~low & M64
            if self.misere and room[bound + w] & low == 0:
                self._bind(to, v)
            else:
                self.good[w] |= low
                self._spoil(to, v)
            w = 0
        return self._choose(to, n)

    def _spoil(self, to: int, v: int) -> None:
        """Whatever a good number may follow is bad."""
        words = self.words
        room = self.stack
        left = to + words
        for w in range(words):
            bad = self.before[v * words + w] & room[left + w]
            room[left + w] ^= bad
            while bad:
                low = bad & -bad
                bad ^= low
                self._bind(to, w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58])

    def _bind(self, to: int, v: int) -> None:
        """A number turned out bad, and leaves: look again at what it may follow."""
        words = self.words
        room = self.stack
        row = v * words
        for w in range(words):
            self.fresh[w] = (self.fresh[w] | self.before[row + w]) & room[to + words + w]
            if self.misere:
                room[to + 2 * words + w] |= self.before[row + w]

    def _choose(self, to: int, n: int) -> int:
        """What is left to choose from, now that it is known what is good and bad."""
        words = self.words
        room = self.stack
        wins, some = 0, 0
        for w in range(words):
            wins |= room[to + w] & self.good[w]
            room[to + w] &= room[to + words + w]
            some |= room[to + w]
        if wins:
            return WON
        if some == 0:
            if self.misere and n >= 0 and not room[to + 2 * words + n // 64] >> n % 64 & 1:
                return WON  # not even a bad number may follow n
            return LOST
        self._reach(to)
        return OPEN

    def _reach(self, to: int) -> None:
        """Keep of what is left only what can be reached."""
        words = self.words
        room = self.stack
        left = to + words
        for w in range(words):
            self.fresh[w] = room[to + w]
            self.seen[w] = room[to + w]
        w = 0
        while w < words:
            if self.fresh[w] == 0:
                w += 1
                continue
            low = self.fresh[w] & -self.fresh[w]
            self.fresh[w] ^= low
            v = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
            w = 0
            more = 0
            for x in range(words):
                found = self.after[v * words + x] & room[left + x] & ~self.seen[x]
                self.seen[x] |= found
                self.fresh[x] |= found
                more |= room[left + x] & ~self.seen[x]
            if more == 0:  # everything is reached
                break
        for w in range(words):
            room[left + w] = self.seen[w]
            if self.misere:
                room[to + 2 * words + w] &= self.seen[w]
        if self.twins[0]:
            self._order(to)

    def _order(self, to: int) -> None:
        """Let the first of twins be those to choose from, the next ones those that are left."""
        words = self.words
        room = self.stack
        at = 0
        while self.twins[at]:
            count = self.twins[at]
            at += 1
            one, two, three, four = 0, 0, 0, 0
            for i in range(at, at + count):
                w = to + self.twins[i] // 64
                s = self.twins[i] % 64
                if room[w + words] >> s & 1:
                    bound = self.misere and room[w + 2 * words] >> s & 1
                    if room[w] >> s & 1:
                        if bound:
                            one += 1
                        else:
                            two += 1
                    elif bound:
                        three += 1
                    else:
                        four += 1
            two += one
            three += two
            four += three
            for i in range(count):
                w = to + self.twins[at + i] // 64
                low = 1
                low <<= self.twins[at + i] % 64
                room[w] &= ~low & M64
                room[w + words] &= ~low & M64
                if i < two:
                    room[w] |= low
                if i < four:
                    room[w + words] |= low
                if self.misere:
                    room[w + 2 * words] &= ~low & M64
                    if i < one or two <= i < three:
                        room[w + 2 * words] |= low
            at += count

    # --- pairing --------------------------------------------------------------------------

    def _paired(self, at: int) -> bool:
        """Whether everything that the player to move can come to pick has a partner of its own.

        Partners may follow each other both ways. `need` is what that player can come to pick, if
        each pick is answered with its partner; it grows with the pairs.
        """
        words = self.words
        room = self.stack
        left = at + words
        for w in range(words):
            self.fresh[w] = room[at + w]
            self.need[w] = room[at + w]
            self.free[w] = room[left + w]
        for w in range(words):
            fresh = room[at + w]
            while fresh:
                low = fresh & -fresh
                fresh ^= low
                if not self._partner(w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58], left):
                    return False
        w = 0
        while w < words:
            if self.fresh[w] == 0:
                w += 1
                continue
            low = self.fresh[w] & -self.fresh[w]
            self.fresh[w] ^= low
            x = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
            if self.free[w] & low and not self._pair(x, left):
                return False
            self._need_after(self.match[x], left)
            w = 0
        return True

    def _partner(self, x: int, left: int) -> bool:
        """Whether anything that is left could be paired with x."""
        words = self.words
        some = 0
        for w in range(words):
            some |= self.mutual[x * words + w] & self.stack[left + w]
        return some != 0

    def _need_after(self, y: int, left: int) -> None:
        words = self.words
        for w in range(words):
            more = self.after[y * words + w] & self.stack[left + w] & ~self.need[w]
            self.need[w] |= more
            self.fresh[w] |= more

    def _join(self, x: int, y: int) -> None:
        one = 1
        self.match[x] = y
        self.match[y] = x
        self.free[x // 64] &= ~(one << x % 64) & M64
        self.free[y // 64] &= ~(one << y % 64) & M64

    def _pair(self, x: int, left: int) -> bool:
        """Find a partner for x: a free one, if possible one that needs a partner too."""
        words = self.words
        best = -1
        for w in range(words):
            found = self.mutual[x * words + w] & self.free[w]
            if found & self.need[w]:
                found &= self.need[w]
                best = w * 64 + self.lowest[((found & -found) * _DEBRUIJN & M64) >> 58]
                break
            if found and best < 0:
                best = w * 64 + self.lowest[((found & -found) * _DEBRUIJN & M64) >> 58]
        if best >= 0:
            self._join(x, best)
            return True
        return self._exchange(x, left)

    def _exchange(self, x: int, left: int) -> bool:
        """Exchange partners on a path from x to a free number, or to one that needs none."""
        words = self.words
        for w in range(words):
            self.seen[w] = 0
        one = 1
        self.seen[x // 64] |= one << x % 64
        self.queue[0] = x
        self.came[x] = -1
        head, tail = 0, 1
        while head < tail:
            u = self.queue[head]
            head += 1
            for w in range(words):
                found = self.mutual[u * words + w] & self.stack[left + w] & ~self.seen[w]
                while found:
                    low = found & -found
                    found ^= low
                    v = w * 64 + self.lowest[(low * _DEBRUIJN & M64) >> 58]
                    if self.free[w] & low:
                        self._flip(u, v)
                        return True
                    z = self.match[v]
                    if self.seen[z // 64] >> z % 64 & 1:
                        continue
                    self.seen[w] |= low
                    self.seen[z // 64] |= one << z % 64
                    if not self.need[z // 64] >> z % 64 & 1:
                        self.free[z // 64] |= one << z % 64
                        self._flip(u, v)
                        return True
                    self.came[z] = u
                    self.queue[tail] = z
                    tail += 1
        return False

    def _flip(self, u: int, v: int) -> None:
        """Pair u with v, what u was paired with with what led to u, and so on."""
        words = self.words
        while u >= 0:
            kept = self.match[u]
            fro = self.came[u]
            self._join(u, v)
            v = kept
            u = fro
        for w in range(words):  # partners have changed: look at all again
            self.fresh[w] = self.need[w]
