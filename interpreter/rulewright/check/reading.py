"""What all rules share while they are read: what has been found, what waits, citations, what must be remembered."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.parameters import Parameters
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, UNKNOWN, Type
from rulewright.check.world import World
from rulewright.compose.composed import Composed
from rulewright.source import Text, check_citation
from rulewright.syntax import declarations as d
from rulewright.syntax import statements as s


def _instead(world: World, rules: Composed) -> Iterator[tuple[str, str]]:
    """Yield names with what they are, for the places where they mean nothing."""
    for owner, name in (*world.stored, *world.places, *world.printed):
        if owner:
            yield name, f'It belongs to a {owner}: "{owner}\'s {name}".'
    for (_, name), stored in world.stored.items():
        if stored.amount:
            yield name, f'It is counted, so say how many: "take 1 {name}", "player\'s {stored.plural} is above 3".'
    for decl in rules.declarations:
        if isinstance(decl, d.Step) and decl.kind != "game":
            yield decl.name.text, f'It is a {decl.kind}: "do {decl.name.text}" in a line of its own.'
        elif isinstance(decl, d.Menu):
            yield decl.name.text, f'It is a menu: "offer {decl.name.text}".'
        elif isinstance(decl, d.Cost):
            yield decl.name.text, f'It is a cost: "pay {decl.name.text}", "if can pay {decl.name.text}:".'
        elif isinstance(decl, d.Value) and decl.of is None:
            yield (
                decl.name.text,
                f'It is a value: it stands where a number or a thing does, as in "if {decl.name.text} is ...".',
            )


class Reading(Parameters):
    """Keeps every rule that something has reached, by name; the classes built on it read them."""

    def __init__(self, world: World, rules: Composed, remembered: dict[str, Type]) -> None:
        super().__init__(world, remembered)
        self.rules = rules
        self.step_declarations = {decl.name.text: decl for decl in rules.of(d.Step)}
        self._values = {(v.of.text if v.of else "", v.name.text): v for v in rules.of(d.Value)}
        self._costs = {cost.name.text: cost for cost in rules.of(d.Cost)}
        self._menus = {menu.name.text: menu for menu in rules.of(d.Menu)}
        self.steps: dict[str, c.Procedure] = {}
        self.value_rules: dict[tuple[str, str], c.ValueRule] = {}
        self.costs: dict[str, c.Procedure] = {}
        self.made_menus: dict[str, c.Menu] = {}
        self.memories: list[c.Stored] = []
        self.resets: dict[str, list[c.Stored]] = {}
        self.used_rulings: set[str] = set()
        self._waiting: list[tuple[str, object]] = []
        self._reading: list[tuple[str, str]] = []
        self._answers: dict[tuple[str, str, str], c.Procedure] = {}
        world.also.update(_instead(world, rules))

    def base_scope(self, rule: str, params: list[c.Var]) -> Scope:
        """Return the scope in which the body of a rule begins: its parameters."""
        known = {p.name: p for p in params if p.type is not UNKNOWN}
        for param in params:
            if param.type is UNKNOWN:
                param.type = NUMBER
                known[param.name] = param
        return Scope(rule, known)

    def memory(self, name: str, keys: tuple[c.Axis, ...], type_: Type) -> c.Stored:
        """Something the rules must remember that no declaration names."""
        stored = c.Stored(name, name, keys, type_, self.world.domains["player"].span)
        self.memories.append(stored)
        return stored

    def note_sources(self, sources: s.Sources, scope: Scope) -> None:
        """Note which rulings and sources a rule names; what is unknown is reported."""
        rulings = {r.name.text for r in self.rules.of(d.Ruling)}
        for word in sources.rests:
            self.used_rulings.add(word.text)
            if word.text not in rulings:
                self.world.unknown(word, "ruling", rulings)
        for cite in sources.cites:
            self.check_citation(cite)

    def check_citation(self, cite: s.Cite) -> None:
        """A citation must name a source and a passage that the manifest lists."""
        source, passage = (Text(word.span, word.text) for word in (cite.source, cite.passage))
        check_citation(source, passage, self.rules.passages, self.world.findings)
