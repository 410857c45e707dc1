"""The sentences of a rule in words that a player reads: `take 2 ships` is "Take 2 ships."."""

from __future__ import annotations

import re

from rulewright.diagnostics import Findings, Span
from rulewright.report.rulebook.conditions import Conditions
from rulewright.report.rulebook.dictionary import Dictionary, Sort
from rulewright.report.rulebook.model import Key, Line
from rulewright.report.rulebook.phrases import (
    Phrase,
    capital,
    is_plural,
    plain,
    run,
    say,
    sentence,
    spaced,
    styled,
)
from rulewright.report.rulebook.scope import Scope, changed
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.parser import parse_value

BRACES = re.compile(r"\{([^{}]*)\}")


class Sentences(Conditions):
    """Writes the sentences that ask nobody; the questions are added by the class built on it."""

    def __init__(self, words: Dictionary) -> None:
        super().__init__(words)
        self._rule = ""
        self._count = 0
        self._changed: frozenset[str] = frozenset()

    def rule(self, name: str, body: s.Body | None, scope: Scope, after: int = 0) -> tuple[Line, ...]:
        """Return the sentences of a rule; their numbers go on after `after`."""
        self._rule, self._count = name, after
        self._changed = changed(body)
        return self.lines(body, scope)

    @property
    def count(self) -> int:
        """The number of the last sentence written."""
        return self._count

    def key(self, span: Span) -> Key:
        """Return the next sentence's key."""
        self._count += 1
        return Key(self._rule, self._count, span.file, span.line)

    def lines(self, body: s.Body | None, scope: Scope) -> tuple[Line, ...]:
        """Return the sentences of a block; what is let in one is known in the next."""
        found: list[Line] = []
        for statement in body.lines if body else ():
            key = self.key(statement.span)
            said = getattr(self, f"_{type(statement).__name__.lower()}_line")(statement, key, scope)
            found += said if isinstance(said, tuple) else (said,)
            scope = self.after(statement, scope)
        return tuple(found)

    def after(self, statement: s.Stmt, scope: Scope) -> Scope:
        """Return the scope for what follows a sentence."""
        if isinstance(statement, s.Let):
            sort = self.sort(statement.value, scope)
            return scope.let(statement.name.text, sort) if statement.name.text != "player" else scope
        if isinstance(statement, s.Roll):
            return scope.let(statement.name.text, Sort("number"))
        if isinstance(statement, s.Choose):
            return self.with_using(statement.using, scope)
        return scope

    def with_using(self, using: s.Using | None, scope: Scope) -> Scope:
        """Return a scope that knows what was chosen."""
        if using is None:
            return scope
        number = using.high is not None
        sort = Sort("number") if number else self.sort(using.things, scope)._replace(how="one")
        return scope.let(using.name.text, sort)

    def text(self, word: x.Word, scope: Scope) -> Phrase:
        """Return a text with what its braces mean."""
        found: Phrase = ()
        end = 0
        for brace in BRACES.finditer(word.text):
            node = parse_value(brace.group(1), Span(word.span.file, word.span.line, 1, word.span.line, 2), Findings())
            simple = isinstance(node, x.Name | x.This | x.It)
            value = self.value(node, scope) if node is not None and simple else run("\u2026")
            value = run("player") if plain(value) == "you" else value
            found += (*run(word.text[end : brace.start()]), *styled(self.bare(value), "em"))
            end = brace.end()
        return tuple(part for part in (*found, *run(word.text[end:])) if part.text)

    def quoted(self, word: x.Word, scope: Scope) -> Phrase:
        """Return a text between quotation marks."""
        return say("\u201c{}\u201d", self.text(word, scope))

    def seat(self, seat: x.Expr | None, scope: Scope) -> tuple[Phrase, bool]:
        """Return who does something, and whether that is the one who reads; nobody named means whoever acts."""
        if seat is None or isinstance(seat, x.Name) and seat.text == "player":
            return (), scope.you
        return self.value(seat, scope), False

    # -- what is known and changed

    def _let_line(self, node: s.Let, key: Key, scope: Scope) -> Line:
        value = self.value(node.value, scope)
        if node.name.text == "player":
            return Line(say("From here on \u201cyou\u201d means {}.", value), key)
        many = is_plural(spaced(node.name.text)) or self.sort(node.value, scope).how == "set"
        be = "are" if many else "is"
        how = " at first" if node.name.text in self._changed else ""
        return Line(say("{} {}{} {}.", run(f"The {spaced(node.name.text)}", "em"), be, how, value), key)

    def _set_line(self, node: s.Set, key: Key, scope: Scope) -> Line:
        target, value = node.target, node.value
        said = self.value(target, scope)
        if isinstance(value, x.Arithmetic) and value.left == target or self._same(value, target):
            assert isinstance(value, x.Arithmetic)
            other = self.value(value.right, scope)
            if self.sort(target, scope).how == "set":
                verb = "Add {} to {}." if value.operator == "+" else "Remove {} from {}."
                return Line(say(verb, other, said), key)
        if isinstance(value, x.Nothing):
            return Line(self._no_more(target, said, scope), key)
        if isinstance(value, x.Name) and value.text == "player" and scope.you:
            return Line(say("You are {} now.", said), key)
        verb = "become" if self.plural(target, scope) else "becomes"
        return Line(say("{} {} {}.", capital(said), verb, self.value(value, scope)), key)

    def _no_more(self, target: x.Expr, said: Phrase, scope: Scope) -> Phrase:
        """Return that nobody or nothing is something any more."""
        if isinstance(target, x.Of):
            have = "have" if self.plural(target.owner, scope) else "has"
            owner = capital(self.value(target.owner, scope))
            return say("{} {} no {} any more.", owner, have, self._bare_name(target, scope))
        return say("There is no {} any more.", self.bare(said))

    def _same(self, value: x.Expr, target: x.Expr) -> bool:
        return isinstance(value, x.Arithmetic) and self.written(value.left) == self.written(target)

    def _shift_line(self, node: s.Shift, key: Key, scope: Scope) -> Line:
        verb = "Raise" if node.sign > 0 else "Lower"
        return Line(say("{} {} by {}.", verb, self.value(node.target, scope), self.value(node.amount, scope)), key)

    def _mark_line(self, node: s.Mark, key: Key, scope: Scope) -> Line:
        things = capital(self.all_of(node.things, scope))
        fact = self._adjective(x.Name(node.fact.span, node.fact.text), scope)
        be = "are" if self.plural(node.things, scope) or self.is_place(node.things, scope) else "is"
        return Line(say("{} {} {} {}.", things, be, "now" if node.on else "no longer", fact), key)

    # -- counted things and pieces

    def _take_line(self, node: s.Take, key: Key, scope: Scope) -> Line:
        who, you = self.seat(node.seat, scope)
        verb = "Take" if you or not who else "takes"
        amount = self.amount(node.amount, node.what.text, scope)
        return Line(say("{} {}.", verb, amount) if not who else say("{} {} {}.", capital(who), verb, amount), key)

    def _pay_line(self, node: s.Pay, key: Key, scope: Scope) -> Line:
        who, _ = self.seat(node.seat, scope)
        amount = self.amount(node.amount, node.what.text, scope)
        start = say("{} pays", capital(who)) if who else run("Pay")
        if node.to is None:
            return Line(say("{} {}.", start, amount), key)
        return Line(say("{} {} {}.", start, self.value(node.to, scope), amount), key)

    def _paycost_line(self, node: s.PayCost, key: Key, scope: Scope) -> Line:
        cost = self.words.cost(node.cost.text)
        name = run(self.words.title(cost), "", self.words.anchor(cost)) if cost else run(node.cost.text)
        return Line(say("Pay {}{}.", name, self.given(node.arguments, cost.params if cost else (), scope)), key)

    def _move_line(self, node: s.Move, key: Key, scope: Scope) -> Line:
        things = self.all_of(node.things, scope)
        return Line(say("Move {} to {}.", things, self.value(node.to, scope)), key)

    def all_of(self, node: x.Expr, scope: Scope) -> Phrase:
        """Return a set as what is handled: a place as all that lies in it."""
        kind, value = self.sort(node, scope).kind, self.value(node, scope)
        if self.room(node, scope) == 1:
            return say("the {} in {}", spaced(kind), value)
        if self.is_place(node, scope):
            return say("all {} in {}", spaced(self.words.plural(kind)), value)
        if isinstance(node, x.Where) and plain(value).startswith("the "):
            return say("all {}", self.bare(value))
        return value

    def _discard_line(self, node: s.Discard, key: Key, scope: Scope) -> Line:
        return Line(say("Discard {}.", self.all_of(node.things, scope)), key)

    def _draw_line(self, node: s.Draw, key: Key, scope: Scope) -> Line:
        amount = self.amount(node.amount, node.what.text, scope)
        stack, place = self.value(node.stack, scope), self.value(node.to, scope)
        return Line(say("Draw {} from {} to {}.", amount, stack, place), key)

    def _shuffle_line(self, node: s.Shuffle, key: Key, scope: Scope) -> Line:
        return Line(say("Shuffle {}.", self.value(node.stack, scope)), key)

    def _roll_line(self, node: s.Roll, key: Key, scope: Scope) -> Line:
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        name = run(f"the {spaced(node.name.text)}", "em")
        secret = ", in secret from the others" if node.secretly else ""
        return Line(say("Roll a number from {} to {}{}: {}.", low, high, secret, name), key)

    def _swap_line(self, node: s.Swap, key: Key, scope: Scope) -> Line:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        return Line(say("{} and {} change places.", capital(left), right), key)

    # -- other rules

    def _do_line(self, node: s.Do, key: Key, scope: Scope) -> Line:
        return Line(sentence(self.step_named(node, scope)), key)

    def step_named(self, node: s.Do, scope: Scope) -> Phrase:
        """Return a step with what it is given."""
        step = self.words.step(node.step.text)
        if step is None:
            return run(node.step.text)
        name = run(self.words.title(step), "step", self.words.anchor(step))
        return say("{}{}", name, self.given(node.arguments, step.params, scope))

    def _follow_line(self, node: s.Follow, key: Key, scope: Scope) -> Line:
        return Line(say("Do what {} itself says for this.", self.value(node.piece, scope)), key)

    def _end_line(self, node: s.End, key: Key, scope: Scope) -> Line:
        step = self.words.step(node.what.text)
        if node.what.text == "game" or step is None:
            return Line(run("The game ends at once."), key)
        name = run(self.words.title(step), "", self.words.anchor(step))
        return Line(say("{} ends at once.", name), key)

    def _stop_line(self, node: s.Stop, key: Key, scope: Scope) -> Line:
        return Line(run("That is the end of this."), key)

    def _dropout_line(self, node: s.DropOut, key: Key, scope: Scope) -> Line:
        if scope.turn == "player":
            return Line(run("You are out of these rounds."), key)
        return Line(say("The {} is out of these rounds.", spaced(scope.turn)), key)

    def _score_line(self, node: s.Score, key: Key, scope: Scope) -> Line:
        points = node.points
        if isinstance(points, x.Number):
            said = say("Score {}", run(f"{points.value} point{'s' if points.value != 1 else ''}"))
        else:
            said = say("Score {}", self.points(points, scope))
        if node.condition is not None:
            said = say("{} if {}", said, self.condition(node.condition, scope))
        return Line(sentence(said), key)

    def points(self, node: x.Expr, scope: Scope) -> Phrase:
        """Return how many points a value is."""
        said = self.value(node, scope)
        if plain(said).endswith("'s points"):
            return said
        if isinstance(node, x.Fold) and node.how == "sum":
            inner = scope.let(node.variable.text, self.sort(node.things, scope)._replace(how="one"))
            return say("{}, {}", self.points(node.value, inner), self.each(node.variable, node.things, scope))
        if isinstance(node, x.Table) and isinstance(node.base, x.Name) and node.base.text in self.words.figures:
            return say("as many points as {} for {}", *self._looked_up(node, "says", scope))
        if isinstance(node, x.NumberOf):
            return say("1 point for each of {}", self.things(node.of, scope))
        if self._is_amount(node, scope):
            return say("1 point for each of {}", said)
        if isinstance(node, x.Arithmetic) and node.operator == "times" and isinstance(node.left, x.Number):
            many = node.right
            if isinstance(many, x.NumberOf):
                return say("{} points for each of {}", node.left.value, self.things(many.of, scope))
            if self._is_amount(many, scope):
                return say("{} points for each of {}", node.left.value, self.value(many, scope))
        return say("as many points as {}", said)

    def _is_amount(self, node: x.Expr, scope: Scope) -> bool:
        """True for what somebody has of a counted thing."""
        if not isinstance(node, x.Of):
            return False
        found = self.words.member(node.name.text, self.sort(node.owner, scope).kind)
        return found is not None and found.what == "amount"

    def _tell_line(self, node: s.Tell, key: Key, scope: Scope) -> Line:
        return Line(say("Say: {}", self.quoted(node.text, scope)), key)
