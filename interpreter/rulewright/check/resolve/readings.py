"""Sentences that people read in another way than the grammar does: these need brackets."""

from __future__ import annotations

from rulewright.check.resolve.context import Context
from rulewright.diagnostics import Code, Span
from rulewright.syntax import expressions as x


def report_two_readings(ctx: Context, node: x.Arithmetic) -> None:
    """Report `lesser of a and b - c`, which is (lesser of a and b) - c here and lesser of a and (b - c) for many.

    So is `first of a + b`, of which both readings are sets or count as one.
    """
    pick = _last_part(node.left) if node.left.span[:3] == node.span[:3] else None
    if not isinstance(pick, x.Pick) and not (isinstance(pick, x.Single) and node.operator != "times"):
        return
    operand = pick.right if isinstance(pick, x.Pick) else pick.things
    line = ctx.rules.files[node.span.file].replace("\r\n", "\n").split("\n")[node.span.line - 1]
    first, last = _start_of_value(line, operand.span), node.span.end_column - 1
    whole = line[node.span.column - 1 : last]
    one = _with_brackets(line, node.span, pick.span.column - 1, pick.span.end_column - 1)
    other = _with_brackets(line, node.span, first, last)
    ctx.fail(
        Code.TWO_READINGS, node.span, f'"{whole}" can be read in two ways',
        f'Write "{one}".', f'Or write "{other}".',
    )  # fmt: skip


def _last_part(node: x.Expr) -> x.Expr:
    """Return what stands last in a value outside of brackets: the Pick in `a + lesser of b and c`."""
    while isinstance(node, x.Arithmetic) and node.right.span.end_column == node.span.end_column:
        node = node.right
    return node


def _start_of_value(line: str, span: Span) -> int:
    """Return where a value begins, with the bracket before it."""
    at = span.column - 1
    return at - 1 if line[at - 1] == "(" and line[span.end_column - 1 : span.end_column] == ")" else at


def _with_brackets(line: str, span: Span, first: int, last: int) -> str:
    """Return the text of a span with brackets round a part of it."""
    return f"{line[span.column - 1 : first]}({line[first:last]}){line[last : span.end_column - 1]}"
