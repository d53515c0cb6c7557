"""A game on a server on the full screen: one seat here, a friend somewhere else."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from textual.binding import Binding

from ...coach.hint import STEPS, WINS
from ...errors import LastpickError
from ...game import Position
from ...online import news, told
from ...online.told import HintTold
from ...record import RESIGN, YOU
from .. import online_session as online
from ..online_lines import clock_line
from ..online_session import Happened, OnlineSession
from .app import of
from .dialogs import Question
from .game import GameScreen

_KEYS = (
    ("h", "hint", "hint"),
    ("u", "take back", "undo"),
    ("r", "rules", "rules"),
    ("g", "give up", "give_up"),
    ("s", "save", "save"),
    ("Esc", "home", "leave"),
)
_CLAIM_KEY = ("c", "claim", "claim")
_END_KEYS = (
    ("w", "why", "why"),
    ("v", "review", "review"),
    ("s", "save", "save"),
    ("Esc", "home", "leave"),
)
_NO_CHANGE = (news.AWAY, news.BACK, online.COMING, online.SILENT)


class OnlineGame(GameScreen):
    """A match whose every event comes from the server."""

    BINDINGS = [Binding("c", "claim", "Claim")]  # noqa: RUF012 - as Textual has it
    session: OnlineSession

    def __init__(self, session: OnlineSession) -> None:
        super().__init__(session)
        self._hinted: Position | None = None
        self._asking = False  # whether the question about it is open
        self._woken = False  # whether news are about to be taken
        self._asked_at: tuple[str, int] | None = None  # where a takeback was last asked about

    @property
    def labels(self) -> tuple[str, str]:
        """What the seats are called; who is here is You."""
        names = list(self.session.labels())
        names[self.session.seat - 1] = YOU
        return names[0], names[1]

    def opened(self) -> None:
        session = self.session
        session.trouble = of(self).complain
        session.wake = self._wake
        session.open()
        self.set_interval(1.0, self._tick)
        self._happened()
        self._hear()

    def _tick(self) -> None:
        if self.session.state.clock:
            self._title()

    # --- news ---------------------------------------------------------------------------------

    def _wake(self) -> None:
        """There is news; from any thread."""
        if not self._woken:
            self._woken = True
            self.app.call_later(self._hear)

    def _hear(self) -> None:
        """Take what came; show the game as it is then, and tell what happened last."""
        self._woken = False
        said: list[tuple[str, str]] = []
        changed = False
        until = monotonic() + online.AT_ONCE
        try:
            for it in self.session.news():
                changed |= it.kind not in _NO_CHANGE
                if text := self._in_words(it):
                    said.append(text)
                if monotonic() > until:
                    self._wake()
                    break
        except LastpickError as error:
            self.session.close()
            self.tell("news", f"{error}.", "bad")
            return
        if changed:
            self._happened()
        if said:
            self.tell("news", *said[-1])
        now = (self.session.state.id, self.session.version)
        asked = self.session.takeback == 3 - self.session.seat
        if asked and self._asked_at != now and not self._asking:
            self._asked_at = now
            self._ask_about_takeback()

    def _in_words(self, it: Happened) -> tuple[str, str] | None:
        """What happened, and whether that is good or bad."""
        mine, friend = it.seat == self.session.seat, self.session.friend
        match it.kind:
            case told.PICK if not mine and not self.session.play.outcome:
                return f"{friend} picked {it.pick}.", ""
            case online.TAKEN_BACK:
                return f"Taken back: {it.pick}.", ""
            case told.ASK if mine:
                return f"Asked {friend} to take your last pick back.", ""
            case told.DECLINE if not mine:
                return f"{friend} declines.", ""
            case told.REMATCH if mine:
                return f"Asked {friend} for another game.", ""
            case told.REMATCH:
                return f"{friend} wants another game: m agrees.", "good"
            case online.JOINED:
                return f"{friend} is here.", "good"
            case news.AWAY:
                return f"The server is away: {it.text}. Trying again.", "bad"
            case news.BACK:
                return "The server is back.", ""
            case online.MOVED_ON:
                return "A new game: the other one starts.", ""
            case online.REFUSED:
                what = f"{it.pick} was not picked: " if it.pick is not None else ""
                why = f"{what}{it.text}."
                return f"{why[0].upper()}{why[1:]}", "bad"
            case online.SILENT:
                self.show_keys(_CLAIM_KEY, *_KEYS)
                return f"Nothing was heard of {friend} for a while: wait, or claim the win.", ""
        return None

    def _happened(self) -> None:
        super()._happened()
        session = self.session
        if session.play.outcome:
            going_on = "rematch" if session.match.winner else "next game"
            self.show_keys(("m", going_on, "rematch"), *_END_KEYS)
            return
        self.show_keys(*((_CLAIM_KEY, *_KEYS) if session.claimable else _KEYS))
        if not session.known:
            self.tell("status", "The server is asked how the game stands.")
        elif not session.joined:
            self.tell("status", "Waiting for your friend.")
        elif session.outgoing and session.play.turn == session.seat:
            self.tell("status", "On its way to the server ...")

    def _heading(self) -> str:
        clock = clock_line(self.session)
        return f"{super()._heading()}  {clock}" if clock else super()._heading()

    def _think(self) -> None:
        """The friend does, somewhere else."""

    # --- what the keys do ---------------------------------------------------------------------

    @property
    def waits_for(self) -> str:
        session = self.session
        if session.play.outcome or session.at_keyboard:
            return ""
        if session.outgoing is not None:
            return "Something is still on its way to the server: wait a moment."
        return (
            f"It is {session.friend}'s turn." if session.joined else "Your friend is not here yet."
        )

    def _send(self, send: Callable[[], object]) -> None:
        try:
            send()
        except LastpickError as error:
            self.could_not(error)
            return
        if not self.session.play.outcome:
            self._happened()

    def action_undo(self) -> None:
        if not self.session.play.outcome:
            self._send(self.session.undo)

    def _ask_about_takeback(self) -> None:
        session = self.session
        self._asking = True

        def answered(answer: str | None) -> None:
            self._asking = False
            if session.takeback == 3 - session.seat:
                self._send(lambda: session.answer_takeback(answer == "Agree"))

        asks = f"{session.friend} asks to take the last pick back."
        self.app.push_screen(Question(asks, ["Agree", "Decline"]), answered)

    def action_give_up(self) -> None:
        def answered(answer: str | None) -> None:
            if answer == "Give up" and not self.session.play.outcome:
                self._send(lambda: self.session.commit(RESIGN))

        if not self.session.play.outcome:
            asks = "Give up this game? It counts as lost."
            self.app.push_screen(Question(asks, ["Play on", "Give up"]), answered)

    def action_claim(self) -> None:
        if not self.session.play.outcome:
            self._send(lambda: self.session.send("claim"))

    def action_rematch(self) -> None:
        session = self.session
        if session.play.outcome is None:
            return
        if session.seat in session.state.rematch:
            self.tell("news", f"You have asked; {session.friend} has not answered yet.")
        else:
            self._send(lambda: session.send("rematch"))

    def hint(self) -> None:
        session = self.session
        if session.play.outcome:
            return
        position = session.play.position
        step = min(STEPS, self._hints + 1) if self._hinted == position else 1

        def given(hint: HintTold) -> None:
            if session.play.position == position:
                self._hinted, self._hints = position, step
                self._show_hint(hint, step, position)

        self.think(lambda _: session.hint(step), given)

    def _show_hint(self, hint: HintTold, step: int, position: Position) -> None:
        more = " (h tells more)" if step < STEPS else ""
        self.tell("coach", f"Hint {step} of {STEPS}: {hint.text}{more}")
        legal = position.legal
        if hint.pick in legal and hint.kind == WINS:
            self.board.mark(good=[hint.pick])
        elif hint.pick in legal:
            self.board.mark(hint=[hint.pick])
        elif hint.area and len(legal) > 1:
            low, high = hint.area
            self.board.mark(hint=[n for n in legal if low <= n <= high])
