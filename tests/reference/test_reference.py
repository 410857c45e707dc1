"""The reference has every word and every code, and each of its examples can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import reference
from rulewright.diagnostics import Findings
from rulewright.syntax.parser import parse
from rulewright.syntax.tables import tables

HERE = Path(reference.__file__).parent
PAGES = sorted(HERE.glob("*.md"))
EXAMPLE = re.compile(r"^```rules[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in EXAMPLE.finditer(text):
            yield f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}", match[1]


@pytest.mark.parametrize(("where", "text"), list(examples()), ids=[where for where, _ in examples()])
def test_each_example_is_read(where: str, text: str) -> None:
    findings = Findings()
    assert parse(where, text, findings)
    assert findings.found == []


@pytest.mark.parametrize("word", sorted(tables().words))
def test_each_word_of_the_language_has_an_entry(word: str) -> None:
    text = reference.explanation_of(word)
    assert text is not None
    assert word in text


def test_explain_knows_no_nonsense() -> None:
    assert reference.explanation_of("xyzzy") is None
    assert reference.explanation_of("") is None
    assert "choose" in reference.explained_words()


def test_no_shipped_game_is_named() -> None:
    banned = re.compile(
        r"\b(goa|spices?|ducats?|plantations?|colon(y|ies)|harbou?rs?|merchants?|batavia|borneo)\b", re.I
    )
    for page in PAGES:
        assert not banned.search(page.read_text("utf-8")), page.name
