"""Seats in a Python file, and the errors of calls that cannot be answered: one family, with code and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright.cli.main import cli

CHECKOUT = Path(__file__).parents[2]
SEATS = Path(__file__).parent / "seats" / "seats.py"
GRID, CARDS = str(CHECKOUT / "examples" / "tic-tac-toe"), str(CHECKOUT / "examples" / "kuhn-poker")


def codes(call: object) -> list[str]:
    assert callable(call)
    with pytest.raises(rw.RulesError) as caught:
        call()
    return [finding.code for finding in caught.value.findings]


@pytest.mark.slow
def test_a_seat_of_ones_own_decides() -> None:
    played = rw.simulate(GRID, games=5, seats=[f"{SEATS}:First"])
    assert [record.failure for record in played.games] == [""] * 5
    assert len({tuple(record.totals) for record in played.games}) == 1, "always the same game"


@pytest.mark.slow
def test_the_command_takes_it_as_well() -> None:
    done = CliRunner().invoke(cli, ["simulate", GRID, "--games", "3", "--jobs", "1", "--seat", f"{SEATS}:First"])
    assert done.exit_code == 0, done.output
    assert "2 " in done.output
    refused = CliRunner().invoke(cli, ["simulate", GRID, "--seat", "frist"])
    assert refused.exit_code == 2
    assert 'has no seat "frist"' in refused.output


@pytest.mark.slow
def test_what_a_seat_invents_is_refused() -> None:
    (record,) = rw.simulate(GRID, games=1, seats=[f"{SEATS}:Stranger"]).games
    assert not record.failure and len(record.faults) == 2
    assert "was replaced by chance: this seat chose" in record.faults[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("nowhere.py:First", 'there is no file "nowhere.py"'),
        (f"{SEATS}:Last", 'there is no class "Last" in this file'),
        (f"{SEATS}:Mute", '"Mute" has no method "choose"'),
    ],
)
def test_a_seat_that_cannot_be_had(given: str, said: str) -> None:
    with pytest.raises(rw.RulesError, match=said):
        rw.simulate(GRID, games=1, seats=[given])


def test_calls_that_cannot_be_answered() -> None:
    rules = rw.load(GRID)
    assert codes(lambda: rules.start(players=5)) == ["out-of-range"]
    assert codes(lambda: rules.start(language="klingon")) == ["unknown-value"]
    assert codes(lambda: rules.start().choose("left")) == ["unknown-name"]
    assert codes(lambda: rw.load("./nowhere")) == ["missing-folder"]
    assert codes(lambda: rw.simulate(rules, seats=["gredy"])) == ["seat-unusable"]
    assert codes(lambda: rw.compare(GRID, CARDS, players=7)) == ["out-of-range"]
    game = rules.start(seed=1).playout(seed=2)
    assert game.over and codes(lambda: game.question) == ["nothing-there"]


def test_a_game_is_saved_and_resumed(tmp_path: Path) -> None:
    game = rw.load(CARDS).start(seed=4)
    game.choose("bet")
    game.save(tmp_path / "evening.save")
    again = rw.load(CARDS).resume(tmp_path / "evening.save")
    assert again.decisions == ["bet"] and again.question == game.question
    assert again.view().facts == game.view().facts


def test_values_display_themselves() -> None:
    rules = rw.load(CARDS)
    game = rules.start(seed=4)
    shown = [rules, game, rw.simulate(rules, games=3), rw.compare(GRID, GRID, games=3), *rw.diff(GRID, CARDS)[:1]]
    for value in shown:
        html = value._repr_html_()
        assert "<table>" in html or "<pre>" in html
    assert "No errors." in rules._repr_html_()
    assert game.question.prompt in game._repr_html_()
