"""Every choice has one action, whatever the codes of choices are, and no two of a question share one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[pettingzoo]"')

from collisions import tally
from rulesets import FOLDERS, GAMES, adapted, example, is_small
from tests.tiers import slow_unless

from rulewright.adapters.actions import MOST_SINGLE_NUMBERS, Actions
from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.diagnostics import RulesError
from rulewright.engine.bare_games import BareGames


@pytest.mark.parametrize("folder", slow_unless(is_small, FOLDERS), ids=lambda folder: folder.name)
def test_each_choice_has_an_action_of_its_own(folder: Path) -> None:
    of = adapted(str(folder))
    assert len(set(of.actions.names)) == len(of.actions.names) < 30_000
    found = tally(of, GAMES)
    assert found.decisions and found.mistakes == []


def test_a_collision_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    of = Adapted(example("tic-tac-toe"))
    monkeypatch.setattr(Actions, "_action_named", lambda self, name: 0)
    monkeypatch.setattr(Actions, "_with_longer_names", lambda self, codes: {0: codes[0]})
    assert tally(of, 1).mistakes


def test_actions_do_not_depend_on_the_codes_of_choices() -> None:
    program = adapted(example("leduc-poker")).games.program
    turned = replace(program, tables=replace(program.tables, choices=program.tables.choices[::-1]))
    assert Actions(BareGames(turned)).names == Actions(BareGames(program)).names
    assert len(Actions(BareGames(program)).names) == 4


def test_numbers_are_in_their_order() -> None:
    names = adapted(example("sealed-bid-auction")).actions.names
    assert [name for name in names if "more" not in name] == [f"bid {number}" for number in range(MOST_SINGLE_NUMBERS)]


def test_a_choice_without_a_number_is_refused() -> None:
    of = Adapted(example("tic-tac-toe"))
    of.actions.of_name.clear()
    with pytest.raises(RulesError, match="has no number") as refused:
        _ = of.first_position(1).offered
    assert refused.value.findings[0].remedy


MANIFEST = """ruleset: bidding
title: Bidding
players: {from: 2, to: 2, names: [Ann, Ben]}
sources:
  common: {title: Common knowledge, passages: [Bidding]}
"""
AUCTION = """each player has:
    bid: 0 to 400

game "Bidding":
    cites common "Bidding"
    do bidding

step bidding:
    for each player in players:
        ask player "Your bid?":
            option bid "Bid {amount}" with amount from 0 to 350:
                set player's bid to amount

scoring bids "Bids":
    cites common "Bidding"
    score player's bid points
"""


@pytest.fixture
def auction(tmp_path: Path) -> Adapted:
    """A game with numbers that take several actions."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules" / "game.rules").write_text(AUCTION, "utf-8")
    return Adapted(str(tmp_path), returns="points")


def reached(here: AdaptedPosition) -> list[AdaptedPosition]:
    """Return every position after the decision of a seat, through all actions that it takes."""
    found = []
    for action in (offered := here.offered):
        after = here.after(action, offered)
        found += reached(after) if after.added > here.added else [after]
    return found


def test_large_numbers_take_several_actions_and_none_is_lost(auction: Adapted) -> None:
    assert auction.actions.names == [
        *(f"bid {number}" for number in range(MOST_SINGLE_NUMBERS)),
        f"bid {MOST_SINGLE_NUMBERS} more",
    ]
    bids = [int(auction.returns(here.state)[0]) for here in reached(auction.first_position(1))]
    assert sorted(bids) == list(range(351))


def test_what_is_not_offered_is_refused() -> None:
    here = adapted(example("kuhn-poker")).first_position(1)
    for action in (-1, 99, next(n for n in range(4) if n not in here.offered)):
        with pytest.raises(RulesError, match="is not offered") as refused:
            here.after(action, here.offered)
        assert "bet" in refused.value.findings[0].remedy[0]
