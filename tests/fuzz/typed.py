"""Command lines as people mistype them: every command with any of its options, words of the files and strange ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import click
from tests.fuzz.lines import NUMBERS, SIGNS
from tests.fuzz.seeds import MAIN, Files

from rulewright.cli.commands import COMMANDS
from rulewright.cli.main import cli
from rulewright.cli.options import SeatKindType

GAMES = ("game.save", "game.replay", "games.jsonl")
"""The files of games that lie beside the ruleset."""

STRANGE = (
    "", " ", "-", "--", "---", ".", "..", "*", "0", "-1", "x", "no-such-thing", "no/such/folder", "a=b", "=", "=1",
    "a+b", "+", ":", "a:b", "game+game", "%s", "{0}", "$HOME", "a b", "\t", "\n", "\x1b[2J", "\u202e", "\udcff",
    "\u0142", "'", '"', "x" * 300, "x/" * 3000, "state", "typed", "con", "--help", "-h", "--version", "--seed",
    "--jobs=0", "--untrusted",
)  # fmt: skip
AT_A_TABLE = (
    "help", "?", "why", "why not", "?1", "undo", "redo", "log", "log 5", "log -1", "log x", "view", "view 2",
    "view nobody", "save", "save game.save", "save typed", "save ../x", "save no/such/x", "y", "n", "yes", "no", "1",
    "2", "3", "4", "0", "99", "1 2", "pass", "",
)  # fmt: skip
LONG = {
    "mutate": ("--sample", "1"), "coverage": ("--games", "1"), "try": ("--games", "2"), "simulate": ("--games", "2"),
    "arena": ("--games", "2"), "tune": ("--budget", "16"), "strategy": ("--budget", "48"),
    "compare": ("--games", "2"), "diverge": ("--games", "2"), "report": ("--games", "2"), "worth": ("--games", "2"),
    "sweep": ("--games", "8"),
}  # fmt: skip
"""What takes as long as one likes, and the option that bounds it."""

ENDLESS = frozenset({"--watch", "--all"})
"""Options that go on until Ctrl-C, or are about every ruleset that there is."""

THOROUGH = frozenset({"arena", "tune", "strategy", "mutate", "coverage", "try", "compare", "diverge", "perft"})
"""Commands that take their time for a large ruleset as it is."""

SERVING = "serve"
"""Goes on until Ctrl-C; `tests/web` attacks it."""

LARGE = 40_000
"""Letters from which on a ruleset is large."""


def command_line(files: Files, chance: Random) -> list[str]:
    """Return the words of a command, sometimes with a word too many, too few or another."""
    large = sum(len(text) for name, text in files.items() if name.endswith(".rules")) > LARGE
    name = chance.choice([name for name in COMMANDS if name != SERVING and not (large and name in THOROUGH)])
    words = [name, *_words(name, files, large, chance)]
    if chance.random() < 0.3:
        at = chance.randrange(len(words))
        words[at : at + chance.randrange(3)] = chance.choices(STRANGE, k=chance.randrange(3))
    return _bounded([word for word in words if word not in ENDLESS and "\x00" not in word])


def typed_lines(files: Files, chance: Random) -> str:
    """Return what somebody types at a table."""
    known = (*AT_A_TABLE, chance.choice(STRANGE), *chance.sample(_names(files), 3))
    return "\n".join(chance.choice(known) for _ in range(chance.randrange(30)))


def _words(name: str, files: Files, large: bool, chance: Random) -> list[str]:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    words = []
    for part in command.params:
        if isinstance(part, click.Argument):
            number = chance.choice((0, 1, 2)) if part.nargs < 0 else int(part.required or chance.random() < 0.5)
            words += [_value(part, files, chance) for _ in range(number)]
        elif chance.random() < 0.25 and not (large and "--compiler" in part.opts):
            words.append(chance.choice([*part.opts, *part.secondary_opts]))
            words += [] if getattr(part, "is_flag", False) else [_value(part, files, chance)]
    return words


def _value(part: click.Parameter, files: Files, chance: Random) -> str:
    """Return a word for an argument or an option, most of the time one that fits."""
    if chance.random() < 0.08:
        return chance.choice(STRANGE)
    if isinstance(part.type, click.Choice):
        return str(chance.choice(part.type.choices))
    if isinstance(part.type, SeatKindType):
        return chance.choice((*part.type.known, "player.py:Player", "player.py:", "game:x"))
    if part.name == "seed":
        return chance.choice(NUMBERS)
    if isinstance(part.type, click.types.IntParamType | click.types.FloatParamType):
        return chance.choice(("1", "1", "2", "2", "3", "0", "5", "1.5"))
    return _text(part, files, chance)


def _text(part: click.Parameter, files: Files, chance: Random) -> str:
    if part.name in ("ruleset", "a", "b", "rules", "against", "base") or part.nargs < 0:
        return chance.choice((*[f"./{MAIN}"] * 6, *_folders(files), MAIN, f"./{MAIN}+./{MAIN}", f"./{MAIN}/rules"))
    if part.name in ("file", "resume"):
        return chance.choice((*GAMES, *GAMES, f"./{MAIN}", *sorted(files)[:5]))
    if part.name in ("out", "keep", "html", "markdown", "scenario") and isinstance(part.type, click.Path):
        return chance.choice(("new.txt", "no/new.txt", "-", MAIN, *GAMES, "new.replay", "new.yaml"))
    if part.name == "settings":
        return f"{chance.choice(_names(files))}={chance.choice(('1', '2', *NUMBERS))}"
    if part.name == "tables":
        return chance.choice(("random,greedy", "greedy,random,random", "random,random", "game:x,random", ","))
    if part.name == "language":
        return chance.choice(("pl", "en", "xx"))
    return chance.choice(_names(files))


def _folders(files: Files) -> list[str]:
    return sorted({f"./{name.split('/')[0]}" for name in files if "/" in name})


def _names(files: Files) -> list[str]:
    """Return the words of the rules, with signs among them so that there are some."""
    texts = (text for name, text in files.items() if name.endswith((".rules", ".yaml")))
    return sorted({word for text in texts for word in re.findall(r"[\w.-]{1,30}", text)}) + [*SIGNS[:10]]


def _bounded(words: Sequence[str]) -> list[str]:
    """Add what keeps a command from computing as long as it was asked to."""
    more = LONG.get(words[0], ()) if words else ()
    return [*words, *more] if more and more[0] not in words else list(words)
