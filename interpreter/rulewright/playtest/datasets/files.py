"""Writes the tables: as CSV, a line at once, or as Parquet, in one piece; the dictionary is a CSV file beside them."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulewright.playtest.datasets import CSV, late
from rulewright.playtest.datasets.dictionary import SHARE, TABLES, TEXT, TEXTS, WHOLE, DataColumn, columns_of
from rulewright.playtest.datasets.rows import Row, TableRows, rows_in
from rulewright.source.writing import DRAFTS, LineFile, naming_errors

BETWEEN = " | "
"""What stands between several texts in a cell of a CSV file."""
DICTIONARY = "dictionary"


class CsvFile:
    """A table as CSV in UTF-8: the names of the columns, then a line for each row; what there is none of is empty."""

    def __init__(self, path: Path, columns: Sequence[DataColumn], force: bool, resume: bool) -> None:
        self._file = LineFile(path.with_suffix(".csv"), force, resume)
        self.add([[column.name for column in columns]])

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        for row in rows:
            self._file.add(csv_line(row))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class ParquetFile:
    """A table as Parquet, which appears when it is whole. What a column means is in the metadata of its field."""

    def __init__(self, path: Path, columns: Sequence[DataColumn], force: bool, resume: bool) -> None:
        self._path, self._names = path.with_suffix(".parquet"), [column.name for column in columns]
        if self._path.exists() and not (force or resume):
            raise FileExistsError(str(self._path))
        self._draft = path.with_name(DRAFTS.replace("*", os.urandom(8).hex()))
        arrow = late.pyarrow
        kinds = {WHOLE: arrow.int64(), SHARE: arrow.float64(), TEXT: arrow.string(), TEXTS: arrow.list_(arrow.string())}
        self._schema = arrow.schema(
            arrow.field(one.name, arrow.uint64() if one.name == "game" else kinds[one.kind], metadata={"": one.meaning})
            for one in columns
        )
        with naming_errors(self._path):
            self._file = late.parquet.ParquetWriter(self._draft, self._schema)

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows."""
        table = [dict(zip(self._names, row, strict=True)) for row in rows]
        self._file.write_table(late.pyarrow.Table.from_pylist(table, schema=self._schema))

    def close(self) -> None:
        """Finish the file."""
        self._file.close()
        os.replace(self._draft, self._path)


class DataFolder:
    """A folder with a file for each table, and one for the dictionary."""

    def __init__(
        self, folder: Path, columns: list[DataColumn], form: str = CSV, force: bool = False, resume: bool = False
    ) -> None:
        """Raises `FileExistsError` where a file is there and is neither to be overwritten nor resumed."""
        with naming_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        dictionary = CsvFile(folder / DICTIONARY, DICTIONARY_COLUMNS, force, resume)
        dictionary.add([*column] for column in columns)
        dictionary.close()
        opener: type[CsvFile | ParquetFile] = CsvFile if form == CSV else ParquetFile
        self._files = {table: opener(folder / table, columns_of(table, columns), force, resume) for table in TABLES}

    def add(self, games: Sequence[TableRows]) -> None:
        """Append the rows of games."""
        for table, file in self._files.items():
            file.add(rows_in(table, games))

    def close(self) -> None:
        """Finish all files."""
        for file in self._files.values():
            file.close()


DICTIONARY_COLUMNS = [
    DataColumn(DICTIONARY, "table", TEXT, ""), DataColumn(DICTIONARY, "column", TEXT, ""),
    DataColumn(DICTIONARY, "holds", TEXT, ""), DataColumn(DICTIONARY, "meaning", TEXT, ""),
]  # fmt: skip


def csv_line(row: Row) -> str:
    """Return a row as a line of CSV, without its end."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(BETWEEN.join(cell) if isinstance(cell, list) else cell for cell in row)
    return line.getvalue()
