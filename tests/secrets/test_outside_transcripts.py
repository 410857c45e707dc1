"""What a seat outside is sent is equal byte by byte in positions that it cannot tell apart; leaks would be noticed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import looking
import pairs
import pytest
from looking import FOLDERS, POSITIONS, PROBES, positions, rulesets, shows
from tests.tiers import slow_unless

from rulewright.engine import Game
from rulewright.engine.seat_view import SeatView
from rulewright.players.external import messages, table
from rulewright.players.external.messages import encoded_line

SMALL = {"kuhn-poker", "sealed-bid"}
FEW = 60
"""Positions of a game that is looked at in every run; of the others it is a tenth of RULEWRIGHT_POSITIONS."""
PAIRS_EACH = 20


def is_quick(folder: Path) -> bool:
    return folder.name in SMALL


def transcript(game: Game, seat: int, *_: int) -> bytes:
    """Return what a seat outside is sent at a position: the question, if it is asked, and the lines of the log."""
    told = table.readable_lines(game.log, seat)
    if game.over:
        return encoded_line(table.result_of(game.program, game.state, told))
    if game.seat != seat:
        return messages.json_line({"log": list(told)})
    question, _ = table.question_for(game.program, game.state, game.codes, 1.0, game.log)
    return encoded_line(question)


def differing(monkeypatch: pytest.MonkeyPatch, folder: Path, most: int) -> tuple[int, list[str]]:
    """Return in how many positions the hidden truth really was replaced by another, and what showed of that."""
    states: list[list[int]] = []

    def sent(game: Game, seat: int, *_: int) -> bytes:
        states.append(game.state)
        question, _ = table.question_for(game.program, game.state, game.codes, 1.0)
        return encoded_line(question)

    monkeypatch.setattr(looking, "seen_by", sent)
    told = [said for number, game in positions(folder, most) for said in shows(game, game.seat, number)]
    return sum(one != other for one, other in zip(states[::2], states[1::2], strict=True)), told


@pytest.mark.parametrize("folder", slow_unless(is_quick, rulesets()), ids=lambda folder: folder.name)
def test_questions_are_equal_byte_by_byte(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = FEW if is_quick(folder) else POSITIONS // 10
    pairs_that_differ, told = differing(monkeypatch, folder, most)
    assert told == []
    assert pairs_that_differ > most // 3, "too few positions really differed"


@pytest.mark.parametrize("folder", slow_unless(is_quick, pairs.paired()), ids=lambda folder: folder.name)
def test_logs_are_equal_byte_by_byte(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "read_by", transcript)
    found = [told for _, told in pairs.compared(folder, PAIRS_EACH)]
    assert len(found) == PAIRS_EACH and not any(found)


# ---- that it would be noticed

Patch = pytest.MonkeyPatch


def whole_view(patch: Patch) -> None:
    patch.setattr(table, "SeatView", lambda program, state, _: SeatView(program, state, None))


def whole_log(patch: Patch) -> None:
    patch.setattr(table, "readable_lines", lambda log, _: [each.text for each in log])


def order_of_options(patch: Patch) -> None:
    original = table.question_at

    def turned(program: object, state: list[int], codes: list[int]) -> object:
        return original(program, state, sorted(codes, key=lambda code: hash((code, *state[2:]))))  # type: ignore[arg-type]

    patch.setattr(table, "question_at", turned)


@pytest.mark.parametrize("leak", [whole_view, order_of_options], ids=lambda leak: leak.__name__)
def test_a_leak_in_questions_is_noticed(leak: Callable[[Patch], None], monkeypatch: Patch) -> None:
    leak(monkeypatch)
    cards = next(folder for folder in FOLDERS if folder.name == "kuhn-poker")
    assert "what it sees" in differing(monkeypatch, cards, FEW)[1]


def test_a_leak_in_logs_is_noticed(monkeypatch: Patch) -> None:
    whole_log(monkeypatch)
    monkeypatch.setattr(pairs, "read_by", transcript)
    folder = next(folder for folder in (*FOLDERS, *PROBES) if folder.name == "sharing-out")
    assert any(told for _, told in pairs.compared(folder, PAIRS_EACH))
