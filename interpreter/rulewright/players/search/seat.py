"""A seat that searches: it shares its budget among some trees, on as many threads, and adds up what they found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from math import inf
from os import cpu_count
from time import monotonic
from typing import TYPE_CHECKING, Protocol

from rulewright.backends import Program
from rulewright.chance import MASK64, is_careless, mix, pick
from rulewright.engine.automatic_seats import weighed_for_search
from rulewright.engine.options import ChoiceKeys
from rulewright.players import late
from rulewright.players.foresight import Rated, note_limit
from rulewright.players.search.line import ExpectedLines
from rulewright.players.search.result import Considered, StuckError, best_of, drawn_of, merged_choices, rank_of
from rulewright.players.search.settings import BLUFFING, SearchBudget, Settings, settings_of

if TYPE_CHECKING:
    from rulewright.backends.c.runtime import State

SLICE_SECONDS = 0.02
"""Seconds between two looks at the clock, at signals and at who wants to see the progress."""
LEAST_SECONDS = 0.001
"""Seconds that a search takes at least, so that there is something to choose by."""
MOST_EDGES = 4_000_000
"""Choices that a tree holds at most: about 200 MB."""
EDGES_EACH_PLAYOUT = 64
"""Choices that a tree holds for each playout."""

OPTIONS_FOLLOWED = 3
"""The number of best options whose continuation is followed."""

Progress = Callable[[float, Sequence[Considered]], object]
"""Is given the share of the budget that is used up, and what is known so far; what is true ends the search there."""


class SearchTree(Protocol):
    """A search that can be continued."""

    def run(self, most: int, seconds: float) -> int:
        """Go on until `most` iterations have been made in all, or for some seconds (0: without limit)."""

    def found_choices(self, codes: list[int]) -> list[Considered]:
        """Return what is known of the choices at the root."""

    def visits_and_child(self, node: int, key: int) -> tuple[int, int]:
        """Return how often a choice was tried at a node, and the node that it leads to, or -1."""


Planter = Callable[[list[int], int, int, Settings, int], SearchTree]
"""Makes a tree of a position, the seat that searches, a seed, the settings, and the number of edges."""


def _tree_planter(program: Program) -> tuple[Planter, str]:
    """Return what makes trees, in C where that is possible; otherwise in Python, and the reason."""
    try:
        evaluation = late.native_evaluation.native_evaluation(program)
    except late.native.NoLibrary as problem:
        return _python_planter(program), str(problem)
    plant_in_c, machine = late.search_in_c.NativeTree, evaluation.machine

    def plant(state: list[int] | State, seat: int, seed: int, settings: Settings, edges: int) -> SearchTree:
        position = machine.state(state) if isinstance(state, list) else state
        return plant_in_c(evaluation, position, seat, seed, settings, edges)

    return plant, ""


def _python_planter(program: Program) -> Planter:
    shared, plant = late.twin.SearchKnowledge(program), late.twin.PythonTree
    return lambda state, *given: plant(shared, list(state), *given)


def _offered_at(state: list[int] | State, program: Program) -> list[int]:
    """Return all choices at a vector, or at a position in C."""
    return program.choices(state) if isinstance(state, list) else state.choices()


@dataclass(slots=True)
class Searcher:
    """Decides for every seat of one program."""

    program: Program
    budget: SearchBudget
    settings: Settings | None = None
    progress: Progress | None = None
    in_python: str = field(init=False)
    """Why it searches in Python; empty if it does not."""
    _plant: Planter = field(init=False)
    _settings: Settings = field(init=False)

    def __post_init__(self) -> None:
        self.program = weighed_for_search(self.program)
        self.budget = self.budget.for_program(self.program)
        self._settings = settings_of(self.program) if self.settings is None else self.settings
        self._plant, self.in_python = _tree_planter(self.program)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the choice that was tried most; who bluffs draws one by how often each was.

        `made` is the number of decisions so far.
        """
        if is_careless(self.budget.careless, number, made):
            return codes[pick(number, made, len(codes))]
        seed = pick(number, made, 1 << 62)
        found = self.search_choices(state, codes, seed)
        if sum(one.visits for one in found) > 2 * len(found):  # so each was tried, but for those that fail
            note_limit(self.program, state, [one.code for one in found if not one.visits])
        mixes = self._settings.opponents == BLUFFING
        return (drawn_of(found, mix(seed) >> 2) if mixes else best_of(found)).code

    def rate_options(self, state: list[int], codes: list[int], number: int) -> list[Rated]:
        """Return the choices with the reward to be expected of each, and what is expected to follow the best ones."""
        trees, found = self._search(state, codes, number, self._settings)
        seat = self.program.seat_asked(state)
        lines = ExpectedLines(self.program, trees[0], state, seat) if trees else None
        best = sorted((one for one in found if one.visits), key=rank_of, reverse=True)[:OPTIONS_FOLLOWED]
        return [
            Rated(
                one.code, round(one.mean), one.visits, one.proven,
                lines.line_after(one.code) if lines is not None and one in best else (),
            )
            for one in found
        ]  # fmt: skip

    def search_choices(self, state: list[int], codes: list[int], seed: int) -> list[Considered]:
        """Return what a search finds out about the choices, in their order.

        Where these are not all, only they are tried at the root. Further down everybody may choose anything: a search
        does not know what a restriction will keep it from later.
        """
        settings = self._settings
        if len(codes) < len(_offered_at(state, self.program)):
            settings = replace(settings, only=self._keys_of(state, codes))
        return self._search(state, codes, seed, settings)[1]

    def _keys_of(self, state: list[int], codes: Sequence[int]) -> tuple[int, ...]:
        keys = ChoiceKeys(self.program)
        return tuple(keys.key_of(state, code) for code in codes)

    def value_of(self, state: list[int], code: int, seed: int) -> float:
        """Return what a choice is worth in hundredths of a point, by a search that tries nothing else at the root."""
        settings = replace(self._settings, only=self._keys_of(state, [code]))
        return self._search(state, [code], seed, settings)[1][0].mean

    def _search(
        self, state: list[int], codes: list[int], seed: int, settings: Settings
    ) -> tuple[list[SearchTree], list[Considered]]:
        """Return the trees, none where the rules fail, and what they found out about the choices."""
        seat = self.program.seat_asked(state)
        count = self.budget.trees if self.budget.playouts else max(1, min(4, cpu_count() or 1))
        edges = min(MOST_EDGES, 4096 + EDGES_EACH_PLAYOUT * (self.budget.playouts or MOST_EDGES))
        try:
            trees = [self._plant(state, seat, mix(seed + at & MASK64), settings, edges) for at in range(count)]
            self._grow_trees(trees, codes)
        except StuckError:
            return [], [Considered(code, 0, 0.0) for code in codes]
        return trees, merged_choices([tree.found_choices(codes) for tree in trees])

    def _grow_trees(self, trees: Sequence[SearchTree], codes: list[int]) -> None:
        thinking = _Thinking(self.budget, len(trees), self.progress, codes)
        if len(trees) == 1:
            thinking.grow_tree(trees[0], 0, True)
            return
        with ThreadPoolExecutor(len(trees)) as pool:
            futures = [pool.submit(thinking.grow_tree, tree, at, not at) for at, tree in enumerate(trees)]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
            finally:
                thinking.stopped = True
        for future in futures:
            future.result()


@dataclass(slots=True)
class _Thinking:
    """The course of one search."""

    budget: SearchBudget
    trees: int
    progress: Progress | None
    codes: list[int]
    began: float = field(default_factory=monotonic)
    stopped: bool = False

    def grow_tree(self, tree: SearchTree, at: int, tells: bool) -> None:
        """Let a tree use up its part of the budget, in slices."""
        playouts, seconds = self.budget.playouts, self.budget.seconds
        most = playouts * (at + 1) // self.trees - playouts * at // self.trees or 1 << 60
        end = self.began + seconds if seconds else inf
        made = 0
        while made < most and not self.stopped and ((left := end - monotonic()) > 0 or not made):
            made = tree.run(most, min(SLICE_SECONDS, max(left, LEAST_SECONDS)))
            if tells and self.progress is not None:
                used = made / most if playouts else (monotonic() - self.began) / seconds
                if self.progress(min(1.0, used), tree.found_choices(self.codes)):
                    self.stopped = True
