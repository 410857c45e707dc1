"""Tables on the disk, in SQLite: every decision is there before anybody sees what came of it.

`synchronous` is FULL: a decision survives `kill -9` and a power cut. The file holds every secret and every link, so it
is its owner's alone; one server at a time uses it.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from rulewright.source.writing import lock

if TYPE_CHECKING:
    from collections.abc import Iterator

PERSON = "person"
"""The kind of a seat that a person decides for."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables(
    id TEXT PRIMARY KEY, ruleset TEXT, settings TEXT, number TEXT, kinds TEXT, names TEXT, undone INTEGER
);
CREATE TABLE IF NOT EXISTS decisions(
    table_id TEXT, number INTEGER, name TEXT, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS ahead(
    table_id TEXT, seat INTEGER, name TEXT, PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS taken_back(
    table_id TEXT, depth INTEGER, names TEXT, PRIMARY KEY (table_id, depth)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS said(
    table_id TEXT, number INTEGER, seat INTEGER, text TEXT, PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS links(token TEXT PRIMARY KEY, table_id TEXT, seats TEXT);
"""


MOST_SAID = 100
"""Lines of the chat of a table that are kept."""


class Said(NamedTuple):
    """A line of the chat."""

    number: int
    seat: int
    text: str


@dataclass(slots=True)
class TableRow:
    """A table as it is stored.

    `number` is the number of the game with its secret; `undone` counts how often decisions were taken back.
    """

    id: str
    ruleset: str
    settings: dict[str, int]
    number: int
    kinds: list[str]
    names: list[str]
    """What the persons call themselves, by seat."""
    undone: int = 0
    decisions: list[str] = field(default_factory=list)
    ahead: dict[int, list[str]] = field(default_factory=dict)
    """What seats have answered that decide at the same time as the one that is asked: several things in turn."""
    taken_back: list[list[str]] = field(default_factory=list)
    """Decisions that can be put back, those that were taken back last at the end."""
    said: list[Said] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Link:
    """What a link leads to: the lobby (no table), a table for some seats, or for onlookers (no seats)."""

    token: str
    table: str = ""
    seats: tuple[int, ...] = ()

    @property
    def is_host(self) -> bool:
        """Whether it leads to the lobby."""
        return not self.table


class Store:
    """The database; without a path one in memory, which ends with the process."""

    def __init__(self, path: Path | None) -> None:
        self._held: BinaryIO | None = None
        if path is not None:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._held = open(os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600), "r+b")  # noqa: SIM115
            lock(self._held.fileno())
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        """Close the database, so that another process can open it."""
        self._db.close()
        if self._held is not None:
            self._held.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:  # SQLite may have ended it by itself, as on a full disk
                self._db.execute("ROLLBACK")
            raise

    def add_table(self, row: TableRow, links: Iterable[Link]) -> None:
        """Keep a new table with its links."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, 0)",
                (row.id, row.ruleset, json.dumps(row.settings), f"{row.number:x}", *_texts(row.kinds, row.names)),
            )
            for link in links:
                self.add_link(link)

    def add_link(self, link: Link) -> None:
        """Keep a link."""
        self._db.execute("INSERT INTO links VALUES (?, ?, ?)", (link.token, link.table, json.dumps(link.seats)))

    def replace_link(self, old: Link, new: Link) -> None:
        """Keep a link in place of one that is revoked."""
        with self._transaction():
            self._db.execute("DELETE FROM links WHERE token = ?", (old.token,))
            self.add_link(new)

    def remove_table(self, table: str) -> None:
        """Forget a table with all that belongs to it."""
        with self._transaction():
            self._db.execute("DELETE FROM tables WHERE id = ?", (table,))
            for name in ("decisions", "ahead", "taken_back", "said", "links"):
                self._db.execute(f"DELETE FROM {name} WHERE table_id = ?", (table,))

    def add_decisions(self, table: str, number: int, names: Sequence[str], answered: Iterable[int]) -> None:
        """Keep decisions, of which there is one for each number; what these seats have answered ahead is forgotten."""
        with self._transaction():
            self._insert_decisions(table, number, names)
            self._db.execute("DELETE FROM taken_back WHERE table_id = ?", (table,))
            for seat in answered:
                self.forget_ahead(table, seat)

    def _insert_decisions(self, table: str, number: int, names: Sequence[str]) -> None:
        for at, name in enumerate(names, number):
            self._db.execute("INSERT INTO decisions VALUES (?, ?, ?)", (table, at, name))

    def answer_ahead(self, table: str, seat: int, names: Sequence[str]) -> None:
        """Keep what a seat decides as soon as it is asked."""
        self._db.execute("INSERT OR REPLACE INTO ahead VALUES (?, ?, ?)", (table, seat, json.dumps(names)))

    def forget_ahead(self, table: str, seat: int) -> None:
        """Forget what a seat decides as soon as it is asked."""
        self._db.execute("DELETE FROM ahead WHERE table_id = ? AND seat = ?", (table, seat))

    def take_back(self, table: str, number: int, names: Sequence[str], answered: Iterable[int]) -> None:
        """Keep the decisions from a number on as taken back; forget what these seats have answered ahead."""
        taken = "INSERT INTO taken_back SELECT id, undone, ? FROM tables WHERE id = ?"
        with self._transaction():
            for seat in answered:
                self.forget_ahead(table, seat)
            self._db.execute("DELETE FROM decisions WHERE table_id = ? AND number >= ?", (table, number))
            self._db.execute(taken, (json.dumps(names), table))
            self._db.execute("UPDATE tables SET undone = undone + 1 WHERE id = ?", (table,))

    def put_back(self, table: str, number: int, names: Sequence[str]) -> None:
        """Keep those decisions as made, from a number on, that were taken back last."""
        last = "(SELECT MAX(depth) FROM taken_back WHERE table_id = :table)"
        with self._transaction():
            self._insert_decisions(table, number, names)
            self._db.execute(f"DELETE FROM taken_back WHERE table_id = :table AND depth = {last}", {"table": table})

    def say(self, table: str, line: Said) -> None:
        """Keep a line of the chat, and only the last ones before it."""
        with self._transaction():
            self._db.execute("INSERT INTO said VALUES (?, ?, ?, ?)", (table, *line))
            self._db.execute("DELETE FROM said WHERE table_id = ? AND number <= ?", (table, line.number - MOST_SAID))

    def unsay(self, table: str, number: int) -> None:
        """Forget a line of the chat."""
        self._db.execute("DELETE FROM said WHERE table_id = ? AND number = ?", (table, number))

    def update_seats(self, table: str, kinds: Sequence[str], names: Sequence[str]) -> None:
        """Keep who sits where."""
        self._db.execute("UPDATE tables SET kinds = ?, names = ? WHERE id = ?", (*_texts(kinds, names), table))

    def links(self) -> list[Link]:
        """Return all links."""
        rows = self._db.execute("SELECT token, table_id, seats FROM links ORDER BY rowid").fetchall()
        return [Link(token, table, tuple(json.loads(seats))) for token, table, seats in rows]

    def tables(self) -> list[TableRow]:
        """Return all tables with their decisions, the oldest first."""
        found = []
        for id_, ruleset, settings, number, kinds, names, undone in self._db.execute(
            "SELECT * FROM tables ORDER BY rowid"
        ).fetchall():
            made = self._db.execute("SELECT name FROM decisions WHERE table_id = ? ORDER BY number", (id_,))
            lists = json.loads(kinds), json.loads(names)
            row = TableRow(id_, ruleset, json.loads(settings), int(number, 16), *lists, undone)
            row.decisions = [name for (name,) in made]
            ahead = self._db.execute("SELECT seat, name FROM ahead WHERE table_id = ?", (id_,))
            row.ahead = {seat: _names_in(text) for seat, text in ahead}
            taken = self._db.execute("SELECT names FROM taken_back WHERE table_id = ? ORDER BY depth", (id_,))
            row.taken_back = [json.loads(names) for (names,) in taken]
            said = self._db.execute("SELECT number, seat, text FROM said WHERE table_id = ? ORDER BY number", (id_,))
            row.said = [Said(*line) for line in said]
            found.append(row)
        return found


def _names_in(text: str) -> list[str]:
    """Return what a seat has answered ahead; stores of earlier versions have one plain name."""
    return list(json.loads(text)) if text.startswith("[") else [text]


def _texts(kinds: Sequence[str], names: Sequence[str]) -> tuple[str, str]:
    return json.dumps(kinds), json.dumps(names)
