"""Counts the productions of the grammar that texts use, as the parser's own tables reduce them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import SupportsIndex

from rulewright.diagnostics import Findings
from rulewright.syntax.build_declarations import DeclarationBuilder
from rulewright.syntax.lalr import LalrParser
from rulewright.syntax.layout import Reporter, settle_indentation
from rulewright.syntax.lines import cut_lines
from rulewright.syntax.parser import declaration_texts, with_verbs
from rulewright.syntax.reduce_actions import ReduceAction, reduce_actions
from rulewright.syntax.tables import tables

UNUSED: dict[str, str] = {
    "winner_all": "there are teams in the world of all texts, and one answer to who wins",
    "leave_game": "whoever leaves is out for all texts of a ruleset: the probe last-standing has it",
}
"""Productions that generated texts need not have, with the reason."""


class Counted(list[ReduceAction]):
    """The parser's actions, which count how often each is looked up: once for each reduction."""

    def __init__(self, actions: Iterable[ReduceAction]) -> None:
        super().__init__(actions)
        self.used: Counter[int] = Counter()

    def __getitem__(self, number: SupportsIndex | slice) -> ReduceAction:  # type: ignore[override]
        assert not isinstance(number, slice)
        self.used[int(number)] += 1
        return super().__getitem__(number)


def name_of(number: int) -> str:
    """Return what a rule of the tables is called in the grammar: by its alias, or what it reduces to."""
    rule = tables().rules[number]
    return rule.method


@lru_cache(maxsize=1)
def every() -> frozenset[str]:
    """Return all productions by name, without those that Lark makes for `*` and `+`."""
    names = (name_of(number) for number in range(len(tables().rules)))
    return frozenset(name for name in names if not re.fullmatch(r"__\w+_(star|plus)_\d+", name))


def used(texts: Iterable[str]) -> Counter[int]:
    """Parse texts; return how often each rule of the tables was reduced by."""
    counted = Counted(reduce_actions(tables(), DeclarationBuilder()))
    for text in texts:
        for above, piece in declaration_texts(text):
            lines = settle_indentation(cut_lines(piece), Reporter("text", above, Findings()))
            assert lines is not None, piece
            LalrParser(tables(), counted, "text", above).read("start", with_verbs(lines))
    return counted.used


def missing(counts: Counter[int]) -> list[str]:
    """Return the names of productions that do not occur."""
    return sorted(every() - {name_of(number) for number in counts} - UNUSED.keys())


def missing_forms(counts: Counter[int]) -> list[str]:
    """Return the rules of the tables that do not occur: productions with each of their parts present or omitted."""
    forms = []
    for number, rule in enumerate(tables().rules):
        if number not in counts:
            parts = ", ".join(f"{index}" + (f" after {gap} omitted" if gap else "") for index, _, gap in rule.kept)
            forms.append(f"{rule.method} of {rule.length}: {parts or 'no parts'}; {rule.tail} omitted at the end")
    return forms
