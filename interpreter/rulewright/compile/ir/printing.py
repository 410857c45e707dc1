"""The text form of the intermediate representation: one statement per line, types where locals and fields begin.

It is for people and for assertions in tests; nothing reads it back. Sets are written in braces, members that are not in
another set with a backslash, and `@7` after something that can fail says for which place in the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Bool, Int, Set, Type

INDENT = "    "
_PLAIN = re.compile(r"[\w.-]+")


def name_text(name: str) -> str:
    """Return a name, quoted if it holds more than letters, digits, dots and hyphens."""
    return name if _PLAIN.fullmatch(name) else f"`{name}`"


def type_text(type_: Type) -> str:
    """Return the text of a type: its range, the number of possible members, or `bool`."""
    match type_:
        case Int(low, high):
            return f"{low}..{high}"
        case Set(size):
            return f"set {size}"
        case Bool():
            return "bool"
        case _:
            assert_never(type_)


def members_text(members: int) -> str:
    """Return the text of a set, runs of members as ranges."""
    runs: list[str] = []
    at = 0
    while members >> at:
        at += ((members >> at) & -(members >> at)).bit_length() - 1
        length = (~(members >> at) & -(~(members >> at))).bit_length() - 1
        runs.append(str(at) if length == 1 else f"{at}..{at + length - 1}")
        at += length
    return "{" + ", ".join(runs) + "}"


def _const(value: int, type_: Type) -> str:
    match type_:
        case Set():
            return members_text(value)
        case Bool():
            return "true" if value else "false"
        case Int():
            return str(value)
        case _:
            assert_never(type_)


def _field(field: ir.Field, index: ir.Expr) -> str:
    name = name_text(field.name)
    return name if field.count == 1 and index == ir.Const(0, index.type) else f"{name}[{bare(index)}]"


def _listed(exprs: Iterable[ir.Expr]) -> str:
    return ", ".join(map(bare, exprs))


def _fold(fold: ir.Fold) -> str:
    value = "" if fold.value is None else f"{bare(fold.value)} for "
    test = "" if fold.test is None else f" if {bare(fold.test)}"
    return f"{fold.how}({value}{fold.var.name} in {bare(fold.things)}{test})"


def expr_text(expr: ir.Expr) -> str:  # noqa: PLR0911, PLR0912, C901 - one case for each node
    """Return the text of an expression; infix operators are in parentheses."""
    match expr:
        case ir.Const(value, type_):
            return _const(value, type_)
        case ir.Local(name):
            return name
        case ir.Slot(field, index):
            return _field(field, index)
        case ir.Address(field, index):
            return f"&{_field(field, index)}"
        case ir.Entry(table, index):
            return f"{name_text(table.name)}[{bare(index)}]"
        case ir.Arith(("min" | "max") as op, left, right):
            return f"{op}({bare(left)}, {bare(right)})"
        case ir.Arith(op, left, right) | ir.Compare(op, left, right):
            return f"({expr_text(left)} {op} {expr_text(right)})"
        case ir.Join(op, left, right):
            sign = "\\" if op == "-" else op
            return f"({expr_text(left)} {sign} {expr_text(right)})"
        case ir.Not(part):
            return f"not {expr_text(part)}"
        case ir.And(parts) | ir.Or(parts):
            word = "and" if isinstance(expr, ir.And) else "or"
            return f"({f' {word} '.join(map(expr_text, parts))})"
        case ir.Choose(condition, then, otherwise):
            return f"({expr_text(then)} if {expr_text(condition)} else {expr_text(otherwise)})"
        case ir.Shift(things, by):
            return f"({expr_text(things)} {'<<' if by >= 0 else '>>'} {abs(by)})"
        case ir.Has(things, thing):
            return f"({expr_text(thing)} in {expr_text(things)})"
        case ir.Single(thing):
            return f"{{{bare(thing)}}}"
        case ir.Size(things):
            return f"size({bare(things)})"
        case ir.Pick(how, things):
            return f"{how}({bare(things)})"
        case ir.Fold():
            return _fold(expr)
        case ir.NonNull(thing, site):
            return f"some({bare(thing)})@{site}"
        case ir.InRange(value, low, high, site):
            return f"within({bare(value)}, {low}..{high})@{site}"
        case ir.Call(function, args):
            return f"{name_text(function)}({_listed(args)})"
        case ir.Invoke(helper, domain, args):
            return f"{_of(helper, domain)}({_listed(args)})"
        case ir.Offered():
            return "offered"
        case ir.AnyOffered(function, args):
            return f"any {name_text(function)}({_listed(args)})"
        case ir.Noted(yes, no, value):
            return f"noted {yes}/{no}({bare(value)})"
        case _:
            assert_never(expr)


def bare(expr: ir.Expr) -> str:
    """Return the text of an expression without parentheses around the whole of it."""
    text = expr_text(expr)
    return text[1:-1] if text[0] == "(" else text


def _of(helper: str, domain: str) -> str:
    return f"{helper}.{name_text(domain)}" if domain else helper


def _part(part: ir.Part) -> str:
    match part:
        case None:
            return "nothing"
        case str():
            return repr(part)
        case ir.Text(pieces):
            return "+".join(repr(p) if isinstance(p, str) else f"<{p.shape} {bare(p.value)}>" for p in pieces) or "''"
        case _:
            return bare(part)


def _told(parts: Iterable[ir.Part]) -> str:
    return ", ".join(map(_part, parts))


def _typed(local: ir.Local) -> str:
    return f"{local.name}: {type_text(local.type)}"


def _code(code: int, extra: ir.Expr | None) -> str:
    return str(code) if extra is None else f"{code} + {expr_text(extra)}"


def _head(stmt: ir.Stmt) -> str:  # noqa: PLR0911, PLR0912, C901 - one case for each node
    """Return the first line of a statement, without its bodies."""
    match stmt:
        case ir.Let(local, value):
            return f"let {_typed(local)} = {bare(value)}"
        case ir.Store(slots, values):
            return f"{_listed(slots)} = {_listed(values)}"
        case ir.Clear(field):
            return f"clear {name_text(field.name)}"
        case ir.Check(value, low, high, name, site):
            return f"check {low} <= {expr_text(value)} <= {high} {name_text(name)} @{site}"
        case ir.If():
            raise AssertionError("several heads")
        case ir.For(var, things, _, start, key):
            by = "" if key is None else f" by {bare(key)}"
            return f"for {_typed(var)} in {bare(things)}{'' if start is None else f' from {bare(start)}'}{by}:"
        case ir.Count(var, low, high, _, budgeted):
            return f"count {_typed(var)} from {bare(low)} to {bare(high)}{' budgeted' if budgeted else ''}:"
        case ir.Laps(still):
            return f"laps while {still.name}:"
        case ir.Once():
            return "once:"
        case ir.Break():
            return "break"
        case ir.Continue():
            return "continue"
        case ir.Do(helper, domain, args, stream):
            return f"do {_of(helper, domain)}({_listed(args)}){f' with {stream}' if stream else ''}"
        case ir.Roll(local, low, high, counter, stream, site):
            counted = f"{name_text(counter.name)} {name_text(stream)}"
            return f"roll {_typed(local)} from {bare(low)} to {bare(high)} with {counted} @{site}"
        case ir.NextSeat(who, turn, rest):
            return f"next seat {_listed((who, turn, rest))}"
        case ir.LineUp(field, var, things, key):
            return f"line up {name_text(field.name)} = {_typed(var)} in {bare(things)} by {bare(key)}"
        case ir.Perform(function, args):
            return f"perform {name_text(function)}({_listed(args)})"
        case ir.Dispatch(piece, functions, args):
            cases = ", ".join(f"{at}: {name_text(name)}" for at, name in enumerate(functions) if name is not None)
            return f"dispatch {piece.name}({_listed(args)}) {{{cases}}}"
        case ir.Push(circle, back):
            return f"push {circle} back {bare(back)}"
        case ir.Pop(circle, local):
            return f"pop {circle} to {_typed(local)}"
        case ir.Offer(code, extra):
            return f"offer {_code(code, extra)}"
        case ir.OfferEach(code, extra, things):
            return f"offer {_code(code, extra)} + each of {bare(things)}"
        case ir.OfferRange(code, extra, low, high):
            return f"offer {_code(code, extra)} + {bare(low)} to {bare(high)}"
        case ir.ListMenu(function, args):
            return f"list {name_text(function)}({_listed(args)})"
        case ir.Trace(kind, parts):
            return f"trace {kind}: {_told(parts)}"
        case ir.Reason(kind, parts):
            return f"reason {kind}: {_told(parts)}"
        case ir.Mark(number):
            return f"mark {number}"
        case ir.Return(value):
            return "return" if value is None else f"return {_part(value)}"
        case ir.Go(block):
            return f"go {bare(block)}"
        case ir.Ask(question):
            return f"ask {question}"
        case _:
            assert_never(stmt)


def _if(stmt: ir.If) -> Iterator[str]:
    word = "if"
    for test, body in stmt.cases:
        yield f"{word} {bare(test)}:"
        yield from _inside(body)
        word = "elif"
    if stmt.otherwise:
        yield "else:"
        yield from _inside(stmt.otherwise)


def _inside(body: ir.Body) -> Iterator[str]:
    yield from (INDENT + line for line in (body_lines(body) if body else ("pass",)))


def body_lines(body: ir.Body) -> Iterator[str]:
    """Yield the lines of a list of statements."""
    for stmt in body:
        match stmt:
            case ir.If():
                yield from _if(stmt)
            case ir.For(_, _, inner) | ir.Count(_, _, _, inner) | ir.Laps(_, inner) | ir.Once(inner):
                yield _head(stmt)
                yield from _inside(inner)
            case _:
                yield _head(stmt)


def body_text(body: ir.Body) -> str:
    """Return the text of a list of statements."""
    return "\n".join(body_lines(body))


def function_text(function: ir.Function) -> str:
    """Return the text of a function: its kind, name, parameters and result, then its statements."""
    params = ", ".join(map(_typed, function.params))
    result = "" if function.result is None else f" -> {type_text(function.result)}"
    rule = f"  # {function.rule}" if function.rule else ""
    head = f"{function.kind} {name_text(function.name)}({params}){result}:{rule}"
    return "\n".join((head, *_inside(function.body)))


def field_text(field: ir.Field) -> str:
    """Return the text of a field: where it is, its name, how many values, and their type."""
    count = f"[{field.count}]" if field.count != 1 else ""
    row = f" in rows of {field.room}" if field.room else ""
    circle = f" circle {field.circle}" if field.circle >= 0 else ""
    return f"{field.start} {name_text(field.name)}{count}: {type_text(field.type)}{row}{circle}"


def program_text(program: ir.Program) -> str:
    """Return the text of a program: fields, tables, blocks and questions, then its functions."""
    lines = ["fields:", *(INDENT + field_text(field) for field in program.fields)]
    lines += ["tables:"]
    for table in program.tables:
        values = ", ".join(_const(value, table.type) for value in table.values)
        lines.append(f"{INDENT}{name_text(table.name)}: {type_text(table.type)} = {values}")
    lines += ["blocks:", *(f"{INDENT}{at}: {name}" for at, name in enumerate(program.blocks) if name is not None)]
    lines += ["questions:"]
    for at, question in enumerate(program.questions):
        answers = ", ".join(f"{code}: {answer.function} {answer.back}" for code, answer in question.answers.items())
        lines.append(f"{INDENT}{at}: {question.options} seat {name_text(question.seat.name)} empty {question.empty}")
        lines.append(f"{INDENT * 2}{answers}")
    return "\n".join([*lines, *(function_text(function) for function in program.functions.values())]) + "\n"
