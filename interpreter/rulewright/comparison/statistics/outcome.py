"""One game of a comparison, and the numbers that are kept of it: each under a group and a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.engine.holdings import PieceArrivals, held_by_seats
from rulewright.engine.options import options_of
from rulewright.engine.scoring import by_side, win_shares
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.journal import Codec, Plain
from rulewright.playtest.game import Record, play_one

Key = tuple[str, str]
"""A group of numbers, and the name of one of them."""

POINTS, SOURCES, WINNER, SEATS, LENGTH = "points", "sources", "winner", "seats", "length"
HELD, REACHED, OPTIONS, AMOUNTS, PIECES = "held", "reached", "options", "amounts", "pieces"
"""The groups of numbers: `report` shows them under headings, in this order."""

A_PLAYER, DECISIONS = (POINTS, "a player"), (LENGTH, "decisions a game")
"""What is kept of every game."""


@dataclass(slots=True)
class PairedOutcome:
    """The outcome of a game. `failure` is empty, or the sentence that says what broke.

    `faults` says what was wrong with seats outside, which chance replaced.
    """

    ruleset: int
    game: int
    values: dict[Key, float] = field(default_factory=dict)
    failure: str = ""
    faults: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Plain]:
        """Return the outcome as JSON can hold it: each number under "GROUP: NAME", in the order in which it is kept."""
        values: dict[str, Plain] = {f"{group}: {name}": value for (group, name), value in self.values.items()}
        data: dict[str, Plain] = {
            "ruleset": self.ruleset, "game": self.game, "values": values, "failure": self.failure
        }  # fmt: skip
        return data | ({"faults": [*self.faults]} if self.faults else {})


@dataclass(frozen=True, slots=True)
class _WrittenOutcome:
    """An outcome in a journal."""

    ruleset: int
    game: int
    values: dict[str, float]
    failure: str
    faults: list[str] = field(default_factory=list)

    def read(self) -> PairedOutcome:
        keys = (key.partition(": ") for key in self.values)
        values = {(group, name): value for (group, _, name), value in zip(keys, self.values.values(), strict=True)}
        known = {POINTS, SOURCES, WINNER, SEATS, LENGTH, HELD, OPTIONS, AMOUNTS, PIECES}
        if not (self.failure or values.keys() >= {A_PLAYER, DECISIONS}) or not {group for group, _ in values} <= known:
            raise ValueError("these are not the numbers of a game")
        return PairedOutcome(self.ruleset, self.game, values, self.failure, tuple(self.faults))


def outcomes_codec(rulesets: int) -> Codec[list[PairedOutcome]]:
    """Return the codec for the outcomes of a unit in a journal; each item is a game of one of `rulesets` rulesets."""

    def item(outcome: PairedOutcome) -> int:
        return outcome.game * rulesets + outcome.ruleset if 0 <= outcome.ruleset < rulesets else -1

    return Codec(
        lambda outcomes: [outcome.as_data() for outcome in outcomes],
        lambda plain: [one.read() for one in decode_as(list[_WrittenOutcome], plain)],
        lambda outcomes: [item(outcome) for outcome in outcomes],
    )


def play_watched(program: Program, ruleset: int, number: int, deciders: Sequence[Decider]) -> PairedOutcome:
    """Play a game to its end and keep its numbers; without deciders all seats play at random."""
    watcher = _UseWatcher(program)
    record = play_one(program, number, False, deciders, watcher)
    values = {} if record.failure else watcher.numbers(record)
    return PairedOutcome(ruleset, record.game, values, record.failure, tuple(record.faults))


class _UseWatcher:
    """Counts which options are taken in a game and which pieces come to players."""

    def __init__(self, program: Program) -> None:
        self.program, self.options = program, options_of(program)
        self.used = [0] * len(self.options.rows)
        self.amounts = [0] * len(self.options.rows)
        self.first = -1
        self.arrivals: PieceArrivals | None = None
        self.state: list[int] = []
        """The vector at the end."""

    def note(self, state: list[int], codes: list[int], code: int) -> None:
        """Count a decision."""
        if self.arrivals is None:
            self.first = self.program.seat_asked(state)
        parts = self.options.parts(code)
        self.used[parts.option.number] += 1
        self.amounts[parts.option.number] += parts.number or 0
        self._count_pieces(state)

    def end(self, state: list[int]) -> None:
        """Keep the end of the game."""
        self._count_pieces(state)
        self.state = state

    def _count_pieces(self, state: list[int]) -> None:
        self.arrivals = self.arrivals or PieceArrivals(self.program, state)
        self.arrivals.watch(state)

    def numbers(self, record: Record) -> dict[Key, float]:
        """Return all numbers of a game that is over."""
        assert self.arrivals is not None
        winners, shares = record.ranking[0], win_shares(record.ranking, record.sides)
        found: dict[Key, float] = {DECISIONS: sum(record.decisions)}
        found |= _point_numbers(self.program, self.state, record)
        for seat, name in enumerate(self.program.seat_names):
            found[SEATS, name] = shares.get(seat, 0.0)
        found[SEATS, "who is asked first"] = shares.get(self.first, 0.0)
        for name, number in held_by_seats(self.program, self.state).items() if winners else ():
            found[HELD, name] = sum(number[seat] for seat in winners) / len(winners)
        for option, count, amount in zip(self.options.rows, self.used, self.amounts, strict=True):
            name = option.full_name
            found[OPTIONS, name] = found.get((OPTIONS, name), 0) + count
            if count and option.takes_number:
                found[AMOUNTS, name] = amount / count
        return found | {(PIECES, rule): count for rule, count in self.arrivals.counts.items()}


def _point_numbers(program: Program, state: list[int], record: Record) -> dict[Key, float]:
    totals, winners = record.totals, record.ranking[0]
    found: dict[Key, float] = {A_PLAYER: sum(totals) / len(totals)}
    if winners:
        found[POINTS, "the winner"] = sum(totals[seat] for seat in winners) / len(winners)
    worths = by_side(program, state, totals)
    if len(worths) > 1:
        found[POINTS, "lead over the second"] = worths[0] - worths[1]
    for source in record.scores[0]:
        found[SOURCES, source] = sum(scored[source] for scored in record.scores) / len(record.scores)
        if winners:
            found[WINNER, source] = sum(record.scores[seat][source] for seat in winners) / len(winners)
    return found
