"""`rulewright mutate`: what the scenarios of a ruleset would not notice."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import rule_names, ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import Games, cluster_option, group_options, jobs_option
from rulewright.cli.output import FINDINGS, FINE, paint_for, print_report, suggestion_for
from rulewright.cli.run import GamesRun
from rulewright.cli.waiting import waiting_shown
from rulewright.jobs.job import Each, Job
from rulewright.phrasing import counted
from rulewright.report.layout import fold

if TYPE_CHECKING:
    from rulewright.playtest.mutants.model import MutantOutcome
    from rulewright.playtest.mutants.trial import Trial


@click.command("mutate")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--only", metavar="NAME", multiple=True, shell_complete=rule_names,
              help="Only what is in this rule, table or piece (step.sell, sell); repeat it for more.")  # fmt: skip
@click.option("--sample", type=WholeNumber(1), metavar="N", help="Only N changes, spread over all.")
@jobs_option()
@cluster_option()
@click.option("--all", "everything", is_flag=True, help="List also what has a written reason.")
@click.option("--again", is_flag=True, help="Try everything anew, also what is known from before.")
@group_options
def command(
    ruleset: str, only: tuple[str, ...], sample: int | None, games: Games, everything: bool, again: bool
) -> int:
    """Break every rule of RULESET, one thing at a time, and list what no scenario notices.

    Each line, option and rule is left out, each condition turned round, each number moved by one, in the rule files
    and in the tables. A change that no scenario notices shows which scenario is still to be written. Where none can be,
    a remark beside the line says why: "# survives: the reason".
    """
    run, rules = GamesRun(games), opening.ruleset(ruleset)
    about = rules.about

    bench = late.mutants_trial.open_trial(rules)
    click.echo(opening.headline(about, f": {counted(len(bench.scenarios), 'scenario')}"))
    if not bench.scenarios:
        click.echo("There are no scenarios, so nothing that is broken would be noticed.")
        return FINDINGS
    with waiting_shown(f"Playing the scenarios of {ruleset}"):
        failing = bench.failing_scenarios()
    if failing:
        first = f'"{failing[0]}" fails as it is. ' if len(failing) == 1 else f"{len(failing)} of them fail as it is. "
        click.echo("\n".join(fold(f"{first}Nothing can be tried before they pass: rulewright test {ruleset}")))
        return FINDINGS
    chosen = sample_evenly(changes_in(bench, only), sample)
    began = time.monotonic()
    outcomes, known, code = try_changes(bench, chosen, run, again)
    found = print_outcomes(bench, outcomes, known, time.monotonic() - began, everything)
    return code or found


def changes_in(bench: Trial, only: tuple[str, ...]) -> list[int]:
    """Return the numbers of the changes in some rules and tables, in all where none is named."""
    names = {mutant.rule for mutant in bench.mutants}
    wanted = names if not only else {name for one in only for name in rules_of(one, names)}
    return [number for number, mutant in enumerate(bench.mutants) if mutant.rule in wanted]


def rules_of(only: str, names: set[str]) -> set[str]:
    """Return the rules and tables that are meant by a full name or the end of it."""
    word = only.strip().lower().replace(" ", "-")
    wanted = {name for name in names if word in (name, name.partition(".")[2], name.rpartition(".")[2])}
    if not wanted:
        known = names | {name.partition(".")[2] for name in names}
        raise click.UsageError(f"--only {only}: nothing that can be broken has this name.{suggestion_for(word, known)}")
    return wanted


def sample_evenly(numbers: list[int], sample: int | None) -> list[int]:
    """Return a sample of the numbers, evenly spread and always the same."""
    if sample is None or sample >= len(numbers):
        return numbers
    return [numbers[at * len(numbers) // sample] for at in range(sample)]


def try_changes(bench: Trial, chosen: list[int], run: GamesRun, again: bool) -> tuple[list[MutantOutcome], int, int]:
    """Return what came of the chosen changes, how many of these were known, and an exit code."""
    kept = late.mutants_trial.ResultCache(bench)
    todo = chosen if again else [number for number in chosen if kept.known_outcome(number) is None]
    passed = {} if again else {number: kept.survived_scenarios(number) for number in todo}
    done: dict[int, MutantOutcome] = {}

    def keep(outcomes: list[MutantOutcome]) -> None:
        for outcome in outcomes:
            kept.add(outcome)
            done[outcome.number] = outcome

    try:
        each = Each(late.mutants_trial.Bench(bench.ruleset, bench.scenarios, passed))
        code = run.play_job(Job(each, todo), keep, "change")
    finally:
        kept.save()
    before = {number: known for number in set(chosen) - set(todo) if (known := kept.known_outcome(number))}
    found = before | done
    return [found[number] for number in chosen if number in found], len(before), code


def print_outcomes(bench: Trial, outcomes: list[MutantOutcome], known: int, seconds: float, everything: bool) -> int:
    """Print what no scenario notices and the counts, and return the exit code."""
    survivors = [bench.mutants[o.number] for o in outcomes if o.verdict == late.mutants_model.SURVIVED]
    failed = [(bench.mutants[o.number], o) for o in outcomes if o.verdict == late.mutants_model.FAILED]
    done = {o.number for o in outcomes}
    untried = [mutant for number, mutant in enumerate(bench.mutants) if number not in done]
    with_reasons = [(mutant, late.mutants_model.reason_for(mutant, bench.reasons)) for mutant in survivors]
    given = [(mutant, reason.reason) for mutant, reason in with_reasons if reason]
    silent = [mutant for mutant, reason in with_reasons if not reason]
    old = [reason.span for reason in late.mutants_model.stale_reasons(bench.reasons, survivors, untried)]
    click.echo()
    tried = late.mutate_report.tried_line(len(outcomes), known, seconds)
    print_report(
        late.mutate_report.mutate_report(outcomes, silent, given, old, failed, tried, everything, paint_for(sys.stdout))
    )
    return FINDINGS if silent or old or failed else FINE
