"""Perft: counts lines of play exactly, to verify rules against known numbers.

A move is an answer to a question, even if it is the only one. Equal vectors have equal continuations, so each is
expanded once, with the number of lines that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise

from rulewright.backends import ExecutionError, Program
from rulewright.engine.exhaustive import EveryChance, PositionNumbers, has_chance, stopping
from rulewright.engine.runtime_errors import LimitExceeded, explained
from rulewright.workspace import Ruleset

MOST_NUMBERS_HELD = 20_000_000
"""The default limit on numbers held in memory as vectors."""


@dataclass(slots=True)
class LevelCounts:
    """The counts at one depth: lines, how many of them end there, and the positions.

    `share`: each line counted with the likelihood of what chance did in it, so that this is the number of lines that
    there are on average.
    """

    lines: int = 0
    finished: int = 0
    share: Fraction | int = 0
    met: set[bytes] = field(default_factory=set)

    def add(self, other: LevelCounts) -> None:
        """Add the counts of another part."""
        self.lines += other.lines
        self.finished += other.finished
        self.share += other.share
        self.met |= other.met


@dataclass(slots=True)
class OpenPosition:
    """A position before the end: its choices, the number of lines that lead to it, and their weight."""

    codes: list[int]
    lines: int = 0
    share: Fraction | int = 0


Front = dict[tuple[int, ...], OpenPosition]
"""The positions at some depth, by vector."""

Part = tuple[int, Front]
"""A work unit: a depth, and some of the positions there."""

Counted = tuple[int, list[LevelCounts]]
"""The result of a work unit: the depth of its first level, and the levels."""


@dataclass(frozen=True)
class Perft:
    """What to count, and under which rules.

    `seed` is the game number that determines chance; None enumerates every outcome. `positions`: count distinct
    positions, too. `lines_only`: the last move need not be played. `limit` bounds the positions held at once.
    """

    ruleset: Ruleset
    seats: int
    depth: int
    settings: tuple[tuple[str, int], ...] = ()
    seed: int | None = None
    positions: bool = False
    lines_only: bool = False
    limit: int | None = None

    def __call__(self) -> PositionWalk:
        """Compile the rules in the plain build, and return a function that expands positions."""
        return PositionWalk(self.ruleset.program(self.seats, dict(self.settings)), self)


class PositionWalk:
    """Expands positions by one move."""

    def __init__(self, program: Program, asked: Perft) -> None:
        self.program, self.asked = stopping(program), asked
        self.chance = EveryChance(program) if asked.seed is None and has_chance(program) else None
        self.limit = asked.limit or max(1000, MOST_NUMBERS_HELD // program.length)
        self.position_numbers = PositionNumbers(program)

    def initial_positions(self) -> tuple[Front, LevelCounts]:
        """Return the initial positions, one per combination of chance before the first move."""
        front, level = Front(), LevelCounts()
        program = self.program
        for after in self._outcomes_of(program.initial(self.asked.seed or 1), None, 0):
            self._count_arrival(front, level, after, 1, 1)
        return front, level

    def next_positions(self, front: Front, moves: int) -> tuple[Front, LevelCounts]:
        """Return the positions one move deeper, and their counts."""
        found, level = Front(), LevelCounts()
        if self.asked.lines_only and self.chance is None and moves + 1 == self.asked.depth:
            lines = sum(stand.lines * len(stand.codes) for stand in front.values())
            return found, LevelCounts(lines, share=lines)
        for vector, stand in front.items():
            for code in stand.codes:
                for after in self._outcomes_of(vector, code, moves):
                    self._count_arrival(found, level, after, stand.lines, stand.share)
        return found, level

    def _outcomes_of(
        self, vector: tuple[int, ...] | list[int], code: int | None, moves: int
    ) -> Iterator[tuple[list[int], list[int] | None, int]]:
        """Yield the results of a choice, or of the start: the vector, its choices, and the reciprocal probability."""
        program = self.program

        def act(state: list[int]) -> list[int] | None:
            return program.begin(state) if code is None else program.take(state, code)

        try:
            if self.chance is not None:
                yield from self.chance.outcomes(list(vector), act)
            else:
                state = list(vector)
                yield state, act(state), 1
        except ExecutionError as error:
            raise explained(program, error, self.asked.seed or 1, moves) from None

    def _count_arrival(
        self,
        front: Front,
        level: LevelCounts,
        after: tuple[list[int], list[int] | None, int],
        lines: int,
        share: Fraction | int,
    ) -> None:
        state, codes, outcomes = after
        if outcomes > 1:
            share = Fraction(share, outcomes)
        level.lines += lines
        level.share += share
        if self.asked.positions:
            asked = self.program.seat_asked(state) if codes else -1
            position = repr((asked, codes, self.position_numbers(state)))
            level.met.add(blake2b(position.encode(), digest_size=16).digest())
        if codes is None:
            level.finished += lines
            return
        stand = front.get(vector := tuple(state))
        if stand is None:
            if len(front) >= self.limit:
                message = f"There are more than {self.limit:,} positions to go on from."
                raise LimitExceeded(f"{message} Count fewer moves, or raise --limit.")
            stand = front[vector] = OpenPosition(codes)
        stand.lines += lines
        stand.share += share

    def __call__(self, part: Part) -> Counted:
        """Expand positions to the last depth, or until all games have ended."""
        first, front = part
        levels: list[LevelCounts] = []
        while front and first + len(levels) < self.asked.depth:
            front, level = self.next_positions(front, first + len(levels))
            levels.append(level)
        return first + 1, levels


LEAST_UNITS = 32
"""The minimum number of work units."""


def first_moves(asked: Perft) -> tuple[list[LevelCounts], list[Part]]:
    """Count the first moves; return the counts by depth, and the remaining work in units."""
    walk = asked()
    front, level = walk.initial_positions()
    levels = [level]
    while front and len(front) < LEAST_UNITS and len(levels) <= asked.depth:
        front, level = walk.next_positions(front, len(levels) - 1)
        levels.append(level)
    moves = len(levels) - 1
    if moves == asked.depth or not front:
        return levels, []
    vectors = list(front)
    cuts = [len(vectors) * at // LEAST_UNITS for at in range(LEAST_UNITS + 1)]
    return levels, [(moves, {vector: front[vector] for vector in vectors[a:b]}) for a, b in pairwise(cuts)]


def add_counts(levels: list[LevelCounts], counted: Counted) -> None:
    """Add the result of a work unit."""
    first, more = counted
    levels += [LevelCounts() for _ in range(first + len(more) - len(levels))]
    for level, other in zip(levels[first:], more, strict=False):
        level.add(other)
