"""Everything in finished rules that play can reach: rules, steps, options, and both outcomes of conditions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import pairwise
from typing import Any

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

ATOMS = (x.Compare, x.Empty, x.InRow, x.Quantified, x.CanPay, x.CanDo)
"""Conditions that are not made of others by and, or, not."""

OUTCOMES = {"rule": ("reached",), "step": ("reached",), "option": ("offered", "taken"), "condition": ("yes", "no")}
"""What can happen to each kind of point, in the order of its marks."""

BY_ITSELF = (d.Value, d.TieBreak, d.Always)
"""Rules that do nothing: they are reached when they are read."""
DOING = (d.Step, d.MenuOption, d.PieceRule, d.Cost, d.After, d.Scoring)
"""Rules that do something: they are reached when one of their steps is, or an option of theirs is taken."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """A place in the rules that play reaches or not; its `first` mark, and those after it, stand for its outcomes.

    `under` is the mark without which this point cannot be reached at all (-1: none). `denied`: the words deny what the
    rules look at, as in "is not". `by_itself`: a rule that is reached when it is read.
    """

    kind: str
    rule: str
    span: Span
    words: str
    first: int
    under: int = -1
    denied: bool = False
    by_itself: bool = False

    @property
    def outcomes(self) -> tuple[str, ...]:
        """What can happen here."""
        return OUTCOMES[self.kind]

    @property
    def marks(self) -> range:
        """The numbers of its marks, one for each outcome."""
        return range(self.first, self.first + len(self.outcomes))

    def above(self, mark: int) -> int:
        """The mark without which one of its own cannot be reached: an option is taken where it is offered."""
        return self.first if self.kind == "option" and mark > self.first else self.under


def coverage_points(rules: Composed) -> list[CoveragePoint]:
    """Return all points, in the order of the rules. They are the same for every number of players."""
    found = _Collector(rules.files)
    for decl in rules.declarations:
        found.declaration(decl)
    return found.points


def words_at(texts: dict[str, str], span: Span) -> str:
    """Return what is written in a stretch of a rule file, as far as it stands in one line."""
    lines = texts.get(span.file, "").split("\n")
    if not 0 < span.line <= len(lines):
        return ""
    line = lines[span.line - 1]
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    return line[span.column - 1 : end].strip()


class _Collector:
    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts
        self.rule = ""
        self.points: list[CoveragePoint] = []
        self.next = 0

    def _add(self, kind: str, span: Span, under: int, denied: bool = False, by_itself: bool = False) -> CoveragePoint:
        words = words_at(self.texts, span)
        point = CoveragePoint(kind, self.rule, span, words, self.next, under, denied, by_itself)
        self.next += len(OUTCOMES[kind])
        self.points.append(point)
        return point

    def declaration(self, decl: d.Decl) -> None:
        """Find the points of one declaration."""
        self.rule = full_name(decl)
        if isinstance(decl, BY_ITSELF):
            own = self._add("rule", decl.name.span, -1, by_itself=True).first
            if isinstance(decl, d.Value):
                self._cases(decl, own)
            elif isinstance(decl, d.TieBreak):
                self.parts(decl.value, own)
        elif isinstance(decl, DOING) and does_something(decl):
            self._add("rule", decl.option.name.span if isinstance(decl, d.MenuOption) else decl.name.span, -1)
            self._doing(decl)

    def _doing(self, decl: d.Decl) -> None:
        if isinstance(decl, d.After):
            self._branch(decl.when, decl.body, -1)
        else:
            self.parts(decl, -1)

    def _cases(self, decl: d.Value, own: int) -> None:
        """A value's lines in order: each is looked at when the condition before it says no."""
        for case in decl.cases:
            if case.condition is not None:
                own = self.condition(case.condition, own)[1]
            self.parts(case.value, own)

    def parts(self, node: Any, under: int) -> None:
        """Find the points in a part of a rule, and in all that it is made of."""
        if isinstance(node, ATOMS + (x.Joined, x.Not)):
            self.condition(node, under)
        elif isinstance(node, s.Body):
            self._body(node, under)
        elif isinstance(node, s.Option):
            self._option(node, under)
        elif isinstance(node, d.CostPart):
            self._inside(node, self._add("step", node.span, under).first)
        elif isinstance(node, tuple):
            for part in node:
                self.parts(part, under)
        else:
            self._inside(node, under)

    def _inside(self, node: Any, under: int) -> None:
        if is_dataclass(node) and not isinstance(node, x.Word):
            for field in fields(node):
                if field.name != "span":
                    self.parts(getattr(node, field.name), under)

    def _body(self, body: s.Body, under: int) -> None:
        """Lines in order: none is reached without the one before it."""
        for line in body.lines:
            under = self._line(line, under)

    def _line(self, line: s.Stmt, under: int) -> int:
        own = self._add("step", line.span, under).first
        if isinstance(line, s.If):
            otherwise = own
            for condition, body in line.cases:
                otherwise = self._branch(condition, body, otherwise)
            self.parts(line.otherwise, otherwise)
        else:
            self._inside(line, own)
        return own

    def _branch(self, condition: x.Cond | None, body: s.Body, under: int) -> int:
        """A body under a condition; return the mark without which what follows otherwise is not reached."""
        yes, no = (under, under) if condition is None else self.condition(condition, under)
        self._body(body, yes)
        return no

    def _option(self, option: s.Option, under: int) -> None:
        """An option, which is not offered where its condition says no."""
        at, point = len(self.points), self._add("option", option.name.span, under)
        self.parts(option.using, under)
        if option.when is not None:
            self.points[at] = replace(point, under=self.condition(option.when, under)[0])
        self.parts(option.body, point.first + 1)

    def condition(self, node: x.Cond, under: int) -> tuple[int, int]:
        """Find the atomic conditions; return the marks without which the whole cannot be yes, and no."""
        if isinstance(node, x.Not):
            yes, no = self.condition(node.condition, under)
            return no, yes
        if isinstance(node, x.Joined):
            return self._joined(node, under)
        point = self._add("condition", node.span, under, denies(node))
        self._inside(node, point.under)
        return point.first, point.first + 1

    def _joined(self, node: x.Joined, under: int) -> tuple[int, int]:
        """Of conditions joined by and, one is looked at when the one before it says yes; by or, when it says no."""
        last = under
        for part in node.parts:
            yes, no = self.condition(part, last)
            last = yes if node.how == "and" else no
        return (last, under) if node.how == "and" else (under, last)


def does_something(decl: d.Decl) -> bool:
    """The rule of a piece may say nothing but how it is called."""
    return not isinstance(decl, d.PieceRule) or bool(decl.options or decl.when or decl.scores)


def denies(node: x.Cond) -> bool:
    """The words deny what is looked at: "is not", "is not in", "is empty"."""
    if isinstance(node, x.Compare):
        return node.operator in ("is-not", "not-in")
    return isinstance(node, x.Empty) and node.empty


def by_rule(found: Sequence[CoveragePoint]) -> Iterator[list[CoveragePoint]]:
    """Yield the points of each rule: first the rule itself, then what is in it."""
    starts = [at for at, point in enumerate(found) if point.kind == "rule"]
    for start, end in pairwise([*starts, len(found)]):
        yield list(found[start:end])


def with_rules(found: Sequence[CoveragePoint], marks: bytes) -> bytes:
    """Return marks with those of the rules that do something: reached by a step of theirs, or an option taken."""
    done = bytearray(marks)
    for rule, *inside in by_rule(found):
        if any(point.kind in ("step", "option") and marks[point.marks[-1]] for point in inside):
            done[rule.first] = 1
    return bytes(done)
