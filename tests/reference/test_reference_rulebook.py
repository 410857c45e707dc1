"""Every example of the language reference has a rulebook, in which each of its rules stands once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from market import Example, examples, write
from tests.tiers import sampled

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.report.rulebook_html import rulebook_html
from rulewright.report.rulebook_markdown import rulebook_markdown
from rulewright.rulebook import make_rulebook
from rulewright.source.loading import load

ALL = list(examples())


@pytest.mark.parametrize("example", sampled(10, ALL), ids=[f"{example.page}:{example.line}" for example in ALL])
def test_each_example_has_a_rulebook(example: Example, tmp_path: Path) -> None:
    findings = Findings()
    source = load(str(write(example, tmp_path)), findings)
    rules = compose(source, findings)
    book = make_rulebook(rules, check(rules, 3, findings), source.manifest.sources, [])
    page, text = rulebook_html(book), rulebook_markdown(book).replace("\\", "")
    places = Counter(f"{decl.span.file}:{decl.span.line}" for decl in rules.declarations)
    for place, number in places.items():
        whole = [line for line in text.replace("\n> ", " ").split("\n") if f" {place}" in line and _ends(line, place)]
        assert len(whole) == number, place
        assert place in page


def _ends(line: str, place: str) -> bool:
    after = line.partition(place)[2][:1]
    return not after.isdigit()
