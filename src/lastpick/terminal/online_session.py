"""A game on a server as a session: the same as one at this machine, but for who decides.

The friend is not seated as a player that is asked for a pick, as a bot or an engine is: they also
resign, ask to take back, run out of time and want another game, at any moment. So what is shared
with line mode and the full screen is the session. Nothing happens in it but what the server says:
a pick that is made here is sent, and stands as soon as it is heard of like any other.

Threads bring the news to an inbox and call `wake`; while it is full they wait, and so does the
server. Whoever shows the session then goes through `news`, so that the game changes in one thread
only, and one step at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from time import monotonic, sleep
from typing import Any, NamedTuple

from ..errors import LastpickError, OnlineError
from ..game import Position
from ..journal import NUMBERED, Setup
from ..online.calls import Refused
from ..online.entering import Seated, go_on
from ..online.news import AWAY, BACK, NewsReader
from ..online.outbox import Outbox, Outgoing
from ..online.told import (
    ASK,
    DECLINE,
    PICK,
    REMATCH,
    ChangeTold,
    HintTold,
    StateTold,
    read_change,
    read_hint,
    read_presence,
    read_state,
)
from ..players.player import clean
from ..record import CONCEDE, RESIGN, UNDO, YOU, Event, Match, Person, Play, Record, records
from .record_files import save_records
from .session import Session

KNOWN, JOINED, COMING, TAKEN_BACK, ENDED, DELIVERED, REFUSED, MOVED_ON, SILENT = (
    "known", "joined", "coming", "taken back", "ended", "delivered", "refused", "moved on",
    "silent",
)  # fmt: skip
_ANSWERED = "answered"
_STALE = 409
_MOST_WAITING = 32  # news that are kept until they are shown
_FULL = 0.02  # seconds until a thread looks again whether there is room: a flood is slowed down
AT_ONCE = 0.1  # seconds in which news are taken, before anybody looks at the keys again
_ANYWAY = ("resign", "rematch")  # calls that mean the same in whatever state of the game


class Happened(NamedTuple):
    """What there is to tell: its kind, and by whom, which number, where, or why."""

    kind: str  # one of those above, or of what the server tells
    seat: int = 0
    pick: int | None = None
    before: Position | None = None
    text: str = ""


class OnlineMatch(Match):
    """A match of which one game is known, and the score before it."""

    def __init__(self, seated: Seated, people: tuple[Person, Person]) -> None:
        super().__init__(seated.book.game, people, best_of=seated.state.best_of)
        one, two = seated.state.score
        won = seated.state.winner
        self._before = (one - (won == 1), two - (won == 2))
        self._number = seated.state.number
        self.plays = [Play(self.game, given=seated.state.given)]
        seated.calls.shaped(self._begin_from, seated.state.picks[: seated.state.given])

    @property
    def number(self) -> int:
        return self._number

    @property
    def score(self) -> tuple[int, int]:
        one, two = self._before
        won = self.play.outcome and self.play.outcome.winner
        return one + (won == 1), two + (won == 2)

    def _begin_from(self, picks: tuple[int, ...]) -> None:
        for n in picks:
            self.play.add(n)

    def begin(self) -> Play:
        """The game that is played: the next one comes from the server."""
        return self.play


class OnlineSession(Session):
    """One seat of a game on a server. `wake` is called by other threads when there is news."""

    def __init__(
        self, seated: Seated, trouble: Callable[[str], object], record: str | None = None
    ) -> None:
        self.wake: Callable[[], object] = lambda: None
        self._inbox: deque[tuple[str, str, Any]] = deque()  # no lock that Ctrl-C could leave held
        self._steps: Iterator[Happened] = iter(())
        self._untold: tuple[Happened, ...] = ()  # one at most: what is told next
        self._broken: LastpickError | None = None  # why there is no more
        self._finished: list[Record] = []  # the games before this one
        people = _people(seated.state, seated.kept.seat)
        setup = Setup(
            game=seated.book.game.name,
            toml=seated.book.source,
            numbers=str(seated.book.game.numbers),
            people=people,
            named=(False, False),
            first=0,
            best_of=seated.state.best_of,
            strikes=None,
            seed=0,
            date=date.today().isoformat(),
            record=record,
        )
        match = OnlineMatch(seated, people)
        super().__init__(setup, seated.book, match, None, {}, trouble, record=record)
        self._enter(seated)
        self._goes_on = self.seat in seated.state.rematch  # asked for here, before it was left

    def _enter(self, seated: Seated) -> None:
        """Take the seat in a game; what happened there before comes as news."""
        kept = seated.kept
        self.seated = seated
        self.seat = kept.seat or 1
        self.match = OnlineMatch(seated, self.match.people)
        self.version = 0  # of what has been heard
        self.known = False  # whether all that happened before has been heard
        self.away: str | None = None  # why the server cannot be reached
        self.outgoing: Outgoing | None = None  # what has been sent, and is not heard of yet
        self._until: int | None = None  # the version that its answer told
        self._wanted: Outgoing | None = None  # what came too late, and is wanted all the same
        self._resent = False  # whether it was sent before somebody left and came back
        self.takeback: int | None = None  # the seat that asks for one
        self._seen_at = monotonic()
        self._seen: tuple[float | None, float | None] = (None, None)
        self._offset: float | None = None  # of the server's clock
        self._take_state(seated.state)
        game, token = kept.link.game, kept.token or ""
        self._outbox = Outbox(seated.calls, game, token, self._answered(game))
        self._news = NewsReader(seated.calls, game, token, 0, self._heard(game))

    def open(self) -> None:
        """Begin to listen, unless somebody does already."""
        if self._news.ident is None:
            self._outbox.start()
            self._news.start()

    # --- from other threads -------------------------------------------------------------------

    def _heard(self, game: str) -> Callable[[str, Any], None]:
        def heard(kind: str, data: Any) -> None:
            while len(self._inbox) >= _MOST_WAITING:
                sleep(_FULL)
            self._inbox.append((game, kind, data))
            self.wake()

        return heard

    def _answered(self, game: str) -> Callable[[Outgoing, Any, OnlineError | None], None]:
        heard = self._heard(game)
        return lambda *answer: heard(_ANSWERED, answer)

    # --- who plays ----------------------------------------------------------------------------

    @property
    def yours(self) -> int:
        return self.seat

    @property
    def friend(self) -> str:
        """What the other one is called."""
        return self.called(self.match.people[2 - self.seat])

    @property
    def at_keyboard(self) -> bool:
        mine = self.play.turn == self.seat and self.outgoing is None and self.joined
        return mine and self.known and not self.play.outcome

    @property
    def joined(self) -> bool:
        """Whether the friend has come."""
        return self.state.people is None or self.state.people[2 - self.seat].joined

    @property
    def kept(self) -> bool:
        return True

    @property
    def come_back(self) -> str:
        """The command that goes on with this game."""
        return f"lastpick join {self.seated.kept.link.page}"

    # --- the clock, and whether the friend is there -------------------------------------------

    def time_left(self, seat: int) -> float | None:
        """Seconds; None without a clock."""
        clock = self.state.clock
        if clock is None:
            return None
        left = clock.left[seat - 1]
        running = clock.running and clock.since is not None and not self.play.outcome
        if running and seat == self.state.turn and self._offset is not None:
            left -= max(0.0, monotonic() + self._offset - (clock.since or 0.0))
        return max(0.0, left)

    @property
    def claimable(self) -> bool:
        """Whether the game can be claimed: it is the friend's turn, and they are silent."""
        if self.play.outcome or self.play.turn == self.seat or not self.joined:
            return False
        if self.time_left(3 - self.seat) == 0.0:
            return True
        seen = self._seen[2 - self.seat]
        waited = monotonic() - self._seen_at
        return bool(seen) and (seen or 0.0) + waited >= self.state.claim_after

    # --- what a player does -------------------------------------------------------------------

    def commit(self, *events: Event) -> None:
        """Send a pick, which has to be legal, or a resignation."""
        for event in events:
            if isinstance(event, int):
                self.play.position.pick(event)
                self.send("picks", pick=event)
            elif event == RESIGN:
                self.send("resign")

    def undo(self) -> list[str]:
        """Ask to take back; the friend has to agree, so nothing is taken back yet."""
        self.send("takeback")
        return []

    def answer_takeback(self, agree: bool) -> None:
        self.send("takeback", agree=agree)

    def send(self, call: str, **more: Any) -> None:
        """Have a call made, now or when the server is back; kept before that."""
        if self.outgoing is not None:
            raise OnlineError("something is still on its way to the server; wait a moment")
        going = Outgoing.new(call, self.version, **more)
        self._goes_on |= call == "rematch"
        self.seated.kept.note(going)
        self.outgoing = going
        self._outbox.send(going)

    def hint(self, step: int) -> HintTold:
        """A hint of the server's coach; it may take some seconds."""
        kept, calls = self.seated.kept, self.seated.calls
        hint = calls.get(f"/api/games/{kept.link.game}/hint?step={step}", kept.token)
        return calls.shaped(read_hint, hint)

    # --- news ---------------------------------------------------------------------------------

    def news(self) -> Iterator[Happened]:
        """Everything that came, one step at a time."""
        while self.any_news():
            if self._broken is not None:
                raise self._broken
            (told,), self._untold = self._untold, ()
            yield told

    def any_news(self) -> bool:
        """Whether there is something to tell. What needs no telling is taken in passing."""
        if not self._untold and self._broken is None:
            try:
                self._untold = tuple(islice(self._steps, 1))
                if not self._untold:
                    self._steps = self._taken()
                    self._untold = tuple(islice(self._steps, 1))
            except LastpickError as error:
                self._broken = error
        return bool(self._untold) or self._broken is not None

    def _taken(self) -> Iterator[Happened]:
        until = monotonic() + AT_ONCE
        while monotonic() < until:
            if not self._inbox:
                return
            game, kind, data = self._inbox.popleft()
            if game == self.seated.kept.link.game:
                yield from self._take(kind, data)
        self.wake()  # the rest, once the keys were heard

    def _take(self, kind: str, data: Any) -> Iterator[Happened]:
        calls = self.seated.calls
        match kind:
            case "change":
                yield from self._change(calls.told(read_change, data))
            case "state":
                yield from self._state(calls.told(read_state, data))
            case "presence":
                self._seen, self._seen_at = calls.told(read_presence, data), monotonic()
                if self.claimable:
                    yield Happened(SILENT, 3 - self.seat)
            case "answered":
                yield from self._answer(*data)
            case "away":
                self.away = data
                yield Happened(AWAY, text=data)
            case "back":
                self.away = None
                self._outbox.poke()
                yield Happened(BACK)
            case "gone":
                raise OnlineError(f"{self.seated.kept.link.page}: {data}")

    def _change(self, change: ChangeTold) -> Iterator[Happened]:
        if change.version <= self.version:
            return
        if change.version != self.version + 1:
            raise self._disagree("an event is missing")
        if change.kind == PICK and self.known:
            yield Happened(COMING, change.seat, change.pick)
        try:
            happened = self._apply(change)
        except LastpickError as error:
            raise self._disagree(str(error)) from None
        self.version = change.version
        self._heard_of()
        if self.known:
            yield happened

    def _apply(self, change: ChangeTold) -> Happened:
        play, seat, kind = self.play, change.seat, change.kind
        before = play.position
        if kind == PICK:
            if seat != play.turn or change.pick is None:
                raise LastpickError("a pick of somebody whose turn it was not")
            play.add(change.pick)
            self.takeback = None
            return Happened(PICK, seat, change.pick, before)
        if kind == UNDO:
            play.add(UNDO)
            self.takeback = None
            return Happened(TAKEN_BACK, seat, before.last)
        if kind in (ASK, DECLINE):
            self.takeback = seat if kind == ASK else None
        elif kind != REMATCH:
            play.add(CONCEDE if kind == RESIGN and seat != play.turn else kind)
            self.takeback = None
            return Happened(ENDED, seat)
        return Happened(kind, seat)

    def _state(self, state: StateTold) -> Iterator[Happened]:
        if state.version < self.version:
            return
        if state.version > self.version or state.picks != self.play.position.picks:
            raise self._disagree("the picks are others")
        came = not self.joined
        self._take_state(state)
        if not self.known:
            self.known = True
            yield Happened(KNOWN)
            self._send_again()
        elif came and self.joined:
            yield Happened(JOINED, 3 - self.seat)
        self._want_again()
        asked = self._goes_on and self.seat in state.rematch
        if state.next and asked and self.outgoing is None:
            self.send("rematch")  # both want it: this call gives the seat

    def _take_state(self, state: StateTold) -> None:
        self.state = state
        self.takeback = state.takeback
        if state.now is not None:
            self._offset = state.now - monotonic()
        if state.people is None:
            return
        self.match.people = _people(state, self.seat)
        one, two = state.people
        people = self.match.people
        named = (people[0].name == one.name, people[1].name == two.name)
        self.setup = self.setup._replace(people=people, named=named)
        self._seen, self._seen_at = (one.seen, two.seen), monotonic()

    def _send_again(self) -> None:
        """What was sent before somebody left, and perhaps not answered."""
        call = self.seated.kept.unanswered
        if call is not None and call.version == self.version and not self.play.outcome:
            self.outgoing, self._resent = call, True
            self._outbox.send(call)

    def _answer(self, call: Outgoing, answer: Any, error: OnlineError | None) -> Iterator[Happened]:
        if call is not self.outgoing:
            return
        resent, self._resent = self._resent, False
        if error is not None:
            self.outgoing = None
            stale = isinstance(error, Refused) and error.status == _STALE
            if stale and call.call in _ANYWAY:
                self._wanted = call
                self._want_again()
            elif not resent:
                why = "the game has moved on" if stale else str(error)
                yield Happened(REFUSED, self.seat, call.more.get("pick"), text=why)
        elif call.call == "rematch":
            self.outgoing = None
            if seated := go_on(self.seated, answer):
                self._move_on(seated)
                yield Happened(MOVED_ON)
        else:
            state = self.seated.calls.shaped(read_state, answer)
            self._until = state.version
            self._heard_of()
            yield Happened(DELIVERED)

    def _want_again(self) -> None:
        """Send once more what came too late, as soon as it is heard what came before it."""
        call = self._wanted
        if call is None or self.outgoing is not None or self.version <= call.version:
            return
        self._wanted = None
        if call.call == "rematch" or not self.play.outcome:
            self.send(call.call, **call.more)

    def _heard_of(self) -> None:
        """What was sent and answered is on its way no more, once the news of it have come."""
        if self._until is not None and self.version >= self._until:
            self.outgoing, self._until = None, None

    def _disagree(self, why: str) -> OnlineError:
        page = self.seated.kept.link.page
        return OnlineError(
            f"this Lastpick and the server do not agree about the game: {clean(why, 200)};"
            f" go on with it in a browser: {page}"
        )

    # --- the next game, and the end -----------------------------------------------------------

    def _move_on(self, seated: Seated) -> None:
        self._finished += self.records()
        self._stop()
        self._enter(seated)
        self._goes_on = False
        self.open()

    def _stop(self) -> None:
        self._outbox.stop()
        self._news.stop()

    def close(self) -> None:
        self._stop()
        self._inbox.clear()  # nobody waits for room any more
        self.seated.kept.close()

    def records(self) -> list[Record]:
        """The game, as which one of its match it is."""
        about = (self.match.number, self.match.best_of) if self.match.best_of > 1 else None
        found = records(self.match, self.setup.date, self.book.title)
        return [one._replace(match=about, given=self.play.given) for one in found]

    def write_record(self, path: str) -> None:
        save_records(path, [*self._finished, *self.records()])


def _people(state: StateTold, seat: int | None) -> tuple[Person, Person]:
    """Those in the two seats; without a name the one here is You, the other one a number."""
    told = state.people or ()
    names = [None if one.name in (YOU, *NUMBERED) else one.name for one in told] or [None, None]
    if names[0] == names[1]:
        names = [None, None]
    one, two = (
        Person(name or (YOU if at == seat else NUMBERED[at - 1]))
        for at, name in enumerate(names, 1)
    )
    return one, two
