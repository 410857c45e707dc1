"""The continuation that a search expects: what was tried most often, while most of the possible worlds agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from rulewright.backends import ExecutionError, Program
from rulewright.engine.options import ChoiceKeys
from rulewright.players.foresight import WORLDS_TRIED, Expected

LONGEST_LINE = 4
"""The maximum number of decisions in a continuation."""
LEAST_VISITS = 8
"""The minimum number of visits of a choice that is part of a continuation."""


class SearchEdges(Protocol):
    """The trees of a search, one for each seat; the roots have the numbers of the seats."""

    def visits_and_child(self, node: int, key: int) -> tuple[int, int]:
        """Return how often a choice was tried at a node, and the node that it leads to, or -1."""


@dataclass(frozen=True, slots=True)
class _World:
    """A world, its choices, and where each seat is in its tree; -1 outside."""

    state: list[int]
    codes: list[int]
    at: list[int]


@dataclass(frozen=True, slots=True)
class _Taken:
    """A choice that was taken in a world, by its key; `seen` is who took it, and what the searching seat saw of it."""

    before: list[int]
    code: int
    key: int
    seen: tuple[int, int]
    then: _World


class ExpectedLines:
    """Follows the trees of one search from its root, in worlds that the searching seat considers possible."""

    def __init__(
        self, program: Program, edges: SearchEdges, state: list[int], seat: int, least: int = LEAST_VISITS
    ) -> None:
        self.program, self.edges, self.keys, self.seat, self.least = program, edges, ChoiceKeys(program), seat, least
        self.roots = [program.playing.sample(state, seat, number) for number in range(WORLDS_TRIED)]

    def line_after(self, code: int) -> tuple[Expected, ...]:
        """Return what is expected to follow a choice at the root, as long as most of the worlds agree.

        If the choices that were tried most in 7 of 12 worlds are the same decision, that one is next, and the other 5
        worlds are left out from there on.
        """
        line: list[Expected] = []
        roots = [_World(self.program.playing.copy(root), [], list(range(self.program.seats))) for root in self.roots]
        worlds = [taken.then for root in roots if (taken := self._take_choice(root, code)) is not None]
        for _ in range(LONGEST_LINE):
            each = [
                taken for world in worlds if (taken := self._take_choice(world, self._most_tried(world))) is not None
            ]
            seen, count = Counter(taken.seen for taken in each).most_common(1)[0] if each else ((0, 0), 0)
            if 2 * count <= len(roots):
                break
            alike = [taken for taken in each if taken.seen == seen]
            first = alike[0]
            line.append(Expected(list(first.before), first.code, count / len(roots), first.seen[1] != first.key))
            worlds = [taken.then for taken in alike]
        return tuple(line)

    def _most_tried(self, world: _World) -> int:
        """Return the choice that was tried most often by who decides in a world; -1 outside of the tree."""
        node = world.at[self.program.seat_asked(world.state)] if world.codes else -1
        if node < 0:
            return -1
        tried = [self.edges.visits_and_child(node, self.keys.key_of(world.state, code))[0] for code in world.codes]
        most = max(tried)
        return world.codes[tried.index(most)] if most >= self.least else -1

    def _take_choice(self, world: _World, code: int) -> _Taken | None:
        """Take a choice in a world, and go on in the trees; None where nothing can be taken."""
        if code < 0:
            return None
        state, asked = self.program.playing.copy(world.state), self.program.seat_asked(world.state)
        site = self.program.site_asked(state)
        key = self.keys.key_of(state, code)
        try:
            codes = self.program.take(state, code)
        except ExecutionError:
            return None
        seen = [
            key if each == asked else self.keys.key_seen_by(state, code, key, site, each)
            for each in range(self.program.seats)
        ]  # fmt: skip
        at = [
            self.edges.visits_and_child(node, of)[1] if node >= 0 else -1
            for node, of in zip(world.at, seen, strict=True)
        ]
        return _Taken(world.state, code, key, (asked, seen[self.seat]), _World(state, codes or [], at))
