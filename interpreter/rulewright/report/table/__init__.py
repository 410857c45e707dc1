"""What one seat sees of a game, as typed values that text, screens and pages are drawn from.

`look(game, seat)` returns a `Table`: the phases, the sections in their order, the question with its options, and the
log since the seat's last decision. It depends on nothing that the seat may not know, and on no game in particular: all
of it is derived from what a ruleset declares, and from the hints that it may give (`kind: table`).

    model.py        the values
    reading.py      facts, places, declared values and pieces with the eyes of a seat, and which of them have changed
    sections.py     which sections there are, and in which order
    columns.py      the columns of tables
    grids.py        grids and paths
    cropping.py     the part of a large grid that is drawn
    question.py     the question with its options, and what each is about
    context.py      what a question is about
    preview.py      what an option would do
    summary.py      a finished game in short
    inspecting.py   what is known of a thing
    advice.py       the answers to what a person at a table asks: why, what, a hint

Tests: `tests/table/`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine import Game
from rulewright.engine.position import Position
from rulewright.engine.several_things import whole_question
from rulewright.report.table import question
from rulewright.report.table.model import Seat, Table, Told
from rulewright.report.table.reading import Reader
from rulewright.report.table.sections import sections


def look(
    game: Game, seat: int | None, before: Sequence[int] | None = None, news: Sequence[Told] = (),
    everything: bool = False, together: bool = False,
) -> Table:  # fmt: skip
    """Return what a seat sees; None sees what is public. `before` is the vector at the seat's last decision.

    Others than the one who is asked learn of a question only whose it is. With `everything` there are no secrets; the
    end of a game reveals nothing: a hand that was folded stays hidden. `together`: things of which several are chosen
    are listed all at once, also those that are offered only after others.
    """
    asked = whole_question(game) if together else game.question
    mine = asked is not None and (everything or asked.seat == seat)
    shown = question.asked(game.position, asked, mine) if asked is not None else None
    targets = shown.targets if shown is not None else frozenset[str]()
    earlier = None if before is None else Position(game.program, before)
    found = sections(Reader(game.position, seat, everything, earlier), targets)
    seats = tuple(Seat(name, asked is not None and at == asked.seat) for at, name in enumerate(names_of(game)))
    return Table(seat, seats, tuple(game.headings()), found, shown, tuple(news))


def names_of(game: Game) -> list[str]:
    """Return the names of the players as they are shown."""
    return game.program.domains["player"].labels
