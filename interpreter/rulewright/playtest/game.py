"""One game played by random seats, and the record it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

from rulewright.diagnostics import RulesError
from rulewright.players.random_seat import decide
from rulewright.players.table import TableGame

Start = Callable[[int], TableGame]
"""From a game number to a game at its first question."""

MOST_DECISIONS = 100_000
"""A game with more decisions than this is counted as one that does not end."""


@dataclass(slots=True)
class Record:
    """What is kept of a game. `failure` is empty, or the sentence that says what broke."""

    game: int
    decisions: list[int]
    totals: list[int] = field(default_factory=list)
    scores: list[dict[str, int]] = field(default_factory=list)
    ranking: list[list[int]] = field(default_factory=list)
    failure: str = ""

    def as_data(self) -> dict[str, object]:
        """Return the record as it is written to a file."""
        data = asdict(self)
        return data if self.failure else {k: v for k, v in data.items() if k != "failure"}


def play_one(start: Start, number: int, seats: int) -> Record:
    """Play a game to its end; whatever breaks it becomes part of the record."""
    record = Record(number, [0] * seats)
    try:
        game = start(number)
        _play(game, record)
        record.totals = [int(points) for points in game.totals()]
        record.scores = [dict(each) for each in game.scores()]
        record.ranking = [list(together) for together in game.ranking()]
    except Exception as problem:  # noqa: BLE001  a broken game is a result, too
        record.failure = failure_text(problem)
    return record


def _play(game: TableGame, record: Record) -> None:
    made = 0
    while (question := game.question) is not None:
        if made >= MOST_DECISIONS:
            raise RuntimeError(f"no end after {MOST_DECISIONS:,} decisions")
        record.decisions[question.seat] += 1
        game.choose(decide(question, record.game, made))
        made += 1


def failure_text(problem: Exception) -> str:
    """Return what broke a game in one line."""
    if isinstance(problem, RulesError) and problem.findings:
        first = problem.findings[0]
        where = f" ({first.span.file}:{first.span.line})" if first.span.line else ""
        return f"{first.code}: {first.message}{where}"
    said = " ".join(str(problem).split())
    return said or type(problem).__name__
