"""Rulesets as they were at a commit: `NAME@REV` is the contents of its folder, and of those beside it, in git."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from functools import cache, partial
from pathlib import Path
from zipfile import ZipFile

import click

from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError
from rulewright.source import find
from rulewright.source.folders import MANIFEST

REVISION_SIGN = "@"
"""Separates the name of a ruleset from a revision."""


@cache
def at_revision(name: str) -> str:
    """Return the folder with a ruleset as it was; the folder is removed when the command ends.

    Raises `RulesError` where there is no such ruleset, repository, revision or folder at that revision.
    """
    plain, _, revision = name.partition(REVISION_SIGN)
    folder = find(plain, here=True)
    if folder is None:
        raise _refusal_of(name, f'there is no ruleset "{plain}"', "rulewright list shows those that are here.")
    root = Path(_run_git(name, folder, "rev-parse", "--show-toplevel").decode().strip())
    beside = folder.resolve().parent.relative_to(root.resolve())
    revision = (
        _run_git(name, folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").decode().strip()
    )
    packed = _run_git(name, root, "archive", "--format=zip", revision, "--", beside.as_posix())
    place = Path(tempfile.mkdtemp(prefix="rulewright-"))
    click.get_current_context().call_on_close(partial(_remove_revision, place))
    with ZipFile(io.BytesIO(packed)) as archive:  # leads nowhere else: links are extracted as plain files
        archive.extractall(place)
    found = place / beside / folder.name
    if not (found / MANIFEST).is_file():
        raise _refusal_of(name, f"{plain} was not there at {revision[:12]}", "Name a later revision.")
    return found.as_posix()


def _remove_revision(place: Path) -> None:
    """Remove a folder, and forget what it was made for: another command in this process makes one of its own."""
    at_revision.cache_clear()
    shutil.rmtree(place, ignore_errors=True)


def _run_git(name: str, folder: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=False)
    except OSError as problem:
        raise _refusal_of(name, f"git cannot be run: {problem.strerror}", "A revision needs git.") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _refusal_of(
            name, f"git refuses: {said[0] if said else done.returncode}", "Write NAME@REVISION, such as NAME@HEAD~1."
        )
    return done.stdout


def _refusal_of(name: str, said: str, remedy: str) -> RulesError:
    return RulesError((Diagnostic(Code.UNKNOWN_RULESET, NOWHERE._replace(file=name), said, (remedy,)),))
