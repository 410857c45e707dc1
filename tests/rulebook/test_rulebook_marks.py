"""A rulebook against another one: what is new or said otherwise is marked, and nothing else is."""

from __future__ import annotations

import pytest
from rulebook_made import ROOT

from rulewright.report.rulebook_html import rulebook_html
from rulewright.report.rulebook_markdown import rulebook_markdown
from rulewright.rulebook import book_of
from rulewright.rulebook.marks import SIGN, mark_changes
from rulewright.rulebook.model import Rulebook
from rulewright.workspace import load

pytestmark = pytest.mark.slow


def book(name: str) -> Rulebook:
    return book_of(load(str(ROOT / name)))


def test_a_book_against_itself_has_no_marks() -> None:
    same = book("rulesets/goa")
    text = rulebook_markdown(mark_changes(same, same, "Goa"))
    assert text.count(SIGN) == 1
    assert "(removed)" not in text and "- Before: " not in text


def test_what_an_edition_changes_is_marked_and_what_it_leaves_is_not() -> None:
    text = rulebook_markdown(mark_changes(book("rulesets/goa-polish"), book("rulesets/goa"), "Goa, Rio Grande 2004"))
    assert f"{SIGN} marks what differs from Goa, Rio Grande 2004." in text
    lines = text.split("\n")
    for new in ("Foreman *× 1*", "**Keep it**", "Printed price", "There are 6 symbols"):
        assert any(SIGN in line and new in line for line in lines), new
    for old in ("- **Taxes**: [option", "Flag *× 1*", "**Pass**", "Most money"):
        assert not any(SIGN in line and old in line for line in lines), old


def test_a_rule_that_only_the_other_one_has_stands_where_it_was_with_its_sentences() -> None:
    against = mark_changes(book("rulesets/goa"), book("rulesets/goa-quick-start"), "the quick start")
    (chapter,) = (one for one in against.chapters if any(entry.gone for entry in one.entries))
    (gone,) = (entry for entry in chapter.entries if entry.gone)
    assert (gone.key.rule, chapter.anchor) == ("rule.quick-start", "set-up")
    assert gone.changes and all(pair.was and not pair.now for pair in gone.changes)
    assert "(removed)" in rulebook_markdown(against)


def test_changed_rules_have_the_old_sentences_beside_the_new_ones() -> None:
    against = mark_changes(book("rulesets/goa-polish"), book("rulesets/goa"), "Goa, Rio Grande 2004")
    entries = {entry.key.rule: entry for chapter in against.chapters for entry in chapter.entries}
    pair = entries["step.seller-answers"].changes[0]
    assert [one.text for one in pair.now if one.changed] == [" one ducat less than that"]
    assert not entries["step.hand-over"].changes
    page = rulebook_html(against)
    assert "<del>" in page and "<ins> one ducat less than that</ins>" in page


def test_changed_entries_of_tables_say_what_was_there_before() -> None:
    text = rulebook_markdown(mark_changes(book("rulesets/goa-polish"), book("rulesets/goa"), "Goa, Rio Grande 2004"))
    line = next(line for line in text.split("\n") if "Ducats of the starting player |" in line)
    assert "| 5 *(before: 7)* |" in line


def test_what_an_edition_changes_is_listed_in_the_order_of_play() -> None:
    text = rulebook_markdown(book("rulesets/goa-polish"))
    names = ["Left out tiles", "First ducats", "Seller keeps", "Swapped costs", "Six symbols", "Foreman"]
    places = [text.index(f"**{name}**") for name in names]
    assert places == sorted(places)


def test_marks_on_a_page_say_what_they_are() -> None:
    page = rulebook_html(mark_changes(book("rulesets/goa-quick-start"), book("rulesets/goa"), "Goa <2004>"))
    assert f'<span class="mark" title="changed">{SIGN} </span>' in page
    assert "Goa &lt;2004&gt;" in page
