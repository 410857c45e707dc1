"""Conditions in words: `player's coins is at least 3` is "you have at least 3 coins"."""

from __future__ import annotations

from rulewright.report.rulebook.phrases import Phrase, joined, listed, plain, run, say, spaced
from rulewright.report.rulebook.scope import Scope
from rulewright.report.rulebook.values import Values
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
"""What two sets have in common, and what only the first has: whether there is anything, or nothing."""


class Conditions(Values):
    """Writes conditions."""

    def condition(self, node: x.Cond, scope: Scope) -> Phrase:
        """Return a condition as what stands after "if"."""
        found: Phrase = getattr(self, f"_{type(node).__name__.lower()}")(node, scope)
        return found

    def _joined(self, node: x.Joined, scope: Scope) -> Phrase:
        parts = [self.condition(part, scope) for part in node.parts]
        if node.how == "or":
            return say("either {}", joined(parts, ", or "))
        inner = [isinstance(part, x.Joined) for part in node.parts]
        apart = (say("({})", said) if within else said for said, within in zip(parts, inner, strict=True))
        return joined(apart, " and ")

    def _not(self, node: x.Not, scope: Scope) -> Phrase:
        inner = node.condition
        if isinstance(inner, x.Empty):
            return self._empty(x.Empty(inner.span, inner.things, not inner.empty), scope)
        said = self.condition(inner, scope)
        return say("it is not so that ({})" if isinstance(inner, x.Joined) else "it is not so that {}", said)

    def _compare(self, node: x.Compare, scope: Scope) -> Phrase:
        having = self._having(node, scope)
        if having is not None:
            return having
        if self._reader(node.right, scope) and node.operator in ("is", "is-not"):
            return say("you are {}{}", "not " if node.operator == "is-not" else "", self.value(node.left, scope))
        subject = self.value(node.left, scope)
        be = "are" if self.plural(node.left, scope) else "is"
        return say("{} {} {}", subject, be, self.compared(node, scope))

    def _reader(self, node: x.Expr, scope: Scope) -> bool:
        """True for the one who reads."""
        return isinstance(node, x.Name) and node.text == "player" and scope.you

    def compared(self, node: x.Compare, scope: Scope) -> Phrase:
        """Return what stands after is or are."""
        if node.operator in ("in", "not-in"):
            word = "in" if self.is_place(node.right, scope) else "among"
            return say(f"{'not ' if node.operator == 'not-in' else ''}{word} {{}}", self.value(node.right, scope))
        return say(COMPARED[node.operator], self._adjective(node.right, scope))

    def _adjective(self, node: x.Expr, scope: Scope) -> Phrase:
        """A yes-or-no fact or value is said without "the"."""
        if isinstance(node, x.Name) and node.text not in scope.names:
            found = next((m for m in self.words.members.get(node.text, []) if m.sort.how == "truth"), None)
            if found is not None:
                return run(found.text, "", found.target)
        return self.value(node, scope)

    def _having(self, node: x.Compare, scope: Scope) -> Phrase | None:
        """What somebody has, where that is said more simply: counted things, and things that may be missing."""
        left = node.left
        if not isinstance(left, x.Of) or isinstance(left.owner, x.It):
            return None
        have = "have" if self.plural(left.owner, scope) else "has"
        if isinstance(node.right, x.Nothing) and node.operator in ("is", "is-not"):
            owner, no = self.value(left.owner, scope), "no" if node.operator == "is" else "a"
            return say("{} {} {} {}", owner, have, no, self._bare_name(left, scope))
        if self._most(node, left):
            who = self.value(left.owner, scope)
            return say("nobody has more {} than {}", self._bare_name(left, scope), who)
        found = self.words.member(left.name.text, self.sort(left.owner, scope).kind)
        if found is None or found.what != "amount" or not isinstance(node.right, x.Number | x.Name):
            return None
        number = run("no") if self._zero(node) else say(HAVING[node.operator], self.value(node.right, scope))
        one, many = self.words.counted(left.name.text)
        single = isinstance(node.right, x.Number) and node.right.value == 1
        return say("{} {} {} {}", self.value(left.owner, scope), have, number, one if single else many)

    def _most(self, node: x.Compare, left: x.Of) -> bool:
        """True when somebody is said to have the most of something among all players."""
        right = node.right
        if node.operator != "is" or not isinstance(right, x.Fold) or right.how != "most":
            return False
        value, all_players = right.value, isinstance(right.things, x.Name) and right.things.text == "players"
        return all_players and isinstance(value, x.Of) and value.name.text == left.name.text

    def _zero(self, node: x.Compare) -> bool:
        return node.operator == "is" and isinstance(node.right, x.Number) and node.right.value == 0

    def _bare_name(self, node: x.Of, scope: Scope) -> Phrase:
        found = self.words.member(node.name.text, self.sort(node.owner, scope).kind)
        return run(found.text, "", found.target) if found else run(spaced(node.name.text))

    def _empty(self, node: x.Empty, scope: Scope) -> Phrase:
        things = node.things
        if self.is_place(things, scope):
            return say("{} is {}empty", self.value(things, scope), "" if node.empty else "not ")
        if isinstance(things, x.Where):
            sort = self.sort(things.things, scope)
            kind = spaced(sort.kind) or "one"
            who = "who" if sort.kind == "player" else "that"
            clause = self.relative(things.condition, scope.looking(sort), who, one=True)
            where = say(
                " {} {}", "in" if self.is_place(things.things, scope) else "among", self.value(things.things, scope)
            )
            everywhere = plain(where) == f" among the {spaced(self.words.plural(sort.kind))}"
            number = "no" if node.empty else "an" if kind[:1] in "aeiou" else "a"
            return say("there is {} {}{} {}", number, kind, run("") if everywhere else where, clause)
        if isinstance(things, x.Arithmetic) and things.operator in SHARING:
            among = "in" if self.is_place(things.right, scope) else "among"
            some = SHARING[things.operator][node.empty]
            return say(f"{some} {among} {{}}", self.value(things.left, scope), self.value(things.right, scope))
        said = self.value(things, scope)
        if isinstance(things, x.Of) and said[0].text.startswith("the ") and plain(said).count("'s ") == 1:
            have = "have" if self.plural(things.owner, scope) else "has"
            owner = self.value(things.owner, scope)
            return say("{} {} {} {}", owner, have, "no" if node.empty else "some", self._bare_name(things, scope))
        if said[0].text.startswith("your "):
            rest = (said[0]._replace(text=said[0].text[5:]), *said[1:])
            return say("you have {} {}", "no" if node.empty else "any", rest)
        if said[0].text.startswith("those "):
            return say("there are {} of {}", "none" if node.empty else "some", said)
        return say("there are {}{}", "no " if node.empty else "any ", self.bare(said))

    def _inrow(self, node: x.InRow, scope: Scope) -> Phrase:
        return say("{} of {} lie in a row", self.value(node.length, scope), self.things(node.things, scope))

    def _quantified(self, node: x.Quantified, scope: Scope) -> Phrase:
        sort = self.sort(node.things, scope)._replace(how="one")
        name = node.variable.text
        inner = scope.let(name, sort)
        if name == "player":
            inner = Scope(inner.names, inner.it, False, inner.turn)
        if not node.every and self._about(node.condition, name):
            return self._some(node, scope, inner)
        if node.every:
            return say("{}, {}", self.each(node.variable, node.things, scope), self.condition(node.condition, inner))
        among = self.each(node.variable, node.things, scope)
        some = (among[0]._replace(text=among[0].text.replace("for each", "for at least one", 1)), *among[1:])
        return say("{}, {}", some, self.condition(node.condition, inner))

    def _about(self, node: x.Cond, name: str) -> bool:
        """True when a condition says what one fact of a thing is."""
        left = node.left if isinstance(node, x.Compare) else node.things if isinstance(node, x.Empty) else None
        return isinstance(left, x.Of) and isinstance(left.owner, x.Name) and left.owner.text == name

    def _some(self, node: x.Quantified, scope: Scope, inner: Scope) -> Phrase:
        condition, kind = node.condition, spaced(node.variable.text)
        assert isinstance(condition, x.Compare | x.Empty)
        left = condition.left if isinstance(condition, x.Compare) else condition.things
        assert isinstance(left, x.Of)
        name = self._bare_name(left, inner)
        if isinstance(condition, x.Compare):
            end = self.compared(condition, inner)
        else:
            end = run("empty" if condition.empty else "not empty")
        be = "are" if self.plural(left, inner) else "is"
        among = self.things(node.things, scope)
        start = f"there is {'an' if kind[:1] in 'aeiou' else 'a'} {kind} among {{}} whose {{}} {be} {{}}"
        return say(start, among, name, end)

    def _canpay(self, node: x.CanPay, scope: Scope) -> Phrase:
        cost = self.words.cost(node.cost.text)
        name = run(self.words.title(cost), "", self.words.anchor(cost)) if cost else run(node.cost.text)
        return say("you can pay {}{}", name, self.given(node.arguments, cost.params if cost else (), scope))

    def _cando(self, node: x.CanDo, scope: Scope) -> Phrase:
        step = self.words.step(node.step.text)
        name = run(self.words.title(step), "", self.words.anchor(step)) if step else run(node.step.text)
        return say("{} is possible{}", name, self.given(node.arguments, step.params if step else (), scope))

    def given(self, arguments: tuple[x.Expr, ...], names: tuple[x.Word, ...], scope: Scope) -> Phrase:
        """Return what a rule is given: ` (the card; price: 3)`."""
        parts = []
        for value, name in zip(arguments, names, strict=False):
            said = self.value(value, scope)
            same = isinstance(value, x.Name) and value.text == name.text
            parts.append(said if same else say("{}: {}", run(spaced(name.text), "em"), said))
        return say(" ({})", joined(parts, "; ")) if parts else ()

    # -- after "where"

    def relative(self, node: x.Cond, scope: Scope, who: str, one: bool = False) -> Phrase:
        """Return a condition about `it` as "whose … is …", "that is …", "for which …"."""
        if isinstance(node, x.Joined) and node.how == "and":
            return listed([self.relative(part, scope, who, one) for part in node.parts])
        be = "is" if one else "are"
        if isinstance(node, x.Compare) and isinstance(node.left, x.It):
            return say("{} {} {}", who, be, self.compared(node, scope))
        if isinstance(node, x.Compare) and isinstance(node.left, x.Of) and isinstance(node.left.owner, x.It):
            name = self._bare_name(node.left, scope)
            if isinstance(node.right, x.Nothing) and node.operator in ("is", "is-not"):
                have, no = "has" if one else "have", "no" if node.operator == "is" else "a"
                return say("{} {} {} {}", who, have, no, name)
            verb = "are" if self.plural(node.left, scope) else "is"
            return say("whose {} {} {}", name, verb, self.compared(node, scope))
        if isinstance(node, x.Empty) and isinstance(node.things, x.Of) and isinstance(node.things.owner, x.It):
            name = self._bare_name(node.things, scope)
            return say("whose {} is {}empty", name, "" if node.empty else "not ")
        return say("for {} {}", "whom" if who == "who" else "which", self.condition(node, scope))
