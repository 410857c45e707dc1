"""The words that cannot be names are those that the reader takes for its own."""

from __future__ import annotations

import pytest
from tests.tiers import sampled

from rulewright.check.declare.names import AFTER_IS, AFTER_VALUE, BEGINNING
from rulewright.diagnostics import Findings
from rulewright.syntax import statements as s
from rulewright.syntax.declarations import Step
from rulewright.syntax.expressions import Compare, Name
from rulewright.syntax.parser import parse
from rulewright.syntax.sentence_words import VALUE_WORDS
from rulewright.syntax.tables import tables

WORDS = sorted(word for word in tables().words if word[0].isalpha())


def line(text: str) -> s.Stmt | None:
    """The only line of a step, if it can be read."""
    findings = Findings()
    declared = parse("words.rules", f"step x:\n    {text}\n", findings)
    if findings.found or len(declared) != 1 or not isinstance(declared[0], Step):
        return None
    return declared[0].body.lines[0]


@pytest.mark.parametrize("word", sampled(9, WORDS))
def test_a_name_may_begin_a_value(word: str) -> None:
    read = line(f"let y be {word}")
    named = isinstance(read, s.Let) and isinstance(read.value, Name)
    assert named == (word not in BEGINNING)


@pytest.mark.parametrize("word", sampled(9, WORDS))
def test_a_name_may_stand_after_is(word: str) -> None:
    read = line(f"if y is {word}:\n        stop")
    compared = read.cases[0][0] if isinstance(read, s.If) else None
    named = isinstance(compared, Compare) and isinstance(compared.right, Name)
    assert named == (word not in VALUE_WORDS | AFTER_IS)


@pytest.mark.parametrize("word", sampled(9, WORDS))
def test_a_name_may_stand_after_a_number(word: str) -> None:
    assert isinstance(line(f"take 1 {word}"), s.Take) == (word not in AFTER_VALUE)
