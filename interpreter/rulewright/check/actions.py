"""Finds the meaning of sentences."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.conditions import Conditions
from rulewright.check.scope import Scope
from rulewright.check.types import LOST, NUMBER, Type
from rulewright.check.values import Faulty
from rulewright.diagnostics import Code, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

_SETTABLE = 'What is printed never changes. Declare a fact for what does: under "each ... has:" or "the game has:".'
_ORDERED = 'Declare it as "stack of" or "row of", or choose from it.'


class Actions(Conditions):
    """Reads the sentences of a body in order; a sentence that lets a name gives the next ones a wider scope."""

    def block(self, body: s.Body | None, scope: Scope) -> list[c.Action]:
        """Return what a body does."""
        if body is None:
            return []
        self.note_sources(body.sources, scope)
        done: list[c.Action] = []
        for line in body.lines:
            try:
                scope = self.sentence(line, scope, done)
            except Faulty:
                scope = self._after_fault(line, scope)
        return done

    def _after_fault(self, line: s.Stmt, scope: Scope) -> Scope:
        """Of a name that a faulty sentence would have let nothing is said again."""
        if isinstance(line, s.Let | s.Roll):
            return scope.let(line.name.text, LOST)[0]
        return scope.let(line.using.name.text, LOST)[0] if isinstance(line, s.Choose) else scope

    def sentence(self, line: s.Stmt, scope: Scope, done: list[c.Action]) -> Scope:
        """Add what one sentence does to `done`; return the scope of the next."""
        method = getattr(self, f"_do_{type(line).__name__.lower()}")
        result = method(line, scope, done)
        return result if isinstance(result, Scope) else scope

    # -- names and numbers

    def _do_let(self, line: s.Let, scope: Scope, done: list[c.Action]) -> Scope:
        value = self.value(line.value, scope)
        type_ = NUMBER if value.type.how == "number" else value.type
        if line.name.text == "player" and value.type.how == "one":
            value = self.sure(value, line.value.span)
            type_ = value.type
        inner, var = self.bind(line.name, type_, scope)
        self.open_ended(var, value)
        done.append(c.Let(var, value, line.span))
        return inner

    def open_ended(self, var: c.Var, value: c.Value) -> None:
        """A name first let be nobody may later be somebody: its type is found at the first `set`."""

    def _do_set(self, line: s.Set, scope: Scope, done: list[c.Action]) -> None:
        target = self.value(line.target, scope)
        if isinstance(target, c.Use):
            self._set_name(line, target, scope, done)
            return
        if not isinstance(target, c.Read):
            self.fail(
                Code.CANNOT_BE_SET, line.target.span, "only a fact, an amount or a name let above can be set", _SETTABLE
            )
            return
        value = self._fitting(line.value, scope, target.type)
        if isinstance(value, c.Const) and target.type.how == "number":
            self._possible(target.stored, value.value, line.value.span)
        done.append(c.Assign(target, "=", value, line.span))

    def _possible(self, stored: c.Stored, number: int, span: Span) -> None:
        """A number that is written out must be one that the fact may be."""
        low, high = stored.type.low, stored.type.high
        if not low <= number <= high:
            message, remedy = (
                f"{stored.name} goes from {low} to {high}",
                "Correct the number, or declare a wider range.",
            )
            self.world.findings.add(Code.OUT_OF_RANGE, span, message, remedy)

    def _set_name(self, line: s.Set, target: c.Use, scope: Scope, done: list[c.Action]) -> None:
        value = self._fitting(line.value, scope, target.var.type)
        if target.var.type.domain is None and target.var.type.how == "one":
            target.var.type = Type("one", value.type.domain, True, value.type.kind)
        elif value.type.how == "one" and value.type.optional and not target.var.type.optional:
            target.var.type = target.var.type.as_one(True)
        done.append(c.Let(target.var, value, line.span))

    def _fitting(self, node: x.Expr, scope: Scope, type_: Type) -> c.Value:
        """A value that fits a type: a set where one is wanted counts when it holds one piece."""
        if type_.how == "set":
            value: c.Value = self.things(node, scope, type_)
        elif type_.how == "one":
            value = self.thing(node, scope, type_)
        else:
            value = self._need(self.value(node, scope, type_), type_.how, node.span)
        domain, given = type_.domain, value.type.domain
        if domain is not None and given is not None and domain is not given:
            self.fail(Code.WRONG_KIND, node.span, f"this is {value.type}; {type_} belongs here")
        return value

    def _do_shift(self, line: s.Shift, scope: Scope, done: list[c.Action]) -> None:
        target = self.number(line.target, scope)
        amount = self.number(line.amount, scope)
        operator = "+" if line.sign > 0 else "-"
        if isinstance(target, c.Use):
            done.append(c.Let(target.var, c.Binary(operator, target, amount, NUMBER), line.span))
        elif isinstance(target, c.Read):
            done.append(c.Assign(target, operator, amount, line.span))
        else:
            self.fail(
                Code.CANNOT_BE_SET,
                line.target.span,
                "only a fact, an amount or a name let above can be changed",
                _SETTABLE,
            )

    def _do_mark(self, line: s.Mark, scope: Scope, done: list[c.Action]) -> None:
        things = self.some_things(line.things, scope)
        domain = things.type.domain
        assert domain is not None
        for prefix in self.world.owners(domain, things.type.kind):
            stored = self.world.stored.get((prefix, line.fact.text))
            if stored is not None and stored.type.how == "truth":
                done.append(c.MarkAll(stored, things, line.on, line.span))
                return
        owners = set(self.world.owners(domain, things.type.kind))
        truths = [n for (o, n), f in self.world.stored.items() if o in owners and f.type.how == "truth"]
        self.world.unknown(line.fact, "yes-or-no fact", truths)

    # -- counted things

    def _seat(self, seat: x.Expr | None, scope: Scope) -> c.Value:
        if seat is None:
            return self.acting(scope)
        return self.one_player(seat, scope)

    def _amount(self, what: x.Word, done: str, do: str) -> c.Stored:
        """The counted thing of a name; what is `done` to it, and what players `do`, are words for the message."""
        stored = self.world.amount_named(what.text)
        if stored is None:
            self._unknown_amount(what, done, do)
            raise Faulty
        return stored

    def _unknown_amount(self, what: x.Word, done: str, do: str) -> None:
        amounts = [stored for stored in dict.fromkeys(self.world.stored.values()) if stored.amount]
        remedy = did_you_mean(what.text, [n for stored in amounts for n in (stored.name, stored.plural)])
        if amounts:
            at = self.world.amounts_at if self.world.amounts_at.line else amounts[0].span
            listed = ", ".join(stored.name for stored in amounts)
            remedy += (f"A player can {do}: {listed} (declared in {at.file}:{at.line}).",)
        if ("player", what.text) in self.world.stored:
            raised = "raise" if done == "taken" else "lower"
            remedy = (
                f'It is a number and not counted: "{raised} player\'s {what.text} by ...".',
                f'Things that players {do} are declared as "amount ONE / MANY".',
            )
        self.world.findings.add(Code.UNKNOWN_NAME, what.span, f"no such thing can be {done}", *remedy)

    def _do_take(self, line: s.Take, scope: Scope, done: list[c.Action]) -> None:
        seat, number = self._seat(line.seat, scope), self.number(line.amount, scope)
        done.append(c.Gain(self._amount(line.what, "taken", "take"), seat, number, 1, line.span))

    def _do_pay(self, line: s.Pay, scope: Scope, done: list[c.Action]) -> None:
        seat, number = self._seat(line.seat, scope), self.number(line.amount, scope)
        amount = self._amount(line.what, "paid", "pay")
        if line.to is None:
            done.append(c.Gain(amount, seat, number, -1, line.span, line.seat is None))
            return
        payee = self.one_player(line.to, scope)
        done.append(c.Transfer(amount, seat, payee, number, line.span, line.seat is None))

    def _do_paycost(self, line: s.PayCost, scope: Scope, done: list[c.Action]) -> None:
        cost = self.cost_rule(line.cost)
        done.append(c.Perform(cost, self.arguments(line.cost, cost.params, line.arguments, scope), line.span))

    # -- pieces

    def _place(self, node: x.Expr, scope: Scope) -> tuple[c.Place, tuple[c.Value, ...]]:
        value = self.value(node, scope)
        if not isinstance(value, c.Contents):
            self.fail(
                Code.NOT_A_PLACE,
                node.span,
                f"this is {value.type}; a place belongs here",
                'A place is named with its owner: "player\'s hand".',
            )
        assert isinstance(value, c.Contents)
        return value.place, value.keys

    def _pieces(self, node: x.Expr, scope: Scope, place: c.Place | None = None) -> c.Value:
        expected = Type("set", place.pieces) if place else None
        value = self.value(node, scope, expected)
        if value.type.domain is None or value.type.domain.how != "piece":
            self.fail(
                Code.NOT_A_PIECE,
                node.span,
                f"this is {value.type}; pieces belong here",
                "Name a piece, or a place full of them.",
            )
        if place is not None and value.type.domain is not place.pieces:
            self.fail(
                Code.WRONG_KIND,
                node.span,
                f"{place.name} holds {place.pieces.plural}, and this is {value.type}",
                "Name another place.",
            )
        return value

    def _do_move(self, line: s.Move, scope: Scope, done: list[c.Action]) -> None:
        place, keys = self._place(line.to, scope)
        done.append(c.MoveTo(self._pieces(line.things, scope, place), place, keys, line.span))

    def _do_discard(self, line: s.Discard, scope: Scope, done: list[c.Action]) -> None:
        things = self._pieces(line.things, scope)
        kinds = [things.type.kind] if things.type.kind else things.type.domain.kinds if things.type.domain else []
        for kind in kinds:
            if kind.name not in self.world.discards:
                self.fail(
                    Code.DISCARD_UNKNOWN, line.things.span, f"where are {kind.plural} discarded to?",
                    f'Add a line "discarded to PLACE" under "piece {kind.name} / {kind.plural}:".',
                )  # fmt: skip
        done.append(c.MoveTo(things, None, (), line.span))

    def _do_draw(self, line: s.Draw, scope: Scope, done: list[c.Action]) -> None:
        stack, stack_keys = self._place(line.stack, scope)
        place, keys = self._place(line.to, scope)
        if not stack.order:
            self.fail(
                Code.NOT_A_STACK,
                line.stack.span,
                "pieces are drawn from a stack, and this place has no order",
                _ORDERED,
            )
        if stack.pieces is not place.pieces:
            self.fail(
                Code.WRONG_KIND, line.to.span, f"this place holds no {stack.pieces.plural}", "Name another place."
            )
        done.append(c.DrawFrom(self.number(line.amount, scope), stack, stack_keys, place, keys, line.span))

    def _do_shuffle(self, line: s.Shuffle, scope: Scope, done: list[c.Action]) -> None:
        place, keys = self._place(line.stack, scope)
        if not place.order:
            self.fail(
                Code.NOT_A_STACK, line.stack.span, "only a stack can be shuffled, and this place has no order", _ORDERED
            )
        done.append(c.ShuffleStack(place, keys, f"shuffle {place.name}", line.span))

    def _do_roll(self, line: s.Roll, scope: Scope, done: list[c.Action]) -> Scope:
        low, high = self.span_of(line.low, line.high, scope)
        inner, var = self.bind(line.name, NUMBER, scope)
        seat = self.acting(scope) if line.secretly else None
        done.append(c.RollDie(var, low, high, seat, f"roll {line.name.text}", line.span))
        return inner

    def _do_swap(self, line: s.Swap, scope: Scope, done: list[c.Action]) -> None:
        left, right = self.thing(line.left, scope), self.thing(line.right, scope)
        self._same_domain(left, right, line.span)
        done.append(c.SwapPieces(left, right, line.span))

    # -- other rules

    def _do_do(self, line: s.Do, scope: Scope, done: list[c.Action]) -> None:
        step = self.step_rule(line.step)
        done.append(c.Perform(step, self.arguments(line.step, step.params, line.arguments, scope), line.span))

    def _do_follow(self, line: s.Follow, scope: Scope, done: list[c.Action]) -> None:
        piece = self.thing(line.piece, scope)
        cases = self.answers(scope.rule.split(".")[-1], piece, line.piece)
        done.append(c.Dispatch(piece, cases, self.acting(scope), line.span))

    # -- given by the class built on this one

    def note_sources(self, sources: s.Sources, scope: Scope) -> None:
        """Note which sources and rulings a rule names; defined in `reading.py`."""
        raise NotImplementedError

    def answers(self, step: str, piece: c.Value, node: x.Expr) -> list[tuple[int, c.Procedure]]:
        """Return what the rule of each piece does in a step; defined in `rules.py`."""
        raise NotImplementedError
