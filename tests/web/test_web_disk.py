"""What is kept survives kills at any moment, and a disk that fails at any statement leaves nothing half done.

The server is killed RULEWRIGHT_WEB_KILLS times, or 4, while several pages choose, take back, put back, talk and sit.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from random import Random

import pytest
from tests.web.serving import EXAMPLES, Page, Served
from tests.web.test_web_requests import kept_in
from websockets.exceptions import ConnectionClosed

from rulewright.web.hall import Hall
from rulewright.web.live import RefusedError
from rulewright.web.store import Store
from rulewright.web.view import Viewer
from rulewright.workspace import Workspace

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("RULEWRIGHT_WEB_KILLS", "4"))
BIDS, CONNECT_FOUR = (str(EXAMPLES / name) for name in ("goofspiel", "connect-four"))


class FailingDatabase:
    """Passes everything on to a database, except for one statement, as on a disk that is full or broken."""

    def __init__(self, database: sqlite3.Connection, at: int) -> None:
        self._database, self.left = database, at

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)

    def execute(self, statement: str, *given: object) -> object:
        """Run a statement; the one whose turn it is fails."""
        if not statement.startswith(("SELECT", "ROLLBACK")):
            self.left -= 1
            if self.left == 0:
                raise sqlite3.OperationalError("database or disk is full")
        return self._database.execute(statement, *given)  # type: ignore[arg-type]


class Table:
    """A table of bids at which a little has happened."""

    def __init__(self) -> None:
        self.hall = Hall(Store(None), Workspace().ruleset, [BIDS])
        row = self.hall.create(BIDS, ["person", "person"], {})
        self.live = self.hall.table(row.id)
        self.pages = [Viewer(link) for link in self.hall.links_of(row.id)]
        self.host = Viewer(self.hall.host)
        for seat in (0, 1, 0):
            self.choose(seat)
        self.do(self.pages[0], do="undo")

    def do(self, viewer: Viewer, **message: object) -> None:
        """Let a page ask for something."""
        self.hall.receive(viewer, message)

    def choose(self, seat: int) -> None:
        """Let a seat take its last option."""
        names = self.live.round()[seat].names()
        self.do(self.pages[seat], do="choose", at=self.live.question_number(seat), choice=names[-1])

    def ahead(self) -> None:
        """Let the seat answer that is not asked yet."""
        self.choose(next(seat for seat in self.live.round() if seat != self.live.asked))

    def state(self) -> object:
        """Return what there is."""
        return repr((list(self.hall.rows.values()), sorted(self.hall.links.items())))

    def is_kept(self) -> bool:
        """Return whether the store holds the same."""
        kept = {link.token: link for link in self.hall.store.links()}
        return self.hall.store.tables() == list(self.hall.rows.values()) and kept == self.hall.links


DEEDS: dict[str, Callable[[Table], None]] = {
    "choose": lambda table: table.choose(table.live.asked or 0),
    "answer ahead": lambda table: table.ahead(),
    "undo": lambda table: table.do(table.pages[1], do="undo"),
    "redo": lambda table: table.do(table.pages[0], do="redo"),
    "sit": lambda table: table.do(table.pages[0], do="sit", seat=0, kind="random"),
    "name": lambda table: table.do(table.pages[0], do="name", name="Ada"),
    "say": lambda table: table.do(table.pages[0], do="say", text="hello"),
    "new": lambda table: table.do(table.host, do="new", ruleset=BIDS, kinds=["person", "random"]),
    "revoke": lambda table: table.do(table.host, do="revoke", link=table.pages[1].link.token),
    "remove": lambda table: table.do(table.host, do="remove", table=table.live.row.id),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_disk_that_fails_leaves_nothing_half_done(deed: str) -> None:
    for at in range(1, 12):
        table = Table()
        database = table.hall.store._db
        before = table.state()
        table.hall.store._db = FailingDatabase(database, at)  # type: ignore[assignment]
        try:
            DEEDS[deed](table)
        except RefusedError as refused:
            assert refused.name == "not-kept" and "disk is full" in refused.filled["why"]
            assert table.state() == before
        table.hall.store._db = database
        assert table.is_kept()
        if table.state() != before:
            break
        DEEDS[deed](table)  # when there is room again
        assert table.is_kept() and table.state() != before or deed == "undo"
    assert at > 1


def test_a_full_disk_is_said_and_the_game_goes_on_later(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = tmp_path / "t.sqlite"
    with Served(CONNECT_FOUR, store=file) as served:
        with Page(served.links[1]) as one, Page(served.links[2]) as two:
            one.decide()  # everything is imported: Python is not to write half a module
            two.hear_question()
            size = file.with_name("t.sqlite-wal").stat().st_size + 9000
            resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, size))
            for made in range(1, 9):  # noqa: B007
                page, other = (one, two) if one.at else (two, one)
                page.choose()
                answer = page.hear()
                if answer["type"] == "refused":
                    break
                other.hear_question()
            assert "could not be written to the disk, so nothing has changed" in answer["text"]
            assert page.at
        served.process.send_signal(signal.SIGTERM)
        served.process.wait(20)
        served.again()
        with Page(served.links[1]) as one, Page(served.links[2]) as two:
            assert len(dict(kept_in(file))["decisions"]) == made
            (one if one.at else two).decide()
    assert "Traceback" not in served.complaints.read_text()


def test_rules_with_mistakes_are_said_with_their_place(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(CONNECT_FOUR, broken)
    rules = next((broken / "rules").glob("*.rules"))
    rules.write_text(rules.read_text("utf-8").replace("    choose column from", "    nonsense column of"), "utf-8")
    for words in ([], ["--untrusted"]):
        with (
            pytest.raises(AssertionError, match=f"{rules.name}:\\d+"),
            Served(str(broken), *words, store=tmp_path / "t.sqlite"),
        ):
            pass


# ---- kills

OUR_LINES = "/rulewright/"
"""What a traceback of ours names; Python itself complains where a process was just being started."""


def lines_of(page: Page) -> list[str]:
    """Return what the log says."""
    return [re.sub("<[^>]*>", "", unescape(line)).strip() for line in re.findall("<li>(.*?)</li>", page.parts["log"])]


def test_kills_during_anything_lose_nothing_that_was_seen(tmp_path: Path) -> None:
    random, file, killed = Random(4), tmp_path / "t.sqlite", 0
    with Served(BIDS, store=file) as served:
        while killed < KILLS:
            seen, sent = acted(served, random, file)
            killed += 1
            served.again()
            kept = dict(kept_in(file))
            with Page(served.links[1]) as one, Page(served.links[2]) as two:
                for page, before in zip((one, two), seen, strict=True):
                    show_whole_log(page)
                    told = lines_of(page)
                    assert told[: len(before)] == before or "undo" in sent
                assert len(kept["decisions"]) <= seen_decisions[0] + len(sent)
                assert OUR_LINES not in served.complaints.read_text()
                if not one.at and not two.at:
                    over = kept["tables"][0].split("'")[1]
                    with Page(served.links[0]) as host:
                        host.say(do="remove", table=over)
                        while over in host.parts["tables"]:
                            host.hear()
                    served.kill()
                    served.words.insert(0, BIDS)
                    served.start()


def processes_below(parent: int) -> list[int]:
    """Return the processes that a process has started to work for it."""
    files = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for file in files for pid in file.read_text().split() if "spawn_main" in command_of(int(pid))]


def command_of(process: int) -> str:
    """Return the command of a process; nothing when it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux lists the processes that one has started")
def test_the_processes_of_a_killed_server_end(tmp_path: Path) -> None:
    with Served(BIDS, store=tmp_path / "t.sqlite") as served, Page(served.links[0]) as host:
        host.say(do="new", ruleset=BIDS, kinds=["person", "person"])
        while host.parts["tables"].count("<section") < 2:
            host.hear()
        started = processes_below(served.process.pid)
        served.kill()
        until = time.monotonic() + 20
        while any(map(command_of, started)):
            assert time.monotonic() < until
            time.sleep(0.02)
    assert started and OUR_LINES not in served.complaints.read_text()


seen_decisions = [0]


def acted(served: Served, random: Random, file: Path) -> tuple[list[list[str]], list[str]]:
    """Let pages act, kill the server at some moment, and return what they had seen of the log, and what was sent."""
    sent: list[str] = []
    with contextlib.ExitStack() as stack:
        host, one, two = (stack.enter_context(Page(link)) for link in served.links[:3])
        for page in (one, two):
            show_whole_log(page)
        there = dict(kept_in(file))
        seen_decisions[0] = len(there["decisions"]) + len(there["ahead"])  # what was answered early becomes decisions
        for _ in range(random.randrange(1, 6)):
            page = random.choice((one, two))
            deed = random.choice(["choose"] * 6 + ["undo", "agree", "redo", "say", "name", "sit", "new", "revoke"])
            sent.append(deed)
            if deed == "choose" and page.at and page.choices:
                page.choose(random.choice(page.choices))
            elif deed == "say":
                page.say(do="say", text="hello")
            elif deed == "name":
                page.say(do="name", name=f"n{random.randrange(9)}")
            elif deed == "sit":
                page.say(do="sit", seat=0, kind="random")
                page.say(do="sit", seat=0, kind="person")
            elif deed == "new":
                host.say(do="new", ruleset=BIDS, kinds=["person", "person"])
            elif deed == "revoke":
                host.say(do="revoke", link=served.links[3].rpartition("/")[2])
            elif deed != "choose":
                page.say(do=deed)
            if random.random() < 0.6:
                heard_for(page, random.random() / 10)
        time.sleep(random.random() / 20)
        served.kill()
        for page in (one, two):
            heard_for(page, 1)
        return [lines_of(one), lines_of(two)], sent


def show_whole_log(page: Page) -> None:
    """Have a page show more than the end of the log."""
    page.say(do="show", whole=True)
    while 'data-whole="1"' in page.parts["log"]:
        page.hear()


def heard_for(page: Page, seconds: float) -> None:
    """Take in what a page is sent for some time."""
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            page.hear(left)
