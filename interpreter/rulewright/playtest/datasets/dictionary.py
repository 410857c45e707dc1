"""The columns of the tables, with what they mean: the data dictionary."""

from __future__ import annotations

from collections.abc import Iterator
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


def data_dictionary(program: Program) -> list[DataColumn]:
    """Return the columns of all tables of a program's games, in order."""
    return [*_game_columns(program), *_seat_columns(program), *_decision_columns(program)]


def columns_of(table: str, columns: list[DataColumn]) -> list[DataColumn]:
    """Return the columns of one table."""
    return [column for column in columns if column.table == table]


def source_names(program: Program) -> list[str]:
    """Return the sources of points, each once."""
    return [*dict.fromkeys(scoring_labels(program))]


def holding_names(program: Program) -> list[str]:
    """Return what a seat can have so many of: amounts, and pieces in its places."""
    return [*held_by_seats(program, program.opening(0)[0])]


def _game_columns(program: Program) -> Iterator[DataColumn]:
    plain = (
        ("game", WHOLE, "The number of the game, which decides on all of its chance."),
        ("ruleset", TEXT, "The name of the ruleset."),
        ("fingerprint", TEXT, "A hash of its rules: games with the same one were played by the same rules."),
        ("players", WHOLE, "How many players took part."),
        ("decisions", WHOLE, "How many decisions all players made together."),
        ("winners", TEXTS, "The seats that won; several where they share the win."),
        ("failure", TEXT, "What broke, for a game that did not come to its end; empty for all others."),
    )
    yield from (DataColumn(GAMES, *column) for column in plain)
    for name in game_number_names(program):
        yield DataColumn(GAMES, f"{FACT}{name}", WHOLE, f"The game's {name} at its end.")


def _seat_columns(program: Program) -> Iterator[DataColumn]:
    plain = (
        ("game", WHOLE, "The number of the game."),
        ("seat", WHOLE, "The number of the seat, from 1."),
        ("name", TEXT, "What the rules call the seat."),
        ("kind", TEXT, "Who sat there, such as random or greedy."),
        ("decisions", WHOLE, "How many decisions the player made."),
        ("points", WHOLE, "The points at the end."),
        ("rank", WHOLE, "The place at the end, 1 for winners; those who share one have the same. 2 where nobody won."),
        ("win", SHARE, "1 for a win, a part of 1 for one that several share, 0 otherwise."),
        ("side", WHOLE, "The number of the first seat on the same side; that of the seat where everybody plays alone."),
    )
    yield from (DataColumn(SEATS, *column) for column in plain)
    for name in source_names(program):
        yield DataColumn(SEATS, f"{POINTS_OF}{name}", WHOLE, f"The points at the end from {name}.")


def _decision_columns(program: Program) -> Iterator[DataColumn]:
    plain = (
        ("game", WHOLE, "The number of the game."),
        ("decision", WHOLE, "The number of the decision in its game, from 1."),
        ("seat", WHOLE, "The number of the seat that decided, from 1."),
        ("name", TEXT, "What the rules call the seat."),
        ("kind", TEXT, "Who sat there."),
        ("phase", TEXT, "The phase, the innermost one where they are nested."),
        ("round", WHOLE, "Which run this is, from 1, of the outermost phase that runs more than once in this game; "
                         "of laps around the table where there is none."),
        ("offered", TEXTS, "All choices."),
        ("taken", TEXT, "The one that was taken."),
        ("option", TEXT, "The option of the rules that it belongs to, with its rule."),
        ("number", WHOLE, "The number that comes with it, such as a bid; empty where there is none."),
        ("thing", TEXT, "The piece, space or other thing that comes with it; empty where there is none."),
        ("points", WHOLE, "What the player's points were worth before the decision."),
        ("lead", WHOLE, "By how much that was ahead of the best other side, below 0 behind it; empty without one."),
    )  # fmt: skip
    yield from (DataColumn(DECISIONS, *column) for column in plain)
    for name in holding_names(program):
        yield DataColumn(DECISIONS, f"{HAS}{name}", WHOLE, f"The player's {name} before the decision.")
    for name in holding_names(program):
        said = f"By how much the player's {name} changed until the next decision of anybody: below 0 is the price."
        yield DataColumn(DECISIONS, f"{CHANGE}{name}", WHOLE, said)
