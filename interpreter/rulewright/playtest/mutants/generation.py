"""All mutants of a ruleset: its own files with one small change each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from rulewright.compose.composed import Composed, full_name
from rulewright.playtest.mutants import tables
from rulewright.playtest.mutants.model import Mutant
from rulewright.playtest.mutants.tree import otherwise
from rulewright.playtest.mutants.values import moved
from rulewright.source import RulesetSource
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

MISSING = (d.After, d.Scoring, d.TieBreak, d.MenuOption)
"""Declarations that can be removed. Those of a single line are covered by removing the line."""


def mutants(source: RulesetSource, rules: Composed) -> list[Mutant]:
    """Return all mutants in the order of the files; rulesets that it extends are not mutated."""
    own = {file.path for file in source.rules} | {f.name.span.file for f in source.figures}
    own |= {inventory.span.file for inventory in source.inventories}
    found = [*of_rules(rules), *_of_changes(rules), *_of_figures(rules), *_of_rows(rules)]
    return sorted((m for m in found if m.span.file in own), key=lambda m: (m.span.file, m.span.line))


def of_rules(rules: Composed) -> Iterator[Mutant]:
    """Yield the mutants of all rules."""
    for at, decl in enumerate(rules.declarations):
        before, after = rules.declarations[:at], rules.declarations[at + 1 :]
        if isinstance(decl, MISSING) and not _single(decl):
            yield Mutant(
                _name(decl).span,
                full_name(decl),
                "this is missing",
                partial(_otherwise, rules, declarations=before + after),
            )
        for span, words, other in otherwise(decl):
            made = partial(_otherwise, rules, declarations=[*before, other, *after])
            yield Mutant(span, full_name(decl), words, made)


def _single(decl: d.Decl) -> bool:
    return isinstance(decl, d.After | d.Scoring) and len(decl.body.lines) == 1


def _name(decl: d.After | d.Scoring | d.TieBreak | d.MenuOption) -> Word:
    return decl.option.name if isinstance(decl, d.MenuOption) else decl.name


def _of_changes(rules: Composed) -> Iterator[Mutant]:
    """A change of a figure is missing, or changes it to one more or one less."""
    for at, edit in enumerate(rules.changes):
        others: list[tuple[str, list[d.ChangeFigure]]] = [("this is missing", [])]
        if edit.new.text.isdigit():
            numbers = moved(int(edit.new.text))
            others += [
                (f"{n} instead of {edit.new}", [replace(edit, new=Word(edit.new.span, str(n)))]) for n in numbers
            ]
        for words, now in others:
            changed = [*rules.changes[:at], *now, *rules.changes[at + 1 :]]
            yield Mutant(edit.new.span, f"figure.{edit.figure}", words, partial(_otherwise, rules, changes=changed))


def _of_figures(rules: Composed) -> Iterator[Mutant]:
    for name, data in rules.figures.items():
        for span, words, other in tables.figure(data):
            made = partial(_otherwise, rules, figures=rules.figures | {name: other})
            yield Mutant(span, f"figure.{name}", words, made)


def _of_rows(rules: Composed) -> Iterator[Mutant]:
    for kind, rows in rules.rows.items():
        for name, (span, words, other) in tables.rows(rows):
            made = partial(_otherwise, rules, rows=rules.rows | {kind: other})
            yield Mutant(span, f"{kind}.{name}", words, made)


def _otherwise(rules: Composed, **parts: Any) -> Composed:  # Any: each field of the rules has its own type
    """Return composed rules with other parts, without caches of the old ones."""
    return replace(rules, **parts, _by_kind={}, _sorted=-1)
