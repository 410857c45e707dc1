"""Sentences in which the acting player chooses several things at once: choose 2 cards, pay 2 cards, move 2 cards.

They are asked for one after another, each time for a thing that comes after the last one in the list of such things and
that has enough others after it. So a set of things is chosen in one way only, and not once for each order:

    choose 2 cards from a, b, c        a, then b or c; or b, then c
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NOTHING, NUMBER, TRUTH
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.name_types import bind_plural
from rulewright.check.resolve.paying import comparison, new_variable, number_const
from rulewright.check.resolve.pieces import pieces, place, report_not_discarded
from rulewright.check.resolve.questions import chooser_in
from rulewright.check.resolve.texts import own_text, text
from rulewright.check.resolve.wanted import read_amount as amount_of
from rulewright.check.resolve.wanted import some_things
from rulewright.diagnostics import Code, Span
from rulewright.frozen import frozen_class
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


def choose_many(ctx: Context, line: s.ChooseMany, scope: Scope, done: list[c.Action]) -> Scope:
    """The acting player chooses several things, which have one name from then on."""
    things = some_things(ctx, line.things, scope)
    least, most = (None if end is None else _how_many(ctx, end, scope, things) for end in (line.least, line.most))
    if isinstance(least, c.Const) and isinstance(most, c.Const):
        _report_reversed(ctx, line, least.value, most.value)
    prompt = _prompt(ctx, line.prompt, scope, "choose-one", line.name)
    inner, var = bind_plural(ctx, line.name, things.type.as_set(), scope)
    done += _selecting(ctx, line, scope, var, prompt, (things, least, most))
    return inner


def move_some(ctx: Context, line: s.MoveSome, scope: Scope, done: list[c.Action]) -> None:
    """The acting player chooses a number of pieces, which go to a place; where they are paid, to that of their kind."""
    to = None if line.to is None else place(ctx, line.to, scope)
    things = pieces(ctx, line.things, scope, to.place if to else None)
    number = _how_many(ctx, line.amount, scope, things)
    ctx.table.kind_of(line.what)
    prompt = _prompt(ctx, line.prompt, scope, "choose-one" if line.to else "pay-which", line.what)
    if line.to is None:
        report_not_discarded(ctx, things.type, line.things.span)
    elif to is None:
        return
    if isinstance(things, c.Contents) and things.place.order == "stack" and things.place.seen == "nobody":
        remedy = f'Write "draw ... {line.what} from ... to ...".'
        ctx.fail(Code.WRONG_KIND, line.things.span, "nobody sees them; from a stack one draws", remedy)
    var, chosen = new_variable(line.what.text, things.type.as_set())
    done += _selecting(ctx, line, scope, var, prompt, (things, number, None))
    done.append(c.MoveTo(chosen, to.place if to else None, to.keys if to else (), line.span))


def _prompt(ctx: Context, word: x.Word | None, scope: Scope, own: str, what: x.Word) -> c.Text:
    return text(ctx, word, scope) if word else own_text(ctx.table.language, own, thing=what.text.replace("-", " "))


def _how_many(ctx: Context, node: x.Expr, scope: Scope, things: c.Value) -> c.Value:
    """Return a number of things to choose, which is not more than there can be."""
    number = amount_of(ctx, node, scope, "how many are chosen")
    limit = things.place.limit if isinstance(things, c.Contents) else None
    kind = things.type.kind or things.type.domain
    if kind is not None and isinstance(number, c.Const):
        most = kind.size if limit is None else min(limit, kind.size)
        there = f"there is at most 1 {kind.name}" if most == 1 else f"there are at most {most} {kind.plural}"
        if number.value > most:
            ctx.fail(Code.OUT_OF_RANGE, node.span, f"{there} to choose from", "Write a lower number.")
    if isinstance(number, c.Const) and not number.value:
        ctx.fail(Code.OUT_OF_RANGE, node.span, "so nothing is ever chosen", "Write a number from 1 on.")
    return number


def _selecting(
    ctx: Context, line: s.ChooseMany | s.MoveSome, scope: Scope, chosen: c.Var, prompt: c.Text,
    of: tuple[c.Value, c.Value | None, c.Value | None],
) -> list[c.Action]:  # fmt: skip
    """Return the actions by which the acting player chooses a number of things, one after another."""
    if is_bad(*(part for part in of if part is not None)):
        return []
    least, most = (None if end is None else c.Var("how many", NUMBER) for end in of[1:])
    gathering = c.Gathering(chosen, c.Var(f"{chosen.name} left", of[0].type), least, most, isinstance(line, s.MoveSome))
    selection = _Selection(ctx.acting(scope), prompt, gathering, scope.rule, line.span)
    return [*chooser_in(ctx, line, scope), *selection.actions(*of)]


def _report_reversed(ctx: Context, line: s.ChooseMany, least: int, most: int) -> None:
    if least > most and line.most is not None:
        message = f"{least} to {most} is the wrong way round"
        ctx.fail(Code.OUT_OF_RANGE, line.most.span, message, f"Write {most} to {least}.")


@frozen_class
class _Selection:
    """How things are chosen one after another: into the set `chosen`, from those that are `left`."""

    asked: c.Value
    prompt: c.Text
    of: c.Gathering
    rule: str
    span: Span

    def actions(self, things: c.Value, least: c.Value | None, most: c.Value | None) -> list[c.Action]:
        """Return the actions that choose the things.

        With `least` alone exactly that many are chosen, with `most` alone up to that many, with neither any number.
        """
        of, nothing, left = self.of, c.Const(0, things.type), c.Use(self.of.left)
        done: list[c.Action] = [c.Let(of.left, things, self.span), c.Let(of.chosen, nothing, self.span)]
        done += [c.Let(var, to, self.span) for var, to in ((of.least, least), (of.most, most)) if var and to]
        if of.least is not None:
            number, time = c.Use(of.least), c.Var("time", NUMBER)
            too_few = comparison(c.Count(left, NUMBER), "<", number, self.span)
            done.append(c.Branch([(too_few, [self._ask(nothing, False)[0]])], [], self.span))
            done.append(self._loop(time, number, self._ask(self._with_enough_after(number, time), False)))
            if of.most is None:
                return done
        times: c.Value = c.Count(left, NUMBER) if of.most is None else c.Use(of.most)
        if of.least is not None:
            times = c.Binary("-", times, c.Use(of.least), NUMBER)
        enough = c.Logic("not", (c.NonEmpty(left, TRUTH),), TRUTH)
        ends = c.Branch([(enough, [c.Leave("stop", None, self.span)])], [], self.span)
        done.append(self._loop(c.Var("time", NUMBER), times, [ends, *self._ask(left, True)]))
        return done

    def _loop(self, time: c.Var, times: c.Value, body: list[c.Action]) -> c.Action:
        return c.Count_(time, number_const(1), times, body, self.span)

    def _ask(self, things: c.Value, or_nothing: bool) -> list[c.Action]:
        """Return a question for one more thing, after which those before it are no longer left."""
        type_ = things.type.as_one(or_nothing)
        one, it = new_variable(str(type_.kind.name if type_.kind else type_.domain.name if type_.domain else ""), type_)
        choice = c.Choice(one.name, None, one, things, None, None, or_nothing, None, [], self.rule, self.span, True)
        ask = c.Question(
            self.asked, self.prompt, [choice], None, (), (), (), False, None, None, False, self.span, self.rule,
            gathers=self.of,
        )  # fmt: skip
        none = comparison(it, "==", c.Const(-1, NOTHING), self.span)
        ends = c.Branch([(none, [c.Leave("stop", None, self.span)])], [], self.span)
        more = c.Binary("or", c.Use(self.of.chosen), c.Singleton(it, things.type), things.type)
        return [
            ask, *([ends] if or_nothing else []), c.Let(self.of.chosen, more, self.span),
            c.Let(self.of.left, self._after(it), self.span),
        ]  # fmt: skip

    def _after(self, thing: c.Value) -> c.Value:
        """Return what is left after a thing."""
        one, it = new_variable("another", self.of.left.type.as_one())
        return c.Filter(one, c.Use(self.of.left), comparison(it, ">", thing), self.of.left.type)

    def _with_enough_after(self, number: c.Value, time: c.Var) -> c.Value:
        """Return what is left that has enough others after it."""
        one, it = new_variable("one", self.of.left.type.as_one())
        others, needed = c.Count(self._after(it), NUMBER), c.Binary("-", number, c.Use(time), NUMBER)
        return c.Filter(one, c.Use(self.of.left), comparison(others, ">=", needed), self.of.left.type)
