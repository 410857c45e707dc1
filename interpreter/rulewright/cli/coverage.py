"""`rulewright coverage`: what of the rules scenarios and random games reach, and what never is."""

from __future__ import annotations

from typing import NamedTuple

import click

from rulewright.cli import opening
from rulewright.cli.codes import FINDINGS, FINE, INTERRUPTED
from rulewright.cli.formats import TEXT, print_findings
from rulewright.cli.opening import near
from rulewright.cli.simulate import gather
from rulewright.compose.compose import compose
from rulewright.compose.spots import Spot, by_rule, spots
from rulewright.diagnostics import Diagnostic, Findings, nearest
from rulewright.playtest.coverage import Coverage, Never, never
from rulewright.playtest.game import Record
from rulewright.playtest.reached import MarkedGames, Seated, reach_of_scenarios
from rulewright.playtest.simulate import cores, simulate
from rulewright.report import coverage_text as text
from rulewright.report.layout import counted

JSON = "json"


@click.command("coverage")
@click.argument("ruleset")
@click.argument("rule", required=False)
@click.option(
    "--games",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    help="How many random games for each number of players.",
)
@click.option("--jobs", type=click.IntRange(1), help="How many cores; all by default.")
@click.option(
    "--gate", is_flag=True, help="End with 1 when something never happens and no reason is written beside it."
)
@click.option("--all", "everything", is_flag=True, help="List the rules of the rulesets below, too.")
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
    findings = Findings()
    source = opening.source_of(ruleset)
    rules = compose(source, findings)
    findings.stop_on_errors()
    found = spots(rules)
    chosen = the_rule(rule, found) if rule is not None else None
    coverage = Coverage(found)
    whole = collect(coverage, ruleset, games, jobs or cores())
    nevers, wrong = never(coverage, rules.remarks)
    own = {file.path for file in source.rules}
    judged = Judged([n for n in nevers if n.spot.span.file in own], [w for w in wrong if w.span.file in own])
    if form == JSON:
        from rulewright.report.coverage_json import coverage_json

        click.echo(coverage_json(coverage, nevers, judged.wrong))
    elif chosen is not None:
        click.echo("\n".join(text.of_rule(coverage, chosen)))
    else:
        tell(ruleset, coverage, nevers if everything else judged.nevers, judged)
        if len(judged.nevers) < len(nevers) and not everything:
            more = len(nevers) - len(judged.nevers)
            click.echo(f"{counted(more, 'thing')} more in the rules below: --all lists them.")
    if not whole:
        return INTERRUPTED
    bad = judged.unexplained or judged.wrong or coverage.failed or coverage.broken
    return FINDINGS if gate and bad else FINE


class Judged(NamedTuple):
    """What the gate looks at: what stands in the files of the ruleset itself."""

    nevers: list[Never]
    wrong: list[Diagnostic]

    @property
    def unexplained(self) -> list[Never]:
        """What never happens without a written reason."""
        return [one for one in self.nevers if not one.reason]


def the_rule(name: str, found: list[Spot]) -> list[Spot]:
    """Return the spots of a rule by its full name."""
    rules = {rule[0].rule: rule for rule in by_rule(found)}
    if name in rules:
        return rules[name]
    best = nearest(name, rules)
    raise click.UsageError(
        f'There is no rule "{name}" that does something.' + (f' Did you mean "{best}"?' if best else "")
    )


def collect(coverage: Coverage, ruleset: str, games: int, jobs: int) -> bool:
    """Run the scenarios and play random games; False when Ctrl-C ended it early."""
    about = opening.about(ruleset)
    for reach in reach_of_scenarios(opening.source_of(ruleset)):
        coverage.add_scenario(reach)
    numbers = [(seats, game) for game in range(1, games + 1) for seats in range(about.fewest, about.most + 1)]

    def keep(played: tuple[Seated, Record, bytes]) -> None:
        (seats, number), record, marks = played
        coverage.add_game(seats, marks)
        coverage.broken += [(seats, number)] if record.failure else []

    return not numbers or gather(simulate(MarkedGames(ruleset), numbers, jobs), len(numbers), keep)


def tell(ruleset: str, coverage: Coverage, nevers: list[Never], judged: Judged) -> None:
    """Print the counts, what never happened, and what is wrong with reasons."""
    about = opening.about(ruleset)
    click.echo(f"{about.headline}.  Read {near(about.folder)}.")
    click.echo("\n".join([*text.played(coverage), "", *text.table(coverage), ""]))
    parts = {
        "Never, and no reason is written": [one for one in nevers if not one.reason],
        "Never, for a written reason": [one for one in nevers if one.reason],
    }
    for heading, part in parts.items():
        if part:
            click.echo("\n".join([f"{heading}:", *text.nevers(part), ""]))
    print_findings(judged.wrong)
    click.echo("\n".join([*text.broken(coverage, ruleset), text.verdict(judged.nevers, len(judged.wrong))]))
