"""Dependency distance: how many references lie between a rule and the rules that a difference changes."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.backends import Program
from rulewright.compose.composed import Composed, full_name
from rulewright.engine.options import options_of
from rulewright.syntax.expressions import Node, nodes_in

FARTHEST_DISTANCE = 99
"""Further than anything."""


def rule_distances(rules: Composed, targets: Iterable[str]) -> dict[str, int]:
    """Return each rule's dependency distance by its full name: 0 for what is changed itself.

    It is a breadth-first search from what is changed: with `figure.price` changed, an option that mentions `price` has
    the distance 1, and a step that does not, but asks for that option, has 2.
    """
    mentions = {full_name(decl): _words_in(decl) for decl in rules.declarations}
    front = {target.partition(" ")[0] for target in targets}
    found = {name: 0 for name in mentions if name in front}
    words, steps = {_last_word(name) for name in front}, 0
    while words:
        steps += 1
        near = {name for name, said in mentions.items() if name not in found and said & words}
        found |= dict.fromkeys(near, steps)
        words = {_last_word(name) for name in near}
    return found


def distances_by_option(program: Program, found: dict[str, int]) -> list[int]:
    """Return for each choice of a program the dependency distance of its rule."""
    rules = [option.rule for option in options_of(program).rows]
    return [found.get(rule, found.get(rule_of_part(rule), FARTHEST_DISTANCE)) for rule in rules]


def rule_of_part(name: str) -> str:
    """Return the full name of the rule to which a named part of it belongs: of `card.king.play` it is `card.king`."""
    kind, _, rest = name.partition(".")
    return f"{kind}.{rest.partition('.')[0]}"


def _last_word(name: str) -> str:
    return name.rpartition(".")[2]


def _words_in(decl: Node) -> set[str]:
    texts = (getattr(node, "text", None) for node in nodes_in(decl))
    return {text for text in texts if isinstance(text, str)}
