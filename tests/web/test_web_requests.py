"""Malformed, stale and foreign requests over real connections: no traceback, no change in the store, no leak.

RULEWRIGHT_WEB_REQUESTS requests are sent, 60 without it: a half as HTTP, others as messages and frames of pages.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from tests.web.load import memory_of
from tests.web.raw import answered, frame, handshake, opened, strange_frames, strange_request
from tests.web.serving import EXAMPLES, Page, Served
from tests.web.test_web_attacks import strange
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.slow

REQUESTS = int(os.environ.get("RULEWRIGHT_WEB_REQUESTS", "60"))
POKER = str(EXAMPLES / "kuhn-poker")
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
REFUSALS = {"200", "206", "304", "400", "403", "404", "405", "416", "426", "431", "501"}
OWN = re.compile('"(sit|name|hint|say|unsay)"')
"""What somebody may do with a seat of his own."""
MOST_GROWTH = 60
"""In MB."""


def kept_in(file: Path) -> list[tuple[str, list[str]]]:
    """Return all that is in a store which a server uses."""
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as store:
        names = [name for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return [(name, sorted(map(repr, store.execute(f"SELECT * FROM {name}")))) for name in names]


def check_answer(found: bytes, secret: list[str]) -> None:
    """Every refusal says what and why, and gives nothing away."""
    assert b"Traceback" not in found and b"rulewright/" not in found and b"root:" not in found
    assert not any(token.encode() in found for token in secret)
    for status in STATUS.findall(found)[:1]:
        assert status.decode() in REFUSALS, found[:300]
        body = found.partition(b"\r\n\r\n")[2]
        assert body.strip() or status in (b"200", b"304", b"405") or b"HTTP" in found, found[:300]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """Return a server that answers and is silent when all is over."""
    with Served(POKER, store=tmp_path / "t.sqlite") as found:
        yield found
        assert found.process.poll() is None
        with Page(found.links[2]) as page:
            assert page.parts
    assert found.complaints.read_text() == ""


def test_requests_that_nobody_makes_change_nothing(served: Served, tmp_path: Path) -> None:
    random, links = Random(5), served.links[1:]
    tokens = [link.rpartition("/")[2] for link in served.links]
    host = urlsplit(served.origin).netloc
    before, used = kept_in(tmp_path / "t.sqlite"), memory_of(served.process.pid)
    for _ in range(REQUESTS // 2):
        found = answered(served.origin, strange_request(random, random.choice(tokens), host))
        check_answer(found, [] if b"101 Switching" in found else tokens)
    sent = 0
    while sent < REQUESTS * 9 // 20:
        sent += messages_of_a_page(random, random.choice(links), tokens)
    for _ in range(REQUESTS // 20):
        wire = opened(random.choice(links))
        with wire, contextlib.suppress(OSError):
            wire.sendall(strange_frames(random))
            wire.settimeout(0.2)
            while more := wire.recv(65536):
                assert b"Traceback" not in more
        time.sleep(0.1)
    assert kept_in(tmp_path / "t.sqlite") == before
    grown = memory_of(served.process.pid) - used
    print(f"{REQUESTS} requests: memory grew by {grown:.0f} MB")
    assert grown < MOST_GROWTH


def messages_of_a_page(random: Random, link: str, tokens: list[str]) -> int:
    """Send strange messages from one page until it is cut off; return how many."""
    texts = [text for text in (strange(random) for _ in range(40)) if not OWN.search(text)]
    with contextlib.suppress(ConnectionClosed), Page(link) as page:
        for text in texts:
            page.socket.send(text)
        for answer in heard_until_now(page):
            assert answer["type"] != "refused" or answer["text"]
        assert not any(token in got for got in page.got for token in tokens)
    time.sleep(1)
    return len(texts)


def heard_until_now(page: Page) -> list[dict[str, object]]:
    """Return all that a page is sent until what it has said is answered."""
    answers = []
    page.say(do="agree")
    while not any(end in str(answers[-1:]) for end in ("Nobody wants", "Only whoever", "Too many")):
        answers.append(page.hear())
    return answers


WRONG = [
    '{"do": "name", "name": "\\ud800"}', '{"do": "sit", "seat": 1.0, "kind": "person"}',
    '{"do": "show", "moment": NaN}',
    '{"do": "show", "moment": 1e999}', '{"do": "why", "about": "\\udfff"}', '{"do": "say", "text": "\\ud83d"}',
    '{"do": "name", "name": "a", "do": 5}', '{"do": ["why"]}', "[" * 4000, "null", '"why"', "", "\0",
]  # fmt: skip


def test_a_message_that_is_none_is_refused(served: Served) -> None:
    with Page(served.links[1]) as one, Page(served.links[2]) as two:
        for text in WRONG:
            one.socket.send(text)
            assert one.hear()["text"] == "The table does not understand this message."
        assert two.ask(do="undo")["type"] == "refused"


def test_bytes_are_refused_and_the_page_goes_on(served: Served) -> None:
    with Page(served.links[1]) as one:
        one.socket.send(b"\0\1")
        assert one.hear()["type"] == "refused"
        one.decide() if one.at else None


def test_control_characters_of_a_name_are_left_out(served: Served) -> None:
    with Page(served.links[1]) as one:
        one.say(do="name", name="a\u202eb\0c\u2066d")
        while "abcd" not in one.parts["people"]:
            one.hear()


def test_of_two_pages_of_a_seat_one_decides(served: Served, tmp_path: Path) -> None:
    decided = 0
    for link in served.links[1:3] * 2:
        with Page(link) as one, Page(link) as same:
            if not one.at:
                continue
            decided += 1
            for page in (one, same):
                page.say(do="choose", at=one.at, choice=one.choices[-1])
            texts = [str(answer.get("text")) for page in (one, same) for answer in heard_until_now(page)]
            assert texts.count("This has been decided meanwhile.") == 1
            kept = dict(kept_in(tmp_path / "t.sqlite"))
            assert len(kept["decisions"]) == decided
    assert decided >= 2


def test_a_revoked_page_gets_nothing_more_though_it_stays(served: Served) -> None:
    wire = opened(served.links[1])
    token = served.links[1].rpartition("/")[2]
    with Page(served.links[0]) as host, wire:
        time.sleep(0.3)
        host.say(do="revoke", link=token)
        began = time.monotonic()
        while token in host.parts["tables"]:
            host.hear()
        assert time.monotonic() - began < 5, "nobody waits for a page that does not answer"
        for at in ("0.0.0", "1.0.0"):
            wire.sendall(frame(1, json.dumps({"do": "choose", "at": at, "choice": "pass"}).encode()))
        wire.settimeout(12)
        got = b""
        with contextlib.suppress(OSError):
            while more := wire.recv(65536):
                got += more
        assert got.count(b"This link is not valid any more") <= 2
        with Page(served.links[2]) as two:
            assert two.parts["log"].count("<li") == 0 or "pass" not in two.parts["log"]


def test_a_link_that_is_opened_too_often_closes_its_oldest_page(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        pages = [stack.enter_context(Page(served.links[1])) for _ in range(13)]
        with pytest.raises(ConnectionClosed, match="4009.*too often"):
            while pages[0].hear(5):
                pass
        assert pages[-1].ask(do="undo")["type"] == "refused"


def test_pages_of_others_are_told_why_they_may_not_connect(served: Served) -> None:
    found = answered(served.origin, handshake(served.links[1], "http://evil.example"))
    assert b" 403 " in found and b"Only pages of this server" in found


def test_answers_that_nobody_reads_are_not_heaped_up(served: Served) -> None:
    used = memory_of(served.process.pid)
    with opened(served.links[1]) as wire, contextlib.suppress(OSError):
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(2)
        pings = frame(9, b"x" * 125) * 2000
        for _ in range(200):  # 26 MB
            wire.sendall(pings)
    assert memory_of(served.process.pid) - used < 20


def test_connections_that_ask_for_nothing_are_ended(served: Served) -> None:
    place, used = urlsplit(served.origin), memory_of(served.process.pid)
    wires = [socket.create_connection((place.hostname, place.port), 30) for _ in range(950)]
    for wire in wires:
        with contextlib.suppress(OSError):
            wire.sendall(b"GET / HTTP/1.1\r\nHost: ")
    full = [wire.recv(200) for wire in wires[-20:]]
    assert all(b"503" in text and b"try again" in text for text in full)
    time.sleep(11)
    with Page(served.links[1]) as page:
        assert page.parts
    assert wires[0].recv(10) == b""
    for wire in wires:
        wire.close()
    assert memory_of(served.process.pid) - used < MOST_GROWTH
