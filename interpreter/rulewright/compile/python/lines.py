"""Collects the lines of a written program: blocks, values written ahead of loops, notes of the traced build."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.inline import expand
from rulewright.compile.python.values import STOPS, Writer
from rulewright.diagnostics import Span

NAMES = re.compile(r"\b[vx]\d+\b")


@dataclass(slots=True)
class Spans:
    """Places in the rule files by number, as compiled rules speak of them."""

    listed: list[tuple[Span, str]] = field(default_factory=list)
    numbers: dict[tuple[Span, str], int] = field(default_factory=dict)

    def number(self, span: Span, rule: str) -> int:
        if (span, rule) not in self.numbers:
            self.numbers[span, rule] = len(self.listed)
            self.listed.append((span, rule))
        return self.numbers[span, rule]


@dataclass(slots=True)
class Open:
    """A block being written: where its head is, and the values written ahead in it."""

    at: int
    depth: int
    filled: bool = False
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Lines:
    """Collects lines; `traced` adds the lines that tell what happened."""

    writer: Writer
    spans: Spans
    traced: bool
    procedure_names: dict[int, str]
    discards: dict[str, c.Place]
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    rule: str = ""
    follows: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What pieces say for a step, by piece: tables of functions."""
    open: list[Open] = field(default_factory=list)
    laps: tuple[str, str] = ("", "")
    """In laps without questions: the Python names of those still in, and of the one whose turn it is."""
    stops: str = ""
    """In a loop without questions that goes in laps: the Python name of those still in."""

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        if self.open:
            self.open[-1].filled = True

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block; an empty one does nothing."""
        if not self.traced and head.startswith(("if ", "elif ")):
            from rulewright.compile.python.shorter import shorter

            head = shorter(head)
        self.put(head)
        self.open.append(Open(len(self.lines) - 1, self.depth))
        self.depth += 1
        self.writer.level += 1
        yield
        if not self.open[-1].filled:
            self.put("pass")
        self.open.pop()
        self.writer.level -= 1
        self.depth -= 1

    def ahead(self, text: str) -> str:
        """Write a value before the blocks that it does not depend on; equal values once. Return its name."""
        if any(stop in text for stop in STOPS):
            return text
        names = NAMES.findall(text)
        level = max([self.writer.level_of.get(name, 0) for name in names], default=0)
        if level > len(self.open) or not self.open:
            return text
        level = max(level, 1)
        for outer in self.open[:level]:
            if text in outer.values:
                return outer.values[text]
        self.writer.fresh += 1
        name = f"w{self.writer.fresh}"
        self.open[level - 1].values[text] = name
        self._insert(level, f"{name} = {text}")
        return name

    def _insert(self, level: int, line: str) -> None:
        if level >= len(self.open):
            self.put(line)
            return
        at, depth = self.open[level].at, self.open[level].depth
        self.lines.insert(at, "    " * depth + line)
        for block in self.open[level:]:
            block.at += 1

    def value(self, value: c.Value) -> str:
        return self.writer.write(expand(value))

    def unmarked(self, value: c.Value) -> c.Value:
        """The value without the marks around it that only say that it is read: they become lines."""
        value = expand(value)
        while isinstance(value, c.Noted) and value.yes == value.no:
            self.put(f"MARKS[{value.yes}] = 1")
            value = value.part
        return value

    def span(self, span: Span) -> int:
        return self.spans.number(span, self.rule)

    def note(self, what: str, *parts: str) -> None:
        """In the traced build: remember what happened."""
        if self.traced:
            self.put(f"LOG.append(({what!r}, {', '.join(parts)}))")

    def action(self, action: b.Line) -> None:
        """Write one action."""
        getattr(self, f"_{type(action).__name__.lower().rstrip('_')}")(action)

    def actions(self, actions: list[c.Action]) -> None:
        for action in actions:
            self.action(action)


def type_key(type_: c.Type) -> tuple[str, str]:
    """The fields of the `ValueType` of a type: how its values are shown."""
    domain = type_.domain if type_.how not in ("number", "truth") else None
    return type_.how, domain.name if domain else ""
