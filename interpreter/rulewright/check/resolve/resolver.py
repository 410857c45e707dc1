"""Which function resolves which node of the syntax tree: one `match` for values, one for conditions, one for sentences.

A new kind of node is a case here; until it has one, the type checker reports the `assert_never` below it.
"""

from __future__ import annotations

from typing import assert_never

from rulewright.check import core as c
from rulewright.check.core.things import NOTHING, NUMBER, TRUTH, Type
from rulewright.check.resolve import (
    conditions,
    joined,
    leaving,
    members,
    names,
    pieces,
    questions,
    several_things,
    statements,
    together,
    values,
)
from rulewright.check.resolve.calls import call_value
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.costs import cost_rule
from rulewright.check.resolve.menus import menu_rule
from rulewright.check.resolve.steps import step_rule
from rulewright.check.resolve.texts import text
from rulewright.check.resolve.wanted import read_number
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


class Resolver(Context):
    """Finds out what each node means, and of what type it is."""

    def read_unreached(self) -> None:
        """Read what nothing reaches loosely, so that it is known what the names in it mean."""
        nobody = Scope("", {"player": self.player_var()})
        with self.reading_loosely():
            for step in self.rules.of(d.Step):
                step_rule(self, step.name)
                if self.table.steps[step.name.text] is not step:
                    self.block(step.body, nobody)
            for menu in self.table.menus.values():
                menu_rule(self, menu.name)
            for cost in self.table.costs.values():
                cost_rule(self, cost.name)
            for key, decl in self.table.values.items():
                if key not in self.values:
                    call_value(self, key, decl.name.span, None, (), nobody)
            self.read_waiting()
        self.report_nowhere()

    def value(self, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:  # noqa: C901, PLR0912
        """Return the meaning of a value; `expected` helps to tell names apart."""
        match node:
            case x.Name():
                return names.name(self, node, scope, expected)
            case x.Of():
                return members.member(self, node, (), scope)
            case x.Number():
                return c.Const(node.value, Type("number", low=node.value, high=node.value))
            case x.Table():
                return members.table(self, node, scope)
            case x.Nothing():
                return c.Const(-1, NOTHING)
            case x.It():
                return names.it(self, node, scope)
            case x.This():
                return names.this(self, node, scope)
            case x.That():
                return names.that(self, node, scope)
            case x.NumberOf():
                return values.number_of(self, node, scope)
            case x.Fold():
                return values.fold(self, node, scope)
            case x.Pick():
                return c.Choice2(
                    node.how, read_number(self, node.left, scope), read_number(self, node.right, scope), NUMBER
                )
            case x.Single():
                return values.single(self, node, scope, expected)
            case x.NextAfter():
                return values.next_after(self, node, scope)
            case x.Turned():
                return values.turned(self, node, scope, expected)
            case x.Near():
                return values.near(self, node, scope)
            case x.Reached():
                return joined.reached(self, node, scope)
            case x.Distance():
                return joined.distance(self, node, scope)
            case x.LongestPath():
                return joined.longest_path(self, node, scope)
            case x.Parts():
                return joined.parts_alone(self, node, scope)
            case x.Arithmetic():
                return values.arithmetic(self, node, scope, expected)
            case x.Where():
                return values.where(self, node, scope, expected)
            case x.Extreme():
                return values.extreme(self, node, scope, expected)
            case _ if isinstance(node, x.Cond):
                return self.condition(node, scope)
            case _:
                assert_never(node)

    def condition(self, node: x.Expr, scope: Scope) -> c.Value:
        """Return the meaning of a condition."""
        match node:
            case x.Compare():
                return conditions.compare(self, node, scope)
            case x.Empty():
                return conditions.empty(self, node, scope)
            case x.InRow():
                return conditions.in_row(self, node, scope)
            case x.Quantified():
                return conditions.quantified(self, node, scope)
            case x.CanPay():
                return conditions.can_pay(self, node, scope)
            case x.CanDo():
                return conditions.can_do(self, node, scope)
            case x.WouldBe():
                return conditions.would_be(self, node, scope)
            case x.BeenHere():
                return conditions.been_here(self, node, scope)
            case x.Not():
                return conditions.opposite(self.condition(node.condition, scope))
            case x.Joined():
                return c.Logic(node.how, tuple(self.condition(part, scope) for part in node.parts), TRUTH)
            case x.Holds():
                return conditions.holds(self, node, scope)
            case _:
                return conditions.truth(self, node, scope)

    def sentence(self, line: s.Stmt, scope: Scope, done: list[c.Action]) -> Scope | None:  # noqa: C901, PLR0912, PLR0915
        """Add what a sentence does to `done`; return the scope of the next one where it lets a name."""
        match line:
            case s.Let():
                return statements.let(self, line, scope, done)
            case s.ChooseRandom():
                return statements.choose_random(self, line, scope, done)
            case s.Roll():
                return statements.roll(self, line, scope, done)
            case s.Choose():
                return questions.choose(self, line, scope, done)
            case s.ChooseMany():
                return several_things.choose_many(self, line, scope, done)
            case s.MoveSome():
                several_things.move_some(self, line, scope, done)
            case s.Ask(how="together"):
                together.ask_together(self, line, scope, done)
            case s.Ask():
                questions.ask(self, line, scope, done)
            case s.Offer():
                questions.offer(self, line, scope, done)
            case s.Set():
                statements.set_(self, line, scope, done)
            case s.Shift():
                statements.shift(self, line, scope, done)
            case s.Score():
                statements.score(self, line, scope, done)
            case s.Tell():
                done.append(c.Say(text(self, line.text, scope), line.span))
            case s.Take():
                pieces.take(self, line, scope, done)
            case s.Pay():
                pieces.pay(self, line, scope, done)
            case s.Mark():
                pieces.mark(self, line, scope, done)
            case s.Move():
                pieces.move(self, line, scope, done)
            case s.Discard():
                pieces.discard(self, line, scope, done)
            case s.Draw():
                pieces.draw(self, line, scope, done)
            case s.Shuffle():
                pieces.shuffle(self, line, scope, done)
            case s.LeaveGame():
                leaving.leave_game(self, line, scope, done)
            case s.Swap():
                pieces.swap(self, line, scope, done)
            case s.Show():
                pieces.show(self, line, scope, done)
            case s.Remember():
                statements.remember(self, line, done)
            case s.Do():
                statements.perform(self, step_rule(self, line.step), line.step, line, scope, done)
            case s.PayCost():
                statements.perform(self, cost_rule(self, line.cost), line.cost, line, scope, done)
            case s.Follow():
                statements.follow(self, line, scope, done)
            case s.If():
                statements.if_(self, line, scope, done)
            case s.ForEach():
                statements.for_each(self, line, scope, done)
            case s.ForRange():
                statements.for_range(self, line, scope, done)
            case s.RepeatUntil():
                statements.repeat_until(self, line, scope, done)
            case s.Repeat():
                statements.repeat(self, line, scope, done)
            case s.DropOut():
                statements.drop_out(self, line, scope, done)
            case s.Stop():
                statements.stop(self, line, scope, done)
            case s.End():
                statements.end(self, line, scope, done)
            case _:
                assert_never(line)
        return None
