"""Takes in results one by one: a bar says how far it is, and Ctrl-C keeps what is finished."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from rulewright.cli.interrupts import Patience
from rulewright.playtest.workers import WorkerDied
from rulewright.report.layout import counted

T = TypeVar("T")


def gather(
    results: Iterator[T], total: int, one: str, keep: Callable[[T], None], size: Callable[[T], int] = lambda result: 1
) -> bool:
    """Take in the results as they finish; False when Ctrl-C ended it early, what was finished is kept.

    `size` says how many of the total a result is.
    """
    done = 0
    try:
        with bar(total, f"{one}s") as step, Patience() as patience:
            for result in results:
                with patience.whole():
                    keep(result)
                    done += size(result)
                    step(size(result))
    except KeyboardInterrupt:
        said = (
            f"after {done:,} of {counted(total, one)}; these are kept" if done else f"before the first {one} was over"
        )
        click.echo(f"\nStopped {said}.", err=True)
        return False
    except WorkerDied as problem:
        click.echo(f"\nStopped after {done:,} of {counted(total, one)}: {problem}.", err=True)
        return False
    finally:
        if hasattr(results, "close"):
            results.close()
    return True


@contextmanager
def bar(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show how far it is, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns: list[Any] = [TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)
