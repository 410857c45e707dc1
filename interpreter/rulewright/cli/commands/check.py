"""`rulewright check`: the mistakes in rule files."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.opening import path_from_here, path_text
from rulewright.cli.output import FINE, TEXT, code_for, format_option, print_findings
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.diagnostics import Findings
from rulewright.phrasing import counted
from rulewright.source.files import folder_of
from rulewright.source.folders import MANIFEST, find, is_path


@click.command("check")
@click.argument("targets", nargs=-1, metavar="[RULESET or FILES]...", shell_complete=ruleset_names)
@click.option("--all", "everything", is_flag=True, help="Check every ruleset that is here.")
@click.option("--fix", is_flag=True, help="Correct the mistakes for which there is only one way, then check.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@format_option()
@untrusted_option()
def command(targets: tuple[str, ...], everything: bool, fix: bool, watch: bool, form: str) -> int:
    """Check RULESET for mistakes: rules, tables, texts in other languages, scenarios and replays.

    Of FILES the rulesets are checked that they belong to.
    """
    if everything == bool(targets):
        raise click.UsageError("Say which ruleset to check, or --all.")
    if watch and form != TEXT:
        raise click.UsageError("--watch prints for people only: leave out --format.")
    if watch and inside.is_confined():
        raise click.UsageError("--untrusted ends after some time: leave out --watch.")
    if fix and (watch or form != TEXT or inside.is_confined()):
        raise click.UsageError("--fix goes with none of --watch, --format and --untrusted.")
    names = opening.every_ruleset() if everything else list(dict.fromkeys(map(resolve_target, targets)))
    inside.enter_confinement(names)
    if watch:
        return late.watching.watch_rulesets(names, lambda: check_all(names))
    if fix:
        return max([fix_one(name) for name in names], default=FINE)
    return check_all(names) if form == TEXT else check_for_programs(names, form)


def resolve_target(target: str) -> str:
    """Return the ruleset that is meant: that of a file, given by its folder, or what was typed."""
    path = Path(target)
    if not path.is_file():
        return target
    folder = folder_of(path.absolute())
    if folder is None:
        raise click.UsageError(f"{path_text(path)} belongs to no ruleset: there is no {MANIFEST} in the folder above.")
    below = path_from_here(folder).as_posix()
    return below if is_path(below) else f"./{below}"


def check_all(rulesets: list[str]) -> int:
    """Check rulesets, print what was found in each, and return the exit code."""
    return max([check_one(name) for name in rulesets], default=FINE)


def check_one(ruleset: str) -> int:
    """Check one ruleset, print what was found, and return the exit code."""
    findings = opening.all_findings(ruleset)
    print_findings(findings)
    if safe := sum(one.fix is not None and one.fix.safe for one in findings):
        click.echo(f"{counted(safe, 'mistake')} can be corrected at once: rulewright check --fix {ruleset}")
    if code_for(findings):
        return code_for(findings)
    about = opening.ruleset(ruleset).about
    click.echo(opening.headline(about, ": no errors"))
    return FINE


def fix_one(ruleset: str) -> int:
    """Correct what is safe to correct in a ruleset, tell what was done, check it again, and return the exit code."""
    problems = Findings()
    folder = find(ruleset, here=True)
    fixing = late.fixing
    found = opening.all_findings(ruleset)
    fixed = fixing.write_fixes(found, folder, problems) if folder is not None else fixing.Fixed((), ())
    for said, those in (("Corrected:", fixed.written), ("Not corrected, as something else may be meant:", fixed.left)):
        if those:
            click.echo("\n".join([said, *(f"  {one.place}  {one.fix.title}" for one in those if one.fix), ""]))
    print_findings(problems.found)
    opening.space().refresh()
    return max(check_one(ruleset), code_for(problems.found))


def check_for_programs(rulesets: list[str], form: str) -> int:
    """Check rulesets, print one document for all of them, and return the exit code."""
    each = [opening.all_findings(name) for name in rulesets]
    print_findings(tuple(dict.fromkeys(finding for findings in each for finding in findings)), form)
    return max(map(code_for, each), default=FINE)
