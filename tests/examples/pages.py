"""A page as something that can be done: files to write, lines to change, commands to type and what they print.

A page is Markdown. What stands in its fenced blocks counts, by the line that opens a block:

    ```text FILE            the whole file (any word for `text`)
    ```text more FILE       what comes to the end of a file
    ```diff FILE            lines to take away (-) and to write in their place (+)
    ```console              commands after `$`, what is typed after `>`, and what is printed

In what is printed `…` stands for anything: a speed, lines that are left out.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FENCED = re.compile(r"^```(\w+)(?: (more))?(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ rulewright (.*)\n", re.MULTILINE)
ANYTHING = "…"

Run = Callable[[list[str], str], str]
"""Runs `rulewright` with words and what is typed; returns what is printed."""


@dataclass(frozen=True)
class Step:
    """A command of a page: its words, what is typed, and what the page says is printed."""

    words: list[str]
    typed: str
    shown: str


@dataclass(frozen=True)
class Difference:
    """A command that prints something else than its page says."""

    command: str
    shown: str
    printed: str


def steps(block: str) -> list[Step]:
    """Return the commands of a console block."""
    parts = COMMAND.split(block)
    assert not parts[0].strip(), f"a console block begins with a command: {parts[0]}"
    typed = ["".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE)) for shown in parts[2::2]]
    return [Step(*step) for step in zip((shlex.split(c) for c in parts[1::2]), typed, parts[2::2], strict=True)]


def fits(shown: str, printed: str) -> bool:
    """Whether a command prints what is shown."""
    pattern = "(?s:.*?)".join(re.escape(part) for part in shown.rstrip("\n").split(ANYTHING))
    return re.fullmatch(pattern, printed.rstrip("\n")) is not None


def done(page: str, run: Run) -> tuple[str, list[Difference]]:
    """Do all that a page says in the folder one is in; return the page as it should be, and what was otherwise."""
    found: list[Difference] = []

    def do(block: re.Match[str]) -> str:
        kind, more, file, text = block.groups()
        if kind == "console":
            return block[0].replace(text, typed(text, run, found))
        assert file, f"a block says which file it is: {block[0]}"
        if kind == "diff":
            changed(Path(file), text)
        else:
            written(Path(file), text, bool(more))
        return block[0]

    return FENCED.sub(do, page), found


def typed(block: str, run: Run, found: list[Difference]) -> str:
    """Type the commands of a block; return the block with what they print where that does not fit."""
    made = ""
    for step in steps(block):
        printed = "\n".join(line.rstrip() for line in run(step.words, step.typed).replace("\\", "/").split("\n"))
        blank = "\n" if step.shown.endswith("\n\n") else ""
        if fits(step.shown, printed):
            made += f"$ rulewright {shlex.join(step.words)}\n{step.shown}"
        else:
            found.append(Difference(shlex.join(step.words), step.shown, printed))
            made += f"$ rulewright {shlex.join(step.words)}\n{printed.rstrip()}\n{blank}"
    return made


def written(file: Path, text: str, more: bool) -> None:
    """Write a file, or more at its end."""
    assert file.is_file(), f"{file} is written by nobody before"
    file.write_text((file.read_text("utf-8") if more else "") + text, encoding="utf-8", newline="\n")


def changed(file: Path, lines: str) -> None:
    """Take lines of a file away and write others in their place."""
    old, new = ("".join(line[1:] for line in lines.splitlines(True) if line[0] in f"{sign} ") for sign in "-+")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{file} has these lines {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
