"""`rulewright check`: the mistakes in rule files."""

from __future__ import annotations

import sys

import click

from rulewright.cli import opening
from rulewright.cli.codes import FINE, code_for
from rulewright.cli.colour import paint
from rulewright.cli.opening import near
from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.report.diagnostics_text import render_all


@click.command("check")
@click.argument("ruleset", required=False)
@click.option("--all", "everything", is_flag=True, help="Check every ruleset that is here.")
def command(ruleset: str | None, everything: bool) -> int:
    """Check the rule files and tables of RULESET for mistakes."""
    if everything == bool(ruleset):
        raise click.UsageError("Say which ruleset to check, or --all.")
    codes = [check_one(name) for name in (opening.every() if everything else [str(ruleset)])]
    return max(codes, default=FINE)


def check_one(ruleset: str) -> int:
    """Check one ruleset, print what was found, and return the exit code."""
    findings = found(ruleset)
    if findings:
        click.echo("\n".join(render_all(findings, None, paint(sys.stdout))))
    if code_for(findings):
        return code_for(findings)
    about = opening.about(ruleset)
    click.echo(f"{about.headline}: no errors.  Read {near(about.folder)}.")
    return FINE


def found(ruleset: str) -> tuple[Diagnostic, ...]:
    """Return all findings, also those that keep later checks from running."""
    try:
        return opening.examine(ruleset)
    except RulesError as problem:
        return problem.findings
