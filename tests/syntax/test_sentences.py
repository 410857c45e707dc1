"""The registry of sentences says what the grammar does: which words begin lines, and how sentences read."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from rulewright.syntax.lines import cut_line, cut_lines
from rulewright.syntax.probe import ParserProbe, first_failure
from rulewright.syntax.recovery.wording import VALUE_STARTS
from rulewright.syntax.sentence_words import block_words, home_of, one_line_words, sentence_forms, statement_words
from rulewright.syntax.sentences import forms_of
from rulewright.syntax.statements import Stmt
from rulewright.syntax.tables import tables

FILLED = {"NUMBER": "1", "CONDITION": "x is y"}
ONE_LINE = [form for kind in get_args(Stmt) for form in forms_of(kind) if form[-1] != ":" and ", or " not in form]


def begins_in_a_block() -> frozenset[str]:
    """Return the words with which the grammar lets a line of a step begin."""
    walk = ParserProbe(tables(), [tables().begin["start"]])
    assert (
        walk.shift_all(cut_line(1, "step x:").pieces) == 3 and walk.shift_token("_NL") and walk.shift_token("_INDENT")
    )
    return frozenset(word for word in walk.fitting_terminals() if word[0].islower())


def test_every_statement_has_a_form() -> None:
    assert [kind.__name__ for kind in get_args(Stmt) if not forms_of(kind) and kind.__name__ != "PayCost"] == []


def test_the_words_of_statements_are_those_of_the_grammar() -> None:
    """A value begins a line, too, as in "first of players takes 1 coin"."""
    told = statement_words() - {"takes", "pays", "leaves", "otherwise"}
    assert begins_in_a_block() - VALUE_STARTS - {"cites", "rests"} == told


def read(line: str) -> bool:
    """Say whether a line can be read in a step."""
    return first_failure(tables(), "start", cut_lines(f"step x:\n    {line}\n")) is None


@pytest.mark.parametrize("form", ONE_LINE)
def test_a_sentence_reads_as_it_is_said_to(form: str) -> None:
    assert read(re.sub(r"\b[A-Z]+\b", lambda word: FILLED.get(word[0], "x"), form))


def test_a_sentence_that_reads_otherwise_is_noticed() -> None:
    assert not read("swap x with y")


def test_words_are_sorted_by_what_stands_below_them() -> None:
    assert {"if", "for", "ask", "step", "when"} <= set(block_words())
    assert {"take", "pays", "swap", "tell"} <= set(one_line_words()) and "ask" not in one_line_words()
    one = "choose NAME from THINGS  or  choose NAME from NUMBER to NUMBER"
    several = "choose NUMBER THINGS from THINGS  or  choose up to NUMBER THINGS from THINGS"
    assert sentence_forms()["choose"] == f"{one}  or  {several}  or  choose NAME at random from THINGS"
    assert home_of("nests") == 'It stands under "menu".' and home_of("take") is None
