"""Repeats something whenever a file of a ruleset, or of a ruleset below it, changes."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from rulewright.cli import opening
from rulewright.cli.output import FINE
from rulewright.cli.streams import is_read
from rulewright.source import find
from rulewright.workspace.overlay import Answer, Question

PAUSE_SECONDS = 0.3
"""Seconds between two looks at the files. A look at a hundred files costs next to nothing."""

Answers = dict[Question, Answer]
"""What was read of the files."""


def watch_rulesets(rulesets: list[str], run: Callable[[], int]) -> int:
    """Run, wait for a change, run again, until Ctrl-C; ends at once when there is nothing to watch."""
    try:
        while True:
            seen = {asked: known for name in rulesets for asked, known in opening.space().derived_from(name).items()}
            if all(find(name, here=True) is None for name in rulesets):
                return run()
            _run_once(run)
            if not is_read():
                return FINE
            _wait_for_change(seen)
    except KeyboardInterrupt:
        click.echo("\nStopped watching.")
        return FINE


def answers_now(asked: Answers) -> Answers:
    """Ask the files on disk the same questions again."""
    opening.space().refresh()
    return {question: opening.space().files.answer(question) for question in asked}


def _run_once(run: Callable[[], int]) -> None:
    click.clear()
    begun = time.monotonic()
    run()
    took = time.monotonic() - begun
    click.echo(f"\nChecked at {time.strftime('%H:%M:%S')} in {took:.1f} s.  Waiting for a change; Ctrl-C ends.")


def _wait_for_change(before: Answers) -> None:
    """Return when a file has changed and nothing changes any more: editors write in several steps."""
    now = before
    while now == before:
        time.sleep(PAUSE_SECONDS)
        now = answers_now(before)
    time.sleep(PAUSE_SECONDS / 3)
    while (later := answers_now(before)) != now:
        now = later
        time.sleep(PAUSE_SECONDS / 3)
