"""Computer players that think ahead at a table: how they are announced, and how far they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from rulewright.cli import late
from rulewright.players.automatic import AutomaticSeats
from rulewright.players.external.kinds import is_outside
from rulewright.players.restrictions import typed_seat
from rulewright.players.search.settings import SearchBudget, budget_of
from rulewright.players.seats import budget_in, make_decider
from rulewright.report.table.advice import adviser_kind
from rulewright.report.wording import word
from rulewright.source import is_name
from rulewright.source.seat_kinds import GREEDY, KINDS, RANDOM

if TYPE_CHECKING:
    from rulewright.engine import Program

TRIAL_SECONDS = 0.2
"""Seconds for which it is measured how fast a search in Python is."""


@dataclass(slots=True)
class ThinkingProgress:
    """Who is thinking, and how far that is. Nothing of what was found out so far is known here."""

    show: Callable[[str], None] | None = None
    """Is given a sentence about how far it is, and an empty one at the end."""
    stopped: bool = False
    """Whether somebody wants the decision now."""
    _who: str = ""
    _budget: SearchBudget | None = None
    _share: float = 0.0

    @contextmanager
    def thinking_of(self, who: str, budget: SearchBudget | None) -> Iterator[None]:
        """While it is entered, somebody decides, who thinks ahead if there is a budget."""
        self._who, self._budget, self._share, self.stopped = who, budget, 0.0, False
        try:
            yield
        finally:
            self._budget = None
            if self.show is not None:
                self.show("")

    def __call__(self, share: float, found: Sequence[object]) -> bool:
        """Note which share of the budget is used up; return whether to stop there."""
        self._share = share
        if self.show is not None:
            self.show(self.text)
        return self.stopped

    @property
    def text(self) -> str:
        """How far it is; empty where nobody is thinking."""
        if self._budget is None:
            return ""
        if self._budget.playouts:
            done, games = round(self._share * self._budget.playouts), self._budget.playouts
            return word("thinking-games", who=self._who, done=f"{done:,}", games=f"{games:,}")
        seconds = self._budget.seconds
        return word("thinking-time", who=self._who, done=f"{self._share * seconds:.1f}", seconds=f"{seconds:g}")


@dataclass(slots=True)
class ComputerSeats:
    """The seats that play by themselves: what decides for each kind, and how long a kind thinks ahead."""

    automatic: AutomaticSeats = field(default_factory=AutomaticSeats)
    budgets: Mapping[str, SearchBudget] = field(default_factory=dict)
    thinking: ThinkingProgress = field(default_factory=ThinkingProgress)
    slow: str = ""
    """What is to be said about searches in Python."""


def computers_for(
    kinds: Sequence[str], program: Callable[[], Program], traced: Program, say: Callable[[str], None]
) -> ComputerSeats:
    """Return what decides for kinds of seat; rules are compiled only where somebody needs them.

    Seats outside use the traced program, so that they can read prompts, labels and the log. `say` is given a sentence
    where that takes more than a moment.
    """
    kinds = [kind for kind in dict.fromkeys(kinds) if kind != RANDOM]
    budgets = {kind: budget for kind in kinds if (budget := budget_in(kind, traced)) is not None}
    thinking, slowly = ThinkingProgress(), ""
    if budgets:
        for said in compile_notice(program()):
            say(said)
        slowly = search_speed_notice(program())
    deciders = {kind: make_decider(kind, traced if is_outside(kind) else program(), thinking) for kind in kinds}
    return ComputerSeats(AutomaticSeats(deciders), budgets, thinking, slowly)


def compile_notice(program: Program) -> list[str]:
    """Return what is to be said before a search, where its rules are to be compiled in C first."""
    return [word("compiling")] if late.native_builds.compiles_first(program) else []


def search_speed_notice(program: Program) -> str:
    """Return how fast a search is in Python; empty where it runs in C, for which the rules are compiled here."""
    trial = late.search_seat.Searcher(program, SearchBudget(0, TRIAL_SECONDS))
    if not trial.in_python:
        return ""
    state, codes = program.opening(1)
    began = monotonic()
    tried = sum(each.visits for each in trial.search_choices(state, codes or [], 1))
    rate = int(float(f"{tried / (monotonic() - began):.2g}"))
    return word("in-python", rate=f"{rate:,}")


def play_style(kind: str, budgets: Mapping[str, SearchBudget]) -> str:
    """Return how a kind of seat plays, as the end of a sentence: `Red plays greedily`."""
    typed = typed_seat(kind)
    if typed.is_restricted:
        own = {typed.kind: budgets[kind]} if kind in budgets else {}
        return f"{play_style(typed.kind, own)} ({typed.limits})"
    given = budget_of(kind)
    if given is None and is_name(kind) and kind not in KINDS:
        return word("by-plan", plan=kind)
    if given is None:
        return word(KINDS[kind].plays if kind in KINDS else "by-program", what=kind)
    budget = budget_text(budgets.get(kind, given))
    return word("at-level", level=str(given.level), budget=budget) if given.level else word("by-search", budget=budget)


def budget_text(budget: SearchBudget) -> str:
    """Return how long is thought about a decision, in words."""
    if budget.playouts:
        return word("for-games", games=f"{budget.playouts:,}")
    return word("for-seconds", seconds=f"{budget.seconds:g}")


def hint_kind(typed: str, usual: str) -> str:
    """Return who gives the hint that is meant: as it is named, or by how long to think; empty if that is nothing."""
    if not typed:
        return adviser_kind(usual)
    return next((kind for kind in (typed, f"search:{typed}") if kind == GREEDY or budget_of(kind)), "")
