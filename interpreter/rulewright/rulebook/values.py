"""Values in words: `number of player's hand` is "the number of cards in your hand"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeGuard, assert_never

from rulewright.rulebook.categories import category_of, category_of_one, is_place, member_name, place_limit
from rulewright.rulebook.phrases import Phrase, is_plural, list_phrases, name_words, phrase_of, plain_text, say
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.tables import figure_value, fixed_entry, marked_figure
from rulewright.syntax import expressions as x

PRONOUNS = frozenset(("somebody", "everybody", "anybody", "someone", "everyone"))
"""Names that need no article."""

SINGLE_TEMPLATES = {"first": "the first of {}", "last": "the last of {}", "only": "the only one of {}"}
FOLD_TEMPLATES = {"sum": "the sum of {}", "most": "the highest {}", "least": "the lowest {}", "all": "all of {}"}
NEAR_TEMPLATES = {
    "beside": "the {} straight beside {}", "around": "the {} around {} (slantwise, too)",
    "above": "the {} right above {}", "below": "the {} right below {}",
    "left of": "the {} just to the left of {}", "right of": "the {} just to the right of {}",
    "above left of": "the {} above {} on the left", "above right of": "the {} above {} on the right",
    "below left of": "the {} below {} on the left", "below right of": "the {} below {} on the right",
}  # fmt: skip
SUMS = ("+", "-")
PRODUCT_TEMPLATES = {
    "times": "{} times {}", "divided-up": "{} divided by {} (rounded up)",
    "divided-down": "{} divided by {} (rounded down)",
}  # fmt: skip
JOINTS = (
    " after ", " before ", " of ", " for ", " plus ", " minus ", " in ", " whose ", " that ", " which ", " and ",
    " with ",
)  # fmt: skip


OWNED_PATTERN = re.compile(r"the [\w-]+( [\w-]+)?('s|s') ")
"""What belongs to something keeps its "the"."""


def value_phrase(node: x.Expr, scope: WordingScope) -> Phrase:  # noqa: C901, PLR0912 - one case for each node
    """Return a value as part of a sentence."""
    match node:
        case x.Number():
            return phrase_of(str(node.value))
        case x.Nothing():
            return phrase_of(_source_text(node, scope) or "nothing")
        case x.It():
            return phrase_of("them" if scope.it.kind == "player" else "it")
        case x.That():
            return phrase_of(f"that {name_words(node.kind.text)}")
        case x.This():
            return phrase_of(f"this {name_words(node.kind.text)}")
        case x.Name():
            return _name_phrase(node.text, scope)
        case x.Of():
            return _member_phrase(node, scope)
        case x.Table():
            if not is_lookup(node, scope):
                return say("{} for {}", value_phrase(node.base, scope), keys_phrase(node.keys, scope))
            printed = fixed_entry(scope.words, node, scope.names)
            return printed or say("the {} for {}", *table_and_keys(node, scope))
        case x.NumberOf():
            return say("the number of {}", without_article(_counted_phrase(node.of, scope)))
        case x.Fold():
            return _fold_phrase(node, scope)
        case x.Pick():
            return say("the {} of {} and {}", node.how, value_phrase(node.left, scope), value_phrase(node.right, scope))
        case x.Arithmetic():
            return _arithmetic_phrase(node, scope)
        case x.Single():
            if place_limit(node.things, scope) == 1:
                return say(
                    "the {} in {}", name_words(category_of(node.things, scope).kind), value_phrase(node.things, scope)
                )
            return say(SINGLE_TEMPLATES[node.how], things_phrase(node.things, scope))
        case x.NextAfter():
            template = "the previous {} before {}" if node.before else "the next {} after {}"
            return say(template, name_words(node.kind.text), value_phrase(node.thing, scope))
        case x.Turned():
            return say("{} turned by {}", value_phrase(node.thing, scope), value_phrase(node.by, scope))
        case x.Near():
            return say(NEAR_TEMPLATES[node.how], name_words(node.kind.text), value_phrase(node.thing, scope))
        case x.Reached() | x.Distance() | x.Parts():
            return joined_phrase(node, scope)
        case x.LongestPath():
            return _longest_path_phrase(node, scope)
        case x.Where():
            return _where_phrase(node, scope)
        case x.Extreme():
            return _extreme_phrase(node, scope)
        case _ if isinstance(node, x.Cond):
            return say("whether {}", scope.condition(node, scope))
        case _:
            assert_never(node)


def things_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return a set as its things: a place as what lies in it."""
    kind, said = name_words(scope.words.plural_of(category_of(node, scope).kind)), value_phrase(node, scope)
    if _is_figure(node, scope):
        return say("the {} of {}", kind, said)
    if is_place(node, scope):
        own = plain_text(said).endswith(f" {kind}") and " of " not in plain_text(said)
        return said if own else say("the {} in {}", kind, said)
    if isinstance(node, x.Arithmetic) and is_place(node.left, scope) and node.operator == "+":
        if category_of(node.left, scope).kind != category_of(node.right, scope).kind:
            return say("{} and {}", things_phrase(node.left, scope), things_phrase(node.right, scope))
        return say("the {} in {} and {}", kind, value_phrase(node.left, scope), value_phrase(node.right, scope))
    return said


def _counted_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return things to be counted: a set with a name of its own in the singular, as `part`, by what is in it."""
    said, known = things_phrase(node, scope), scope.names.get(node.text) if isinstance(node, x.Name) else None
    if known is None or known.how != "set" or is_plural(plain_text(said)):
        return said
    return say("the {} in {}", name_words(scope.words.plural_of(known.kind)), said)


def takes_plural_verb(node: x.Expr, scope: WordingScope) -> bool:
    """Return whether a sentence about the value says "are"."""
    match node:
        case x.Name(text="player"):
            return scope.you
        case x.Name():
            many = node.text in scope.names and scope.names[node.text].how == "set"
            return many or node.text == "others" or is_plural(plain_text(value_phrase(node, scope)))
        case x.Of():
            return is_plural(plain_text(member_name(node, scope)))
        case x.Table():
            return takes_plural_verb(node.base, scope)
        case _:
            return isinstance(node, x.Where | x.Extreme)


def amount_with_noun(node: x.Expr, what: str, scope: WordingScope) -> Phrase:
    """Return how many of something: `4 cards`, `as many cards as …`."""
    one, many = scope.words.counted_forms(what)
    printed: Phrase = ()
    if isinstance(node, x.Number) or _is_figure(node, scope):
        printed = value_phrase(node, scope)
    elif is_lookup(node, scope):
        printed = fixed_entry(scope.words, node, scope.names)
        if not printed:
            return say("as many {} as the table {} says for {}", many, *table_and_keys(node, scope))
    if not printed:
        return say("as many {} as {}", many, value_phrase(node, scope))
    return say("{} {}", printed, one if printed[0].text == "1" else many)


def _is_figure(node: x.Expr, scope: WordingScope) -> bool:
    return isinstance(node, x.Name) and node.text not in scope.names and node.text in scope.words.figures


def is_lookup(node: x.Expr, scope: WordingScope) -> TypeGuard[x.Table]:
    """Return whether a value is an entry of a printed table."""
    return isinstance(node, x.Table) and isinstance(node.base, x.Name) and node.base.text in scope.words.figures


def table_and_keys(node: x.Table, scope: WordingScope) -> tuple[Phrase, Phrase]:
    """Return a printed table by its name, and what it is looked up by."""
    assert isinstance(node.base, x.Name)
    link = f"figure.{node.base.text}"
    return phrase_of(scope.words.words_for(link, node.base.text), "em", link), keys_phrase(node.keys, scope)


def keys_phrase(keys: tuple[x.Expr, ...], scope: WordingScope) -> Phrase:
    """Return what something is looked up by."""
    return list_phrases([value_phrase(key, scope) for key in keys])


def same_words(one: x.Node, other: x.Node, scope: WordingScope) -> bool:
    """Return whether two parts of a rule are written alike."""
    return _source_text(one, scope) == _source_text(other, scope)


def _source_text(node: x.Node, scope: WordingScope) -> str:
    span = node.span
    lines = scope.words.rules.files.get(span.file, "").split("\n")
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else ""


# -- names and members


def _name_phrase(name: str, scope: WordingScope) -> Phrase:
    words = scope.words
    if name == "player":
        return phrase_of("you" if scope.you else "the player")
    if name in scope.names:
        return phrase_of(name_words(name) if name in PRONOUNS else f"the {name_words(name)}")
    if (own := words.own_member(name)) is not None:
        return say("the {}", phrase_of(own.text, "", own.target))
    if name in words.figures:
        return _figure_phrase(name, scope)
    if name in words.kinds:
        return phrase_of("the other players" if name == "others" else f"the {name_words(name)}")
    if name in words.names:
        return phrase_of(words.names[name][1])
    piece = words.find_piece(name, scope.it.kind)
    single = piece is not None and words.number_of_copies(piece) == 1
    return say("the {}" if single else "{}", words.link_to(piece, name_words(name)))


def _figure_phrase(name: str, scope: WordingScope) -> Phrase:
    """Return a single figure: what is printed, or its name where that is a whole list."""
    figure, link = scope.words.figures[name], f"figure.{name}"
    if figure.type.how == "set":
        return say("the {}", phrase_of(scope.words.words_for(link, name), "", link))
    return marked_figure(scope.words, name, figure_value(scope.words, figure, 0))


def _member_phrase(node: x.Of, scope: WordingScope) -> Phrase:
    name = member_name(node, scope)
    if isinstance(node.owner, x.It):
        return say("{} {}", "their" if scope.it.kind == "player" else "its", name)
    if is_name(node.owner, "player") and scope.you:
        return say("your {}", name)
    owner = value_phrase(node.owner, scope)
    text = plain_text(owner)
    if text == "you" or any(joint in f"{text} " for joint in JOINTS) or f"{text} ".count("'s ") > 1:
        return say("the {} of {}", name, owner)
    return say("{}{} {}", owner, "'" if is_plural(text) else "'s", name)


def is_name(node: x.Expr | None, name: str) -> bool:
    """Return whether a value is just this name."""
    return isinstance(node, x.Name) and node.text == name


# -- numbers


def without_article(phrase: Phrase) -> Phrase:
    """Return a phrase without "the" in front."""
    if phrase and phrase[0].text.startswith("the ") and not OWNED_PATTERN.match(plain_text(phrase)):
        return (phrase[0]._replace(text=phrase[0].text[4:]), *phrase[1:])
    return phrase


def scope_of_each(variable: x.Word, of: x.Expr, scope: WordingScope) -> WordingScope:
    """Return the scope of what is said of each of some things; there `player` is not the one who reads."""
    inner = scope.with_name(variable.text, category_of_one(of, scope))
    return replace(inner, you=False) if variable.text == "player" else inner


def _fold_phrase(node: x.Fold, scope: WordingScope) -> Phrase:
    inner, how, of = scope_of_each(node.variable, node.things, scope), FOLD_TEMPLATES[node.how], node.value
    if isinstance(of, x.Of) and is_name(of.owner, node.variable.text):
        name, all_ = member_name(of, inner), things_phrase(node.things, scope)
        everybody = phrase_of("all players") if plain_text(all_) == "the players" else all_
        return say(f"{how} of {{}}", say("the {}", name) if node.how in ("sum", "all") else name, everybody)
    said = things_phrase(of, inner) if node.how == "all" else value_phrase(of, inner)
    if node.how in ("most", "least"):
        said = say("of {}", said)
    return say(f"{how}, taken {{}}", said, for_each_phrase(node.variable, node.things, scope))


def for_each_phrase(variable: x.Word, of: x.Expr, scope: WordingScope) -> Phrase:
    """Return `for each card`, `for each of your cards`, `for each rival among the other players`."""
    kind = category_of(of, scope).kind
    called = kind if variable.text in PRONOUNS else variable.text
    whole = of.text if isinstance(of, x.Name) and of.text not in scope.names else ""
    if whole in scope.words.plurals.values() and called.endswith(kind):
        return say("for each {}", name_words(called))
    if called in (kind, "one"):
        return say("for each of {}", things_phrase(of, scope))
    return say("for each {} among {}", name_words(called), things_phrase(of, scope))


def _arithmetic_phrase(node: x.Arithmetic, scope: WordingScope) -> Phrase:
    product = PRODUCT_TEMPLATES.get(node.operator)
    left = _operand_phrase(node.left, SUMS if product else (), scope)
    bracketed = (*SUMS, *PRODUCT_TEMPLATES) if product else () if node.operator == "+" else SUMS
    right = _operand_phrase(node.right, bracketed, scope)
    if product:
        return say(product, left, right)
    if node.operator == "within":
        return say("those of {} that are among {}", left, right)
    if category_of(node, scope).how == "set":
        return say("{} and {}" if node.operator == "+" else "{} without {}", left, right)
    return say("{} plus {}" if node.operator == "+" else "{} minus {}", left, right)


def joined_phrase(node: x.Reached | x.Distance | x.Parts, scope: WordingScope) -> Phrase:
    """Return what can be reached, how far it is, or the parts of a set, with the ways that one goes."""
    match node:
        case x.Reached():
            kind = name_words(node.kind.text)
            said = say("the {} that can be reached from {}", kind, value_phrase(node.start, scope))
        case x.Distance():
            start, goal = value_phrase(node.start, scope), value_phrase(node.goal, scope)
            said = say("the number of steps from {} to {}", start, goal)
        case x.Parts():
            said = say("the connected parts of {}", things_phrase(node.things, scope))
    ways, it = node.ways, scope.with_it(category_of(node, scope)._replace(how="one"))
    if ways.through is not None:
        said = say("{}, through {} only", said, things_phrase(ways.through, scope))
    if ways.along is not None:
        said = say("{} along {}", said, things_phrase(ways.along, scope))
    if ways.going is not None:
        said = say("{}, going from each to {}", said, things_phrase(ways.going, it))
    if isinstance(node, x.Reached) and node.most is not None:
        most = value_phrase(node.most, scope)
        return say("{}, in at most {} step{}", said, most, "" if plain_text(most) == "1" else "s")
    return said


def _longest_path_phrase(node: x.LongestPath, scope: WordingScope) -> Phrase:
    said = say("the length of the longest path along {}", things_phrase(node.along, scope))
    if node.through is not None:
        said = say("{} that passes only through {}", said, things_phrase(node.through, scope))
    if node.counting is not None:
        it = scope.with_it(category_of_one(node.along, scope))
        said = say("{}, each counted by {}", said, value_phrase(node.counting, it))
    return said


def _operand_phrase(node: x.Expr, bracketed: tuple[str, ...], scope: WordingScope) -> Phrase:
    """Return a part of a calculation, in brackets if it has one of the operators with which it would be ambiguous."""
    said = value_phrase(node, scope)
    joint = isinstance(node, x.Arithmetic) and node.operator in bracketed
    taken = isinstance(node, x.Fold) and ", taken for " in plain_text(said)
    return say("({})", said) if joint or taken else said


# -- things


def _where_phrase(node: x.Where, scope: WordingScope) -> Phrase:
    found = category_of(node.things, scope)
    clause = scope.clause(node.condition, scope.with_it(found), "who" if found.kind == "player" else "that")
    joint = isinstance(node.things, x.Arithmetic) and not is_place(node.things.left, scope)
    return say("those of {} {}" if joint else "{} {}", things_phrase(node.things, scope), clause)


def _extreme_phrase(node: x.Extreme, scope: WordingScope) -> Phrase:
    inner = scope.with_it(category_of(node.things, scope))
    how, of, all_ = "highest" if node.how == "most" else "lowest", node.value, things_phrase(node.things, scope)
    if isinstance(of, x.Of) and isinstance(of.owner, x.It):
        return say(f"those of {{}} with the {how} {{}}", all_, member_name(of, inner))
    return say(f"those of {{}} for which {{}} is {how}", all_, value_phrase(of, inner))
