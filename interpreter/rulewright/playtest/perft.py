"""Perft: counts lines of play exactly, to verify rules against known numbers.

A move is an answer to a question, even if it is the only one; or, counted by turns, all that one seat decides before
another one is asked, where ways to equal positions are one move. Equal vectors have equal continuations, so each is
expanded once, with the number of lines that lead to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from itertools import pairwise
from typing import cast

from rulewright.backends import ExecutionError, Program
from rulewright.engine.exhaustive import EveryChance, PositionNumbers, has_chance, stopping
from rulewright.engine.runtime_errors import LimitExceeded, explained
from rulewright.playtest import late
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

Arrival = tuple[list[int], list[int] | None, int]
"""A position that a move leads to: its vector, its choices unless the game is over, its reciprocal probability."""

Part = tuple[int, Front]
"""A work unit: a depth, and some of the positions there."""

Counted = tuple[int, list[LevelCounts]]
"""The result of a work unit: the depth of its first level, and the levels."""


@dataclass(frozen=True)
class Perft:
    """What to count, and under which rules.

    `seed` is the game number that determines chance; None enumerates every outcome. `positions`: count distinct
    positions, too. `lines_only`: the last move need not be played. `limit` bounds the positions held at once. `turns`:
    all that one seat decides in a row is one move. `in_c`: play in C, if there is a library. `scenario`: whose position
    is the first one, if not that of a new game.
    """

    ruleset: Ruleset
    seats: int
    depth: int
    settings: tuple[tuple[str, int], ...] = ()
    seed: int | None = None
    positions: bool = False
    lines_only: bool = False
    limit: int | None = None
    turns: bool = False
    in_c: bool = False
    scenario: str = ""

    @property
    def enumerates(self) -> bool:
        """Whether every outcome of chance is counted."""
        return self.seed is None and has_chance(self.program())

    @property
    def leaves_last_move_out(self) -> bool:
        """Whether the choices at the last position but one are only counted: each is a line."""
        return self.lines_only and not self.turns and not self.enumerates

    def program(self) -> Program:
        """Compile the rules in the plain build."""
        return self.ruleset.program(self.seats, dict(self.settings))

    def beginning(self) -> list[int]:
        """Return the vector of the first position. Raises `RulesError` when there is no such scenario."""
        program = stopping(self.program())
        if not self.scenario:
            return program.initial(self.seed or 1)
        game = late.lookup.game_at_scenario(self.ruleset.source, self.scenario, program)
        return list(game.state if self.seed is None else game.with_chance_of(self.seed).state)

    def __call__(self) -> PositionWalk:
        """Compile the rules, and return a function that expands positions."""
        return PositionWalk(self.program(), self)


class PositionWalk:
    """Expands positions by one move."""

    def __init__(self, program: Program, asked: Perft) -> None:
        self.program, self.asked = stopping(program), asked
        self.chance = EveryChance(program) if asked.enumerates else None
        if asked.in_c and self.chance is None:
            self.program = late.native.native(self.program, forced=True)
        self.limit = asked.limit or max(1000, MOST_NUMBERS_HELD // program.length)
        self.position_numbers = PositionNumbers(program)

    def initial_positions(self, start: list[int]) -> tuple[Front, LevelCounts]:
        """Return the initial positions, one per combination of chance before the first move."""
        front, level = Front(), LevelCounts()
        for after in self._outcomes_of(self._position(tuple(start)), None, 0):
            self._count_arrival(front, level, after, 1, 1)
        return front, level

    def next_positions(self, front: Front, moves: int) -> tuple[Front, LevelCounts]:
        """Return the positions one move deeper, and their counts."""
        found, level = Front(), LevelCounts()
        last = moves + 1 == self.asked.depth
        if last and self.asked.leaves_last_move_out:
            lines = sum(stand.lines * len(stand.codes) for stand in front.values())
            return found, LevelCounts(lines, share=lines)
        ends = self._ends_of_turn if self.asked.turns else self._ends_of_move
        for vector, stand in front.items():
            for after in ends(self._position(vector), stand.codes, moves):
                self._count_arrival(None if last else found, level, after, stand.lines, stand.share)
        return found, level

    def _position(self, vector: tuple[int, ...]) -> list[int]:
        """Return a vector as something that can be copied and changed: a list, or what C holds."""
        machine = self.program.machine
        return list(vector) if machine is None else cast("list[int]", machine.state(vector))

    def _ends_of_move(self, position: list[int], codes: list[int], moves: int) -> Iterator[Arrival]:
        """Yield what each choice leads to."""
        for code in codes:
            yield from self._outcomes_of(position, code, moves)

    def _ends_of_turn(self, position: list[int], codes: list[int], moves: int) -> Iterator[Arrival]:
        """Yield the different positions in which somebody else is asked, or the game is over."""
        seat, known = self.program.seat_asked(position), set[bytes]()
        begun = [(position, codes)]
        while begun:
            for after in self._ends_of_move(*begun.pop(), moves):
                state, further, _ = after
                if (key := self._position_key(state, further)) in known:
                    continue
                known.add(key)
                if further is not None and self.program.seat_asked(state) == seat:
                    begun.append((state, further))
                else:
                    yield after

    def _outcomes_of(self, position: list[int], code: int | None, moves: int) -> Iterator[Arrival]:
        """Yield the results of a choice, or of the start: the vector, its choices, and the reciprocal probability."""
        program = self.program

        def act(state: list[int]) -> list[int] | None:
            return program.begin(state) if code is None else program.take(state, code)

        try:
            if self.chance is not None:
                yield from self.chance.outcomes(position, act)
            else:
                state = position.copy()
                yield state, act(state), 1
        except ExecutionError as error:
            raise explained(program, error, self.asked.seed or 1, moves) from None

    def _position_key(self, state: list[int], codes: list[int] | None) -> bytes:
        """Return 128 bits that tell positions apart: who is asked what, and all that the rules declare."""
        asked = self.program.seat_asked(state) if codes else -1
        position = repr((asked, codes, self.position_numbers(state)))
        return blake2b(position.encode(), digest_size=16).digest()

    def _count_arrival(
        self,
        front: Front | None,
        level: LevelCounts,
        after: Arrival,
        lines: int,
        share: Fraction | int,
    ) -> None:
        state, codes, outcomes = after
        if outcomes > 1:
            share = Fraction(share, outcomes)
        level.lines += lines
        level.share += share
        if self.asked.positions:
            level.met.add(self._position_key(state, codes))
        if codes is None:
            level.finished += lines
            return
        if front is None:
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


LEAST_UNITS = 128
"""The minimum number of work units."""


def first_moves(asked: Perft) -> tuple[list[LevelCounts], list[Part]]:
    """Count the first moves; return the counts by depth, and the remaining work in units."""
    start = asked.beginning()
    walk = asked()
    front, level = walk.initial_positions(start)
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
