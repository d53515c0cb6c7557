"""What a shell offers when Tab is pressed: commands, options and values, from the same arguments.

The scripts for the shells hold no lists. They ask `lastpick completion words` for what fits the
line as it stands, so that new games, lessons, bots and saved games are known at once.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from . import COMMANDS, top_parser
from .parser import Parser

_MOST_READ = 200  # saved games, the latest first: nobody waits for a Tab
FILES = "/"  # stands in place of a value, for: the shell knows which files there are

_BASH = """\
# lastpick's completion for bash: eval "$(lastpick completion bash)" in ~/.bashrc
_lastpick() {
    local line="${COMP_LINE:0:COMP_POINT}" cur="" before value
    local -a words
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] || cur="${words[${#words[@]}-1]}"
    [[ -n $cur ]] || words+=("")
    before="${cur%"${cur##*[=:]}"}"  # bash takes a word to begin after these
    COMPREPLY=()
    while IFS=$'\\t' read -r value _; do
        if [[ $value == / ]]; then
            compopt -o filenames 2> /dev/null
            while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$cur")
        else
            COMPREPLY+=("${value#"$before"}")
        fi
    done < <("${words[0]}" completion words -- "${words[@]}" 2> /dev/null)
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2> /dev/null
    return 0
}
complete -F _lastpick lastpick
"""
_ZSH = """\
#compdef lastpick
# lastpick's completion for zsh: source <(lastpick completion zsh) in ~/.zshrc, after compinit
_lastpick() {
    local value told files=""
    local -a found begun
    while IFS=$'\\t' read -r value told; do
        case $value in
        /) files=yes ;;
        *:) begun+=("${value//:/\\\\:}:$told") ;;
        *) found+=("${value//:/\\\\:}:$told") ;;
        esac
    done < <("${(Q)words[1]}" completion words -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" \\
        2> /dev/null)
    (( $#found )) && _describe lastpick found
    (( $#begun )) && _describe lastpick begun -S ''
    [[ -n $files ]] && _files
    return 0
}
if [[ $funcstack[1] == _lastpick ]]; then _lastpick "$@"; else compdef _lastpick lastpick; fi
"""
_FISH = """\
# lastpick's completion for fish: lastpick completion fish | source, in ~/.config/fish/config.fish
function __lastpick_complete
    set -l words (commandline -opc)
    set -l cur (commandline -ct)
    for line in (command $words[1] completion words -- $words "$cur" 2> /dev/null)
        if test "$line" = /
            __fish_complete_path "$cur"
        else
            echo $line
        end
    end
end
complete -c lastpick -f -a '(__lastpick_complete)'
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


class Offer(NamedTuple):
    """A word that would fit, and what it is."""

    word: str
    told: str = ""


def offers(words: list[str]) -> list[Offer]:
    """What may stand in place of the last word, which may be empty, after the words before it."""
    typed = words[-1] if words else ""
    if len(words) < 2:
        found = [Offer(name, command.summary) for name, command in COMMANDS.items()]
        found += _options(top_parser(), set())
    elif words[0] in COMMANDS:
        found = list(_fitting(COMMANDS[words[0]].parser(words[0]), words[1:]))
    else:
        found = []
    return [offer for offer in found if offer.word.startswith(typed) or offer.word == FILES]


def _fitting(parser: Parser, words: list[str]) -> Iterator[Offer]:
    """After a command: the value of an option, an option, or the next thing that it takes."""
    options = {name: action for action in parser.arguments for name in action.option_strings}
    places = [action for action in parser.arguments if not action.option_strings]
    given, at, awaited = set(), 0, None
    for word in words[:-1]:
        if awaited is not None and not word.startswith("-"):
            awaited = None
        elif word.startswith("--"):
            name, equals, _ = word.partition("=")
            given.add(name)
            awaited = None if equals or name not in options else _takes(options[name])
        else:
            at += 1
    typed = words[-1]
    name, equals, rest = typed.partition("=")
    if equals and name in options:
        yield from (Offer(f"{name}={o.word}", o.told) for o in _values(options[name], rest))
        return
    if awaited is None and places and (at < len(places) or places[-1].nargs == "+"):
        awaited = places[min(at, len(places) - 1)]
    values = list(_values(awaited, typed)) if awaited else []
    yield from values
    must_have_one = awaited and awaited.option_strings and awaited.nargs != "?"
    if typed.startswith("-") or not (values or must_have_one):
        yield from _options(parser, given)


def _takes(action: argparse.Action) -> argparse.Action | None:
    return None if action.nargs == 0 else action


def _options(parser: Parser, given: set[str]) -> Iterator[Offer]:
    for action in parser.arguments:
        long = [name for name in action.option_strings if name.startswith("--")]
        if long and not given & set(long):
            yield Offer(long[0], plain_help(action))


def plain_help(action: argparse.Action) -> str:
    """An argument's help as it reads in `--help`, on one line."""
    return " ".join((action.help or "").replace("%%", "%").split())


# --- values ---------------------------------------------------------------------------


def _values(action: argparse.Action, typed: str) -> Iterable[Offer]:
    """What an argument may be, by what it is called in the help."""
    from ..players import BOTS

    if action.choices is not None:
        return [Offer(str(choice)) for choice in action.choices]
    bots = [Offer(name) for name in (*BOTS, "mcts:", "search:", "careful:", "exec:", "llm:")]
    if action.dest in ("p1", "p2"):
        return [Offer("human"), *bots]
    if action.dest == "players":
        before, comma, _ = typed.rpartition(",")
        return [Offer(f"{before}{comma}{bot.word}") for bot in bots]
    if action.dest == "executor":
        return [Offer("processes"), Offer("dask:")]
    if action.dest == "name" and not action.option_strings:
        return _saved()
    if action.metavar == "LINK":
        return _links()
    if action.dest == "command":
        return [Offer(name, command.summary) for name, command in COMMANDS.items()]
    if action.dest == "lesson":
        return [*_lessons(), Offer(FILES)]
    if action.metavar == "PLAYER":
        return bots
    found = _games() if action.metavar in ("GAME", "GAME|RECORD") else []
    if action.metavar in ("FILE", "RECORD", "RESULT", "GAME", "GAME|RECORD", "FOLDER|ANSWERS"):
        found.append(Offer(FILES))
    return found


def _games() -> list[Offer]:
    from ..catalog import names, open_book

    return [Offer(name, open_book(name).title) for name in names()]


def _lessons() -> list[Offer]:
    from ..coach.lesson_file import open_lesson, shipped

    return [Offer(name, open_lesson(name).title) for name in shipped()]


def _links() -> list[Offer]:
    from ..online.kept_seats import kept_pages

    return [Offer(page, "to come back") for page in kept_pages()]


def _saved() -> list[Offer]:
    from ..journal import Journal, Saved
    from ..terminal.start import describe

    latest = islice(Journal().saved(), _MOST_READ)
    found = [saved for saved in latest if isinstance(saved, Saved) and not saved.match.winner]
    plain = re.compile(r"[\w.-]+")  # else a shell would read more than a word in it
    return [Offer(one.name, describe(one)) for one in found if plain.fullmatch(one.name)]
