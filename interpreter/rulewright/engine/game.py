"""A running game: a program and a vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TypeVar

from rulewright.backends import ExecutionError, Program
from rulewright.backends.playing import SEED, Decider
from rulewright.chance import parted, pick
from rulewright.compile.tables import argument_of, option_of, place_of
from rulewright.diagnostics import Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.engine import explanations
from rulewright.engine.log import LogLine, Teller
from rulewright.engine.phases import alone, headings
from rulewright.engine.position import Position
from rulewright.engine.runtime_errors import BrokenRules, LimitExceeded, explained
from rulewright.engine.scoring import by_scoring, ranking, scores, sides, win_shares
from rulewright.engine.views import View, view
from rulewright.engine.words import choice_names, member_name, render
from rulewright.frozen import frozen_class

T = TypeVar("T")

RUNAWAY = 50
"""The number of notes that are kept of a runaway loop: enough to see what led to it, and what goes round."""


@frozen_class
class Choice:
    """One answer. `also`: a free effect, after which the question is asked again. `amount`: the answer as a number.

    `option` is the name of the option in the rules, `value` its argument: a number, or the name of a thing.
    """

    code: int
    name: str
    label: str
    menu: str | None
    also: bool
    amount: int | None
    option: str
    value: int | str | None


@frozen_class
class Question:
    """What a seat is asked. `amount`: a number is asked for. `rule` and `place` locate the question in the rules.

    `name` is the stable name of the question: the same in every game of these rules. `several`: how many of the things
    must be chosen together, and how many can be; `picked` are those of them that have been chosen before.
    """

    name: str
    seat: int
    prompt: str
    choices: tuple[Choice, ...]
    secret: bool
    amount: bool
    rule: str
    place: str
    several: tuple[int, int] | None = None
    picked: tuple[Choice, ...] = ()


class NotOfferedError(ValueError):
    """A choice that the question does not have; `names` are those that it has."""

    def __init__(self, answer: int | str, names: list[str]) -> None:
        meant = did_you_mean(answer, names) if isinstance(answer, str) else ()
        super().__init__(f'"{answer}" is not offered. {" ".join(meant)}'.strip())
        self.names = names


@dataclass(slots=True)
class Game:
    """A game at a decision with at least two choices, or at its end.

    `decisions` are the names of the choices taken, without forced ones. With a program of the plain build there are no
    prompts, labels, log or reasons.
    """

    program: Program
    state: list[int]
    codes: list[int]
    origin: list[int]
    seed: int
    decisions: list[str] = field(default_factory=list)
    log: list[LogLine] = field(default_factory=list)
    _named: tuple[list[int], list[str]] = field(default=([], []), init=False, repr=False, compare=False)
    """The codes whose names were asked for last, and the names."""

    @classmethod
    def start(cls, program: Program, seed: int = 1) -> Game:
        """Start a game, given its number, and run to the first decision."""
        return cls.begin(program, program.initial(seed), seed)

    @classmethod
    def begin(cls, program: Program, state: list[int], seed: int | None = None) -> Game:
        """Run a vector to its first decision; the number of the game is that in the vector, unless it has a secret."""
        game = cls(program, state, [], list(state), state[1] if seed is None else seed)
        program.log.clear()
        game._run(lambda: program.advance(state, state[0]))
        return game

    @classmethod
    def run_alone(cls, program: Program, state: list[int], step: Callable[[list[int]], None]) -> Game:
        """Run a step that asks nobody on a vector; the game ends after it."""
        state[0] = 0
        game = cls(program, state, [], list(state), state[1])
        program.log.clear()
        program.names["SPENT"].steps = 0
        game._run(lambda: step(state))
        return game

    def _run(self, go: Callable[[], list[int] | None]) -> None:
        before = list(self.state) if self.program.traced else []
        try:
            codes: list[int] | None = self._or_explained(go)
            self.codes = codes or []
        except BrokenRules as problem:
            problem.log = self.log
            if isinstance(problem, LimitExceeded):
                del self.program.log[RUNAWAY:]
            raise
        finally:
            if self.program.traced:
                self.log += Teller(self.program, before, self.state).lines(self.program.log)
                self.program.log.clear()

    def _or_explained(self, look: Callable[[], T]) -> T:
        """Call a function of the program; turn an `ExecutionError` into a `RulesError` with a finding."""
        try:
            return look()
        except ExecutionError as error:
            raise explained(self.program, error, self.number, len(self.decisions)) from None

    # -- decisions

    def decide_by(self, decider: Decider) -> None:
        """Take the choice of a decision function."""
        self.choose(decider(self.state, self.codes, self.state[1], len(self.decisions)))

    @property
    def number(self) -> int:
        """The number that people see: without the secret that the seed may carry."""
        return parted(self.seed)[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[0] == 0

    @property
    def alone(self) -> str:
        """The step that a scenario runs by itself; empty in a whole game."""
        return alone(self.program, self.origin)

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.program.seat_asked(self.state)

    @property
    def position(self) -> Position:
        """Who is asked what, and everything that somebody may know, until the next choice is taken."""
        return Position(self.program, self.state)

    @property
    def question(self) -> Question | None:
        """The question to be answered; None when the game is over."""
        look = partial(question_at, self.program, self.state, self.codes, self.names())
        return None if self.over else self._or_explained(look)

    def choose(self, answer: int | str) -> None:
        """Take a choice by its code or name, and run to the next decision.

        Raises `NotOfferedError` when there is no such choice, `RulesError` when the rules break.
        """
        names = self.names()
        if answer not in (self.codes if isinstance(answer, int) else names):
            raise NotOfferedError(answer, names)
        at = self.codes.index(answer) if isinstance(answer, int) else names.index(answer)
        code = self.codes[at]
        self.decisions.append(names[at])
        if self.program.traced:
            site = ~self.state[0]
            label = self.program.names["LABELS"][site][code >> 32](self.state, code)
            hidden = self.program.tables.is_hidden(self.state, code)
            prompt = self.program.names["PROMPTS"][site](self.state)
            self.program.log.append(("chosen", site, code, self.seat, label, hidden, prompt))
        self._run(lambda: self.program.take(self.state, code))

    def names(self) -> list[str]:
        """The names of the choices, in order: no two are equal."""
        if self._named[0] is not self.codes:
            self._named = self.codes, choice_names(self.program, self.codes)
        return self._named[1]

    def hides(self, code: int) -> bool:
        """Return whether the others are not told that a choice is taken."""
        tables = self.program.tables
        return tables.asked_at(self.state).secret or tables.is_hidden(self.state, code)

    def is_at(self, other: Game) -> bool:
        """Return whether two games of one program are at the same position."""
        return list(self.state) == list(other.state)

    def playout(self, seed: int) -> Game:
        """Return a copy played on to its end by random seats, with the chance of another game's number."""
        game = self.with_chance_of(seed)
        while not game.over:
            game.choose(game.codes[pick(seed, len(game.decisions), len(game.codes))])
        return game

    def with_chance_of(self, number: int) -> Game:
        """Return a copy that goes on with the chance of a game's number."""
        game = self.copy()
        game.state[SEED] = number
        return game

    def copy(self) -> Game:
        """Return an independent copy."""
        kept = list(self.decisions), list(self.log)
        return Game(self.program, self.state.copy(), list(self.codes), self.origin, self.seed, *kept)

    def anew(self) -> Game:
        """Return the game at its first decision, played there from its start."""
        return Game.begin(self.program, list(self.origin), self.seed)

    def earlier(self, vector: list[int], decisions: int, lines: int) -> Game:
        """Return the game as it was at a vector, with so many decisions and so many lines of its log."""
        codes = self.program.choices(vector) if vector[0] else []
        kept = self.decisions[:decisions], self.log[:lines]
        return Game(self.program, vector, codes, self.origin, self.seed, *kept)

    # -- what persons want to know

    def why(self, name: str) -> tuple[str, ...]:
        """Why an option is not offered, or that it is; empty when no option has this name."""
        look = partial(explanations.why, self.program, self.state, self.codes, name)
        return ("The game is over.",) if self.over else self._or_explained(look)

    def answers(self, name: str) -> tuple[explanations.Answer, ...]:
        """Return the same as `why`, with the reasons and the rules behind it."""
        look = partial(explanations.answers, self.program, self.state, self.codes, name)
        return () if self.over else self._or_explained(look)

    def quoted(self, answer: explanations.Answer) -> Span:
        """Return the line of the rules that an answer quotes; nowhere if it quotes none."""
        reason = answer.reason
        is_quoted = reason is not None and reason.line >= 0
        return self.program.tables.lines[reason.line].span if reason and is_quoted else answer.asked

    def why_not(self) -> list[tuple[str, list[str]]]:
        """Return all options that are not offered now, by group, with one line per failed condition."""
        look = partial(explanations.why_not, self.program, self.state, self.codes)
        return [] if self.over else self._or_explained(look)

    def headings(self) -> list[str]:
        """Return the headings of the active phases, the outermost first."""
        return headings(self.program, self.state, self.log)

    def view(self, seat: int | None = None) -> View:
        """Return everything that a seat may see; None sees everything."""
        return view(self.program, self.state, seat)

    def spaces(self) -> list[str]:
        """Return the labels of all spaces of the grids."""
        return [label for domain in self.program.domains.values() if domain.how == "grid" for label in domain.labels]

    # -- the end

    def scores(self) -> list[dict[str, int]]:
        """Return the points of each seat by source, as if the game ended now."""
        return scores(self.program, self._or_explained(lambda: by_scoring(self.program, self.state)))

    def totals(self) -> list[int]:
        """Return the points of each seat, as if the game ended now."""
        return [sum(by_source.values()) for by_source in self.scores()]

    def win_shares(self) -> dict[int, float]:
        """Return what of a win each winner has: all of it, or a part where several sides share the first place."""
        return win_shares(self.ranking(), sides(self.program, self.state))

    def ranking(self) -> list[list[int]]:
        """Return the seats by rank, tied ones together."""
        return self._or_explained(lambda: ranking(self.program, self.state))

    def broken_promises(self) -> list[str]:
        """Return the names of the `always` rules that do not hold now."""
        rules = zip(self.program.tables.invariants, self.program.always, strict=True)
        return self._or_explained(lambda: [rule.name for rule, holds in rules if not holds(self.state)])


def invariant(program: Program, name: str) -> Callable[[Game], bool]:
    """Return whether an `always` rule holds, as a function of games with the layout of its program."""
    holds = program.always[[rule.name for rule in program.tables.invariants].index(name)]
    return lambda game: bool(holds(list(game.state)))


def question_at(program: Program, state: list[int], codes: list[int], names: Sequence[str] = ()) -> Question:
    """Return the question at a vector; `codes` are its choices, and `names` their names if they are known."""
    number, site, seat = ~state[0], program.tables.asked_at(state), program.seat_asked(state)
    labels, prompt = [""] * len(codes), ""
    if program.traced:
        labels_of = program.names["LABELS"][number]
        labels = [render(program, labels_of[option_of(code)](state, code)) for code in codes]
        prompt = render(program, program.names["PROMPTS"][number](state))
    named = zip(codes, names or choice_names(program, codes), labels, strict=True)
    choices = tuple([_choice(program, number, *each) for each in named])
    numbers = any(choice.amount is not None for choice in choices)
    return Question(site.name, seat, prompt, choices, site.secret, numbers, site.rule, place_of(site.span))


@lru_cache(maxsize=8192)
def _choice(program: Program, number: int, code: int, name: str, label: str) -> Choice:
    site, option, row = program.tables.sites[number], option_of(code), program.tables.choice(code)
    argument = argument_of(code)
    thing = row.argument is not None and not row.argument.is_number and argument >= 0
    value = member_name(program, row.argument.domain, argument) if row.argument and thing else argument
    return Choice(
        code, name, label, program.tables.labels.get(f"menu.{row.menu}", row.menu) if row.menu else None,
        option in site.also, argument if option == site.amount else None,
        row.name, value if row.argument is not None and argument >= 0 else None,
    )  # fmt: skip
