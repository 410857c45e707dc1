"""`rulewright sources`: where rules, figures and pieces are printed, which are assumed, and what is not explained."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.output import FINDINGS, FINE, USAGE, code_for, paint_for, print_report, suggestion_for
from rulewright.compose.citations import Citer, citers
from rulewright.diagnostics import Findings
from rulewright.phrasing import counted
from rulewright.report.model import Line, Report, Section
from rulewright.report.sources_report import by_passage, one_passage, these_things
from rulewright.source import Source, SourcePassage
from rulewright.source.layers import layers_of
from rulewright.workspace import Ruleset


@click.command("sources")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("name", required=False)
@click.option("--assumed", is_flag=True, help="Only what is assumed, with the reasons.")
@click.option("--missing", is_flag=True, help="Only what is not explained: rules and passages. Exit code 1 if any is.")
def command(ruleset: str, name: str | None, assumed: bool, missing: bool) -> int:
    """Show where RULESET is printed: each passage, and the rules, figures and pieces that come of it.

    With NAME only that: a source, a passage ("Set-up"), a rule, a figure, a piece or a ruling.
    """
    if (name is not None) + assumed + missing > 1:
        raise click.UsageError("Give one of NAME, --assumed and --missing.")
    if missing:
        return tell_missing(ruleset)
    rules = opening.ruleset(ruleset)
    books = [book for layer in layers_of(rules.source) for book in layer.manifest.sources]
    everybody = all_citers(rules)
    if name is not None:
        return tell_one(ruleset, name, books, everybody)
    about = rules.about
    head = opening.headline(about), f"{counted(about.assumed, 'figure')} of it assumed."
    guesses = [citer for citer in everybody if citer.assumed]
    sections = these_things(guesses, books, ()) if assumed else by_passage(books, everybody)
    print_report(Report([Section([*map(Line, head)]), *sections]))
    return FINE


def all_citers(ruleset: Ruleset) -> list[Citer]:
    """Return everything in the finished rules and their scenarios that cites a source."""
    findings = Findings()
    found = [*citers(ruleset.composed_rules), *late.scenario_files.scenario_citers(ruleset.source, findings)]
    findings.stop_on_errors()
    return found


def tell_missing(ruleset: str) -> int:
    """Print what is not explained, or that all is; mistakes in the files come first."""
    found = opening.all_findings(ruleset)
    wrong, findings = code_for(found), Findings()
    rules = opening.ruleset(ruleset)
    if not wrong:
        late.unexplained.report_unexplained(rules.source, all_citers(rules), findings)
        found = tuple(findings.found)
    if wrong or found:
        click.echo("\n".join(late.diagnostics_text.render_all(found, None, paint_for(sys.stdout))))
        return wrong or FINDINGS
    about = rules.about
    click.echo(opening.headline(about, ": nothing is unexplained"))
    return FINE


def tell_one(ruleset: str, name: str, books: Sequence[Source], everybody: Sequence[Citer]) -> int:
    """Print what is asked for by name, or what might have been meant."""
    wanted = name.strip().strip('"').lower()
    whole = [book for book in books if book.name.text == wanted]
    if whole:
        print_report(Report([*by_passage(whole, [citer for citer in everybody if citer.cites])]))
        return FINE
    things = [citer for citer in everybody if wanted.replace(" ", "-") in words_of(citer)]
    passages = asked_for(wanted, books, not things)
    if not things and not passages:
        known = [passage.text for book in books for passage in book.passages]
        known += [word for citer in everybody for word in words_of(citer)]
        click.echo(
            f'No passage, rule, figure or piece of {ruleset} is called "{name}".{suggestion_for(name, known)}', err=True
        )
        return USAGE
    parts = [one_passage(*passage, everybody) for passage in passages]
    print_report(Report([*parts, *these_things(things, books, everybody)]))
    return FINE


def asked_for(wanted: str, books: Sequence[Source], parts: bool) -> list[tuple[Source, SourcePassage]]:
    """Return the passages of a name; else, if `parts` will do, those whose name contains it."""
    passages = [(book, passage) for book in books for passage in book.passages]
    same = [found for found in passages if found[1].text.lower() == wanted]
    return same or [found for found in passages if parts and wanted and wanted in found[1].text.lower()]


def words_of(citer: Citer) -> Iterator[str]:
    """Yield the names under which something can be asked for."""
    if citer.kind != "scenario":
        for name in filter(None, dict.fromkeys((citer.name, *citer.more, citer.follows))):
            yield from (name, name.rpartition(".")[2])
