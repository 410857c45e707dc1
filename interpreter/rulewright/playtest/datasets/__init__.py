"""Games as tables for other programs: a row for each game, each seat of a game, and each decision.

    dictionary.py   the columns of the three tables, with what each means
    rows.py         from a game to its rows
    games.py        games with their rows as units of the job runner
    files.py        writes the tables as CSV or Parquet, with the dictionary beside them
    frames.py       the tables as data frames
    late.py         what is imported when it is first needed

The rows of all games of one ruleset have the same columns. Names are those of the rules, as people type them.

Tests: `tests/playtest/test_datasets.py`.
"""

CSV, PARQUET = "csv", "parquet"
"""The forms of tables."""
