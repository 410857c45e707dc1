"""A rulebook against another one: what is new or said otherwise is marked, and nothing else is."""

from __future__ import annotations

from rulebook_made import ROOT

from rulewright.cli.commands.rulebook import made
from rulewright.report.rulebook import html
from rulewright.report.rulebook.markdown import markdown
from rulewright.report.rulebook.marks import SIGN, marked
from rulewright.report.rulebook.model import Book


def book(name: str) -> Book:
    return made(str(ROOT / name))


def test_a_book_against_itself_has_no_marks() -> None:
    same = book("rulesets/goa")
    text = markdown(marked(same, same, "Goa"))
    assert text.count(SIGN) == 1
    assert "Not here any more" not in text


def test_what_an_edition_changes_is_marked_and_what_it_leaves_is_not() -> None:
    text = markdown(marked(book("rulesets/goa-polish"), book("rulesets/goa"), "Goa, Rio Grande 2004"))
    assert f"{SIGN} marks what differs from Goa, Rio Grande 2004." in text
    lines = text.split("\n")
    for new in ("Foreman *× 1*", "Keep it for …", "Printed price", "There are 6 symbols"):
        assert any(SIGN in line and new in line for line in lines), new
    for old in ("**Taxes**", "Flag *× 1*", "**Pass**", "Most money"):
        assert not any(SIGN in line and old in line for line in lines), old


def test_a_rule_that_only_the_other_one_has_is_named() -> None:
    text = markdown(marked(book("rulesets/goa"), book("rulesets/goa-quick-start"), "the quick start"))
    assert "Not here any more: " in text
    assert "(rule.quick-start)" in text


def test_marks_on_a_page_say_what_they_are() -> None:
    page = html(marked(book("rulesets/goa-quick-start"), book("rulesets/goa"), "Goa <2004>"))
    assert f'<span class="mark" title="changed">{SIGN} </span>' in page
    assert "Goa &lt;2004&gt;" in page
