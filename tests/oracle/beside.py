"""Plays programs of one ruleset with the reference evaluator beside them, and compares all at every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
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
MOST_FAILURES = 2
"""Choices of a rule that went wrong so often are not made any more, so that games go on."""
MOST_TIMES = 50
"""A rule that was followed so often is not chosen any more: some texts offer the same again and again."""
NOTHING = 65_535


class DifferentError(AssertionError):
    """The programs and the evaluator disagree."""


T = TypeVar("T")
Result = list[int] | str | None
"""The choices; None at the end; or the code of what went wrong."""


def or_code(function: Callable[[], T]) -> T | str:
    """Return the result of a function, or the code of what went wrong."""
    try:
        return function()
    except ExecutionError as error:
        return error.code.value
    except Stuck as stuck:
        return stuck.code


@dataclass
class Tally:
    """What came of playing a ruleset."""

    made: int = 0
    """Decisions that were compared."""
    wrong: int = 0
    """How often the rules could not go on, alike in all."""
    reached: Counter[str] = field(default_factory=Counter)
    """How often a choice of each rule was made."""
    failed: Counter[str] = field(default_factory=Counter)
    """How often a choice of each rule could not be followed."""


@dataclass
class Position:
    """A decision to which play may come back."""

    states: list[Any]  # Any: a list, or what C holds
    left: list[tuple[int, int]]
    """The choices that were not made yet, with their places among all."""
    told: int
    """How much of the tape leads here."""


@dataclass
class Beside:
    """A game in some programs, the plain one first, and in the evaluator."""

    rules: c.CheckedRules
    programs: Sequence[Program]
    number: int
    tally: Tally = field(default_factory=Tally)
    answers: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.program = self.programs[0]
        self.reader = SnapshotReader(self.program)
        self.states: list[Any] = [program.initial(self.number) for program in self.programs]
        self.evaluator = Interpreter(self.rules, start(self.rules, self.number))
        self.running: Running = self.evaluator.game()
        self.asked: Asked | None = None

    def play(self, chance: random.Random, most: int = MOST) -> int:
        """Play at random to the end; return the number of decisions.

        Where the rules cannot go on after a choice, alike in all, another one is taken instead, if need be of an
        earlier decision.
        """
        first, path = self.tally.made, list[Position]()
        found = self._go_on(lambda program, state: program.advance(state, state[0]), None)
        if isinstance(found, list):
            path.append(self._position(found))
        while path and self.tally.made < first + most:
            here = path[-1]
            if not here.left:
                path.pop()
                continue
            at, code = here.left.pop(self._wanted(here.left, chance))
            rule = self.program.tables.choice(code).rule
            if self.tally.failed[rule] >= MOST_FAILURES or self.tally.reached[rule] >= MOST_TIMES:
                continue
            found = self._choose(here, len(path) - 1, at, code)
            if isinstance(found, str):
                self.tally.failed[rule] += 1
                continue
            self.tally.reached[rule] += 1
            if found is None:
                self._compare_ends()
                break
            path.append(self._position(found))
        return self.tally.made - first

    def _position(self, found: list[int]) -> Position:
        return Position([state.copy() for state in self.states], list(enumerate(found)), len(self.evaluator.tape))

    def _wanted(self, left: list[tuple[int, int]], chance: random.Random) -> int:
        """Return which choice to make: mostly one of the rules that were reached least."""
        times = [self.tally.reached[self.program.tables.choice(code).rule] for _, code in left]
        rare = [at for at, often in enumerate(times) if often == min(times) or chance.random() < 0.02]
        return chance.choice(rare)

    def _choose(self, here: Position, depth: int, at: int, code: int) -> Result:
        """Make a choice at a position, to which the evaluator goes back if it went on from there."""
        self.states = [state.copy() for state in here.states]
        if self.asked is None or len(self.answers) != depth:
            del self.answers[depth:]
            self._again(here.told)
        self.answers.append(at)
        self.tally.made += 1
        found = self._go_on(lambda program, state: program.take(state, code), at)
        self.tally.wrong += isinstance(found, str)
        return found

    def _again(self, told: int) -> None:
        """Begin the evaluator anew, and give the same answers: one that could not go on cannot be asked again."""
        tape = self.evaluator.tape[:told]
        self.evaluator = Interpreter(self.rules, start(self.rules, self.number))
        self.running = self.evaluator.repeat(tape)
        next(self.running)
        for answer in self.answers:
            self.running.send(answer)

    def _go_on(self, go: Callable[[Program, Any], list[int] | None], answer: int | None) -> Result:
        """Go on to the next decision in all and compare; return the choices, or what went wrong."""
        results = [or_code(partial(go, *both)) for both in zip(self.programs, self.states, strict=True)]
        codes = results[0]
        if any(result != codes for result in results):
            raise self._difference("goes on", results, "not asked yet")
        asked: Asked | None | str
        try:
            asked = next(self.running) if answer is None else self.running.send(answer)
        except (StopIteration, GameOver):
            asked = None
        except Stuck as stuck:
            asked = stuck.code
        self.asked = asked if isinstance(asked, Asked) else None
        if isinstance(codes, list) and isinstance(asked, Asked):
            self._compare(codes, asked)
        elif codes != asked:
            raise self._difference("goes on", codes, asked)
        return codes

    def _difference(self, what: str, program: object, evaluator: object) -> DifferentError:
        return DifferentError(
            f"game {self.number}, decision {self.tally.made}: {what}\n  program: {program}\n  evaluator: {evaluator}"
        )

    def _offer(self, code: int) -> Offer:
        row = self.program.tables.choice(code)
        this, given = code >> 16 & 65_535, code & 65_535
        return row.rule, row.name, this - 1 if this else None, given if row.argument and given != NOTHING else None

    def _compare(self, codes: list[int], asked: Asked) -> None:
        vector = self._same_vector()
        seat = vector[self.program.seats_of[~vector[0]]]
        if seat != asked.seat:
            raise self._difference("who is asked", seat, asked.seat)
        offers = tuple(self._offer(code) for code in codes)
        if offers != asked.offers:
            raise self._difference("what is offered", offers, asked.offers)
        self._compare_states(vector)
        self._compare_promises()

    def _same_vector(self) -> list[int]:
        """Return the vector, which must be the same in all programs."""
        vectors = [list(state) for state in self.states]
        for vector in vectors[1:]:
            if vector != vectors[0]:
                at = [at for at, both in enumerate(zip(vectors[0], vector, strict=True)) if both[0] != both[1]]
                raise self._difference(f"vectors at {at}", vectors[0], vector)
        return vectors[0]

    def _compare_promises(self) -> None:
        holds = [or_code(partial(self.evaluator.holds, rule.condition, {})) for rule in self.rules.always]
        broken = next((at for at, kept in enumerate(holds) if kept is not True), None)
        ours = holds[broken] if broken is not None and isinstance(holds[broken], str) else broken
        for program, state in zip(self.programs, self.states, strict=True):
            if (theirs := or_code(partial(program.playing.broken, state))) != ours:
                raise self._difference("`always` rules", theirs, ours)

    def _compare_states(self, vector: list[int]) -> None:
        theirs: Named = {k: v for k, v in self.reader.values(vector).items() if ".known to " not in k and k != "seed"}
        ours = named(self.rules, self.evaluator.state)
        if theirs != ours:
            names = sorted(name for name in theirs.keys() | ours.keys() if theirs.get(name) != ours.get(name))
            raise self._difference(
                "states", {name: theirs.get(name) for name in names}, {name: ours.get(name) for name in names}
            )

    def _compare_ends(self) -> None:
        self._compare_states(self._same_vector())
        seats = range(self.rules.seats)
        ours = [[or_code(partial(self._points, rule, seat)) for seat in seats] for rule in self.rules.scorings]
        theirs = [
            [or_code(partial(score, list(self.states[0]), seat)) for seat in seats] for score in self.program.score
        ]
        if ours != theirs:
            raise self._difference("points", theirs, ours)
        rows = [[points for row in ours if isinstance(points := row[seat], int)] for seat in seats]
        for program, state in zip(self.programs, self.states, strict=True):
            self._compare_ranks(rows, program, state)

    def _compare_ranks(self, points: list[list[int]], program: Program, state: Any) -> None:
        if any(len(of_seat) < len(self.rules.scorings) for of_seat in points):
            return
        seats = range(self.rules.seats)
        totals = [or_code(partial(program.points, state, seat)) for seat in seats]
        if totals != [sum(of_seat) for of_seat in points]:
            raise self._difference("points in all", totals, points)
        ties = [[or_code(partial(self._tie, rule, seat)) for rule in self.rules.tie_breaks] for seat in seats]
        found = or_code(lambda: list(program.playing.ranks(state)))
        if isinstance(found, str) or any(isinstance(mark, str) for of_seat in ties for mark in of_seat):
            if not isinstance(found, str) or not any(found in of_seat for of_seat in ties):
                raise self._difference("ties", found, ties)
            return
        places = self._places([[sum(points[seat]), *map(int, ties[seat])] for seat in seats])
        if found != places:
            raise self._difference("ranks", found, places)

    def _places(self, marks: list[list[int]]) -> list[int]:
        """Return the rank of each seat, given what is compared of each: by the rules, not as the program does it."""
        ending, seats = self.rules.ending, range(len(marks))
        if ending is None:
            return [len({tuple(other) for other in marks if other > mine}) for mine in marks]
        given = [{ending.player: seat} for seat in seats]
        if ending.together is not None:
            return [0 if self.evaluator.holds(ending.together, given[seat]) else 1 for seat in seats]
        side = [self.evaluator.value(ending.side, given[seat]) if ending.side else seat for seat in seats]
        alone = [what is None for what in side]
        mates = [[o for o in seats if o == seat or (side[o] == side[seat] and not alone[seat])] for seat in seats]
        marks = [[-mark if ending.fewest and at == 0 else mark for at, mark in enumerate(mine)] for mine in marks]
        if ending.staying is not None:
            stays = [self.evaluator.holds(ending.staying, given[seat]) for seat in seats]
            marks = [[int(stays[seat]), *marks[seat]] for seat in seats]
        sums = [[sum(marks[mate][at] for mate in mates[seat]) for at in range(len(marks[seat]))] for seat in seats]
        if ending.staying is not None:
            sums = [[int(mine[0] > 0), *mine[1:]] for mine in sums]
        lost = ending.staying is not None and not any(mine[0] for mine in sums)
        return [lost + len({tuple(other) for other in sums if other > mine}) for mine in sums]

    def _points(self, rule: c.ScoringRule, seat: int) -> int:
        self.evaluator.points = 0
        for _ in self.evaluator.run(rule.body, {rule.player: seat}):
            raise AssertionError("scoring asks somebody")
        return self.evaluator.points

    def _tie(self, rule: c.TieBreak, seat: int) -> int:
        return self.evaluator.number(rule.value, {rule.player: seat})
