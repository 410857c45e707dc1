"""The changes between the finished rules of two rulesets: rules, figures, pieces and printed facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rulewright.check.core import Figure
from rulewright.check.core.things import axis_names, entry_count, printed_text, value_text
from rulewright.compose.composed import full_name, same_tree
from rulewright.source import InventoryRow
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node
from rulewright.workspace import Ruleset

Entries = dict[tuple[str, ...], str]
"""Values of a figure as written, by what they are looked up by."""


RANKS = ((d.Step, d.MenuOption, d.PieceRule, d.Scoring), (d.Cost, d.After, d.TieBreak, d.Winner), (d.Value, d.Menu))
"""Declarations by rank: first those that say what happens, then those that take part in it."""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule or declaration by its full name, as each side has it."""

    name: str
    was: Node | None
    now: Node | None

    @property
    def rank(self) -> int:
        """How well it represents others: first what says what happens, then what takes part in it, then the rest."""
        return next((rank for rank, kinds in enumerate(RANKS) if isinstance(self.was or self.now, kinds)), len(RANKS))

    @property
    def is_main(self) -> bool:
        """Whether it can represent other changes."""
        return self.rank < len(RANKS)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """Entries of a figure that differ: by what they are looked up by, with both values as written."""

    name: str
    entries: tuple[tuple[tuple[str, ...], str, str], ...]
    guessed: bool


@dataclass(frozen=True, slots=True)
class FactChange:
    """What is printed on a piece that both sides have."""

    kind: str
    fact: str
    piece: str
    rule: str
    was: str
    now: str
    guessed: bool


@dataclass(frozen=True, slots=True)
class PieceChange:
    """A row of an inventory that only one side has: the kind of piece, the row's name, its rule, how many."""

    kind: str
    piece: str
    rule: str
    count: int
    added: bool
    guessed: bool


Change = RuleChange | FigureChange | FactChange | PieceChange


def all_changes(a: Ruleset, b: Ruleset) -> list[Change]:
    """Return everything that is different, in the order of names."""
    return [*_rule_changes(a, b), *_figure_changes(a, b), *_piece_changes(a, b), *_fact_changes(a, b)]


def _rule_changes(a: Ruleset, b: Ruleset) -> Iterator[RuleChange]:
    was, now = dict(_declarations_by_name(a)), dict(_declarations_by_name(b))
    for name in sorted(was.keys() | now.keys()):
        if not same_tree(was.get(name), now.get(name)):
            yield RuleChange(name, was.get(name), now.get(name))


def _declarations_by_name(side: Ruleset) -> Iterator[tuple[str, Node]]:
    """Every declaration by its full name; what an owner has, each thing by itself."""
    for decl in side.composed_rules.declarations:
        if isinstance(decl, d.Has):
            owner = decl.owner.text if decl.owner else "game"
            yield from ((f"has.{owner}.{member.name.text}", member) for member in decl.members)
        else:
            yield full_name(decl), decl


def _figure_changes(a: Ruleset, b: Ruleset) -> Iterator[FigureChange]:
    was, now = _figure_entries(a), _figure_entries(b)
    for name in sorted(was.keys() & now.keys()):
        entries = tuple(_changed_entries(was[name], now[name]))
        if entries:
            given = (a.composed_rules.figures.get(name), b.composed_rules.figures.get(name))
            guessed = any(figure is not None and figure.assumed is not None for figure in given) or any(
                change.figure.text == name and change.assumed
                for side in (a, b)
                for change in side.composed_rules.changes
            )
            yield FigureChange(name, entries, guessed)


def _figure_entries(side: Ruleset) -> dict[str, Entries]:
    return {figure.name: _written_entries(figure) for figure in side.checked_rules().figures if not figure.printed_of}


def _written_entries(figure: Figure) -> Entries:
    keys = product(*(axis_names(axis) for axis in figure.keys))
    return {key: value_text(figure.type, value) for key, value in zip(keys, figure.values, strict=True)}


def _changed_entries(was: Entries, now: Entries) -> Iterator[tuple[tuple[str, ...], str, str]]:
    for key in list(dict.fromkeys([*was, *now])):
        if was.get(key) != now.get(key):
            yield key, was.get(key, "none"), now.get(key, "none")


def _piece_changes(a: Ruleset, b: Ruleset) -> Iterator[PieceChange]:
    was, now = _inventory_rows(a), _inventory_rows(b)
    for key in sorted(was.keys() ^ now.keys()):
        row = was.get(key) or now[key]
        added = key in now
        yield PieceChange(key[0], key[1], row.rule.text, row.count, added, row.assumed is not None)


def _inventory_rows(side: Ruleset) -> dict[tuple[str, str], InventoryRow]:
    return {(kind, row.name.text): row for kind, rows in side.composed_rules.rows.items() for row in rows}


def _fact_changes(a: Ruleset, b: Ruleset) -> Iterator[FactChange]:
    was, now = _printed_facts(a), _printed_facts(b)
    rows = {
        (kind, row.name.text): row for side in (a, b) for kind, all_ in side.composed_rules.rows.items() for row in all_
    }
    for key in sorted(was.keys() & now.keys()):
        if was[key] != now[key]:
            kind, fact, piece = key
            row = rows.get((kind, piece)) or rows.get((kind, piece.rpartition("-")[0]))
            rule, guessed = (row.rule.text, row.has_assumed_facts) if row else ("", False)
            yield FactChange(kind, fact, piece, rule, was[key], now[key], guessed)


def _printed_facts(side: Ruleset) -> dict[tuple[str, str, str], str]:
    """What is printed on every piece: by kind, fact and piece."""
    found: dict[tuple[str, str, str], str] = {}
    for figures in side.checked_rules().printed.values():
        for figure in figures:
            axis, wide = figure.keys[0], entry_count(figure.keys[1:])
            assert axis.domain is not None
            for at, piece in enumerate(range(axis.start, axis.start + axis.size)):
                kind = next(k.name for k in axis.domain.kinds if k.start <= piece < k.start + k.size)
                said = printed_text(figure, figure.values[at * wide : (at + 1) * wide])
                found[kind, figure.name.rpartition(".")[2], axis.domain.members[piece]] = said
    return found
