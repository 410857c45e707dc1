"""Plays a program with the reference evaluator beside it, and compares them at every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from tests.oracle.asking import Interpreter
from tests.oracle.interpreter import Asked, GameOver, Offer, Running
from tests.oracle.names import Named, named
from tests.oracle.state import Stuck, start

from rulewright.backends import ExecutionError, Program
from rulewright.check import core as c
from rulewright.engine.snapshot import SnapshotReader

MOST = 400
"""Decisions of a game that are compared."""
NOTHING = 65_535


class DifferentError(AssertionError):
    """The program and the evaluator disagree."""


T = TypeVar("T")


def or_code(function: Callable[[], T]) -> T | str:
    """Return the result of a function, or the code of what went wrong."""
    try:
        return function()
    except ExecutionError as error:
        return error.code.value
    except Stuck as stuck:
        return stuck.code


@dataclass
class Pair:
    """A game in a program and in the evaluator."""

    rules: c.CheckedRules
    program: Program
    number: int
    evaluator: Interpreter = field(init=False)
    running: Running = field(init=False)
    made: int = 0
    wrong: int = 0
    """How often the rules could not go on."""
    doubtful: int = 0
    """How often the program stopped at what failed while looking ahead, and the answer did not depend on it."""
    answers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.evaluator = Interpreter(self.rules, start(self.rules, self.number))
        self.running = self.evaluator.game()
        self.reader = SnapshotReader(self.program)
        self.state: Any = self.program.initial(self.number)  # Any: a list, or what C holds

    def play(self, chance: random.Random, most: int = MOST) -> int:
        """Play at random to the end; return the number of decisions.

        Where the rules cannot go on after a choice, alike in both, another one is taken instead.
        """
        found = self._both(lambda: self.program.advance(self.state, self.state[0]), None)
        while isinstance(found, list) and found and len(self.answers) < most:
            left = list(enumerate(found))
            while left:
                at, code = left.pop(chance.randrange(len(left)))
                before, self.made = self.state.copy(), self.made + 1
                found = self._both(lambda code=code: self.program.take(self.state, code), at)
                if not isinstance(found, str):
                    self.answers.append(at)
                    break
                self.wrong += 1
                self.state = before
                self._again()
        if found is None:
            self._compare_ends()
        return self.made

    def _again(self) -> None:
        """Begin the evaluator anew, and give the same answers: one that could not go on cannot be asked again."""
        self.evaluator = Interpreter(self.rules, start(self.rules, self.number))
        self.running = self.evaluator.game()
        for answer in (None, *self.answers):
            if answer is None:
                next(self.running)
            else:
                self.running.send(answer)

    def _both(self, go: Callable[[], list[int] | None], answer: int | None) -> list[int] | None | str:
        """Go on to the next decision in both and compare; return the choices, or what went wrong."""
        codes: list[int] | None | str
        asked: Asked | None | str
        self.evaluator.doubts.clear()
        try:
            codes = go()
        except ExecutionError as error:
            codes = error.code.value
        try:
            asked = next(self.running) if answer is None else self.running.send(answer)
        except (StopIteration, GameOver):
            asked = None
        except Stuck as stuck:
            asked = stuck.code
        if isinstance(codes, list) and isinstance(asked, Asked):
            self._compare(codes, asked)
        elif isinstance(codes, str) and codes in self.evaluator.doubts:
            self.doubtful += codes != asked
        elif codes != asked:
            raise self._difference("goes on", codes, asked)
        return codes

    def _difference(self, what: str, program: object, evaluator: object) -> DifferentError:
        return DifferentError(
            f"game {self.number}, decision {self.made}: {what}\n  program: {program}\n  evaluator: {evaluator}"
        )

    def _offer(self, code: int) -> Offer:
        row = self.program.tables.choice(code)
        this, given = code >> 16 & 65_535, code & 65_535
        return row.rule, row.name, this - 1 if this else None, given if row.argument and given != NOTHING else None

    def _compare(self, codes: list[int], asked: Asked) -> None:
        vector = list(self.state)
        seat = vector[self.program.seats_of[~vector[0]]]
        if seat != asked.seat:
            raise self._difference("who is asked", seat, asked.seat)
        offers = tuple(self._offer(code) for code in codes)
        if offers != asked.offers:
            raise self._difference("what is offered", offers, asked.offers)
        self._compare_states(vector)
        self._compare_promises()

    def _compare_promises(self) -> None:
        holds = [self.evaluator.holds(rule.condition, {}) for rule in self.rules.always]
        broken = holds.index(False) if False in holds else None
        if (theirs := self.program.playing.broken(self.state)) != broken:
            raise self._difference("`always` rules", theirs, broken)

    def _compare_states(self, vector: list[int]) -> None:
        theirs: Named = {k: v for k, v in self.reader.values(vector).items() if ".known to " not in k and k != "seed"}
        ours = named(self.rules, self.evaluator.state)
        if theirs != ours:
            names = sorted(name for name in theirs.keys() | ours.keys() if theirs.get(name) != ours.get(name))
            raise self._difference(
                "states", {name: theirs.get(name) for name in names}, {name: ours.get(name) for name in names}
            )

    def _compare_ends(self) -> None:
        self._compare_states(list(self.state))
        seats = range(self.rules.seats)
        ours = [[or_code(partial(self._points, rule, seat)) for seat in seats] for rule in self.rules.scorings]
        theirs = [[or_code(partial(score, self.state, seat)) for seat in seats] for score in self.program.score]
        if ours != theirs:
            raise self._difference("points", theirs, ours)
        self._compare_ranks([[points for row in ours if isinstance(points := row[seat], int)] for seat in seats])

    def _compare_ranks(self, points: list[list[int]]) -> None:
        if any(len(of_seat) < len(self.rules.scorings) for of_seat in points):
            return
        seats = range(self.rules.seats)
        ties = [[or_code(partial(self._tie, rule, seat)) for rule in self.rules.tie_breaks] for seat in seats]
        found = or_code(lambda: list(self.program.playing.ranks(self.state)))
        if isinstance(found, str) or any(isinstance(mark, str) for of_seat in ties for mark in of_seat):
            if not isinstance(found, str) or not any(found in of_seat for of_seat in ties):
                raise self._difference("ties", found, ties)
            return
        marks = [(sum(points[seat]), *(int(mark) for mark in ties[seat])) for seat in seats]
        ranks = [sum(other > mine for other in marks) for mine in marks]
        places = [sorted(set(ranks)).index(rank) for rank in ranks]
        if [sorted(set(found)).index(rank) for rank in found] != places:
            raise self._difference("ranks", found, places)

    def _points(self, rule: c.ScoringRule, seat: int) -> int:
        self.evaluator.points = 0
        for _ in self.evaluator.run(rule.body, {rule.player: seat}):
            raise AssertionError("scoring asks somebody")
        return self.evaluator.points

    def _tie(self, rule: c.TieBreak, seat: int) -> int:
        return self.evaluator.number(rule.value, {rule.player: seat})
