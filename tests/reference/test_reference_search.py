"""What a designer types is found in the reference, and every word that is printed or typed has an entry there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli.commands import COMMANDS
from rulewright.cli.commands.play.commands import COMMANDS_ALONE, COMMANDS_WITH_MORE
from rulewright.diagnostics import Code
from rulewright.reference import all_pages, explained_words, find_entries
from rulewright.reference.entries import HERE
from rulewright.reference.search import Document, Index, stem_of
from rulewright.report import compare_words
from rulewright.report.reference_text import contents_lines, found_lines

LINES = (Path(__file__).parent / "queries.txt").read_text("utf-8").split("\n")
CASES = [line.split(": ") for line in LINES if ": " in line]
REPORT = Path(compare_words.__file__).parent
NO_HEADINGS = {"", "-", "0", "none", "thing"}
"""What stands in such rows without being printed as a heading."""
ON_PAGES = {"first places", "even share", "at the table"}
"""Headings of pages, where there is room for more than a word."""


@pytest.mark.parametrize(("typed", "wanted"), CASES, ids=[typed for typed, _ in CASES])
def test_what_a_designer_types_is_found(typed: str, wanted: str) -> None:
    assert {title for entry in find_entries(typed)[:3] for title in entry.titles} & set(wanted.split(" or "))


def test_nothing_is_found_about_nonsense() -> None:
    assert find_entries("xyzzyx") == find_entries("") == []


@pytest.mark.parametrize(("one", "other"), [
    ("scoring", "scores"), ("stop", "stopping"), ("copies", "copy"), ("passes", "pass"), ("dealing", "deals"),
    ("shuffled", "shuffle"), ("called", "calling"),
])  # fmt: skip
def test_forms_of_a_word_have_one_stem(one: str, other: str) -> None:
    assert stem_of(one) == stem_of(other)


def test_a_word_in_a_title_counts_more_than_one_in_the_text() -> None:
    index = Index.over_documents(
        [Document(("other",), "", "a market and a stall"), Document(("market",), "", "a stall")]
    )
    assert index.ranked_documents("market") == [1, 0]


def test_every_page_stands_in_the_contents_once() -> None:
    assert sorted(page.name for page in all_pages()) == sorted(path.stem for path in HERE.glob("*.md"))


def test_the_contents_fit_on_a_screen_and_have_every_word() -> None:
    lines = list(contents_lines())
    assert max(map(len, lines)) <= 80 and len(lines) < 120
    assert {"scenario", "inventory", "figure", "choose", "cost"} <= set(" ".join(lines).replace(",", "").split())
    assert max(len(line) for page in all_pages() for line in found_lines(page.entries)) <= 80


def test_every_word_that_is_typed_has_an_entry() -> None:
    assert {*COMMANDS, *COMMANDS_ALONE, *COMMANDS_WITH_MORE, *Code} - set(explained_words()) == set()


def headings() -> Iterator[str]:
    """Yield the headings of the tables that commands print: those of columns, and rows of three words or more."""
    for path in sorted([*REPORT.glob("*_text.py"), *REPORT.glob("*_report.py")]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Column":
                yield from (one.value for one in node.args[:1] if isinstance(one, ast.Constant))
            if isinstance(node, ast.List | ast.Tuple):
                texts = [one.value for one in node.elts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                starred = any(isinstance(one, ast.Starred) for one in node.elts)
                whole = len(texts) > 2 or (starred and len(texts) == len(node.elts) - 1)
                whole = whole and any(map(str.isalpha, "".join(texts)))
                yield from texts if whole and not any("  " in text or ":" in text for text in texts) else ()


def test_every_heading_of_a_table_has_an_entry() -> None:
    found = {text.split(",")[0].lower() for text in headings()} - NO_HEADINGS - ON_PAGES
    assert {"wins", "never", "b - a", "finished", "grade"} <= found
    assert found - {word.lower() for word in explained_words()} == set()
