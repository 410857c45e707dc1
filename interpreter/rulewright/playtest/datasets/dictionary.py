"""The columns of the tables, with what they mean: the data dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulewright.backends import Program
from rulewright.engine.holdings import game_number_names, held_by_seats
from rulewright.engine.scoring import scoring_labels

GAMES, SEATS, DECISIONS = "games", "seats", "decisions"
TABLES = (GAMES, SEATS, DECISIONS)

WHOLE, SHARE, TEXT, TEXTS = "whole number", "number", "text", "texts"
"""What a column holds."""

Value = None | int | float | str | list[str]
"""What a cell holds; None is an empty one."""

POINTS_OF, HAS, CHANGE, FACT = "points: ", "has: ", "change: ", "fact: "
"""How the names of columns begin that the rules of a game add."""


class DataColumn(NamedTuple):
    """A column of a table."""

    table: str
    name: str
    kind: str
    meaning: str


PLAIN_COLUMNS = (
    DataColumn(GAMES, "game", WHOLE, "The number of the game, which decides on all of its chance."),
    DataColumn(GAMES, "ruleset", TEXT, "The name of the ruleset."),
    DataColumn(
        GAMES, "fingerprint", TEXT, "A hash of its rules: games with the same one were played by the same rules."
    ),
    DataColumn(GAMES, "players", WHOLE, "How many players took part."),
    DataColumn(GAMES, "decisions", WHOLE, "How many decisions all players made together."),
    DataColumn(GAMES, "winners", TEXTS, "The seats that won; several where they share the win."),
    DataColumn(GAMES, "failure", TEXT, "What broke, for a game that did not come to its end; empty for all others."),
    DataColumn(SEATS, "game", WHOLE, "The number of the game."),
    DataColumn(SEATS, "seat", WHOLE, "The number of the seat, from 1."),
    DataColumn(SEATS, "name", TEXT, "What the rules call the seat."),
    DataColumn(SEATS, "kind", TEXT, "Who sat there, such as random or greedy."),
    DataColumn(SEATS, "decisions", WHOLE, "How many decisions the player made."),
    DataColumn(SEATS, "points", WHOLE, "The points at the end."),
    DataColumn(
        SEATS, "rank", WHOLE,
        "The place at the end, 1 for winners; those who share one have the same. 2 where nobody won.",
    ),
    DataColumn(SEATS, "win", SHARE, "1 for a win, a part of 1 for one that several share, 0 otherwise."),
    DataColumn(
        SEATS, "side", WHOLE,
        "The number of the first seat on the same side; that of the seat where everybody plays alone.",
    ),
    DataColumn(DECISIONS, "game", WHOLE, "The number of the game."),
    DataColumn(DECISIONS, "decision", WHOLE, "The number of the decision in its game, from 1."),
    DataColumn(DECISIONS, "seat", WHOLE, "The number of the seat that decided, from 1."),
    DataColumn(DECISIONS, "name", TEXT, "What the rules call the seat."),
    DataColumn(DECISIONS, "kind", TEXT, "Who sat there."),
    DataColumn(DECISIONS, "phase", TEXT, "The phase, the innermost one where they are nested."),
    DataColumn(
        DECISIONS, "round", WHOLE,
        "Which run this is, from 1, of the outermost phase that runs more than once in this game; of laps around the "
        "table where there is none.",
    ),
    DataColumn(DECISIONS, "offered", TEXTS, "All choices."),
    DataColumn(DECISIONS, "taken", TEXT, "The one that was taken."),
    DataColumn(DECISIONS, "option", TEXT, "The option of the rules that it belongs to, with its rule."),
    DataColumn(DECISIONS, "number", WHOLE, "The number that comes with it, such as a bid; empty where there is none."),
    DataColumn(
        DECISIONS, "thing", TEXT, "The piece, space or other thing that comes with it; empty where there is none."
    ),
    DataColumn(DECISIONS, "points", WHOLE, "What the player's points were worth before the decision."),
    DataColumn(
        DECISIONS, "lead", WHOLE,
        "By how much that was ahead of the best other side, below 0 behind it; empty without one.",
    ),
)  # fmt: skip
"""The columns that the games of all rulesets have."""


def data_dictionary(program: Program) -> list[DataColumn]:
    """Return the columns of all tables of a program's games, in order."""
    added = [*_added_columns(program)]
    return [column for table in TABLES for column in columns_of(table, [*PLAIN_COLUMNS, *added])]


def columns_of(table: str, columns: Iterable[DataColumn]) -> list[DataColumn]:
    """Return the columns of one table."""
    return [column for column in columns if column.table == table]


def source_names(program: Program) -> list[str]:
    """Return the sources of points, each once."""
    return [*dict.fromkeys(scoring_labels(program))]


def _added_columns(program: Program) -> Iterator[DataColumn]:
    """Yield the columns that the rules of a game add."""
    change = "By how much the player's {} changed until the next decision of anybody: below 0 is the price."
    held = [*held_by_seats(program, program.opening(0)[0])]
    for table, prefix, names, meaning in (
        (GAMES, FACT, game_number_names(program), "The game's {} at its end."),
        (SEATS, POINTS_OF, source_names(program), "The points at the end from {}."),
        (DECISIONS, HAS, held, "The player's {} before the decision."),
        (DECISIONS, CHANGE, held, change),
    ):
        yield from (DataColumn(table, f"{prefix}{name}", WHOLE, meaning.format(name)) for name in names)
