"""Shows on a terminal that something goes on which has no parts that could be counted."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from rulewright.cli import late
from rulewright.source import cache

PATIENCE = 1.0
"""So many seconds go by in silence."""


@contextmanager
def waiting_shown(what: str, likely: float = 0) -> Iterator[None]:
    """Show what is being done, for how long, and how long it is likely to take: by default as long as last time."""
    if not sys.stderr.isatty():
        yield
        return
    began, name = time.monotonic(), cache.fingerprint("seconds", what)
    likely = likely or cache.load(name) or 0
    with ExitStack() as shown:

        def show() -> None:
            rich, of = late.rich_progress, f" of about {likely:.0f}" if likely else ""
            said = rich.TextColumn(f"{{task.description}}  {{task.elapsed:.0f}}{of} s", markup=False)
            bar = rich.Progress(said, console=late.rich_console.Console(stderr=True), transient=True)
            task = bar.add_task(what)
            bar.tasks[task].start_time = bar.get_time() - PATIENCE
            shown.enter_context(bar)

        timer = threading.Timer(PATIENCE, show)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
    if (took := time.monotonic() - began) > PATIENCE:
        cache.save(name, took)
