"""One game played by automatic seats, and its record, which consists of numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Protocol

from rulewright.chance import parted, seed_of, with_secret
from rulewright.diagnostics import RulesError
from rulewright.playtest import late

if TYPE_CHECKING:
    from rulewright.backends import Program
    from rulewright.backends.playing import Decider

MOST_DECISIONS = 100_000
"""A game with more decisions than this counts as endless."""


OPTIONAL_ENTRIES = ("failure", "ruleset", "fingerprint", "settings", "who", "numbers", "faults", "sides", "secret")
"""Entries of a record that are omitted if empty."""


@dataclass(slots=True)
class Record:
    """The record of a game. `failure` is empty, or a sentence about what broke.

    Together with the ruleset, its fingerprint for these seats, and the figures that were set, the game can be repeated.
    """

    game: int
    decisions: list[int]
    totals: list[int] = field(default_factory=list)
    scores: list[dict[str, int]] = field(default_factory=list)
    ranking: list[list[int]] = field(default_factory=list)
    failure: str = ""
    ruleset: str = ""
    fingerprint: str = ""
    settings: dict[str, int] = field(default_factory=dict)
    who: list[str] = field(default_factory=list)
    """The kind of each seat; empty if all were random."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The numeric facts of the game at its end."""
    faults: list[str] = field(default_factory=list)
    """What was wrong with seats outside, which chance replaced, and an amount that stopped at its limit: sentences."""
    sides: list[int] = field(default_factory=list)
    """Of each seat the first seat on its side; empty where everybody plays alone."""
    secret: str = ""
    """128 bits as hexadecimal digits, on which chance depends as well; empty if only the number decides."""
    by_scoring: list[list[int]] = field(default_factory=list, compare=False, repr=False)
    """The points of each seat from each scoring; empty for records read from a file."""

    @property
    def is_whole(self) -> bool:
        """Whether it says of each seat how the game ended for it, or what broke."""
        seats = range(len(self.decisions))
        ranked = sorted(seat for rank in self.ranking for seat in rank) == [*seats] and all(self.ranking[1:])
        return bool(self.failure) or (ranked and len(self.totals) == len(self.scores) == len(seats) > 0)

    @property
    def seed(self) -> int:
        """The number of the game together with its secret."""
        return with_secret(self.game, self.secret)

    def as_data(self) -> dict[str, object]:
        """Return the record in the form of a file."""
        data = ((name, getattr(self, name)) for name in WRITTEN_FIELDS)
        return {name: value for name, value in data if value or name not in OPTIONAL_ENTRIES}


WRITTEN_FIELDS = tuple(one.name for one in fields(Record) if one.name != "by_scoring")
"""The fields of a record in a file: `by_scoring` is what `scores` was before sources with one label were added up."""


@dataclass(slots=True)
class NumberedGame:
    """A game by its number among the items of a job, with its record."""

    number: int
    record: Record

    @property
    def item(self) -> int:
        """The item of the job of which it comes."""
        return self.number


class GameWatcher(Protocol):
    """Takes note of a game while it is played."""

    def note(self, state: list[int], codes: list[int], code: int) -> None:
        """Take note of a decision before it is made: the vector, its choices, and the code of the one that is taken."""

    def end(self, state: list[int]) -> None:
        """Take note of the end of a game that comes to one."""


def play_one(
    program: Program, number: int, check: bool = True, deciders: Sequence[Decider] = (),
    watcher: GameWatcher | None = None,
) -> Record:  # fmt: skip
    """Play a game to its end; errors become part of the record. Without deciders all seats are random.

    The number may carry a secret.
    """
    shown, secret = parted(number)
    record = Record(shown, [0] * program.seats, fingerprint=program.fingerprint, secret=secret)
    record.ruleset, record.settings = program.ruleset, dict(program.settings)
    try:
        state = _play_to_end(program, record, check, watched_by(watcher, program, deciders) if watcher else deciders)
        record.faults = [*late.seats.end_games(deciders, state), *late.runtime_errors.stopped_amounts(program)]
        record.by_scoring = late.scoring.by_scoring(program, state)
        record.scores = late.scoring.scores(program, record.by_scoring)
        record.totals = [sum(by_source.values()) for by_source in record.scores]
        record.ranking = late.scoring.ranking(program, state)
        record.sides = late.scoring.sides(program, state)
        record.numbers = late.holdings.game_numbers(program, state)
        if watcher is not None:
            watcher.end(state)
    except Exception as problem:  # noqa: BLE001  a broken game is a result, too
        record.failure = failure_text(program, problem, record)
        record.faults = record.faults or late.seats.end_games(deciders, None)
    return record


def watched_by(watcher: GameWatcher, program: Program, deciders: Sequence[Decider]) -> list[Decider]:
    """Return the decision functions of all seats, each of which tells a watcher what it decides."""

    def watched(decider: Decider) -> Decider:
        def decide(state: list[int], codes: list[int], number: int, made: int) -> int:
            code = decider(state, codes, number, made)
            watcher.note(state, codes, code)
            return code

        return decide

    seats = late.seats
    return [*map(watched, deciders or [seats.make_decider(seats.RANDOM, program)] * program.seats)]


def _play_to_end(program: Program, record: Record, check: bool, deciders: Sequence[Decider]) -> list[int]:
    """Return the final vector. Random choices are those of a random seat with the same game number."""
    program.stopped.clear()
    given = (program.opening(record.seed)[0], seed_of(record.seed), MOST_DECISIONS, check)
    playout = late.python_playing.Stepwise(program, *given, deciders) if deciders else program.playing.playout(*given)
    try:
        end = playout.on()
    finally:
        record.decisions = playout.asked
    if end is late.playing.End.LIMIT:
        raise RuntimeError(f"no end after {MOST_DECISIONS:,} decisions")
    if end is late.playing.End.BROKEN:
        raise late.failure.InvariantViolation(playout.broken)
    state: list[int] = playout.state
    return state


def failure_text(program: Program, problem: Exception, record: Record) -> str:
    """Return an error of a game in one line."""
    if isinstance(problem, late.failure.InvariantViolation):
        return late.runtime_errors.broken_invariant(program, problem)
    if isinstance(problem, late.failure.ExecutionError):
        problem = late.runtime_errors.explained(program, problem, record.game, sum(record.decisions))
    if isinstance(problem, RulesError) and problem.findings:
        first = problem.findings[0]
        where = f" ({first.place})" if first.span.line else ""
        return f"{first.code}: {first.message}{where}"
    said = " ".join(str(problem).split())
    return said or type(problem).__name__
