"""Functions and their statements in C."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import assert_never

from rulewright.backends.c.changes import Changes, LoopWriter
from rulewright.backends.c.folds import is_costly
from rulewright.backends.c.numbers import INT32, Unsupported, inside, local_type, number, words
from rulewright.backends.c.watching import DirtyBits
from rulewright.backends.c.writer import WriterState, may_bail, within
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, range_of
from rulewright.compile.ir.walk import expressions, parts, read_by

GOES = ("block", "answer")
"""Kinds of functions that return the next block, 0 at the end, or a question (below 0)."""
VALUES = ("value", "look", "would")
_FREE = ("procedure", "menu", "options")
CODES = (0, (1 << 62) - 1)


class FunctionWriter(LoopWriter, Changes):
    """Writes one function."""

    def __init__(self, known: WriterState, function: ir.Function, watching: DirtyBits | None = None) -> None:
        """`watching`: which dirty bits are set where fields are written."""
        super().__init__(known, function)
        self.function = function
        called = (part for part in expressions(function.body) if isinstance(part, ir.Invoke))
        self.goes_deeper = any(part.helper == "deeper" for part in called)
        self.watching = watching

    # -- functions

    @property
    def head(self) -> str:
        """What is declared of the function."""
        name = self.known.functions[self.function.name]
        if self.function.kind == "answer":
            return f"static int {name}(RW *R, int64_t code, int64_t back)"
        params = [f"{local_type(self.ranges.type_of(p))} {self.names[p.name]}" for p in self.function.params]
        return f"static {self._result_type()} {name}({', '.join(['RW *R', *params])})"

    def _result_type(self) -> str:
        match self.function.kind:
            case kind if kind in VALUES:
                return local_type(self.ranges.result(self.function.name))
            case kind if kind in GOES:
                return "int"
            case kind if kind in _FREE:
                return "void"
        raise Unsupported(f"a function that is a {self.function.kind}")

    def write(self) -> list[str]:
        """Return the function's lines."""
        cost = self.known.steps.charge(self.function)
        lines = [f"spend(R, {cost});"] if cost else []
        lines += self._narrowed_parameters()
        lines += self._checked_parameters() if self.function.kind == "answer" else []
        behind, body = self._split_condition(self.function.body)
        lines += body
        declared = [self._local_declaration(name) for name in self._own_locals()]
        if self.function.kind == "would":
            declared += [
                "struct state kept;",
                "keep(&kept, &R->s);",
                "const struct state *outer = R->real;",
                "if (!outer) R->real = &kept;",
            ]
        head = self.head.replace("static", "INLINE", 1) if behind else self.head
        return [
            *behind,
            f"{head} {{",
            *declared,
            *lines,
            "}" if self._result_type() == "void" else "bail(R); }",
        ]

    def _split_condition(self, body: ir.Body) -> tuple[list[str], list[str]]:
        """Return a function for the costly end of a condition, if it begins cheaply, and the lines of the body.

        The rest is inlined then: mostly it does not hold, and callers test what is the same for all things only once.
        """
        match body:
            case (*before, ir.Return(ir.And(parts))) if self.function.kind == "value":
                cheap = next((at for at, part in enumerate(parts) if is_costly(part)), 0)
                if cheap and all(isinstance(stmt, ir.Let) and not is_costly(stmt.value) for stmt in before):
                    return self._condition_parts(tuple(before), ir.And(parts[:cheap]), ir.And(parts[cheap:]))
        return [], self.block(body, 0)

    def _condition_parts(self, before: ir.Body, cheap: ir.Expr, costly: ir.Expr) -> tuple[list[str], list[str]]:
        name = f"{self.known.functions[self.function.name]}_costly"
        known = {p.name: self.ranges.type_of(p) for p in self.function.params}
        known |= {local: self.ranges.locals[local] for local in self._own_locals()}
        params = ", ".join(["RW *R", *(f"{local_type(type_)} {self.names[local]}" for local, type_ in known.items())])
        call = f"{name}({', '.join(['R', *(self.names[local] for local in known)])})"
        behind = f"static int {name}({params}) {{ return {self.value(costly)}; }}"
        return [behind], [*self.block(before, 0), f"return {self.value(cheap)} && {call};"]

    def _own_locals(self) -> list[str]:
        inner = {part.var.name for part in expressions(self.function.body) if isinstance(part, ir.Fold)}
        params = () if self.function.kind == "answer" else self.function.params
        return [name for name in self.ranges.locals if name not in inner | {p.name for p in params}]

    def _local_declaration(self, name: str) -> str:
        type_ = self.ranges.locals[name]
        start = f"none_{words(type_.size)}()" if isinstance(type_, Set) else "0"
        return f"{local_type(type_)} {self.names[name]} = {start};"

    def _checked_parameters(self) -> Iterator[str]:
        """An answer's parameters come from outside: they are checked."""
        for param, (given, most) in zip(self.function.params, (("code", CODES), ("back", INT32)), strict=True):
            yield f"{self.names[param.name]} = {within(given, most, range_of(param.type))};"

    def _narrowed_parameters(self) -> Iterator[str]:
        """Check once, at the start, parameters that index into a field in any case; nothing else checks them again."""
        for stmt in takewhile(lambda stmt: isinstance(stmt, ir.Let), self.function.body):
            for index, count in (found for expr in read_by(stmt) for found in _sure_indices(expr)):
                low, high = self.ranges.bounds(index)
                if index in self.function.params and (low < 0 or high >= count):
                    self.ranges.locals[index.name] = Int(max(low, 0), min(high, count - 1))
                    name = self.names[index.name]
                    yield f"{name} = at(R, {name}, {count});"

    # -- statements

    def block(self, body: ir.Body, noted: int) -> list[str]:
        """Return the lines of a body; `noted` are the watched fields already marked as written at this point."""
        mask = (0 if self.watching is None else self.watching.written(body)) & ~noted
        lines = [f"R->s.dirty |= {mask:#x}ull;"] if mask else []
        for stmt in body:
            lines += self.statement(stmt, noted | mask)
        return lines

    def statement(self, stmt: ir.Stmt, noted: int) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each node
        """Yield the lines of one statement; `noted` are the watched fields already marked as written."""
        match stmt:
            case ir.If(((test, (ir.Offer(code, extra),)),), ()) if not may_bail(
                choice := self._choice_code(code, extra)
            ):
                yield f"offer_if(R, {self.value(test)}, {choice});"
            case ir.If(cases, otherwise):
                for i, (test, body) in enumerate(cases):
                    yield f"{'} else ' if i else ''}if ({self.value(test)}) {{"
                    yield from self.block(body, noted)
                if otherwise:
                    yield "} else {" if cases else "{"
                    yield from self.block(otherwise, noted)
                if cases or otherwise:
                    yield "}"
            case ir.For():
                yield from self.loop(stmt, noted)
            case ir.Count():
                yield from self.count(stmt, noted)
            case ir.Once(body):
                yield from ("do {", *self.block(body, noted), "} while (0);")
            case ir.Break():
                yield "break;"
            case ir.Continue():
                yield "continue;"
            case ir.Return(value):
                yield self._return_text(value)
            case ir.Go(block):
                yield self._go_text(block)
            case ir.Ask(question):
                options = self.known.functions[self.known.program.questions[question].options]
                yield f"return ask(R, {~question}, {options});"
            case _:
                yield from self._straight_lines(stmt)

    def _straight_lines(self, stmt: ir.Change | ir.Output) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each node
        match stmt:
            case ir.Let(local, value):
                yield f"{self.names[local.name]} = {self.fit(value, self.ranges.type_of(local))};"
            case ir.Store(slots, values):
                yield from self.store(slots, values)
            case ir.Clear(field_):
                at = f"R->s.{self.known.structure.access[field_.name]}"
                yield f"memset(&{at}, 0, sizeof {at});"
            case ir.Check(value, low, high):
                if not inside(self.ranges.bounds(value), (low, high)):
                    yield f"(void){self.between(value, low, high)};"
            case ir.Do(helper, domain, args, stream):
                yield self.do(helper, domain, args, stream)
            case ir.Roll(local, low, high, counter, stream):
                yield from self.roll(local, low, high, counter, stream)
            case ir.NextSeat(who, turn, rest):
                yield from self.next_seat(who, turn, rest)
            case ir.LineUp():
                yield from self.line_up(stmt)
            case ir.Perform(function, args):
                yield f"{self.call(function, args)};"
            case ir.Dispatch(piece, functions, args):
                yield from self.dispatch(piece, functions, args)
            case ir.Push(circle, back):
                yield from self.push(circle, back)
            case ir.Pop(circle, local):
                yield from self.pop(circle, local)
            case _:
                yield from self._output_lines(stmt)

    def _output_lines(self, stmt: ir.Output) -> Iterator[str]:
        match stmt:
            case ir.Offer(code, extra):
                yield f"offer(R, {self._choice_code(code, extra)});"
            case ir.OfferEach(code, extra, things):
                mine = words(self.ranges.size(things))
                self.known.need(f"OFFER_EACH({mine})")
                yield f"offer_each_{mine}(R, {self._choice_code(code, extra)}, {self.value(things)});"
            case ir.OfferRange(code, extra, low, high):
                yield f"offer_range(R, {self._choice_code(code, extra)}, {self.value(low)}, {self.value(high)});"
            case ir.ListMenu(function, args):
                yield f"{self.call(function, args)};"
            case ir.Trace() | ir.Reason() | ir.Mark():
                raise Unsupported(f"{type(stmt).__name__} in a plain program")
            case _:
                assert_never(stmt)

    def _go_text(self, block: ir.Expr) -> str:
        """Continue with another block, bypassing the driver if its number is constant."""
        blocks = self.known.program.blocks
        if isinstance(block, ir.Const) and 0 < block.value < len(blocks) and (name := blocks[block.value]) is not None:
            return f"GO({block.value}, {self.known.functions[name]});"
        return f"GO_BACK({self.between(block, 0, len(blocks) - 1)});"

    def _return_text(self, value: ir.Expr | ir.Text | None) -> str:
        if isinstance(value, ir.Text):
            raise Unsupported("a text in a plain program")
        if self.function.kind in VALUES and value is not None:
            found = self.fit(value, self.ranges.result(self.function.name))
            if self.function.kind == "would":
                return (
                    f"{{ {self._result_type()} found = {found}; keep(&R->s, &kept); R->real = outer; return found; }}"
                )
            return f"return {found};"
        if self.function.kind in GOES or value is not None:
            raise Unsupported(f"a {self.function.kind} returns")
        return "return;"

    def _choice_code(self, code: int, extra: ir.Expr | None) -> str:
        return number(code) if extra is None else f"({number(code)} + {self.value(extra)})"


def _sure_indices(expr: ir.Expr) -> Iterator[tuple[ir.Local, int]]:
    """Yield the locals by which an expression reads fields whatever else holds, and how many values these have."""
    match expr:
        case ir.Slot(field, ir.Local() as index) if field.count > 1:
            yield index, field.count
        case ir.And() | ir.Or() | ir.Choose() | ir.Fold():
            pass
        case _:
            for part in parts(expr):
                yield from _sure_indices(part)
