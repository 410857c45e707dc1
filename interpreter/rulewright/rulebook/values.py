"""Values in words: `number of player's hand` is "the number of cards in your hand"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeGuard, assert_never

from rulewright.rulebook.categories import category, is_place, member_name, one_of, room
from rulewright.rulebook.phrases import Phrase, is_plural, listed, plain, run, say, spaced
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.tables import fixed_entry, marked, shown
from rulewright.syntax import expressions as x

PRONOUNS = frozenset(("somebody", "everybody", "anybody", "someone", "everyone"))
"""Names that need no article."""

SINGLE = {"first": "the first of {}", "last": "the last of {}", "only": "the only one of {}"}
FOLDS = {"sum": "the sum of {}", "most": "the highest {}", "least": "the lowest {}"}
NEAR = {
    "beside": "the {} straight beside {}", "around": "the {} around {} (slantwise, too)",
    "above": "the {} right above {}", "below": "the {} right below {}",
    "left of": "the {} just to the left of {}", "right of": "the {} just to the right of {}",
}  # fmt: skip
JOINTS = (" after ", " of ", " for ", " plus ", " minus ", " in ", " whose ", " that ", " which ", " and ", " with ")


OWNED = re.compile(r"the [\w-]+( [\w-]+)?('s|s') ")
"""What belongs to something keeps its "the"."""


def value(node: x.Expr, scope: Scope) -> Phrase:  # noqa: C901, PLR0912 - one case for each node
    """Return a value as part of a sentence."""
    match node:
        case x.Number():
            return run(str(node.value))
        case x.Nothing():
            return run(_written(node, scope) or "nothing")
        case x.It():
            return run("them" if scope.it.kind == "player" else "it")
        case x.This():
            return run(f"this {spaced(node.kind.text)}")
        case x.Name():
            return _name(node.text, scope)
        case x.Of():
            return _of(node, scope)
        case x.Table():
            if not is_lookup(node, scope):
                return say("{} for {}", value(node.base, scope), _keys(node, scope))
            printed = fixed_entry(scope.words, node, scope.names)
            return printed or say("the {} for {}", *looked_up(node, scope))
        case x.NumberOf():
            return say("the number of {}", bare(things(node.of, scope)))
        case x.Fold():
            return _fold(node, scope)
        case x.Pick():
            return say("the {} of {} and {}", node.how, value(node.left, scope), value(node.right, scope))
        case x.Arithmetic():
            return _arithmetic(node, scope)
        case x.Single():
            if room(node.things, scope) == 1:
                return say("the {} in {}", spaced(category(node.things, scope).kind), value(node.things, scope))
            return say(SINGLE[node.how], things(node.things, scope))
        case x.NextAfter():
            return say("the next {} after {}", spaced(node.kind.text), value(node.thing, scope))
        case x.Near():
            return say(NEAR[node.how], spaced(node.kind.text), value(node.thing, scope))
        case x.Where():
            return _where(node, scope)
        case x.Extreme():
            return _extreme(node, scope)
        case _:
            assert_never(node)


def things(node: x.Expr, scope: Scope) -> Phrase:
    """Return a set as its things: a place as what lies in it."""
    kind, said = spaced(scope.words.plural(category(node, scope).kind)), value(node, scope)
    if _is_figure(node, scope):
        return say("the {} of {}", kind, said)
    if is_place(node, scope):
        own = plain(said).endswith(f" {kind}") and " of " not in plain(said)
        return said if own else say("the {} in {}", kind, said)
    if isinstance(node, x.Arithmetic) and is_place(node.left, scope) and node.operator == "+":
        if category(node.left, scope).kind != category(node.right, scope).kind:
            return say("{} and {}", things(node.left, scope), things(node.right, scope))
        return say("the {} in {} and {}", kind, value(node.left, scope), value(node.right, scope))
    return said


def plural(node: x.Expr, scope: Scope) -> bool:
    """Return whether a sentence about the value says "are"."""
    match node:
        case x.Name(text="player"):
            return scope.you
        case x.Name():
            many = node.text in scope.names and scope.names[node.text].how == "set"
            return many or node.text == "others" or is_plural(plain(value(node, scope)))
        case x.Of():
            return is_plural(plain(member_name(node, scope)))
        case x.Table():
            return plural(node.base, scope)
        case _:
            return isinstance(node, x.Where | x.Extreme)


def amount(node: x.Expr, what: str, scope: Scope) -> Phrase:
    """Return how many of something: `4 cards`, `as many cards as …`."""
    one, many = scope.words.counted(what)
    printed: Phrase = ()
    if isinstance(node, x.Number) or _is_figure(node, scope):
        printed = value(node, scope)
    elif is_lookup(node, scope):
        printed = fixed_entry(scope.words, node, scope.names)
        if not printed:
            return say("as many {} as the table {} says for {}", many, *looked_up(node, scope))
    if not printed:
        return say("as many {} as {}", many, value(node, scope))
    return say("{} {}", printed, one if printed[0].text == "1" else many)


def _is_figure(node: x.Expr, scope: Scope) -> bool:
    return isinstance(node, x.Name) and node.text not in scope.names and node.text in scope.words.figures


def is_lookup(node: x.Expr, scope: Scope) -> TypeGuard[x.Table]:
    """Return whether a value is an entry of a printed table."""
    return isinstance(node, x.Table) and isinstance(node.base, x.Name) and node.base.text in scope.words.figures


def looked_up(node: x.Table, scope: Scope) -> tuple[Phrase, Phrase]:
    """Return a printed table by its name, and what it is looked up by."""
    assert isinstance(node.base, x.Name)
    link = f"figure.{node.base.text}"
    return run(scope.words.word(link, node.base.text), "em", link), _keys(node, scope)


def _keys(node: x.Table, scope: Scope) -> Phrase:
    return listed([value(key, scope) for key in (node.key, *((node.at,) if node.at else ()))])


def same_words(one: x.Node, other: x.Node, scope: Scope) -> bool:
    """Return whether two parts of a rule are written alike."""
    return _written(one, scope) == _written(other, scope)


def _written(node: x.Node, scope: Scope) -> str:
    span = node.span
    lines = scope.words.rules.files.get(span.file, "").split("\n")
    return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else ""


# -- names and members


def _name(name: str, scope: Scope) -> Phrase:
    words = scope.words
    if name == "player":
        return run("you" if scope.you else "the player")
    if name in scope.names:
        return run(spaced(name) if name in PRONOUNS else f"the {spaced(name)}")
    if (own := words.own(name)) is not None:
        return say("the {}", run(own.text, "", own.target))
    if name in words.figures:
        return _printed(name, scope)
    if name in words.kinds:
        return run("the other players" if name == "others" else f"the {spaced(name)}")
    if name in words.names:
        return run(words.names[name][1])
    piece = words.piece(name, scope.it.kind)
    single = piece is not None and words.copies(piece) == 1
    return say("the {}" if single else "{}", words.link(piece, spaced(name)))


def _printed(name: str, scope: Scope) -> Phrase:
    """Return a single figure: what is printed, or its name where that is a whole list."""
    figure, link = scope.words.figures[name], f"figure.{name}"
    if figure.type.how == "set":
        return say("the {}", run(scope.words.word(link, name), "", link))
    return marked(scope.words, name, shown(scope.words, figure, 0))


def _of(node: x.Of, scope: Scope) -> Phrase:
    name = member_name(node, scope)
    if isinstance(node.owner, x.It):
        return say("{} {}", "their" if scope.it.kind == "player" else "its", name)
    if is_name(node.owner, "player") and scope.you:
        return say("your {}", name)
    owner = value(node.owner, scope)
    text = plain(owner)
    if text == "you" or any(joint in f"{text} " for joint in JOINTS) or f"{text} ".count("'s ") > 1:
        return say("the {} of {}", name, owner)
    return say("{}{} {}", owner, "'" if is_plural(text) else "'s", name)


def is_name(node: x.Expr | None, name: str) -> bool:
    """Return whether a value is just this name."""
    return isinstance(node, x.Name) and node.text == name


# -- numbers


def bare(phrase: Phrase) -> Phrase:
    """Return a phrase without "the" in front."""
    if phrase and phrase[0].text.startswith("the ") and not OWNED.match(plain(phrase)):
        return (phrase[0]._replace(text=phrase[0].text[4:]), *phrase[1:])
    return phrase


def binding(variable: x.Word, of: x.Expr, scope: Scope) -> Scope:
    """Return the scope of what is said of each of some things; there `player` is not the one who reads."""
    inner = scope.let(variable.text, one_of(of, scope))
    return replace(inner, you=False) if variable.text == "player" else inner


def _fold(node: x.Fold, scope: Scope) -> Phrase:
    inner, how, of = binding(node.variable, node.things, scope), FOLDS[node.how], node.value
    if isinstance(of, x.Of) and is_name(of.owner, node.variable.text):
        name, all_ = member_name(of, inner), things(node.things, scope)
        everybody = run("all players") if plain(all_) == "the players" else all_
        return say(f"{how} of {{}}", say("the {}", name) if node.how == "sum" else name, everybody)
    said = value(of, inner) if node.how == "sum" else say("of {}", value(of, inner))
    return say(f"{how}, taken {{}}", said, each(node.variable, node.things, scope))


def each(variable: x.Word, of: x.Expr, scope: Scope) -> Phrase:
    """Return `for each card`, `for each of your cards`, `for each rival among the other players`."""
    kind = category(of, scope).kind
    called = kind if variable.text in PRONOUNS else variable.text
    whole = of.text if isinstance(of, x.Name) and of.text not in scope.names else ""
    if whole in scope.words.plurals.values() and called.endswith(kind):
        return say("for each {}", spaced(called))
    if called == kind:
        return say("for each of {}", things(of, scope))
    return say("for each {} among {}", spaced(called), things(of, scope))


def _arithmetic(node: x.Arithmetic, scope: Scope) -> Phrase:
    left = _operand(node.left, node.operator == "times", scope)
    right = _operand(node.right, node.operator in ("times", "-", "within"), scope)
    if node.operator == "times":
        return say("{} times {}", left, right)
    if node.operator == "within":
        return say("those of {} that are among {}", left, right)
    if category(node, scope).how == "set":
        return say("{} and {}" if node.operator == "+" else "{} without {}", left, right)
    return say("{} plus {}" if node.operator == "+" else "{} minus {}", left, right)


def _operand(node: x.Expr, brackets: bool, scope: Scope) -> Phrase:
    """Return a part of a calculation, in brackets where it would be ambiguous without."""
    said = value(node, scope)
    joint = brackets and isinstance(node, x.Arithmetic) and node.operator in ("+", "-")
    taken = isinstance(node, x.Fold) and ", taken for " in plain(said)
    return say("({})", said) if joint or taken else said


# -- things


def _where(node: x.Where, scope: Scope) -> Phrase:
    found = category(node.things, scope)
    clause = scope.clause(node.condition, scope.looking(found), "who" if found.kind == "player" else "that")
    joint = isinstance(node.things, x.Arithmetic) and not is_place(node.things.left, scope)
    return say("those of {} {}" if joint else "{} {}", things(node.things, scope), clause)


def _extreme(node: x.Extreme, scope: Scope) -> Phrase:
    inner = scope.looking(category(node.things, scope))
    how, of, all_ = "highest" if node.how == "most" else "lowest", node.value, things(node.things, scope)
    if isinstance(of, x.Of) and isinstance(of.owner, x.It):
        return say(f"those of {{}} with the {how} {{}}", all_, member_name(of, inner))
    return say(f"those of {{}} for which {{}} is {how}", all_, value(of, inner))
