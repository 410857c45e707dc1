"""At hundreds of positions of every game nothing shows that a seat does not know; and it would be noticed.

RULEWRIGHT_POSITIONS asks for thousands.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from looking import FOLDERS, OPEN, POSITIONS, PROBES, has_secrets, positions, program, rulesets, shows, watching
from tests.tiers import slow_unless

from rulewright.compile import ProgramTables
from rulewright.diagnostics import Findings
from rulewright.engine import Game, explanations, log
from rulewright.engine.game import Question
from rulewright.engine.position import CellReader
from rulewright.source.loading import load

pytestmark = pytest.mark.slow

WITH_SECRETS = rulesets()
GOA = next(folder for folder in FOLDERS if folder.name == "goa")
SHARING = next(folder for folder in PROBES if folder.name == "sharing-out")


def test_games_without_secrets() -> None:
    assert {folder.name for folder in (*FOLDERS, *PROBES) if not has_secrets(folder)} == OPEN


def look_at(folder: Path, most: int) -> None:
    for number, position in positions(folder, most):
        seat = watching(position, number)
        assert shows(position, seat, number) == [], f"game {position.seed}, decision {len(position.decisions)}"


@pytest.mark.parametrize("folder", WITH_SECRETS, ids=lambda folder: folder.name)
def test_nothing_shows(folder: Path) -> None:
    """Rules that stand on others are looked at less often: what they share with those is looked at there."""
    whole = load(str(folder), Findings()).base is None
    look_at(folder, POSITIONS if whole else POSITIONS // 4)


@pytest.mark.parametrize("name", ["kuhn-poker", "sealed-bid"])
def test_nothing_shows_at_the_first_positions(name: str) -> None:
    look_at(next(folder for folder in WITH_SECRETS if folder.name == name), 100)


# ---- that it would be noticed


def noticed(folder: Path) -> set[str]:
    """Return what shows at the first positions."""
    return {what for n, position in positions(folder, 200) for what in shows(position, watching(position, n), n)}


def of_deck(state: list[int], played: Any) -> int:
    """Return a number that hangs on what lies in hidden stacks."""
    places = [place for place in played.tables.places if place.order and place.seen == "nobody"]
    return sum(state[place.slot + 1] for place in places)


def hands_to_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("rulewright.engine.position.is_visible", lambda *_: True)
    patch.setattr("rulewright.engine.position._reader", CellReader)


def choices_to_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ProgramTables, "is_hidden", lambda *_: False)


def moves_to_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(log, "seats_in", lambda *_: None)


def options_in_hidden_order(patch: pytest.MonkeyPatch) -> None:
    original = Game.question.fget
    assert original is not None

    def question(self: Game) -> Question | None:
        asked: Question | None = original(self)
        turn = of_deck(self.state, self.program) % len(self.codes) if self.codes else 0
        return asked and replace(asked, choices=asked.choices[turn:] + asked.choices[:turn])

    patch.setattr(Game, "question", property(question))


def reasons_with_secrets(patch: pytest.MonkeyPatch) -> None:
    original = explanations.why_not
    patch.setattr(explanations, "why_not", lambda p, s, *more: [*original(p, s, *more), ("", [str(of_deck(s, p))])])


def reasons_for_one_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(explanations, "why", lambda p, s, *_: (str(of_deck(s, p)),))


BROKEN = {
    hands_to_all: "what it sees",
    choices_to_all: "what it reads",
    moves_to_all: "what it reads",
    options_in_hidden_order: "what it sees",
    reasons_with_secrets: "what it sees",
    reasons_for_one_name: "what it sees",
}
"""Ways to give secrets away, and where they show."""

LEAKS = slow_unless(lambda leak: leak is choices_to_all, BROKEN)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_noticed(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert program(GOA, 2).traced
    leak(monkeypatch)
    assert BROKEN[leak] in noticed(GOA) | noticed(SHARING)
