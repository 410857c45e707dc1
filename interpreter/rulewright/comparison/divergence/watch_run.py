"""Watch run: a game of one program, played until a rule that only its ruleset has does something.

A new piece changes the order of others long before anybody uses it, so the first divergence need not show its effect.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.comparison.divergence import DivergentGame, search_divergence
from rulewright.comparison.divergence.distance import distances_by_option, rule_distances, rule_of_part
from rulewright.comparison.divergence.lockstep import POINTS, Divergence, GamesByName, ValueChange, first_divergence
from rulewright.comparison.toggles import RulesetPair
from rulewright.compose.composed import Composed, full_name
from rulewright.compose.coverage_points import coverage_points
from rulewright.engine import Game
from rulewright.engine.log import LogLine
from rulewright.engine.options import options_of
from rulewright.engine.scoring import scoring_rules


class WatchRun(GamesByName):
    """One game. It `parts` where a rule of its own is reached, offers an option or would bring points."""

    def __init__(self, program: Program, rules: Composed, own: frozenset[str]) -> None:
        super().__init__(program)
        self.program, self.own = program, own
        self.marks = {
            m: point.rule
            for point in coverage_points(rules)
            if point.rule in own and not point.by_itself
            for m in point.marks
        }
        self.scorings = [(at, name) for at, name in enumerate(scoring_rules(program)) if name in own]
        self._option_parts = options_of(program).parts
        self.rule = ""

    def begin(self, number: int) -> None:
        """Start the game of this number."""
        self.rule = ""
        self._clear_notes()
        super().begin(number)

    def note_choices(self, side: int, codes: list[int]) -> None:
        """Note what the game offers now, and the rule that has been reached."""
        super().note_choices(side, codes)
        self.rule = self.rule or next((rule for mark, rule in self.marks.items() if self.program.marks[mark]), "")
        self._clear_notes()

    def _clear_notes(self) -> None:
        self.program.marks[:] = bytes(len(self.program.marks))
        self.program.log.clear()

    def same_question(self) -> bool:
        """Whether no rule of its own was reached."""
        return not self.rule

    def divergence_here(self) -> Divergence | None:
        """Return what its own rules offer and bring here, if they do anything."""
        shifts = tuple(self._points_of_own_rules())
        self.rule = self.rule or (shifts[0].name.partition(POINTS)[0] if shifts else "")
        offered = zip(self.offered[0], self.codes[0], strict=True)
        own = tuple(name for name, code in offered if rule_of_part(self._option_parts(code).option.rule) in self.own)
        asked = self.seat_asked(0)
        return Divergence(len(self.made_choices), (asked, asked), ((), own), shifts) if self.rule else None

    def _points_of_own_rules(self) -> list[ValueChange]:
        score, names = self.program.score, self.program.seat_names
        found = [
            ValueChange(f"{rule}{POINTS} {name}", None, score[at](self.states[0], seat))
            for at, rule in self.scorings for seat, name in enumerate(names)
        ]  # fmt: skip
        self._clear_notes()
        return [shift for shift in found if shift.second]


@dataclass(frozen=True, slots=True)
class FirstUse:
    """The shortest game in which a rule that only one side has does something: the story up to there, and the rule."""

    ruleset: str
    number: int
    parting: Divergence
    lines: tuple[LogLine, ...]
    rule: str
    place: str


def shortest_use(pair: RulesetPair, seats: int, seed: int, games: int) -> FirstUse | None:
    """Return the shortest game found; None when no side has rules of its own, or they do nothing."""
    names = [{full_name(decl) for decl in rules.declarations} for rules in pair.rules]
    for side, ruleset in ((1, pair.second), (0, pair.first)):
        own, rules = frozenset(names[side] - names[1 - side]), pair.rules[side]
        if not own:
            continue
        program = ruleset.program(seats, marked=True)
        run = WatchRun(program, rules, own)
        if not run.marks and not run.scorings:
            continue
        found = list(
            search_divergence(run, distances_by_option(program, rule_distances(rules, own)), seed, range(games))
        )[-1].example
        if found is not None:
            return _first_use(ruleset.name, run, rules, found)
    return None


def _first_use(ruleset: str, run: WatchRun, rules: Composed, example: DivergentGame) -> FirstUse:
    first_divergence(run, example.number, example.names)
    rule = run.rule
    span = next(decl.span for decl in rules.declarations if full_name(decl) == rule)
    game = Game.start(run.program, example.number)
    for name in example.names:
        game.choose(name)
    return FirstUse(ruleset, example.number, example.parting, tuple(game.log), rule, f"{span.file}:{span.line}")
