"""Finished games as rows of integers in a flat array, which simulations aggregate without one object per number."""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from dataclasses import asdict, dataclass, field

from rulewright.backends import Program
from rulewright.engine.holdings import game_number_names
from rulewright.engine.scoring import scoring_labels
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.journal import Codec, Plain
from rulewright.playtest.game import Record


@dataclass(frozen=True, slots=True)
class RowColumns:
    """The columns of a row.

    The game number; the number of decisions; then, for each seat: its decisions, its points, its rank (from 0), its
    points from each scoring, and where there are sides its own; then the numeric facts of the game at its end.
    """

    seats: int
    scorings: tuple[str, ...]
    """The label of each scoring; several can share one."""
    numbers: tuple[str, ...]
    sided: bool = False

    @classmethod
    def of_program(cls, program: Program) -> RowColumns:
        """Return the columns of a program's games."""
        ending = program.tables.ending
        sided = ending.teams or ending.together
        return cls(program.seats, scoring_labels(program), game_number_names(program), sided)

    @property
    def width(self) -> int:
        """The number of columns."""
        return 2 + (3 + len(self.scorings) + self.sided) * self.seats + len(self.numbers)

    @property
    def first_number(self) -> int:
        """The first column of the facts of the game."""
        return self.width - len(self.numbers)


@dataclass(slots=True)
class GameRows:
    """Rows of finished games, and the records of games that failed."""

    columns: RowColumns
    data: array[int] = field(default_factory=lambda: array("q"))
    broken: list[Record] = field(default_factory=list)
    faults: dict[int, list[str]] = field(default_factory=dict)
    """What was wrong with seats outside, by the number of the game."""
    in_c: int = 0
    """How many were played in C now, and are not from a journal."""
    in_python: int = 0
    """The same in Python."""

    def __len__(self) -> int:
        return len(self.data) // self.columns.width + len(self.broken)

    def column(self, at: int) -> list[int]:
        """Return one column."""
        return self.data[at :: self.columns.width].tolist()

    def seat_column(self, which: int, seat: int) -> list[int]:
        """Return one column of a seat: 0 its decisions, 1 its points, 2 its rank, from 3 its scorings, its side."""
        return self.column(2 + which * self.columns.seats + seat)

    def side_columns(self) -> list[list[int]]:
        """Return the side of each seat; empty where everybody plays alone."""
        which = 3 + len(self.columns.scorings)
        return [self.seat_column(which, seat) for seat in range(self.columns.seats if self.columns.sided else 0)]

    def add(self, record: Record) -> None:
        """Append a game that was played one by one."""
        if record.failure:
            self.broken.append(record)
            return
        if record.faults:
            self.faults[record.game] = record.faults
        ranks = {seat: rank for rank, seats in enumerate(record.ranking) for seat in seats}
        columns = self.columns
        signed = record.game - ((record.game & 1 << 63) << 1)  # columns have 64 bits with a sign
        row = [signed, sum(record.decisions), *record.decisions, *record.totals]
        row += [ranks[seat] for seat in range(columns.seats)]
        row += [points for scores in record.by_scoring for points in scores] + record.sides
        self.data.extend([*row, *(record.numbers[name] for name in columns.numbers)])

    def records(self, like: Record) -> list[Record]:
        """Return all games as records, in order; `like` has the fields they share."""
        width = self.columns.width
        rows = (self.data[at : at + width].tolist() for at in range(0, len(self.data), width))
        return sorted([*(self._record_of_row(row, like) for row in rows), *self.broken], key=lambda record: record.game)

    def _record_of_row(self, row: list[int], like: Record) -> Record:
        columns, seats = self.columns, self.columns.seats
        parts = [row[at : at + seats] for at in range(2, columns.first_number, seats)]
        scores: list[dict[str, int]] = [{} for _ in range(seats)]
        for label, points in zip(columns.scorings, parts[3:], strict=False):
            for seat, mine in enumerate(scores):
                mine[label] = mine.get(label, 0) + points[seat]
        ranking = [[s for s in range(seats) if parts[2][s] == rank] for rank in range(max(parts[2]) + 1)]
        numbers = dict(zip(columns.numbers, row[columns.first_number :], strict=True))
        number = row[0] & (1 << 64) - 1
        return Record(
            number, parts[0], parts[1], scores, ranking, "", like.ruleset, like.fingerprint,
            dict(like.settings), list(like.who), numbers, self.faults.get(number, []),
            parts[-1] if columns.sided else [], like.secret,
        )  # fmt: skip


def rows_codec(columns: RowColumns, most: int) -> Codec[GameRows]:
    """Return the codec for rows of these columns in a journal, with an upper bound on the games in a unit."""

    def encode(rows: GameRows) -> Plain:
        numbers = rows.data if sys.byteorder == "little" else array("q", rows.data)
        if numbers is not rows.data:
            numbers.byteswap()
        data = base64.b64encode(zlib.compress(numbers.tobytes(), 1)).decode()
        broken: Plain = [asdict(record) for record in rows.broken]
        return {"games": data, "broken": broken, "faults": [[game, [*said]] for game, said in rows.faults.items()]}

    def decode(plain: object) -> GameRows:
        kept = decode_as(_WrittenRows, plain)
        rows = GameRows(columns, broken=kept.broken, faults=dict(kept.faults))
        rows.data.frombytes(_unpack_within(kept.games, most * columns.width * rows.data.itemsize))
        if sys.byteorder != "little":
            rows.data.byteswap()
        if len(rows.data) % columns.width or not all(record.failure for record in rows.broken):
            raise ValueError("these are no rows of such games")
        return rows

    def items(rows: GameRows) -> list[int]:
        return sorted([*(number & (1 << 64) - 1 for number in rows.column(0)), *(one.game for one in rows.broken)])

    return Codec(encode, decode, items)


@dataclass(frozen=True, slots=True)
class _WrittenRows:
    """Rows in a journal."""

    games: str
    broken: list[Record]
    faults: list[tuple[int, list[str]]] = field(default_factory=list)


def _unpack_within(text: str, most: int) -> bytes:
    """Return what a text holds; raises `ValueError` where that is too much, before it fills the memory."""
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.b64decode(text, validate=True), most + 1)
    except zlib.error:
        data = b""
    if not unpacking.eof or len(data) > most or len(data) % 8:
        raise ValueError("these are no rows")
    return data
