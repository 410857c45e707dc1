"""The text form of expressions and types; see `printing`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Bool, Int, Set, Type

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


def const_text(value: int, type_: Type) -> str:
    """Return the text of a constant."""
    match type_:
        case Set():
            return members_text(value)
        case Bool():
            return "true" if value else "false"
        case Int():
            return str(value)
        case _:
            assert_never(type_)


def _field_text(field: ir.Field, index: ir.Expr) -> str:
    name = name_text(field.name)
    return name if field.count == 1 and index == ir.Const(0, index.type) else f"{name}[{bare(index)}]"


def listed(exprs: Iterable[ir.Expr]) -> str:
    """Return the text of expressions, with commas between them."""
    return ", ".join(map(bare, exprs))


def expr_text(expr: ir.Expr) -> str:  # noqa: PLR0912, C901 - one case for each node
    """Return the text of an expression; infix operators are in parentheses."""
    match expr:
        case ir.Const(value, type_):
            return const_text(value, type_)
        case ir.Local(name):
            return name
        case ir.Slot(field, index):
            return _field_text(field, index)
        case ir.Address(field, index):
            return f"&{_field_text(field, index)}"
        case ir.Entry(table, index):
            return f"{name_text(table.name)}[{bare(index)}]"
        case ir.Arith(("min" | "max" | "distance") as op, left, right):
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
            value_text = "" if expr.value is None else f"{bare(expr.value)} for "
            test_text = "" if expr.test is None else f" if {bare(expr.test)}"
            return f"{expr.how}({value_text}{expr.var.name} in {bare(expr.things)}{test_text})"
        case ir.NonNull(thing, site):
            return f"some({bare(thing)})@{site}"
        case ir.InRange(value, low, high, site):
            return f"within({bare(value)}, {low}..{high})@{site}"
        case ir.Call(function, args):
            return f"{name_text(function)}({listed(args)})"
        case ir.Invoke(helper, domain, args):
            return f"{of_text(helper, domain)}({listed(args)})"
        case ir.Offered(least):
            return "offered" if least == 1 else f"{least} offered"
        case ir.AnyOffered(function, args):
            return f"any {name_text(function)}({listed(args)})"
        case ir.Noted(yes, no, value):
            return f"noted {yes}/{no}({bare(value)})"
        case _:
            assert_never(expr)


def bare(expr: ir.Expr) -> str:
    """Return the text of an expression without parentheses around the whole of it."""
    text = expr_text(expr)
    return text[1:-1] if text[0] == "(" else text


def of_text(helper: str, domain: str) -> str:
    """Return the name of a helper, with the domain of pieces that it works on."""
    return f"{helper}.{name_text(domain)}" if domain else helper
