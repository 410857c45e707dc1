"""The finished rules: each declaration after all changes, with comments on what belongs to it.

Everything that is added is a comment, or a note on a line, so that the whole is itself a text of rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent
from typing import NamedTuple

from rulewright.check.core import Axis, CheckedRules, Figure
from rulewright.check.core.things import axis_names, entry_count, printed_text, value_text
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Span
from rulewright.phrasing import counted
from rulewright.source import InventoryRow, plain
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Name, Table, nodes_in
from rulewright.syntax.parser import declared_at


class ExpandedLine(NamedTuple):
    """A line of rules with notes on it, or a comment."""

    text: str
    notes: tuple[str, ...] = ()
    is_comment: bool = False


class Expanded:
    """Writes declarations of the finished rules."""

    def __init__(self, rules: Composed, checked: CheckedRules) -> None:
        self.rules, self.checked = rules, checked
        self.figures = {figure.name: figure_lines(figure) for figure in checked.figures if "." not in figure.name}
        self.lines = {name: text.replace("\r\n", "\n").split("\n") for name, text in rules.files.items()}

    def whole(self) -> Iterator[ExpandedLine]:
        """Yield everything, in the order of files and lines, and at the end what was removed."""
        for decl in sorted(self.rules.declarations, key=lambda decl: decl.span):
            yield from [*self.declaration(decl), ExpandedLine("")]
        for name, stood, by in self.rules.removed:
            yield comment(f"{name} of {file_line(stood)} is removed by {file_line(by)}")

    def declaration(self, decl: d.Decl) -> Iterator[ExpandedLine]:
        """Yield one declaration: its file and line, its text with the values of figures, and what belongs to it."""
        instead = [f", instead of {file_line(span)}" for span in reversed(self.rules.replaced.get(full_name(decl), []))]
        yield comment(file_line(decl.span) + "".join(instead))
        yield from self._members(decl) if isinstance(decl, d.Has) else self._text(decl)
        yield from self._belonging(decl)

    def _text(self, decl: d.Decl) -> Iterator[ExpandedLine]:
        """Yield the lines of a declaration as if it began in column 1, also of one under a difference."""
        notes, first = self._notes(decl), decl.span.line
        lines = dedent("\n".join(declared_at(self.lines[decl.span.file], first))).split("\n")
        for number, line in enumerate(lines, first):
            text = line.removeprefix("replace ") if number == first else line
            yield ExpandedLine(text, tuple(notes.get(number, ())))

    def _members(self, decl: d.Has) -> Iterator[ExpandedLine]:
        """Yield what an owner has: each fact, amount and place where it was declared last."""
        file, first = decl.span.file, decl.span.line
        own = range(first, first + len(declared_at(self.lines[file], first)))
        elsewhere = [member for member in decl.members if member.span.file != file or member.span.line not in own]
        if not elsewhere:
            yield from self._text(decl)
            return
        yield ExpandedLine(f"each {decl.owner.text} has:" if decl.owner else "the game has:")
        for cite in decl.sources.cites:
            yield ExpandedLine(f'    cites {cite.source.text} "{cite.passage.text}"')
        for member in decl.members:
            line = self.lines[member.span.file][member.span.line - 1].strip()
            yield ExpandedLine(f"    {line}", (file_line(member.span),) if member in elsewhere else ())

    def _notes(self, decl: d.Decl) -> dict[int, list[str]]:
        """By line, the figures that it reads with their values, where these fit in a line."""
        found: dict[int, list[str]] = {}
        for node in nodes_in(decl):
            name = node.base if isinstance(node, Table) else node
            if isinstance(name, Name) and len(self.figures.get(name.text, ())) == 1:
                note = f"{name.text}: {self.figures[name.text][0]}"
                notes = found.setdefault(name.span.line, [])
                notes += [] if note in notes else [note]
        return found

    def _belonging(self, decl: d.Decl) -> Iterator[ExpandedLine]:
        if isinstance(decl, d.Figure):
            yield from self._figure(decl)
        elif isinstance(decl, d.Step):
            yield from self._afterwards(decl)
        elif isinstance(decl, d.Menu):
            yield from self._options(decl)
        elif isinstance(decl, d.PieceRule):
            yield from self._pieces(decl)

    def _figure(self, decl: d.Figure) -> Iterator[ExpandedLine]:
        """Yield the value of a figure, where it is given, and the changes of it."""
        name = decl.name.text
        for line in self.figures.get(name, []):
            yield comment(line)
        data = self.rules.figures[name]
        below = self.rules.below.get(name)
        instead = f", instead of {file_line(below.name.span)}" if below else ""
        assumed = f", assumed: {data.assumed}" if data.assumed else ""
        yield comment(f"given in {file_line(data.name.span)}{instead}{assumed}")
        for change in self.rules.changes:
            if change.figure.text == name:
                keys = [f" {word} {key.text}" for word, key in (("for", change.key), ("at", change.at)) if key]
                what = f"{''.join(keys)} from {change.old} to {change.new}"
                guess = f", assumed: {change.assumed.text}" if change.assumed else ""
                yield comment(f"changed{what}, {file_line(change.span)}{guess}")

    def _afterwards(self, decl: d.Step) -> Iterator[ExpandedLine]:
        """Yield the rules that run after a step, in their order."""
        rules = {rule.span: rule for rule in self.rules.of(d.After)}
        for step in self.checked.procedures:
            if step.name == full_name(decl):
                for action in step.after:
                    yield comment(f"then {full_name(rules[action.span])}, {file_line(action.span)}")

    def _options(self, decl: d.Menu) -> Iterator[ExpandedLine]:
        """Yield the options on a menu, in the order in which they are offered."""
        for menu in self.checked.menus:
            if menu.name == full_name(decl):
                for number, option in enumerate(menu.options, 1):
                    yield comment(f"{number}. {option.full_name}, {file_line(option.choice.span)}")

    def _pieces(self, decl: d.PieceRule) -> Iterator[ExpandedLine]:
        kind = decl.kind.text
        rows = [row for row in self.rules.rows.get(kind, []) if row.rule.text == decl.name.text]
        if rows:
            many = counted(sum(row.count for row in rows), "piece")
            yield comment(f"{many}: {'; '.join(self._piece(row) for row in rows)}")

    def _piece(self, row: InventoryRow) -> str:
        """Return a row of an inventory in one piece: how many, its name, what is printed on it in the end."""
        facts = [f"{fact} {self._printed(row, fact)}" for fact in row.facts]
        remarks = ", ".join([*facts, *(["assumed"] if row.assumed else [])])
        return f"{f'{row.count} ' if row.count > 1 else ''}{row.name}{f' ({remarks})' if remarks else ''}"

    def _printed(self, row: InventoryRow, fact: str) -> str:
        names = (row.name.text, f"{row.name.text}-1")
        for figure in (figure for figures in self.checked.printed.values() for figure in figures):
            pieces = axis_names(figure.keys[0])
            at = next((pieces.index(name) for name in names if name in pieces), None)
            if at is not None and figure.name.rpartition(".")[2] == fact:
                wide = entry_count(figure.keys[1:])
                return printed_text(figure, figure.values[at * wide : (at + 1) * wide])
        return str(plain(row.facts[fact]))


def file_line(span: Span) -> str:
    """Return `file:line`."""
    return f"{span.file}:{span.line}"


def comment(text: str) -> ExpandedLine:
    """Return a text as a comment."""
    return ExpandedLine(text, (), True)


# -- figures


def figure_lines(figure: Figure) -> list[str]:
    """Return the value of a figure, a table by its keys: one line for each name of the first key of two."""
    values = [value_text(figure.type, value) for value in figure.values]
    if len(figure.keys) < 2:
        return [_row(figure.keys[0], values) if figure.keys else values[0]]
    first, second, wide = figure.keys[0], figure.keys[1], entry_count(figure.keys[1:])
    rows = (values[at * wide : (at + 1) * wide] for at in range(first.size))
    return [f"for {name}: {_row(second, row)}" for name, row in zip(axis_names(first), rows, strict=True)]


def _row(axis: Axis, values: list[str]) -> str:
    if axis.domain is None:
        return f"{', '.join(values)} for {axis.low} to {axis.low + axis.size - 1}"
    return ", ".join(f"{name} {value}" for name, value in zip(axis_names(axis), values, strict=True))
