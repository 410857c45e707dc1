"""One game of a comparison, and the numbers that are kept of it: each under a group and a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import parted, pick, seed_of
from rulewright.engine.holdings import PieceArrivals, held_by_seats
from rulewright.engine.options import options_of
from rulewright.engine.scoring import by_scoring, by_side, ranking, scores, sides, win_shares
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.journal import Codec, Plain
from rulewright.players.seats import end_games
from rulewright.playtest.game import MOST_DECISIONS, Record, failure_text

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
    shown, _ = parted(number)
    try:
        watched = _WatchedGame(program, number, deciders)
        return PairedOutcome(ruleset, shown, watched.play(), faults=tuple(watched.faults))
    except Exception as problem:  # noqa: BLE001  a broken game is a result, too
        failure = failure_text(program, problem, Record(shown, [0] * program.seats))
        return PairedOutcome(ruleset, shown, failure=failure, faults=tuple(end_games(deciders, None)))


class _WatchedGame:
    """A game that counts which options are taken and which pieces come to players."""

    def __init__(self, program: Program, number: int, deciders: Sequence[Decider]) -> None:
        self.program, self.number, self.deciders = program, number, deciders
        self.options = options_of(program)
        self.used = [0] * len(self.options.rows)
        self.amounts = [0] * len(self.options.rows)
        self.first = -1
        self.faults: list[str] = []

    def play(self) -> dict[Key, float]:
        """Play to the end and return the numbers."""
        program, state, made = self.program, self.program.initial(self.number), 0
        number = seed_of(self.number)
        codes = program.begin(state)
        arrivals = PieceArrivals(program, state)
        while codes is not None:
            seat = program.seat_asked(state)
            self.first = seat if self.first < 0 else self.first
            if made >= MOST_DECISIONS:
                raise RuntimeError(f"no end after {MOST_DECISIONS:,} decisions")
            if self.deciders:
                code = self.deciders[seat](state, codes, number, made)
            else:
                code = codes[pick(number, made, len(codes))]
            parts = self.options.parts(code)
            self.used[parts.option.number] += 1
            self.amounts[parts.option.number] += parts.number or 0
            codes = program.take(state, code)
            arrivals.watch(state)
            made += 1
        self.faults = end_games(self.deciders, state)
        return self.numbers(state, made) | {(PIECES, rule): count for rule, count in arrivals.counts.items()}

    def numbers(self, state: list[int], made: int) -> dict[Key, float]:
        """Return all numbers of a game that is over."""
        found: dict[Key, float] = {DECISIONS: made}
        found |= _point_numbers(self.program, state)
        places = ranking(self.program, state)
        winners, shares = places[0], win_shares(places, sides(self.program, state))
        for seat, name in enumerate(self.program.seat_names):
            found[SEATS, name] = shares.get(seat, 0.0)
        found[SEATS, "who is asked first"] = shares.get(self.first, 0.0)
        for name, number in held_by_seats(self.program, state).items() if winners else ():
            found[HELD, name] = sum(number[seat] for seat in winners) / len(winners)
        for option, count, amount in zip(self.options.rows, self.used, self.amounts, strict=True):
            name = option.full_name
            found[OPTIONS, name] = found.get((OPTIONS, name), 0) + count
            if count and option.takes_number:
                found[AMOUNTS, name] = amount / count
        return found


def _point_numbers(program: Program, state: list[int]) -> dict[Key, float]:
    by_seat = scores(program, by_scoring(program, state))
    totals = [sum(by_source.values()) for by_source in by_seat]
    winners = ranking(program, state)[0]
    found: dict[Key, float] = {A_PLAYER: sum(totals) / len(totals)}
    if winners:
        found[POINTS, "the winner"] = sum(totals[seat] for seat in winners) / len(winners)
    worths = by_side(program, state, totals)
    if len(worths) > 1:
        found[POINTS, "lead over the second"] = worths[0] - worths[1]
    for source in by_seat[0]:
        found[SOURCES, source] = sum(scored[source] for scored in by_seat) / len(by_seat)
        if winners:
            found[WINNER, source] = sum(by_seat[seat][source] for seat in winners) / len(winners)
    return found
