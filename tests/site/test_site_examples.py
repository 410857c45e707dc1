"""Every example on a page of the documentation belongs to a kind of block that some test runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.reference.entries import HERE
from rulewright.report.site.guides import TOPICS
from rulewright.source.folders import guides

FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^|\n\n)((?: {4}.*\n|\n(?= {4}))+)")
DECLARATION = re.compile(
    r"^ {4}(?:(?:replace )?(?:step|option|tile|card|piece|value|rule|phase|figure)|change|remove) [a-z][a-z0-9-]*[ :(]",
    re.MULTILINE,
)
DIAGRAM = "interpreter"
"""The folder of a guide with a drawing of the stages in a block."""
RUN_BY = {
    "reference": {
        r"rules( .*)?": "tests/reference/test_reference_played.py",
        r"yaml [a-z/.-]+": "tests/reference/test_reference_files.py",
        r"(bad|good)( .*)?": "tests/reference/test_codes.py",
    },
    "scenarios.md": {r"yaml": "tests/reference/test_reference_scenarios.py"},
    "examples": {r"(console|diff|text|yaml|rules)( .*)?": "tests/examples"},
    "API.md": {r"python|pycon": "tests/api"},
}
"""By page or kind of page: the first line of a block, and the test that runs it."""


def pages() -> list[Path]:
    now = [guides() / name for name in TOPICS if name != "CHANGELOG.md"]
    return [*now, *sorted((guides() / "examples").glob("*/README.md")), *sorted(HERE.glob("*.md"))]


def kinds(path: Path) -> dict[str, str]:
    if path.parent == HERE:
        return RUN_BY["reference"] | RUN_BY.get(path.name, {})
    return RUN_BY["examples"] if path.is_relative_to(guides() / "examples") else RUN_BY.get(path.name, {})


def not_run(path: Path, text: str) -> Iterator[str]:
    """Yield the examples of a page that no test runs."""
    for info, block in FENCED.findall(text):
        drawing = not info and path.parent.name == DIAGRAM
        if not drawing and not any(re.fullmatch(kind, info) for kind in kinds(path)):
            yield f"```{info}\n{block}"
    shown = [block for block in INDENTED.findall(FENCED.sub("", text)) if DECLARATION.search(block)]
    yield from (block for block in shown if path != guides() / "README.md")


@pytest.mark.parametrize("path", pages(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_example_of_a_page_is_run(path: Path) -> None:
    assert list(not_run(path, path.read_text("utf-8"))) == []


def test_the_tests_that_run_them_are_there() -> None:
    root = Path(__file__).parents[2]
    assert [test for some in RUN_BY.values() for test in some.values() if not (root / test).exists()] == []


def test_an_example_that_nothing_runs_is_noticed() -> None:
    text = "Like this:\n\n    step sell:\n        take 1 coin\n\n```rules\nstep x:\n```\n"
    assert len(list(not_run(guides() / "RUNNING.md", text))) == 2
    assert len(list(not_run(HERE / "steps.md", text))) == 1
