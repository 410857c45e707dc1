"""Values in words: `number of player's hand` is "the number of cards in your hand"."""

from __future__ import annotations

import re

from rulewright.report.rulebook.phrases import (
    Part,
    Phrase,
    is_plural,
    listed,
    plain,
    run,
    say,
    spaced,
)
from rulewright.report.rulebook.scope import Scope
from rulewright.report.rulebook.sorts import Sorts
from rulewright.report.rulebook.tables import fixed_entry, marked, shown
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

PRONOUNS = frozenset(("somebody", "everybody", "anybody", "someone", "everyone"))
"""Names that need no article."""

SINGLE = {"first": "the first of {}", "last": "the last of {}", "only": "the only one of {}"}
NEAR = {
    "beside": "the {} straight beside {}", "around": "the {} around {} (slantwise, too)",
    "above": "the {} right above {}", "below": "the {} right below {}",
    "left of": "the {} just to the left of {}", "right of": "the {} just to the right of {}",
}  # fmt: skip
JOINTS = (" after ", " of ", " for ", " plus ", " minus ", " in ", " whose ", " that ", " which ", " and ", " with ")


OWNED = re.compile(r"the [\w-]+( [\w-]+)?('s|s') ")
"""What belongs to something keeps its "the"."""


class Values(Sorts):
    """Writes values; conditions and sentences are added by the classes built on it."""

    def value(self, node: x.Expr, scope: Scope) -> Phrase:
        """Return a value as part of a sentence."""
        found: Phrase = getattr(self, f"_{type(node).__name__.lower()}")(node, scope)
        return found

    def written(self, node: x.Node) -> str:
        """Return a stretch of a rule as it is written there."""
        span = node.span
        lines = self.words.rules.files.get(span.file, "").split("\n")
        return lines[span.line - 1][span.column - 1 : span.end_column - 1] if span.line <= len(lines) else ""

    def things(self, node: x.Expr, scope: Scope) -> Phrase:
        """Return a set as its things: a place as what lies in it."""
        kind = spaced(self.words.plural(self.sort(node, scope).kind))
        if isinstance(node, x.Name) and node.text not in scope.names and node.text in self.words.figures:
            return say("the {} of {}", kind, self.value(node, scope))
        if self.is_place(node, scope):
            value = self.value(node, scope)
            said = plain(value)
            own = said.endswith(f" {kind}") and " of " not in said
            return value if own else say("the {} in {}", kind, value)
        if isinstance(node, x.Arithmetic) and self.is_place(node.left, scope) and node.operator == "+":
            if self.sort(node.left, scope).kind != self.sort(node.right, scope).kind:
                return say("{} and {}", *(self.things(part, scope) for part in (node.left, node.right)))
            return say("the {} in {} and {}", kind, *(self.value(part, scope) for part in (node.left, node.right)))
        return self.value(node, scope)

    def is_place(self, node: x.Expr, scope: Scope) -> bool:
        """True when a value is what lies in a place."""
        base = node.base if isinstance(node, x.Table) else node
        if isinstance(base, x.Name):
            own = None if base.text in scope.names else self.words.own(base.text)
            return own is not None and own.what == "place"
        if isinstance(base, x.Of):
            found = self.words.member(base.name.text, self.sort(base.owner, scope).kind)
            return found is not None and found.what == "place"
        return False

    def room(self, node: x.Expr, scope: Scope) -> int | None:
        """Return how many pieces a place has room for, where that is limited."""
        if not self.is_place(node, scope):
            return None
        base = node.base if isinstance(node, x.Table) else node
        name = base.name.text if isinstance(base, x.Of) else base.text if isinstance(base, x.Name) else ""
        places = (place for has in self.words.rules.of(d.Has) for place in has.places)
        return next((place.limit for place in places if place.name.text == name), None)

    def plural(self, node: x.Expr, scope: Scope) -> bool:
        """True when a sentence about the value says "are"."""
        if isinstance(node, x.Name):
            if node.text == "player":
                return scope.you
            many = node.text in scope.names and scope.names[node.text].how == "set"
            return many or node.text == "others" or is_plural(plain(self.value(node, scope)))
        if isinstance(node, x.Of):
            found = self.words.member(node.name.text, self.sort(node.owner, scope).kind)
            return is_plural(found.text if found else node.name.text)
        if isinstance(node, x.Table):
            return self.plural(node.base, scope)
        return isinstance(node, x.Where | x.Extreme)

    def amount(self, node: x.Expr, what: str, scope: Scope) -> Phrase:
        """Return how many of something: `4 cards`, `as many cards as …`."""
        one, many = self.words.counted(what)
        if isinstance(node, x.Number):
            return say("{} {}", node.value, one if node.value == 1 else many)
        if isinstance(node, x.Name) and node.text not in scope.names and node.text in self.words.figures:
            number = self.value(node, scope)
            return say("{} {}", number, one if plain(number) == "1" else many)
        if isinstance(node, x.Table) and isinstance(node.base, x.Name) and node.base.text in self.words.figures:
            printed = fixed_entry(self.words, node, scope.names)
            if printed:
                return say("{} {}", printed, one if printed[0].text == "1" else many)
            return say("as many {} as {} for {}", many, *self._looked_up(node, "says", scope))
        return say("as many {} as {}", many, self.value(node, scope))

    def _looked_up(self, node: x.Table, verb: str, scope: Scope) -> tuple[Phrase, Phrase]:
        """Return a table by its name, and what it is looked up by."""
        assert isinstance(node.base, x.Name)
        name = node.base.text
        said = run(self.words.word(f"figure.{name}", name), "em", f"figure.{name}")
        keys = [node.key, *((node.at,) if node.at else ())]
        return say("the table {} {}", said, verb) if verb else said, listed([self.value(key, scope) for key in keys])

    # -- leaves

    def _number(self, node: x.Number, scope: Scope) -> Phrase:
        return run(str(node.value))

    def _nothing(self, node: x.Nothing, scope: Scope) -> Phrase:
        return run(self.written(node) or "nothing")

    def _it(self, node: x.It, scope: Scope) -> Phrase:
        return run("them" if scope.it.kind == "player" else "it")

    def _this(self, node: x.This, scope: Scope) -> Phrase:
        return run(f"this {spaced(node.kind.text)}")

    def _name(self, node: x.Name, scope: Scope) -> Phrase:
        name, words = node.text, self.words
        if name == "player":
            return run("you" if scope.you else "the player")
        if name in scope.names:
            return run(spaced(name) if name in PRONOUNS else f"the {spaced(name)}")
        if (own := words.own(name)) is not None:
            return say("the {}", run(own.text, "", own.target))
        if name in words.figures:
            return self._printed(name)
        if name in words.kinds:
            return run("the other players" if name == "others" else f"the {spaced(name)}")
        if name in words.names:
            return run(words.names[name][1])
        piece = words.piece(name, scope.it.kind)
        if piece is None:
            return run(spaced(name))
        said = run(words.title(piece), "", words.anchor(piece))
        return say("the {}", said) if words.copies(piece) == 1 else said

    def _printed(self, name: str) -> Phrase:
        """Return a single figure: what is printed, or its name where that is a whole list."""
        figure, link = self.words.figures[name], f"figure.{name}"
        if figure.type.how == "set":
            return say("the {}", run(self.words.word(link, name), "", link))
        return marked(self.words, name, shown(self.words, figure, 0))

    # -- what belongs to something

    def _of(self, node: x.Of, scope: Scope) -> Phrase:
        found = self.words.member(node.name.text, self.sort(node.owner, scope).kind)
        name = run(found.text, "", found.target) if found else run(spaced(node.name.text))
        if isinstance(node.owner, x.It):
            return say("{} {}", "their" if scope.it.kind == "player" else "its", name)
        if isinstance(node.owner, x.Name) and node.owner.text == "player" and scope.you:
            return say("your {}", name)
        owner = self.value(node.owner, scope)
        if self.compound(owner):
            return say("the {} of {}", name, owner)
        return say("{}{} {}", owner, "'" if is_plural(plain(owner)) else "'s", name)

    def compound(self, phrase: Phrase) -> bool:
        """True when a phrase is too long for an 's."""
        text = f"{plain(phrase)} "
        return text == "you " or any(joint in text for joint in JOINTS) or text.count("'s ") > 1

    def _table(self, node: x.Table, scope: Scope) -> Phrase:
        base = node.base
        if isinstance(base, x.Name) and base.text in self.words.figures:
            printed = fixed_entry(self.words, node, scope.names)
            return printed or say("the {} for {}", *self._looked_up(node, "", scope))
        keys = [node.key, *((node.at,) if node.at else ())]
        return say("{} for {}", self.value(base, scope), listed([self.value(key, scope) for key in keys]))

    # -- numbers

    def _numberof(self, node: x.NumberOf, scope: Scope) -> Phrase:
        return say("the number of {}", self.bare(self.things(node.of, scope)))

    def bare(self, phrase: Phrase) -> Phrase:
        """Return a phrase without "the" in front."""
        if phrase and phrase[0].text.startswith("the ") and not OWNED.match(plain(phrase)):
            return (phrase[0]._replace(text=phrase[0].text[4:]), *phrase[1:])
        return phrase

    def _fold(self, node: x.Fold, scope: Scope) -> Phrase:
        sort = self.sort(node.things, scope)._replace(how="one")
        inner = scope.let(node.variable.text, sort)
        if node.variable.text == "player":
            inner = Scope(inner.names, inner.it, False, inner.turn)
        how = {"sum": "the sum of {}", "most": "the highest {}", "least": "the lowest {}"}[node.how]
        things = self.things(node.things, scope)
        value = node.value
        if isinstance(value, x.Of) and isinstance(value.owner, x.Name) and value.owner.text == node.variable.text:
            found = self.words.member(value.name.text, sort.kind)
            name = run(found.text, "", found.target) if found else run(spaced(value.name.text))
            said = say("the {}" if node.how == "sum" else "{}", name)
            everybody = run("all players") if plain(things) == "the players" else things
            return say(f"{how} of {{}}", said, everybody)
        each = self.each(node.variable, node.things, scope)
        said = self.value(value, inner)
        return say(f"{how}, taken {{}}", said if node.how == "sum" else say("of {}", said), each)

    def each(self, variable: x.Word, things: x.Expr, scope: Scope) -> Phrase:
        """Return `for each card`, `for each of your cards`, `for each rival among the other players`."""
        kind = self.sort(things, scope).kind
        if variable.text in PRONOUNS:
            variable = x.Word(variable.span, kind)
        whole = things.text if isinstance(things, x.Name) and things.text not in scope.names else ""
        if whole in self.words.plurals.values() and variable.text.endswith(kind):
            return say("for each {}", spaced(variable.text))
        of = self.things(things, scope)
        if variable.text == kind:
            return say("for each of {}", of)
        return say("for each {} among {}", spaced(variable.text), of)

    def _pick(self, node: x.Pick, scope: Scope) -> Phrase:
        return say("the {} of {} and {}", node.how, self.value(node.left, scope), self.value(node.right, scope))

    def _arithmetic(self, node: x.Arithmetic, scope: Scope) -> Phrase:
        many = self.sort(node, scope).how == "set"
        left = self._operand(node.left, node.operator == "times", scope)
        right = self._operand(node.right, node.operator in ("times", "-", "within"), scope)
        if node.operator == "times":
            return say("{} times {}", left, right)
        if node.operator == "within":
            return say("those of {} that are among {}", left, right)
        if many:
            return say("{} and {}" if node.operator == "+" else "{} without {}", left, right)
        return say("{} plus {}" if node.operator == "+" else "{} minus {}", left, right)

    def _operand(self, node: x.Expr, brackets: bool, scope: Scope) -> Phrase:
        """Return a part of a calculation, in brackets where it would be read otherwise without."""
        said = self.value(node, scope)
        joint = brackets and isinstance(node, x.Arithmetic) and node.operator in ("+", "-")
        taken = isinstance(node, x.Fold) and ", taken for " in plain(said)
        return say("({})", said) if joint or taken else said

    # -- things

    def _single(self, node: x.Single, scope: Scope) -> Phrase:
        if self.room(node.things, scope) == 1:
            return say("the {} in {}", spaced(self.sort(node.things, scope).kind), self.value(node.things, scope))
        return say(SINGLE[node.how], self.things(node.things, scope))

    def _nextafter(self, node: x.NextAfter, scope: Scope) -> Phrase:
        return say("the next {} after {}", spaced(node.kind.text), self.value(node.thing, scope))

    def _near(self, node: x.Near, scope: Scope) -> Phrase:
        return say(NEAR[node.how], spaced(node.kind.text), self.value(node.thing, scope))

    def _where(self, node: x.Where, scope: Scope) -> Phrase:
        sort = self.sort(node.things, scope)
        who = "who" if sort.kind == "player" else "that"
        things, clause = self.things(node.things, scope), self.relative(node.condition, scope.looking(sort), who)
        joint = isinstance(node.things, x.Arithmetic) and not self.is_place(node.things.left, scope)
        return say("those of {} {}" if joint else "{} {}", things, clause)

    def relative(self, node: x.Cond, scope: Scope, who: str) -> Phrase:
        """Return a condition about `it` as "whose … is …"; conditions add how."""
        raise NotImplementedError

    def _extreme(self, node: x.Extreme, scope: Scope) -> Phrase:
        sort = self.sort(node.things, scope)
        how = "highest" if node.how == "most" else "lowest"
        value, things = node.value, self.things(node.things, scope)
        if isinstance(value, x.Of) and isinstance(value.owner, x.It):
            found = self.words.member(value.name.text, sort.kind)
            name: Part = run(found.text, "", found.target) if found else spaced(value.name.text)
            return say(f"those of {{}} with the {how} {{}}", things, name)
        return say(
            f"those of {{}} for which {{}} is {how}", things, self.value(value, scope.looking(sort))
        )  # fmt: skip

    def with_article(self, name: str) -> Phrase:
        """Return `a *card*`: a name that is given here."""
        return say("{} {}", "an" if name[:1] in "aeiou" else "a", run(spaced(name), "em"))
