"""Dead-code elimination: what is never reached, never read, or does nothing is removed.

Locals that nothing reads, statements after one that leaves, conditions with nothing to do, and the functions and tables
that nothing uses any more. Nested conditions without anything between them become one. For both backends: less to
generate and to compile; in Python, each removed local also saves its assignment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import bodies, called_by, deepened, expressions, read_by, statements, with_bodies
from rulewright.compile.passes.algebra import droppable, opposite, simpler
from rulewright.compile.passes.known import is_same
from rulewright.compile.passes.single import count_locals, without_single
from rulewright.compile.passes.versions import ends, leaves


def eliminate(program: ir.Program) -> ir.Program:
    """Return the program without dead code."""
    return without_unused(with_bodies(program, lambda function: _without_dead(tidied(function.body))))


# -- statements


def tidied(body: ir.Body) -> ir.Body:
    """Return the reachable statements that have an effect, flattened."""
    new: list[ir.Stmt] = []
    for stmt in body:
        new.extend(_tidy(stmt))
        if new and ends(new[-1]):
            break
    return tuple(new)


def _tidy(stmt: ir.Stmt) -> Iterable[ir.Stmt]:
    match stmt:
        case ir.Let(local, value):
            return () if is_same(local, value) else (stmt,)
        case ir.If():
            return _condition(stmt)
        case ir.For(var, things, body, start, key):
            inside = _repeated(body)
            if isinstance(things, ir.Const) and things.value == 0:
                inside, key = (), None
            if not inside and all(droppable(part) for part in (things, start, key) if part is not None):
                return ()
            return (ir.For(var, things, inside, start, key),)
        case ir.Count(var, low, high, body, steps, site):
            inside = _repeated(body)
            if not inside and not steps and droppable(low) and droppable(high):
                return ()
            return (ir.Count(var, low, high, inside, steps, site),)
        case ir.Once(body):
            return _once(tidied(body))
        case _:
            return (stmt,)


def _repeated(body: ir.Body) -> ir.Body:
    inside = tidied(body)
    return inside[:-1] if inside and isinstance(inside[-1], ir.Continue) else inside


def _once(body: ir.Body) -> Iterable[ir.Stmt]:
    if body and isinstance(body[-1], ir.Break | ir.Continue):
        body = body[:-1]
    return (ir.Once(body),) if any(_leaving(body)) else body


def _leaving(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yield the statements that leave the loop around a body."""
    for stmt in body:
        match stmt:
            case ir.Break() | ir.Continue():
                yield stmt
            case ir.If():
                for inner in bodies(stmt):
                    yield from _leaving(inner)
            case _:
                pass


def _condition(stmt: ir.If) -> Iterable[ir.Stmt]:
    cases: list[tuple[ir.Expr, ir.Body]] = []
    otherwise = stmt.otherwise
    for test, body in stmt.cases:
        if isinstance(test, ir.Const):
            if test.value:
                otherwise = body
                break
        else:
            cases.append((test, tidied(body)))
    otherwise = tidied(otherwise)
    while cases and not cases[-1][1] and not otherwise and droppable(cases[-1][0]):
        cases.pop()
    if not cases:
        return otherwise
    if not cases[-1][1] and otherwise and len(cases) == 1:
        cases, otherwise = [(opposite(cases[0][0]), otherwise)], ()
    if otherwise and all(leaves(body) for _, body in cases):
        return ir.If(tuple(cases), ()), *otherwise
    if len(cases) == 1 and not otherwise:
        cases = [_merged(*cases[0])]
    return (ir.If(tuple(cases), otherwise),)


def _merged(test: ir.Expr, body: ir.Body) -> tuple[ir.Expr, ir.Body]:
    """Merge a condition with the only one nested in it."""
    match body:
        case (ir.If(((inner, inner_body),), ()),):
            return simpler(ir.And((test, inner))), inner_body
        case _:
            return test, body


# -- locals


def _without_dead(body: ir.Body) -> ir.Body:
    """Return a body without dead locals, and without those that are read only once."""
    reads: dict[str, int] = {}
    lets: dict[str, list[ir.Expr]] = {}
    for stmt in statements(body):
        for expr in read_by(stmt):
            count_locals(expr, reads)
        if isinstance(stmt, ir.Let):
            lets.setdefault(stmt.local.name, []).append(stmt.value)
    dead = {name for name in lets if not reads.get(name)}
    waiting = list(dead)
    while waiting:
        for value in lets[waiting.pop()]:
            if droppable(value):
                gone: dict[str, int] = {}
                count_locals(value, gone)
                for name, times in gone.items():
                    reads[name] -= times
                    if not reads[name] and name in lets and name not in dead:
                        dead.add(name)
                        waiting.append(name)
    return without_single(_without(body, dead) if dead else body, reads, lets)


def _without(body: ir.Body, dead: set[str]) -> ir.Body:
    kept = [s for s in body if not (isinstance(s, ir.Let) and s.local.name in dead and droppable(s.value))]
    return tuple(deepened(stmt, lambda inner: _without(inner, dead)) for stmt in kept)


# -- functions and tables


def without_unused(program: ir.Program) -> ir.Program:
    """Return the program without the functions and tables that nothing uses."""
    used: set[str] = set()
    tables: set[str] = set()
    waiting = list(roots(program))
    while waiting:
        name = waiting.pop()
        if name in used or name not in program.functions:
            continue
        used.add(name)
        body = program.functions[name].body
        waiting += [called for stmt in statements(body) for called in called_by(stmt)]
        for part in expressions(body):
            kind = part.__class__
            if kind is ir.Call or kind is ir.AnyOffered:
                waiting.append(part.function)  # type: ignore[union-attr]
            elif kind is ir.Entry:
                tables.add(part.table.name)  # type: ignore[union-attr]
    functions = {name: function for name, function in program.functions.items() if name in used}
    kept = tuple(table for table in program.tables if table.name in tables)
    return replace(program, functions=functions, tables=kept)


def roots(program: ir.Program) -> Iterator[str]:
    """Yield the functions that are called from outside of the program."""
    yield from (name for name in program.blocks if name is not None)
    for question in program.questions:
        yield question.options
        yield from (answer.function for answer in question.answers.values())
    yield from program.strains.functions
    for names in (program.scores, program.ties, program.always, program.prompts, *map(dict.values, program.labels)):
        yield from names
    yield from (name for name, function in program.functions.items() if function.kind in ("whole", "text"))
