"""`rulewright fmt`: lays out the files of a ruleset."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from rulewright.cli import opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.opening import path_text
from rulewright.cli.output import FINDINGS, FINE, code_for, print_findings
from rulewright.diagnostics import Findings
from rulewright.report.fmt_text import changed_lines, diff_lines, summary
from rulewright.source import SourceFile
from rulewright.source.disk import disk
from rulewright.source.folders import MANIFEST, find, rulesets_in, shown_folder
from rulewright.source.loading import report_not_found
from rulewright.source.ruleset import STACK
from rulewright.workspace.formatting import ROLES, FormattedFile, files_in_order, format_file, role_of, write_formatted


@click.command("fmt")
@click.argument("targets", nargs=-1, metavar="[RULESET or FILES]...", shell_complete=ruleset_names)
@click.option("--all", "everything", is_flag=True, help="Lay out every ruleset that is here.")
@click.option("--check", is_flag=True, help="Change nothing, and list the files that would change.")
@click.option("--diff", is_flag=True, help="Change nothing, and show what would change.")
def command(targets: tuple[str, ...], everything: bool, check: bool, diff: bool) -> int:
    """Lay out the rule files and YAML files of RULESET, or single files.

    There is one layout, so nobody needs to think about it: indentation, blanks and empty lines. Words, texts, numbers
    and comments stay as they are, and so does a file with mistakes. `rulewright explain layout` says what is done.
    """
    if everything == bool(targets):
        raise click.UsageError("Say which ruleset or which files to lay out, or --all.")
    findings = Findings()
    files = list(files_meant(opening.every_ruleset() if everything else targets, findings))
    found = [done for done in (format_file(file, role, findings) for file, role in files) if done is not None]
    changing = [done for done in found if done.changes]
    if diff:
        show_changes(changing)
    elif not check:
        changing = [done for done in changing if write_formatted(done, findings)]
    print_findings(findings.found, err=diff)
    print_summary(found, changing, written=not (check or diff), listed=not diff)
    would_change = FINDINGS if changing and (check or diff) else FINE
    return max(code_for(findings.found), would_change)


def files_meant(targets: Iterable[str], findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    """Yield the files that rulesets and files stand for, each once, and what each of them is."""
    known: set[str] = set()
    for target in targets:
        for file, role in _files_of(target, findings):
            path = disk().real(file.path)
            if path not in known:
                known.add(path)
                yield file, role


def _files_of(target: str, findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    if os.path.exists(target) or STACK not in target:
        yield from _files_of_one(target, findings)
        return
    for part in target.split(STACK):
        yield from _files_of_one(part, findings)


def _files_of_one(target: str, findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    if os.path.isfile(target) or target.endswith((".rules", ".yaml")):
        path = Path(target)
        role = role_of(path)
        if role is None:
            folders = ", ".join(ROLES)
            raise click.UsageError(f"{path}: only {MANIFEST} and the files in {folders} of a ruleset are laid out.")
        yield SourceFile(path, path.as_posix()), role
        return
    folder = find(target, here=True)
    if folder is None:
        report_not_found(target, findings)
        return
    within = [] if (folder / MANIFEST).exists() else list(rulesets_in(folder))
    for found in within or [folder]:
        yield from files_in_order(found, shown_folder(target, folder) if found is folder else found.as_posix())


def show_changes(changing: list[FormattedFile]) -> None:
    """Print what would change, as a patch."""
    for done in changing:
        old, new = done.old.decode(), (done.new or b"").decode()
        click.echo("\n".join(diff_lines(old, new, path_text(done.file.path))))


def print_summary(found: list[FormattedFile], changing: list[FormattedFile], written: bool, listed: bool) -> None:
    """Print which files changed, or would, and how many there are. Beside a patch this goes to the other stream."""
    fine = sum(done.new == done.old for done in found)
    lines = changed_lines([path_text(done.file.path) for done in changing], written) if listed else []
    lines += summary(len(changing), fine, len(found) - len(changing) - fine, written)
    if lines:
        click.echo("\n".join(lines), err=not listed)
