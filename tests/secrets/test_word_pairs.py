"""Each word of the rows, where it reads or moves what others do not see, tells them nothing; and it would be noticed.

In every row `found` is what the word has worked out in secret, or a sum of the cards that it has moved. Pairs of worlds
count only where that really differs. They are compared by all that leaves the game: the log, the view, the options with
reasons, messages to seats outside and to language models, what learners are given, and how a greedy seat rates options.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pairs
import pytest

pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[openspiel]"')

from tests.tiers import sampled
from tests.words.words_made import ROWS, folder_of

from rulewright.adapters.history import Course, History
from rulewright.adapters.observation import Observer
from rulewright.adapters.position import AdaptedPosition
from rulewright.backends import Program
from rulewright.engine import Game, log
from rulewright.engine.position import CellReader
from rulewright.engine.seat_view import SeatView
from rulewright.mcp.turns import TurnWriter
from rulewright.players import greedy
from rulewright.players.external import messages, table
from rulewright.report.table import look

pytestmark = pytest.mark.slow

PAIRS = 30
LEAST = 10
"""So many pairs of each row must differ in what the word has found."""

READ_BY = pairs.read_by


@cache
def course(word: str, seats: int) -> Course:
    return Course(str(folder_of(word)), seats, "ranks")


@cache
def advisor(program: Program) -> greedy.Greedy:
    return greedy.Greedy(program)


def sent(world: Game, onlooker: int) -> object:
    """Return what a seat outside is sent, and what a language model is."""
    lines = table.readable_lines(world.log, onlooker)
    if world.over or world.seat != onlooker:  # at the end everybody sees all points
        return lines
    message, _ = table.question_for(world.program, world.state, world.codes, 1.0, world.log)
    turn = TurnWriter().turn(look(world, onlooker), message.options, message.log or [])
    return messages.encoded_line(message), turn


def looked_at(world: Game, onlooker: int) -> object:
    """Return the cells, pieces and rules under way that the seat sees, and what it can infer."""
    view = SeatView(world.program, world.state, onlooker)
    return view.facts, view.pieces, view.standing, world.view(onlooker)


def learned(of: Course, world: Game, onlooker: int) -> object:
    """Return what learners are given: the information state, and numbers."""
    at = AdaptedPosition(of.adapted, world.state, world.codes)
    lines = [", ".join(map(json.dumps, table.readable_lines(world.log, seat))) for seat in range(world.program.seats)]
    known = History(of, None, -1, at, _told=lines).known_to(onlooker)
    return known, of.adapted.observer.observe(world.state, onlooker).tolist()


def advised(world: Game, onlooker: int) -> object:
    """Return how a seat that plays by itself rates its options."""
    if world.over or world.seat != onlooker:
        return ()
    return [rated.worth for rated in advisor(world.program).rate_options(world.state, world.codes, 5)]


def found_by_others(world: Game, onlooker: int) -> list[int]:
    """Return what the word has found for everybody else."""
    entry = next(entry for entry in world.program.entries if entry.name.rpartition(".")[2] == "found")
    return [world.state[entry.start + at] for at, owner in enumerate(entry.owners) if owner != onlooker]


def differing(patch: pytest.MonkeyPatch, word: str, most: int = PAIRS) -> tuple[int, set[str]]:
    """Return in how many pairs the word has found something else, and in which channels that shows."""
    shown: list[tuple[list[int], dict[str, object]]] = []
    told_apart = pairs.told_apart

    def everything(world: Game, onlooker: int) -> str:
        of = course(word, world.program.seats)
        channels = {
            "log": READ_BY(world, onlooker), "messages": sent(world, onlooker),
            "learners": learned(of, world, onlooker), "advice": advised(world, onlooker),
        }  # fmt: skip
        shown.append((found_by_others(world, onlooker), channels))
        return ""

    def told_before_or_after(pair: pairs.Pair) -> str | None:
        one, other = (looked_at(world, pair.onlooker) for world in pair.worlds)
        return told_apart(pair) if one == other else "views"

    patch.setattr(pairs, "read_by", everything)
    patch.setattr(pairs, "told_apart", told_before_or_after)
    apart = {said and (said if said == "views" else "questions") for _, said in pairs.compared(folder_of(word), most)}
    both = list(zip(shown[::2], shown[1::2], strict=True))
    apart |= {name for one, other in both for name in one[1] if one[1][name] != other[1][name]}
    return sum(one[0] != other[0] for one, other in both), apart - {""}


@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_a_word_tells_nothing_of_what_it_reads_or_moves(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    different, apart = differing(monkeypatch, word)
    assert apart == set()
    assert different >= LEAST, "in too few pairs the word has found something else"


# ---- that it would be noticed

Patch = pytest.MonkeyPatch


class TruthTeller:
    """Imagines the world as it is."""

    def sample(self, state: list[int], *_: int) -> list[int]:
        return list(state)


def lines_to_all(patch: Patch) -> None:
    patch.setattr(log, "seats_in", lambda *_: None)


def messages_of_all(patch: Patch) -> None:
    patch.setattr(table, "SeatView", lambda program, state, _: SeatView(program, state, None))
    patch.setattr(table, "readable_lines", lambda log, _: [each.text for each in log])


def cells_to_all(patch: Patch) -> None:
    patch.setattr("rulewright.engine.position.is_visible", lambda *_: True)
    patch.setattr("rulewright.engine.position._reader", CellReader)


def numbers_of_others(patch: Patch) -> None:
    observe = Observer.observe
    patch.setattr(Observer, "observe", lambda self, vector, seat: observe(self, vector, (seat + 1) % 3))


def advice_by_the_truth(patch: Patch) -> None:
    patch.setattr(greedy, "worlds_of", lambda _: TruthTeller())
    patch.setattr("test_word_pairs.advisor", greedy.Greedy)


LEAKS = {
    lines_to_all: "log", messages_of_all: "messages", cells_to_all: "views", numbers_of_others: "learners",
}  # fmt: skip
"""Ways to give away what a word has found or moved, and where that shows."""


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_a_leak_of_what_a_word_has_found_is_noticed(
    word: str, leak: Callable[[Patch], None], monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    assert LEAKS[leak] in differing(monkeypatch, word)[1]


def test_advice_that_knows_the_truth_is_noticed(monkeypatch: Patch) -> None:
    advice_by_the_truth(monkeypatch)
    assert "advice" in differing(monkeypatch, "weights")[1]


def test_who_knows_a_card_is_not_told_that_chance_chose_it(monkeypatch: Patch) -> None:
    """This is how it was: the line was for everybody who knew the card, though it lay in a hand."""
    note = log.Teller._random

    def told_by_the_card(self: log.Teller, where: int, name: str, thing: Any, seen: int) -> list[log.LogLine]:
        pieces = self.program.tables.pieces["card"]
        shown = [part for part in thing if not isinstance(part, str)]
        known = [pieces.known_to(self._values, piece) for _, piece in shown]
        return note(self, where, name, thing, seen | sum(known[:1]))

    monkeypatch.setattr(log.Teller, "_random", told_by_the_card)
    assert "log" in differing(monkeypatch, "random")[1]
