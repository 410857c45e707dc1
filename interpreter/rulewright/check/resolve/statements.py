"""Sentences that give names and numbers, lead to other rules, branch, repeat and leave."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.resolve.calls import read_arguments
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.joined import each_of
from rulewright.check.resolve.leaving import for_those_still_in
from rulewright.check.resolve.name_types import bind_name, read_given
from rulewright.check.resolve.steps import answers_of_pieces, step_rule
from rulewright.check.resolve.wanted import (
    bounds_of,
    counted_as,
    one_player,
    read_fitting,
    read_number,
    read_thing,
    some_things,
    span_of,
    sure_thing,
)
from rulewright.check.resolve.wanted import read_amount as amount_of
from rulewright.diagnostics import Code, Span, limits
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

_SETTABLE = 'What is printed never changes. Declare a fact for what does: under "each ... has:" or "the game has:".'


# -- names and numbers


def let(ctx: Context, line: s.Let, scope: Scope, done: list[c.Action]) -> Scope:
    """Give a value a name."""
    value = ctx.value(line.value, scope)
    if line.name.text == "player" and value.type.how == "one":
        value = sure_thing(value, line.value.span)
    type_ = NUMBER if value.type.how == "number" else value.type
    inner, var = bind_name(ctx, line.name, type_, scope, single=False)
    done.append(c.Let(var, counted_as(value, var.type.how), line.span))
    return inner


def set_(ctx: Context, line: s.Set, scope: Scope, done: list[c.Action]) -> None:
    """A fact, an amount or a name becomes another."""
    target = ctx.value(line.target, scope)
    if is_bad(target):
        ctx.value(line.value, scope)
    elif isinstance(target, c.Use):
        _set_name(ctx, line, target.var, scope, done)
    elif isinstance(target, c.Read):
        value = read_fitting(ctx, line.value, scope, target.type)
        if isinstance(value, c.Const) and target.type.how == "number":
            _check_possible(ctx, line, target.stored, value.value)
        if target.type.how == "one" and not target.type.optional:
            value = sure_thing(value, line.value.span)
        done.append(c.Assign(target, "=", value, line.span))
    else:
        message = "only a fact, an amount or a name let above can be set"
        ctx.fail(Code.CANNOT_BE_SET, line.target.span, message, _SETTABLE)


def _check_possible(ctx: Context, line: s.Set, stored: c.Stored, value: int) -> None:
    """A number that is written out must be one that the fact may be."""
    low, high = stored.type.low, stored.type.high
    if not low <= value <= high:
        message, remedy = f"{stored.name} goes from {low} to {high}", "Correct the number, or declare a wider range."
        ctx.findings.add(Code.OUT_OF_RANGE, line.value.span, message, remedy)


def _set_name(ctx: Context, line: s.Set, var: c.Var, scope: Scope, done: list[c.Action]) -> None:
    """A name that was nobody at first may be somebody later, or several."""
    done.append(c.Let(var, read_given(ctx, var, line.value, scope), line.span))


def shift(ctx: Context, line: s.Shift, scope: Scope, done: list[c.Action]) -> None:
    """A number is raised or lowered."""
    target = read_number(ctx, line.target, scope)
    amount = amount_of(ctx, line.amount, scope, f"what a number is {'raised' if line.sign > 0 else 'lowered'} by")
    operator = "+" if line.sign > 0 else "-"
    if isinstance(target, c.Use):
        done.append(c.Let(target.var, c.Binary(operator, target, amount, NUMBER), line.span))
    elif isinstance(target, c.Read):
        done.append(c.Assign(target, operator, amount, line.span))
    else:
        message = "only a fact, an amount or a name let above can be changed"
        ctx.fail(Code.CANNOT_BE_SET, line.target.span, message, _SETTABLE)


def roll(ctx: Context, line: s.Roll, scope: Scope, done: list[c.Action]) -> Scope:
    """Give the number of a die a name."""
    low, high = span_of(ctx, line.low, line.high, scope)
    inner, var = bind_name(ctx, line.name, NUMBER, scope)
    seat = ctx.acting(scope) if line.secretly else None
    done.append(c.RollDie(var, low, high, seat, f"roll {line.name.text}", line.span))
    return inner


def choose_random(ctx: Context, line: s.ChooseRandom, scope: Scope, done: list[c.Action]) -> Scope:
    """Give a thing that chance chooses a name."""
    among = some_things(ctx, line.things, scope)
    inner, var = bind_name(ctx, line.name, among.type.as_one(False), scope)
    seat = ctx.acting(scope) if line.secretly else None
    done.append(c.PickAtRandom(var, among, seat, f"roll {line.name.text}", line.span))
    return inner


def score(ctx: Context, line: s.Score, scope: Scope, done: list[c.Action]) -> None:
    """Give points."""
    condition = ctx.condition(line.condition, scope) if line.condition is not None else None
    if not scope.rule.startswith(("scoring", "end of")):
        message = 'points are scored in a "scoring" rule or under "at the end:"'
        ctx.fail(Code.SCORE_OUTSIDE, line.span, message, "Move it there.")
    done.append(c.ScorePoints(read_number(ctx, line.points, scope), condition, line.span))


# -- other rules


def perform(
    ctx: Context, rule: c.Procedure | None, name: x.Word, line: s.Do | s.PayCost, scope: Scope, done: list[c.Action]
) -> None:
    """Do a step, or pay a declared cost."""
    if rule is None:
        ctx.read_loosely(line.arguments, scope)
    else:
        done.append(c.Perform(rule, read_arguments(ctx, name, rule.params, line.arguments, scope), line.span))


def follow(ctx: Context, line: s.Follow, scope: Scope, done: list[c.Action]) -> None:
    """Do what the rule of a piece says for this step."""
    piece = read_thing(ctx, line.piece, scope)
    cases = answers_of_pieces(ctx, scope.rule.split(".")[-1], piece)
    done.append(c.Dispatch(piece, cases, ctx.acting(scope), line.span))


# -- branches and loops


def if_(ctx: Context, line: s.If, scope: Scope, done: list[c.Action]) -> None:
    """Do the lines of the first case whose condition holds."""
    cases = [(ctx.condition(condition, scope), ctx.block(body, scope)) for condition, body in line.cases]
    done.append(c.Branch(cases, ctx.block(line.otherwise, scope), line.span))


def for_each(ctx: Context, line: s.ForEach, scope: Scope, done: list[c.Action]) -> None:
    """Repeat lines for each thing of a set."""
    over, inner, var, given = each_of(ctx, line.things, line.variable, scope, done)
    begin: list[c.Action] = [c.Let(inner.names[line.variable.text], part, line.span) for part in given.values()]
    inner = inner.within_loop("laps" if line.laps else "loop")
    start = _first_player(ctx, line, over, scope)
    by = read_number(ctx, line.by, inner) if line.by is not None else None
    if line.direction == "back to" and start is not None:
        if line.by is not None:
            message, remedy = 'a loop goes "back to" somebody or "by" a number', "Leave one out."
            ctx.fail(Code.WRONG_KIND, line.by.span, message, remedy)
        by = _turns_backwards(ctx, var, start)
    until = ctx.condition(line.until, scope) if line.until is not None else None
    body = for_those_still_in(ctx, var, [*begin, *ctx.block(line.body, inner)], line.span)
    done.append(c.Loop(var, over, line.direction or "", start, by, line.laps, until, body, line.span))


def _first_player(ctx: Context, line: s.ForEach, over: c.Value, scope: Scope) -> c.Value | None:
    """From whom a loop over players goes."""
    if line.start is None:
        return None
    if not is_bad(over) and over.type.domain is not ctx.table.domains["player"]:
        message = 'only a loop over players goes "from", "after" or "back to" somebody'
        ctx.fail(Code.WRONG_KIND, line.start.span, message, "Leave it out.")
    return one_player(ctx, line.start, scope)


def _turns_backwards(ctx: Context, var: c.Var, start: c.Value) -> c.Value:
    """How many turns before `start` somebody has who goes against the seats: the right-hand neighbour has none."""
    to_the_right = c.Binary("-", c.Binary("-", start, c.Const(1, NUMBER), NUMBER), c.Use(var), NUMBER)
    beyond = c.Test(">=", c.Use(var), start, TRUTH)
    round_them = c.Binary("+", to_the_right, c.Const(ctx.table.seats, NUMBER), NUMBER)
    return c.Either(beyond, round_them, to_the_right, NUMBER)


def for_range(ctx: Context, line: s.ForRange, scope: Scope, done: list[c.Action]) -> None:
    """Repeat lines for each number from one to another; downwards by counting how far it is from the last one."""
    first, last = read_number(ctx, line.first, scope), read_number(ctx, line.last, scope)
    low, high = (last, first) if line.down else (first, last)
    if bounds_of(low)[0] > bounds_of(high)[1]:
        way, other = ("downwards", "to") if line.down else ("upwards", "down to")
        ends = f"{first.value} {other} {last.value}" if isinstance(first, c.Const) and isinstance(last, c.Const) else ""
        remedy = f'Write "for each {line.variable.text} from {ends or f"... {other} ..."}:".'
        ctx.fail(Code.OUT_OF_RANGE, line.last.span, f"a loop counts {way}, so this one does nothing", remedy)
    inner, var = bind_name(ctx, line.variable, NUMBER, scope)
    counter, begin = var, list[c.Action]()
    if line.down:
        low, high = (_kept(ctx, end, line.span, done) for end in (low, high))
        counter = c.Var(f"{var.name} upwards", NUMBER)
        turned = c.Binary("-", c.Binary("+", low, high, NUMBER), c.Use(counter), NUMBER)
        begin.append(c.Let(var, turned, line.span))
    body = [*begin, *ctx.block(line.body, inner.within_loop("loop"))]
    done.append(c.Count_(counter, low, high, body, line.span))


def _kept(ctx: Context, number: c.Value, span: Span, done: list[c.Action]) -> c.Value:
    """Return a number as it is now, also after what is done next."""
    if isinstance(number, c.Const):
        return number
    var = c.Var("end", NUMBER)
    done.append(c.Let(var, number, span))
    return c.Use(var)


def repeat(ctx: Context, line: s.Repeat, scope: Scope, done: list[c.Action]) -> None:
    """Repeat lines a number of times."""
    body = ctx.block(line.body, scope.within_loop("loop"))
    one, times = c.Const(1, NUMBER), read_number(ctx, line.times, scope)
    if bounds_of(times)[1] < 0:
        message = "this is below 0, so the lines are never repeated"
        ctx.fail(Code.OUT_OF_RANGE, line.times.span, message, "Write a number from 0 on, or turn the difference round.")
    done.append(c.Count_(c.Var("time", NUMBER), one, times, body, line.span))


def repeat_until(ctx: Context, line: s.RepeatUntil, scope: Scope, done: list[c.Action]) -> None:
    """Repeat lines until a condition holds, which is looked at before each round."""
    ends = c.Branch([(ctx.condition(line.condition, scope), [c.Leave("stop", None, line.span)])], [], line.span)
    body = [ends, *ctx.block(line.body, scope.within_loop("loop"))]
    one, last = c.Const(1, NUMBER), c.Const(limits.STEPS.most, NUMBER)
    done.append(c.Count_(c.Var("time", NUMBER), one, last, body, line.span, True))


# -- ways out

_TO_LEAVE = 'To leave a step write "end" and its name.'
_NO_LINES = "An option that does nothing needs neither lines nor a colon."


def drop_out(ctx: Context, line: s.DropOut, scope: Scope, done: list[c.Action]) -> None:
    """Leave the laps."""
    if "laps" not in scope.loops:
        ctx.fail(Code.NOT_IN_LAPS, line.span, '"drop out" belongs inside "in laps for each"', _TO_LEAVE)
    done.append(c.Leave("out", None, line.span))


def stop(ctx: Context, line: s.Stop, scope: Scope, done: list[c.Action]) -> None:
    """Leave the innermost loop."""
    if not scope.loops:
        ctx.fail(Code.NOT_IN_LOOP, line.span, '"stop" belongs inside something that repeats', _TO_LEAVE, _NO_LINES)
    done.append(c.Leave("stop", None, line.span))


def end(ctx: Context, line: s.End, scope: Scope, done: list[c.Action]) -> None:
    """Leave a step, or end the game."""
    step = step_rule(ctx, line.what) if line.what.text != "game" else None
    if step is not None or line.what.text == "game":
        done.append(c.Leave("end", step, line.span))


def remember(ctx: Context, line: s.Remember, done: list[c.Action]) -> None:
    """Add what some facts are now to a memory of the game."""
    history = ctx.history(line.memory)
    if history is not None:
        done.append(c.Remember(history, line.span))
