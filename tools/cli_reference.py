"""Print docs/cli.md: every command's --help, eighty columns wide."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))


_HEAD = """# cli: the command line

What a command may be told (`add_NAME`) and what it does (`run_NAME`, which imports its room when it
runs) stand in one file, and `__init__` names that file beside each command:

| file | commands |
| --- | --- |
{commands}

| file | holds |
| --- | --- |
| `parser` | how the words of a line become arguments; `--help`, and one line for what is wrong |
| `options` | the options that several commands share |
| `outside` | those for players from outside |
| `completion` | what a shell offers for a line, from the same arguments; the shells' scripts |
| `ending` | SIGTERM and a closed terminal: they end the program as Ctrl-C does |

`lastpick help COMMAND` is a command's `--help`, and the man page [lastpick.1](lastpick.1) has all
of them; `pip install` puts it where `man lastpick` finds it. A command, option, game, player,
lesson, key, function or relation that is nearly right is answered with what was probably meant.

Completion of commands, options, games, bots, lessons and saved games with Tab:

```
eval "$(lastpick completion bash)"      # in ~/.bashrc
source <(lastpick completion zsh)       # in ~/.zshrc, after compinit
lastpick completion fish | source       # in ~/.config/fish/config.fish
```

Below is each command's `--help`, as `make docs` writes it here.
"""


def reference() -> str:
    os.environ["COLUMNS"] = "80"
    from lastpick.cli import COMMANDS, top_parser

    helps = {"lastpick": top_parser().format_help()}
    for name, command in COMMANDS.items():
        helps[f"lastpick {name}"] = command.parser(name).format_help()
    files: dict[str, list[str]] = {}
    for name, command in COMMANDS.items():
        files.setdefault(command.file, []).append(f"`{name}`")
    rows = "\n".join(f"| `{file}` | {', '.join(names)} |" for file, names in files.items())
    parts = [_HEAD.format(commands=rows)]
    parts += [f"## {title}\n\n```\n{text.rstrip()}\n```\n" for title, text in helps.items()]
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
