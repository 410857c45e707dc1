"""The symbol index knows what each name means at its place: renaming all of its places leaves the rules as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.check.symbols import Symbol, Symbols
from rulewright.diagnostics import Span
from rulewright.workspace import Workspace

CHECKOUT = Path(__file__).parents[2]
RULESETS = ("examples/hearts", "examples/pearl-divers", "rulesets/borneo", "rulesets/goa")
OF_ONE_FORM = {
    "phase", "step", "menu", "option", "cost", "value", "rule", "tie-break", "ruling", "fact", "place", "figure",
    "name",
}  # fmt: skip
"""Kinds of symbols whose names have no plural, and stand in no pattern of a data file."""


def symbols_in(folder: Path) -> Symbols:
    """The index of a ruleset in the current folder."""
    return Workspace().ruleset(f"./{folder}").symbols


def at(symbols: Symbols, path: str, line: int, column: int) -> Symbol:
    found = symbols.at(path, line, column)
    assert found is not None
    return found


RULES = """\
# What somebody carries.
# It is never counted twice.
names load / loads: light, heavy

figure price for each load: 0 to 9

each player has:
    amount coin / coins
    carried: set of loads
    # Where cards lie.
    place hand: cards

piece card / cards:
    printed worth: 1 to 6
    starts in deck

the game has:
    stack deck: cards

game "Carrying":
    for each player in players:
        do carry with heavy

# Somebody takes a load up.
step carry (what):
    if what is in player's carried:
        take (price for what) coins
    let best be first of player's hand
    if player is rich:
        pay 1 coin

value rich of player:
    player's coins is above 3
"""
MANIFEST = "ruleset: carrying\ntitle: Carrying\nplayers: {from: 2, to: 2, names: [Ann, Bob]}\nsources: {}\n"
DATA = "kind: figures\nfigures:\n  price: {value: {light: 1, heavy: 2}, assumed: 'our own'}\n"
CARDS = "kind: inventory\npieces: card\nrows:\n  - {rule: low, facts: {worth: 2}, assumed: 'our own'}\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"ruleset.yaml": MANIFEST, "rules/all.rules": RULES, "data/prices.yaml": DATA, "data/cards.yaml": CARDS}
    for name, text in files.items():
        path = tmp_path / "carrying" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Path("carrying")


def test_definitions_have_kind_type_comment_and_uses(small: Path) -> None:
    symbols = symbols_in(small)
    rules, data = "carrying/rules/all.rules", "carrying/data/prices.yaml"
    heavy = at(symbols, rules, 22, 24)
    assert (heavy.kind, heavy.full_name, heavy.span[:3]) == ("thing", "load.heavy", (rules, 3, 28))
    assert [use[:3] for use in heavy.uses] == [(data, 3, 29), (rules, 22, 23)]
    load = at(symbols, rules, 5, 23)
    assert load.doc == "What somebody carries.\nIt is never counted twice." and load.kind == "names"
    what = at(symbols, rules, 27, 27)
    assert (what.kind, what.type, what.span[1:3]) == ("name", "a load", (25, 13))
    step = at(symbols, rules, 22, 12)
    assert (step.full_name, step.doc) == ("step.carry", "Somebody takes a load up.")
    assert symbols.symbol_named("player.carried") is at(symbols, rules, 26, 30)
    assert at(symbols, rules, 26, 30).type == "a set of loads"
    assert at(symbols, rules, 28, 36).doc == "Where cards lie."
    assert at(symbols, rules, 28, 36).type == "a place for cards"
    assert at(symbols, rules, 29, 19).full_name == "value.player.rich"
    assert at(symbols, data, 3, 4).type == "a number from 0 to 9, for each load"
    assert symbols.at(rules, 24, 1) is None


def test_other_files_add_their_uses(small: Path) -> None:
    span = Span("carrying/scenarios/one.yaml", 3, 5, 3, 17)
    symbols = symbols_in(small).with_uses([(span, "player.carried")])
    assert at(symbols, span.file, 3, 9).full_name == "player.carried"


def test_mistakes_leave_the_rest_of_the_index(small: Path) -> None:
    path = small / "rules" / "all.rules"
    path.write_text(RULES.replace("do carry with heavy", "do cary with heavy"), "utf-8")
    symbols = symbols_in(small)
    assert at(symbols, "carrying/rules/all.rules", 26, 30).full_name == "player.carried"
    assert at(symbols, "carrying/rules/all.rules", 27, 27).full_name == "step.carry.what"
    assert symbols.at("carrying/rules/all.rules", 22, 13) is None
    assert at(symbols, "carrying/rules/all.rules", 22, 24).full_name == "load.heavy"


def test_a_ruleset_has_its_symbols() -> None:
    symbols = Workspace().ruleset(str(CHECKOUT / "examples" / "tic-tac-toe")).symbols
    assert {symbol.kind for symbol in symbols.all} >= {"game", "grid", "scoring", "name"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(4, RULESETS))
def test_renaming_every_place_of_a_symbol_leaves_no_mistake(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copy = Path(name).name
    shutil.copytree(CHECKOUT / name, copy, ignore=shutil.ignore_patterns("scenarios", "replays"))
    symbols = symbols_in(Path(copy))
    kinds = {"player", *(one.name for kind in ("names", "grid", "piece", "shape") for one in symbols.of_kind(kind))}
    places = {
        span: f"{symbol.name}-x"
        for symbol in symbols.all
        if symbol.kind in OF_ONE_FORM and symbol.name not in kinds
        for span in (symbol.span, *symbol.uses)
    }
    assert len(places) > 15
    for span, new in sorted(places.items(), reverse=True):
        path = Path(span.file)
        lines = path.read_text("utf-8").split("\n")
        line, old = lines[span.line - 1], written(span)
        changed = old.replace(new.removesuffix("-x"), new)
        lines[span.line - 1] = line[: span.column - 1] + changed + line[span.end_column - 1 :]
        path.write_text("\n".join(lines), "utf-8")
    assert Workspace().ruleset(f"./{copy}").findings == ()


def written(span: Span) -> str:
    """What stands at a place."""
    return Path(span.file).read_text("utf-8").split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]
