"""`rulewright coverage`: what of the rules scenarios and random games reach, and what never is."""

from __future__ import annotations

import sys

import click

from rulewright.cli import opening
from rulewright.cli.completing import rule_names, ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import Games, group_options
from rulewright.cli.output import FINDINGS, FINE, JSON, form_option, paint_for, print_report, suggestion_for
from rulewright.cli.run import GamesRun
from rulewright.cli.waiting import waiting_shown
from rulewright.compose.coverage_points import CoveragePoint, by_rule, coverage_points
from rulewright.jobs.job import Each, Job
from rulewright.playtest.coverage import Coverage, judge_coverage
from rulewright.playtest.coverage_runs import MarkedGames, reach_of_scenarios
from rulewright.report.coverage_report import coverage_report, rule_report
from rulewright.report.diagnostics_text import render_all
from rulewright.workspace import Ruleset


@click.command("coverage")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("rule", required=False, shell_complete=rule_names)
@click.option(
    "--games",
    type=WholeNumber(0),
    default=50,
    show_default=True,
    help="How many random games for each number of players; 0: the scenarios alone.",
)
@click.option("--jobs", type=WholeNumber(1), help="How many cores; all by default.")
@click.option("--gate", is_flag=True, help="End with 1 when something never happens without a written reason.")
@click.option("--all", "everything", is_flag=True, help="List what never happens in the rulesets below, too.")
@form_option()
@group_options
def command(ruleset: str, rule: str | None, games: Games, gate: bool, everything: bool, form: str) -> int:
    """Show what of RULESET its scenarios and random games reach: rules, steps, options, conditions with yes and no.

    With the full name of a RULE it shows that rule line by line, and the scenarios that have a part in it.

    What never happens for a good reason says so beside it: `# never no: the reason`, or `never yes`, `never offered`,
    `never taken`, `never reached`.
    """
    rules = opening.ruleset(ruleset)
    coverage = Coverage(coverage_points(rules.composed_rules))
    chosen = the_rule(rule, coverage) if rule is not None else None
    code = collect_coverage(coverage, rules, GamesRun(games))
    judged = judge_coverage(coverage, rules.composed_rules.remarks, {file.path for file in rules.source.rules})
    if chosen is not None and form != JSON:
        print_report(rule_report(coverage, chosen))
    else:
        wrong = render_all(judged.wrong, None, paint_for(sys.stdout)) if judged.wrong else []
        headline = opening.headline(rules.about)
        print_report(coverage_report(headline, ruleset, coverage, judged, everything, wrong), form)
    return code or (FINDINGS if gate and not judged.passes else FINE)


def the_rule(name: str, coverage: Coverage) -> list[CoveragePoint]:
    """Return the points of a rule by its full name."""
    rules = {rule[0].rule: rule for rule in by_rule(coverage.points)}
    if name in rules:
        return rules[name]
    raise click.UsageError(f'There is no rule "{name}" that does something.{suggestion_for(name, rules)}')


def collect_coverage(coverage: Coverage, rules: Ruleset, run: GamesRun) -> int:
    """Run the scenarios, play random games, and return an exit code."""
    with waiting_shown(f"Playing the scenarios of {rules.name}"):
        for reach in reach_of_scenarios(rules):
            coverage.add_scenario(reach)
    numbers = [(seats, game) for game in run.games.numbers for seats in rules.seats]
    job = Job(Each(MarkedGames(rules)), numbers, begins_here=True)
    return run.play_job(job, coverage.add_played) if numbers else FINE
