"""Several seats are asked at once: what each one answers is kept until all have answered, and only then done.

    ask players together "Which way?":       repeat until nobody of them is without an answer:
        option left:                             ask the first one without, secretly:
            ...                                      option left: note that it is the answer 1
        option far with n from 1 to 3:               option far with n from 1 to 3: note the answer 2, and n
            ...                              for each of them: if the answer is 1: ...; if it is 2: let n be ...: ...

Whoever reckons with what the others may answer thinks of a world in which they have not been asked yet
(`Stored.answer`), and so comes to them in this loop whatever the order was.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Axis, Type, default_of
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.leaving import everyone
from rulewright.check.resolve.options import MOST_CHOSEN, read_option
from rulewright.check.resolve.paying import comparison, number_const
from rulewright.check.resolve.texts import text
from rulewright.check.resolve.wanted import some_things
from rulewright.diagnostics import Code, Span, limits
from rulewright.syntax import statements as s

ONCE = "All are asked once, and then the lines of their options are done."
NO_ANSWER = 0


def ask_together(ctx: Context, line: s.Ask, scope: Scope, done: list[c.Action]) -> None:
    """Several seats are asked at once."""
    seats = some_things(ctx, line.seat, scope)
    if not is_bad(seats) and seats.type.domain is not ctx.table.domains["player"]:
        seats = ctx.fail(Code.WRONG_KIND, line.seat.span, f"this is {seats.type}; players belong here")
    if line.keep or line.until is not None or line.also:
        span = line.until.span if line.until is not None else line.also[0].span if line.also else line.span
        message = 'who is asked together answers once, so there is no "keep asking", "until" or "also"'
        ctx.fail(Code.ANSWERED_TOGETHER, span, message, "Leave it out, or ask one after the other.")
    asked = ctx.player_var()
    inner = Scope(scope.rule, {**scope.names, "player": asked}, scope.it, scope.this)
    prompt = text(ctx, line.prompt, inner)
    choices = [read_option(ctx, option, inner) for option in line.options]
    if is_bad(seats):
        return
    still = seats if ctx.gone is None else c.Binary("and", seats, everyone(ctx), seats.type)
    done += _Round(ctx, asked, prompt, choices, line.span, scope.rule).actions(still)


class _Round:
    """A question to several seats, and where their answers are kept."""

    def __init__(
        self, ctx: Context, asked: c.Var, prompt: c.Text, choices: list[c.Choice], span: Span, rule: str
    ) -> None:
        self.asked, self.prompt, self.choices, self.span, self.rule = asked, prompt, choices, span, rule
        self.owner = Axis(ctx.table.domains["player"], 0, ctx.table.seats)
        self.ctx, self.skipped = ctx, len(choices) + 1
        name = f"{rule}.answer"
        same = sum(memory.name.startswith(name) for memory in ctx.memories)
        self.name = f"{name} {same + 1}" if same else name
        self.answer = self._kept("", Type("number", low=NO_ANSWER, high=self.skipped))
        self.given = [[self._kept(f" {at} {var.name}", _kept_type(var.type)) for var in choice.names]
                      for at, choice in enumerate(choices, 1)]  # fmt: skip

    def _kept(self, what: str, type_: Type) -> c.Stored:
        stored = self.ctx.memory(f"{self.name}{what}", (self.owner,), type_, "owner")
        stored.answer = True
        return stored

    def actions(self, seats: c.Value) -> list[c.Action]:
        """Return the lines that ask, and those that do what was answered."""
        every = c.Var("those asked", seats.type)
        one = c.Var("one", seats.type.as_one())
        unanswered = comparison(c.Read(self.answer, (c.Use(one),)), "==", number_const(NO_ANSWER))
        waiting = c.Filter(one, c.Use(every), unanswered, seats.type)
        nobody = c.Logic("not", (c.NonEmpty(waiting, TRUTH),), TRUTH)
        ends: c.Action = c.Branch([(nobody, [c.Leave("stop", None, self.span)])], [], self.span)
        first = c.Sure(c.One("first", waiting, one.type), one.type, self.span)
        skipped = self._note(self.answer, number_const(self.skipped))
        asking = [ends, c.Let(self.asked, first, self.span), skipped, self._question()]
        last = number_const(limits.STEPS.most)
        return [
            c.Let(every, seats, self.span),
            c.Count_(c.Var("time", NUMBER), number_const(1), last, asking, self.span, True),
            c.Loop(self.asked, c.Use(every), "", None, None, False, None, self._revealed(), self.span),
        ]

    def _note(self, stored: c.Stored, value: c.Value) -> c.Action:
        return c.Assign(self._read(stored), "=", value, self.span)

    def _read(self, stored: c.Stored) -> c.Read:
        return c.Read(stored, (c.Use(self.asked),))

    def _question(self) -> c.Action:
        for number, (choice, kept) in enumerate(zip(self.choices, self.given, strict=True), 1):
            choice.later = choice.body
            choice.body = [
                self._note(self.answer, number_const(number)),
                *(self._note(stored, c.Use(var)) for stored, var in zip(kept, choice.names, strict=True)),
            ]
        return c.Question(
            c.Use(self.asked), self.prompt, self.choices, None, (), (), (), False, None, None, True, self.span,
            self.rule, together=True,
        )  # fmt: skip

    def _revealed(self) -> list[c.Action]:
        """Return what is done for one seat: everybody reads what it has answered, and its lines follow."""
        answer = c.Var("answer", self.answer.type)
        cases = [
            (comparison(c.Use(answer), "==", number_const(number)), self._revealed_choice(choice, kept))
            for number, (choice, kept) in enumerate(zip(self.choices, self.given, strict=True), 1)
        ]
        none = self._note(self.answer, number_const(NO_ANSWER))
        return [c.Let(answer, self._read(self.answer), self.span), none, c.Branch(cases, [], self.span)]

    def _revealed_choice(self, choice: c.Choice, kept: list[c.Stored]) -> list[c.Action]:
        """Return the effects of a revealed answer; pieces are not named, as the log reports their moves."""
        done: list[c.Action] = []
        for stored, var in zip(kept, choice.names, strict=True):
            value: c.Value = self._read(stored)
            done.append(c.Let(var, c.Sure(value, var.type, self.span) if stored.type.optional else value, self.span))
            done.append(self._note(stored, c.Const(default_of(stored.type), stored.type)))
        if not any(var.type.domain is not None and var.type.domain.how == "piece" for var in choice.names):
            label = choice.label or c.Text((choice.name.replace("-", " ").capitalize(),))
            said = c.Text((c.Use(self.asked), ": ", *label.parts), (choice.span, *label.places))
            done.append(c.Say(said, choice.span))
        return [*done, *choice.later]


def _kept_type(type_: Type) -> Type:
    """Return the type of what is kept of an answer: numbers, or a thing, or nothing as long as there is none."""
    return Type("number", low=0, high=MOST_CHOSEN) if type_.how == "number" else type_.as_one(True)
