"""What commands share about what they print and end with: exit codes, colours, forms of findings, files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulewright.cli import late
from rulewright.diagnostics import Code, Diagnostic
from rulewright.report.layout import Paint, coloured, plain

if TYPE_CHECKING:
    from rulewright.report.model import Report

FINE, FINDINGS, USAGE, LIMIT = 0, 1, 2, 3
"""Exit codes: no mistakes; mistakes found; wrong usage or unreadable files; a limit was exceeded."""

BROKEN, INTERRUPTED = 70, 130
"""A mistake of our own; stopped by Ctrl-C."""

LIMIT_CODES = frozenset({Code.FILE_TOO_LARGE, Code.NESTED_TOO_DEEP, Code.TOO_DEEP, Code.LIMIT_EXCEEDED})
"""Codes of findings that say that something is more than Rulewright takes on."""

CLOSED_CODES = frozenset({Code.UNREADABLE_FILE, Code.UNWRITABLE_FILE})
"""Codes of findings that say that a file cannot be opened."""


def code_for(findings: Sequence[Diagnostic]) -> int:
    """Return the exit code for the findings of a run."""
    errors = [d for d in findings if d.severity == "error"]
    if any(d.code in LIMIT_CODES for d in errors):
        return LIMIT
    if errors and all(not d.span.line or d.code in CLOSED_CODES for d in errors):
        return USAGE
    return FINDINGS if errors else FINE


def paint_for(stream: TextIO) -> Paint:
    """Return colours for a terminal, none for anything else."""
    wanted = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return coloured if wanted else plain


TEXT, JSON, SARIF = "text", "json", "sarif"


def print_report(report: Report, form: str = TEXT, page: Path | None = None) -> None:
    """Print a report for people or as a document for other programs, or write its page."""
    if page is not None:
        write_or_print(page, late.renderers.html(report))
    else:
        click.echo(late.renderers.document(report) if form == JSON else "\n".join(late.renderers.terminal(report)))


def format_option() -> Callable[[Any], Any]:
    """Return the option `--format` of a command that prints findings."""
    return click.option(
        "--format", "form", type=click.Choice([TEXT, JSON, SARIF]), default=TEXT, show_default=True,
        help="Print for people, or for editors and other programs.",
    )  # fmt: skip


def form_option() -> Callable[[Any], Any]:
    """Return the option `--format` of a command that prints a report."""
    return click.option(
        "--format", "form", type=click.Choice([TEXT, JSON]), default=TEXT, show_default=True,
        help="Print for people, or for other programs.",
    )  # fmt: skip


def page_option() -> Callable[[Any], Any]:
    """Return the option `--html` of a command whose report can also be a page."""
    return click.option(
        "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to send; - prints it."
    )


@dataclass(frozen=True)
class Shown:
    """What was typed about the form of a report."""

    form: str
    page: Path | None

    def write_page(self, report: Report) -> None:
        """Write the page of a report that is not complete yet, where a file is wanted."""
        if self.page is not None and str(self.page) != "-":
            late.writing.write_text(self.page, late.renderers.html(report))


def print_findings(findings: Sequence[Diagnostic], form: str = TEXT, err: bool = False) -> None:
    """Print the findings of a run; a form for programs is one document, also when nothing was found.

    With `err` they go to the other stream, where what is printed is for another program.
    """
    if form == JSON:
        click.echo(late.findings_json.findings_json(findings))
    elif form == SARIF:
        click.echo(late.findings_sarif.findings_sarif(findings))
    elif findings:
        colours = paint_for(sys.stderr if err else sys.stdout)
        click.echo("\n".join(late.diagnostics_text.render_all(findings, None, colours)), err=err)


def suggestion_for(word: str, known: Iterable[str]) -> str:
    """Return the sentence that suggests the known word most like a misspelt one, after a blank; nothing if none is."""
    return "".join(f" {line}" for line in late.similar.did_you_mean(word, known))


def write_or_print(path: Path | None, text: str, err: bool = False) -> None:
    """Write a file and say so, with `err` on the other stream; or print the text without a file name or with -."""
    if path is None or str(path) == "-":
        click.echo(text, nl=False)
        return
    late.writing.write_text(path, text)
    click.echo(f"Wrote {path}.", err=err)
