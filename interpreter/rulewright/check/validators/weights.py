"""What things are worth to a seat that plays by itself: whether there is what a weight is given for."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import axis_names
from rulewright.check.core.walk import body_of
from rulewright.check.data_keys import report_unknown
from rulewright.check.declare.table import SymbolTable
from rulewright.check.resolve.context import Resolved
from rulewright.check.validators.termination import lines_reached
from rulewright.compose.composed import Composed
from rulewright.compose.weights import SPAN_OF_TIME
from rulewright.diagnostics import Code, Findings
from rulewright.source import Mapping, Scalar, Sequence, WeightsData, YamlNode
from rulewright.syntax import declarations as d

EACH = "each"
"""Among the weights of a place: every piece there, whatever it is."""
TOGETHER = " + "
"""Between the names of places whose pieces count together."""


def report_weights(resolved: Resolved, findings: Findings) -> None:
    """Add a finding for each weight of nothing. Rulesets below are judged by themselves."""
    rules = resolved.rules
    own = rules.manifest.name.text
    timed = any(weights.time is not None for _, weights in rules.weights)
    for layer, weights in rules.weights:
        if layer == own:
            if weights.time is not None:
                _report_time_standing_still(resolved, weights.time, findings)
            _WeightsCheck(resolved.table, findings, timed).all(weights, rules)


def report_worth(resolved: Resolved, worth: Mapping, findings: Findings) -> None:
    """Add a finding for each weight of nothing among those of one automatic seat."""
    timed = any(weights.time is not None for _, weights in resolved.rules.weights)
    _WeightsCheck(resolved.table, findings, timed).worth(worth)


def _report_time_standing_still(resolved: Resolved, time: Mapping, findings: Findings) -> None:
    """Add a finding if a phase is over before anybody decides: then every decision is taken early."""
    phase = time.get("phase")
    step = resolved.context.steps.get(phase.text) if isinstance(phase, Scalar) else None
    if phase is None or step is None:
        return
    if not any(isinstance(line, c.Question) for line in lines_reached([*body_of(step)])):
        message = "nobody is asked in it, so it does not tell how far a game has come"
        findings.add(Code.WRONG_KIND, phase.span, message, "Name a phase in which players decide.")


class _WeightsCheck:
    def __init__(self, table: SymbolTable, findings: Findings, timed: bool) -> None:
        self.table, self.findings, self.timed = table, findings, timed

    def all(self, weights: WeightsData, rules: Composed) -> None:
        if weights.time is not None:
            self.time(weights.time, rules)
        self.worth(weights.worth)

    def worth(self, worth: Mapping) -> None:
        """Check that there is what is weighed, and the numbers."""
        for word, node in worth.items:
            names = word.text.split(TOGETHER)
            places = [self.table.places.get(("player", name)) for name in names]
            if all(place is not None for place in places):
                self.places([place for place in places if place is not None], node)
            elif len(names) == 1 and (stored := self.stored(word.text)) is not None:
                self.fact(stored, node)
            else:
                report_unknown(word, "amount, fact or place of players", self.known(), self.findings)

    def time(self, time: Mapping, rules: Composed) -> None:
        """Check that the phase exists, and the number of its arguments."""
        phase = time.get("phase")
        steps = {step.name.text: step for step in rules.of(d.Step)}
        if not isinstance(phase, Scalar):
            return
        if phase.text not in steps:
            report_unknown(phase, "step or phase", steps, self.findings)
            return
        wanted = len(steps[phase.text].params)
        for name in ("first", "last"):
            given = time.get(name)
            if isinstance(given, Sequence) and len(given.items) != wanted:
                message = f'"{phase.text}" is done with {wanted} things, not {len(given.items)}'
                self.findings.add(Code.WRONG_FORM, given.span, message)
            for item in given.items if isinstance(given, Sequence) else ():
                self.check_argument(item)

    def check_argument(self, item: YamlNode) -> None:
        """What a phase is done with must be a number or a name of something."""
        members = [name for domain in self.table.domains.values() for name in domain.members]
        if isinstance(item, Scalar) and not isinstance(item.value, int) and item.text not in members:
            report_unknown(item, "thing", members, self.findings)

    def known(self) -> list[str]:
        """The names that weights may have."""
        facts = [s.plural if s.amount else n for (o, n), s in self.table.stored.items() if o == "player"]
        facts += [f"game.{name}" for name in self.shared()]
        return [*facts, *(name for owner, name in self.table.places if owner == "player")]

    def stored(self, name: str) -> c.Stored | None:
        """Find an amount or fact of players by its name or plural, or one of the game by its full name."""
        owner, _, own = name.rpartition(".")
        if owner != "game":
            return self.table.stored.get(("player", name))
        return self.shared().get(own)

    def shared(self) -> dict[str, c.Stored]:
        """Return the amounts and facts of the game by their names, apart from those with a key."""
        found = [s for (owner, _), s in self.table.stored.items() if owner == "" and not s.keys]
        return {name: stored for stored in found for name in (stored.name, stored.plural)}

    def fact(self, stored: c.Stored, node: YamlNode) -> None:
        names = axis_names(stored.keys[1]) if len(stored.keys) == 2 else []
        if stored.type.how not in ("number", "truth", "set"):
            message = f'"{stored.name}" is neither a number nor a set nor a yes or no'
            self.findings.add(Code.WRONG_KIND, node.span, message)
        elif isinstance(node, Mapping) and not self.is_span(node):
            for word, inner in node.items:
                if word.text in names:
                    self.number(inner)
                else:
                    report_unknown(word, f'entry of "{stored.name}"', names, self.findings)
        else:
            self.number(node)

    def places(self, places: list[c.Place], node: YamlNode) -> None:
        """Check the weights of pieces in a place: of each, of those of a rule, or by printed and other facts."""
        if not isinstance(node, Mapping) or self.is_span(node):
            self.number(node)
            return
        owners = {name for place in places for name in self.table.owners(place.pieces, place.kind)}
        kinds = [kind for place in places for kind in ([place.kind] if place.kind else place.pieces.kinds)]
        owners |= {kind.name for kind in kinds}
        types = {key: fact.type for key, fact in self.table.stored.items()}
        types |= {key: figure.type for key, figure in self.table.printed.items()}
        facts = {name for (owner, name), type_ in types.items() if owner in owners and type_.how == "number"}
        rules = {rule for kind in kinds for rule in kind.rules}
        for word, inner in node.items:
            if word.text in (EACH, *facts, *rules):
                self.number(inner)
            else:
                report_unknown(word, "fact of these pieces and no rule", facts | rules, self.findings)

    def number(self, node: YamlNode) -> None:
        """A number, a list of them, or both at the beginning and at the end."""
        if not isinstance(node, Mapping):
            return
        if not self.is_span(node):
            word = next(word for word, _ in node.items if word.text not in SPAN_OF_TIME)
            self.findings.add(Code.WRONG_KIND, word.span, "a number, a list of numbers, or early and late belong here")
        elif not self.timed:
            message, remedy = "how far a game has come is not said", 'Say it under "time": phase, first and last.'
            self.findings.add(Code.MISSING_KEY, node.items[0][0].span, message, remedy)

    def is_span(self, node: Mapping) -> bool:
        return {word.text for word, _ in node.items} == SPAN_OF_TIME
