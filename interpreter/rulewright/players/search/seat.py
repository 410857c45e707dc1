"""A seat that searches: it shares its budget among some trees, on as many threads, and adds up what they found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from math import inf
from os import cpu_count
from time import monotonic
from typing import Protocol

from rulewright.backends import Program
from rulewright.compile.chance import MASK64, mix, pick
from rulewright.players.foresight import Rated
from rulewright.players.search.result import Considered, StuckError, best_of, merged
from rulewright.players.search.settings import Budget, Settings, settings_of

SLICE = 0.02
"""Seconds between two looks at the clock, at signals and at who wants to see the progress."""
MOST_EDGES = 4_000_000
"""Choices that a tree holds at most: about 200 MB."""
EDGES = 64
"""Choices that a tree holds for each playout."""

Progress = Callable[[float, Sequence[Considered]], None]
"""Is given the share of the budget that is used up, and what is known so far."""


class Tree(Protocol):
    """A search that can be continued."""

    def run(self, most: int, seconds: float) -> int:
        """Go on until `most` iterations have been made in all, or for some seconds (0: without limit)."""

    def found(self, codes: list[int]) -> list[Considered]:
        """Return what is known of the choices at the root."""


Planter = Callable[[list[int], int, int, int], Tree]
"""Makes a tree of a position, the seat that searches, a seed, and the number of edges."""


def _planter(program: Program, settings: Settings) -> tuple[Planter, str]:
    """Return what makes trees, in C where that is possible; otherwise in Python, and the reason."""
    from rulewright.backends.c.runtime import State
    from rulewright.backends.native import NoLibrary
    from rulewright.players.guide import OutOfReachError, guide_in_c
    from rulewright.players.search.native import Tree as TreeInC

    try:
        guide = guide_in_c(program)
    except (NoLibrary, OutOfReachError) as problem:
        return _in_python(program, settings), str(problem)

    def plant(state: list[int] | State, seat: int, seed: int, edges: int) -> Tree:
        position = state if isinstance(state, State) else guide.machine.state(state)
        return TreeInC(guide, position, seat, seed, settings, edges)

    return plant, ""


def _in_python(program: Program, settings: Settings) -> Planter:
    from rulewright.players.search.twin import Knowledge
    from rulewright.players.search.twin import Tree as TreeInPython

    shared = Knowledge(program)
    return lambda state, seat, seed, edges: TreeInPython(shared, list(state), seat, seed, settings, edges)


@dataclass(slots=True)
class Searcher:
    """Decides for every seat of one program."""

    program: Program
    budget: Budget
    settings: Settings | None = None
    progress: Progress | None = None
    in_python: str = field(init=False)
    """Why it searches in Python; empty if it does not."""
    _plant: Planter = field(init=False)

    def __post_init__(self) -> None:
        self.budget = self.budget.for_program(self.program)
        self.settings = settings_of(self.program) if self.settings is None else self.settings
        self._plant, self.in_python = _planter(self.program, self.settings)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the choice that was tried most; `made` is the number of decisions so far."""
        return best_of(self.considered(state, codes, pick(number, made, 1 << 62))).code

    def rated(self, state: list[int], codes: list[int], number: int) -> list[Rated]:
        """Return the choices with the reward to be expected of each, in hundredths of a point."""
        return [Rated(one.code, round(one.mean)) for one in self.considered(state, codes, number)]

    def considered(self, state: list[int], codes: list[int], seed: int) -> list[Considered]:
        """Return what a search finds out about the choices, in their order."""
        seat = state[self.program.seats_of[~state[0]]]
        count = self.budget.trees if self.budget.playouts else max(1, min(4, cpu_count() or 1))
        edges = min(MOST_EDGES, 4096 + EDGES * (self.budget.playouts or MOST_EDGES))
        try:
            trees = [self._plant(state, seat, mix(seed + at & MASK64), edges) for at in range(count)]
            self._think(trees, codes)
        except StuckError:
            return [Considered(code, 0, 0.0) for code in codes]
        return merged([tree.found(codes) for tree in trees])

    def _think(self, trees: Sequence[Tree], codes: list[int]) -> None:
        thinking = _Thinking(self.budget, len(trees), self.progress, codes)
        if len(trees) == 1:
            thinking.grow(trees[0], 0, True)
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            futures = [pool.submit(thinking.grow, tree, at, not at) for at, tree in enumerate(trees)]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
            finally:
                thinking.stopped = True
        for future in futures:
            future.result()


@dataclass(slots=True)
class _Thinking:
    """The course of one search."""

    budget: Budget
    trees: int
    progress: Progress | None
    codes: list[int]
    began: float = field(default_factory=monotonic)
    stopped: bool = False

    def grow(self, tree: Tree, at: int, tells: bool) -> None:
        """Let a tree use up its part of the budget, in slices."""
        playouts, seconds = self.budget.playouts, self.budget.seconds
        most = playouts * (at + 1) // self.trees - playouts * at // self.trees or 1 << 60
        end = self.began + seconds if seconds else inf
        made = 0
        while made < most and not self.stopped and (left := end - monotonic()) > 0:
            made = tree.run(most, min(SLICE, left))
            if tells and self.progress is not None:
                used = made / most if playouts else (monotonic() - self.began) / seconds
                self.progress(min(1.0, used), tree.found(self.codes))
