"""Prints expressions as Python over the vector `S`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from rulewright.backends.python.helpers import helper_name
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type, range_of, width_of
from rulewright.compile.ir.walk import everything
from rulewright.compile.tables import WORD
from rulewright.frozen import frozen_class

TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_AND, SHIFT, SUM, PRODUCT, UNARY, ATOM = range(12)
"""Binding strength of operators, the weakest first."""
TESTED = "it_"
"""The local variable that holds a value while it is tested."""
LISTED = 8
"""The most members of a constant set that a loop spells out as a tuple."""
OF_CODE = {
    "given": ("code & 65535", BIT_AND),
    "given_or_nothing": ("nothing_or(code & 65535)", ATOM),
    "piece_of": ("(code >> 16 & 65535) - 1", SUM),
}
REASONING = ("menu", "options", "look")
"""Kinds of functions that take the list of reasons `R` in the traced build."""

LACKING = {"thing": ("some", "gone"), "piece": ("need", "unmoved"), "way": ("near", "unreached")}
"""By what is missing: the names of the helper that tests it and of the one that raises the error."""


@frozen_class
class PrintedExpression:
    """The text of an expression and its binding strength."""

    text: str
    level: int = ATOM

    def at(self, level: int) -> str:
        """Return the text, in parentheses unless it binds at least this strongly."""
        return self.text if self.level >= level else f"({self.text})"


class ExpressionPrinter:
    """Prints the expressions of one function."""

    def __init__(self, program: ir.Program, function: ir.Function) -> None:
        self.program, self.function = program, function
        self.in_fold = False

    @contextmanager
    def folding(self) -> Iterator[None]:
        """Print an expression inside a comprehension, where assignments are impossible."""
        outer, self.in_fold = self.in_fold, True
        yield
        self.in_fold = outer

    def value(self, expr: ir.Expr) -> str:
        """Return the text of an expression."""
        return self.printed(expr).text

    def atom(self, expr: ir.Expr) -> str:
        """Return the text of an expression, in parentheses if it is an operator expression."""
        return self.printed(expr).at(ATOM)

    def test(self, expr: ir.Expr, level: int = TERNARY) -> str:
        """Return the text of a condition where only truthiness matters: non-empty sets are true."""
        return self._tested_form(expr).at(level)

    def _tested_form(self, expr: ir.Expr) -> PrintedExpression:
        match expr:
            case ir.Compare("!=", part, ir.Const(0)):
                return self.printed(part)
            case ir.Not(part) | ir.Compare("==", part, ir.Const(0)):
                return self._denied_form(part)
            case ir.And(parts):
                return PrintedExpression(" and ".join(self.test(part, NOT) for part in parts), AND)
            case ir.Or(parts):
                return PrintedExpression(" or ".join(self.test(part, AND) for part in parts), OR)
            case _:
                return self.printed(expr)

    def _denied_form(self, expr: ir.Expr) -> PrintedExpression:
        match expr:
            case ir.Not(part) | ir.Compare("==", part, ir.Const(0)):
                return self._tested_form(part)
            case ir.Compare(op, left, right) if op != "!=" or not isinstance(right, ir.Const) or right.value:
                opposite = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
                return self.printed(ir.Compare(opposite, left, right))
            case _:
                return PrintedExpression(f"not {self.test(expr, NOT)}", NOT)

    def printed(self, expr: ir.Expr) -> PrintedExpression:  # noqa: C901, PLR0912, PLR0915 - one case for each node
        """Return the text of an expression and its level."""
        match expr:
            case ir.Const(value):
                return PrintedExpression(str(int(value)), UNARY if value < 0 else ATOM)
            case ir.Local(name):
                return PrintedExpression(name)
            case ir.Slot(field, index):
                if field.words == 1:
                    return PrintedExpression(f"S[{self.place(field, index)}]")
                words = (f"S[{self.place(field, index, word)}]" for word in range(field.words))
                shifted = (f"{text} << {WORD * word}" if word else text for word, text in enumerate(words))
                return PrintedExpression(" | ".join(shifted), BIT_OR)
            case ir.Entry(table, index):
                return PrintedExpression(f"{table.name}[{self.value(index)}]")
            case ir.Address(field, index):
                return PrintedExpression(self.place(field, index), SUM)
            case ir.Arith():
                return self._arith_form(expr)
            case ir.Compare(op, left, right):
                return PrintedExpression(
                    f"{self.printed(left).at(BIT_OR)} {op} {self.printed(right).at(BIT_OR)}", COMPARE
                )
            case ir.Not(part):
                return self._denied_form(part)
            case ir.And(parts):
                return PrintedExpression(" and ".join(self.printed(part).at(NOT) for part in parts), AND)
            case ir.Or(parts):
                return PrintedExpression(" or ".join(self.printed(part).at(AND) for part in parts), OR)
            case ir.Choose(condition, then, otherwise):
                tested = f"{self.printed(then).at(OR)} if {self.test(condition, OR)} else {self.value(otherwise)}"
                return PrintedExpression(tested, TERNARY)
            case ir.Noted(yes, no, noted):
                return PrintedExpression(f"noted({yes}, {no}, {self.value(noted)})")
            case ir.Join("|", left, right):
                return PrintedExpression(f"{self.printed(left).at(BIT_OR)} | {self.printed(right).at(BIT_AND)}", BIT_OR)
            case ir.Join("-", left, right):
                return PrintedExpression(
                    f"{self.printed(left).at(BIT_AND)} & ~{self.printed(right).at(UNARY)}", BIT_AND
                )
            case ir.Join(_, left, right):
                return PrintedExpression(f"{self.printed(left).at(BIT_AND)} & {self.printed(right).at(SHIFT)}", BIT_AND)
            case ir.Shift(things, by):
                return PrintedExpression(
                    f"{self.printed(things).at(SHIFT)} {'<<' if by > 0 else '>>'} {abs(by)}", SHIFT
                )
            case ir.Has(things, thing) if range_of(thing.type)[0] < 0:
                return PrintedExpression(f"has({self.value(things)}, {self.value(thing)})")
            case ir.Has(ir.Const(members), ir.Const(member)):
                return PrintedExpression(str(members >> member & 1))
            case ir.Has(things, thing):
                return PrintedExpression(
                    f"{self.printed(things).at(SHIFT)} >> {self.printed(thing).at(SUM)} & 1", BIT_AND
                )
            case ir.Single(thing) if range_of(thing.type)[0] >= 0:
                return PrintedExpression(f"1 << {self.printed(thing).at(SUM)}", SHIFT)
            case ir.Single(ir.Local(name)):
                return PrintedExpression(f"1 << {name} if {name} >= 0 else 0", TERNARY)
            case ir.Single(thing):
                return PrintedExpression(f"one({self.value(thing)})")
            case ir.Size(things):
                return PrintedExpression(f"{self.atom(things)}.bit_count()")
            case ir.Pick("last", things):
                return PrintedExpression(f"{self.atom(things)}.bit_length() - 1", SUM)
            case ir.Pick("first", ir.Local(name)):
                return PrintedExpression(f"({name} & -{name}).bit_length() - 1", SUM)
            case ir.Pick(how, things):
                return PrintedExpression(f"{how}({self.value(things)})")
            case ir.Fold():
                with self.folding():
                    return self._fold_form(expr)
            case ir.NonNull(thing, site, _, lack):
                known, text = self._tested_once(thing)
                test, failing = LACKING[lack]
                if not known:
                    return PrintedExpression(f"{test}({text}, {site})")
                return PrintedExpression(f"{known} if {text} >= 0 else {failing}({site})", TERNARY)
            case ir.InRange(number, low, high, site):
                known, text = self._tested_once(number)
                if not known:
                    return PrintedExpression(f"within({text}, {low}, {high}, {site})")
                above = f"{low} <= " if range_of(number.type)[0] < low else ""
                failing = f"within({known}, {low}, {high}, {site})"
                return PrintedExpression(f"{known} if {above}{text} <= {high} else {failing}", TERNARY)
            case ir.Call(name, args):
                reasoning = self.program.traced and self.function.kind in REASONING
                reasons = ["R"] if reasoning and self.program.functions[name].kind == "look" else []
                return PrintedExpression(f"{name}({', '.join(['S', *map(self.value, args), *reasons])})")
            case ir.Invoke(helper, domain, args):
                return self._invoke_form(helper, domain, args)
            case ir.Offered(least):
                return PrintedExpression("out") if least == 1 else PrintedExpression(f"(len(out) >= {least})")
            case ir.AnyOffered(name, args):
                reason = "R" if self.function.kind in REASONING else "None"
                return PrintedExpression(f"inside({name}, {', '.join(('S', *map(self.value, args), reason))})")
            case _:
                assert_never(expr)

    # -- the vector

    def place(self, field: ir.Field, index: ir.Expr, word: int = 0) -> str:
        """Return the index in the vector of a value or of the beginning of a row."""
        each = field.stride
        start = field.start + word
        match index:
            case ir.Const(value):
                return str(start + each * value)
            case ir.Arith("+", changing, ir.Const(value)):
                start += each * value
            case _:
                changing = index
        text = self.printed(changing).at(SUM) if each == 1 else f"{self.printed(changing).at(PRODUCT)} * {each}"
        return f"{text} + {start}" if start > 0 else f"{text} - {-start}" if start else text

    def slot(self, slot: ir.Slot, word: int = 0) -> str:
        """Return the target or operand for one integer of a slot."""
        return f"S[{self.place(slot.field, slot.index, word)}]"

    def _arith_form(self, expr: ir.Arith) -> PrintedExpression:
        if expr.op in ("min", "max"):
            return PrintedExpression(f"{expr.op}({self.value(expr.left)}, {self.value(expr.right)})")
        if expr.op == "distance":
            return PrintedExpression(f"abs({self.printed(expr.left).at(SUM)} - {self.printed(expr.right).at(SUM + 1)})")
        level = SUM if expr.op in "+-" else PRODUCT
        op, right = expr.op, expr.right
        if op == "+" and isinstance(right, ir.Const) and right.value < 0:
            op, right = "-", ir.Const(-right.value, Int(-right.value, -right.value))
        return PrintedExpression(f"{self.printed(expr.left).at(level)} {op} {self.printed(right).at(level + 1)}", level)

    # -- folds

    def each(self, things: ir.Expr) -> str:
        """Return the iterable for a loop over a set."""
        if isinstance(things, ir.Const) and things.value.bit_count() <= LISTED:
            listed = [str(i) for i in range(things.value.bit_length()) if things.value >> i & 1]
            return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"
        return f"BITS[{self.value(things)}]"

    def _fold_form(self, expr: ir.Fold) -> PrintedExpression:
        loop = f"for {expr.var.name} in {self.each(expr.things)}"
        if expr.test is not None:
            loop += f" if {self.test(expr.test, OR)}"
        value = expr.value if expr.value is not None else expr.var
        match expr.how:
            case "any":
                begun, ended = _brackets(value)
                return PrintedExpression(f"any({begun}1 {loop} if {self.test(value, OR)}{ended})")
            case "every":
                begun, ended = _brackets(value)
                return PrintedExpression(f"not any({begun}1 {loop} if {self._denied_form(value).at(OR)}{ended})", NOT)
            case "count":
                return PrintedExpression(f"len([1 {loop}])")
            case "filter":
                return PrintedExpression(f"sum([1 << {expr.var.name} {loop}])")
            case "sum":
                return PrintedExpression(f"sum([{self.value(value)} {loop}])")
            case "union":
                return PrintedExpression(f"together([{self.value(value)} {loop}])")
            case "best" | "worst":
                sign = "-" if expr.how == "worst" else ""
                return PrintedExpression(f"best([({sign}{self.printed(value).at(UNARY)}, {expr.var.name}) {loop}])")
            case _:
                return PrintedExpression(
                    f"{'max' if expr.how == 'most' else 'min'}([{self.value(value)} {loop}], default=0)"
                )

    def _tested_once(self, expr: ir.Expr) -> tuple[str, str]:
        """Return the text for a value that is tested before it is used, and that for the test.

        The first one is empty in a fold, where Python allows no assignment. Elsewhere `x + 1`, say, is tested as
        `(it_ := x + 1)` and then used as `it_`.
        """
        match expr:
            case ir.Local() | ir.Slot(_, ir.Const()):
                return self.value(expr), self.value(expr)
            case _:
                return ("", self.value(expr)) if self.in_fold else (TESTED, f"({TESTED} := {self.value(expr)})")

    # -- helpers

    def _invoke_form(self, helper: str, domain: str, args: tuple[ir.Expr, ...]) -> PrintedExpression:
        if helper in OF_CODE:
            return PrintedExpression(*OF_CODE[helper])
        if helper == "first_in_line":
            with self.folding():
                line = f"S[{self.value(args[0])} : {_sum_text(self.value(args[0]), args[1])}]"
                return PrintedExpression(f"next(x for x in {line} if {self.printed(args[2]).at(SHIFT)} >> x & 1)")
        if helper == "digest":
            hashed = ", ".join(_hashed_text(arg.field) for arg in args if isinstance(arg, ir.Address))
            return PrintedExpression(f"digest(S, {self.value(args[0])}, ({hashed},))")
        given = [self.value(arg) for arg in args]
        match helper:
            case "counted":
                return PrintedExpression(f"counted({given[0]}, {given[2]}, {given[3]})")
            case "row_length":
                return PrintedExpression(f"S[{given[0]}]")
            case "sum_of":
                return PrintedExpression(f"sum(S[{given[0]} : {_sum_text(given[0], args[1])}])")
            case "enough":
                return PrintedExpression(f"enough(S, {given[0]}, {given[1]}, {self.each(args[2])}, {given[3]})")
            case "after" | "deeper":
                return PrintedExpression(f"{helper}({', '.join(given)})")
        return PrintedExpression(f"{helper_name(helper, domain)}({', '.join(['S', *given])})")


def _brackets(condition: ir.Expr) -> tuple[str, str]:
    """Return the brackets of a search for a member: a list is quicker, but goes on where a later condition may fail."""
    may_fail = ir.Call | ir.Invoke | ir.NonNull | ir.InRange | ir.AnyOffered
    return ("", "") if any(isinstance(part, may_fail) for part in everything(condition)) else ("[", "]")


def _sum_text(text: str, more: ir.Expr) -> str:
    assert isinstance(more, ir.Const)
    return str(int(text) + more.value) if text.isdigit() else f"{text} + {more.value}"


def _hashed_text(field: ir.Field) -> str:
    end = field.start + field.count * field.words
    return f"(range({field.start}, {end}, {field.words}), {field.words}, {-(-width_of(field.type) // 64)})"


def is_small(type_: Type) -> bool:
    """Return whether a type has so few sets that a list can hold an entry for each."""
    return isinstance(type_, Set) and type_.size <= 10
