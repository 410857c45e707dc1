"""Malformed, stale and foreign requests change nothing, tell nothing and leave no traceback; kills lose nothing.

RULEWRIGHT_WEB_REQUESTS requests are sent, 400 without it; the server is killed RULEWRIGHT_WEB_KILLS times, or 4.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from html import escape
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from tests.web.serving import EXAMPLES, Page, Served

from rulewright.web.hall import Hall
from rulewright.web.live import RefusedError
from rulewright.web.protocol import message_in
from rulewright.web.store import Link, Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

REQUESTS = int(os.environ.get("RULEWRIGHT_WEB_REQUESTS", "400"))
KILLS = int(os.environ.get("RULEWRIGHT_WEB_KILLS", "4"))
POKER, CONNECT_FOUR, BIDS = (str(EXAMPLES / name) for name in ("kuhn-poker", "connect-four", "goofspiel"))
VALUES = ("", "0.0.0", "1.0.0", -1, 0, 1, 99, 10**30, None, True, [], {}, "person", "cmd:x", "\0", "<b>", "é" * 50, 1.5)
KEYS = (
    "do",
    "at",
    "choice",
    "choices",
    "about",
    "seat",
    "kind",
    "moment",
    "language",
    "name",
    "table",
    "link",
    "ruleset",
    "kinds",
    "text",
    "number",
)
DEEDS = (
    "choose",
    "take",
    "what",
    "why",
    "hint",
    "undo",
    "agree",
    "refuse",
    "name",
    "sit",
    "new",
    "revoke",
    "remove",
    "show",
    "redo",
    "say",
    "unsay",
    "x",
)


def hall_with(*rulesets: str) -> tuple[Hall, list[list[Link]]]:
    hall = Hall(Store(None), Workspace().ruleset, rulesets)
    rows = [hall.create(each, ["person", "person"], {}) for each in rulesets]
    return hall, [hall.links_of(row.id) for row in rows]


def strange(random: Random) -> str:
    """Return a message that no page sends."""
    message = {key: random.choice(VALUES) for key in random.sample(KEYS, random.randrange(6))}
    text = json.dumps({"do": random.choice(DEEDS), **message})
    if random.random() < 0.3:
        at = random.randrange(len(text))
        text = text[:at] + random.choice(("", "[" * 3000, '"', "\\u0000", "}")) + text[at + random.randrange(3) :]
    return text


def test_requests_of_others_change_nothing() -> None:
    """Those who are not asked send anything at all; the one who is asked sends what has no meaning."""
    hall, [links, other] = hall_with(POKER, CONNECT_FOUR)
    table, random = hall.table(links[0].table), Random(1)
    asked = table.asked
    viewers = [Viewer(link) for link in (*links, *other) if link.seats != (asked,) or link.table != table.row.id]
    before = [(row.id, list(row.decisions), row.undone) for row in hall.rows.values()]
    for _ in range(REQUESTS):
        viewer, text = random.choice(viewers), strange(random)
        try:
            message = message_in(text)
            if message["do"] in ("sit", "name", "say", "hint"):
                continue  # what one may do with one's own seat
            hall.receive(viewer, message)
        except RefusedError:
            pass
        assert [(row.id, row.decisions, row.undone) for row in hall.rows.values()] == before
    assert set(hall.links) == {hall.host.token, *(link.token for link in (*links, *other))}


def test_rules_with_mistakes_are_not_played(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(CONNECT_FOUR, broken)
    next((broken / "rules").glob("*.rules")).write_text("phase main:\n  nonsense\n", "utf-8")
    hall, _ = hall_with(CONNECT_FOUR)
    hall.rulesets = (CONNECT_FOUR, str(broken), str(tmp_path / "gone"))
    for name in hall.rulesets[1:]:
        for message in ({"do": "show"}, {"do": "new", "kinds": ["person"] * 2}):
            with pytest.raises(RefusedError, match="rules-mistaken"):
                hall.receive(Viewer(hall.host), {**message, "ruleset": name})
    assert len(hall.rows) == 1 and hall.view(Viewer(hall.host)).parts


NOBODY = (["with 1"] * 2, ["person", "with x"], ["person", "with -1"], ["person", "with 2"], ["x"] * 2)


@pytest.mark.parametrize("kinds", NOBODY)
def test_nobody_sits_with_somebody_who_is_not_there(kinds: list[str]) -> None:
    hall, _ = hall_with(CONNECT_FOUR)
    with pytest.raises(RefusedError, match="not-known-here"):
        hall.receive(Viewer(hall.host), {"do": "new", "ruleset": CONNECT_FOUR, "kinds": kinds})
    assert len(hall.rows) == 1


@pytest.mark.slow
def test_what_is_no_message_is_refused_and_the_table_goes_on(tmp_path: Path) -> None:
    random = Random(2)
    with Served(CONNECT_FOUR, store=tmp_path / "t.sqlite") as served, Page(served.links[1]) as one:
        at = one.at
        for _ in range(30):
            one.socket.send(strange(random))
        one.socket.send("x" * 5000)
        answers = []
        while len(answers) < 5:
            answers.append(one.hear())
        assert all("Traceback" not in text for text in one.got)
        assert one.at == at and one.choices


@pytest.mark.slow
def test_who_goes_on_too_fast_is_told_and_cut_off(tmp_path: Path) -> None:
    with Served(CONNECT_FOUR, store=tmp_path / "t.sqlite") as served, Page(served.links[1]) as one:
        for _ in range(300):
            one.say(do="why")
        with pytest.raises(Exception, match="4029"):
            while one.hear():
                pass
        assert "Too many messages" in one.got[-1]
        with pytest.raises(Exception, match="4029"):  # other pages of the link do not help
            for _ in range(200):
                with Page(served.links[1]) as other:
                    other.say(do="why")
        with Page(served.links[2]) as two, Page(served.links[0]):
            assert two.ask(do="undo")["text"] == "There is nothing to take back."
        time.sleep(2)
        with Page(served.links[1]) as again:
            again.decide()


@pytest.mark.slow
def test_foreign_requests_get_nothing(tmp_path: Path) -> None:
    with Served(CONNECT_FOUR, store=tmp_path / "t.sqlite") as served:
        place = urlsplit(served.links[1])
        for origin in ("http://evil.example", "null", f"https://{place.netloc}.evil.example"):
            with pytest.raises(Exception, match="403"), Page(served.links[1], origin):
                pass
        for host, path, status in (
            (place.netloc, place.path, 200), ("evil.example", place.path, 400), (place.netloc, "/t/wrong", 404),
            (place.netloc, "/", 404), (place.netloc, "/static/../store.py", 404), (place.netloc, "/pages/x.jinja", 404),
        ):  # fmt: skip
            connection = HTTPConnection(place.netloc)
            connection.request("GET", path, headers={"Host": host})
            answer = connection.getresponse()
            body = answer.read().decode()
            assert answer.status == status, path
            assert "default-src 'none'" in str(answer.headers["Content-Security-Policy"])
            assert "Traceback" not in body and "rulewright/" not in body


def test_names_are_data() -> None:
    hall, [links] = hall_with(CONNECT_FOUR)
    name = "<script>alert(1)</script>\"'&"
    hall.receive(Viewer(links[0]), {"do": "name", "name": name})
    for link in (*links, hall.host):
        html = "".join(hall.view(Viewer(link)).parts.values())
        assert "<script" not in html
        assert link.is_host or escape(name) in html or name.split("(")[0] not in html


def test_seats_that_decide_at_once_are_asked_at_once() -> None:
    hall, [links] = hall_with(BIDS)
    one, two = (Viewer(link) for link in links[:2])
    table = hall.table(links[0].table)
    first, second = hall.view(one), hall.view(two)
    assert first.at == "0.0.0" and second.at == "1.0.0"
    names = [table.round()[seat].names() for seat in (0, 1)]
    hall.receive(two, {"do": "choose", "at": second.at, "choice": names[1][2]})
    assert table.row.decisions == [] and not hall.view(two).at
    assert hall.view(one) == first, "nobody learns that somebody has answered"
    hall.receive(two, {"do": "undo"})
    hall.receive(two, {"do": "choose", "at": hall.view(two).at, "choice": names[1][1]})
    hall.receive(one, {"do": "choose", "at": first.at, "choice": names[0][0]})
    assert table.row.decisions == [names[0][0], names[1][1]]
    assert hall.store.tables()[0].ahead == {}


@pytest.mark.slow
def test_kills_lose_no_decision_and_make_none_twice(tmp_path: Path) -> None:
    random, kills, games = Random(3), 0, 0
    while kills < KILLS:
        games += 1
        kills += killed_in_one_game(tmp_path / f"{games}.sqlite", random, KILLS - kills)


def killed_in_one_game(file: Path, random: Random, most: int) -> int:
    """Kill the server again and again until a game is over; return how often."""
    seen: list[str] = []
    with Served(CONNECT_FOUR, store=file) as served:
        for kills in range(most):
            with Page(served.links[1]) as one, Page(served.links[2]) as two:
                for _ in range(random.randrange(4)):
                    page = one if one.at else two
                    if not page.at:
                        return kills
                    seen.append(page.choices[0])
                    page.decide()
                    (two if page is one else one).hear()
                page = one if one.at else two
                last = page.choices[-1] if page.at else ""
                if last:
                    page.choose(last)
                served.kill()
            kept = kept_decisions(file)
            assert kept in (seen, [*seen, last]), "what was seen is there, and at most what was sent last besides"
            seen = kept
            served.again()
    return most


def kept_decisions(file: Path) -> list[str]:
    """Return the decisions in a store that nobody uses."""
    store = Store(file)
    (row,) = store.tables()
    store.close()
    return row.decisions
