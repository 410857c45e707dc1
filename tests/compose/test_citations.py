"""Who cites what in the finished rules, and what is left unexplained."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compose.citations import Cited, Citer, citers
from rulewright.compose.compose import compose
from rulewright.compose.unexplained import report_unexplained
from rulewright.diagnostics import Findings
from rulewright.source import RulesetSource
from rulewright.source.loading import load
from rulewright.workspace.about import count_assumed

MANIFEST = """\
ruleset: base
title: Base
players: {from: 1, to: 2, names: [Ann, Ben]}
sources:
  book: {title: A book, passages: [One, Two, {passage: Three, no rule: a story}]}
"""

RULES = """\
piece card / cards:
    printed worth: 0 to 9
    starts in deck

figure first-coins: 0 to 20

the game has:
    place deck: cards

each player has:
    cites book "Two"
    amount coin / coins, 12 in all
    place hand: at most 5 cards

card ace "Ace":
    cites book "One"
    at the end:
        score 3 points

ruling few:
    cites book "Two"
    cites book "One"
    asks "How many?"
    decides "Few."

game "Base":
    cites book "One"
    rests on few
    for each player in players:
        take (first-coins + 4) coins
        take 4 coins
"""

FIGURES = "kind: figures\nfigures: {first-coins: {value: 7, source: 'book \"One\"', assumed: a guess}}\n"

CARDS = """\
kind: inventory
pieces: card
rows:
  - {name: "ace-{of}", each: {of: [clubs, hearts]}, rule: ace, facts: {worth: 1}, source: 'book "Two"'}
  - {name: ace-of-all, rule: ace, facts: {worth: 1}, assumed: a guess}
"""

BASE = {"ruleset.yaml": MANIFEST, "rules/a.rules": RULES, "data/f.yaml": FIGURES, "data/p.yaml": CARDS}


def loaded(folder: Path, name: str, files: dict[str, str]) -> RulesetSource:
    for file, text in files.items():
        path = folder / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    findings = Findings()
    source = load(str(folder / name), findings)
    assert findings.found == []
    return source


def cited(source: RulesetSource) -> list[Citer]:
    findings = Findings()
    found = citers(compose(source, findings))
    assert findings.found == []
    return found


def test_everything_that_can_cite(tmp_path: Path) -> None:
    found = {citer.name: citer for citer in cited(loaded(tmp_path, "base", BASE))}
    one, two = ("book", "One"), ("book", "Two")
    assert {name: (citer.kind, citer.cites, citer.numbers) for name, citer in found.items()} == {
        "figure.first-coins": ("figure", (one,), ()),
        "card.ace-clubs": ("piece", (two,), ()),
        "card.ace-of-all": ("piece", (), ()),
        "piece.card": ("thing", (), ()),
        "has.game": ("thing", (), ()),
        "has.player": ("thing", (two,), (5, 12)),
        "card.ace": ("rule", (one,), (3,)),
        "ruling.few": ("ruling", (two, one), ()),
        "game.game": ("rule", (one,), (4,)),
    }
    assert found["game.game"].rests == ("few",)
    assert found["figure.first-coins"].assumed == "a guess" == found["card.ace-of-all"].assumed
    assert found["card.ace-clubs"].more == ("card.ace-hearts",)
    assert found["card.ace-clubs"].follows == "card.ace"
    places = [citer.span for citer in found.values()]
    assert places == sorted(places)


OVER = {
    "ruleset.yaml": """\
ruleset: over
title: Over
extends: base
sources: {home: {title: Home, passages: [Late, Early]}}
""",
    "rules/o.rules": """\
difference poor "All are poor.":
    cites home "Early"
    change first-coins from 7 to 2
    remove ruling few because home "Late"
    replace game "Base":
        for each player in players:
            take 1 coin

    always rich:
        cites home "Late"
        2 is at least 1
""",
}


def test_changes_and_what_stands_under_a_difference(tmp_path: Path) -> None:
    loaded(tmp_path, "base", BASE)
    source = loaded(tmp_path, "over", OVER)
    found = {citer.name: citer for citer in cited(source) if "/over/" in citer.span.file}
    late, early = ("home", "Late"), ("home", "Early")
    assert {name: (citer.kind, citer.cites) for name, citer in found.items()} == {
        "difference.poor": ("change", (early,)),
        "change.first-coins": ("change", (early,)),
        "removal.ruling.few": ("change", (late,)),
        "game.game": ("rule", (early,)),
        "always.rich": ("rule", (late,)),
    }


@pytest.mark.parametrize(
    ("written", "cites"),
    [
        ('because home "Late" assumed "a blur"', (("home", "Late"),)),
        ('assumed "a blur"', ()),
    ],
)
def test_a_change_may_say_itself_where_it_is_printed_and_that_it_is_assumed(
    written: str, cites: tuple[Cited, ...], tmp_path: Path
) -> None:
    loaded(tmp_path, "base", BASE)
    rules = OVER["rules/o.rules"].replace("from 7 to 2", f"from 7 to 2 {written}")
    source = loaded(tmp_path, "over", {**OVER, "rules/o.rules": rules})
    found = {citer.name: citer for citer in cited(source)}
    assert (found["change.first-coins"].cites, found["change.first-coins"].assumed) == (cites, "a blur")
    assert found["difference.poor"].assumed is None
    assert count_assumed(source) == 3


TWO, ONE, ALL = (f'    cites book "{passage}"\n' for passage in ("Two", "One", "Three"))


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        ("ruleset.yaml", "", "", None),
        ("ruleset.yaml", "[One,", "[One, Four,", "passage-unused: nothing cites this passage"),
        (
            "rules/a.rules", f"{TWO}    amount", "    amount",
            "cites-nothing: has.player does not say where its limits are printed: 5, 12",
        ),
        (
            "rules/a.rules", f"{ONE}    rests", "    rests",
            "cites-nothing: game.game does not say where it is printed, and it has numbers: 4",
        ),
        (
            "rules/a.rules", f"{ONE}    at", f"{ALL}    at",
            "reason-not-needed: card.ace cites this passage, so no reason is needed",
        ),
    ],
)  # fmt: skip
def test_what_is_not_explained(file: str, old: str, new: str, found: str | None, tmp_path: Path) -> None:
    assert old in BASE[file]
    source = loaded(tmp_path, "base", {**BASE, file: BASE[file].replace(old, new) if old else BASE[file]})
    findings = Findings()
    report_unexplained(source, cited(source), findings)
    assert [f"{finding.code}: {finding.message}" for finding in findings.found] == ([found] if found else [])
    assert all(finding.severity == "warning" and finding.remedy for finding in findings.found)


def test_a_scenario_explains_a_passage_too(tmp_path: Path) -> None:
    source = loaded(tmp_path, "base", {**BASE, "ruleset.yaml": MANIFEST.replace("[One,", "[One, Four,")})
    findings = Findings()
    told = Citer("scenario", "Told", source.manifest.span, (("book", "Four"), ("book", "Three")))
    report_unexplained(source, [*cited(source), told], findings)
    assert [finding.message for finding in findings.found] == [
        'the scenario "Told" cites this passage, so no reason is needed'
    ]


def test_what_is_below_answers_for_itself(tmp_path: Path) -> None:
    loaded(tmp_path, "base", {**BASE, "ruleset.yaml": MANIFEST.replace("[One,", "[One, Four,")})
    over = {**OVER, "rules/o.rules": 'remove ruling few because home "Late"\n\nalways rich:\n    2 is at least 1\n'}
    source = loaded(tmp_path, "over", over)
    findings = Findings()
    report_unexplained(source, cited(source), findings)
    assert sorted(finding.code for finding in findings.found) == ["cites-nothing", "passage-unused"]
    assert all("/over/" in finding.span.file for finding in findings.found)
