"""`--data` and `--data-format`: games as tables for other programs, beside their summary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import late
from rulewright.cli.run import GamesRun, OutFile
from rulewright.playtest.datasets import CSV, PARQUET
from rulewright.playtest.rows import GameRows, RowColumns
from rulewright.playtest.summary import Summary

if TYPE_CHECKING:
    from rulewright.playtest.datasets.games import RecordedGame, RecordedGames

EXTRA = 'Parquet needs more: install it with  pip install "rulewright[data]"'


@dataclass(frozen=True)
class DataOut:
    """What was typed about tables for other programs."""

    data: Path | None
    data_format: str

    def refuse_missing(self) -> None:
        """Raise `click.UsageError` where what the format needs is not installed."""
        if self.data_format == PARQUET and find_spec("pyarrow") is None:
            raise click.UsageError(EXTRA)


def data_options() -> Callable[[Any], Any]:
    """Return the options of a command whose games can be written as tables."""
    folder = click.option(
        "--data", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER",
        help="Write tables to this folder: games, seats, decisions, and a dictionary of their columns.",
    )  # fmt: skip
    form = click.option(
        "--data-format", type=click.Choice([CSV, PARQUET]), default=CSV, show_default=True, help="The form of tables."
    )  # fmt: skip
    return lambda command: folder(form(command))


def play_recorded(
    match: RecordedGames, numbers: range, run: GamesRun, kept: OutFile, out: DataOut
) -> tuple[Summary, int]:
    """Play games, write their tables, and return their summary with an exit code."""
    (program,) = match.compiled()
    summary, columns = Summary(match.seats), RowColumns.of_program(program)
    assert out.data is not None
    try:
        columns_kept = late.dataset_columns.data_dictionary(program)
        folder = late.dataset_files.DataFolder(out.data, columns_kept, out.data_format, kept.force, kept.resume)
    except FileExistsError as problem:
        said = f"--data: {problem.filename} is there already. Give another folder, or --force to overwrite it."
        raise click.UsageError(said) from None

    def take(games: list[RecordedGame]) -> None:
        rows = GameRows(columns)
        for game in games:
            rows.add(game.record)
            run.write_game(game.record.as_data())
        summary.add_rows(rows)
        folder.add([game.rows for game in games])

    run.keep_journal(match, {"--seed": numbers.start, "--check-always": match.check, "--data": True})
    code = run.play_job(match.job(numbers), take)
    folder.close()
    return summary, run.end_run(code)
