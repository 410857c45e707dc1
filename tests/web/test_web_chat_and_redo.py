"""What people say to each other, and decisions that are put back: kept, bounded, and learned from by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.serving import Page, Served
from tests.web.test_web_attacks import BIDS, CONNECT_FOUR, hall_with

from rulewright.web.hall import Hall
from rulewright.web.live import RefusedError
from rulewright.web.store import MOST_SAID, Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

REDO = 'data-do="redo"'


def question_of(hall: Hall, viewer: Viewer) -> str:
    return hall.view(viewer).parts["question"]


def decide(hall: Hall, viewer: Viewer, choice: int) -> None:
    table = hall.table(viewer.link.table)
    name = table.round()[viewer.link.seats[0]].names()[choice]
    hall.receive(viewer, {"do": "choose", "at": hall.view(viewer).at, "choice": name})


def test_everybody_at_the_table_reads_what_is_said_as_data() -> None:
    hall, [links] = hall_with(CONNECT_FOUR)
    one, two, onlooker = (Viewer(link) for link in links)
    hall.receive(one, {"do": "name", "name": "Ann"})
    hall.receive(one, {"do": "say", "text": " <b onclick='x'>&\u202e\n "})
    for viewer in (one, two, onlooker):
        chat = hall.view(viewer).parts["chat"]
        assert "&lt;b onclick=&#39;x&#39;&gt;&amp;</bdi>" in chat and "<bdi>Ann</bdi>" in chat and 'role="log"' in chat
        assert ("<form" in chat) == (viewer is not onlooker)
    assert "&lt;b" in hall.view(Viewer(hall.host)).parts["tables"]
    for viewer, text in ((onlooker, "hello"), (two, " \u200b\n")):
        with pytest.raises(RefusedError):
            hall.receive(viewer, {"do": "say", "text": text})
    assert len(hall.rows[one.link.table].said) == 1


@pytest.mark.slow
def test_the_host_takes_out_what_was_said_and_the_last_lines_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    hall = Hall(store, Workspace().ruleset, [CONNECT_FOUR])
    row = hall.create(CONNECT_FOUR, ["person", "person"], {})
    one, host = Viewer(hall.links_of(row.id)[0]), Viewer(hall.host)
    for number in range(MOST_SAID + 3):
        hall.receive(one, {"do": "say", "text": f"line {number}"})
    hall.receive(host, {"do": "unsay", "table": row.id, "number": 50})
    with pytest.raises(RefusedError, match="not-known-here"):
        hall.receive(one, {"do": "unsay", "table": row.id, "number": 51})
    numbers = [number for number in range(3, MOST_SAID + 3) if number != 50]
    assert [line.number for line in row.said] == numbers and "line 50<" not in hall.view(one).parts["chat"]
    store.close()
    kept = Store(tmp_path / "t.sqlite")
    assert kept.tables()[0].said == row.said
    kept.close()


@pytest.mark.slow
def test_who_talks_too_fast_is_told_so(tmp_path: Path) -> None:
    with Served(CONNECT_FOUR, store=tmp_path / "t.sqlite") as served, Page(served.links[1]) as one:
        for number in range(20):
            one.say(do="say", text=f"line {number}")
        while one.hear()["type"] != "refused":
            pass
        assert one.parts["chat"].count("line ") < 15


def test_what_was_taken_back_is_put_back_also_after_a_restart(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    hall = Hall(store, Workspace().ruleset, [CONNECT_FOUR])
    row = hall.create(CONNECT_FOUR, ["person", "person"], {})
    one, two = (Viewer(link) for link in hall.links_of(row.id)[:2])
    for viewer, choice in ((one, 0), (two, 1), (one, 2)):
        decide(hall, viewer, choice)
    played, table = [*row.decisions], hall.view(one).picture
    hall.receive(one, {"do": "undo"})
    hall.receive(two, {"do": "undo"})
    assert len(row.decisions) == 1
    store.close()
    hall = Hall(store := Store(tmp_path / "t.sqlite"), Workspace().ruleset, [CONNECT_FOUR])
    (row,) = hall.rows.values()
    assert REDO in question_of(hall, two) and REDO not in question_of(hall, one)
    with pytest.raises(RefusedError, match="nothing-to-redo"):
        hall.receive(one, {"do": "redo"})
    hall.receive(two, {"do": "redo"})
    assert row.decisions == played[:2] and REDO in question_of(hall, one)
    hall.receive(one, {"do": "redo"})
    assert row.decisions == played and hall.view(one).picture == table
    hall.receive(one, {"do": "undo"})
    decide(hall, one, 3)
    for viewer in (one, two):
        with pytest.raises(RefusedError, match="nothing-to-redo"):
            hall.receive(viewer, {"do": "redo"})
    store.close()
    assert (kept := Store(tmp_path / "t.sqlite")).tables()[0].decisions == row.decisions
    kept.close()


@pytest.mark.parametrize("answers_meanwhile", [False, True])
def test_a_redo_tells_nobody_that_it_is_possible_and_overrides_nobody(answers_meanwhile: bool) -> None:
    """Both decide in secret; the first takes back with the other's consent, and neither sees what the other does."""
    hall, [links] = hall_with(BIDS)
    one, two, onlooker = (Viewer(link) for link in links)
    decide(hall, one, 0)
    decide(hall, two, 1)
    row = hall.rows[one.link.table]
    played = [*row.decisions]
    hall.receive(one, {"do": "undo"})
    hall.receive(two, {"do": "agree"})
    assert row.decisions == [] and REDO in question_of(hall, one)
    before = [hall.view(viewer) for viewer in (one, onlooker)]
    assert all(REDO not in question_of(hall, viewer) for viewer in (two, onlooker))
    if answers_meanwhile:
        decide(hall, two, 2)
    assert [hall.view(viewer) for viewer in (one, onlooker)] == before
    hall.receive(one, {"do": "redo"})
    assert (row.decisions == played) != answers_meanwhile and row.decisions[0] == played[0] and len(row.decisions) == 2


def test_two_decide_in_secret_and_one_has_decided_otherwise() -> None:
    """Whether the seat before it puts back or decides anew cannot be told from the page of the seat behind it."""
    pages = []
    for anew in (False, True):
        hall, [links] = hall_with(BIDS)
        one, two = (Viewer(link) for link in links[:2])
        decide(hall, one, 0)
        decide(hall, two, 1)
        hall.receive(one, {"do": "undo"})
        hall.receive(two, {"do": "agree"})
        if anew:
            decide(hall, one, 3)
        pages.append(question_of(hall, two))
    assert pages[0] == pages[1]
