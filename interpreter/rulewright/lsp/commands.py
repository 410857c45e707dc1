"""What commands of an editor do: play scenarios, look for lines that are never reached, compare, make a rulebook.

Whatever plays games is a generator that returns to its caller after each, so that an editor need not wait for it.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.compose.coverage_points import coverage_points
from rulewright.diagnostics import Findings, Span
from rulewright.lsp import late
from rulewright.lsp.navigation import FilePlace, place_of
from rulewright.lsp.project import Project, Refused
from rulewright.scenarios.reading import WrittenScenario
from rulewright.scenarios.results import ScenarioResult
from rulewright.workspace import Ruleset
from rulewright.workspace.about import describe_ruleset


class ScenarioOutcome(NamedTuple):
    """What came of a scenario: where it failed, or where it is written."""

    name: str
    passed: bool
    place: FilePlace | None
    lines: tuple[str, ...]


class UnreachedPoint(NamedTuple):
    """What is never reached: where, with which outcomes, and the written reason."""

    rule: str
    kind: str
    words: str
    outcomes: tuple[str, ...]
    reason: str
    place: FilePlace | None


class CommandPage(NamedTuple):
    """A page to show; `rows` counts the differences on it."""

    title: str
    html: str
    markdown: str
    rows: int = 0


class Launch(NamedTuple):
    """A command line, the folder in which to run it, and the scenario at which the game begins."""

    command: list[str]
    folder: Path
    scenario: str | None

    @property
    def line(self) -> str:
        """The command as it is typed."""
        return shlex.join(self.command)


# ---- scenarios


def scenarios_testing(ruleset: Ruleset, rule: str) -> list[WrittenScenario]:
    """Return the scenarios that say they test a rule."""
    return [one for one in ruleset.scenarios if rule in one.tested]


def play_scenarios(
    project: Project, folder: Path, names: list[str] | None, rule: str | None
) -> Iterator[ScenarioOutcome]:
    """Play scenarios, all or those of some names or of a rule, and yield what came of each.

    Raises `RulesError` when the rules have mistakes.
    """
    ruleset = project.ruleset(folder)
    chosen = scenarios_testing(ruleset, rule) if rule is not None else ruleset.scenarios
    for one in chosen:
        if names is None or one.name.text in names:
            results = list(late.run.run_written(ruleset, one))
            project.passed.setdefault(folder, {})[one.name.text] = all(result.ok for result in results)
            yield from (_outcome(project, ruleset, result) for result in results)


def _outcome(project: Project, ruleset: Ruleset, result: ScenarioResult) -> ScenarioOutcome:
    lines = tuple(line.strip() for line in result.lines) or tuple(one.message for one in result.findings)
    at = Span(result.file, result.line, 1, result.line, 1)
    return ScenarioOutcome(result.name, result.ok, place_of(project, ruleset, at), lines)


# ---- coverage


def unreached_outcomes(project: Project, folder: Path, games: int) -> Iterator[list[UnreachedPoint]]:
    """Play all scenarios and some random games; yield an empty list after each, at the end what nothing has reached."""
    ruleset = project.ruleset(folder)
    coverage = late.coverage.Coverage(coverage_points(ruleset.composed_rules))
    for reach in late.coverage_runs.reach_of_scenarios(ruleset):
        coverage.add_scenario(reach)
        yield []
    play = late.coverage_runs.MarkedGames(ruleset)()
    for seats, number in ((seats, number) for number in range(1, games + 1) for seats in ruleset.seats):
        coverage.add_game(seats, play((seats, number))[2])
        yield []
    files = {file.path for file in ruleset.source.rules}
    judged = late.coverage.judge_coverage(coverage, ruleset.composed_rules.remarks, files)
    places = ((one, one.point, place_of(project, ruleset, one.point.span)) for one in judged.own)
    yield [UnreachedPoint(p.rule, p.kind, p.words, one.outcomes, one.reason, place) for one, p, place in places]


# ---- pages


def difference(one: Ruleset, other: Ruleset) -> CommandPage:
    """Return how a ruleset differs from another, to it."""
    found, books = late.diff.difference_rows(other, one), [late.rulebook.book_of(other), late.rulebook.book_of(one)]
    headlines = (describe_ruleset(other.source).headline, describe_ruleset(one.source).headline)
    names = (other.source.name, one.source.name)
    page = late.renderers.html(late.editions_page.editions_report([other, one], books, names, books=False))
    texts = late.rule_text.rule_texts(books[0]), late.rule_text.rule_texts(books[1])
    text = late.diff_markdown.as_markdown(headlines, found, texts)
    return CommandPage(" → ".join(headlines), page, text, len(found))


def rulebook(ruleset: Ruleset, against: Ruleset | None, language: str) -> CommandPage:
    """Return the rulebook of a ruleset, with marks where it differs from another."""
    book = late.rulebook.book_of(ruleset.in_language(language))
    if against is not None:
        other = late.rulebook.book_of(against.in_language(language))
        book = late.marks.mark_changes(book, other, describe_ruleset(against.source).headline)
    rulebook_html, rulebook_markdown = (
        late.rulebook_html.rulebook_html(book),
        late.rulebook_markdown.rulebook_markdown(book),
    )
    return CommandPage(describe_ruleset(ruleset.source).headline, rulebook_html, rulebook_markdown)


def base_of(project: Project, folder: Path) -> Ruleset:
    """Return the ruleset that another one extends. Raises `Refused` when there is none."""
    below = project.ruleset(folder).source.base
    if below is None:
        raise Refused(f'"{project.ruleset(folder).name}" extends no other ruleset: say with which to compare it.')
    return project.ruleset(below.folder.resolve())


# ---- playing


def launch(project: Project, folder: Path, scenario: WrittenScenario | None) -> Launch:
    """Return how to play in a terminal, from the position of a scenario or from the beginning."""
    ruleset = project.ruleset(folder)
    command = [sys.executable, "-m", "rulewright.cli", "play", str(folder)]
    if scenario is None or scenario.scenario is None:
        return Launch(command, project.root, None)
    seats = late.run.seats_for(scenario.scenario, ruleset.players, Findings()) or ruleset.most_seats
    name = scenario.name.text
    return Launch([*command, "--players", str(seats), "--from", name], project.root, name)


def scenario_at(ruleset: Ruleset, path: Path, line: int) -> WrittenScenario | None:
    """Return the scenario in which a line of a scenario file, counted from 0, stands."""
    shown = ruleset.shown_path(path)
    above = [one for one in ruleset.scenarios if one.name.span.file == shown and one.name.span.line <= line + 1]
    return max(above, key=lambda one: one.name.span.line, default=None)
