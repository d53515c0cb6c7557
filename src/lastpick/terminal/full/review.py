"""A finished game on the board, step by step: who was winning, mistakes, and what was better."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding

from ...catalog import Book
from ...coach.review import GradedStep, Review, review
from ...errors import IllegalPick
from ...game import Position
from ...oracle import Budget, solve
from ...oracle.judge import KEPT, THREW
from ...players import display_name
from ...record import Person, Play, Record, Tiles
from ..show_review import decisions, ended, instead, told, turning
from .asking import Asking, let_others
from .board_screen import BoardScreen
from .graph import WinningGraph
from .mistakes import MistakesScreen
from .reasons import Drawn, drawn
from .try_out import TryScreen
from .words import why_over

_FOR_EVER = 1e9  # seconds: it is given up when the screen is left
_STYLES = {THREW: "bad", KEPT: "good"}


class ReviewScreen(BoardScreen):
    """One game, or the games of a match; `yours` are seats in the one that is shown first.

    It opens at the turning point, once that is known. A game of one's own brings its book along.
    """

    DEFAULT_CSS = "ReviewScreen.-low WinningGraph { height: 2; }"
    BINDINGS = [  # noqa: RUF012
        Binding("right", "forward", show=False, priority=True),
        Binding("left", "back", show=False, priority=True),
        Binding("home", "to_start", show=False, priority=True),
        Binding("end", "to_end", show=False, priority=True),
        Binding("n", "next_mistake", show=False),
        Binding("p", "previous_mistake", show=False),
        Binding("m", "replay", show=False),
        Binding("w", "why", show=False),
        Binding("right_square_bracket", "next_game", show=False),
        Binding("left_square_bracket", "previous_game", show=False),
        Binding("r,f1,question_mark", "rules", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    ENTER = "try it"

    def __init__(
        self,
        record: Record | list[Record],
        yours: tuple[int, ...] = (),
        at: int = -1,
        explains: bool = False,
        book: Book | None = None,
    ) -> None:
        self.games = [record] if isinstance(record, Record) else list(record)
        self.game_at = at % len(self.games)
        super().__init__(book or self.record.book)
        people = self.record.players
        self._people: set[Person] = {people[seat - 1] for seat in yours}
        self.found: dict[int, Review] = {}  # by the game
        self.at = 0  # the step that is shown; after the last one, the end
        self.explains = explains  # whether the board shows why
        self._set_out()

    def _set_out(self) -> None:
        """Take the game that is to be shown to pieces."""
        self.play: Play = self.record.play()
        self.positions: list[Position] = [self.record.game.start()]
        for move in self.play.moves:
            before = self.positions[-1]
            self.positions.append(before if move is None else before.pick(move))
        if self.play.ending:
            self.positions.append(self.positions[-1])

    @property
    def record(self) -> Record:
        return self.games[self.game_at]

    @property
    def review(self) -> Review | None:
        """None as long as it is not there."""
        return self.found.get(self.game_at)

    @property
    def labels(self) -> tuple[str, str]:
        one, two = map(display_name, self.record.players)
        return (one, two) if one != two else (f"{one} (Player 1)", f"{two} (Player 2)")

    @property
    def yours(self) -> tuple[int, ...]:
        """The seats whose mistakes are replayed: those that were named, else those of people."""
        players = list(enumerate(self.record.players, 1))
        named = tuple(seat for seat, person in players if person in self._people)
        return named or tuple(seat for seat, person in players if person.bot is None) or (1, 2)

    @property
    def step(self) -> GradedStep | None:
        """What was done here, if that is worked out and this is not the end."""
        found = self.review
        return found.steps[self.at] if found and self.at < len(found.steps) else None

    @property
    def busy(self) -> bool:
        return super().busy or self._reasons.busy

    def above(self) -> ComposeResult:
        yield WinningGraph(id="graph")

    def opened(self) -> None:
        self._reasons = Asking(self.app)
        self.board.hide_legal = False
        self._open_game()

    def on_unmount(self) -> None:
        super().on_unmount()
        self._reasons.give_up()

    # --- one of the games -------------------------------------------------------------

    def _open_game(self) -> None:
        record, which = self.record, ""
        self._set_out()
        self.at = 0
        self._stepped = False  # whether somebody has chosen what to look at
        if len(self.games) > 1:
            which = f", game {self.game_at + 1} of {len(self.games)}"
        self.name_it(f"Review{which}: {self.book.title} {record.game.numbers}, {record.date}")
        if self.review is None:
            self._draw()
            self._grade()
        else:
            self._show_turning_point(self.review)

    def _grade(self) -> None:
        record, at = self.record, self.game_at

        def tell(done: int, of: int) -> None:
            self.asking.doing = f"Looking through the game: {done} of {of} moves"
            let_others()

        def graded(found: Review) -> None:
            self.found[at] = found
            if self.game_at == at:
                self._show_turning_point(found)

        doing = "Looking through the game"
        self.think(lambda budget: review(record, tell, budget), graded, doing, _FOR_EVER)

    def _show_turning_point(self, found: Review) -> None:
        """Where it was decided, unless somebody looks at something else by now."""
        if not self._stepped and found.turning_point:
            self.at = found.steps.index(found.turning_point)
        self._draw()

    def action_next_game(self) -> None:
        self._turn_to(self.game_at + 1)

    def action_previous_game(self) -> None:
        self._turn_to(self.game_at - 1)

    def _turn_to(self, at: int) -> None:
        if at in range(len(self.games)):
            self.give_up()
            self.game_at = at
            self._open_game()

    # --- what is shown ----------------------------------------------------------------

    def _draw(self) -> None:
        position, end = self.positions[self.at], len(self.positions) - 1
        over = self.at == end
        makers = self.play.makers[: len(position.picks)]
        self.board.mark()
        self._reasons.give_up()
        tiles = Tiles(position, makers, over)
        self.show(tiles, turn=self._turn, active=not over)
        self._draw_graph()
        if over:
            self._tell_end()
        else:
            self._tell_step()
        turning_point = self.review and self.review.turning_point
        here = self.step is not None and self.step is turning_point
        self.tell("news", "Here the game was decided." if here else "")
        self.tell("picks", "" if over else self._summary())
        self._show_keys()

    @property
    def _turn(self) -> int:
        """Whose turn it was."""
        return 1 + min(self.at, len(self.play.moves)) % 2

    def _draw_graph(self) -> None:
        found, many = self.review, len(self.positions)
        winners = found.winners if found else [None] * many
        mistakes = {
            at: step.seat for at, step in enumerate(found.steps if found else ()) if step.mistake
        }
        self.query_one(WinningGraph).show(self.labels, winners, mistakes, self.at)

    def _tell_step(self) -> None:
        number = f"{self.at + 1} of {len(self.positions) - 1}"
        step, found = self.step, self.review
        if step is None or found is None:
            self.tell("status", f"{number}: {self._did}.")
            self.tell("coach")
            if self._pick is not None:
                self.board.cursor = self._pick
            return
        self.tell("status", f"{number}: {told(found, step)}.", _STYLES.get(step.grade, ""))
        self.tell("coach", instead(step))
        self._mark(step)
        if self._pick is not None:
            self.board.cursor = self._pick
        if self.explains:
            self._explain(step)

    @property
    def _pick(self) -> int | None:
        moves = self.play.moves
        return moves[self.at] if self.at < len(moves) else None

    @property
    def _did(self) -> str:
        who = self.labels[self._turn - 1]
        if self.at >= len(self.play.moves):
            return "the game was given up"
        return f"{who} forfeited the turn" if self._pick is None else f"{who} picked {self._pick}"

    def _mark(self, step: GradedStep, why: Drawn | None = None) -> None:
        """The pick that was made, and those that were better."""
        why = why or Drawn()
        pick = step.event if isinstance(step.event, int) else None
        bad = [pick] if step.mistake and pick is not None else []
        right = [pick] if step.mattered and pick is not None else []
        good = step.winning if step.grade == THREW else right
        if why.words and why.pick is not None:
            good = [why.pick]  # the others show what they are then
        traps = step.best[:6] if step.trap is not None else ()
        self.board.mark(good=good, bad=bad, hint=traps, pairs=why.pairs, groups=why.groups)

    def _explain(self, step: GradedStep) -> None:
        """Have the reason drawn on the board."""
        position, at = self.positions[self.at], self.at

        def work(budget: Budget) -> Drawn:
            return drawn(position, solve(position, budget), budget)

        def shown(why: Drawn) -> None:
            if self.step is step and self.at == at and self.explains:
                self._mark(step, why)
                words = why.words or "The board has no picture of the reason here."
                self.tell("coach", "\n".join(filter(None, (instead(step) or step.plain, words))))

        self._reasons.ask("The coach is thinking", work, shown, self.could_not)

    def _tell_end(self) -> None:
        found = self.review
        self.tell("status", f"The end. {why_over(self.play, self.labels)}")
        lines = [self.play.stuck, *(self._worth(found) if found else ())]
        self.tell("coach", "\n".join(filter(None, lines)))
        self.tell("look")

    def _summary(self) -> str:
        """Who won, and what that was worth."""
        found = self.review
        return "\n".join([f"Result: {ended(found)}", *self._worth(found)]) if found else ""

    def _worth(self, found: Review) -> list[str]:
        """Where it was decided, and how each of them decided."""
        lines = [turning(found), decisions(found, 1), decisions(found, 2)]
        if found.not_graded:
            lines.append(f"Not graded: {found.not_graded} of {len(found.steps)} moves.")
        return lines

    def _show_keys(self) -> None:
        over = self.at == len(self.positions) - 1
        keys = [("\u2190", "", "back"), ("\u2192", "step", "forward")]
        if self._mistakes and not over:
            keys.append(("n", "mistake", "next_mistake"))
        if self._yours_wrong:
            keys.append(("m", "replay", "replay"))
        if not over:
            keys.append(("w", "why", "why"))
        if len(self.games) > 1:
            keys += [("[", "", "previous_game"), ("]", "game", "next_game")]
        self.show_keys(*keys, ("r", "rules", "rules"), ("Esc", "back", "leave"))

    # --- stepping ---------------------------------------------------------------------

    def _step_to(self, at: int) -> None:
        self._stepped = True
        at = max(0, min(at, len(self.positions) - 1))
        if at != self.at:
            self.at = at
            self._draw()

    def action_forward(self) -> None:
        self._step_to(self.at + 1)

    def action_back(self) -> None:
        self._step_to(self.at - 1)

    def action_to_start(self) -> None:
        self._step_to(0)

    def action_to_end(self) -> None:
        self._step_to(len(self.positions) - 1)

    def on_winning_graph_step_chosen(self, event: WinningGraph.StepChosen) -> None:
        self._step_to(event.at)

    @property
    def _mistakes(self) -> list[int]:
        found = self.review
        return [at for at, step in enumerate(found.steps) if step.mistake] if found else []

    @property
    def _yours_wrong(self) -> list[int]:
        found = self.review
        return [at for at in self._mistakes if found and found.steps[at].seat in self.yours]

    def action_next_mistake(self) -> None:
        later = [at for at in self._mistakes if at > self.at]
        self._step_to(later[0] if later else len(self.positions) - 1)

    def action_previous_mistake(self) -> None:
        earlier = [at for at in self._mistakes if at < self.at]
        self._step_to(earlier[-1] if earlier else 0)

    def action_why(self) -> None:
        self.explains = not self.explains
        self._draw()

    # --- other picks ------------------------------------------------------------------

    def picked(self, n: int, /) -> None:
        position = self.positions[self.at]
        if self.at == len(self.positions) - 1:
            self.tell("news", "This is the end: go back to try other picks.")
            return
        try:
            position.pick(n)
        except IllegalPick as error:
            self.refuse(n, error)
            return
        makers = self.play.makers[: len(position.picks)]
        self.app.push_screen(TryScreen(self.book, position, makers, self._turn, self.labels, n))

    def action_replay(self) -> None:
        found, wrong = self.review, self._yours_wrong
        if found is None or not wrong:
            return
        asked = [(self.positions[at], found.steps[at]) for at in wrong]
        self.app.push_screen(MistakesScreen(self.book, asked, self.play.makers, self.labels))
