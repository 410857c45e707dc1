"""`--out`, `--force` and `--resume`: a file with a line for each game, and beside it the journal of finished units."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from hashlib import blake2b
from pathlib import Path
from typing import Any

import click

from rulewright.cli.output import FINE
from rulewright.cli.progress import Workers, gather
from rulewright.diagnostics.model import visible
from rulewright.jobs.job import Job, Result
from rulewright.jobs.journal import ENDING, Codec, Journal, Plain
from rulewright.players.seats import is_custom
from rulewright.source.writing import LineFile

OPTIONS = (
    click.option(
        "--out", type=click.Path(dir_okay=False), help="Write one line for each game to this file (JSON Lines)."
    ),
    click.option("--force", is_flag=True, help="Overwrite the file of --out if it is there already."),
    click.option("--resume", is_flag=True, help="Go on with the games of --out where they were interrupted."),
)
FULL = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Errors of a disk, a file or a quota that has no room left."""


def out_options() -> Callable[[Any], Any]:
    """Return the options of a command whose games can be kept; it gets `out`, `force` and `resume`."""

    def decorated(command: Any) -> Any:
        for option in reversed(OPTIONS):
            command = option(command)
        return command

    return decorated


@contextmanager
def written(out: str | None, force: bool, resume: bool, private: bool = False) -> Iterator[LineFile | None]:
    """Open the file for the games, if one is wanted; a new `private` one can be read by its owner only.

    Raises `click.UsageError` where it must not be written.
    """
    if resume and (out is None or force):
        raise click.UsageError("--resume goes with --out, and not with --force.")
    if out is None:
        yield None
        return
    if resume:
        has_journal(Path(out))
    elif not force and beside(Path(out)).exists():
        said = f"--out {out}: {beside(Path(out))} has games of a run that is not over"
        raise click.UsageError(f"{said}. Go on with --resume, or begin again with --force.")
    try:
        file = LineFile(Path(out), force, resume, private)
    except FileExistsError:
        said = f"--out {out}: this file is there already. Give another name, or --force to overwrite it."
        raise click.UsageError(said) from None
    try:
        yield file
    finally:
        file.close()


def has_journal(out: Path) -> None:
    """Raise `click.UsageError` where there is nothing to go on from."""
    if not beside(out).exists():
        raise click.UsageError(f"--resume: there is no {beside(out)}, which holds the games that were finished.")


def beside(out: Path) -> Path:
    """Return the path of the journal of some results."""
    return out.with_name(out.name + ENDING)


def journal_beside(
    out: Path, identity: Mapping[str, Plain], kinds: Sequence[str], codec: Codec[Result], resume: bool, **anew: str
) -> Journal[Result]:
    """Return the journal beside some results, of games between these kinds of seat."""
    whole: dict[str, Plain] = {**identity, "--seat": [_as_it_is(kind) for kind in kinds]}
    with room_wanted():
        return Journal(beside(out), whole, codec, resume, overwrite=True, **anew)


def _as_it_is(kind: str) -> str:
    """Return a kind of seat; a class in a file with a hash of the file, which may be another one next time."""
    file = Path(kind.partition(":")[0])
    if not is_custom(kind) or not file.is_file():
        return kind
    return f"{kind} {blake2b(file.read_bytes(), digest_size=8).hexdigest()}"


@contextmanager
def room_wanted() -> Iterator[None]:
    """Say how to go on where the disk is full."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in FULL:
            raise
        said = f"{visible(str(problem.filename))}: {problem.strerror}."
        raise click.ClickException(f"{said} Make room, then repeat the command with --resume.") from None


def gather_kept(
    job: Job[Result], workers: Workers, keep: Callable[[Result], object], journal: Journal[Result] | None,
    note: Callable[[], str] = str,
) -> int:  # fmt: skip
    """Take in games like `progress.gather`, keep them in a journal, and say how to go on where some are left."""
    with room_wanted() if journal is not None else nullcontext():
        code = gather(job, workers, "game", keep, journal, note)
    if journal is not None:
        close(journal, code)
    return code


def close(journal: Journal[Result], code: int) -> None:
    """Close a journal, and say how to go on where games are left."""
    journal.close(finished=code == FINE)
    if code != FINE:
        said = f"To go on from here, repeat the command with --resume. {journal.path} is needed for that."
        click.echo(said, err=True)
