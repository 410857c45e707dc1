"""Takes in results one by one: a bar shows the progress, and Ctrl-C keeps what is finished."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from rulewright.cli import late
from rulewright.cli.interrupts import Patience
from rulewright.cli.options import Games
from rulewright.cli.output import FINDINGS, FINE, INTERRUPTED
from rulewright.jobs.job import ClusterError, Job, Lost, Result
from rulewright.jobs.journal import FinishedUnits
from rulewright.jobs.run import run_job
from rulewright.phrasing import counted


def gather_results(
    job: Job[Result], games: Games, one: str, keep: Callable[[Result], object],
    journal: FinishedUnits[Result] | None = None, note: Callable[[], str] = str,
) -> int:  # fmt: skip
    """Take in what comes of each unit, in order, until `keep` returns True for one, and return an exit code.

    A note is shown beside the bar. Ctrl-C ends it early; what was finished is kept. What was lost is reported at the
    end. Raises `click.UsageError` for a cluster that cannot be used.
    """
    total, done, lost = len(job.items), 0, list[Lost]()
    target = games.target()
    outcomes = run_job(job, target, journal)
    try:
        with progress_bar(total, f"{one}s", lambda: f"{target.note} {note()}") as step, Patience() as patience:
            for outcome in outcomes:
                enough = False
                with patience.uninterrupted():
                    if isinstance(outcome, Lost):
                        lost.append(outcome)
                    else:
                        enough = keep(outcome.result) is True
                        done += len(outcome.unit)
                    step(len(outcome.unit))
                if enough:
                    if journal is not None and outcome.unit.stop < total:
                        journal.leave_out(range(outcome.unit.stop, total))
                    break
    except KeyboardInterrupt:
        said = (
            f"after {done:,} of {counted(total, one)}; these are kept" if done else f"before the first {one} was over"
        )
        click.echo(f"\nStopped {said}.", err=True)
        return INTERRUPTED
    except ClusterError as problem:
        if not done:
            raise click.UsageError(f"--cluster {games.cluster}: {problem}.") from None
        click.echo(f"\nStopped after {done:,} of {counted(total, one)}; these are kept: {problem}.", err=True)
        return INTERRUPTED
    finally:
        outcomes.close()
    for missing in lost:
        first, last = job.item_numbers(missing.unit)
        which = f"{one} {first:,} is" if first == last else f"{one}s {first:,} to {last:,} are"
        click.echo(f"{which.capitalize()} missing: each of {missing.tries} processes that tried died.", err=True)
    if lost and games.cluster is not None:
        click.echo("The logs of the workers say why. Often it is memory: dask worker --memory-limit", err=True)
    return FINDINGS if lost else FINE


@contextmanager
def progress_bar(total: int, what: str, note: Callable[[], str] = str) -> Iterator[Callable[[int], None]]:
    """Show how far it is and how fast, on a terminal only, with a note that may change at any time."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    rich = late.rich_progress

    class NoteColumn(rich.TextColumn):
        def render(self, task: Any) -> Any:
            rate = f"{task.speed:,.{1 if task.speed < 100 else 0}f} a second" if task.speed else ""
            self.text_format = "  ".join(filter(None, (rate, note().strip())))
            return super().render(task)

    bar_columns: list[Any] = [rich.BarColumn(), rich.MofNCompleteColumn(), rich.TimeRemainingColumn()]
    columns = [rich.TextColumn(what), *bar_columns, NoteColumn("")]
    with rich.Progress(*columns, console=late.rich_console.Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.advance(task, done)
