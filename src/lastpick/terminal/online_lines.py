"""A game on a server in line mode: one seat at this keyboard, a friend somewhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any

from ..errors import LastpickError
from ..game import Position
from ..online import news, told
from ..online.kept_seats import HOST
from ..players.player import clean
from ..record import Play, doing
from . import online_session as online
from .commands import EntryLine, PromptWord
from .entries import read_pick, refusal
from .line_mode import LineMode
from .live_screen import Interrupted, LiveScreen
from .online_session import Happened, OnlineSession
from .progress import Progress
from .show_link import show_link

_SOON = 2.0  # seconds for an answer, before anything is said of it
_ANOTHER = "Enter rematch, review or quit: "


class OnlineLines(LineMode):
    """Line mode, in which what happens comes from the server."""

    session: OnlineSession
    screen: LiveScreen

    def __init__(self, session: OnlineSession, screen: LiveScreen) -> None:
        super().__init__(session, screen)
        self._turn_shown: tuple[str, int] | None = None
        self._turn_prompt = ""
        self._typed: int | None = None  # what was picked here, and needs no showing
        self._late: object = None  # of what was said that it is still on its way
        self._silent = False  # whether it was said that the friend is
        self._hinted: Position | None = None
        more = {"rematch": PromptWord("ask for another game", self._rematch),
                "review": PromptWord("every pick, graded", self._review),
                "rules": PromptWord("how this game is played", self._rules),
                "history": PromptWord("the numbers selected so far", self._history),
                "save FILE": PromptWord("write its record to a file", self._write_record),
                "quit": PromptWord("leave", self._quit)}  # fmt: skip
        self._after = EntryLine(screen, "Enter one of these", more)

    def _commands(self) -> dict[str, PromptWord]:
        known = super()._commands()
        return {
            **{name: known[name] for name in ("rules", "pool", "history", "hint")},
            "undo": PromptWord("ask to take your last pick back", self._undo),
            "yes": PromptWord("agree to what your friend asks", partial(self._reply, True)),
            "no": PromptWord("decline it", partial(self._reply, False)),
            "resign": known["resign"],
            "claim": PromptWord("win, if your friend has left", self._claim),
            "save FILE": known["save FILE"],
            "quit": PromptWord("leave, to come back later", self._quit),
        }

    # --- the course of a match ----------------------------------------------------------------

    def _play(self) -> None:
        session = self.session
        session.wake, self.screen.matters = self.screen.wake, session.any_news
        session.open()
        while True:
            while not session.known:
                self._listen()
            self._await_friend()
            self._introduce()
            self._game(session.begin())
            self._score()
            if not self._another():
                return

    def _await_friend(self) -> None:
        """Wait until somebody has taken the other seat."""
        session = self.session
        if session.joined:
            return
        if session.seated.kept.role == HOST:
            show_link(self.screen, session.seated.kept.link)
        while not session.joined:
            self._idle("Waiting for your friend (or type help): ", "Nobody is here yet.")

    def _turn(self, play: Play) -> None:
        session = self.session
        if session.outgoing is not None:
            self._deliver()
        elif session.at_keyboard:
            prompt = self._show_turn(play)
            self._safely(lambda: self._ask(play, prompt))
            self._hear()
        else:
            self._show_turn(play)
            friend = session.friend
            self._idle(f"Waiting for {friend} (or type help): ", f"It is {friend}'s turn.")

    def _show_turn(self, play: Play) -> str:
        """Whose turn it is, told once; the prompt."""
        session = self.session
        now = (session.state.id, len(play.events))
        if self._turn_shown != now:
            self._turn_shown = now
            self._turn_prompt = self.voice.turn(play)
            person = session.person
            if (who := session.called(person)) != person.name:
                self.screen.say(f"({doing(person.name, 'is')} {who}.)", "dim")
            if clock := clock_line(session):
                self.screen.say(f"({clock})", "dim")
        return self._turn_prompt

    def _ask(self, play: Play, prompt: str) -> None:
        """One entry; what comes of it is heard of."""
        entry = self.prompt.ask(prompt)
        if entry is None:
            return
        try:
            n = read_pick(entry, play.position)
        except LastpickError as error:
            self.screen.say(refusal(error, play.position), "bad")
            return
        self._typed = n
        self.session.commit(n)

    def _deliver(self) -> None:
        """Let the server answer; tell if it takes long."""
        session = self.session
        if self.screen.wait(_SOON):
            self._hear()
            return
        if self._late is not session.outgoing:
            self._late = session.outgoing
            n = session.outgoing.more.get("pick") if session.outgoing else None
            what = "What you did" if n is None else f"Your pick, {n},"
            self.screen.say(f"{what} is kept, and goes out as soon as the server answers.", "dim")
        self._idle("Waiting for the server (or type help): ", "Wait for the server.")

    def _another(self) -> bool:
        """Whether there is another game, after this one is over."""
        session, game = self.session, self.session.state.id
        while session.outgoing is not None:  # the pick that ended it
            self._listen()
        if self.match.winner is None:
            self._rematch()
        elif not self.screen.is_person:
            return False
        while session.state.id == game:
            if self.match.winner is None:
                self._idle(f"Waiting for {session.friend} to go on (or type help): ", "Wait.")
                continue
            self._safely(self._ask_after)
            self._hear()
        return True

    def _ask_after(self) -> None:
        if entry := self._after.ask(_ANOTHER):
            self.screen.say(f"'{clean(entry, 30)}' is none of rematch, review, quit.", "bad")

    # --- waiting ------------------------------------------------------------------------------

    def _idle(self, prompt: str, wait: str) -> None:
        """Until there is news; a person may enter commands meanwhile, but no number."""
        if not self.screen.is_person:
            self._listen()
            return

        def ask() -> None:
            if self.prompt.ask(prompt):
                self.screen.say(wait, "bad")

        self._safely(ask)
        self._hear()

    def _safely(self, ask: Callable[[], object]) -> None:
        """Ask something; what is refused is told, and news end it."""
        try:
            ask()
        except Interrupted:
            pass
        except LastpickError as error:
            reason = str(error)
            self.screen.say(f"{reason[0].upper()}{reason[1:]}.", "bad")

    def _listen(self) -> None:
        self.screen.wait()
        self._hear()

    def _hear(self) -> None:
        for happened in self.session.news():
            self._tell(happened)

    def _tell(self, it: Happened) -> None:
        """What happened, in words."""
        session, say = self.session, self.screen.say
        mine, friend = it.seat == session.seat, session.friend
        match it.kind:
            case online.COMING:
                prompt = self._show_turn(session.play)
                if not (mine and self._typed == it.pick):
                    say(f"{prompt}{it.pick}")
                self._typed, self._silent = None, False
            case told.PICK if it.before is not None:
                self.voice.picked(session.play, it.before)
            case online.TAKEN_BACK:
                say(f"Taken back: {it.pick}.")
                self.voice.pool(session.play)
            case told.ASK if mine:
                say(f"Asked {friend} to take your last pick back.")
            case told.ASK:
                say(f"{friend} asks to take the last pick back: enter yes or no.", "bold")
            case told.DECLINE:
                say("Declined." if mine else f"{friend} declines.")
            case told.REMATCH if mine:
                say(f"Asked {friend} for another game.")
            case told.REMATCH:
                say(f"{friend} wants another game.", "bold")
            case online.JOINED:
                say(f"{friend} is here.", "bold")
            case news.AWAY:
                say(f"The server is away: {it.text}. Trying again.", "dim")
            case news.BACK:
                say("The server is back.", "dim")
            case online.REFUSED:
                what = f"{it.pick} was not picked: " if it.pick is not None else ""
                self._typed = None
                why = f"{what}{it.text}."
                say(f"{why[0].upper()}{why[1:]}", "bad")
            case online.SILENT if not self._silent:
                self._silent = True
                say(f"Nothing was heard of {friend} for a while: wait, or enter claim to win.")

    # --- commands -----------------------------------------------------------------------------

    def _saved(self) -> str:
        return f"To come back to this game: {self.session.come_back}"

    def _undo(self) -> None:
        self.session.undo()

    def _reply(self, agree: bool) -> None:
        if self.session.takeback == 3 - self.session.seat:
            self.session.answer_takeback(agree)
        else:
            self.screen.say("Nobody asks you for anything.")

    def _claim(self) -> None:
        self.session.send("claim")

    def _rematch(self) -> None:
        if self.session.seat in self.session.state.rematch:
            self.screen.say(f"You have asked; {self.session.friend} has not answered yet.")
        else:
            self.session.send("rematch")

    def _review(self) -> None:
        from ..oracle.budget import MINUTE
        from .patience import Patience
        from .show_review import read_reviews, show_review

        with Patience(MINUTE) as patience:
            found = read_reviews(self.session.records(), patience)
        for one in found:
            show_review(self.screen, one)

    def _hint(self) -> None:
        """The next hint for this turn, by the server's coach."""
        from ..coach.hint import STEPS

        if not self.session.at_keyboard:
            self.screen.say("Hints are for whoever is to pick.")
            return
        position = self.session.play.position
        step = min(STEPS, self._hints + 1) if self._hinted == position else 1
        hint = _beside(lambda: self.session.hint(step), "The coach is thinking")
        self._hinted, self._hints = position, step
        self.screen.say(hint.text)
        if step < STEPS:
            self.screen.say("(hint again tells more)", "dim")


def clock_line(session: OnlineSession) -> str:
    """How much time both have; nothing without a clock."""
    left = [(name, session.time_left(seat)) for seat, name in enumerate(session.labels(), 1)]
    return ", ".join(f"{name} {minutes(at)}" for name, at in left if at is not None)


def minutes(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def _beside(work: Callable[[], Any], doing: str) -> Any:
    """Do something in another thread, so that the wait for it can be told and broken off."""
    found: list[Any] = []
    failed: list[LastpickError] = []

    def run() -> None:
        try:
            found.append(work())
        except LastpickError as error:
            failed.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    with Progress() as progress:
        while thread.is_alive():
            thread.join(0.25)
            progress.show(f"{doing} ...")
    if failed:
        raise failed[0]
    return found[0]
