"""A run of many games; `--out`, `--force` and `--resume`: a line for each game, and a journal of finished units."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from rulewright.cli.compiling import in_c
from rulewright.cli.options import FRESH_DEALS, KNOWN_CHANCE, Games, drawn_secret, has_programs
from rulewright.cli.output import FINE
from rulewright.cli.progress import gather_results
from rulewright.cli.untrusted import inside
from rulewright.diagnostics.model import escape_invisible
from rulewright.jobs.job import Job, Result
from rulewright.jobs.journal import Codec, JobJournal, Plain, Stage, identity_in, journal_path
from rulewright.players.seats import is_custom
from rulewright.playtest.match import Match
from rulewright.report.layout import fold
from rulewright.source.writing import LineFile

FORCE = click.option("--force", is_flag=True, help="Overwrite the file of --out if it is there already.")
OPTIONS = (
    click.option(
        "--out", type=click.Path(dir_okay=False), help="Write one line for each game to this file (JSON Lines)."
    ),
    FORCE,
    click.option("--resume", is_flag=True, help="Go on with the games of --out where they were interrupted."),
)
FULL_DISK = frozenset({errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Errors of a disk, a file or a quota that has no room left."""

AnyMatch = TypeVar("AnyMatch", bound=Match)


@dataclass(frozen=True)
class OutFile:
    """What was typed about the file for the games."""

    out: str | None
    force: bool
    resume: bool


def out_options() -> Callable[[Any], Any]:
    """Return the options of a command whose games can be kept."""
    return lambda command: reduce(lambda made, option: option(made), reversed(OPTIONS), command)


class GamesRun:
    """Plays the games of a command, writes a line for each and keeps finished units, where that is wanted."""

    def __init__(
        self, games: Games, kept: OutFile | None = None, who: Sequence[str] = (), resume: bool = False
    ) -> None:
        """Open the file for games between these kinds of seat; a new one is its owner's only where programs sit.

        Raises `click.UsageError` where it must not be written, or the games cannot be sent to a cluster.
        """
        games.refuse_cluster(who)
        self.games, self.resume, self.file = games, resume if kept is None else kept.resume, None
        if kept is not None:
            self.file = click.get_current_context().with_resource(open_out_file(kept, has_programs(who)))
        self.journal: JobJournal[Any] | None = None
        self.played = 0
        """How many items of the journal the jobs so far had."""

    def prepare_match(
        self, match: AnyMatch, games: int, check: bool = True, wait: bool = True, anew: bool = False
    ) -> AnyMatch:
        """Return the match in the build that suits this number of games, with the secret of the run."""
        build = in_c(match, self.games, match.seconds_in_python(games, check), wait)
        return replace(match, in_c=build, secret=self.draw_secret(match.who, anew))

    def draw_secret(self, who: Sequence[str], anew: bool = False) -> str:
        """Return the secret by which the games go, and say what follows from that; empty without one.

        A run that is resumed keeps its own, which is in the journal beside its file; those of earlier versions have
        none. `anew`: the command plays a deal more than once, though not to those who can remember it.
        """
        if not has_programs(who):
            return ""
        typed = click.get_current_context().get_parameter_source("seed") is not ParameterSource.DEFAULT
        secret = "" if typed else drawn_secret()
        if self.file is not None and self.resume and not typed:
            secret = str(identity_in(journal_path(self.file.path)).get("secret", ""))
        for line in fold(" ".join([*([] if secret else [KNOWN_CHANCE]), *([FRESH_DEALS] if anew and secret else [])])):
            click.echo(line, err=True)
        return secret

    def write_game(self, game: Mapping[str, object]) -> None:
        """Write the line of a game."""
        if self.file is not None:
            self.file.add(json.dumps(game))

    def keep_journal(
        self, match: Match, options: Mapping[str, Plain], codec: Codec[list[Any]] | None = None
    ) -> None:  # fmt: skip
        """Keep the units of a match, which depend on these options as well, in a journal beside the file; `codec`: what
        converts them, if there are also others."""
        if self.file is not None and self.file.regular and not inside.is_confined():
            self.keep_beside(self.file.path, match, options, codec)

    def keep_beside(
        self, path: Path, match: Match, options: Mapping[str, Plain], codec: Codec[list[Any]] | None = None,
        **anew: str,
    ) -> None:  # fmt: skip
        """Keep the units of a match in the journal beside any file."""
        secret: dict[str, Plain] = {"secret": match.secret} if match.secret else {}
        identity = {**match.identity(), **options, **secret}
        self.journal = journal_beside(path, identity, match.who, codec or match.codec(), self.resume, **anew)

    def play_job(
        self, job: Job[Result], take: Callable[[Result], object], one: str = "game", note: Callable[[], str] = str
    ) -> int:
        """Take in what comes of each unit, as `gather_results` does; jobs that follow one another share the journal."""
        if self.journal is None:
            return gather_results(job, self.games, one, take, None, note)
        items = range(self.played, self.played + len(job.items))
        self.played = items.stop
        with room_required():
            return gather_results(job, self.games, one, take, Stage(self.journal, items), note)

    def end_run(self, code: int) -> int:
        """Close the journal, say how to go on where games are left, and return the exit code."""
        if self.journal is not None:
            self.journal.close(finished=code == FINE)
            if code != FINE:
                said = f"To go on from here, repeat the command with --resume. {self.journal.path} is needed for that."
                click.echo(said, err=True)
        return code


@contextmanager
def open_out_file(kept: OutFile, private: bool = False) -> Iterator[LineFile | None]:
    """Open the file for the games, if one is wanted; a new `private` one can be read by its owner only.

    Raises `click.UsageError` where it must not be written.
    """
    out, force, resume = kept.out, kept.force, kept.resume
    if resume and (out is None or force):
        raise click.UsageError("--resume goes with --out, and not with --force.")
    if out is None:
        yield None
        return
    if resume:
        require_journal(Path(out))
    elif not force and journal_path(Path(out)).exists():
        said = f"--out {out}: {journal_path(Path(out))} has games of a run that is not over"
        raise click.UsageError(f"{said}. Go on with --resume, or begin again with --force.")
    try:
        file = LineFile(Path(out), force, resume, private)
    except FileExistsError:
        raise already_there(out) from None
    try:
        yield file
    finally:
        file.close()


def already_there(out: object) -> click.UsageError:
    """Return the error for a file that is not to be overwritten."""
    return click.UsageError(f"--out {out}: this file is there already. Give another name, or --force to overwrite it.")


def require_journal(out: Path) -> None:
    """Raise `click.UsageError` where there is nothing to go on from."""
    if not journal_path(out).exists():
        raise click.UsageError(f"--resume: there is no {journal_path(out)}, which holds the games that were finished.")


def journal_beside(
    out: Path, identity: Mapping[str, Plain], kinds: Sequence[str], codec: Codec[Result], resume: bool, **anew: str
) -> JobJournal[Result]:
    """Return the journal beside some results, of games between these kinds of seat."""
    whole: dict[str, Plain] = {**identity, "--seat": [_identity_of(kind) for kind in kinds]}
    with room_required():
        return JobJournal(journal_path(out), whole, codec, resume, overwrite=True, **anew)


def _identity_of(kind: str) -> str:
    """Return a kind of seat; a class in a file with a hash of the file, which may be another one next time."""
    file = Path(kind.partition(":")[0])
    if not is_custom(kind) or not file.is_file():
        return kind
    return f"{kind} {blake2b(file.read_bytes(), digest_size=8).hexdigest()}"


@contextmanager
def room_required() -> Iterator[None]:
    """Say how to go on where the disk is full."""
    try:
        yield
    except OSError as problem:
        if problem.errno not in FULL_DISK:
            raise
        said = f"{escape_invisible(str(problem.filename))}: {problem.strerror}."
        raise click.ClickException(f"{said} Make room, then repeat the command with --resume.") from None
