"""`rulewright test`: the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulewright.cli import opening
from rulewright.cli.completing import ruleset_names, scenario_names
from rulewright.cli.opening import path_text
from rulewright.cli.output import FINDINGS, FINE, TEXT, USAGE, code_for, format_option, print_findings
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.cli.waiting import waiting_shown
from rulewright.diagnostics import NOWHERE, Code, Diagnostic, RulesError, Span
from rulewright.report.try_report import failed_lines, passed_text

if TYPE_CHECKING:
    from rulewright.scenarios.results import ScenarioResult


@click.command("test")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("name", required=False, shell_complete=scenario_names)
@format_option()
@untrusted_option()
def command(ruleset: str, name: str | None, form: str) -> int:
    """Run the scenarios of RULESET, or only those whose name contains NAME."""
    inside.enter_confinement([ruleset])
    if form == TEXT:
        return for_people(ruleset, name)
    findings = failures_found(ruleset, name)
    print_findings(findings, form)
    return code_for(findings)


def for_people(ruleset: str, name: str | None) -> int:
    """Run scenarios, print those that failed and the count, and return the exit code."""
    results = run_scenarios(ruleset, name)
    folder = path_text(opening.ruleset(ruleset).about.folder)
    if not results:
        click.echo(f'No scenario is called "{name}".' if name else "There are no scenarios.")
        click.echo(f"Read {folder}.")
        return USAGE if name else FINE
    print_failed(results)
    click.echo(f"{passed_text(results)}.  Read {folder}.")
    return FINE if all(result.ok for result in results) else FINDINGS


def print_failed(results: Sequence[ScenarioResult]) -> None:
    """Print the scenarios that failed, and what is wrong with those that cannot be read."""
    for result in results:
        if not (result.ok or result.findings):
            click.echo("\n".join(failed_lines(result)))
    findings = tuple(dict.fromkeys(finding for result in results for finding in result.findings))
    if findings:
        print_findings(findings)
        click.echo()


def run_scenarios(ruleset: str, name: str | None) -> list[ScenarioResult]:
    """Return what came of the scenarios of a ruleset whose name contains `name`."""
    with waiting_shown(f"Playing the scenarios of {ruleset}"):
        return list(opening.ruleset(ruleset).results(name))


def failures_found(ruleset: str, name: str | None) -> tuple[Diagnostic, ...]:
    """Return each scenario that failed as a finding, and what is wrong with those that cannot be read."""
    try:
        results = run_scenarios(ruleset, name)
    except RulesError as problem:
        return problem.findings
    if name and not results:
        return (Diagnostic(Code.UNKNOWN_NAME, NOWHERE, f'no scenario is called "{name}"'),)
    findings: list[Diagnostic] = []
    for result in (result for result in results if not result.ok):
        span = Span(result.file, result.line, 1, result.line, 1)
        lines = tuple(line.strip() for line in result.lines)
        findings += result.findings or [Diagnostic(Code.SCENARIO_FAILED, span, result.name, lines)]
    return tuple(dict.fromkeys(findings))
