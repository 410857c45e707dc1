"""The settings of the search: defaults by weights, layers and differences, and no influence on the rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.compile.tables import ProgramTables
from rulewright.compile.tables.storage import as_plain
from rulewright.diagnostics import Findings
from rulewright.source.loading import load
from rulewright.workspace import Ruleset

SMALL = Path(__file__).parents[2] / "examples" / "tic-tac-toe"
USUAL = ("margin", -1, False, 1, 0.7, 4, 2.0, "informed", [20, 60, 200, 800, 3000])
HOUSE = 'ruleset: house\ntitle: "House"\nextends: game\nsources: {ours: {title: "Ours", passages: ["Rule"]}}\n'
RULES = """
difference short "The same.":
    cites ours "Rule"
    replace value free-spaces:
        spaces - (first of players)'s marks - (last of players)'s marks - player's marks
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a game without data about seats."""
    folder = tmp_path / "game"
    shutil.copytree(SMALL, folder)
    manifest = folder / "ruleset.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("ruleset: tic-tac-toe", "ruleset: game"), "utf-8")
    (folder / "data").mkdir(exist_ok=True)
    (folder / "data" / "search.yaml").unlink(missing_ok=True)
    return folder


def tables(folder: Path | str) -> ProgramTables:
    findings = Findings()
    source = load(str(folder), findings)
    assert not findings.errors
    return Ruleset.of(source).program(2).tables


def settings(folder: Path | str) -> object:
    """Return all settings but the weights."""
    return as_plain(tables(folder).search)[:-1]


def test_defaults_depend_on_whether_there_are_weights(game: Path) -> None:
    assert settings(game) == USUAL
    (game / "data" / "weights.yaml").write_text("kind: weights\nworth: {marks: 5}\n", "utf-8")
    assert settings(game) == ("margin", 20, False, 3, *USUAL[4:])


def test_what_is_given_replaces_the_default_and_changes_no_rule(game: Path) -> None:
    before = tables(game)
    text = "reward: place\nplayouts: 0\nfinish-phase: true\nchoose: 8\nexplore: 300\nprior: 0\nwiden: 5\n"
    (game / "data" / "search.yaml").write_text(
        f"kind: search\n{text}opponents: uninformed\nlevels: [1, 2, 3, 4, 5]\n", "utf-8"
    )
    after = tables(game)
    assert settings(game) == ("place", 0, True, 8, 3.0, 0, 0.05, "uninformed", [1, 2, 3, 4, 5])
    assert after.fingerprint == before.fingerprint
    assert after.texts_fingerprint != before.texts_fingerprint


@pytest.mark.slow
def test_its_weights_lie_on_those_of_the_ruleset_for_searching_seats_alone(game: Path) -> None:
    (game / "data" / "weights.yaml").write_text("kind: weights\nworth: {marks: 5}\n", "utf-8")
    assert as_plain(tables(game).search.weights) == as_plain(tables(game).weights)
    (game / "data" / "search.yaml").write_text("kind: search\nweights: {marks: 7}\n", "utf-8")
    for name, plays in {"patient": "level:2", "hasty": "greedy"}.items():
        (game / "data" / f"{name}.yaml").write_text(f"kind: seat\nname: {name}\nplays: {plays}\n", "utf-8")
    found = tables(game)
    worth = [one.worth["marks"][""].early for one in (found.weights, found.search.weights)]
    assert worth == [[5], [7]]
    assert as_plain(found.plans["patient"].weights) == as_plain(found.search.weights)
    assert as_plain(found.plans["hasty"].weights) == as_plain(found.weights)


@pytest.mark.slow
def test_upper_layers_take_precedence_where_their_difference_is_applied(game: Path) -> None:
    (game / "data" / "search.yaml").write_text("kind: search\nplayouts: end\nexplore: 50\n", "utf-8")
    house = game.parent / "house"
    for name, text in {
        "ruleset.yaml": HOUSE,
        "rules/house.rules": RULES,
        "data/search.yaml": "kind: search\nexplore: 90\n",
        "data/short.yaml": "kind: search\ndifference: short\nprior: 1\n",
    }.items():
        (house / name).parent.mkdir(parents=True, exist_ok=True)
        (house / name).write_text(text, "utf-8")
    assert settings(house) == ("margin", -1, False, 1, 0.9, 1, *USUAL[6:])
    assert settings(game) == ("margin", -1, False, 1, 0.5, *USUAL[5:])
