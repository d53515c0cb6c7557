"""A board with what stands beside it: the frame of every screen on which numbers are picked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from ...catalog import Book
from ...catalog.rules import example_lines, own_rules
from ...errors import LastpickError
from ...oracle import Budget
from ...oracle.budget import A_LOOK
from ...record import Tiles
from .app import of
from .asking import Asking
from .board import Board
from .dialogs import Reading
from .key_bar import KeyBar
from .look import legend, look
from .words import about

WIDE = 72  # columns from which the panel stands beside the board, not below it
_NARROWEST = 24  # columns of text in a panel beside the board
PARTS = ("status", "task", "news", "thinking", "coach", "look", "picks", "legend")
_SHOWN_AFTER = 1.0  # seconds after which somebody is told that there is thinking


class BoardScreen(Screen[None]):
    """A title, a board, a panel in parts, and the keys.

    The parts of the panel, from above: `status` (whose turn it is), `task` (what is asked for, if
    anything is), `news` (what happened, or why not), `thinking` (while the oracle does), `coach`,
    `look` (the cursor's number), `picks` and `legend`; an empty part takes no room, and a small
    terminal does without the last two.
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide"), (110, "-roomy")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (22, "-tall")]  # noqa: RUF012
    DEFAULT_CSS = """
    BoardScreen { layout: vertical; background: $background; }
    BoardScreen #head { height: 1; padding: 0 1; background: $panel; color: $foreground; }
    BoardScreen #title { width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    BoardScreen #table { height: 1fr; layout: vertical; }
    BoardScreen #board { width: 1fr; height: 1fr; }
    BoardScreen #panel {
        height: auto; max-height: 6; padding: 0 1;
        scrollbar-size: 0 1; scrollbar-gutter: stable;
    }
    BoardScreen #panel Static { height: auto; display: none; }
    BoardScreen #panel Static.-filled { display: block; }
    BoardScreen #status { text-style: bold; }
    BoardScreen #look, BoardScreen #thinking { color: $quiet; }
    BoardScreen.-narrow #panel #picks, BoardScreen.-narrow #panel #legend { display: none; }
    BoardScreen.-narrow #panel #look { min-height: 2; }
    BoardScreen.-narrow.-low #panel #look { max-height: 2; }
    BoardScreen.-narrow.-low.-over #panel #coach { display: none; }
    BoardScreen.-wide #table, BoardScreen.-roomy #table { layout: horizontal; }
    BoardScreen.-wide #panel, BoardScreen.-roomy #panel {
        width: 28; height: 1fr; max-height: 100%; border-left: vkey $edge; padding: 0 1;
    }
    BoardScreen.-roomy #panel { width: 40; padding: 1 2; }
    BoardScreen.-wide #panel Static, BoardScreen.-roomy #panel Static { margin-bottom: 1; }
    BoardScreen .-bad { color: $error; }
    BoardScreen .-good { color: $success; text-style: bold; }
    BoardScreen #keys { height: auto; max-height: 3; padding: 0 1; background: $panel; }
    BoardScreen.-narrow #keys { padding: 0; }
    """
    AUTO_FOCUS = "#board"
    ENTER = "pick"  # what Enter does on the board, for the key bar
    CROSSED = "wrong"  # what a cross on the board means, for the legend
    BINDINGS = [  # noqa: RUF012
        Binding("ctrl+up", "scroll_panel(-1)", show=False, priority=True),
        Binding("ctrl+down", "scroll_panel(1)", show=False, priority=True),
        Binding("pageup", "page_panel(-1)", show=False, priority=True),
        Binding("pagedown", "page_panel(1)", show=False, priority=True),
    ]

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book = book
        self.tiles: Tiles | None = None
        self._thinks_since: float | None = None
        self._timer: Timer | None = None  # until something happens by itself
        self._holds = False  # whether picks wait for what is being worked out
        self._foot: Sequence[tuple[str, str, str]] = ()

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="title", markup=False)
            yield from self.beside_title()
        yield from self.above()
        with Container(id="table"):
            yield Board(id="board")
            with VerticalScroll(id="panel", can_focus=False):
                for part in PARTS:
                    yield Static(id=part, markup=False)
        yield KeyBar(id="keys")

    def beside_title(self) -> ComposeResult:
        """What stands at the end of the first line."""
        yield from ()

    def above(self) -> ComposeResult:
        """What stands between the title and the board."""
        yield from ()

    def on_mount(self) -> None:
        self.asking = Asking(self.app)
        self.set_interval(0.25, self._tell_thinking)
        self.board.hide_legal = not self.settings.show_legal
        self.opened()

    def on_unmount(self) -> None:
        self.asking.give_up()

    def opened(self) -> None:
        """What a screen does once its parts are there."""

    # --- what is shown ----------------------------------------------------------------

    @property
    def board(self) -> Board:
        return self.query_one("#board", Board)

    @property
    def settings(self) -> Any:
        return of(self).settings

    @property
    def labels(self) -> tuple[str, str]:
        """What the two players are called here."""
        return "Player 1", "Player 2"

    def name_it(self, text: str) -> None:
        """What stands in the first line."""
        self.query_one("#title", Static).update(text)

    def tell(self, part: str, text: str | Text = "", style: str = "") -> None:
        """Fill a part of the panel; `style` is good, bad or nothing."""
        widget = self.query_one(f"#{part}", Static)
        widget.update(text)
        widget.set_class(bool(text), "-filled")
        widget.set_class(style == "good", "-good")
        widget.set_class(style == "bad", "-bad")

    def reveal(self, part: str) -> None:
        """Scroll the panel so that a part is seen, from its first line."""
        panel, widget = self.query_one("#panel"), self.query_one(f"#{part}")
        self.call_after_refresh(panel.scroll_to_widget, widget, animate=False)

    def show(self, tiles: Tiles, turn: int, active: bool) -> None:
        """Show a position on the board."""
        self.tiles = tiles
        self.board.show(tiles, turn=turn, active=active)
        self._look(self.board.cursor)
        self._show_legend()
        self.show_keys(*self._foot)

    def on_board_changed(self) -> None:
        self._show_legend()

    def _show_legend(self) -> None:
        """What the tiles mean that are on the board now."""
        text = Text()
        board = self.board
        painted = look(self.app), self.labels, board.marked, board.to_pick, board.last_seat
        for entry in legend(*painted, self.CROSSED):
            text.append(entry.sign, entry.style)
            text.append(f" {entry.words}\n")
        text.rstrip()
        self.tell("legend", text)

    def show_keys(self, *keys: tuple[str, str, str]) -> None:
        """The keys at the foot: a key, what it does, and the action; Enter while it picks."""
        self._foot = keys
        enter = [("Enter", self.ENTER, "pick")] if self.board.active and keys else []
        self.query_one("#keys", KeyBar).show([*enter, *keys])

    def refuse(self, n: int, error: LastpickError, more: str = "") -> None:
        """Say why a pick is refused, and what more there is to say of that."""
        reason = str(error)
        self.board.refuse(n)
        self.tell("news", f"{reason[0].upper()}{reason[1:]}. {more}".rstrip(), "bad")

    def _look(self, n: int) -> None:
        """Tell of the cursor's number, and of one that is being typed."""
        if self.tiles is None:
            return
        said, typed = about(self.tiles, n, self.labels, self.board.hide_legal), self.board.typed
        if typed:
            asks = f"Enter picks {typed}."
            said = f"{said} {asks}" if int(typed) == n else asks
        self.tell("look", said)

    def on_board_looked(self, event: Board.Looked) -> None:
        self._look(event.number)

    def on_board_typed(self, _: Board.Typed) -> None:
        self._look(self.board.cursor)

    # --- asking the oracle ------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something is still to come without anybody doing anything."""
        return self.asking.busy or self._timer is not None

    def think(
        self,
        work: Callable[[Budget], Any],
        then: Callable[[Any], object],
        doing: str = "The coach is thinking",
        seconds: float = A_LOOK,
        failed: Callable[[Exception], object] | None = None,
        holds: bool = False,
    ) -> None:
        """Have something worked out beside the screen; a line tells so if it takes long.

        `holds`: the game goes on with the answer, so picks wait for it.
        """

        def told(answer: Any) -> None:
            self._thought()
            then(answer)

        def wrong(error: Exception) -> None:
            self._thought()
            (failed or self.could_not)(error)

        self._thinks_since, self._holds = monotonic(), holds
        self.asking.ask(doing, work, told, wrong, seconds)

    def could_not(self, error: Exception) -> None:
        """What went wrong, in one line."""
        self._thought()
        reason = str(error) or type(error).__name__
        self.tell("news", f"{reason[0].upper()}{reason[1:]}.", "bad")

    def soon(self, seconds: float, then: Callable[[], object]) -> None:
        """Do something after a moment that lets one see what happened, unless it is given up."""

        def due() -> None:
            self._timer = None
            then()

        self._timer = self.set_timer(seconds, due)

    def give_up(self) -> None:
        """Cancel what is being worked out, and what was to happen soon."""
        self.asking.give_up()
        if self._timer:
            self._timer.stop()
            self._timer = None
        self._thought()

    def _thought(self) -> None:
        self._thinks_since, self._holds = None, False
        self.tell("thinking")

    def _tell_thinking(self) -> None:
        since = self._thinks_since
        if since is None or monotonic() - since < _SHOWN_AFTER:
            return
        found = self.asking.found
        counted = f": {found:,} positions" if found else ""
        self.tell("thinking", f"{self.asking.doing}{counted} ...")

    # --- what waits for the oracle ----------------------------------------------------

    @property
    def waits_for(self) -> str:
        """Why a pick has to wait now, in a sentence; empty if it need not."""
        return self._wait if self._holds else ""

    @property
    def _wait(self) -> str:
        return f"{self.asking.doing}: wait a moment."

    def must_wait(self) -> bool:
        """Whether a pick has to wait, which is told."""
        if reason := self.waits_for:
            self.tell("news", reason)
        return bool(reason)

    def on_board_picked(self, event: Board.Picked) -> None:
        if not self.must_wait():
            self.picked(event.number)

    def picked(self, n: int, /) -> None:
        """A number was picked, legal or not."""

    def action_hint(self) -> None:
        """A hint takes the place of nothing that is being worked out."""
        if self.must_wait():
            return
        if self.asking.busy:
            self.tell("news", self._wait)
        else:
            self.hint()

    def hint(self) -> None:
        """Tell a hint."""

    def action_give_in(self) -> None:
        if not self.must_wait():
            self.give_in()

    def give_in(self) -> None:
        """Tell the answer."""

    # --- what every such screen can do ------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Page keys are for the panel, unless the board has more to show than can be seen."""
        if action == "page_panel":
            layout = self.board.arranged
            return layout is None or not layout.scrolls
        return super().check_action(action, parameters)

    def action_pick(self) -> None:
        self.board.pick()

    def action_page_panel(self, way: int) -> None:
        self.action_scroll_panel(way)

    def action_scroll_panel(self, way: int) -> None:
        panel = self.query_one("#panel")
        panel.scroll_relative(y=way * max(1, panel.size.height - 1), animate=False)

    def action_rules(self) -> None:
        """The rules, without leaving."""
        title = f"{self.book.title} {self.book.game.numbers}"
        self.app.push_screen(Reading(title, rules_text(self.book)))

    def action_leave(self) -> None:
        self.give_up()
        self.dismiss()


def rules_text(book: Book) -> str:
    """The rules, an example and the tips."""
    parts = [own_rules(book)]
    if lines := example_lines(book):
        parts.append("\n".join(["An example", *lines]))
    if book.tips:
        parts.append("\n".join(["Tips (advice, not rules)", *(f"- {tip}" for tip in book.tips)]))
    return "\n\n".join(parts)


def numbered(moves: Sequence[str], labels: tuple[str, str]) -> Text:
    """Picks in two columns, one a player; names are cut to fit the narrowest panel."""
    text = Text()
    one, two = labels if len("".join(labels)) < _NARROWEST else map(_cut, labels)
    width = max(6, min(len(one) + 2, _NARROWEST - len(two)))
    text.append(f"{one:{width}}{two}\n", "bold")
    for at in range(0, len(moves), 2):
        row = moves[at : at + 2]
        text.append("".join(f"{move:<{width}}" for move in row).rstrip() + "\n")
    text.rstrip()
    return text


def _cut(name: str) -> str:
    """A name that fits half the panel; its end tells two bots of a kind apart."""
    most = _NARROWEST // 2 - 1
    return name if len(name) <= most else f"{name[: most - 3]}…{name[-2:]}"
