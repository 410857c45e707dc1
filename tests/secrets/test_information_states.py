"""The information state of a seat is the same text in every world that it cannot tell apart; leaks would be noticed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[openspiel]"')

import pairs
from looking import FOLDERS
from tests.tiers import slow_unless

from rulewright.adapters import history
from rulewright.adapters.history import Course, History
from rulewright.adapters.position import AdaptedPosition
from rulewright.engine import Game

PAIRS = max(pairs.PAIRS // 5, 1)
SMALL = {"kuhn-poker", "goofspiel"}
SECRET = [folder for folder in pairs.paired() if folder in FOLDERS]


@cache
def course(folder: Path, seats: int) -> Course:
    return Course(str(folder), seats, "ranks")


def differing(monkeypatch: pytest.MonkeyPatch, folder: Path, most: int) -> list[str]:
    """Return in what information states differ, for each pair of worlds in which the onlooker knows the same."""

    def known(world: Game, onlooker: int) -> str:
        of = course(folder, world.program.seats)
        lines = [
            ", ".join(json.dumps(line.text) for line in world.log if line.private is None or seat in line.private)
            for seat in range(world.program.seats)
        ]
        return History(of, None, -1, AdaptedPosition(of.adapted, world.state, world.codes), _told=lines).known_to(
            onlooker
        )

    monkeypatch.setattr(pairs, "read_by", known)
    monkeypatch.setattr(pairs, "asked", lambda *_: "")
    return [told for _, told in pairs.compared(folder, most)]


@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, SECRET), ids=lambda folder: folder.name)
def test_equal_knowledge_is_an_equal_text(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = differing(monkeypatch, folder, PAIRS)
    assert len(found) == PAIRS and not any(found)


# ---- that it would be noticed

Patch = pytest.MonkeyPatch


def views(patch: Patch) -> None:
    seen = history._seen_at
    patch.setattr(history, "_seen_at", lambda at, seat: seen(at, 1 - seat))


def logs(patch: Patch) -> None:
    lines = History._lines_by_seat
    patch.setattr(History, "_lines_by_seat", lambda self: [", ".join(lines(self))] * self.course.adapted.seats)


@pytest.mark.parametrize(("leak", "name"), [(views, "kuhn-poker"), (logs, "goofspiel")])
def test_a_leak_would_be_noticed(leak: Callable[[Patch], None], name: str, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    assert any(differing(monkeypatch, next(folder for folder in FOLDERS if folder.name == name), PAIRS))
