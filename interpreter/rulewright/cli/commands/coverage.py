"""`rulewright coverage`: what of the rules scenarios and random games reach, and what never is."""

from __future__ import annotations

import click

from rulewright.cli import opening
from rulewright.cli.completing import rule_names, ruleset_names
from rulewright.cli.numbers import Whole
from rulewright.cli.opening import near
from rulewright.cli.output import FINDINGS, FINE, JSON, TEXT, meant, print_findings
from rulewright.cli.progress import Workers, gather
from rulewright.compose.coverage_points import CoveragePoint, by_rule, coverage_points
from rulewright.jobs.job import Each, Job
from rulewright.playtest.coverage import Coverage, Judged, judge
from rulewright.playtest.coverage_runs import MarkedGames, Seated, reach_of_scenarios
from rulewright.playtest.game import Record
from rulewright.report import coverage_text as text
from rulewright.report.layout import fold


@click.command("coverage")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("rule", required=False, shell_complete=rule_names)
@click.option(
    "--games",
    type=Whole(0),
    default=50,
    show_default=True,
    help="How many random games for each number of players; 0: the scenarios alone.",
)
@click.option("--jobs", type=Whole(1), help="How many cores; all by default.")
@click.option("--gate", is_flag=True, help="End with 1 when something never happens without a written reason.")
@click.option("--all", "everything", is_flag=True, help="List what never happens in the rulesets below, too.")
@click.option("--format", "form", type=click.Choice([TEXT, JSON]), default=TEXT, show_default=True,
              help="Print for people, or for other programs.")  # fmt: skip
def command(
    ruleset: str, rule: str | None, games: int, jobs: int | None, gate: bool, everything: bool, form: str
) -> int:
    """Show what of RULESET its scenarios and random games reach: rules, steps, options, conditions with yes and no.

    With the full name of a RULE it shows that rule line by line, and the scenarios that have a part in it.

    What never happens for a good reason says so beside it: `# never no: the reason`, or `never yes`, `never offered`,
    `never taken`, `never reached`.
    """
    source, rules = opening.source_of(ruleset), opening.ruleset(ruleset).composed
    coverage = Coverage(coverage_points(rules))
    chosen = the_rule(rule, coverage) if rule is not None else None
    code = collect(coverage, ruleset, games, jobs)
    judged = judge(coverage, rules.remarks, {file.path for file in source.rules})
    if form == JSON:
        from rulewright.report.coverage_json import coverage_json

        click.echo(coverage_json(coverage, judged))
    elif chosen is not None:
        click.echo("\n".join(text.of_rule(coverage, chosen)))
    else:
        tell(ruleset, coverage, judged, everything)
    return code or (FINDINGS if gate and not judged.passes else FINE)


def the_rule(name: str, coverage: Coverage) -> list[CoveragePoint]:
    """Return the points of a rule by its full name."""
    rules = {rule[0].rule: rule for rule in by_rule(coverage.points)}
    if name in rules:
        return rules[name]
    raise click.UsageError(f'There is no rule "{name}" that does something.{meant(name, rules)}')


def collect(coverage: Coverage, ruleset: str, games: int, jobs: int | None) -> int:
    """Run the scenarios, play random games, and return an exit code."""
    about = opening.about(ruleset)
    for reach in reach_of_scenarios(opening.ruleset(ruleset)):
        coverage.add_scenario(reach)
    sizes = range(about.fewest, about.most + 1)
    numbers = [(seats, game) for game in range(1, games + 1) for seats in sizes]

    def keep(played: list[tuple[Seated, Record, bytes]]) -> None:
        for (seats, number), record, marks in played:
            coverage.add_game(seats, marks)
            coverage.broken += [(seats, number)] if record.failure else []

    return gather(Job(Each(MarkedGames(ruleset)), numbers), Workers(jobs), "game", keep) if games else FINE


def tell(ruleset: str, coverage: Coverage, judged: Judged, everything: bool) -> None:
    """Print the counts, what never happened, and what is wrong with reasons."""
    about = opening.about(ruleset)
    click.echo("\n".join(fold(f"{about.headline}.  Read {near(about.folder)}.")))
    click.echo("\n".join([*text.played(coverage), "", *text.table(coverage), ""]))
    parts = {
        "Never, and no reason is written": judged.unexplained,
        "Never, for a written reason": judged.explained,
        "Never, in the rules that it stands on": judged.below if everything else [],
    }
    for heading, part in parts.items():
        if part:
            click.echo("\n".join([f"{heading}:", *text.nevers(part), ""]))
    print_findings(judged.wrong)
    click.echo("\n".join([*text.broken(coverage, ruleset), *text.verdict(judged, everything)]))
