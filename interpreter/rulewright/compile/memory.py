"""What everybody can know of the values that are hidden from others: which facts need a memory, and when it is exact.

The log tells everybody how much of an amount is taken, paid or given, so anybody who counts knows amounts that nothing
else changes: these need no memory. For every other hidden fact the vector keeps beside each value what could be known
of it without seeing it: the least and the greatest possible number, or, of a set, which members are in doubt.

Setting a fact makes its memory exact where everybody knows the new value and that it is set; otherwise the memory is
as wide as the type. A fact that is set in some branches of a secret choice only is in doubt throughout the game, as
not even the time of the change is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.core.walk import (
    Unit,
    all_lines,
    bodies_inside,
    body_of,
    everything_in,
    menus_of,
    rules_done,
    units_of,
)
from rulewright.check.core.walk import values_of as read_by
from rulewright.check.secret_reading import SecretFinder, secret_finder
from rulewright.diagnostics import NOWHERE

Change = c.Assign | c.MarkAll


@dataclass(slots=True)
class Memory:
    """Which facts are remembered, and which changes of them everybody can follow; by the identities of rules' parts."""

    facts: list[c.Stored] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    """Facts that are in doubt throughout the game."""
    followed: set[int] = field(default_factory=set)
    """Lines whose change, or whose text, everybody can follow."""


def memory_of(rules: c.CheckedRules) -> Memory:
    """Return what is remembered under some rules; nothing where every change of what is hidden is logged openly."""
    lines = all_lines(rules)
    changed = {id(changed_by(line)) for line in lines if isinstance(line, Change)}
    facts = [stored for stored in rules.stored if stored.seen != "all" and id(stored) in changed]
    return _Following(rules).memory(facts) if facts else Memory()


def changed_by(line: Change) -> c.Stored:
    """Return the fact that a line changes."""
    return line.target.stored if isinstance(line, c.Assign) else line.stored


class _Following:
    """Follows secrets through the rules, until nothing new is found.

    `secret` are the names whose values somebody does not know, `veiled` the rules of which not everybody knows whether
    they are carried out, both by identity.
    """

    def __init__(self, rules: c.CheckedRules) -> None:
        self.rules = rules
        self.look: SecretFinder = secret_finder(rules)
        self.secret, self.veiled = set[int](), set[int]()
        self.doubtful, self.lines = set[int](), dict[int, bool]()
        self.unit: Unit = rules.game

    def memory(self, facts: list[c.Stored]) -> Memory:
        """Return what is remembered of some facts."""
        found = -1
        while found != len(self.secret) + len(self.veiled):
            found = len(self.secret) + len(self.veiled)
            for unit in units_of(self.rules):
                self.unit = unit
                self._follow_lines(body_of(unit), id(unit) in self.veiled)
        return Memory(facts, self.doubtful, {line for line, followed in self.lines.items() if followed})

    def _follow_lines(self, lines: Iterable[c.Action], veiled: bool) -> None:
        for line in lines:
            self._follow_line(line, veiled)

    def _follow_line(self, line: c.Action, veiled: bool) -> None:
        if isinstance(line, Change):
            if not changed_by(line).answer:
                self._follow_change(line, veiled, veiled)
            return
        hidden = self._is_secret(read_by(line))
        if isinstance(line, c.Let):
            self._note_secrets([line.var], veiled or hidden)
        elif isinstance(line, c.RollDie | c.PickAtRandom):
            self._note_secrets([line.var], veiled or hidden or line.seat is not None)
        elif isinstance(line, c.Loop | c.Count_):
            self._note_secrets([line.var], hidden)
        elif isinstance(line, c.Perform | c.Dispatch):
            self._follow_steps(line, veiled)
        elif isinstance(line, c.Say):
            self.lines[id(line)] = not veiled
        elif isinstance(line, c.Leave) and veiled:
            self.veiled |= {id(self.unit), id(line.step)}
        elif isinstance(line, c.Question):
            self._follow_question(line, veiled)
            return
        for body in bodies_inside(line):
            self._follow_lines(body, veiled or hidden)

    def _note_secrets(self, names: Iterable[c.Var], secret: bool) -> None:
        if secret:
            self.secret |= {id(name) for name in names}

    def _follow_steps(self, line: c.Perform | c.Dispatch, veiled: bool) -> None:
        for step, arguments in rules_done(line):
            for param, value in zip(step.params, arguments, strict=False):
                self._note_secrets([param], self._is_secret([value]))
            if veiled or (isinstance(line, c.Dispatch) and self._is_secret([line.piece])):
                self.veiled.add(id(step))

    def _follow_change(self, line: Change, veiled: bool, hidden: bool) -> None:
        """`veiled`: not everybody knows whether it happens; `hidden`: nor what is chosen for it."""
        values, keys = ([line.value], line.target.keys) if isinstance(line, c.Assign) else ([line.things], ())
        self.lines[id(line)] = not hidden and not self._is_secret([*values, *keys])
        if veiled or self._is_secret(keys):
            self.doubtful.add(id(changed_by(line)))

    def _follow_question(self, question: c.Question, veiled: bool) -> None:
        """What one of several secret options changes is in doubt; what the only option changes happens in any case."""
        only = len(question.choices) == 1 and question.stop is None and not question.optional
        only = only and question.choices[0].when is None and not menus_of(question)
        for choice in question.choices:
            hidden = [value for value in (choice.things, choice.low, choice.high) if value is not None]
            secret = question.secret and not question.together
            self._note_secrets(choice.names, secret or self._is_secret(hidden))
            for line in choice.body:
                if question.secret and only and isinstance(line, Change) and not changed_by(line).answer:
                    self._follow_change(line, veiled, True)
                else:
                    self._follow_line(line, veiled or question.secret)
        if veiled or question.secret:
            self.veiled |= {id(option) for menu in menus_of(question) for option in menu.options}

    def _is_secret(self, values: Iterable[c.Value]) -> bool:
        """Return whether somebody does not know what values are."""
        return any(
            any(True for _ in self.look.secrets_read(value, self.look.names, NOWHERE))
            or any(isinstance(part, c.Use) and id(part.var) in self.secret for part in everything_in(value))
            for value in values
        )
