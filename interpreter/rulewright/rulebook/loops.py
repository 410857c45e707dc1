"""The heads of loops in words: for whom or what, in which order, and how long."""

from __future__ import annotations

from dataclasses import replace

from rulewright.rulebook.categories import NUMBER, category, one_of
from rulewright.rulebook.conditions import condition
from rulewright.rulebook.phrases import Phrase, capital, run, say, spaced
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.values import each, is_name, value
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import nodes_in

ORDER = {
    "from": "beginning with",
    "after": "beginning on the left of",
    "back to": "in reverse order, ending with",
}


def for_each(node: s.ForEach, scope: Scope) -> tuple[Phrase, Scope]:
    """Return the head of a loop over things, and the scope of what is under it."""
    name = node.variable.text
    inner = scope if name == "player" else scope.let(name, one_of(node.things, scope))
    return _head(node, scope, inner), replace(inner, turn=name) if node.laps else inner


def ending(node: s.ForEach, until: x.Cond, scope: Scope) -> Phrase:
    """Return the condition that ends laps."""
    return condition(until, for_each(node, scope)[1])


def for_range(node: s.ForRange, scope: Scope) -> tuple[Phrase, Scope]:
    """Return the head of a loop over numbers, and the scope of what is under it."""
    name, low, high = node.variable.text, value(node.low, scope), value(node.high, scope)
    head = say("For each {} from {} to {}, one after the other", spaced(name), low, high)
    return head, scope.let(name, NUMBER)


def repeat(node: s.Repeat, scope: Scope) -> Phrase:
    """Return how often something is repeated."""
    times = value(node.times, scope)
    return capital(say("{} times" if isinstance(node.times, x.Number) else "as many times as {}", times))


def _head(node: s.ForEach, scope: Scope, inner: Scope) -> Phrase:
    single = _only(node, scope)
    if single is not None and not node.laps:
        return say("For {}", value(single, scope))
    who = _everybody(node, scope)
    if node.start is not None:
        who = say(f"{{}}, {ORDER[node.direction or 'from']} {{}}", who, value(node.start, scope))
    if node.by is not None:
        who = say("{}, in the order of {} from low to high", who, value(node.by, inner))
    if not node.laps:
        return who
    leaves = any(isinstance(part, s.DropOut) for part in nodes_in(node.body))
    until = run(" until nobody is left in") if leaves else ()
    if node.until is not None:
        until = say(" until {}", condition(node.until, inner))
    return say("{}, again and again{}", who, until)


def _only(node: s.ForEach, scope: Scope) -> x.Expr | None:
    """Return the one thing that a loop is about: `for each X in THINGS where it is Y`."""
    match node.things:
        case x.Where(condition=x.Compare(operator="is", left=x.It(), right=right)):
            members = scope.words.members.get(right.text, []) if isinstance(right, x.Name) else []
            return None if any(member.category.how == "truth" for member in members) else right
        case _:
            return None


def _everybody(node: s.ForEach, scope: Scope) -> Phrase:
    name, things = node.variable.text, node.things
    if is_name(things, "players"):
        return run("Each player in turn" if name == "player" else f"Each {spaced(name)} among the players in turn")
    said = capital(each(node.variable, things, scope))
    if category(things, scope).kind != "player":
        return said
    return say("{} in turn", (said[0]._replace(text=said[0].text.replace("For each", "Each", 1)), *said[1:]))
