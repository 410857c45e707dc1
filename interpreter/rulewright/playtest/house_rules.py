"""Proposes small edits that a ruleset supports; each is checked, and the first one played, before it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from rulewright.check.core import CheckedRules, Figure
from rulewright.check.core.things import axis_names
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import RulesError
from rulewright.engine import Game
from rulewright.engine.holdings import changed_seat_numbers
from rulewright.source import RulesetSource
from rulewright.source.layers import with_house_rules
from rulewright.syntax import declarations as d
from rulewright.syntax.parser import declared_at
from rulewright.workspace import Ruleset

BECAUSE = 'house "House rule"'
"""The source of a house rule, as every ruleset for house rules lists it."""

MOST_FIGURES_TRIED = 6
"""The maximum number of figures tried before a point is given instead."""

MOST_PROPOSALS_TRIED = 30
"""The maximum number of proposals of one kind that are tried."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A change as it is written, what to call it, and what must come of it at the first decision of game number 1."""

    text: str
    title: str
    rules: tuple[str, ...]
    expect: str


class Proposals:
    """Proposes changes of one ruleset, for the largest number of players."""

    def __init__(self, base: RulesetSource, name: str, seats: int) -> None:
        self.base, self.name, self.seats = base, name, seats
        self.ruleset = Ruleset.of(base)
        self.program = self.ruleset.program(seats, traced=True)  # reports every mistake of the base

    def first_proposal(self) -> HouseRule:
        """Return a figure with another value if that can be seen from the start, else a point for the last player."""
        for number, figure in enumerate(self._single_numbers()):
            found = self._visible_change(figure) if number < MOST_FIGURES_TRIED else None
            if found is not None:
                return found
        last = self.program.seat_names[-1]
        expect = f"score: {{{last}: {{{self._rule_label}: 1}}}}"
        return HouseRule(
            self._point_for_the_last(), "The last player gets 1 point", (f"scoring.{self._rule_name}",), expect
        )

    def other_proposals(self, but: str) -> Iterator[tuple[str, str]]:
        """Yield other things that can be done, each with what it is; the change that is made already is left out."""
        for what, texts in (
            ("another number", self._other_numbers()),
            ("something more that happens right after a step", self._rules_after_steps()),
            ("a new option for whoever chooses", self._new_options()),
            ("something that is not there any more", self._removed_rules()),
            ("points for something", iter([self._point_for_the_last()])),
            ("a rule of your own in the place of one that is there", self._replaced_rules()),
        ):
            others = (text for text in texts if text.strip() != but.strip())
            found = next(
                (text for text in islice(others, MOST_PROPOSALS_TRIED) if self._leads_to_no_findings(text)), None
            )
            if found is not None:
                yield what, found

    @cached_property
    def rules(self) -> Composed:
        """The finished rules of the ruleset below."""
        return self.ruleset.composed_rules

    @cached_property
    def checked(self) -> CheckedRules:
        """The rules, checked for one number of seats."""
        return self.ruleset.checked_rules(self.seats)

    @cached_property
    def _warnings(self) -> int:
        return self._count_findings(self.ruleset)

    def _changed_by(self, text: str) -> Ruleset:
        """Return the ruleset with a text on top."""
        return Ruleset.of(with_house_rules(self.base, self.name, text))

    def _leads_to_no_findings(self, text: str) -> bool:
        """Whether a change leads to no mistake and no warning that was not there before."""
        try:
            return self._count_findings(self._changed_by(text)) <= self._warnings
        except RulesError:
            return False

    def _count_findings(self, ruleset: Ruleset) -> int:
        """Count the warnings of a ruleset. Raises `RulesError` when it has mistakes."""
        findings = ruleset.composition[1].copy()
        ruleset.check_afresh(self.seats, findings)
        return len(findings.found)

    # ---- what might be changed

    @cached_property
    def _rule_name(self) -> str:
        """What a rule of its own is called: as nothing below is."""
        taken = {full_name(decl).rpartition(".")[2] for decl in self.rules.declarations}
        return "house-rule" if "house-rule" not in taken else f"{self.name}-rule"

    @property
    def _rule_label(self) -> str:
        return self._rule_name.replace("-", " ").capitalize()

    def _point_for_the_last(self) -> str:
        """Return a change that every game bears."""
        points = "score 1 points if player is last of players"
        return f'scoring {self._rule_name} "{self._rule_label}":\n    cites {BECAUSE}\n    {points}\n'

    def _single_numbers(self) -> Iterator[Figure]:
        """Yield the figures that are single numbers."""
        single = (figure for figure in self.checked.figures if "." not in figure.name and not figure.keys)
        yield from (
            figure for figure in single if figure.type.how == "number" and _neighbouring_value(figure, 0) is not None
        )

    def _visible_change(self, figure: Figure) -> HouseRule | None:
        """Return the change of a figure with its effect on the seats at the start; None if there is none."""
        text, old, new = _change_sentence(figure, 0), figure.values[0], _neighbouring_value(figure, 0)
        try:
            changed = self._changed_by(text).program(self.seats, traced=True)
            before, after = (Game.start(program).state for program in (self.program, changed))
        except RulesError:
            return None
        expect = changed_seat_numbers(self.program, before, after) if len(before) == len(after) else {}
        if not expect:
            return None
        title = f"{figure.name} is {new}, no longer {old}"
        facts_of = {seat: ", ".join(f"{name}: {n}" for name, n in facts.items()) for seat, facts in expect.items()}
        return HouseRule(text, title, (), "\n      ".join(f"{seat}: {{{facts}}}" for seat, facts in facts_of.items()))

    def _other_numbers(self) -> Iterator[str]:
        for figure in self.checked.figures:
            if "." not in figure.name and figure.type.how == "number":
                yield from (
                    _change_sentence(figure, at)
                    for at in range(len(figure.values))
                    if _neighbouring_value(figure, at) is not None
                )

    def _rules_after_steps(self) -> Iterator[str]:
        steps = [step.name.text for step in self.rules.of(d.Step) if step.kind != "game"]
        amounts = [f"take 1 {stored.name}" for stored in self.checked.stored if stored.amount]
        for line in (*amounts[:1], 'tell "A rule of our own."'):
            yield from (f"rule {self._rule_name} after {step}:\n    cites {BECAUSE}\n    {line}\n" for step in steps)

    def _new_options(self) -> Iterator[str]:
        for menu in self.rules.of(d.Menu):
            params = f" ({', '.join(word.text for word in menu.params)})" if menu.params else ""
            for stored in self.checked.stored:
                if stored.amount:
                    head = f'option {self._rule_name} "{self._rule_label}" on {menu.name.text}{params}, once only:'
                    yield f"{head}\n    cites {BECAUSE}\n    take 1 {stored.name}\n"

    def _removed_rules(self) -> Iterator[str]:
        kinds = (d.MenuOption, d.Scoring, d.After, d.TieBreak, d.Winner, d.PieceRule)
        for decl in sorted(
            (x for x in self.rules.declarations if isinstance(x, kinds)), key=lambda x: kinds.index(type(x))
        ):
            word, _, name = full_name(decl).partition(".")
            yield f"remove {word} {name} because {BECAUSE}\n"

    def _replaced_rules(self) -> Iterator[str]:
        """Yield the shortest rules with a line more, to be changed by whoever reads them."""
        texts = []
        for decl in (*self.rules.of(d.Step), *self.rules.of(d.MenuOption)):
            lines = self.rules.files[decl.span.file].replace("\r\n", "\n").split("\n")
            texts.append("\n".join(declared_at(lines, decl.span.line)).removeprefix("replace "))
        for text in sorted(texts, key=lambda text: (text.count("\n"), text)):
            yield f'replace {text}\n    tell "This is how we do it."\n'


def _change_sentence(figure: Figure, at: int) -> str:
    """Return the sentence that changes an entry of a figure by one."""
    keys: list[str] = []
    rest = at
    for axis in reversed(figure.keys):
        rest, key = divmod(rest, axis.size)
        keys.insert(0, axis_names(axis)[key])
    where = "".join(f" {word} {key}" for word, key in zip(("for", "at"), keys, strict=False))
    return (
        f"change {figure.name}{where} from {figure.values[at]} to {_neighbouring_value(figure, at)} because {BECAUSE}\n"
    )


def _neighbouring_value(figure: Figure, at: int) -> int | None:
    """Return a value beside the one that is there; None when there is none."""
    value = figure.values[at]
    return value + 1 if value < figure.type.high else value - 1 if value > figure.type.low else None
