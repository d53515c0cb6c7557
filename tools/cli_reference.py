"""Print docs/cli.md: every command's --help, eighty columns wide."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))


_HEAD = """# cli: the command line

| file | holds |
| --- | --- |
| `arguments` | what each command takes, and its `--help` |
| `outside` | the options for players from outside, which several commands share |
| `measuring` | the options of `arena`, `evaluate`, `suite` and `compare`; the help of `mcp` |
| `commands` | what each command does: it imports its room when it runs |
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
    parts = [_HEAD]
    parts += [f"## {title}\n\n```\n{text.rstrip()}\n```\n" for title, text in helps.items()]
    return "\n".join(parts)


if __name__ == "__main__":
    print(reference(), end="")
