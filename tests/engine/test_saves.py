"""Saved games: what was saved comes back, and whatever is not a whole save is refused with a reason."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.savefile.games import by_name, load, save
from rulewright.scenarios.lookup import game_at_scenario
from rulewright.workspace import compiled_program
from rulewright.workspace import load as load_ruleset


@cache
def program() -> Program:
    return compiled_program("goa", seats=2, traced=True)


def played(decisions: int) -> Game:
    game = Game.start(program(), 11)
    while len(game.decisions) < decisions and not game.over:
        game.choose(game.codes[pick(4, len(game.decisions), len(game.codes))])
    return game


def changed(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """Change a save by hand."""
    first, rest = path.read_text("utf-8").split("\n", 1)
    content = json.loads(rest)
    change(content)
    path.write_text(f"{first}\n{json.dumps(content)}", "utf-8")
    return path


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save(played(40), tmp_path / "a.save")
    return tmp_path / "a.save"


@pytest.mark.parametrize("decisions", [0, 1, 25, 90, 10_000])
def test_a_saved_game_is_the_same_game(decisions: int, tmp_path: Path) -> None:
    game = played(decisions)
    save(game, tmp_path / "b.save")
    again = load(tmp_path / "b.save", program())
    assert again.state == game.state and again.codes == game.codes and again.decisions == game.decisions
    assert [line.text for line in again.log] == [line.text for line in game.log]
    assert [path.name for path in tmp_path.iterdir()] == ["b.save"]


@pytest.mark.slow
def test_no_part_of_a_save_is_taken_for_the_whole(saved: Path) -> None:
    whole = saved.read_bytes()
    for length in range(0, len(whole) - 3, 97):
        saved.write_bytes(whole[:length])
        with pytest.raises(RulesError) as told:
            load(saved, program())
        assert told.value.findings[0].code == "save-broken"


BY_HAND: dict[str, Callable[[dict[str, Any]], object]] = {
    "another amount": lambda d: d["vector"]["player.ship"].update(yellow=77),
    "an amount that cannot be": lambda d: d["vector"]["player.ship"].update(yellow=-3),
    "no amount at all": lambda d: d["vector"]["player.ship"].update(yellow="many"),
    "another seed": lambda d: d.update(seed=-1),
    "no beginning": lambda d: d.update(origin={}),
    "another decision": lambda d: d["decisions"].insert(3, "zz"),
    "a decision less": lambda d: d["decisions"].pop(),
    "a decision that is a number": lambda d: d["decisions"].append(4),
    "an unknown fact": lambda d: d["vector"].update(nothing=1),
    "an unknown question": lambda d: d.update(at="step.nothing: question"),
    "no vector": lambda d: d.update(vector=5),
    "no place": lambda d: d.pop("at"),
    "a word that no save has": lambda d: d.update(vektor={}),
    "figures that are texts": lambda d: d.update(settings={"first-ducats": "9"}),
    "other rules and no pieces": lambda d: d.update(fingerprint="x", vector={}),
    "other rules and a broken promise": lambda d: (
        d.update(fingerprint="x"), d["vector"]["player.action-card"].update(yellow=9, red=9),
    ),
}  # fmt: skip


@pytest.mark.parametrize("how", BY_HAND)
def test_a_save_that_was_changed_is_refused(how: str, saved: Path) -> None:
    with pytest.raises(RulesError) as told:
        load(changed(saved, BY_HAND[how]), program())
    finding = told.value.findings[0]
    assert finding.code in ("save-broken", "save-changed", "save-of-other-rules") and finding.span.file == str(saved)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["The flag goes to the highest bidder", "Before the first draw"])
def test_a_game_from_a_scenario_is_saved_with_its_beginning(scenario: str, tmp_path: Path) -> None:
    four = compiled_program("goa", seats=4, traced=True)
    game = game_at_scenario(load_ruleset("goa").source, scenario, four)
    while not game.over:
        save(game, tmp_path / "c.save")
        again = load(tmp_path / "c.save", four)
        assert (again.state, again.codes, again.decisions) == (game.state, game.codes, game.decisions)
        game.choose(game.codes[-1])
    assert game.alone == again.alone != ""


def test_a_save_of_a_later_version_says_so(saved: Path) -> None:
    with pytest.raises(RulesError) as told:
        load(changed(saved, lambda content: content.update(format=3)), program())
    assert told.value.findings[0].code == "save-newer"


def test_saves_of_the_first_format_are_still_read(saved: Path) -> None:
    """They always had the beginning, and neither the ruleset nor its figures."""
    origin = by_name(program(), program().initial(11))

    def older(content: dict[str, Any]) -> None:
        content.update(format=1, origin=origin)
        content.pop("ruleset")

    assert load(changed(saved, older), program()).state == played(40).state


def test_under_other_rules_a_game_goes_on_from_where_it_stood(saved: Path) -> None:
    game = load(changed(saved, lambda content: content.update(fingerprint="x")), program())
    assert game.codes == played(40).codes and game.decisions == []


def test_an_older_save_survives_a_folder_that_is_full(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(*rest: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        save(played(3), saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]
