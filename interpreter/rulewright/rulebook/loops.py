"""The heads of loops in words: for whom or what, in which order, and how long."""

from __future__ import annotations

from dataclasses import replace

from rulewright.rulebook.categories import NUMBER, category_of, category_of_one
from rulewright.rulebook.conditions import condition_phrase
from rulewright.rulebook.phrases import Phrase, capitalize_phrase, name_words, phrase_of, say
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.values import for_each_phrase, is_name, value_phrase
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in

DIRECTION_WORDS = {
    "from": "beginning with",
    "after": "beginning on the left of",
    "back to": "in reverse order, ending with",
}


def for_each_head(node: s.ForEach, scope: WordingScope) -> tuple[Phrase, WordingScope]:
    """Return the head of a loop over things, and the scope of what is under it."""
    name = node.variable.text
    inner = scope if name == "player" else scope.with_name(name, category_of_one(node.things, scope))
    return _loop_head(node, scope, inner), replace(inner, turn=name) if node.laps else inner


def ending_condition(node: s.Stmt, until: x.Expr, scope: WordingScope) -> Phrase:
    """Return the condition that ends laps, or what is done again and again."""
    return condition_phrase(until, for_each_head(node, scope)[1] if isinstance(node, s.ForEach) else scope)


def for_range_head(node: s.ForRange, scope: WordingScope) -> tuple[Phrase, WordingScope]:
    """Return the head of a loop over numbers, and the scope of what is under it."""
    name, first, last = node.variable.text, value_phrase(node.first, scope), value_phrase(node.last, scope)
    way = "down to" if node.down else "to"
    head = say(f"For each {{}} from {{}} {way} {{}}, one after the other", name_words(name), first, last)
    return head, scope.with_name(name, NUMBER)


def repeat_head(node: s.Repeat, scope: WordingScope) -> Phrase:
    """Return how often something is repeated."""
    times = value_phrase(node.times, scope)
    return capitalize_phrase(say("{} times" if isinstance(node.times, x.Number) else "as many times as {}", times))


def _loop_head(node: s.ForEach, scope: WordingScope, inner: WordingScope) -> Phrase:
    single = _only_thing(node, scope)
    if single is not None and not node.laps:
        return say("For {}", value_phrase(single, scope))
    who = _each_thing(node, scope)
    if node.start is not None:
        who = say(f"{{}}, {DIRECTION_WORDS[node.direction or 'from']} {{}}", who, value_phrase(node.start, scope))
    if node.by is not None:
        who = say("{}, in the order of {} from low to high", who, value_phrase(node.by, inner))
    if not node.laps:
        return who
    leaves = any(isinstance(part, s.DropOut) for part in nodes_in(node.body))
    until = phrase_of(" until nobody is left in") if leaves else ()
    if node.until is not None:
        until = say(" until {}", condition_phrase(node.until, inner))
    return say("{}, again and again{}", who, until)


def _only_thing(node: s.ForEach, scope: WordingScope) -> x.Expr | None:
    """Return the one thing that a loop is about: `for each X in THINGS where it is Y`."""
    match node.things:
        case x.Where(condition=x.Compare(operator="is", left=x.It(), right=right)):
            members = scope.words.members.get(right.text, []) if isinstance(right, x.Name) else []
            return None if any(member.category.how == "truth" for member in members) else right
        case _:
            return None


def _each_thing(node: s.ForEach, scope: WordingScope) -> Phrase:
    name, things = node.variable.text, node.things
    if is_name(things, "players"):
        return phrase_of(
            "Each player in turn" if name == "player" else f"Each {name_words(name)} among the players in turn"
        )
    said = capitalize_phrase(for_each_phrase(node.variable, things, scope))
    if category_of(things, scope).kind != "player":
        return said
    return say("{} in turn", (said[0]._replace(text=said[0].text.replace("For each", "Each", 1)), *said[1:]))
