"""Conditions in words: `player's coins is at least 3` is "you have at least 3 coins"."""

from __future__ import annotations

from rulewright.rulebook.categories import category_of, is_place, member_name
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.phrases import (
    Phrase,
    join_phrases,
    list_asked_about,
    list_phrases,
    name_words,
    phrase_of,
    plain_text,
    say,
    with_article,
)
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.values import (
    for_each_phrase,
    is_name,
    keys_phrase,
    scope_of_each,
    takes_plural_verb,
    things_phrase,
    value_phrase,
    without_article,
)
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

COMPARISON_TEMPLATES = {
    "is": "{}", "is-not": "not {}", "at-least": "at least {}", "at-most": "at most {}", "above": "above {}",
    "below": "below {}",
}  # fmt: skip
HAVING_TEMPLATES = {
    "is": "exactly {}", "is-not": "other than {}", "at-least": "at least {}", "at-most": "at most {}",
    "above": "more than {}", "below": "fewer than {}",
}  # fmt: skip

SHARING_TEMPLATES = {
    "within": ("some of {} are", "none of {} are"), "-": ("some of {} are not", "all of {} are"),
}  # fmt: skip
"""Two sets' common members, and those of the first alone: wording if there are some, and if there are none."""


def outermost_scope(words: Dictionary) -> WordingScope:
    """Return the outermost scope."""
    return WordingScope(words, relative_clause, condition_phrase)


def condition_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return a condition as it reads after "if"."""
    match node:
        case x.Joined(how="or"):
            return say("either {}", join_phrases([condition_phrase(part, scope) for part in node.parts], ", or "))
        case x.Joined():
            apart = (
                say("({})" if isinstance(part, x.Joined) else "{}", condition_phrase(part, scope))
                for part in node.parts
            )
            return join_phrases(apart, " and ")
        case x.Not(condition=x.Empty() as inner):
            return _emptiness_phrase(inner.things, not inner.empty, scope)
        case x.Not():
            brackets = isinstance(node.condition, x.Joined)
            said = condition_phrase(node.condition, scope)
            return say("it is not so that ({})" if brackets else "it is not so that {}", said)
        case x.Compare():
            return _having_phrase(node, scope) or _comparison_phrase(node, scope)
        case x.Empty():
            return _emptiness_phrase(node.things, node.empty, scope)
        case x.InRow():
            return say("{} of {} lie in a row", value_phrase(node.length, scope), things_phrase(node.things, scope))
        case x.Quantified():
            return _quantified_phrase(node, scope)
        case _:
            return _simple_phrase(node, scope)


def _simple_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return a condition without others in it."""
    match node:
        case x.Holds():
            verb = _truth_name(node.name.text, scope) or phrase_of(name_words(node.name.text))
            about = list_asked_about([value_phrase(key, scope) for key in node.keys])
            return say("{} {} {}", value_phrase(node.thing, scope), verb, about)
        case x.CanPay():
            return say(
                "you can pay {}",
                rule_link(scope.words.cost_named(node.cost.text), node.cost, node.arguments, scope, aside=True),
            )
        case x.CanDo():
            step = scope.words.step_named(node.step.text)
            return say("{} is possible", rule_link(step, node.step, node.arguments, scope, aside=True))
        case x.WouldBe():
            step = scope.words.step_named(node.step.text)
            done = rule_link(step, node.step, node.arguments, scope, aside=True)
            return say("after {} it would be so that {}", done, condition_phrase(node.condition, scope))
        case x.BeenHere():
            many = isinstance(node.times, x.Number) and node.times.value == 1
            often = value_phrase(node.times, scope) if node.times is not None and not many else None
            memory = scope.words.words_for(f"game.{node.memory.text}", node.memory.text)
            return (
                say("the {} has been here before", memory)
                if often is None
                else say("the {} has been here at least {} times before", memory, often)
            )
        case x.Table():
            return say(
                "{} holds for {}", without_article(value_phrase(node.base, scope)), keys_phrase(node.keys, scope)
            )
        case _:
            return say("{} holds", without_article(value_phrase(node, scope)))


def rule_link(
    rule: d.Step | d.Cost | d.Menu | None, name: x.Word, given: tuple[x.Expr, ...], scope: WordingScope,
    style: str = "", aside: bool = False,
) -> Phrase:  # fmt: skip
    """Return a rule as a link, with what it is given; that stands `aside`, in brackets, where the sentence goes on."""
    said = scope.words.link_to(rule, name.text, style)
    given_phrase = _argument_phrase(given, rule.params, scope) if rule else ()
    return say("{} ({})" if aside else "{}, {}", said, given_phrase) if given_phrase else said


def _argument_phrase(given: tuple[x.Expr, ...], names: tuple[x.Word, ...], scope: WordingScope) -> Phrase:
    """Return what a rule is given: `with the card and 3 as the price`."""
    parts = []
    for node, name in zip(given, names, strict=False):
        said, own = value_phrase(node, scope), phrase_of(f"the {name_words(name.text)}", "em")
        parts.append(said if is_name(node, name.text) else say("{} as {}", said, own))
    return say("with {}", list_phrases(parts)) if parts else ()


# -- comparisons


def _comparison_phrase(node: x.Compare, scope: WordingScope) -> Phrase:
    if is_name(node.right, "player") and scope.you and node.operator in ("is", "is-not"):
        return say("you are {}{}", "not " if node.operator == "is-not" else "", value_phrase(node.left, scope))
    if (
        isinstance(node.left, x.Name)
        and isinstance(node.right, x.Nothing)
        and category_of(node.left, scope).kind == "player"
    ):
        who = without_article(value_phrase(node.left, scope))
        return say(
            "there is {} {}", with_article(plain_text(who)).split()[0] if node.operator == "is-not" else "no", who
        )
    be = "are" if takes_plural_verb(node.left, scope) else "is"
    return say("{} {} {}", value_phrase(node.left, scope), be, comparison_end(node, scope))


def comparison_end(node: x.Compare, scope: WordingScope) -> Phrase:
    """Return what follows is or are."""
    if node.operator in ("in", "not-in"):
        word = "in" if is_place(node.right, scope) else "among"
        return say(f"{'not ' if node.operator == 'not-in' else ''}{word} {{}}", value_phrase(node.right, scope))
    if node.operator in ("like", "not-like"):
        return say(f"{'not ' if node.operator == 'not-like' else ''}like {{}}", things_phrase(node.right, scope))
    return say(COMPARISON_TEMPLATES[node.operator], adjective_phrase(node.right, scope))


def adjective_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return a value after "is"; a yes-or-no fact or value has no "the" there."""
    name = node.base if isinstance(node, x.Table) else node
    adjective = _truth_name(name.text, scope) if isinstance(name, x.Name) and name.text not in scope.names else ()
    if adjective and isinstance(node, x.Table):
        return say("{} for {}", adjective, keys_phrase(node.keys, scope))
    return adjective or value_phrase(node, scope)


def _truth_name(name: str, scope: WordingScope) -> Phrase:
    """Return a yes-or-no fact or value by its name; nothing if there is none."""
    found = next((m for m in scope.words.members.get(name, []) if m.category.how == "truth"), None)
    return phrase_of(found.text, "", found.target) if found is not None else ()


def _having_phrase(node: x.Compare, scope: WordingScope) -> Phrase:
    """Return a comparison as what somebody has, where that is simpler: counted things, things that may be missing."""
    left, right = node.left, node.right
    if not isinstance(left, x.Of) or isinstance(left.owner, x.It):
        return ()
    if isinstance(right, x.Nothing) and node.operator in ("is", "is-not"):
        return _owner_has(left, "no" if node.operator == "is" else "a", member_name(left, scope), scope)
    if _has_most(node, left):
        return say("nobody has more {} than {}", member_name(left, scope), value_phrase(left.owner, scope))
    found = scope.words.find_member(left.name.text, category_of(left.owner, scope).kind)
    if found is None or found.what != "amount" or not isinstance(right, x.Number | x.Name):
        return ()
    number = right.value if isinstance(right, x.Number) else None
    none = node.operator == "is" and number == 0
    many = phrase_of("no") if none else say(HAVING_TEMPLATES[node.operator], value_phrase(right, scope))
    return _owner_has(left, many, scope.words.counted_forms(left.name.text)[number != 1], scope)


def _owner_has(node: x.Of, many: Phrase | str, what: Phrase | str, scope: WordingScope) -> Phrase:
    """Return that the owner of something has a number of what is named."""
    have = "have" if takes_plural_verb(node.owner, scope) else "has"
    return say("{} {} {} {}", value_phrase(node.owner, scope), have, many, what)


def _has_most(node: x.Compare, left: x.Of) -> bool:
    """Return whether somebody is said to have the most of something among all players."""
    right = node.right
    if node.operator != "is" or not isinstance(right, x.Fold) or right.how != "most":
        return False
    of = right.value
    return is_name(right.things, "players") and isinstance(of, x.Of) and of.name.text == left.name.text


# -- sets


def _emptiness_phrase(of: x.Expr, empty: bool, scope: WordingScope) -> Phrase:
    if is_place(of, scope):
        return say("{} is {}empty", value_phrase(of, scope), "" if empty else "not ")
    if isinstance(of, x.Where):
        return _there_is(of, empty, scope)
    if isinstance(of, x.Arithmetic) and of.operator in SHARING_TEMPLATES:
        among = "in" if is_place(of.right, scope) else "among"
        some = SHARING_TEMPLATES[of.operator][empty]
        return say(f"{some} {among} {{}}", value_phrase(of.left, scope), value_phrase(of.right, scope))
    said = value_phrase(of, scope)
    start = said[0].text
    if isinstance(of, x.Of) and start.startswith("the ") and plain_text(said).count("'s ") == 1:
        return _owner_has(of, "no" if empty else "some", member_name(of, scope), scope)
    if start.startswith("your "):
        return say("you have {} {}", "no" if empty else "any", (said[0]._replace(text=start[5:]), *said[1:]))
    if start == "its":
        return say("it has {} {}", "no" if empty else "any", said[2:])
    if start.startswith("those "):
        return say("there are {} of {}", "none" if empty else "some", said)
    return say("there are {}{}", "no " if empty else "any ", without_article(said))


def _there_is(of: x.Where, empty: bool, scope: WordingScope) -> Phrase:
    found = category_of(of.things, scope)
    kind = name_words(found.kind) or "one"
    clause = relative_clause(of.condition, scope.with_it(found), "who" if found.kind == "player" else "that", one=True)
    where = say(" {} {}", "in" if is_place(of.things, scope) else "among", value_phrase(of.things, scope))
    everywhere = plain_text(where) == f" among the {name_words(scope.words.plural_of(found.kind))}"
    number = f"no {kind}" if empty else with_article(kind)
    return say("there is {}{} {}", number, () if everywhere else where, clause)


def _quantified_phrase(node: x.Quantified, scope: WordingScope) -> Phrase:
    inner, of = scope_of_each(node.variable, node.things, scope), node.condition
    if not node.every and isinstance(of, x.Compare | x.Empty):
        left = of.left if isinstance(of, x.Compare) else of.things
        if isinstance(left, x.Of) and is_name(left.owner, node.variable.text):
            end = (
                comparison_end(of, inner)
                if isinstance(of, x.Compare)
                else phrase_of("empty" if of.empty else "not empty")
            )
            start = f"there is {with_article(name_words(node.variable.text))} among {{}} whose {{}} {{}} {{}}"
            be = "are" if takes_plural_verb(left, inner) else "is"
            return say(start, things_phrase(node.things, scope), member_name(left, inner), be, end)
    among = for_each_phrase(node.variable, node.things, scope)
    if isinstance(of, x.Compare) and is_name(of.left, node.variable.text):
        start = among[0].text.replace("for each", "each" if node.every else "at least one", 1)
        return say("{} is {}", (among[0]._replace(text=start), *among[1:]), comparison_end(of, inner))
    if not node.every:
        among = (among[0]._replace(text=among[0].text.replace("for each", "for at least one", 1)), *among[1:])
    return say("{}, {}", among, condition_phrase(of, inner))


# -- after "where"


def relative_clause(node: x.Expr, scope: WordingScope, who: str, one: bool = False) -> Phrase:
    """Return a condition about `it` as "whose … is …", "that is …", "for which …"."""
    match node:
        case x.Joined(how="and"):
            return list_phrases([relative_clause(part, scope, who, one) for part in node.parts])
        case x.Compare(left=x.It()):
            return say("{} {} {}", who, "is" if one else "are", comparison_end(node, scope))
        case x.Compare(left=x.Of(owner=x.It()) as left):
            name = member_name(left, scope)
            if isinstance(node.right, x.Nothing) and node.operator in ("is", "is-not"):
                have, no = "has" if one else "have", "no" if node.operator == "is" else "a"
                return say("{} {} {} {}", who, have, no, name)
            return say(
                "whose {} {} {}", name, "are" if takes_plural_verb(left, scope) else "is", comparison_end(node, scope)
            )
        case x.Empty(things=x.Of(owner=x.It()) as left):
            return say("whose {} is {}empty", member_name(left, scope), "" if node.empty else "not ")
        case _:
            return say("for {} {}", "whom" if who == "who" else "which", condition_phrase(node, scope))
