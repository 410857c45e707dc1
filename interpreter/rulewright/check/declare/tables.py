"""Reads the tables of the data files: one entry for each name or number that they are looked up by."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import Axis
from rulewright.check.core.things import Type, axis_names, default_of, entry_count
from rulewright.check.declare.entries import read_value
from rulewright.check.declare.table import SymbolTable
from rulewright.diagnostics import Code, Span
from rulewright.frozen import frozen_class
from rulewright.source import FigureData, Mapping, Scalar, Sequence, YamlNode, plain
from rulewright.source.nodes import items_of
from rulewright.syntax.expressions import Word


@frozen_class
class TableReader:
    """A figure that is read: its name, what its entries are, where it is declared, and how the ruleset below has it."""

    table: SymbolTable
    name: str
    type: Type
    declared: Span
    below: FigureData | None = None
    sparse: bool = False
    """Names may be left out: what is not printed on a piece is 0, nothing or no there."""

    def read(self, node: YamlNode, keys: tuple[Axis, ...]) -> list[int]:
        """Return the values, flattened in the order of the keys."""
        if self.below is not None and keys:
            self._report_shifted(self.below.value, node, keys[0])
        return self._read_level(node, keys, f'the table "{self.name}"', self.below.value if self.below else None)

    def _read_level(self, node: YamlNode, keys: tuple[Axis, ...], whole: str, below: YamlNode | None) -> list[int]:
        if not keys:
            return [read_value(self.table, node, self.type, self.name)]
        axis, rest = keys[0], keys[1:]
        values: list[int] = []
        if not rest and self.type.how == "set" and self._lists_missing(node, axis):
            return [default_of(self.type)] * axis.size
        parts = self._read_parts(node, axis, rest, whole, below)
        for name, part in zip(axis_names(axis), parts, strict=True):
            under = below.get(name) if isinstance(below, Mapping) else None
            of = f'the {axis.domain.name} "{name}"' if axis.domain else f"row {name}"
            values += (
                self._read_level(part, rest, of, under)
                if part is not None
                else [default_of(self.type)] * entry_count(rest)
            )
        return values

    def _lists_missing(self, node: YamlNode, axis: Axis) -> bool:
        """Whether names stand where lists of them belong; this is reported once for all pieces that have it."""
        given = node.items if isinstance(node, Sequence) else ()
        given = tuple(part for _, part in node.items) if isinstance(node, Mapping) else given
        if not any(isinstance(part, Scalar) for part in given):
            return False
        message = f"{self.name} has a list of its own for each {_row_words(axis)[0]}"
        if all(found.message != message for found in self.table.findings.found):
            remedy = f"Like this: [[one, two], [], [three]], or {{{axis_names(axis)[0]}: [one, two]}}."
            self.table.findings.add(Code.WRONG_KIND, node.span, message, remedy)
        return True

    def _read_parts(
        self, node: YamlNode, axis: Axis, rest: tuple[Axis, ...], whole: str, below: YamlNode | None
    ) -> Iterator[YamlNode | None]:
        names = axis_names(axis)
        if isinstance(node, Sequence):
            if len(node.items) != axis.size:
                self._report_length(node, axis, rest, whole, below)
            yield from (node.items[i] if i < len(node.items) else None for i in range(axis.size))
        elif isinstance(node, Mapping):
            yield from self._read_named(node, axis, names, whole)
        else:
            message = f"{whole} needs one entry for each {_row_words(axis)[0]}: {', '.join(names)}"
            self.table.findings.add(Code.WRONG_KIND, node.span, message, "Write a list in brackets: [one, two].")
            yield from [None] * axis.size

    def _read_named(self, node: Mapping, axis: Axis, names: list[str], whole: str) -> Iterator[YamlNode | None]:
        players = axis.domain is not None and axis.domain.how == "player"
        given = {key.text.lower() if players else key.text: (key, value) for key, value in node.items}
        for name, (key, _) in given.items():
            if name not in names:
                self.table.unknown(Word(key.span, key.text), _row_words(axis)[0], names)
            elif axis.domain is not None:
                self.table.use_thing(key, axis.domain)
        missing = [name for name in names if name not in given]
        if missing and not self.sparse:
            message = f"{whole} has no entry for {', '.join(missing)}"
            self.table.findings.add(Code.TABLE_LENGTH, node.span, message, self._where_declared(axis))
        yield from (given[name][1] if name in given else None for name in names)

    # -- messages for tables of the wrong length

    def _report_length(
        self, node: Sequence, axis: Axis, rest: tuple[Axis, ...], whole: str, below: YamlNode | None
    ) -> None:
        number, one, many = len(node.items), *_entry_words(self.type, rest)
        row, rows = _row_words(axis)
        message = f"{number} {one if number == 1 else many}, but {whole} has {axis.size} {rows}"
        needs = f"The table needs one {one} for each {row}, {_listed_rows(axis)}. {_length_difference(number, axis)}"
        self.table.findings.add(Code.TABLE_LENGTH, node.span, message, needs, *self._origin_of_rows(axis, below))

    def _report_shifted(self, below: YamlNode, node: YamlNode, axis: Axis) -> None:
        """Warn of the entries of the ruleset below, each one row earlier: the first row, often 0, may be forgotten."""
        was, now = ([_shown_entry(item) for item in items_of(table)] for table in (below, node))
        if axis.domain is None and len(set(was)) == len(was) == len(now) > 2 and was[1:] == now[:-1]:
            message = f'this is the table "{self.name}" of the ruleset below, with each entry one row earlier'
            remedy = f"The first entry is for {axis.low}. There it has [{', '.join(was)}]."
            self.table.findings.add(Code.TABLE_LENGTH, node.span, message, remedy, severity="warning")

    def _where_declared(self, axis: Axis) -> str:
        span = axis.domain.span if axis.domain else self.declared
        return f"The {_row_words(axis)[1]} are declared in {span.file}:{span.line}."

    def _origin_of_rows(self, axis: Axis, below: YamlNode | None) -> tuple[str, ...]:
        """Where the rows are declared, and what the ruleset below has."""
        declared = self._where_declared(axis)
        if self.below is None or not isinstance(below, Sequence):
            return (declared,)
        folder = below.span.file.partition("/data/")[0].rpartition("/")[2]
        note = f"; {self.below.assumed}" if self.below.assumed else ""
        return f"{declared} {folder} itself has", f"[{', '.join(_shown_entry(item) for item in below.items)}]{note}."


def _row_words(axis: Axis) -> tuple[str, str]:
    return (axis.domain.name, axis.domain.plural) if axis.domain else ("row", "rows")


def _entry_words(type_: Type, rest: tuple[Axis, ...]) -> tuple[str, str]:
    """The words for the entries of a table, singular and plural."""
    if rest or type_.how == "truth":
        return "entry", "entries"
    if type_.how == "number":
        return "number", "numbers"
    if type_.how == "set" or type_.domain is None:
        return "list", "lists"
    return type_.domain.name, type_.domain.plural


def _listed_rows(axis: Axis) -> str:
    names = axis_names(axis)
    if not names:
        return "of which there are none"
    return ", ".join(names) if axis.domain and len(names) < 9 else f"{names[0]} to {names[-1]}"


def _length_difference(number: int, axis: Axis) -> str:
    missing = axis_names(axis)[number:]
    if not missing:
        return f"{number - axis.size} too many."
    named = ", ".join(missing) if axis.domain else f"Row{'s'[: len(missing) > 1]} {', '.join(missing)}"
    return f"{named} {'is' if len(missing) == 1 else 'are'} missing."


def _shown_entry(node: YamlNode) -> str:
    return node.text if isinstance(node, Scalar) else str(plain(node))
