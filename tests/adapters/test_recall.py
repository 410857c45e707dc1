"""Information states have perfect recall: one text determines what its seat knew and did at all its earlier decisions.

A game goes on in variants: two own decisions the other way round, another choice, another outcome of chance. Often the
position then looks the same to a seat that has come there another way. RULEWRIGHT_GAMES is the number of games of each
ruleset; each has at most `VARIANTS` variants.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[openspiel]"')

from rulesets import FOLDERS, GAMES, OPEN, example, is_small
from tests.tiers import slow_unless

from rulewright.adapters.history import Course, History
from rulewright.chance import pick

SECRET = [folder for folder in FOLDERS if folder.name not in OPEN]
VARIANTS, WINDOW, LONGEST = 12, 3, 60
"""How many variants a game has, at how many own decisions of a seat each is looked at, and how long it goes on."""


@dataclass
class Recall:
    """What texts have determined so far: for each the one of the decision before, and what was chosen there."""

    pasts: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    looks: dict[tuple[int, str], set[str]] = field(default_factory=dict)
    lost: int = 0

    def add(self, at: History) -> None:
        """Note what the seat that decides knows, and what it knew before."""
        seat = at.position.seat
        known, past = at.known_to(seat), own_past(at, seat)
        self.lost += self.pasts.setdefault((seat, known), past) != past
        self.looks.setdefault((seat, at.seen_by(seat)), set()).add(repr(past))

    @property
    def alike(self) -> int:
        """How many positions look the same to a seat that has come there in different ways."""
        return sum(len(pasts) > 1 for pasts in self.looks.values())


def own_past(at: History, seat: int) -> tuple[str, int]:
    """Return what a seat read and saw at its last own decision, worked out from the whole way, and what it chose."""
    way = at._way_here()
    for here, after in reversed([*zip(way, way[1:], strict=False)]):
        if here.draw is None and here.position.seat == seat:
            own = [h.seen_by(seat) + str(a.action) for h, a in zip(way, way[1:], strict=False) if decides(h, seat)]
            return repr(own), after.action
    return "", -1


def decides(at: History, seat: int) -> bool:
    return at.draw is None and at.position.seat == seat


def actions(at: History) -> list[int]:
    if at.draw is not None:
        return [*range(at.draw.actions)]
    return sorted(at.offered)


def line(course: Course, number: int) -> list[History]:
    """Return the histories of a random game, as far as they are looked at."""
    found = [course.beginning]
    while (offered := actions(found[-1])) and len(found) < LONGEST:
        found.append(course.history_after(found[-1], offered[pick(number, len(found), len(offered))]))
    return found


def variants(game: list[History], number: int) -> Iterator[tuple[int, list[int]]]:
    """Yield where a variant leaves a game, and its actions from there."""
    taken = [at.action for at in game[1:]]
    for made in range(VARIANTS):
        here = pick(number, 1000 + made, len(taken))
        later = [n for n in range(here + 1, len(taken)) if decides(game[n], game[here].position.seat)]
        if made % 3 and later and game[here].draw is None:  # two own decisions the other way round
            there = later[0]
            yield here, [taken[there], *taken[here + 1 : there], taken[here], *taken[there + 1 :]]
        else:
            offered = actions(game[here])
            yield here, [offered[pick(number, 2000 + made, len(offered))], *taken[here + 1 :]]


def gone(at: History, way: list[int]) -> Iterator[History]:
    """Yield the histories of a variant, as long as its actions are offered."""
    for action in way:
        if action not in actions(at):
            return
        at = at.course.history_after(at, action)
        yield at


def recalled(folder: Path, games: int) -> Recall:
    """Look at games and their variants."""
    recall, course = Recall(), Course(str(folder), None, "ranks")
    for number in range(games):
        game = line(course, number)
        for here, way in variants(game, number):
            seat = next((at.position.seat for at in game[here:] if at.draw is None), -1)
            for histories in (game[here + 1 :], gone(game[here], way)):
                for at in [at for at in histories if seat >= 0 and decides(at, seat)][:WINDOW]:
                    recall.add(at)
    return recall


@pytest.mark.parametrize("folder", slow_unless(is_small, SECRET), ids=lambda folder: folder.name)
def test_a_text_determines_all_earlier_ones(folder: Path) -> None:
    recall = recalled(folder, GAMES)
    assert recall.pasts and not recall.lost


@pytest.mark.slow
def test_lost_recall_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(example("liars-dice"))
    kept = recalled(folder, 15)
    assert kept.alike and not kept.lost
    monkeypatch.setattr(History, "known_to", History.seen_by)
    assert recalled(folder, 15).lost


MANIFEST = """ruleset: waiting
title: Waiting
players: {from: 2, to: 2, names: [Ann, Ben]}
sources:
  common: {title: Common knowledge, passages: [Waiting]}
"""
RULES = """each player has:
    ready: yes or no

game "Waiting":
    cites common "Waiting"
    for each player in players:
        ask player "What now?":
            option short "Wait"
            option long "Wait"
    for each player in players:
        ask player "Ready?":
            option ready "Yes":
                mark player ready
            option unready "No"

scoring ready "Ready":
    cites common "Waiting"
    score 1 points if player is ready
"""


def test_a_choice_that_nothing_mentions_is_remembered(tmp_path: Path) -> None:
    """Both choices read alike in the log, and leave no trace on the table."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules" / "game.rules").write_text(RULES, "utf-8")
    course = Course(str(tmp_path), None, "ranks")
    names = course.adapted.actions.of_name
    one, other = (
        course.history_after(course.history_after(course.beginning, names[choice]), names["short"])
        for choice in ("short", "long")
    )
    assert decides(one, 0) and one.seen_by(0) == other.seen_by(0) and one._lines_by_seat() == other._lines_by_seat()
    assert one.known_to(0) != other.known_to(0) and one.known_to(1) == other.known_to(1)
