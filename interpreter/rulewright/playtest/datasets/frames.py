"""The tables as data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.jobs.run import results_of
from rulewright.playtest.datasets import late
from rulewright.playtest.datasets.dictionary import DECISIONS, WHOLE, columns_of, data_dictionary
from rulewright.playtest.datasets.games import RecordedGames
from rulewright.playtest.datasets.rows import TableRows, rows_in, rows_of_record
from rulewright.playtest.game import Record

if TYPE_CHECKING:
    import pandas


class OtherGame(Exception):  # noqa: N818
    """A game went another way when it was played again: who sits there does not decide by the position alone."""


def data_frame(match: RecordedGames, records: Sequence[Record], table: str, jobs: int) -> pandas.DataFrame:
    """Return a table of games that were played; for decisions they are played again.

    Raises `ModuleNotFoundError` without pandas, `OtherGame` where that makes another game.
    """
    (program,) = match.compiled()
    games = _again(match, records, jobs) if table == DECISIONS else [rows_of_record(program, one) for one in records]
    columns = columns_of(table, data_dictionary(program))
    frame = late.pandas.DataFrame(rows_in(table, games), columns=[column.name for column in columns])
    whole = {column.name: "UInt64" if column.name == "game" else "Int64" for column in columns if column.kind == WHOLE}
    frame = frame.astype(whole)
    frame.attrs = {column.name: column.meaning for column in columns}
    return frame


def _again(match: RecordedGames, records: Sequence[Record], jobs: int) -> list[TableRows]:
    numbers = range(records[0].game, records[-1].game + 1) if records else range(0)
    games = [game for unit in results_of(match.job(numbers), jobs) for game in unit]
    for record, game in zip(records, games, strict=True):
        if record.as_data() != game.record.as_data():
            raise OtherGame(record.game)
    return [game.rows for game in games]
