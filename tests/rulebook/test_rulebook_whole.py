"""Every ruleset has a rulebook: each rule once, each link with its target, a page that is well-formed."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections import Counter

import pytest
from rulebook_made import FOLDERS, ROOT, Page, book, composed, paragraphs_in, rules_in
from tests.tiers import slow_unless

from rulewright.compose.composed import full_name
from rulewright.report.rulebook_html import rulebook_html
from rulewright.report.rulebook_markdown import rulebook_markdown
from rulewright.rulebook import conditions, rules, sentences, values
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

SHIPPED = [folder for folder in FOLDERS if not folder.startswith("tests/")]


def is_small(folder: str) -> bool:
    return not folder.startswith("rulesets/") and folder != "examples/goa-sack-market"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_there_are_rulesets_to_make_books_of() -> None:
    assert {"rulesets/goa", "rulesets/goa-quick-start", "examples/tic-tac-toe", "examples/kuhn-poker"} <= set(SHIPPED)
    assert len(FOLDERS) > 10


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS))
def test_every_rule_stands_there_once_with_its_name_file_and_line(folder: str) -> None:
    declared = Counter((decl.span.file, decl.span.line) for decl in composed(folder).declarations)
    keys = list(rules_in(book(folder)))
    assert Counter((key.file, key.line) for key in keys) == declared
    named = {(decl.span.file, decl.span.line): full_name(decl) for decl in composed(folder).declarations}
    for key in keys:
        kind, _, name = named[key.file, key.line].partition(".")
        assert key.rule.startswith(f"{kind}.") and name.split(".")[-1] in key.rule


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS))
def test_every_link_has_its_target_and_every_paragraph_its_own(folder: str) -> None:
    found = book(folder)
    page = Page(rulebook_html(found))
    assert [name for name, count in Counter(page.ids).items() if count > 1] == []
    assert {target[1:] for target in page.targets} <= set(page.ids)
    assert all(target.startswith("#") for target in page.targets)
    anchors = [key.anchor for key in (*rules_in(found), *paragraphs_in(found))]
    assert len(anchors) == len(set(anchors))
    assert set(anchors) <= set(page.ids)


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS))
def test_markdown_has_its_targets_and_keeps_to_80_columns(folder: str) -> None:
    text = rulebook_markdown(book(folder))
    ids = re.findall(r'<a id="([^"]+)"></a>', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(ids)
    assert {key.anchor for key in rules_in(book(folder))} <= set(ids)
    for line in text.split("\n"):
        assert len(line) <= 80 or line.startswith(("|", "#", "<a id=", "**")) or " " not in line.strip("> -"), line


@pytest.mark.parametrize("folder", slow_unless(is_small, SHIPPED))
def test_the_page_needs_nothing_else(folder: str) -> None:
    text = rulebook_html(book(folder))
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert "url(" not in text and "@import" not in text
    assert page.tags.count("h1") == 1
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:], strict=False)), "a level is left out"


@pytest.mark.slow
def test_nothing_hangs_on_the_order_of_hashes() -> None:
    code = (
        "from rulewright.workspace import load; from rulewright.rulebook import book_of;"
        "from rulewright.report.rulebook_html import rulebook_html;"
        "from rulewright.report.rulebook_markdown import rulebook_markdown; import sys;"
        "book = book_of(load('goa')); sys.stdout.buffer.write((rulebook_html(book) + rulebook_markdown(book)).encode())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1
    assert len(outputs.pop()) > 100_000


def test_every_sentence_of_the_language_can_be_said() -> None:
    """Also held by the type checker: each `match` ends with `assert_never`, or hands the rest to one that does."""
    said = {s.Stmt: (rules, sentences), x.Expr: (values, conditions)}
    for kinds, modules in said.items():
        source = "".join(inspect.getsource(module) for module in modules)
        for kind in kinds.__args__:
            assert re.search(rf"(case|\|) [sx]\.{kind.__name__}\(", source), kind


@pytest.mark.slow
def test_what_is_assumed_says_so_and_why() -> None:
    text = rulebook_markdown(book("rulesets/goa"))
    marks = set(re.findall(r"\[assumed (\d+)\]\(#assumed\.\1\)", text))
    reasons = set(re.findall(r'<a id="assumed\.(\d+)"></a>', text))
    assert marks == reasons
    why = {figure.assumed for figure in composed("rulesets/goa").figures.values() if figure.assumed}
    why |= {row.assumed for rows in composed("rulesets/goa").rows.values() for row in rows if row.assumed}
    assert len(reasons) == len(why) > 0
