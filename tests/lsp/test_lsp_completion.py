"""What fits at the cursor: each case is a file, its text up to the cursor, what must be offered, and what must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.lsp.completion import offers
from rulewright.lsp.positions import Position
from rulewright.lsp.project import Project
from rulewright.lsp.yaml_place import place_in

CASES = [
    ("rules/more.rules", "step more:\n    do ", {"ante", "betting"}, {"stakes"}),
    ("rules/more.rules", "step more:\n    cites ", {"common"}, {"The rules"}),
    ("rules/more.rules", 'step more:\n    cites common "', {"The rules"}, {"common"}),
    ("rules/more.rules", "", {"step", "figure", "menu"}, {"ante"}),
    ("ruleset.yaml", "ruleset: x\n", {"extends", "sources", "players"}, {"scenario"}),
    ("ruleset.yaml", "ruleset: x\nplayers: {", {"from", "to", "names"}, {"title"}),
    ("ruleset.yaml", "ruleset: x\nextends: ", {"kuhn-house", "kuhn-poker"}, set()),
    ("data/more.yaml", "kind: ", {"inventory", "figures", "weights", "seat", "search"}, {"pieces"}),
    ("data/more.yaml", "kind: seat\n", {"plays", "prefers", "does not know"}, {"worth"}),
    ("data/more.yaml", "kind: seat\nprefers: [", {"bet", "fold", "king"}, {"deck"}),
    ("data/more.yaml", "kind: seat\ndoes not know: [", {"hand"}, {"bet"}),
    ("data/more.yaml", "kind: seat\nplays: ", {"greedy", "search", "bold"}, {"bet", "king"}),
    ("data/more.yaml", "kind: seat\nweights: {", {"chip", "hand"}, {"deck"}),
    ("data/more.yaml", "kind: search\nweights: {", {"chip", "hand"}, {"deck"}),
    ("data/more.yaml", "kind: search\nplayouts: ", {"end"}, {"margin"}),
    ("data/more.yaml", "kind: search\nreward: ", {"margin", "place"}, {"hand"}),
    ("data/more.yaml", "kind: targets\ntargets:\n  - ", {"rounds", "seat spread", "KIND above KIND"}, {"bet", "bold"}),
    ("data/more.yaml", "kind: inventory\npieces: ", {"card"}, {"king"}),
    ("data/more.yaml", "kind: inventory\npieces: card\nrows:\n  - {", {"rule", "source"}, {"kind"}),
    ("data/more.yaml", "kind: inventory\npieces: card\nrows:\n  - rule: ", {"king", "queen"}, {"card"}),
    ("data/more.yaml", "kind: inventory\npieces: card\nrows:\n  - rule: king\n    facts: {", {"rank"}, {"rule"}),
    ("data/more.yaml", "kind: inventory\nrows:\n  - rule: king\n    source: ", {'common "The rules"'}, set()),
    ("labels/de.yaml", "language: de\nlabels:\n  ", {"player.chip", "step.ante", "card.king"}, {"chips"}),
    ("labels/de.yaml", "language: de\nlabels:\n  player.chip: {", {"one", "other"}, {"language"}),
    ("scenarios/more.yaml", "", {"scenario", "play", "given"}, {"king"}),
    ("scenarios/more.yaml", "scenarios:\n  - scenario: A\n    ", {"given", "play", "expect"}, {"scenarios"}),
    ("scenarios/more.yaml", "scenario: A\nrules: [step.ante, ", {"step.betting", "game.game"}, {"ante"}),
    ("scenarios/more.yaml", "scenario: A\nplayers: [", {"Dealer", "Other"}, {"king"}),
    ("scenarios/more.yaml", "scenario: A\ngiven: {step: ", {"ante", "betting"}, {"king"}),
    ("scenarios/more.yaml", "scenario: A\ngiven:\n  ", {"step", "Dealer", "deck"}, {"chips"}),
    ("scenarios/more.yaml", "scenario: A\ngiven:\n  Dealer:\n    ", {"chips", "hand", "folded"}, {"deck"}),
    ("scenarios/more.yaml", "scenario: A\ngiven: {deck: [", {"king", "rest"}, {"chips"}),
    ("scenarios/more.yaml", "scenario: A\ndraws: {", {"deck"}, {"hand"}),
    ("scenarios/more.yaml", "scenario: A\ndraws: {deck: [", {"king"}, {"deck"}),
    ("scenarios/more.yaml", "scenario: A\nplay:\n  - ", {"Dealer", "expect"}, {"bet"}),
    ("scenarios/more.yaml", "scenario: A\nplay:\n  - Dealer: ", {"bet", "pass", "fold"}, {"king"}),
    ("scenarios/more.yaml", "scenario: A\nplay:\n  - Dealer: {", {"offered", "chooses"}, {"bet"}),
    ("scenarios/more.yaml", "scenario: A\nplay:\n  - Dealer: {offered: [", {"bet", "call"}, {"offered"}),
    ("scenarios/more.yaml", "scenario: A\nexpect: {over: ", {"yes", "no"}, {"bet"}),
    ("scenarios/more.yaml", "scenario: A\nexpect: {asked: ", {"Dealer"}, {"yes"}),
    ("scenarios/more.yaml", "scenario: A\nsame under: [", {"kuhn-house"}, {"kuhn-poker"}),
]


@pytest.fixture
def project(root: Path, house: Path) -> Project:
    made = Project(root)
    made.put(root / "rulesets" / "kuhn-poker" / "data" / "bold.yaml", "kind: seat\nname: bold\nprefers: [bet]\n")
    return made


def offered(project: Project, file: str, text: str) -> tuple[str, set[str]]:
    path = project.root / "rulesets" / "kuhn-poker" / file
    project.put(path, text)
    typed, found = offers(project, path, Position(text.count("\n"), len(text.rpartition("\n")[2])))
    project.put(path, None)
    return typed, {offer.text for offer in found}


@pytest.mark.slow
def test_what_fits_is_offered_and_nothing_else(project: Project) -> None:
    for file, text, fits, others in CASES:
        typed, found = offered(project, file, text)
        assert typed == "" and fits <= found and not others & found, (file, text, fits - found, others & found)


def test_a_beginning_is_replaced_as_a_whole(project: Project) -> None:
    for file, text, typed in [
        ("labels/de.yaml", "language: de\nlabels:\n  player.ch", "player.ch"),
        ("rules/more.rules", 'step more:\n    cites common "The r', "The r"),
        ("rules/more.rules", "step more:\n    do an", "an"),
        ("scenarios/more.yaml", "scenario: A\ngiven: {turn o", "turn o"),
    ]:
        assert offered(project, file, text)[0] == typed
        assert any(one.startswith(typed) for one in offered(project, file, text)[1])


def test_names_are_offered_while_rules_have_mistakes(project: Project) -> None:
    project.known(project.root / "rulesets" / "kuhn-poker")
    project.put(project.root / "rulesets" / "kuhn-poker" / "rules" / "bad.rules", "nonsense\n")
    assert "ante" in offered(project, "rules/more.rules", "step more:\n    do ")[1]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", ((), True, "")),
        ("a: b\nc", ((), True, "c")),
        ("a:\n  b: {c: [1, x", (("a", "b", "c", "[]"), False, "x")),
        ("a:\n  b: {c: [1,\n  2], d", (("a", "b"), True, "d")),
        ("a:\n- b: 1\n  c", (("a", "[]"), True, "c")),
        ("a:\n  - - x", (("a", "[]", "[]"), True, "x")),
        ('a: {"b c": ', (("a", "b c"), False, "")),
        ("a: 'it''s {' # {\nb: ", (("b",), False, "")),
        ("a:\n    b:\n        c: 1\n  ", (("a",), True, "")),
        ("}}]: {", ((), True, "")),
    ],
)
def test_a_place_in_a_yaml_file_is_found_by_its_keys(text: str, place: tuple[tuple[str, ...], bool, str]) -> None:
    found = place_in(text.split("\n"))
    assert tuple(found) == place
