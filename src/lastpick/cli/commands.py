"""What each command does: it imports its room when it runs, and gives an exit code."""

from __future__ import annotations

from ..terminal import DONE, UNABLE

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.online import Request
    from ..terminal.screen import Screen


def run_menu(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.full.open import open_home, why_not

    if not args.plain and why_not(screen) is None:
        return open_home()
    from ..terminal.menu import menu

    return menu(screen)


def run_help(args: argparse.Namespace, _: Screen) -> int:
    from . import parser_of

    parser_of(args.command).print_help()
    return DONE


def run_completion(args: argparse.Namespace, _: Screen) -> int:
    from .completion import SCRIPTS, offers

    if args.shell in SCRIPTS:
        print(SCRIPTS[args.shell], end="")
    else:
        line = args.line[args.line[:1] == ["--"] :]  # some versions of argparse leave it there
        for offer in offers(line[1:]):
            print(f"{offer.word}\t{offer.told}" if offer.told else offer.word)
    return DONE


def run_play(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.start import PlayRequest, play
    from .outside import options_of

    request = PlayRequest(
        game=args.game,
        numbers=args.numbers,
        kinds=(args.p1, args.p2),
        names=(args.name1, args.name2),
        first=args.first,
        best_of=args.best_of,
        seed=args.seed,
        strikes=args.strikes,
        record=args.record,
        swap=args.swap,
        exact=args.exact,
        options=options_of(args),
    )
    if args.full:
        from ..terminal.full.open import open_game

        return open_game(request, screen)
    return play(request, screen)


def run_join(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.online import JoinRequest, typed_link

    link = typed_link(screen) if args.link == "-" else args.link
    return _online(JoinRequest(link, args.name, args.record), args.full, screen)


def run_invite(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.online import InviteRequest, read_clock

    request = InviteRequest(
        server=args.server,
        game=args.game,
        numbers=args.numbers,
        name=args.name,
        first=args.first,
        best_of=args.best_of,
        clock=read_clock(args.clock) if args.clock else None,
        record=args.record,
    )
    return _online(request, args.full, screen)


def _online(request: Request, full: bool, screen: Screen) -> int:
    if full:
        from ..terminal.full.open import open_online

        return open_online(request, screen)
    from ..terminal.online import play_online

    return play_online(request, screen)


def run_resume(args: argparse.Namespace, screen: Screen) -> int:
    from ..errors import JournalError
    from ..journal import LEFT_OUT, Journal
    from ..terminal.progress import Progress
    from ..terminal.start import as_data, describe, resume

    if not args.list and not args.json:
        return resume(args.name, screen, args.exact)
    with Progress() as progress:

        def tell(error: JournalError) -> None:
            progress.wipe()
            screen.complain(f"{error}; {LEFT_OUT}")

        unfinished = Journal().unfinished(progress.games, tell)
    if args.json:
        return _json([as_data(saved) for saved in unfinished])
    for saved in unfinished:
        screen.say(f"{saved.name}  {describe(saved)}")
    if not unfinished:
        screen.say("There is no unfinished game.")
    return DONE


def run_history(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.history import as_data, finished, show_history
    from ..terminal.progress import Progress

    with Progress() as progress:
        found = finished(screen.complain, progress.games)
    if args.json:
        return _json([as_data(saved) for saved in found])
    show_history(screen, found)
    return DONE


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
        return _json([best._asdict() for best in bests])
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
        raise KeyboardInterrupt
    write_whole(args.sheet, solo_sheet(book, tasks))
    screen.say(f"The sheet is in {args.sheet}")
    return DONE


def run_games(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import names
    from ..terminal.show_rules import as_data, show_games

    if args.json:
        return _json([as_data(name) for name in names()])
    show_games(screen)
    return DONE


def run_rules(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..terminal.show_rules import as_data, show_rules

    if args.json:
        return _json(as_data(args.game, args.numbers))
    show_rules(screen, open_book(args.game, args.numbers))
    return DONE


def run_stats(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_stats import read_standings, show_stats

    if args.json:
        found = read_standings(screen, args.player, args.game)
        return _json([tally._asdict() for tally in found])
    show_stats(screen, args.player, args.game)
    return DONE


def run_replay(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.record_files import load_records
    from ..terminal.show_replay import replay

    try:
        for record in load_records(args.file):
            if not replay(record, screen):
                break
    except EOFError:
        screen.say()
    return DONE


def run_check(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_check import check, in_words

    found = check(args.file)
    if args.json:
        return _json(found)
    for entry in found:
        screen.say(in_words(entry))
    return DONE


def run_perft(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..terminal.patience import Patience
    from ..terminal.show_perft import as_data, count

    book = open_book(args.game, args.numbers)
    with Patience(args.seconds) as patience:
        counted, stopped = count(book, args.plies, patience, None if args.json else screen)
    if args.json:
        _json(as_data(book.game, counted, stopped))
    if stopped:
        screen.note(f"lastpick: {stopped}")
    return patience.code(complete=stopped is None)


def run_solve(args: argparse.Namespace, screen: Screen) -> int:
    from ..oracle import Budget, solve
    from ..oracle.remoteness import remoteness
    from ..oracle.sieve_table import trouble
    from ..terminal.find_position import find_position
    from ..terminal.progress import Progress
    from ..terminal.show_verdict import show_remoteness, show_sets, show_verdict

    progress = Progress()
    budget = Budget(args.seconds, progress=progress.positions)
    book, position = find_position(args.source, args.numbers, args.after, args.pool, args.last)
    if args.sets:
        from ..coach.sequences import chain_sets

        with progress:
            sets = chain_sets(position, budget)
        if args.json:
            return _json(sets)
        show_sets(screen, book, sets)
        return DONE
    with progress:
        verdict = solve(position, budget, stop_at_first=args.one)
        picks = remoteness(position, budget) if args.remoteness else None
    for line in trouble:
        screen.note(f"lastpick: {line}; going on without it")
    if args.json:
        from ..coach.plain import with_plain

        more = {"remoteness": picks} if args.remoteness else {}
        _json({**with_plain(position, verdict), **more})
    else:
        show_verdict(screen, book, position, verdict)
        if args.remoteness:
            show_remoteness(screen, picks)
    return UNABLE if verdict.wins is None else DONE


def run_sequence(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.show_sequence import SequenceRequest, show_sequence

    request = SequenceRequest(
        game=args.game,
        start=args.start,
        end=args.end,
        seconds=args.seconds,
        step=args.step,
        matching=args.matching,
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        plot=args.plot,
        bfile=args.bfile,
        json=args.json,
    )
    return show_sequence(request, screen)


def run_table(args: argparse.Namespace, screen: Screen) -> int:
    from ..files import check_writable
    from ..oracle.sieve_table import PATH, digest
    from ..oracle.sieve_table_build import write
    from ..terminal.progress import Progress

    path = args.output or PATH
    check_writable(path)
    before = digest(PATH)
    with Progress() as progress:
        entries = write(
            path,
            lambda what, done, of: progress.show(
                f"{what} {progress.bar(done, of)}" if of else what
            ),
        )
    same = "the same as" if digest(path) == before else "not the same as"
    about = f"; {same} the one that was shipped" if before else ""
    screen.say(f"{entries:,} entries, each proved by the mex rule, in {path}{about}")
    return DONE


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
        _json([as_data(review) for review in reviews])
    else:
        for review in reviews:
            show_review(screen, review, args.exact)
    return patience.code(in_time(reviews))


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
            return _json(as_data(lessons, progress))
        show_lessons(screen, lessons, progress)
        show_next(screen, next_lesson(lessons, progress))
        return DONE
    lesson = checked(open_lesson(args.lesson))
    if args.json:
        return _json(as_data([lesson], progress))
    return Classroom(lesson, progress, screen).sit()


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
    if args.daily is not None:
        return _daily(args, screen)
    if args.game is None:
        raise LastpickError("which game? lastpick puzzle GAME, or lastpick puzzle --daily")
    with Patience(args.seconds) as patience:
        if is_puzzle_id(args.game):
            _leave_out("a puzzle's id says it all", _chosen(args))
            book, puzzle = open_puzzle(args.game, patience.budget)
            puzzles, missing = [puzzle], None
        else:
            book = open_book(args.game, args.numbers)
            count = args.count or 5
            puzzles, missing = read_puzzles(book.game, count, args.level, args.seed, patience)
    if args.sheet and puzzles:
        from ..coach.worksheet import sheet

        write_whole(args.sheet, sheet(book, puzzles))
    if missing:
        screen.note(f"lastpick: {missing}")
    code = patience.code(complete=missing is None)
    if args.json:
        _json([as_data(puzzle) for puzzle in puzzles])
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

    _leave_out("the puzzle of a day is the same for all", {"GAME": args.game, **_chosen(args)})
    with Patience(args.seconds) as patience:
        found = read_daily(args.daily or None, patience)
    if args.sheet:
        from ..coach.worksheet import sheet

        write_whole(args.sheet, sheet(found.book, [found.puzzle]))
    if args.json:
        return _json(as_data(found))
    if args.sheet:
        screen.say(f"The sheet is in {args.sheet}")
        return DONE
    return sit_daily(found, screen, args.exact)


def _chosen(args: argparse.Namespace) -> dict[str, object]:
    """What says which puzzles are wanted."""
    chosen = {"--numbers": args.numbers, "--level": args.level}
    return {**chosen, "--count": args.count, "--seed": args.seed}


def _leave_out(why: str, options: dict[str, object]) -> None:
    from ..errors import LastpickError

    if given := [name for name, value in options.items() if value is not None]:
        raise LastpickError(f"{why}; leave out {given[0]}")


def run_balance(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach import plots
    from ..coach.balance import as_data
    from ..terminal.patience import Patience
    from ..terminal.show_balance import read_balance, show_balance

    if args.plot:
        plots.check(args.plot)
    book = open_book(args.game, args.numbers)
    with Patience(args.seconds) as patience:
        found = read_balance(book, patience)
    if args.plot:
        plots.plot_balance(args.plot, book.title, found)
    if args.json:
        _json(as_data(book.title, found))
    else:
        show_balance(screen, book, found)
    return patience.code(complete=not found.left_out)


def run_longest(args: argparse.Namespace, screen: Screen) -> int:
    from ..catalog import open_book
    from ..coach.longest import Longest, Shortest
    from ..terminal.patience import Patience
    from ..terminal.show_longest import as_data, read_longest, read_shortest, show_longest

    book = open_book(args.game, args.numbers)
    found: Longest | Shortest
    with Patience(args.seconds) as patience:
        read = read_shortest if args.shortest else read_longest
        found = read(book.game, patience)
    if args.json:
        _json(as_data(book.game, found))
    else:
        show_longest(screen, book, found)
    return patience.code(complete=True)


def run_arena(args: argparse.Namespace, screen: Screen) -> int:
    from ..arena.command import ArenaRequest, hold
    from ..arena.entrants import read_games, read_players
    from ..arena.tournament import Tournament
    from .outside import options_of

    tournament = Tournament(
        books=read_games(args.games, args.numbers),
        players=read_players(args.players),
        rounds=args.rounds,
        seed=args.seed,
        grade=args.grade,
        options=options_of(args),
    )
    request = ArenaRequest(
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        csv=args.csv,
        html=args.html,
        json=args.json,
    )
    return hold(tournament, request, screen)


def run_evaluate(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.command import EvaluateRequest, evaluate
    from .outside import options_of

    request = EvaluateRequest(
        player=args.player,
        suite=args.suite,
        suite_seed=args.suite_seed,
        rules=tuple(args.rules),
        seed=args.seed,
        each=args.each,
        games=args.games,
        options=options_of(args)._replace(lenient=args.lenient),
        attempts=args.attempts,
        output=args.output,
        executor=args.executor,
        processes=args.processes,
        mistakes=args.mistakes,
        json=args.json,
    )
    return evaluate(request, screen)


def run_suite(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.suite_command import ScoreRequest, SuiteWanted, export, score_answers

    wanted = SuiteWanted(args.suite, args.suite_seed, tuple(args.rules), args.each)
    if args.action == "export":
        _leave_out(
            "nothing is graded", {"--lenient": args.lenient or None, "--mistakes": args.mistakes}
        )
        return export(args.path, wanted, screen, args.force, args.json)
    _leave_out("nothing is written", {"--force": args.force or None})
    request = ScoreRequest(
        path=args.path,
        suite=wanted,
        lenient=args.lenient,
        mistakes=5 if args.mistakes is None else args.mistakes,
        json=args.json,
    )
    return score_answers(request, screen)


def run_compare(args: argparse.Namespace, screen: Screen) -> int:
    from ..evaluation.compare.command import CompareRequest, compare

    request = CompareRequest(
        results=tuple(args.results),
        prices=tuple(args.prices),
        csv=args.csv,
        html=args.html,
        json=args.json,
    )
    return compare(request, screen)


def _json(data: object) -> int:
    import json

    print(json.dumps(data))
    return DONE


def run_serve(args: argparse.Namespace, screen: Screen) -> int:
    import sys

    from ..errors import ServeError
    from ..kernels import advice

    try:
        from ..web.http.serve import serve
        from ..web.http.settings import Settings
    except ImportError as error:
        raise ServeError(
            f"the server needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[web]'"
        ) from None
    settings = Settings(
        host=args.host,
        port=args.port,
        database=args.database,
        workers=args.workers,
        origins=tuple(args.origin),
        embeds=tuple(args.embed),
        proxy=args.proxy,
        metrics=args.metrics,
        rate=args.rate,
        streams=args.streams,
        claim_after=args.claim_after,
        keep_days=args.keep_days,
        quiet=args.quiet,
    )
    if sys.stderr.isatty() and (faster := advice()):
        screen.note(f"lastpick: {faster}")
    serve(settings, not args.no_browser)
    return DONE


def run_mcp(_: argparse.Namespace, screen: Screen) -> int:
    from ..errors import ServeError

    try:
        from ..mcp.server import serve
    except ImportError as error:
        raise ServeError(
            f"serving a chat assistant needs {error.name}, which is not installed;"
            " install it with: pip install 'lastpick[mcp]'"
        ) from None
    serve(screen)
    return DONE
