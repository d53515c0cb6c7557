"""Playing a match: here, with a friend somewhere else, or on with one that was left; the menu."""

from __future__ import annotations

from ..terminal import DONE
from ..terminal.reporting import print_json
from .options import add_exact, add_game, bots_named
from .outside import add_outside, options_of

TYPE_CHECKING = False  # as in typing, without the time that importing it takes
if TYPE_CHECKING:
    import argparse

    from ..terminal.online import Request
    from ..terminal.screen import Screen
    from .parser import Parser


MOST_IN_A_RECORD = 9999  # games of a match, and strikes: four digits
MOST_ONLINE = 99  # games of a match on a server


def run_menu(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.full.open import open_home, why_not

    if not args.plain and why_not(screen) is None:
        return open_home()
    from ..terminal.menu import menu

    return menu(screen)


def add_play(parser: Parser) -> None:
    add_game(parser)
    for seat in "12":
        parser.add_argument(
            f"--p{seat}",
            metavar="PLAYER",
            default="human",
            help=f"human (default), {bots_named()}, mcts:PLAYOUTS, search:DEPTH, careful:DEPTH,"
            " exec:COMMAND (a program), or llm:MODEL (a language model)",
        )
    for seat in "12":
        parser.add_argument(f"--name{seat}", metavar="NAME", help="what this player is called")
    parser.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        metavar="WHO",
        help="which of the two becomes Player 1: 1 (default), 2, or toss for a coin toss",
    )
    _add_best_of(parser, MOST_IN_A_RECORD)
    parser.add_whole("--seed", "S", "repeat the bots' picks and the coin toss", least=0)
    parser.add_whole(
        "--strikes",
        "N",
        "N invalid entries in a row forfeit the turn, where the rule book allows it",
        least=1,
        most=MOST_IN_A_RECORD,
    )
    parser.add_argument(
        "--swap", action="store_true", help="Player 2 may take over the first pick (enter swap)"
    )
    _add_record_and_full(parser)
    add_exact(parser)
    add_outside(parser)


def run_play(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.start import PlayRequest, play

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


def add_join(parser: Parser) -> None:
    parser.add_argument(
        "link",
        metavar="LINK",
        help="as the page gives it to a friend, or your own game's to come back; -: read it from"
        " standard input, where no list of processes shows it",
    )
    _add_online(parser)


def run_join(args: argparse.Namespace, screen: Screen) -> int:
    from ..terminal.online import JoinRequest, typed_link

    link = typed_link(screen) if args.link == "-" else args.link
    return _online(JoinRequest(link, args.name, args.record), args.full, screen)


def add_invite(parser: Parser) -> None:
    add_game(parser)
    parser.add_argument(
        "--server",
        metavar="ADDRESS",
        required=True,
        help="where the game is played, as in https://play.example.org: a running lastpick serve",
    )
    parser.add_argument(
        "--first",
        choices=("1", "2", "toss"),
        default="1",
        metavar="WHO",
        help="who becomes Player 1: 1 (default), you; 2, your friend; or toss for a coin toss",
    )
    _add_best_of(parser, MOST_ONLINE)
    parser.add_argument(
        "--clock",
        metavar="M[+S]",
        help="M minutes for each player, and S seconds more with every pick, as in 5+3",
    )
    _add_online(parser)


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


def _add_online(parser: Parser) -> None:
    parser.add_argument("--name", metavar="NAME", help="what you are called")
    _add_record_and_full(parser)


def _add_best_of(parser: Parser, most: int) -> None:
    parser.add_whole(
        "--best-of",
        "N",
        "play a match of at most N games (odd); the starter alternates",
        least=1,
        most=most,
        odd=True,
        default=1,
    )


def _add_record(parser: Parser) -> None:
    parser.add_argument("--record", metavar="FILE", help="add the record of the match to FILE")


def _add_record_and_full(parser: Parser) -> None:
    _add_record(parser)
    parser.add_argument("--full", action="store_true", help="on the full screen, with a board")


def _online(request: Request, full: bool, screen: Screen) -> int:
    if full:
        from ..terminal.full.open import open_online

        return open_online(request, screen)
    from ..terminal.online import play_online

    return play_online(request, screen)


def add_resume(parser: Parser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a name from --list")
    parser.add_argument("--list", action="store_true", help="list the unfinished games")
    for seat in "12":
        parser.add_argument(
            f"--p{seat}",
            metavar="PLAYER",
            help="exec:COMMAND or llm:MODEL: name anew the program or the model that plays there",
        )
    _add_record(parser)
    add_exact(parser)
    add_outside(parser)


def run_resume(args: argparse.Namespace, screen: Screen) -> int:
    from ..errors import JournalError
    from ..journal import LEFT_OUT, Journal
    from ..terminal.progress import Progress
    from ..terminal.screen import plain
    from ..terminal.start import ResumeRequest, as_data, describe, resume
    from ..terminal.trusted import LONGEST

    if not args.list and not args.json:
        request = ResumeRequest(
            name=args.name,
            kinds=(args.p1, args.p2),
            record=args.record,
            exact=args.exact,
            options=options_of(args),
        )
        return resume(request, screen)
    with Progress() as progress:

        def tell(error: JournalError) -> None:
            progress.wipe()
            screen.complain(f"{error}; {LEFT_OUT}")

        unfinished = Journal().unfinished(progress.games, tell)
    if args.json:
        return print_json([as_data(saved) for saved in unfinished])
    for saved in unfinished:
        screen.say(f"{plain(saved.name)}  {describe(saved, LONGEST)}")
    if not unfinished:
        screen.say("There is no unfinished game, unless one is open in another window.")
    return DONE
