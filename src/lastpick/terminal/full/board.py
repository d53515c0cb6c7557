"""The board as a widget: one that draws all its tiles itself, and only those that are seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_letters, ascii_uppercase

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ...record import Tile, Tiles, preview
from ...record.board import LEGAL, OPEN
from .board_layout import Layout, arrange
from .look import Coat, Face, Looks, look
from .tile import Line, draw

_LONGEST_TYPED = 15
_PICKS = ("enter", "space")  # keys


class Board(ScrollView, can_focus=True):
    """A position's tiles, a cursor among them, and what a pick of its number would do."""

    DEFAULT_CSS = """
    Board {
        background: $background;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
    }
    """

    cursor: reactive[int] = reactive(0, repaint=False, init=False)
    typed: reactive[str] = reactive("", repaint=False, init=False)
    hide_legal: reactive[bool] = reactive(False, repaint=False, init=False)

    class Picked(Message):
        """A number was chosen, legal or not."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Looked(Message):
        """The cursor came to a number."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Changed(Message):
        """Other marks than before are on the board."""

    class Typed(Message):
        """What has been typed of a number so far."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.tiles: Tiles | None = None
        self.turn = 1
        self.active = False
        self.marks: dict[int, str] = {}
        self.letters: dict[int, str] = {}  # of pairs and groups
        self.groups: dict[int, int] = {}
        self.partners: dict[int, int] = {}
        self._refused: int | None = None
        self.arranged: Layout | None = None
        self._look: Looks | None = None
        self._seen_at = 0.0  # when the position, as it is now, was first drawn; 0: not yet
        self._marked: frozenset[str] = frozenset()
        self._preview: dict[int, str] = {}  # what the cursor's pick would do to others
        self._faces: dict[int, Face] = {}  # of the numbers that have been drawn
        self._coats: dict[Face, Coat] = {}  # most tiles show the same as others
        self._rows: dict[int, list[Strip]] = {}  # rows of tiles that have been drawn

    # --- what is shown ----------------------------------------------------------------------------

    def show(self, tiles: Tiles, *, turn: int, active: bool) -> None:
        """Draw a position. `active`: a person may pick now; `turn`: whose pick it is."""
        before, self.tiles = self.tiles, tiles
        if before is None or (before.position, self.active) != (tiles.position, active):
            self._seen_at = 0.0
        self.turn, self.active, self._refused = turn, active, None
        fresh = before is None or str(before.numbers) != str(tiles.numbers)
        if fresh:
            self._arrange()
        target = self._where(tiles, fresh)
        self._preview = self._previewed(target)
        if target != self.cursor:
            self.cursor = target
        else:
            self._repaint()
        self._follow(self.cursor if active or tiles.position.last is None else None)

    def mark(
        self,
        good: Iterable[int] = (),
        bad: Iterable[int] = (),
        hint: Iterable[int] = (),
        pairs: Iterable[tuple[int, int]] = (),
        groups: Iterable[Iterable[int]] = (),
    ) -> None:
        """Mark numbers; without any, take all marks away."""
        self.marks = {
            n: name for name, found in (("hint", hint), ("bad", bad), ("good", good)) for n in found
        }
        self.letters, self.groups, self.partners = {}, {}, {}
        for at, group in enumerate(groups):
            for n in group:
                self.groups[n] = at
                self.letters[n] = ascii_uppercase[at % len(ascii_uppercase)]
        for at, (one, other) in enumerate(pairs):
            self.partners |= {one: other, other: one}
            letter = ascii_letters[at % len(ascii_letters)]
            self.letters |= {one: letter, other: letter}
        self._repaint()

    def refuse(self, n: int) -> None:
        """Let a tile show that its pick was refused, until something else happens."""
        self._refused = n
        self._repaint()

    @property
    def to_pick(self) -> int:
        """The seat to move; 0 if nobody may pick."""
        return self.turn if self.active else 0

    @property
    def last_seat(self) -> int:
        """The seat of the last pick; 0 before the first one."""
        tiles = self.tiles
        if tiles is None or (last := tiles.position.last) is None or last not in tiles.numbers:
            return 0
        return tiles[last].seat

    @property
    def marked(self) -> frozenset[str]:
        """The marks on the board, by their names in the legend."""
        if (tiles := self.tiles) is None:
            return frozenset()
        kinds = tiles.kinds
        if self.hide_legal and kinds & {LEGAL, OPEN}:
            kinds = kinds - {LEGAL, OPEN} | {"left"}
        more = {
            "last": tiles.position.last in tiles.numbers,
            "pair": self.partners,
            "group": self.groups,
            "partner": self.cursor in self.partners,
            "refused": self._refused in tiles.numbers,
        }
        marks = (self.marks.values(), self._preview.values())
        return kinds.union(*marks, (mark for mark, there in more.items() if there))

    def _face(self, n: int) -> Face:
        tile = self.tiles[n] if self.tiles else Tile(OPEN)
        kind, unsure = tile.kind, self.hide_legal and tile.kind in (LEGAL, OPEN)
        return Face(
            OPEN if unsure else kind,
            *tile[1:],
            turn=self.to_pick,
            unsure=unsure,
            mark=self.marks.get(n, ""),
            letter=self.letters.get(n, ""),
            group=self.groups.get(n),
            preview=self._preview.get(n, ""),
            partner=self.partners.get(n) == self.cursor,
            cursor=n == self.cursor,
            refused=n == self._refused,
        )

    def _previewed(self, n: int) -> dict[int, str]:
        """What a pick would do: told only of a legal one, where that may be known."""
        if self.tiles is None or not self.active or self.hide_legal or not self._is(n, LEGAL):
            return {}
        found = preview(self.tiles.position, n)
        answers = dict.fromkeys(found.answers if found.limited else (), "answer")
        return answers | dict.fromkeys(found.removes, "go")

    def _is(self, n: int, *kinds: str) -> bool:
        return self.tiles is not None and n in self.tiles.numbers and self.tiles[n].kind in kinds

    # --- drawing ----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Lay the tiles out anew for the pool and the size."""
        self._rows.clear()
        self._faces.clear()
        if self.tiles is None or not self.size:
            self.arranged = None
            return
        numbers, area = self.tiles.numbers, self.container_size or self.size
        layout = arrange(numbers.first, numbers.last, area.width, area.height)
        self.arranged = layout
        self.virtual_size = Size(layout.width, max(layout.lines, 1))
        self.refresh()

    def _repaint(self) -> None:
        """Draw again what has changed, and only that."""
        if self._marked != (marked := self.marked):
            self._marked = marked
            self.post_message(self.Changed())
        layout = self.arranged
        if layout is None:
            return
        seen = self.scroll_offset.y
        for row in list(self._rows):
            y = layout.top + row * layout.step_y - seen
            if not -layout.tile_height < y < layout.height:
                del self._rows[row]
            elif any(self._face(n) != self._faces[n] for n in layout.in_row(row)):
                del self._rows[row]
                self.refresh(Region(0, y, self.size.width, layout.tile_height))

    def render_line(self, y: int) -> Strip:
        self._seen_at = self._seen_at or events.Event().time
        now, layout = look(self.app), self.arranged
        if now != self._look:
            self._look = now
            self._rows.clear()
            self._coats.clear()
        found = layout.row_at(y + self.scroll_offset.y) if layout else None
        if layout is None or found is None:
            return Strip.blank(self.size.width, now.paper)
        row, line = found
        if row not in self._rows:
            self._rows[row] = self._drawn(row, layout, now)
        return self._rows[row][line]

    def _drawn(self, row: int, layout: Layout, now: Looks) -> list[Strip]:
        lines: list[Line] = [[] for _ in range(layout.tile_height)]
        at = 0
        for n in layout.in_row(row):
            self._faces[n] = face = self._face(n)
            if (coat := self._coats.get(face)) is None:
                coat = self._coats[face] = now.coat(face)
            x = layout.box(n).x
            for line, pieces in zip(lines, draw(n, coat, layout, now), strict=True):
                if x > at:
                    line.append(Segment(" " * (x - at), now.paper))
                line += pieces
            at = x + layout.tile_width
        return [Strip(line, at).extend_cell_length(self.size.width, now.paper) for line in lines]

    # --- the cursor -------------------------------------------------------------------------------

    def _where(self, tiles: Tiles, fresh: bool) -> int:
        """Where the cursor belongs: where it is, unless there is nothing to pick there now."""
        numbers = tiles.numbers
        stays = not fresh and self.cursor in numbers
        kinds = (LEGAL, OPEN) if self.hide_legal else (LEGAL,)
        if stays and (not self.active or self._is(self.cursor, *kinds) or self.hide_legal):
            return self.cursor
        found = self._jump(numbers.first - 1, 1) if fresh else self._nearest(self.cursor)
        return found if found is not None else self.cursor if stays else numbers.first

    def _targets(self) -> Sequence[int]:
        """What may be jumped to: legal numbers, or all that are left where that is not told."""
        if self.tiles is None:
            return ()
        return self.tiles.position.pool if self.hide_legal else self.tiles.legal

    def _jump(self, n: int, way: int) -> int | None:
        """The next or previous number that may be picked, all the way round."""
        found = self._targets()
        beyond = [m for m in found if (m > n if way > 0 else m < n)]
        if beyond:
            return beyond[0] if way > 0 else beyond[-1]
        return (found[0] if way > 0 else found[-1]) if found else None

    def _nearest(self, n: int) -> int | None:
        return min(self._targets(), key=lambda m: abs(m - n), default=None)

    def validate_cursor(self, n: int) -> int:
        if self.tiles is None:
            return n
        return max(self.tiles.numbers.first, min(n, self.tiles.numbers.last))

    def watch_cursor(self, n: int) -> None:
        self._preview, self._refused = self._previewed(n), None
        self._repaint()
        if self.tiles is not None:
            self.post_message(self.Looked(n))

    def watch_hide_legal(self) -> None:
        self._preview = self._previewed(self.cursor)
        self._repaint()

    def watch_typed(self, text: str) -> None:
        self.post_message(self.Typed(text))

    def _move(self, n: int) -> None:
        self.cursor = n
        self._follow(self.cursor)

    def _follow(self, n: int | None) -> None:
        """Scroll so that a number is seen, or else the last pick; a row more on either side."""
        layout = self.arranged
        if n is None and self.tiles is not None:
            n = self.tiles.position.last
        if (
            layout is None
            or not layout.scrolls
            or n is None
            or n not in range(layout.first, layout.last + 1)
        ):
            return
        box, seen = layout.box(n), self.scroll_offset.y
        above, below = box.y - layout.step_y, box.y + box.height + layout.step_y
        if above < seen:
            self.scroll_to(y=above, animate=False)
        elif below > seen + layout.height:
            self.scroll_to(y=below - layout.height, animate=False)

    # --- keys and mouse ---------------------------------------------------------------------------

    def on_resize(self) -> None:
        self._arrange()
        self._follow(self.cursor)

    def on_key(self, event: events.Key) -> None:
        if event.key in _PICKS and not self.typed and not 0 < self._seen_at < event.time:
            event.stop()  # what would be picked had not been seen when the key was pressed
        elif self.tiles is not None and self._take(event.key, event.character or ""):
            event.stop()
            event.prevent_default()

    def _take(self, key: str, character: str) -> bool:
        """Do what a key asks for, if it is one of the board's."""
        if character.isascii() and character.isdigit():
            self._type((self.typed + character)[-_LONGEST_TYPED:])
        elif key == "backspace" and self.typed:
            self._type(self.typed[:-1])
        elif key == "escape" and self.typed:
            self._type("")
        elif key in _PICKS:
            self.pick()
        elif (target := self._leads_to(key)) is not None:
            self.typed = ""
            self._move(target)
        else:
            return False
        return True

    def _type(self, text: str) -> None:
        self.typed = text
        if text and self.tiles and int(text) in self.tiles.numbers:
            self._move(int(text))

    def pick(self) -> None:
        """Pick the number that was typed, or that of the cursor."""
        self._pick(int(self.typed) if self.typed else self.cursor)

    def _pick(self, n: int) -> None:
        self.typed = ""
        self.post_message(self.Picked(n))

    def _leads_to(self, key: str) -> int | None:
        """The number that a key moves the cursor to."""
        layout, n = self.arranged, self.cursor
        if layout is None:
            return None
        if key in ("full_stop", "comma", "ctrl+right", "ctrl+left"):
            found = self._jump(n, 1 if key in ("full_stop", "ctrl+right") else -1)
            return n if found is None else found
        if key in ("home", "end"):
            return layout.first if key == "home" else layout.last
        page = max(1, layout.height // layout.step_y - 1) * layout.columns
        steps = {"left": -1, "right": 1, "up": -layout.columns, "down": layout.columns}
        if key in steps:
            target = n + steps[key]
            return target if layout.first <= target <= layout.last else n
        pages = {"pageup": -page, "pagedown": page}
        if key in pages:
            return max(layout.first, min(n + pages[key], layout.last))
        return None

    def _under(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self)
        if offset is None or self.arranged is None:
            return None
        return self.arranged.at(offset.x, offset.y + self.scroll_offset.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        n = self._under(event)
        if n is not None and n != self.cursor:
            self.cursor = n

    def on_click(self, event: events.Click) -> None:
        n = self._under(event)
        if n is not None:
            event.stop()
            self.cursor = n
            self._pick(n)
