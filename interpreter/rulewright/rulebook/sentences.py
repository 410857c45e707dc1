"""The sentences of a rule in words that a player reads: `take 2 ships` is "Take 2 ships."."""

from __future__ import annotations

import re
from typing import assert_never

from rulewright.diagnostics import Findings, Span
from rulewright.rulebook.categories import category, is_place, member_name, one_of, room
from rulewright.rulebook.conditions import adjective, condition, invoked
from rulewright.rulebook.phrases import Phrase, capital, is_plural, plain, run, say, sentence, spaced, styled
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.values import (
    amount,
    bare,
    each,
    is_lookup,
    is_name,
    looked_up,
    plural,
    same_words,
    things,
    value,
)  # fmt: skip
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")

Simple = (
    s.Let | s.Set | s.Shift | s.Take | s.Pay | s.PayCost | s.Move | s.Discard | s.Draw | s.Shuffle | s.Roll | s.Mark
    | s.Swap | s.Do | s.Follow | s.DropOut | s.Stop | s.End | s.Score | s.Tell
)  # fmt: skip
"""Statements that contain no others and ask nobody."""


def simple(node: Simple, scope: Scope) -> Phrase:  # noqa: C901, PLR0912 - one case for each kind of statement
    """Return a statement as a sentence."""
    match node:
        case s.Let():
            return _let(node, scope)
        case s.Set():
            return _set(node.target, node.value, scope)
        case s.Shift():
            verb = "Raise" if node.sign > 0 else "Lower"
            return say("{} {} by {}.", verb, value(node.target, scope), value(node.amount, scope))
        case s.Take():
            number = amount(node.amount, node.what.text, scope)
            who = _seat(node.seat, scope)
            return say("{} takes {}.", capital(who), number) if who else say("Take {}.", number)
        case s.Pay():
            return _pay(node, scope)
        case s.PayCost():
            return say("Pay {}.", invoked(scope.words.cost(node.cost.text), node.cost, node.arguments, scope))
        case s.Move():
            return say("Move {} to {}.", _all_of(node.things, scope), value(node.to, scope))
        case s.Discard():
            return say("Discard {}.", _all_of(node.things, scope))
        case s.Draw():
            number = amount(node.amount, node.what.text, scope)
            return say("Draw {} from {} to {}.", number, value(node.stack, scope), value(node.to, scope))
        case s.Shuffle():
            return say("Shuffle {}.", value(node.stack, scope))
        case s.Roll():
            secret = ", in secret from the others" if node.secretly else ""
            name = run(f"the {spaced(node.name.text)}", "em")
            low, high = value(node.low, scope), value(node.high, scope)
            return say("Roll a number from {} to {}{}: {}.", low, high, secret, name)
        case s.Mark():
            be = "are" if plural(node.things, scope) or is_place(node.things, scope) else "is"
            fact = adjective(x.Name(node.fact.span, node.fact.text), scope)
            now = "now" if node.on else "no longer"
            return say("{} {} {} {}.", capital(_all_of(node.things, scope)), be, now, fact)
        case s.Swap():
            return say("{} and {} change places.", capital(value(node.left, scope)), value(node.right, scope))
        case s.Do():
            step = scope.words.step(node.step.text)
            return sentence(invoked(step, node.step, node.arguments, scope, "step"))
        case s.Follow():
            return say("Do what {} itself says for this.", value(node.piece, scope))
        case s.DropOut():
            who = run("You are") if scope.turn == "player" else run(f"The {spaced(scope.turn)} is")
            return say("{} out of these rounds.", who)
        case s.Stop():
            return run("That is the end of this.")
        case s.End():
            step = scope.words.step(node.what.text) if node.what.text != "game" else None
            return say("{} ends at once.", scope.words.link(step, "The game"))
        case s.Score():
            return _score(node, scope)
        case s.Tell():
            return say("Say: {}", quoted(node.text, scope))
        case _:
            assert_never(node)


def text(word: x.Word, scope: Scope) -> Phrase:
    """Return a text with what its braces mean."""
    found: Phrase = ()
    end = 0
    for brace in BRACES.finditer(word.text):
        node = parse_value(brace.group(1), Span(word.span.file, word.span.line, 1, word.span.line, 2), Findings())
        said = value(node, scope) if isinstance(node, x.Name | x.This | x.It) else run("\u2026")
        said = run("player") if plain(said) == "you" else said
        found += (*run(word.text[end : brace.start()]), *styled(bare(said), "em"))
        end = brace.end()
    return tuple(part for part in (*found, *run(word.text[end:])) if part.text)


def quoted(word: x.Word, scope: Scope) -> Phrase:
    """Return a text between quotation marks."""
    return say("\u201c{}\u201d", text(word, scope))


def _seat(seat: x.Expr | None, scope: Scope) -> Phrase:
    """Return who does something; nobody named is whoever acts."""
    return () if seat is None or is_name(seat, "player") else value(seat, scope)


# -- what is known and changed


def _let(node: s.Let, scope: Scope) -> Phrase:
    said, name = value(node.value, scope), node.name.text
    if name == "player":
        return say("From here on \u201cyou\u201d means {}.", said)
    be = "are" if is_plural(spaced(name)) or category(node.value, scope).how == "set" else "is"
    how = " at first" if name in scope.changed else ""
    return say("{} {}{} {}.", run(f"The {spaced(name)}", "em"), be, how, said)


def _set(target: x.Expr, to: x.Expr, scope: Scope) -> Phrase:
    said = value(target, scope)
    grows = isinstance(to, x.Arithmetic) and (to.left == target or same_words(to.left, target, scope))
    if isinstance(to, x.Arithmetic) and grows and category(target, scope).how == "set":
        return say("Add {} to {}." if to.operator == "+" else "Remove {} from {}.", value(to.right, scope), said)
    if isinstance(to, x.Nothing):
        if not isinstance(target, x.Of):
            return say("There is no {} any more.", bare(said))
        have = "have" if plural(target.owner, scope) else "has"
        owner = capital(value(target.owner, scope))
        return say("{} {} no {} any more.", owner, have, member_name(target, scope))
    if is_name(to, "player") and scope.you:
        return say("You are {} now.", said)
    verb = "become" if plural(target, scope) else "becomes"
    return say("{} {} {}.", capital(said), verb, value(to, scope))


# -- counted things and pieces


def _pay(node: s.Pay, scope: Scope) -> Phrase:
    who, number = _seat(node.seat, scope), amount(node.amount, node.what.text, scope)
    start = say("{} pays", capital(who)) if who else run("Pay")
    return say("{} {} {}.", start, value(node.to, scope), number) if node.to else say("{} {}.", start, number)


def _all_of(node: x.Expr, scope: Scope) -> Phrase:
    """Return a set as what is handled: a place as all that lies in it."""
    kind, said = category(node, scope).kind, value(node, scope)
    if room(node, scope) == 1:
        return say("the {} in {}", spaced(kind), said)
    if is_place(node, scope):
        return say("all {} in {}", spaced(scope.words.plural(kind)), said)
    if isinstance(node, x.Where) and plain(said).startswith("the "):
        return say("all {}", bare(said))
    return said


# -- points


def _score(node: s.Score, scope: Scope) -> Phrase:
    if isinstance(node.points, x.Number):
        number = node.points.value
        said = say("Score {}", run(f"{number} point{'s' if number != 1 else ''}"))
    else:
        said = say("Score {}", _points(node.points, scope))
    if node.condition is not None:
        said = say("{} if {}", said, condition(node.condition, scope))
    return sentence(said)


def _points(node: x.Expr, scope: Scope) -> Phrase:
    """Return how many points a value is."""
    said = value(node, scope)
    if plain(said).endswith("'s points"):
        return said
    if isinstance(node, x.Fold) and node.how == "sum":
        inner = scope.let(node.variable.text, one_of(node.things, scope))
        return say("{}, {}", _points(node.value, inner), each(node.variable, node.things, scope))
    if is_lookup(node, scope):
        return say("as many points as the table {} says for {}", *looked_up(node, scope))
    many, each_of = run("1 point"), node
    if isinstance(node, x.Arithmetic) and node.operator == "times" and isinstance(node.left, x.Number):
        many, each_of = run(f"{node.left.value} points"), node.right
    if isinstance(each_of, x.NumberOf):
        return say("{} for each of {}", many, things(each_of.of, scope))
    if _is_amount(each_of, scope):
        return say("{} for each of {}", many, value(each_of, scope))
    return say("as many points as {}", said)


def _is_amount(node: x.Expr, scope: Scope) -> bool:
    """Return whether a value is what somebody has of a counted thing."""
    if not isinstance(node, x.Of):
        return False
    found = scope.words.member(node.name.text, category(node.owner, scope).kind)
    return found is not None and found.what == "amount"
