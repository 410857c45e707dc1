"""The rows that games leave, and what they count of the decisions of a game.

A row of a game is plain data, so that it can be sent between processes, kept in a journal, and written as a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from rulewright.engine.phases import PhaseStack, runs_so_far
from rulewright.playtest.game import NumberedGame
from rulewright.playtest.watching import DecisionMade

QUARTERS = 4
"""Into how many parts the course of a game is cut."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a game ended: the rules under way at its last decision, and what ended it as far as that is known.

    `places` are lines that ended the game or a phase in the last decision, and parts of `until A or B` that were so.
    """

    rules: tuple[str, ...]
    places: tuple[str, ...] = ()


@dataclass(slots=True)
class Course:
    """How a game went, besides its result.

    `rules`, `places`: its ending. `runs`: how often each phase ran, outermost first. `laps`: how often who was asked
    first was asked again after others. `order`: the seats as they were asked first. `waits`: the most decisions of
    others between two of each seat. `changes`: how often somebody else came to lead alone. `settled`: the part of the
    game after which its winner led alone, 1 where it never did before the end. `won_alone`: whether one of several
    sides won; `half`: by how much it was ahead of the best other one after half of the decisions. `scored`: whether
    points differed at any decision. `offered`: options that were offered; `used`: how often each was taken, by seat.
    `pieces`: the rules of pieces that somebody had. `points`: after each quarter but the last the points of all
    seats together, by scoring.
    """

    rules: list[str]
    places: list[str]
    runs: dict[str, int]
    laps: int
    order: list[int]
    waits: list[int]
    changes: int
    settled: float
    won_alone: bool
    half: int
    scored: bool
    offered: list[str]
    used: dict[str, list[int]]
    pieces: list[str]
    points: list[list[int]]

    @property
    def ending(self) -> Ending:
        """Where the game ended."""
        return Ending(tuple(self.rules), tuple(self.places))


@dataclass(slots=True)
class GameRow(NumberedGame):
    """A game of a report: its number among the items of its stage, its record, and a course if it was watched."""

    course: list[Course] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether the game came to its end."""
        return not self.record.failure

    @property
    def sides(self) -> Sequence[int]:
        """The side of each seat."""
        return self.record.sides or range(len(self.record.decisions))

    @property
    def winners(self) -> Sequence[int]:
        """The seats that share the first rank."""
        return self.record.ranking[0] if self.record.ranking else ()


# -- from the decisions of a game to its row


def phase_runs(stacks: Iterable[PhaseStack]) -> dict[str, int]:
    """Return how often each phase ran, from those under way at each decision."""
    return [dict[str, int](), *runs_so_far(stacks)][-1]


def laps_of(seats: Sequence[int]) -> int:
    """Return how often the seat that was asked first was asked again after others."""
    return 1 + sum(b == seats[0] != a for a, b in pairwise(seats)) if seats else 0


def longest_waits(asked: Sequence[int], seats: int) -> list[int]:
    """Return for each seat the most decisions of others between two of its own."""
    found, last = [0] * seats, dict[int, int]()
    for at, seat in enumerate(asked):
        if seat in last:
            found[seat] = max(found[seat], at - last[seat] - 1)
        last[seat] = at
    return found


def leaders(worths: Iterable[Sequence[int]], sides: Sequence[int]) -> Iterator[int]:
    """Yield the side that is ahead of all others at each of some standings; -1 where there is none."""
    for each in worths:
        most = max(each)
        best = {side for side, worth in zip(sides, each, strict=True) if worth == most}
        yield best.pop() if len(best) == 1 and len(set(sides)) > 1 else -1


def lead_changes(leading: Iterable[int]) -> int:
    """Return how often somebody else came to lead alone."""
    alone = [side for side in leading if side >= 0]
    return sum(a != b for a, b in pairwise(alone))


def settled_after(leading: Sequence[int], winner: int) -> float:
    """Return the part of a game after which its winner led alone to the end."""
    behind = [at for at, side in enumerate(leading) if side != winner]
    return (behind[-1] + 1) / len(leading) if behind else 0.0


def margin_of(worths: Sequence[int], sides: Sequence[int], winner: int) -> int:
    """Return by how much a side is ahead of the best other one."""
    own = max(worth for side, worth in zip(sides, worths, strict=True) if side == winner)
    return own - max(worth for side, worth in zip(sides, worths, strict=True) if side != winner)


def option_counts(
    made: Iterable[DecisionMade], names: Mapping[int, str], seats: int
) -> tuple[list[str], dict[str, list[int]]]:
    """Return the options that were offered, and how often each was taken by each seat."""
    offered, used = set[int](), dict[str, list[int]]()
    for one in made:
        offered.update(code >> 32 for code in one.codes)
        used.setdefault(names[one.taken >> 32], [0] * seats)[one.seat] += 1
    return sorted({names[option] for option in offered}), used
