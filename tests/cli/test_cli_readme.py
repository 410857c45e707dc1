"""Every row of the table of all commands keeps its promise: the command prints what it should.

What each prints stands in `readme.md` beside this file, with `…` for what differs from one time to the next. Where
RULEWRIGHT_GAMES is not set, the command that takes longest plays fewer games than it does when typed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.examples.__main__ import program
from tests.examples.pages import FENCED, done, steps
from tests.interrupts import heard

import rulewright

HERE = Path(__file__).parent
PAGE = (HERE / "readme.md").read_text("utf-8")
COMMANDS = (HERE.parents[1] / "COMMANDS.md").read_text("utf-8")
SOURCES = Path(rulewright.__file__).parents[1]
ROW = re.compile(r"^\| ([^|]+?) +\| `([^`]+)`[^|]*\|$", re.MULTILINE)
CALLED = [sys.executable, "-m", "rulewright.cli"]
FEWER = {} if "RULEWRIGHT_GAMES" in os.environ else {"editions": ["--games", "5", "--examples", "5"]}
"""What is typed besides, by command."""
TIMEOUT = 60
"""Seconds after which a command that goes on until Ctrl-C has printed nothing."""


def rows() -> list[tuple[str, str]]:
    """Return the promises of the table with their commands."""
    return [(promise, command) for promise, command in ROW.findall(COMMANDS) if promise != "I want to ..."]


def promises() -> list[tuple[str, str]]:
    """Return the headings of the page with the last command below each, or with what is typed while one plays."""
    found = []
    for part in PAGE.split("\n## ")[1:]:
        heading, _, rest = part.partition("\n")
        blocks = [step for match in FENCED.finditer(rest) for step in steps(match[4])]
        last = blocks[-1]
        words = [f'"{word}"' if word[0].isupper() else word for word in last.words]
        found.append((heading, last.typed.split()[0] if "while you play" in row(heading) else " ".join(words)))
    return found


def row(promise: str) -> str:
    return next((line for line in COMMANDS.split("\n") if line.startswith(f"| {promise} ")), "")


def run(words: list[str], typed: str) -> str:
    """Run a command; one that watches is ended by Ctrl-C once it has printed a line."""
    return (
        watched(words)
        if "--watch" in words or "serve" in words
        else program(CALLED)([*words, *FEWER.get(words[0], [])], typed)
    )


def watched(words: list[str]) -> str:
    with heard(), subprocess.Popen([*CALLED, *words], stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdout is not None
        hurry = threading.Timer(TIMEOUT, process.kill)
        hurry.start()
        first = process.stdout.readline()
        process.send_signal(2)
        rest = process.stdout.read()
        hurry.cancel()
    assert process.returncode in (0, 130)
    return first + rest


def test_every_row_has_what_it_prints() -> None:
    assert len(rows()) > 20
    assert promises() == [(promise, command.removeprefix("rulewright ")) for promise, command in rows()]


@pytest.mark.slow
def test_every_command_keeps_its_promise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    _, found = done(PAGE, run)
    assert {one.command: one.printed for one in found} == {}


def test_a_command_that_prints_something_else_is_found() -> None:
    page = "```console\n$ rulewright diverge goa goa-polish 4\n…only here: keep\n…\n```\n"
    _, found = done(page, lambda words, typed: "None found in 500 games.\n")
    assert [one.command for one in found] == ["diverge goa goa-polish 4"]
