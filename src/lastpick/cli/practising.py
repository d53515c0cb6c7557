"""Practising: alone, by lessons and puzzles, and from one's own games."""

from __future__ import annotations

from ..terminal import DONE
from ..terminal.reporting import print_json
from .options import add_exact, add_name, add_numbers, add_plot, add_seconds, leave_out

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.screen import Screen
    from .parser import Parser


def add_solo(parser: Parser) -> None:
    add_name(parser, nargs="?")
    add_numbers(parser)
    parser.add_argument("--best", action="store_true", help="show your personal bests instead")
    parser.add_argument(
        "--sheet",
        metavar="FILE",
        help="write a class sheet to a .html file, on several pools or on that of --numbers",
    )


def run_solo(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..errors import LastpickError
    from ..terminal.show_stats import bests_of, read_saved, show_bests, titles_of

    if args.sheet:
        return _solo_sheet(args, screen)
    if not args.best:
        from ..terminal.solo import solo

        if args.json:
            raise LastpickError("--json is for personal bests, as in lastpick solo --best --json")
        if args.game is None:
            raise LastpickError("which game? lastpick solo GAME, or lastpick solo --best")
        return solo(args.game, args.numbers, screen)
    book = open_book(args.game, args.numbers) if args.game else None
    kept = read_saved(screen)
    bests = bests_of(kept, book and book.game)
    if args.json:
        return print_json([best._asdict() for best in bests])
    if bests:
        show_bests(screen, bests, titles_of(kept))
    else:
        screen.say(f"No finished games{f' of {book.title}' if book else ''} yet.")
    return DONE


def _solo_sheet(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach.solo_sheet import pools, solo_sheet
    from ..errors import LastpickError
    from ..files import PAGE, check_file, write_whole
    from ..oracle.budget import MINUTE
    from ..terminal.patience import Patience
    from ..terminal.progress import STOPPED
    from ..terminal.show_longest import read_longest

    if args.best or args.json:
        raise LastpickError("a --sheet has no bests of yours in it; leave out --best and --json")
    if args.game is None:
        raise LastpickError("a --sheet of which game? As in lastpick solo GAME --sheet FILE")
    check_file(args.sheet, *PAGE)
    book = open_book(args.game, args.numbers)
    games = [book.game] if args.numbers else pools(book)
    with Patience(MINUTE) as patience:
        tasks = [(game, read_longest(game, patience)) for game in games]
    if patience.interrupted:
        raise KeyboardInterrupt(STOPPED)
    write_whole(args.sheet, solo_sheet(book, tasks))
    screen.say(f"The sheet is in {args.sheet}")
    return DONE


def add_learn(parser: Parser) -> None:
    parser.add_argument(
        "lesson",
        nargs="?",
        metavar="LESSON",
        help="a lesson's name or number, or the path of a lesson file (default: list them)",
    )


def run_learn(args: argparse.Namespace, screen: Screen) -> int:
    from ..coach.lesson_file import open_lesson
    from ..coach.lesson_progress import LessonProgress
    from ..terminal.learn import (
        Classroom,
        all_lessons,
        as_data,
        checked,
        next_lesson,
        show_lessons,
        show_next,
    )

    progress = LessonProgress.opened(screen.complain)
    if args.lesson is None:
        lessons = all_lessons()
        if args.json:
            return print_json(as_data(lessons, progress))
        show_lessons(screen, lessons, progress)
        show_next(screen, next_lesson(lessons, progress))
        return DONE
    lesson = checked(open_lesson(args.lesson))
    if args.json:
        return print_json(as_data([lesson], progress))
    return Classroom(lesson, progress, screen).sit()


def add_puzzle(parser: Parser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a game's name, the path of a game file, or a puzzle's id; --daily brings its own",
    )
    add_numbers(parser)
    parser.add_argument(
        "--daily",
        nargs="?",
        const="",
        metavar="DATE",
        help="the one puzzle of a day, as YYYY-MM-DD (default: today, by UTC)",
    )
    parser.add_whole("--level", "L", "how hard to see, 1 to 5 (default: any)", least=1, most=5)
    parser.add_whole("--count", "N", "how many (default 5)", least=1, most=100)
    parser.add_whole("--seed", "S", "repeat a set of puzzles", least=0)
    parser.add_argument("--sheet", metavar="FILE", help="write a class sheet to a .html file")
    parser.add_argument(
        "--choices", action="store_true", help="list on the sheet what may be picked in each puzzle"
    )
    add_exact(parser)
    add_seconds(parser, 600)


def run_puzzle(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach.puzzle_id import is_puzzle_id, open_puzzle
    from ..coach.puzzles import as_data
    from ..errors import LastpickError
    from ..files import PAGE, check_file, write_whole
    from ..terminal.patience import Patience
    from ..terminal.show_puzzles import read_puzzles, sit

    if args.sheet:
        check_file(args.sheet, *PAGE)
    elif args.choices:
        raise LastpickError("--choices is for a class sheet: add --sheet FILE")
    if args.daily is not None:
        return _daily(args, screen)
    if args.game is None:
        raise LastpickError("which game? lastpick puzzle GAME, or lastpick puzzle --daily")
    with Patience(args.seconds) as patience:
        if is_puzzle_id(args.game):
            leave_out("a puzzle's id says it all", _chosen(args))
            book, puzzle = open_puzzle(args.game, patience.budget)
            puzzles, missing = [puzzle], None
        else:
            book = open_book(args.game, args.numbers)
            count = args.count or 5
            puzzles, missing = read_puzzles(
                book.game, count, args.level, args.seed, patience, alike=not args.sheet
            )
    if args.sheet and puzzles:
        from ..coach.worksheet import sheet

        write_whole(args.sheet, sheet(book, puzzles, args.choices))
    if missing:
        screen.note(f"lastpick: {missing}")
    code = patience.code(complete=missing is None)
    if args.json:
        print_json([as_data(puzzle) for puzzle in puzzles])
    elif args.sheet and puzzles:
        screen.say(f"The sheet is in {args.sheet}")
    elif puzzles and not patience.interrupted:
        return sit(book, puzzles, screen, args.exact) or code
    return code


def _daily(args: argparse.Namespace, screen: Screen) -> int:
    from ..coach.daily import as_data
    from ..files import write_whole
    from ..terminal.patience import Patience
    from ..terminal.show_puzzles import read_daily, sit_daily

    leave_out("the puzzle of a day is the same for all", {"GAME": args.game, **_chosen(args)})
    with Patience(args.seconds) as patience:
        found = read_daily(args.daily or None, patience)
    if args.sheet:
        from ..coach.worksheet import sheet

        write_whole(args.sheet, sheet(found.book, [found.puzzle], args.choices))
    if args.json:
        return print_json(as_data(found))
    if args.sheet:
        screen.say(f"The sheet is in {args.sheet}")
        return DONE
    return sit_daily(found, screen, args.exact)


def _chosen(args: argparse.Namespace) -> dict[str, object]:
    """What says which puzzles are wanted."""
    chosen = {"--numbers": args.numbers, "--level": args.level}
    return {**chosen, "--count": args.count, "--seed": args.seed}


def add_review(parser: Parser) -> None:
    parser.add_argument(
        "record",
        metavar="RECORD",
        help="a file written with --record, a name from lastpick history, or last",
    )
    add_exact(parser)
    add_seconds(parser)
    add_plot(parser)


def run_review(args: argparse.Namespace, screen: Screen) -> int:
    from ..coach import plots
    from ..coach.review import as_data
    from ..terminal.history import find_records
    from ..terminal.patience import Patience
    from ..terminal.show_review import in_time, read_reviews, show_review

    if args.plot:
        plots.check(args.plot)
    games = find_records(args.record, screen)
    with Patience(args.seconds) as patience:
        reviews = read_reviews(games, patience)
    if args.plot:
        plots.plot_reviews(args.plot, reviews)
    if args.json:
        print_json([as_data(review) for review in reviews])
    else:
        for review in reviews:
            show_review(screen, review, args.exact)
    return patience.code(in_time(reviews))
