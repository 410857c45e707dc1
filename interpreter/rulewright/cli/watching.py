"""Does something again whenever a file of a ruleset, or of one that it stands on, changes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from rulewright.cli import opening
from rulewright.cli.codes import FINE
from rulewright.cli.streams import is_read
from rulewright.diagnostics import Findings
from rulewright.source import find, read_document
from rulewright.source.files import PARTS
from rulewright.source.folders import MANIFEST, find_base
from rulewright.source.nodes import text_of

PAUSE = 0.3
"""Seconds between two looks at the files. A look at a few dozen files costs next to nothing."""

State = dict[Path, tuple[int, int]]
"""When each file was written, and its size."""


def watch_rulesets(rulesets: list[str], run: Callable[[], int]) -> int:
    """Run, wait for a change, run again, until Ctrl-C; ends at once when there is nothing to watch."""
    try:
        while True:
            seen = {folder for name in rulesets for folder in folders(name)}
            before = state(seen)
            if not seen:
                return run()
            _run_once(run)
            if not is_read():
                return FINE
            _wait_for_change(seen, before)
    except KeyboardInterrupt:
        click.echo("\nStopped watching.")
        return FINE


def folders(ruleset: str) -> list[Path]:
    """Return the folder of a ruleset and of all that it stands on, as far as they can be found."""
    found: list[Path] = []
    folder = find(ruleset)
    while folder is not None and folder not in found:
        found.append(folder)
        manifest = read_document(folder / MANIFEST, MANIFEST, "ruleset", Findings())
        extends = text_of(manifest.get("extends")) if manifest is not None else None
        folder = find_base(extends.text, folder) if extends is not None else None
    return found


def state(seen: Iterable[Path]) -> State:
    """Return when every file in some rulesets' folders was written."""
    return {path: stamp for folder in seen for part in ("", *PARTS) for path, stamp in _stamps(folder / part)}


def _stamps(folder: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    """Yield the files in a folder; what goes away while one looks is not there."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                known = path.stat()
                yield path, (known.st_mtime_ns, known.st_size)


def _run_once(run: Callable[[], int]) -> None:
    opening.ruleset.cache_clear()
    click.clear()
    begun = time.monotonic()
    run()
    took = time.monotonic() - begun
    click.echo(f"\nChecked at {time.strftime('%H:%M:%S')} in {took:.1f} s.  Waiting for a change; Ctrl-C ends.")


def _wait_for_change(seen: set[Path], before: State) -> None:
    """Return when a file has changed and nothing changes any more: editors write in several steps."""
    now = before
    while now == before:
        time.sleep(PAUSE)
        now = state(seen)
    time.sleep(PAUSE / 3)
    while (later := state(seen)) != now:
        now = later
        time.sleep(PAUSE / 3)
