"""An edition says only its differences, and the game below holds nothing that only another edition uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args

import pytest

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings
from rulewright.source import FigureData, RulesetSource, available
from rulewright.source.layers import layers_of
from rulewright.source.loading import load
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node, Word

BASE = "goa"
CALLED = (d.Names, d.Shape, d.Piece, d.Figure, d.Menu, d.Step, d.Cost, d.Value, d.Ruling)
"""What stands in the rules for others to use, by its name."""
ITSELF = {"game", "always", "rule", "option", "scoring", "tie-break"}
"""What needs nobody to use it: it happens, or is offered, by itself."""
THIRD = 3

STACKED = [
    name for name, folder in available().items() if "\nextends: " in (folder / "ruleset.yaml").read_text("utf-8")
]


def read(name: str) -> RulesetSource:
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return source


def composed(name: str) -> Composed:
    return compose(read(name), Findings())


def parts(value: Any) -> Iterator[Node]:
    """Yield every node of a tree."""
    if isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif is_dataclass(value):
        if isinstance(value, Node):
            yield value
        for field in fields(value):
            yield from parts(getattr(value, field.name))


def texts(value: Any) -> Iterator[str]:
    """Yield every text in a tree: names stand as words, or as they are in values."""
    for node in parts(value):
        yield from (part for field in fields(node) if isinstance(part := getattr(node, field.name), str) and part)


def declared(rules: Composed) -> Iterator[tuple[str, d.Decl]]:
    """Yield what rules use by name."""
    for decl in rules.declarations:
        if isinstance(decl, CALLED) and not (isinstance(decl, d.Step) and decl.kind in ITSELF):
            yield decl.name.text, decl


def unused(rules: Composed) -> list[str]:
    """Return the names that nothing else in rules and data uses; a list of which no name is used counts as a whole."""
    said = Counter(text for decl in rules.declarations for text in texts(decl))
    data = f"{[(row.rule, row.facts) for rows in rules.rows.values() for row in rows]}"
    data += f"{[figure.value for figure in rules.figures.values()]}"

    def used(name: str, decl: d.Decl) -> bool:
        return said[name] > Counter(texts(decl))[name] or f"'{name}'" in data

    found = [name for name, decl in declared(rules) if not used(name, decl) and not used(plural_of(decl), decl)]
    for decl in rules.of(d.Names):
        idle = [member.name.text for member in decl.members if not used(member.name.text, decl)]
        found += idle if len(idle) < len(decl.members) else []
    return found


def plural_of(decl: d.Decl) -> str:
    """Return the word for several of a kind of thing; what is no such thing has none."""
    return decl.plural.text if isinstance(decl, d.Names | d.Piece | d.Shape) else ""


@pytest.mark.slow
def test_the_base_has_nothing_that_only_another_edition_uses() -> None:
    """All that is declared there is used there: by name, and, as the checks find, by a rule that can be reached."""
    rules = composed(BASE)
    assert unused(rules) == []
    findings = Findings()
    check(rules, 4, findings)
    assert [found.message for found in findings.found] == []


def test_a_name_that_only_another_edition_uses_is_found() -> None:
    rules = composed(BASE)
    changed = [decl for decl in rules.declarations if not (isinstance(decl, d.Scoring) and decl.name.text == "symbols")]
    rules.declarations = changed
    assert unused(rules) == ["symbol-points", "all-cards-score"]


def test_no_table_of_the_base_goes_further_than_the_base_can_come() -> None:
    """The entries of tables: as many symbols alike as there are, as many colonies as regions, rows as columns have."""
    rules = composed(BASE)
    alike = Counter(str(row.facts["symbol"]) for row in rules.rows["card"] for _ in range(row.count))
    regions = next(decl for decl in rules.of(d.Names) if decl.name.text == "region")
    ends = {decl.name.text: decl.keys[0].high for decl in rules.of(d.Figure) if decl.keys and not decl.keys[0].name}
    assert ends.pop("symbol-points") == 6
    assert sum(alike.values()) == 30
    assert ends.pop("colony-points") == len(regions.members) == 4
    assert ends.pop("ducats-for-progress") == 4
    assert set(ends.values()) == {5}


def size(name: str) -> tuple[int, int]:
    """Return how many syntax nodes and how many rows of data, as written, a ruleset's own files have."""
    source = read(name)
    layer = layers_of(source)[-1]
    own = [one for one in compose(source, Findings()).differences if one.layer == name]
    edits = [edit for one in own for edit in one.edits]
    changed = [edit for edit in edits if isinstance(edit, get_args(d.Decl))]
    rules = changed if own else compose(source, Findings()).declarations
    rows = {(row.rule.span.file, row.rule.span.line) for inventory in layer.inventories for row in inventory.rows}
    figures: tuple[FigureData, ...] = layer.figures
    return sum(1 for decl in rules for _ in parts(decl)), len(rows) + len(figures)


@pytest.mark.slow
@pytest.mark.parametrize("name", STACKED)
def test_an_edition_is_less_than_a_third_of_the_base(name: str) -> None:
    nodes, rows = size(name)
    all_nodes, all_rows = size(layers_of(read(name))[0].name)
    assert nodes + rows > 0
    assert nodes * THIRD < all_nodes, f"{nodes} of {all_nodes} nodes"
    assert rows * THIRD < all_rows, f"{rows} of {all_rows} rows"


def test_a_word_counts_as_a_node() -> None:
    assert len(list(parts((Word(composed(BASE).declarations[0].span, "a"),)))) == 1
