"""The text form of the intermediate representation: one statement per line, types where locals and fields begin.

It is for people and for assertions in tests; nothing reads it back. Sets are written in braces, members that are not in
another set with a backslash, and `@7` after something that can fail says for which place in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.expression_text import bare, const_text, expr_text, listed, name_text, of_text, type_text

INDENT = "    "


def _part_text(part: ir.Part) -> str:
    match part:
        case None:
            return "nothing"
        case str():
            return repr(part)
        case ir.Text(pieces):
            return "+".join(map(_piece_text, pieces)) or "''"
        case _:
            return bare(part)


def _piece_text(piece: str | ir.Shown) -> str:
    if isinstance(piece, str):
        return repr(piece)
    return f"<{' '.join(filter(None, (piece.shape.how, piece.shape.domain)))} {bare(piece.value)}>"


def _parts_text(parts: Iterable[ir.Part]) -> str:
    return ", ".join(map(_part_text, parts))


def _typed_text(local: ir.Local) -> str:
    return f"{local.name}: {type_text(local.type)}"


def _code_text(code: int, extra: ir.Expr | None) -> str:
    return str(code) if extra is None else f"{code} + {expr_text(extra)}"


def _head_text(stmt: ir.Stmt) -> str:
    """Return the first line of a statement, without its bodies."""
    match stmt:
        case ir.If():
            raise AssertionError("several heads")
        case ir.For(var, things, _, start, key):
            by = "" if key is None else f" by {bare(key)}"
            return f"for {_typed_text(var)} in {bare(things)}{'' if start is None else f' from {bare(start)}'}{by}:"
        case ir.Count(var, low, high, _, steps, site):
            charged = f" at {steps} steps @{site}" if steps else ""
            return f"count {_typed_text(var)} from {bare(low)} to {bare(high)}{charged}:"
        case ir.Once():
            return "once:"
        case ir.Break():
            return "break"
        case ir.Continue():
            return "continue"
        case ir.Return(value):
            return "return" if value is None else f"return {_part_text(value)}"
        case ir.Go(block):
            return f"go {bare(block)}"
        case ir.Ask(question):
            return f"ask {question}"
        case _:
            return _straight_text(stmt)


def _straight_text(stmt: ir.Change | ir.Output) -> str:  # noqa: C901, PLR0912 - one case for each node
    """Return the line of a statement that does not affect control flow."""
    match stmt:
        case ir.Let(local, value):
            return f"let {_typed_text(local)} = {bare(value)}"
        case ir.Store(slots, values):
            return f"{listed(slots)} = {listed(values)}"
        case ir.Clear(field):
            return f"clear {name_text(field.name)}"
        case ir.Check(value, low, high, name, site):
            return f"check {low} <= {expr_text(value)} <= {high} {name_text(name)} @{site}"
        case ir.Do(helper, domain, args, stream):
            return f"do {of_text(helper, domain)}({listed(args)}){f' with {stream}' if stream else ''}"
        case ir.Roll(local, low, high, counter, stream, site):
            counted = f"{name_text(counter.name)} {name_text(stream)}"
            return f"roll {_typed_text(local)} from {bare(low)} to {bare(high)} with {counted} @{site}"
        case ir.NextSeat(who, turn, rest):
            return f"next seat {listed((who, turn, rest))}"
        case ir.LineUp(field, var, things, key):
            return f"line up {name_text(field.name)} = {_typed_text(var)} in {bare(things)} by {bare(key)}"
        case ir.Perform(function, args):
            return f"perform {name_text(function)}({listed(args)})"
        case ir.Dispatch(piece, functions, args):
            cases = ", ".join(f"{at}: {name_text(name)}" for at, name in enumerate(functions) if name is not None)
            return f"dispatch {piece.name}({listed(args)}) {{{cases}}}"
        case ir.Push(circle, back):
            return f"push {circle} back {bare(back)}"
        case ir.Pop(circle, local):
            return f"pop {circle} to {_typed_text(local)}"
        case _:
            return _output_text(stmt)


def _output_text(stmt: ir.Output) -> str:
    """Return the line of a statement that lists choices or notes something."""
    match stmt:
        case ir.Offer(code, extra):
            return f"offer {_code_text(code, extra)}"
        case ir.OfferEach(code, extra, things):
            return f"offer {_code_text(code, extra)} + each of {bare(things)}"
        case ir.OfferRange(code, extra, low, high):
            return f"offer {_code_text(code, extra)} + {bare(low)} to {bare(high)}"
        case ir.ListMenu(function, args):
            return f"list {name_text(function)}({listed(args)})"
        case ir.Trace(kind, parts):
            return f"trace {kind}: {_parts_text(parts)}"
        case ir.Reason(kind, parts):
            return f"reason {kind}: {_parts_text(parts)}"
        case ir.Mark(number):
            return f"mark {number}"
        case _:
            assert_never(stmt)


def _indented_lines(body: ir.Body) -> Iterator[str]:
    yield from (INDENT + line for line in (body_lines(body) if body else ("pass",)))


def body_lines(body: ir.Body) -> Iterator[str]:
    """Yield the lines of a list of statements."""
    for stmt in body:
        match stmt:
            case ir.If():
                word = "if"
                for test, body in stmt.cases:
                    yield f"{word} {bare(test)}:"
                    yield from _indented_lines(body)
                    word = "elif"
                if stmt.otherwise:
                    yield "else:"
                    yield from _indented_lines(stmt.otherwise)
            case ir.For(_, _, inner) | ir.Count(_, _, _, inner) | ir.Once(inner):
                yield _head_text(stmt)
                yield from _indented_lines(inner)
            case _:
                yield _head_text(stmt)


def function_text(function: ir.Function) -> str:
    """Return the text of a function: its kind, name, parameters and result, then its statements."""
    params = ", ".join(map(_typed_text, function.params))
    result = "" if function.result is None else f" -> {type_text(function.result)}"
    rule = f"  # {function.rule}" if function.rule else ""
    head = f"{function.kind} {name_text(function.name)}({params}){result}:{rule}"
    return "\n".join((head, *_indented_lines(function.body)))


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
        values = ", ".join(const_text(value, table.type) for value in table.values)
        lines.append(f"{INDENT}{name_text(table.name)}: {type_text(table.type)} = {values}")
    lines += ["blocks:", *(f"{INDENT}{at}: {name}" for at, name in enumerate(program.blocks) if name is not None)]
    lines += ["questions:"]
    for at, question in enumerate(program.questions):
        answers = ", ".join(f"{code}: {answer.function} {answer.back}" for code, answer in question.answers.items())
        lines.append(f"{INDENT}{at}: {question.options} seat {name_text(question.seat.name)} empty {question.empty}")
        lines.append(f"{INDENT * 2}{answers}")
    return "\n\n".join(["\n".join(lines), *map(function_text, program.functions.values())]) + "\n"
