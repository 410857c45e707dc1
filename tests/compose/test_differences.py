"""Named differences: each alone, together, needing one another, in stacks, and what does not fit."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compile.fingerprint import of_rules
from rulewright.compose.compose import compose
from rulewright.diagnostics import Diagnostic, Findings, RulesError
from rulewright.source.loading import load

BASE = """ruleset: base
title: Base
players: {from: 1, to: 2, names: [Ann, Ben]}
sources: {book: {title: A book, passages: [One]}}
"""
OVER = """ruleset: NAME
title: NAME
extends: BELOW
sources: {NAME: {title: Our table, passages: [Evening]}}
"""
RULES = """names fruit / fruits: apple, pear

piece card / cards:
    printed worth: 0 to 9
    starts in deck

figure first-coins: 0 to 20

each player has:
    amount coin / coins

the game has:
    place deck: cards
    place shelf: cards

card ace "Ace":
    cites book "One"

card king "King":
    cites book "One"

step pay-out:
    cites book "One"
    take first-coins coins

game "Base":
    cites book "One"
    for each player in players:
        do pay-out
"""
FIGURES = """kind: figures
figures: {first-coins: {value: 7, source: 'book "One"'}}
"""
CARDS = """kind: inventory
pieces: card
rows:
  - {name: ace-1, rule: ace, facts: {worth: 1}, source: 'book "One"'}
  - {name: ace-2, rule: ace, facts: {worth: 1}, source: 'book "One"'}
  - {name: king, rule: king, facts: {worth: 3}, source: 'book "One"'}
"""
Files = dict[str, str]


def write(folder: Path, name: str, manifest: str, files: Files) -> None:
    for path, text in {"ruleset.yaml": manifest, **files}.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text, "utf-8")


def table(folder: Path, **overlays: str | Files) -> Path:
    """Write the base, and rulesets on top of it by name; a name like `x__on_y` stands on y."""
    base = {"rules/all.rules": RULES, "data/figures.yaml": FIGURES, "data/cards.yaml": CARDS}
    write(folder, "base", BASE, base)
    for key, content in overlays.items():
        name, _, below = key.partition("__on_")
        manifest = OVER.replace("NAME", name).replace("BELOW", below or "base")
        write(folder, name, manifest, {"rules/own.rules": content} if isinstance(content, str) else content)
    return folder


def stack(folder: Path, names: str) -> str:
    return "+".join(f"{folder}/{name}" for name in names.split("+"))


def fingerprint(folder: Path, names: str) -> str:
    findings = Findings()
    return of_rules(check(compose(load(stack(folder, names), findings), findings), 2, findings))


def figure(folder: Path, names: str, name: str) -> list[int]:
    findings = Findings()
    rules = check(compose(load(stack(folder, names), findings), findings), 2, findings)
    return next(figure.values for figure in rules.figures if figure.name == name)


def refused(folder: Path, names: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(RulesError) as problem:
        fingerprint(folder, names)
    return problem.value.findings


RICH = """difference rich "Everybody begins with nine coins.":
    cites NAME "Evening"
    change first-coins from 7 to 9
"""
DEAR = """difference dear "Aces are worth more.":
    cites NAME "Evening"
    change worth for ace from 1 to 2
"""


def test_each_difference_can_be_applied_alone(tmp_path: Path) -> None:
    folder = table(tmp_path, house=RICH.replace("NAME", "house") + "\n" + DEAR.replace("NAME", "house"))
    assert figure(folder, "house", "first-coins") == [9]
    assert figure(folder, "house:dear", "first-coins") == [7]
    assert figure(folder, "house:dear", "card.worth") == [2, 2, 3]
    assert figure(folder, "house:rich", "card.worth") == [1, 1, 3]
    assert fingerprint(folder, "house:dear,rich") == fingerprint(folder, "house")


def test_a_stack_is_the_same_in_any_order(tmp_path: Path) -> None:
    folder = table(
        tmp_path, one=RICH.replace("NAME", "one"), two=DEAR.replace("NAME", "two"),
        three='rule cheer after pay-out:\n    cites three "Evening"\n    tell "Coins!"\n',
    )  # fmt: skip
    orders = {fingerprint(folder, "+".join(order)) for order in permutations(["one", "two", "three"])}
    assert len(orders) == 1
    assert fingerprint(folder, "base+one") == fingerprint(folder, "one")


def test_what_a_difference_needs_comes_with_it_and_before_it(tmp_path: Path) -> None:
    more = 'difference a-bit-more "Ten coins.":\n    cites house "Evening"\n    needs rich\n'
    folder = table(tmp_path, house=more + "    change first-coins from 9 to 10\n\n" + RICH.replace("NAME", "house"))
    assert figure(folder, "house:a-bit-more", "first-coins") == [10]
    assert figure(folder, "house:rich", "first-coins") == [9]


def test_two_that_change_the_same_are_refused_alike_in_both_orders(tmp_path: Path) -> None:
    folder = table(tmp_path, one=RICH.replace("NAME", "one"), two=RICH.replace("NAME", "two").replace("rich", "poor"))
    (first,), (second,) = refused(folder, "one+two"), refused(folder, "two+one")
    assert first == second
    assert first.code == "two-changes"
    assert "one/rules/own.rules:3" in " ".join(first.remedy)


def test_one_may_come_later_than_another_or_than_a_ruleset(tmp_path: Path) -> None:
    poor = 'difference poor "No coins.":\n    cites two "Evening"\n    later than rich\n'
    poor += "    change first-coins from 9 to 0\n"
    folder = table(tmp_path, one=RICH.replace("NAME", "one"), two=poor)
    assert figure(folder, "one+two", "first-coins") == figure(folder, "two+one", "first-coins") == [0]


def test_a_ruleset_on_an_edition_may_change_what_the_edition_changed(tmp_path: Path) -> None:
    folder = table(
        tmp_path, edition=RICH.replace("NAME", "edition"),
        house__on_edition='change first-coins from 9 to 11 because house "Evening"\n',
    )  # fmt: skip
    assert figure(folder, "house", "first-coins") == [11]


def test_pieces_come_go_and_are_given_again(tmp_path: Path) -> None:
    rows = "kind: inventory\npieces: card\ndifference: DIFF\n{again}rows:\n  - {row, source: 'house \"Evening\"'}\n"
    joker = 'difference DIFF "X.":\n    cites house "Evening"\n'
    files = {
        "rules/own.rules": joker.replace("DIFF", "jokers")
        + '    card joker "Joker":\n        cites house "Evening"\n\n'
        + joker.replace("DIFF", "no-ace").replace("X", "No aces")
        + "    remove card ace\n\n"
        + joker.replace("DIFF", "high-king").replace("X", "High kings"),
        "data/new.yaml": rows.replace("DIFF", "jokers").replace("{again}", "").replace(
            "row,", "name: joker, rule: joker, facts: {worth: 9},"),
        "data/again.yaml": rows.replace("DIFF", "high-king").replace("{again}", "again: true\n").replace(
            "row,", "name: king, rule: king, facts: {worth: 8},"),
    }  # fmt: skip
    folder = table(tmp_path, house=files)
    assert figure(folder, "house:jokers", "card.worth") == [1, 1, 3, 9]
    assert figure(folder, "house:no-ace", "card.worth") == [3]
    assert figure(folder, "house:high-king", "card.worth") == [1, 1, 8]
    assert figure(folder, "house", "card.worth") == [8, 9]


def test_a_kind_of_piece_comes_only_with_its_difference(tmp_path: Path) -> None:
    lots = (
        'difference lots "Lots are drawn.":\n    cites house "Evening"\n'
        '    piece lot / lots:\n        starts in urn\n\n    lot lot "Lot":\n        cites house "Evening"\n\n'
        "    the game has:\n        place urn: stack of lots, hidden\n\n"
    )
    rows = "kind: inventory\npieces: lot\ndifference: lots\nrows:\n  - {rule: lot, source: 'house \"Evening\"'}\n"
    files = {"rules/own.rules": lots + RICH.replace("NAME", "house"), "data/lots.yaml": rows}
    folder = table(tmp_path, house=files)
    assert figure(folder, "house:rich", "first-coins") == [9]
    assert figure(folder, "house:lots", "first-coins") == [7]


def test_only_what_is_declared_again_of_an_owner_is_replaced(tmp_path: Path) -> None:
    changed = 'difference bag "The shelf is a bag.":\n    cites house "Evening"\n'
    folder = table(tmp_path, house=changed + "    replace the game has:\n        place shelf: cards, hidden\n")
    findings = Findings()
    rules = check(compose(load(str(folder / "house"), findings), findings), 2, findings)
    assert {place.name: place.seen for place in rules.places}["shelf"] != "open"
    assert "deck" in {place.name for place in rules.places}


HAS = "    replace the game has:\n        place {}: cards\n"
CITED = '    cites house "Evening"\n'
MISTAKES = [
    ('difference a "A.":\n    change first-coins from 7 to 8\n', "because-missing", 1, 12),
    ("change first-coins from 7 to 8\n", "because-missing", 1, 1),
    ('difference a "A.":\n' + CITED, "change-of-nothing", 1, 12),
    ('difference a "A.":\n' + CITED + "    needs b\n    change first-coins from 7 to 8\n", "difference-missing", 3, 11),
    ('difference a "A.":\n' + CITED + "    needs a\n    change first-coins from 7 to 8\n", "order-circle", 1, 12),
    ('difference a "A.":\n' + CITED + "    later than b\n    change first-coins from 7 to 8\n", "unknown-name", 3, 16),
    ('difference a "A.":\n' + CITED + "    replace step pay-in:\n        stop\n", "nothing-to-change", 3, 5),
    (
        'difference a "A.":\n' + CITED + "    replace step pay-out:\n        cites book \"One\"\n"
        "        take first-coins coins\n", "change-of-nothing", 3, 5,
    ),
    ('difference a "A.":\n' + CITED + HAS.format("shelf"), "change-of-nothing", 4, 15),
    ('difference a "A.":\n' + CITED + HAS.format("shell"), "nothing-to-change", 4, 15),
    ('difference a "A.":\n' + CITED + "    change worth for joker from 1 to 2\n", "unknown-name", 3, 22),
    ('difference a "A.":\n' + CITED + "    change worth from 1 to 2\n", "wrong-number-of-things", 3, 12),
    ('difference a "A.":\n' + CITED + "    change worth for ace from 2 to 3\n", "change-from-differs", 3, 31),
    ('difference a "A.":\n' + CITED + "    remove card queen\n", "nothing-to-change", 3, 5),
    (
        'difference a "A.":\n' + CITED + "    needs b\n    change first-coins from 7 to 8\n\n"
        'difference b "B.":\n' + CITED + "    needs a\n    change worth for ace from 1 to 2\n", "order-circle", 1, 12,
    ),
    (
        'difference a "A.":\n' + CITED + "    change first-coins from 7 to 8\n\n"
        'difference a "B.":\n' + CITED + "    change worth for ace from 1 to 2\n", "declared-twice", 5, 12,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "code", "line", "column"), MISTAKES)
def test_what_does_not_fit_is_named_once_at_its_word(
    tmp_path: Path, rules: str, code: str, line: int, column: int
) -> None:
    folder = table(tmp_path, house=rules)
    (found,) = [finding for finding in refused(folder, "house") if finding.severity == "error"]
    assert (found.code, found.span.line, found.span.column) == (code, line, column)


def test_rulesets_of_different_games_are_not_stacked(tmp_path: Path) -> None:
    folder = table(tmp_path, house=RICH.replace("NAME", "house"))
    write(folder, "chess", BASE.replace("ruleset: base", "ruleset: chess"), {"rules/all.rules": RULES})
    (found,) = refused(folder, "house+chess")
    assert found.code == "another-game"


def test_what_another_ruleset_has_is_found_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    needing = 'difference a "A.":\n' + CITED + "    needs rich\n    change worth for ace from 1 to 2\n"
    wrong = 'remove step pay-out because wrong "Evening"\nchange first-coins from 7 to 8 because wrong "Evening"\n'
    folder = table(
        tmp_path / "rulesets", house=RICH.replace("NAME", "house"), needing=needing.replace("house", "needing")
    )
    write(
        folder, "chess", BASE.replace("ruleset: base", "ruleset: chess"), {"rules/all.rules": 'game "C":\n    stop\n'}
    )
    write(folder, "wrong", OVER.replace("NAME", "wrong").replace("BELOW", "chess"), {"rules/own.rules": wrong})
    (missing,) = [finding for finding in refused(folder, "needing") if finding.severity == "error"]
    assert missing.remedy == ("Stack the ruleset that has it as well: rulewright check needing+house",)
    found = [finding for finding in refused(folder, "wrong") if finding.span.file.endswith("own.rules")]
    for one in found:
        assert 'base has it, but this stands on chess. Did you mean "extends: base" in' in " ".join(one.remedy), one
    assert len(found) == 2


def test_a_difference_that_is_not_there_is_named(tmp_path: Path) -> None:
    folder = table(tmp_path, house=RICH.replace("NAME", "house"))
    (found,) = refused(folder, "house:rch")
    assert found.code == "unknown-difference"
    assert any("rich" in line for line in found.remedy)


def test_what_a_ruleset_between_breaks_is_reported_there_and_tells_how_it_is_inherited(tmp_path: Path) -> None:
    renamed = 'difference a "A.":\n    cites middle "Evening"\n    remove step pay-out\n'
    folder = table(
        tmp_path, middle=renamed, top__on_middle='rule x after pay-out:\n    cites top "Evening"\n    tell "X"\n'
    )
    found = next(finding for finding in refused(folder, "top") if "removed" in finding.message)
    assert "/middle/rules/" in found.span.file
    told = " ".join(found.remedy)
    assert "base/rules/all.rules" in told
    assert "top stands on middle" in told


def test_a_mistake_in_an_inherited_rule_tells_how_it_is_inherited(tmp_path: Path) -> None:
    folder = table(tmp_path, middle=RICH.replace("NAME", "middle"), top__on_middle="names tree / trees: elm\n")
    rules = folder / "base/rules/all.rules"
    rules.write_text(f"{rules.read_text('utf-8')}\nstep lost\n", "utf-8")
    found = next(finding for finding in refused(folder, "top") if finding.span.file.endswith("base/rules/all.rules"))
    told = " ".join(found.remedy)
    assert "top stands on middle" in told
    assert "middle stands on base" in told


def test_a_ruleset_that_stands_on_nothing_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "base", BASE, {"rules/all.rules": RICH.replace("NAME", "book")})
    assert [found.code for found in refused(tmp_path, "base")][:1] == ["nothing-below"]
