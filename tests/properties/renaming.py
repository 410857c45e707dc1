"""Gives every name of a ruleset and its data a meaningless one: f0001, f0002 and so on, in the same order.

The words of the rule files are told apart by the parser itself, so a word of the language stays one where it is one,
and is renamed where the rules use it as a name. What the language has built in (`player`, `holder`) stays, and so do
the spaces of grids, which no file names one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rulewright.backends import Program
from rulewright.backends.build import build
from rulewright.backends.python.loading import load_program
from rulewright.check.check import check
from rulewright.check.core import CheckedRules
from rulewright.check.resolve.texts import BRACES
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.source import Mapping, RulesetSource, Scalar, YamlNode
from rulewright.source.inventory import Inventory
from rulewright.source.loading import load
from rulewright.source.nodes import LocatedText, Sequence
from rulewright.syntax.lalr import LalrParser
from rulewright.syntax.layout import settle_indentation
from rulewright.syntax.lines import LexedLine, Lexeme, cut_line, cut_lines
from rulewright.syntax.parser import _reduce_actions, declaration_texts
from rulewright.syntax.tables import tables

BUILT_IN = {
    "": "f", "game": "gz", "holder": "nz", "others": "oz", "player": "player-n", "players": "pm", "position": "z",
}  # fmt: skip
"""The built-in names, and what new names begin with that come after each of them in the alphabet."""

DATA_WORDS = {"yes", "no", "nothing", "nobody"}
Names = dict[str, str]
Spot = tuple[int, int, int, str]
"""A name in a rule file: line, first column, column after it, the name."""


class Spotter(LalrParser):
    """Reads like the parser and remembers which pieces were names."""

    def __init__(self, above: int) -> None:
        super().__init__(tables(), _reduce_actions(), "", above)
        self.found: list[Spot] = []

    def _shift_piece(self, kind: str, piece: Lexeme, line: int) -> None:
        if kind == "NAME":
            self.found.append((line, piece.column, piece.end, piece.text))
        elif kind == "STRING":
            self.found += in_braces(line, piece)
        super()._shift_piece(kind, piece, line)


def in_braces(line: int, piece: Lexeme) -> Iterator[Spot]:
    """Yield the names in the values of a text."""
    for value in BRACES.finditer(piece.text):
        inner = Spotter(line - 1)
        inner.read("full", [cut_line(1, value.group(1), 0, piece.column - 1 + value.start(1))], False)
        yield from inner.found


def spots(text: str) -> list[Spot]:
    """Return all names of a rule file with their places."""
    found: list[Spot] = []
    for above, piece in declaration_texts(text):
        lines: list[LexedLine] | None = cut_lines(piece)
        lines = settle_indentation(lines, _no_report) if lines else None
        if lines:
            spotter = Spotter(above)
            spotter.read("start", lines, True)
            found += spotter.found
    return found


def _no_report(*_: Any) -> None:
    raise AssertionError("the rules are well-formed")


def data_names(node: YamlNode) -> Iterator[str]:
    """Yield the texts below a node that are no numbers."""
    if isinstance(node, Scalar):
        if not node.text.lstrip("-").isdigit():
            yield node.text
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from data_names(item)
    else:
        for key, value in node.items:
            yield from data_names(key)
            yield from data_names(value)


def all_names(source: RulesetSource) -> set[str]:
    """Return every name that a ruleset's files use."""
    found = {spot[3] for file in source.rules for spot in spots(file.text)}
    found |= {book.name.text for book in source.manifest.sources}
    for inventory in source.inventories:
        found.add(inventory.kind.text)
        for row in inventory.rows:
            found |= {row.name.text, row.rule.text, *row.facts}
            found |= {name for value in row.facts.values() for name in data_names(value)}
    for figure in source.figures:
        found |= {figure.name.text, *data_names(figure.value)}
    return found


def renamed(source: RulesetSource, names: Names) -> RulesetSource:
    """Return a ruleset with other names in its rules and data, without parts on which no state depends."""

    def new(name: str) -> str:
        return names.get(name, name)

    books = tuple(replace(book, name=_text(book.name, new)) for book in source.manifest.sources)
    rules = tuple(replace(file, text=_rules(file.text, new)) for file in source.rules)
    inventories = tuple(_inventory(inventory, new) for inventory in source.inventories)
    figures = tuple(replace(f, name=_text(f.name, new), value=_node(f.value, new)) for f in source.figures)
    manifest = replace(source.manifest, sources=books)
    parts = replace(source, manifest=manifest, rules=rules, inventories=inventories, figures=figures)
    return replace(parts, labels=(), weights=(), hints=(), seat_data=())


def _inventory(inventory: Inventory, new: Callable[[str], str]) -> Inventory:
    rows = tuple(
        replace(
            row,
            name=_text(row.name, new),
            rule=_text(row.rule, new),
            facts={new(fact): _node(value, new) for fact, value in row.facts.items()},
            fact_spans={new(fact): span for fact, span in row.fact_spans.items()},
        )
        for row in inventory.rows
    )
    return replace(inventory, kind=_text(inventory.kind, new), rows=rows)


def _text(text: LocatedText, new: Callable[[str], str]) -> LocatedText:
    return LocatedText(text.span, new(text.text))


def _node(node: YamlNode, new: Callable[[str], str]) -> YamlNode:
    if isinstance(node, Scalar):
        return replace(node, text=new(node.text))
    if isinstance(node, Sequence):
        return replace(node, items=tuple(_node(item, new) for item in node.items))
    return Mapping(node.span, tuple((replace(k, text=new(k.text)), _node(v, new)) for k, v in node.items))


def _rules(text: str, new: Callable[[str], str]) -> str:
    lines = text.split("\n")
    for line, column, end, name in sorted(spots(text), reverse=True):
        old = lines[line - 1]
        assert old[column - 1 : end - 1] == name
        lines[line - 1] = old[: column - 1] + new(name) + old[end - 1 :]
    return "\n".join(lines)


def meaningless(names: set[str]) -> Names:
    """Return new names in the order of the old ones, also among the built-in names."""
    return {
        old: f"{BUILT_IN[max(word for word in BUILT_IN if word <= old)]}{number:04d}"
        for number, old in enumerate(sorted(names), 1)
    }


def checked(source: RulesetSource, seats: int) -> CheckedRules:
    findings = Findings()
    return check(compose(source, findings), seats, findings)


def twin_programs(name: str, seats: int) -> tuple[Program, Program, str]:
    """Return a game, the same game under meaningless names, and the text of all its renamed rules."""
    source = load(name, Findings())
    old_rules = checked(source, seats)
    spaces = {member for domain in old_rules.domains if domain.how == "grid" for member in domain.members}
    names = meaningless(all_names(source) - spaces - DATA_WORDS - set(BUILT_IN))
    other = renamed(source, names)
    new_rules = checked(other, seats)
    back = {new: old for old, new in names.items()}
    for old_domain, new_domain in zip(old_rules.domains, new_rules.domains, strict=True):
        back |= zip(new_domain.members, old_domain.members, strict=True)
    made = build(old_rules), build(new_rules, chance_names=back)
    first, second = (load_program(replace(c, tables=replace(c.tables, fingerprint=""))) for c in made)
    return first, second, "\n".join(file.text for file in other.rules)
