"""What stands above a rule or a scenario: which scenarios test it, who changes it, and what can be started there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rulewright.diagnostics import RulesError
from rulewright.lsp.navigation import FilePlace, changes_above, place_of
from rulewright.lsp.outline import OutlinePart, parts
from rulewright.lsp.project import Project
from rulewright.scenarios.reading import WrittenScenario

TESTED = ("step", "phase", "option", "cost", "after", "scoring")
"""The kinds of rules that do something, so that a scenario can test them."""


class Lens(NamedTuple):
    """A title above a line, counted from 0, and what it starts: a command about a rule, a scenario or a place."""

    line: int
    title: str
    command: str = ""
    rule: str | None = None
    scenario: str | None = None
    place: FilePlace | None = None


def lenses(project: Project, path: Path) -> list[Lens]:
    """Return the lenses of a file of rules or scenarios."""
    folder = project.folder_of(path)
    if folder is None:
        return []
    try:
        if path.suffix == ".rules":
            return list(_of_rules(project, folder, path))
        return list(_of_scenarios(project, folder, path))
    except RulesError:
        return []


def _of_rules(project: Project, folder: Path, path: Path) -> Iterator[Lens]:
    ruleset, tests = project.ruleset(folder), defaultdict[str, list[WrittenScenario]](list)
    for one in ruleset.scenarios:
        for rule in one.tested:
            tests[rule].append(one)
    changed = changes_above(project, folder)
    for part in parts(project, path):
        if part.name in tests:
            yield from _lenses_of_tests(project, folder, part, tests[part.name])
        elif part.name.partition(".")[0] in TESTED:
            yield Lens(part.range.start.line, "no scenario")
        for name, place in changed.get(part.name, []):
            yield Lens(part.range.start.line, f"changed by {name}", "open", place=place)


def _lenses_of_tests(project: Project, folder: Path, part: OutlinePart, tests: list[WrittenScenario]) -> Iterator[Lens]:
    line, first = part.range.start.line, tests[0]
    number = "1 scenario" if len(tests) == 1 else f"{len(tests)} scenarios"
    place = place_of(project, project.ruleset(folder), first.name.span)
    yield Lens(line, f"{number} · {_verdict(project, folder, tests)}", "open", place=place)
    yield Lens(line, "run", "test", rule=part.name)
    yield Lens(line, "play from here", "play", rule=part.name, scenario=first.name.text)


def _verdict(project: Project, folder: Path, tests: list[WrittenScenario]) -> str:
    last = project.passed.get(folder, {})
    known = [last[one.name.text] for one in tests if one.name.text in last]
    if len(known) < len(tests):
        return "not run" if not known else f"{len(known)} run, {known.count(False)} failed"
    return "last run passed" if all(known) else f"{known.count(False)} failed"


def _of_scenarios(project: Project, folder: Path, path: Path) -> Iterator[Lens]:
    ruleset = project.ruleset(folder)
    shown = ruleset.shown_path(path)
    for one in (one for one in ruleset.scenarios if one.name.span.file == shown):
        line, name = one.name.span.line - 1, one.name.text
        yield Lens(line, _verdict(project, folder, [one]))
        yield Lens(line, "run", "test", scenario=name)
        yield Lens(line, "play from here", "play", scenario=name)
