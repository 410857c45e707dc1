"""Conditions in words: `player's coins is at least 3` is "you have at least 3 coins"."""

from __future__ import annotations

from typing import assert_never

from rulewright.rulebook.categories import category, is_place, member_name
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.phrases import Phrase, article, joined, listed, plain, run, say, spaced
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.values import bare, binding, each, is_name, plural, things, value
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

COMPARED = {
    "is": "{}", "is-not": "not {}", "at-least": "at least {}", "at-most": "at most {}", "above": "above {}",
    "below": "below {}",
}  # fmt: skip
HAVING = {
    "is": "exactly {}", "is-not": "other than {}", "at-least": "at least {}", "at-most": "at most {}",
    "above": "more than {}", "below": "fewer than {}",
}  # fmt: skip

SHARING = {
    "within": ("some of {} are", "none of {} are"), "-": ("some of {} are not", "all of {} are"),
}  # fmt: skip
"""Two sets' common members, and those of the first alone: wording if there are some, and if there are none."""


def reading(words: Dictionary) -> Scope:
    """Return the outermost scope."""
    return Scope(words, relative)


def condition(node: x.Cond, scope: Scope) -> Phrase:
    """Return a condition as it reads after "if"."""
    match node:
        case x.Joined(how="or"):
            return say("either {}", joined([condition(part, scope) for part in node.parts], ", or "))
        case x.Joined():
            apart = (say("({})" if isinstance(part, x.Joined) else "{}", condition(part, scope)) for part in node.parts)
            return joined(apart, " and ")
        case x.Not(condition=x.Empty() as inner):
            return _empty(inner.things, not inner.empty, scope)
        case x.Not():
            brackets = isinstance(node.condition, x.Joined)
            said = condition(node.condition, scope)
            return say("it is not so that ({})" if brackets else "it is not so that {}", said)
        case x.Compare():
            return _having(node, scope) or _compare(node, scope)
        case x.Empty():
            return _empty(node.things, node.empty, scope)
        case x.InRow():
            return say("{} of {} lie in a row", value(node.length, scope), things(node.things, scope))
        case x.Quantified():
            return _quantified(node, scope)
        case x.CanPay():
            return say("you can pay {}", invoked(scope.words.cost(node.cost.text), node.cost, node.arguments, scope))
        case x.CanDo():
            step = scope.words.step(node.step.text)
            given = _given(node.arguments, step.params if step else (), scope)
            return say("{} is possible{}", scope.words.link(step, node.step.text), given)
        case _:
            assert_never(node)


def invoked(
    rule: d.Step | d.Cost | d.Menu | None, name: x.Word, given: tuple[x.Expr, ...], scope: Scope, style: str = ""
) -> Phrase:
    """Return a rule as a link, with what it is given."""
    said = scope.words.link(rule, name.text, style)
    return say("{}{}", said, _given(given, rule.params, scope)) if rule else said


def _given(given: tuple[x.Expr, ...], names: tuple[x.Word, ...], scope: Scope) -> Phrase:
    """Return what a rule is given: ` (the card; price: 3)`."""
    parts = []
    for node, name in zip(given, names, strict=False):
        said = value(node, scope)
        parts.append(said if is_name(node, name.text) else say("{}: {}", run(spaced(name.text), "em"), said))
    return say(" ({})", joined(parts, "; ")) if parts else ()


# -- comparisons


def _compare(node: x.Compare, scope: Scope) -> Phrase:
    if is_name(node.right, "player") and scope.you and node.operator in ("is", "is-not"):
        return say("you are {}{}", "not " if node.operator == "is-not" else "", value(node.left, scope))
    if (
        isinstance(node.left, x.Name)
        and isinstance(node.right, x.Nothing)
        and category(node.left, scope).kind == "player"
    ):
        who = bare(value(node.left, scope))
        return say("there is {} {}", article(plain(who)).split()[0] if node.operator == "is-not" else "no", who)
    be = "are" if plural(node.left, scope) else "is"
    return say("{} {} {}", value(node.left, scope), be, compared(node, scope))


def compared(node: x.Compare, scope: Scope) -> Phrase:
    """Return what follows is or are."""
    if node.operator in ("in", "not-in"):
        word = "in" if is_place(node.right, scope) else "among"
        return say(f"{'not ' if node.operator == 'not-in' else ''}{word} {{}}", value(node.right, scope))
    return say(COMPARED[node.operator], adjective(node.right, scope))


def adjective(node: x.Expr, scope: Scope) -> Phrase:
    """Return a value after "is"; a yes-or-no fact or value has no "the" there."""
    if isinstance(node, x.Name) and node.text not in scope.names:
        found = next((m for m in scope.words.members.get(node.text, []) if m.category.how == "truth"), None)
        if found is not None:
            return run(found.text, "", found.target)
    return value(node, scope)


def _having(node: x.Compare, scope: Scope) -> Phrase:
    """Return a comparison as what somebody has, where that is simpler: counted things, things that may be missing."""
    left, right = node.left, node.right
    if not isinstance(left, x.Of) or isinstance(left.owner, x.It):
        return ()
    if isinstance(right, x.Nothing) and node.operator in ("is", "is-not"):
        return _has(left, "no" if node.operator == "is" else "a", member_name(left, scope), scope)
    if _most(node, left):
        return say("nobody has more {} than {}", member_name(left, scope), value(left.owner, scope))
    found = scope.words.member(left.name.text, category(left.owner, scope).kind)
    if found is None or found.what != "amount" or not isinstance(right, x.Number | x.Name):
        return ()
    number = right.value if isinstance(right, x.Number) else None
    none = node.operator == "is" and number == 0
    many = run("no") if none else say(HAVING[node.operator], value(right, scope))
    return _has(left, many, scope.words.counted(left.name.text)[number != 1], scope)


def _has(node: x.Of, many: Phrase | str, what: Phrase | str, scope: Scope) -> Phrase:
    """Return that the owner of something has a number of what is named."""
    have = "have" if plural(node.owner, scope) else "has"
    return say("{} {} {} {}", value(node.owner, scope), have, many, what)


def _most(node: x.Compare, left: x.Of) -> bool:
    """Return whether somebody is said to have the most of something among all players."""
    right = node.right
    if node.operator != "is" or not isinstance(right, x.Fold) or right.how != "most":
        return False
    of = right.value
    return is_name(right.things, "players") and isinstance(of, x.Of) and of.name.text == left.name.text


# -- sets


def _empty(of: x.Expr, empty: bool, scope: Scope) -> Phrase:
    if is_place(of, scope):
        return say("{} is {}empty", value(of, scope), "" if empty else "not ")
    if isinstance(of, x.Where):
        return _there_is(of, empty, scope)
    if isinstance(of, x.Arithmetic) and of.operator in SHARING:
        among = "in" if is_place(of.right, scope) else "among"
        some = SHARING[of.operator][empty]
        return say(f"{some} {among} {{}}", value(of.left, scope), value(of.right, scope))
    said = value(of, scope)
    start = said[0].text
    if isinstance(of, x.Of) and start.startswith("the ") and plain(said).count("'s ") == 1:
        return _has(of, "no" if empty else "some", member_name(of, scope), scope)
    if start.startswith("your "):
        return say("you have {} {}", "no" if empty else "any", (said[0]._replace(text=start[5:]), *said[1:]))
    if start.startswith("those "):
        return say("there are {} of {}", "none" if empty else "some", said)
    return say("there are {}{}", "no " if empty else "any ", bare(said))


def _there_is(of: x.Where, empty: bool, scope: Scope) -> Phrase:
    found = category(of.things, scope)
    kind = spaced(found.kind) or "one"
    clause = relative(of.condition, scope.looking(found), "who" if found.kind == "player" else "that", one=True)
    where = say(" {} {}", "in" if is_place(of.things, scope) else "among", value(of.things, scope))
    everywhere = plain(where) == f" among the {spaced(scope.words.plural(found.kind))}"
    number = f"no {kind}" if empty else article(kind)
    return say("there is {}{} {}", number, () if everywhere else where, clause)


def _quantified(node: x.Quantified, scope: Scope) -> Phrase:
    inner, of = binding(node.variable, node.things, scope), node.condition
    if not node.every and isinstance(of, x.Compare | x.Empty):
        left = of.left if isinstance(of, x.Compare) else of.things
        if isinstance(left, x.Of) and is_name(left.owner, node.variable.text):
            end = compared(of, inner) if isinstance(of, x.Compare) else run("empty" if of.empty else "not empty")
            start = f"there is {article(spaced(node.variable.text))} among {{}} whose {{}} {{}} {{}}"
            be = "are" if plural(left, inner) else "is"
            return say(start, things(node.things, scope), member_name(left, inner), be, end)
    among = each(node.variable, node.things, scope)
    if isinstance(of, x.Compare) and is_name(of.left, node.variable.text):
        start = among[0].text.replace("for each", "each" if node.every else "at least one", 1)
        return say("{} is {}", (among[0]._replace(text=start), *among[1:]), compared(of, inner))
    if not node.every:
        among = (among[0]._replace(text=among[0].text.replace("for each", "for at least one", 1)), *among[1:])
    return say("{}, {}", among, condition(of, inner))


# -- after "where"


def relative(node: x.Cond, scope: Scope, who: str, one: bool = False) -> Phrase:
    """Return a condition about `it` as "whose … is …", "that is …", "for which …"."""
    match node:
        case x.Joined(how="and"):
            return listed([relative(part, scope, who, one) for part in node.parts])
        case x.Compare(left=x.It()):
            return say("{} {} {}", who, "is" if one else "are", compared(node, scope))
        case x.Compare(left=x.Of(owner=x.It()) as left):
            name = member_name(left, scope)
            if isinstance(node.right, x.Nothing) and node.operator in ("is", "is-not"):
                have, no = "has" if one else "have", "no" if node.operator == "is" else "a"
                return say("{} {} {} {}", who, have, no, name)
            return say("whose {} {} {}", name, "are" if plural(left, scope) else "is", compared(node, scope))
        case x.Empty(things=x.Of(owner=x.It()) as left):
            return say("whose {} is {}empty", member_name(left, scope), "" if node.empty else "not ")
        case _:
            return say("for {} {}", "whom" if who == "who" else "which", condition(node, scope))
