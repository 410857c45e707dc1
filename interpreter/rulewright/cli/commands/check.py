"""`rulewright check`: the mistakes in rule files."""

from __future__ import annotations

import click

from rulewright.cli import opening
from rulewright.cli.codes import FINE, code_for
from rulewright.cli.formats import TEXT, format_option, print_findings
from rulewright.cli.opening import near
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option


@click.command("check")
@click.argument("ruleset", required=False)
@click.option("--all", "everything", is_flag=True, help="Check every ruleset that is here.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@format_option()
@untrusted_option()
def command(ruleset: str | None, everything: bool, watch: bool, form: str) -> int:
    """Check the rule files and tables of RULESET for mistakes."""
    if everything == bool(ruleset):
        raise click.UsageError("Say which ruleset to check, or --all.")
    if watch and form != TEXT:
        raise click.UsageError("--watch prints for people only: leave out --format.")
    if watch and inside.confined():
        raise click.UsageError("--untrusted ends after some time: leave out --watch.")
    names = opening.every() if everything else [str(ruleset)]
    inside.enter(names)
    if watch:
        from rulewright.cli.watching import watch_rulesets

        return watch_rulesets(names, lambda: check_all(names))
    return check_all(names) if form == TEXT else check_for_programs(names, form)


def check_all(rulesets: list[str]) -> int:
    """Check rulesets, print what was found in each, and return the exit code."""
    return max([check_one(name) for name in rulesets], default=FINE)


def check_one(ruleset: str) -> int:
    """Check one ruleset, print what was found, and return the exit code."""
    findings = opening.examine(ruleset)
    print_findings(findings)
    if code_for(findings):
        return code_for(findings)
    about = opening.about(ruleset)
    click.echo(f"{about.headline}: no errors.  Read {near(about.folder)}.")
    return FINE


def check_for_programs(rulesets: list[str], form: str) -> int:
    """Check rulesets, print one document for all of them, and return the exit code."""
    each = [opening.examine(name) for name in rulesets]
    print_findings(tuple(dict.fromkeys(finding for findings in each for finding in findings)), form)
    return max(map(code_for, each), default=FINE)
