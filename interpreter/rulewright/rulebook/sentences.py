"""The sentences of a rule in words that a player reads: `take 2 ships` is "Take 2 ships."."""

from __future__ import annotations

import re
from typing import assert_never

from rulewright.diagnostics import Findings, Span
from rulewright.phrasing import upper
from rulewright.rulebook.categories import category_of, category_of_one, is_place, member_name, place_limit
from rulewright.rulebook.conditions import adjective_phrase, condition_phrase, rule_link
from rulewright.rulebook.phrases import (
    Phrase,
    capitalize_phrase,
    end_sentence,
    is_plural,
    name_words,
    phrase_of,
    plain_text,
    say,
)
from rulewright.rulebook.scope import WordingScope
from rulewright.rulebook.values import (
    amount_with_noun,
    for_each_phrase,
    is_lookup,
    is_name,
    same_words,
    table_and_keys,
    takes_plural_verb,
    things_phrase,
    value_phrase,
    without_article,
)  # fmt: skip
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")
GAP = "\u2026"
BEFORE_GAP = re.compile(rf"(.*?\w)(?:(?:[,:]| of| for)[^,:{GAP}]*{GAP}|: the [\w ]+$)")
"""What an option says before values that are known at the table only, as in `Card, …` and `Card of …, rank …`, or
before the thing that comes with it: `Progress: the column`."""

Simple = (
    s.Let | s.Set | s.Shift | s.Take | s.Pay | s.PayCost | s.Move | s.Discard | s.Draw | s.Shuffle | s.Roll
    | s.ChooseRandom | s.Mark | s.Swap | s.Show | s.Remember | s.LeaveGame | s.Do | s.Follow | s.DropOut | s.Stop
    | s.End | s.Score | s.Tell
)  # fmt: skip
"""Statements that contain no others and ask nobody."""


def statement_sentence(node: Simple, scope: WordingScope) -> Phrase:  # noqa: C901, PLR0912 - one case for each kind of statement
    """Return a statement as a sentence."""
    match node:
        case s.Let():
            return _let_sentence(node, scope)
        case s.Set():
            return _set_sentence(node.target, node.value, scope)
        case s.Shift():
            verb = "Raise" if node.sign > 0 else "Lower"
            return say("{} {} by {}.", verb, value_phrase(node.target, scope), value_phrase(node.amount, scope))
        case s.Take():
            number = amount_with_noun(node.amount, node.what.text, scope)
            who = _acting_seat(node.seat, scope)
            return say("{} takes {}.", capitalize_phrase(who), number) if who else say("Take {}.", number)
        case s.Pay():
            return _pay_sentence(node, scope)
        case s.PayCost():
            return say("Pay {}.", rule_link(scope.words.cost_named(node.cost.text), node.cost, node.arguments, scope))
        case s.Move():
            how = "Put {} under {}." if node.under else "Move {} to {}."
            return say(how, _all_of(node.things, scope), value_phrase(node.to, scope))
        case s.Discard():
            return say("Discard {}.", _all_of(node.things, scope))
        case s.Draw():
            number = amount_with_noun(node.amount, node.what.text, scope)
            return say("Draw {} from {} to {}.", number, value_phrase(node.stack, scope), value_phrase(node.to, scope))
        case s.Shuffle():
            return say("Shuffle {}.", value_phrase(node.stack, scope))
        case s.Roll():
            secret = ", in secret from the others" if node.secretly else ""
            name = phrase_of(f"the {name_words(node.name.text)}", "em")
            low, high = value_phrase(node.low, scope), value_phrase(node.high, scope)
            return say("Roll a number from {} to {}{}: {}.", low, high, secret, name)
        case s.ChooseRandom():
            secret = ", in secret from the others" if node.secretly else ""
            name, of = phrase_of(name_words(node.name.text), "em"), things_phrase(node.things, scope)
            return say("Chance picks the {} from {}{}.", name, of, secret)
        case s.Mark():
            be = "are" if takes_plural_verb(node.things, scope) or is_place(node.things, scope) else "is"
            fact = adjective_phrase(x.Name(node.fact.span, node.fact.text), scope)
            now = "now" if node.on else "no longer"
            return say("{} {} {} {}.", capitalize_phrase(_all_of(node.things, scope)), be, now, fact)
        case s.LeaveGame():
            who = _acting_seat(node.who, scope)
            return say("{} leaves the game.", capitalize_phrase(who)) if who else phrase_of("You leave the game.")
        case s.Swap():
            left, right = (
                (_all_of if is_place(node.left, scope) else value_phrase)(one, scope) for one in (node.left, node.right)
            )
            return say("{} and {} change places.", capitalize_phrase(left), right)
        case s.Show():
            shown, to = _all_of(node.things, scope), value_phrase(node.to, scope)
            return say("Look at {}.", shown) if plain_text(to) == "you" else say("Show {} to {}.", shown, to)
        case s.Remember():
            return say("Remember the {}.", scope.words.words_for(f"game.{node.memory.text}", node.memory.text))
        case s.Do():
            step = scope.words.step_named(node.step.text)
            return end_sentence(rule_link(step, node.step, node.arguments, scope, "step"))
        case s.Follow():
            return say("Do what {} itself says for this.", value_phrase(node.piece, scope))
        case s.DropOut():
            who = phrase_of("You are") if scope.turn == "player" else phrase_of(f"The {name_words(scope.turn)} is")
            return say("{} out of these rounds.", who)
        case s.Stop():
            return phrase_of("That is the end of this.")
        case s.End():
            step = scope.words.step_named(node.what.text) if node.what.text != "game" else None
            return say("{} ends at once.", scope.words.link_to(step, "The game"))
        case s.Score():
            return _score_sentence(node, scope)
        case s.Tell():
            return say("Say: {}", quoted_text(node.text, scope))
        case _:
            assert_never(node)


def text_with_values(word: x.Word, scope: WordingScope) -> Phrase:
    """Return a text with what its braces mean: “Bid {amount} for {lot}?” is “Bid … for the lot?”."""
    found: Phrase = ()
    end = 0
    for brace in BRACES.finditer(word.text):
        before = word.text[end : brace.start()]
        node = parse_value(brace.group(1), Span(word.span.file, word.span.line, 1, word.span.line, 2), Findings())
        said = _filled_in(node, scope)
        said = without_article(said) if before.endswith("the ") else said
        begins = not (plain_text(found) + before).strip() or before.rstrip().endswith((".", "?", "!"))
        found += (*phrase_of(before), *(capitalize_phrase(said) if begins else said))
        end = brace.end()
    return tuple(part for part in (*found, *phrase_of(word.text[end:])) if part.text)


def _filled_in(node: x.Node | None, scope: WordingScope) -> Phrase:
    """Return what stands for a value in a text: a thing by its name, anything else, and numbers, by an ellipsis."""
    if not isinstance(node, x.Name | x.This | x.It) or category_of(node, scope).how == "number":
        return phrase_of(GAP)
    said = value_phrase(node, scope)
    return phrase_of("the player") if plain_text(said) == "you" else said


def label_phrase(option: s.Option, scope: WordingScope) -> Phrase:
    """Return what an option says: a number that comes with it by its name, and no end of further values."""
    said = text_with_values(option.label, scope) if option.label else phrase_of(upper(name_words(option.name.text)))
    found = BEFORE_GAP.match(plain_text(said))
    number = next((f"the {name_words(one.name.text)}" for one in option.using if one.high is not None), GAP)
    return (
        phrase_of(found[1]) if found
        else tuple(run._replace(text=number) if run.text == GAP else run for run in said)
    )  # fmt: skip


def quoted_text(word: x.Word, scope: WordingScope) -> Phrase:
    """Return a text between quotation marks."""
    return say("\u201c{}\u201d", text_with_values(word, scope))


def _acting_seat(seat: x.Expr | None, scope: WordingScope) -> Phrase:
    """Return who does something; nobody named is whoever acts."""
    return () if seat is None or is_name(seat, "player") else value_phrase(seat, scope)


# -- what is known and changed


def _let_sentence(node: s.Let, scope: WordingScope) -> Phrase:
    said, name = value_phrase(node.value, scope), node.name.text
    if name == "player":
        return say("From here on \u201cyou\u201d means {}.", said)
    be = "are" if is_plural(name_words(name)) or category_of(node.value, scope).how == "set" else "is"
    how = " at first" if name in scope.changed else ""
    return say("{} {}{} {}.", phrase_of(f"The {name_words(name)}", "em"), be, how, said)


def _set_sentence(target: x.Expr, to: x.Expr, scope: WordingScope) -> Phrase:
    said = value_phrase(target, scope)
    grows = isinstance(to, x.Arithmetic) and (to.left == target or same_words(to.left, target, scope))
    if isinstance(to, x.Arithmetic) and grows and category_of(target, scope).how == "set":
        return say("Add {} to {}." if to.operator == "+" else "Remove {} from {}.", value_phrase(to.right, scope), said)
    if isinstance(to, x.Nothing):
        if not isinstance(target, x.Of):
            return say("There is no {} any more.", without_article(said))
        have = "have" if takes_plural_verb(target.owner, scope) else "has"
        owner = capitalize_phrase(value_phrase(target.owner, scope))
        return say("{} {} no {} any more.", owner, have, member_name(target, scope))
    if is_name(to, "player") and scope.you:
        return say("You are {} now.", said)
    verb = "become" if takes_plural_verb(target, scope) else "becomes"
    return say("{} {} {}.", capitalize_phrase(said), verb, value_phrase(to, scope))


# -- counted things and pieces


def _pay_sentence(node: s.Pay, scope: WordingScope) -> Phrase:
    who, number = _acting_seat(node.seat, scope), amount_with_noun(node.amount, node.what.text, scope)
    start = say("{} pays", capitalize_phrase(who)) if who else phrase_of("Pay")
    return say("{} {} {}.", start, value_phrase(node.to, scope), number) if node.to else say("{} {}.", start, number)


def _all_of(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return a set as what is handled: a place as all that lies in it."""
    kind, said = category_of(node, scope).kind, value_phrase(node, scope)
    if place_limit(node, scope) == 1:
        return say("the {} in {}", name_words(kind), said)
    if is_place(node, scope):
        return say("all {} in {}", name_words(scope.words.plural_of(kind)), said)
    if isinstance(node, x.Where) and plain_text(said).startswith("the "):
        return say("all {}", without_article(said))
    return said


# -- points


def _score_sentence(node: s.Score, scope: WordingScope) -> Phrase:
    if isinstance(node.points, x.Number):
        number = node.points.value
        said = say("Score {}", phrase_of(f"{number} point{'s' if number != 1 else ''}"))
    else:
        said = say("Score {}", _points_phrase(node.points, scope))
    if node.condition is not None:
        said = say("{} if {}", said, condition_phrase(node.condition, scope))
    return end_sentence(said)


def _points_phrase(node: x.Expr, scope: WordingScope) -> Phrase:
    """Return how many points a value is."""
    said = value_phrase(node, scope)
    if plain_text(said).endswith("'s points"):
        return said
    if isinstance(node, x.Fold) and node.how == "sum":
        inner = scope.with_name(node.variable.text, category_of_one(node.things, scope))
        return say("{}, {}", _points_phrase(node.value, inner), for_each_phrase(node.variable, node.things, scope))
    if is_lookup(node, scope):
        return say("as many points as the table {} says for {}", *table_and_keys(node, scope))
    many, each_of = phrase_of("1 point"), node
    if isinstance(node, x.Arithmetic) and node.operator == "times" and isinstance(node.left, x.Number):
        many, each_of = phrase_of(f"{node.left.value} points"), node.right
    if isinstance(each_of, x.NumberOf):
        return say("{} for each of {}", many, things_phrase(each_of.of, scope))
    if _is_amount(each_of, scope):
        return say("{} for each of {}", many, value_phrase(each_of, scope))
    return say("as many points as {}", said)


def _is_amount(node: x.Expr, scope: WordingScope) -> bool:
    """Return whether a value is what somebody has of a counted thing."""
    if not isinstance(node, x.Of):
        return False
    found = scope.words.find_member(node.name.text, category_of(node.owner, scope).kind)
    return found is not None and found.what == "amount"
