"""In which form findings are printed: for people, or for other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import click

from rulewright.cli.colour import paint
from rulewright.diagnostics import Diagnostic

TEXT, JSON, SARIF = "text", "json", "sarif"


def format_option() -> Callable[[Any], Any]:
    """Return the option `--format` of a command that prints findings."""
    return click.option(
        "--format", "form", type=click.Choice([TEXT, JSON, SARIF]), default=TEXT, show_default=True,
        help="Print for people, or for editors and other programs.",
    )  # fmt: skip


def print_findings(findings: Sequence[Diagnostic], form: str = TEXT, err: bool = False) -> None:
    """Print the findings of a run; a form for programs is one document, also when nothing was found.

    With `err` they go to the other stream, where what is printed is for another program.
    """
    if form == JSON:
        from rulewright.report.findings_json import findings_json

        click.echo(findings_json(findings))
    elif form == SARIF:
        from rulewright.report.findings_sarif import findings_sarif

        click.echo(findings_sarif(findings))
    elif findings:
        from rulewright.report.diagnostics_text import render_all

        click.echo("\n".join(render_all(findings, None, paint(sys.stderr if err else sys.stdout))), err=err)
