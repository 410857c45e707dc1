"""Several things that are chosen at once: ticked on a page, taken all or none, and taken back together."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from tests.web.baskets import baskets

from rulewright.engine import Game, several_things
from rulewright.engine.several_things import whole_question
from rulewright.web.course import Course
from rulewright.web.hall import Hall
from rulewright.web.live import LiveTable, RefusedError
from rulewright.web.store import Link, Store, TableRow
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace, compiled_program

NUMBER = 7
Patch = pytest.MonkeyPatch


class Seats:
    """A table of the game with the pages of both players."""

    def __init__(self, folder: Path, store: Path | None = None) -> None:
        name = baskets(folder)
        self.hall = Hall(Store(store), Workspace().ruleset, [name])
        row = TableRow("t", name, {}, NUMBER, ["person"] * 2, [""] * 2)
        self.hall.store.add_table(row, [Link("one", "t", (0,)), Link("two", "t", (1,))])
        self.hall = Hall(self.hall.store, Workspace().ruleset, [name])
        self.pages = [Viewer(link) for link in self.hall.links_of("t")]

    @property
    def table(self) -> LiveTable:
        return self.hall.table("t")

    @property
    def offered(self) -> list[str]:
        question = whole_question(self.table.game)
        assert question is not None
        return [one.name for one in question.choices if one.value is not None]

    def say(self, seat: int = 0, **message: object) -> None:
        """Let a page send a message; the number of its question is added."""
        at = {"at": self.hall.view(self.pages[seat]).at} if message["do"] in ("take", "choose") else {}
        self.hall.receive(self.pages[seat], {**at, **message})

    def question(self, seat: int = 0) -> str:
        return self.hall.view(self.pages[seat]).parts["question"]


@pytest.fixture
def seats(tmp_path: Path) -> Seats:
    return Seats(tmp_path)


def test_several_are_ticked_and_taken_in_any_order(seats: Seats) -> None:
    assert 'data-take="2 3"' in seats.question() and seats.question().count("data-tick=") == len(seats.offered)
    names = seats.offered
    seats.say(do="take", choices=[names[2], names[0]])
    assert seats.table.row.decisions[:2] == [names[0], names[2]]
    assert 'data-take="0 2"' in seats.question(), "the next question is asked"
    assert 'id="choice-nothing" data-choice="nothing" data-target="">' in seats.question(), "nothing is no tick"


def refusal(seats: Seats, **message: object) -> str:
    before = [*seats.table.row.decisions]
    with pytest.raises(RefusedError) as refused:
        seats.say(**message)
    assert seats.table.row.decisions == before == seats.hall.store.tables()[0].decisions
    return refused.value.name


def test_what_cannot_be_taken_is_refused_and_changes_nothing(seats: Seats) -> None:
    names = seats.offered
    assert refusal(seats, do="take", choices=names[:1]) == "not-so-many"
    assert refusal(seats, do="take", choices=names) == "not-so-many"
    assert refusal(seats, do="take", choices=[*names[:2], "lime"]) == "not-offered-here"
    assert refusal(seats, do="take", choices=names[:2], at="0.0.9") == "stale"
    assert refusal(seats, seat=1, do="take", choices=names[:2]) == "stale"
    seats.say(do="take", choices=names[:2])
    assert refusal(seats, do="take", choices=["nothing"]) == "not-offered-here"


def taken_back(seats: Seats) -> tuple[int, int]:
    """Return how many decisions are left after each of two undos."""
    seats.say(do="take", choices=seats.offered[:2])
    seats.say(do="take", choices=seats.offered[-2:])
    left = []
    for _ in range(2):
        seats.say(do="undo")
        for seat in (0, 1):
            if seats.table.proposal is not None and seat not in seats.table.proposal.agreed:
                seats.say(seat=seat, do="agree")
        left.append(len(seats.table.row.decisions))
    return left[0], left[1]


def test_they_are_taken_back_and_put_back_together(seats: Seats) -> None:
    first, second = taken_back(seats)
    assert first in (2, 3) and second == 0
    assert seats.hall.store.tables()[0].decisions == []
    seats.say(do="redo")
    assert len(seats.table.row.decisions) == first


def test_one_by_one_would_be_noticed(seats: Seats, monkeypatch: Patch) -> None:
    monkeypatch.setattr(Course, "_goes_on_at", lambda *_: False)
    assert taken_back(seats)[1] > 0


def test_one_thing_after_the_other_is_possible_too_and_shown(seats: Seats) -> None:
    name = seats.table.game.names()[0]
    seats.say(do="choose", choice=name)
    assert f'data-picked="card {name}"' in seats.question() and "Chosen already:" in seats.question()
    assert 'data-take="1 2"' in seats.question()
    seats.say(do="undo")
    assert seats.table.row.decisions == []


def questions_of_alike_hands(folder: Path) -> dict[tuple[str, ...], set[tuple[str, ...]]]:
    """Return what the first player is offered, by the labels in the hand, in hands of different copies of cards."""
    program = compiled_program(baskets(folder), 2, None, True)
    found: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for number in range(60):
        question = whole_question(Game.start(program, number))
        assert question is not None
        shown = tuple(f"{one.name} {one.label}" for one in (*question.picked, *question.choices))
        found[tuple(sorted(one.label for one in (*question.picked, *question.choices)))].add(shown)
    return found


def test_names_do_not_tell_which_of_alike_cards_lies_here(tmp_path: Path) -> None:
    assert {len(shown) for shown in questions_of_alike_hands(tmp_path).values()} == {1}


def test_names_with_the_numbers_of_cards_would_be_noticed(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(several_things, "_unnumbered", lambda question: question.choices)
    assert max(len(shown) for shown in questions_of_alike_hands(tmp_path).values()) > 1
