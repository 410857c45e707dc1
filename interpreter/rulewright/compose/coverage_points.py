"""Coverage points: everything in composed rules that play can reach (rules, steps, options, outcomes of conditions).

Every outcome of a point has a mark, a number that the instrumented program sets. A point also knows the mark `under`
which it stands, so that a report names only the outermost of what was not reached:

    step sell:                        rule: mark 0
        if it is late:                condition: marks 1 (yes) and 2 (no), under 0
            pay 1 coin                step: mark 3, under 1
        take 1 card                   step: mark 4, under 0

If mark 1 is never set, mark 3 cannot be, and only the condition is reported.
"""

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
from rulewright.syntax.expressions import nodes_in

ATOMS = (x.Compare, x.Holds, x.Empty, x.InRow, x.Quantified, x.CanPay, x.CanDo, x.WouldBe, x.BeenHere)
"""Atomic conditions: those not composed by and, or, not."""

CONDITIONS = ("condition", "when", "until")
"""Where a node has a condition: what stands there is one even if it is only a name, as in `repeat until over`."""

OUTCOMES = {"rule": ("reached",), "step": ("reached",), "option": ("offered", "taken"), "condition": ("yes", "no")}
"""What can happen to each kind of point, in the order of its marks."""

BY_ITSELF = (d.Value, d.TieBreak, d.Winner, d.Always)
"""Rules without effects: they are reached when they are evaluated."""
DOING = (d.Step, d.MenuOption, d.PieceRule, d.Cost, d.After, d.Scoring)
"""Rules with effects: they are reached when one of their steps is, or one of their options is taken."""


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """A place in the rules that play can reach. Its marks, from `first` on, correspond to its outcomes.

    `under` is the mark on which reaching this point depends (-1: none). `denied`: the words negate the condition, as in
    "is not". `by_itself`: a rule that is reached when it is evaluated.
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
        """The possible outcomes."""
        return OUTCOMES[self.kind]

    @property
    def marks(self) -> range:
        """The numbers of the marks, one per outcome."""
        return range(self.first, self.first + len(self.outcomes))

    def above(self, mark: int) -> int:
        """Return the mark on which one of its own depends: an option is taken only where it is offered."""
        return self.first if self.kind == "option" and mark > self.first else self.under


def coverage_points(rules: Composed) -> list[CoveragePoint]:
    """Return all coverage points, in the order of the rules: the same for every number of players."""
    return _collected(rules).points


def ending_marks(rules: Composed) -> dict[int, str]:
    """Return the marks of what can end a game, with their places: lines that end a phase, parts of `until A or B`.

    The place of a part has a column, as several can stand in one line.
    """
    found = _collected(rules)
    steps = {point.span: point.first for point in found.points if point.kind == "step"}
    nodes = [node for decl in rules.declarations for node in nodes_in(decl)]
    lines = {steps[node.span]: f"{node.span.file}:{node.span.line}" for node in nodes if isinstance(node, s.End)}
    untils = (s.loop_end(node) for node in nodes)
    parts = (part.span for until in untils if isinstance(until, x.Joined) for part in until.parts)
    return lines | {found.yes_marks[span]: span.place for span in parts}


def _collected(rules: Composed) -> _Collector:
    found = _Collector(rules.files)
    for decl in rules.declarations:
        found.declaration(decl)
    return found


def words_at(texts: dict[str, str], span: Span) -> str:
    """Return the text of a span of a rule file, up to the end of its first line."""
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
        self.yes_marks: dict[Span, int] = {}
        self.next = 0

    def _add_point(
        self, kind: str, span: Span, under: int, denied: bool = False, by_itself: bool = False
    ) -> CoveragePoint:
        words = words_at(self.texts, span)
        point = CoveragePoint(kind, self.rule, span, words, self.next, under, denied, by_itself)
        self.next += len(OUTCOMES[kind])
        self.points.append(point)
        return point

    def declaration(self, decl: d.Decl) -> None:
        """Find the points of one declaration."""
        self.rule = full_name(decl)
        if isinstance(decl, d.Winner) and not (decl.side or decl.condition):
            return  # nothing of it is evaluated
        if isinstance(decl, BY_ITSELF):
            own = self._add_point("rule", decl.name.span, -1, by_itself=True).first
            if isinstance(decl, d.Value):
                self._add_cases(decl, own)
            elif isinstance(decl, d.TieBreak):
                self.parts(decl.value, own)
            elif isinstance(decl, d.Winner) and decl.condition is not None:
                self.condition(decl.condition, own)
        elif isinstance(decl, DOING) and does_something(decl):
            self._add_point("rule", decl.option.name.span if isinstance(decl, d.MenuOption) else decl.name.span, -1)
            if isinstance(decl, d.After):
                self._add_branch(decl.when, decl.body, -1)
            else:
                self.parts(decl, -1)

    def _add_cases(self, decl: d.Value, own: int) -> None:
        """The cases of a value in order: each is evaluated if the condition before it is false."""
        self.parts(decl.lets, own)
        for case in decl.cases:
            if case.condition is not None:
                own = self.condition(case.condition, own)[1]
            self.parts(case.value, own)

    def parts(self, node: Any, under: int) -> None:
        """Find the points in a part of a rule, recursively."""
        if isinstance(node, ATOMS + (x.Joined, x.Not)):
            self.condition(node, under)
        elif isinstance(node, s.Body):
            self._add_body(node, under)
        elif isinstance(node, s.Option):
            self._add_option(node, under)
        elif isinstance(node, d.CostPart):
            self._add_nested(node, self._add_point("step", node.span, under).first)
        elif isinstance(node, tuple):
            for part in node:
                self.parts(part, under)
        else:
            self._add_nested(node, under)

    def _add_nested(self, node: Any, under: int) -> None:
        if is_dataclass(node) and not isinstance(node, x.Word):
            for name in (field.name for field in fields(node) if field.name != "span"):
                part = getattr(node, name)
                if name in CONDITIONS and isinstance(part, x.Expr):  # "when" of a piece is lines
                    self.condition(part, under)
                else:
                    self.parts(part, under)

    def _add_body(self, body: s.Body, under: int) -> None:
        """Lines in order: each depends on the one before it."""
        for line in body.lines:
            under = self._add_line(line, under)

    def _add_line(self, line: s.Stmt, under: int) -> int:
        own = self._add_point("step", line.span, under).first
        if isinstance(line, s.If):
            otherwise = own
            for condition, body in line.cases:
                otherwise = self._add_branch(condition, body, otherwise)
            self.parts(line.otherwise, otherwise)
        else:
            self._add_nested(line, own)
        return own

    def _add_branch(self, condition: x.Expr | None, body: s.Body, under: int) -> int:
        """Add a body under a condition; return the mark on which the alternative depends."""
        yes, no = (under, under) if condition is None else self.condition(condition, under)
        self._add_body(body, yes)
        return no

    def _add_option(self, option: s.Option, under: int) -> None:
        """Add an option, which is not offered if its condition is false."""
        at, point = len(self.points), self._add_point("option", option.name.span, under)
        self.parts(option.using, under)
        if option.when is not None:
            self.points[at] = replace(point, under=self.condition(option.when, under)[0])
        self.parts(option.body, point.first + 1)

    def condition(self, node: x.Expr, under: int) -> tuple[int, int]:
        """Find the atomic conditions; return the marks on which the outcomes yes and no of the whole depend."""
        if isinstance(node, x.Not):
            yes, no = self.condition(node.condition, under)
            return no, yes
        if isinstance(node, x.Joined):
            return self._add_joined(node, under)
        point = self._add_point("condition", node.span, under, denies(node))
        self._add_nested(node, point.under)
        return point.first, point.first + 1

    def _add_joined(self, node: x.Joined, under: int) -> tuple[int, int]:
        """A joined condition is evaluated after a true one (`and`) or after a false one (`or`)."""
        last = under
        for part in node.parts:
            yes, no = self.condition(part, last)
            self.yes_marks[part.span] = yes
            last = yes if node.how == "and" else no
        return (last, under) if node.how == "and" else (under, last)


def does_something(decl: d.Decl) -> bool:
    """Return whether a declaration has effects; the rule of a piece may consist of a label only."""
    return not isinstance(decl, d.PieceRule) or bool(decl.options or decl.when or decl.scores)


def denies(node: x.Expr) -> bool:
    """Return whether the words negate a condition: "is not", "is not in", "is empty"."""
    if isinstance(node, x.Compare):
        return node.operator in ("is-not", "not-in", "not-like")
    return isinstance(node, x.Empty) and node.empty


def by_rule(found: Sequence[CoveragePoint]) -> Iterator[list[CoveragePoint]]:
    """Yield the points of each rule: first the rule itself, then those inside."""
    starts = [at for at, point in enumerate(found) if point.kind == "rule"]
    for start, end in pairwise([*starts, len(found)]):
        yield list(found[start:end])


def with_rules(found: Sequence[CoveragePoint], marks: bytes) -> bytes:
    """Return marks completed by rules with effects: reached through one of their steps or options."""
    done = bytearray(marks)
    for rule, *inside in by_rule(found):
        if any(point.kind in ("step", "option") and marks[point.marks[-1]] for point in inside):
            done[rule.first] = 1
    return bytes(done)
