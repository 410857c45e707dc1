"""What a designer types is found in the reference, and every word that is printed or typed has an entry there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.commands import COMMANDS
from rulewright.cli.commands.play.commands import COMMANDS_ALONE, COMMANDS_WITH_MORE
from rulewright.cli.main import cli
from rulewright.diagnostics import Code
from rulewright.reference import all_pages, explained_words, find_entries, page_of, search_vocabulary
from rulewright.reference.entries import HERE
from rulewright.reference.search import Document, Index, stem_of
from rulewright.report import compare_words
from rulewright.report.reference_text import contents_lines, found_lines


def cases(file: str) -> list[list[str]]:
    lines = (Path(__file__).parent / file).read_text("utf-8").split("\n")
    return [line.split(": ") for line in lines if ": " in line]


CASES = cases("queries.txt")
LOOKED_UP = cases("looked-up.txt")
REPORT = Path(compare_words.__file__).parent
NO_HEADINGS = {"", "-", "0", "none", "thing"}
"""What stands in such rows without being printed as a heading."""
ON_PAGES = {"first places", "even share", "at the table"}
"""Headings of pages, where there is room for more than a word."""


@pytest.mark.parametrize(("typed", "wanted"), CASES, ids=[typed for typed, _ in CASES])
def test_what_a_designer_types_is_found(typed: str, wanted: str) -> None:
    assert {title for entry in find_entries(typed)[:3] for title in entry.titles} & set(wanted.split(" or "))


def is_answered(typed: str, wanted: str) -> bool:
    """Whether the first entry that is found has a title."""
    return wanted in find_entries(typed)[0].titles


@pytest.mark.parametrize(("typed", "wanted"), LOOKED_UP, ids=[typed for typed, _ in LOOKED_UP])
def test_what_people_look_up_is_answered_first(typed: str, wanted: str) -> None:
    assert is_answered(typed, wanted)


@pytest.mark.slow
def test_a_hundred_words_are_looked_up_and_a_wrong_answer_is_noticed() -> None:
    assert len({typed for typed, _ in LOOKED_UP}) == len(LOOKED_UP) >= 100
    assert not [typed for typed, wanted in LOOKED_UP if is_answered(typed, "follow" if wanted != "follow" else "if")]


def test_what_is_not_there_is_said_with_a_way_to_write_it() -> None:
    page = page_of("instead")
    assert page is not None
    for entry in page.entries:
        assert entry.text.startswith(("There is no", "There are no")), entry.heading
        assert "Write it so: " in entry.text and "```rules" in entry.text, entry.heading


def test_an_answer_is_shown_whole() -> None:
    shown = CliRunner().invoke(cli, ["explain", "--search", "exception handling"]).output
    assert "There is nothing that is tried and fails. Write it so:" in shown and "step pay-if-able" in shown
    assert "step pay-if-able" not in CliRunner().invoke(cli, ["explain", "--search", "links"]).output


def test_what_an_entry_is_looked_up_by_belongs_to_one_that_is_there() -> None:
    sections = {f"{page.title}: {title}" for page in all_pages() for entry in page.entries for title in entry.titles}
    assert sections >= set(search_vocabulary().lookups)


def test_every_recipe_is_shown_by_rules() -> None:
    page = page_of("recipes")
    assert page is not None and len(page.entries) >= 40
    assert all("```rules" in entry.text for entry in page.entries)


def test_nothing_is_found_about_nonsense() -> None:
    assert find_entries("xyzzyx") == find_entries("") == []


@pytest.mark.parametrize("typed", ["hostage", "mortgage", "fence", "trivia"])
def test_another_word_is_not_taken_for_a_misspelt_one(typed: str) -> None:
    assert find_entries(typed) == []


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
