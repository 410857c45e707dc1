"""The order of reading: from the game down, each rule where it is first reached."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.dictionary import Dictionary
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in

Rule = d.Step | d.Menu | d.MenuOption | d.Cost | d.After


class ReadingOrder:
    """Goes through the rules depth first, each once."""

    def __init__(self, words: Dictionary) -> None:
        self.words = words
        self._seen: set[int] = set()

    def first_reached(self, *starts: x.Node) -> tuple[Rule, ...]:
        """Return the rules first reached from some parts of the tree; those reached before are left out."""
        found: list[Rule] = []
        for node in (node for start in starts for node in nodes_in(start)):
            for rule in self._rules_named(node):
                self._visit_rule(rule, found)
        return tuple(found)

    def with_rule(self, rule: Rule) -> tuple[Rule, ...]:
        """Return a rule and those first reached from it."""
        found: list[Rule] = []
        self._visit_rule(rule, found)
        return tuple(found)

    def _visit_rule(self, rule: Rule, found: list[Rule]) -> None:
        if id(rule) in self._seen:
            return
        self._seen.add(id(rule))
        found.append(rule)
        found += self.first_reached(rule)
        if isinstance(rule, d.Menu):
            for option in self.menu_options(rule):
                self._visit_rule(option, found)
        if isinstance(rule, d.Step):
            for after in self.rules_beside(rule):
                self._visit_rule(after, found)

    def _rules_named(self, node: x.Node) -> Iterator[Rule]:
        """Yield the rules that a part of the tree names itself."""
        words = self.words
        steps = [node.step.text] if isinstance(node, s.Do | x.CanDo | x.WouldBe) else []
        costs = [node.cost.text] if isinstance(node, s.PayCost | x.CanPay) else []
        menus = [node.menu.text] if isinstance(node, s.Offer) else []
        menus += [word.text for word in node.also] if isinstance(node, s.Offer | s.Ask | s.Choose) else []
        for found in (*map(words.step_named, steps), *map(words.cost_named, costs), *map(words.menu_named, menus)):
            if found is not None:
                yield found

    def menu_options(self, menu: d.Menu) -> list[d.MenuOption]:
        """Return the options that are declared for a menu, in its order."""
        own = [option for option in self.words.rules.of(d.MenuOption) if option.menu.text == menu.name.text]
        order = [word.text for word in menu.order]
        rank = {name: number for number, name in enumerate(order)}
        return sorted(own, key=lambda o: (rank.get(o.option.name.text, len(order)), o.option.name.text))

    def menu_pieces(self, menu: d.Menu) -> list[d.PieceRule]:
        """Return the pieces that add an option to a list, by kind and name."""
        rules = self.words.rules.of(d.PieceRule)
        return [piece for piece in rules if any(option.menu.text == menu.name.text for option in piece.options)]

    def rules_beside(self, step: d.Step) -> list[d.After]:
        """Return the rules that are done before or after a step or at the end of a phase, in their order."""
        left = [rule for rule in self.words.rules.of(d.After) if rule.step.text == step.name.text]
        done: list[d.After] = []
        while left:
            names = {rule.name.text for rule in left}
            ready = [rule for rule in left if not rule.later_than or rule.later_than.text not in names]
            done += ready or left
            left = [rule for rule in left if ready and rule not in ready]
        return done


def opening_lines(game: d.Step, words: Dictionary) -> tuple[s.Stmt, ...]:
    """Return the lines before the course of the game: before the first phase or, without any, the first question."""
    found: list[s.Stmt] = []
    phases = any(step.kind == "phase" for step in ReadingOrder(words).first_reached(game) if isinstance(step, d.Step))
    for line in game.body.lines:
        reached = ReadingOrder(words).first_reached(line)
        if any(isinstance(rule, d.Step) and rule.kind == "phase" for rule in reached):
            break
        if not phases and any(
            isinstance(node, s.Ask | s.Choose | s.Offer) for part in (line, *reached) for node in nodes_in(part)
        ):
            break
        found.append(line)
    return tuple(found)
