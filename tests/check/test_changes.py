"""A ruleset that changes figures of the one that it stands on."""

from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings, RulesError
from rulewright.source.loading import load

BASE = """ruleset: base
title: Base
players: {from: 1, to: 1, names: [Ann]}
sources: {book: {title: A book, passages: [One]}}
"""
RULES = """names fruit / fruits: apple, pear

figure first-coins: 0 to 20
figure price for each fruit at each 1 to 2: 0 to 9

piece house / houses:
    printed cost for each fruit: 0 to 9
    starts in plan

the game has:
    place plan: houses

each player has:
    amount coin / coins

game "Base":
    for each player in players:
        take first-coins coins
        take (price for apple at 1) coins
        take (sum of (house's cost for pear) for each house in plan) coins
"""
DATA = """kind: figures
figures:
  first-coins: {value: 7, source: 'book "One"'}
  price: {value: {apple: [1, 2], pear: [3, 4]}, source: 'book "One"'}
"""
PLAN = """kind: inventory
pieces: house
rows:
  - {name: hut, rule: house, facts: {cost: [1, 2]}, source: 'book "One"'}
  - {name: hall, rule: house, facts: {cost: {pear: 4}}, source: 'book "One"'}
"""
HOUSE = """ruleset: house
title: House
extends: base
sources: {home: {title: Our table, passages: [Evening]}}
"""


def checked(folder: Path, *changes: str) -> dict[str, list[int]]:
    """The figures of the base with these changes on top."""
    for name, manifest, rules in (("base", BASE, RULES), ("house", HOUSE, "\n".join(changes) + "\n")):
        (folder / name / "rules").mkdir(parents=True)
        (folder / name / "ruleset.yaml").write_text(manifest, "utf-8")
        (folder / name / "rules" / "all.rules").write_text(rules, "utf-8")
    (folder / "base" / "data").mkdir()
    (folder / "base" / "data" / "figures.yaml").write_text(DATA, "utf-8")
    (folder / "base" / "data" / "houses.yaml").write_text(PLAN, "utf-8")
    findings = Findings()
    rules = compose(load(str(folder / "house"), findings), findings)
    done = check(rules, 1, findings)
    printed = [figure for figures in done.printed.values() for figure in figures]
    return {figure.name: figure.values for figure in (*done.figures, *printed)}


def test_figures_change(tmp_path: Path) -> None:
    figures = checked(
        tmp_path,
        'change first-coins from 7 to 9 because home "Evening"',
        'change price for pear at 1 from 3 to 5 because home "Evening"',
        'change cost for hut at pear from 2 to 3 because home "Evening"',
        'change cost for hall at apple from 0 to 1 because home "Evening"',
    )
    assert figures == {"first-coins": [9], "price": [1, 2, 5, 4], "house.cost": [1, 3, 1, 4]}


CASES = [
    ('change first-coins from 5 to 9 because home "Evening"', "change-from-differs", 25),
    ('change first-coins from 7 to 7 because home "Evening"', "change-of-nothing", 30),
    ('change last-coins from 7 to 9 because home "Evening"', "unknown-name", 8),
    ('change first-coins from 7 to 99 because home "Evening"', "out-of-range", 30),
    ('change price for pear from 3 to 5 because home "Evening"', "wrong-number-of-things", 8),
    ('change price for plum at 1 from 3 to 5 because home "Evening"', "unknown-name", 18),
    ('change cost for hut from 2 to 3 because home "Evening"', "wrong-number-of-things", 8),
    ('change cost for hut at plum from 2 to 3 because home "Evening"', "unknown-name", 24),
    ('change cost for shed at pear from 2 to 3 because home "Evening"', "unknown-name", 17),
    ('change cost for hall at pear from 2 to 3 because home "Evening"', "change-from-differs", 35),
    ('change first-coins from 7 to 9 because home "Morning"', "unlisted-passage", 45),
]


@pytest.mark.parametrize(("change", "code", "column"), CASES)
def test_a_change_that_does_not_fit_is_named_at_its_word(tmp_path: Path, change: str, code: str, column: int) -> None:
    with pytest.raises(RulesError) as refused:
        checked(tmp_path, change)
    (found,) = refused.value.findings
    assert (found.code, found.span.line, found.span.column) == (code, 1, column)
