"""Hands a ruleset to the commands, as a person types them: whatever it is, they end with an exit code of theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from click.testing import CliRunner

from rulewright.cli import opening
from rulewright.cli.codes import BROKEN
from rulewright.cli.main import cli

TYPED = (
    "check RULESET", "check RULESET --format json", "check RULESET --format sarif", "test RULESET", "sources RULESET",
    "sources RULESET --missing", "simulate RULESET --games 2 --jobs 1", "show RULESET turn", "rulebook RULESET",
    "show RULESET game --expanded", "show RULESET game --layout", "show RULESET game --program", "fmt RULESET --diff",
    "fmt RULESET --check", "coverage RULESET --games 2 --jobs 1",
)  # fmt: skip


def run_commands(folder: Path, chance: Random) -> Iterator[tuple[str, str]]:
    """Run two of the commands."""
    for typed in chance.sample(TYPED, 2):
        opening.space.cache_clear()
        done = CliRunner().invoke(cli, typed.replace("RULESET", folder.as_posix()).split())
        if done.exit_code == BROKEN:
            yield f"{typed} broke {_last_line(done.output)}", _story(done.output)
        elif done.exception is not None and not isinstance(done.exception, SystemExit):
            yield f"{typed} raised {type(done.exception).__name__}", repr(done.exception)


def _story(output: str) -> str:
    """Return what was written down for those who are to be told."""
    told = re.search(r"send this file along: (\S+)", output)
    if told is None:
        return output
    path = Path(told[1])
    text = path.read_text("utf-8")
    path.unlink()
    return text


def _last_line(output: str) -> str:
    told = re.search(r"send this file along: (\S+)", output)
    return Path(told[1]).read_text("utf-8").rstrip().split("\n")[-1][:60] if told else ""
