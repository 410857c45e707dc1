"""What the functions that resolve rules share: the symbol table, what has been reached so far, and how to go deeper."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from rulewright.check import core as c
from rulewright.check.core.things import ERROR, NUMBER, UNKNOWN, Type, immutable
from rulewright.check.declare.table import SymbolTable
from rulewright.check.resolve.unknown import report_unknown
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings, Span
from rulewright.source import LocatedText, check_citation
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in

T = TypeVar("T")
_LEAVING = re.compile(r"\bleaves +the +game\b")


@immutable
class Scope:
    """An immutable set of names; a line that lets a name gives the lines after it a new scope."""

    rule: str
    names: dict[str, c.Var]
    it: c.Var | None = None
    this: c.Var | None = None
    loops: tuple[str, ...] = ()
    """The loops around, outermost first: loop, laps or asking."""
    outer: tuple[c.Var, ...] = ()
    """What `it` means outside of the innermost `where`, the nearest first."""

    def with_var(self, var: c.Var) -> Scope:
        """Return a scope in which one more variable is known."""
        return replace(self, names={**self.names, var.name: var})

    def looking_at(self, type_: Type) -> tuple[Scope, c.Var]:
        """Return a scope in which `it` is a thing of the type."""
        var = c.Var("it", type_)
        return replace(self, it=var, outer=self.outer if self.it is None else (self.it, *self.outer)), var

    def within_loop(self, how: str) -> Scope:
        """Return the scope of the body of a loop."""
        return replace(self, loops=(*self.loops, how))

    @property
    def player(self) -> c.Var | None:
        """The acting player."""
        return self.names.get("player")


DEEPEST_VALUE = 50
"""Limit on the length of a chain of values or steps."""
TOO_DEEP_MESSAGE = (
    f"more than {DEEPEST_VALUE} values or steps lead to one another",
    "Write what some of them say in those above.",
)

YES_OR_NO = {"yes": 1, "no": 0}
"""What a fact that is so or not is set to, and compared with."""

BAD = c.Use(c.Var("", ERROR))
"""A value with a reported mistake. Everything derived from it has the error type, too."""


def is_bad(*values: c.Value) -> bool:
    """Whether one of some values has a mistake."""
    return any(value.type.how == "error" for value in values)


@immutable
class Known:
    """What is known of the type of a name: the part of the rules that it follows from.

    It is `mixed` if it is one thing in one place, and a set in another.
    """

    type: Type
    origin: Span
    mixed: bool = False


class Context(ABC):
    """One reading of the rules.

    Values, conditions and sentences contain one another, and their functions are in several modules. Each goes
    deeper through the abstract methods, which `resolver.py` implements with one `match` each.
    """

    def __init__(self, table: SymbolTable, rules: Composed, remembered: dict[str, Known]) -> None:
        """Start with nothing reached; `remembered` are types of names."""
        self.table, self.rules = table, rules
        self.remembered = remembered
        self.widened = self.outdated = False
        """Whether a name turned out wider than at first, and whether something was read before it did."""
        self.steps: dict[str, c.Procedure] = {}
        self.values: dict[tuple[str, str], c.ValueRule] = {}
        self.costs: dict[str, c.Procedure] = {}
        self.menus: dict[str, c.Menu] = {}
        self.answers: dict[tuple[str, str, str], c.Procedure] = {}
        self.memories: list[c.Stored] = []
        self.combined: dict[str, c.Domain] = {}
        """Lists of combinations, and of numbers that are parts of them, by name."""
        self.used_rulings: set[str] = set()
        self.waiting: list[Callable[[], None]] = []
        """What is left to read: bodies of rules that something has reached."""
        self.being_read: list[tuple[str, str]] = []
        """The declared values whose cases are being read, outermost first."""
        self.bound: dict[tuple[str, str], Span] = {}
        """Where a rule last gave a name a meaning."""
        self.name_keys: dict[c.Var, str] = {}
        """Under which key the type of a name is remembered."""
        self.let_later: dict[str, Known] = {}
        """The types of names that were nothing when they were let: they help only where a line is wrong without them.

        Right rules are not read again for them, as that would make them other rules for saved games.
        """
        self.in_use: set[c.Var] = set()
        """The parameters of rules whose bodies have been read."""
        self.let: set[c.Var] = set()
        """The names that lines of rules give."""
        self.single: set[c.Var] = set()
        """The names that always are one thing: a parameter named after a kind, and one of several things."""
        table.elsewhere.update(_names_elsewhere(table, rules))

    @abstractmethod
    def value(self, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
        """Return the meaning of a value; `expected` helps to tell names apart."""

    @abstractmethod
    def condition(self, node: x.Expr, scope: Scope) -> c.Value:
        """Return the meaning of a condition."""

    @abstractmethod
    def read_unreached(self) -> None:
        """Read what nothing reaches loosely, so that it is known what the names in it mean."""

    @abstractmethod
    def sentence(self, line: s.Stmt, scope: Scope, done: list[c.Action]) -> Scope | None:
        """Add what a sentence does to `done`; return the scope of the next one where it lets a name."""

    # -- what goes wrong

    @property
    def findings(self) -> Findings:
        """What has been found."""
        return self.table.findings

    @contextmanager
    def reading_loosely(self) -> Iterator[None]:
        """Read something where a mistake or a missing caller hides what belongs there, without reporting anything."""
        outer, self.table.findings = self.table.findings, Findings()
        yield
        self.table.findings = outer

    def report_nowhere(self) -> None:
        """Report the names in values that mean nothing anywhere; to be called when everything has been read."""
        known = self.table.known_names() | self.table.lost | YES_OR_NO.keys()
        for node in (node for decl in self.rules.declarations for node in nodes_in(decl)):
            word = node if isinstance(node, x.Name) else node.name if isinstance(node, x.Of) else None
            if word is not None and word.text not in known:
                report_unknown(word, known, self.findings)

    def read_loosely(self, nodes: Iterable[x.Expr], scope: Scope) -> None:
        """Read values of which it is not known what belongs there."""
        with self.reading_loosely():
            for node in nodes:
                self.value(node, scope)

    def fail(self, code: Code, span: Span, message: str, *remedy: str) -> c.Value:
        """Report a mistake; return a placeholder for the value that has it."""
        self.findings.add(code, span, message, *remedy)
        return BAD

    def look_up(self, word: x.Word, what: str, known: dict[str, T]) -> T | None:
        """Return what a name means among some; None when it means nothing there, which is reported."""
        if word.text not in known:
            self.table.unknown(word, what, known)
        return known.get(word.text)

    def history(self, word: x.Word) -> c.History | None:
        """Return the memory of the game that a name means, and note the use of the name."""
        found = self.look_up(word, "memory", self.table.histories)
        if found is not None:
            self.table.use(word.span, found.span)
        return found

    # -- bodies and scopes

    def block(self, body: s.Body | None, scope: Scope) -> list[c.Action]:
        """Return what a body does. A sentence that lets a name gives the next ones a wider scope."""
        done: list[c.Action] = []
        if body is not None:
            self.note_sources(body.sources)
            for line in body.lines:
                scope = self.sentence(line, scope, done) or scope
        return done

    def read_waiting(self) -> None:
        """Read everything that has been reached and not read yet."""
        while self.waiting:
            self.waiting.pop(0)()

    def known_of(self, value: c.Value) -> Known | None:
        """Return what is remembered of the type of a name; None if it follows from the name, or there is no name."""
        return self.remembered.get(self.name_keys.get(value.var, "")) if isinstance(value, c.Use) else None

    def player_var(self) -> c.Var:
        """Return a new variable for the acting player."""
        return c.Var("player", self.table.player)

    def acting(self, scope: Scope) -> c.Value:
        """Return the acting player; nobody where no player acts."""
        if scope.player is None:
            return c.Const(-1, Type("one", self.table.domains["player"], True))
        return c.Use(scope.player)

    def base_scope(self, rule: str, params: list[c.Var]) -> Scope:
        """Return the scope in which the body of a rule begins. A parameter that is given nothing is a number."""
        self.in_use.update(params)
        for param in params:
            if param.type is UNKNOWN:
                param.type = NUMBER
        return Scope(rule, {param.name: param for param in params})

    def memory(self, name: str, keys: tuple[c.Axis, ...], type_: Type, seen: str = "all") -> c.Stored:
        """Return something that the rules must remember and that no declaration names."""
        stored = c.Stored(name, name, keys, type_, self.table.domains["player"].span, seen)
        self.memories.append(stored)
        return stored

    @cached_property
    def gone(self) -> c.Read | None:
        """The players who have left the game; None where no rule lets anybody leave."""
        written = any(_LEAVING.search(text) for text in self.rules.files.values())
        if not written or not any(
            isinstance(node, s.LeaveGame) for decl in self.rules.declarations for node in nodes_in(decl)
        ):
            return None
        return c.Read(self.memory("players.gone", (), Type("set", self.table.domains["player"])), ())

    # -- sources

    def note_sources(self, sources: s.Sources) -> None:
        """Note which rulings a rule rests on; rulings and passages that are not there are reported."""
        for word in sources.rests:
            self.used_rulings.add(word.text)
            if (ruling := self.look_up(word, "ruling", self.table.rulings)) is not None:
                self.table.use(word.span, ruling.name.span)
        for cite in sources.cites:
            self.check_citation(cite)

    def check_citation(self, cite: s.Cite) -> None:
        """Report a source that the manifest does not name, or a passage that it does not list."""
        if cite.passage.text not in self.rules.passages.get(cite.source.text, ()):
            source, passage = (LocatedText(word.span, word.text) for word in (cite.source, cite.passage))
            check_citation(source, passage, self.rules.passages, self.findings)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What resolving came to: the rules that were reached, and the checked rules; None where no game is declared."""

    context: Context
    checked: c.CheckedRules | None

    @property
    def rules(self) -> Composed:
        """The finished rules that were resolved."""
        return self.context.rules

    @property
    def table(self) -> SymbolTable:
        """What they declare."""
        return self.context.table


def _names_elsewhere(table: SymbolTable, rules: Composed) -> Iterator[tuple[str, str]]:
    """Yield names with what they are, for the places where they mean nothing."""
    for owner, name in (*table.stored, *table.places, *table.printed):
        if owner:
            yield name, f'It belongs to a {owner}: "{owner}\'s {name}".'
    for (_, name), stored in table.stored.items():
        if stored.amount:
            yield name, f'It is counted, so say how many: "take 1 {name}", "player\'s {stored.plural} is above 3".'
    for decl in rules.declarations:
        if isinstance(decl, d.Step) and decl.kind != "game":
            yield decl.name.text, f'It is a {decl.kind}: "do {decl.name}" in a line of its own.'
        elif isinstance(decl, d.Menu):
            yield decl.name.text, f'It is a menu: "offer {decl.name}".'
        elif isinstance(decl, d.Cost):
            yield decl.name.text, f'It is a cost: "pay {decl.name}", "if can pay {decl.name}:".'
        elif isinstance(decl, d.Value) and decl.of is None:
            said = f'It is a value: it stands where a number or a thing does, as in "if {decl.name} is ...".'
            yield decl.name.text, said
