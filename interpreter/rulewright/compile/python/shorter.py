"""Writes tests shorter where only whether they hold counts: a number holds that is not 0, a set that is not empty."""

from __future__ import annotations

import ast
from functools import cache

from rulewright.compile.python.known import compares_with_nothing


@cache
def shorter(head: str) -> str:
    """Return the head of a branch with its test as short as it can be."""
    word, test = head[:-1].split(" ", 1)
    return f"{word} {ast.unparse(holds(ast.parse(test, mode='eval').body))}:"


def holds(test: ast.expr) -> ast.expr:
    """A test that holds whenever the one given does, but may give another number than 1."""
    if isinstance(test, ast.BoolOp):
        return ast.BoolOp(test.op, [holds(part) for part in test.values])
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = holds(test.operand)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return inner.operand
        return ast.UnaryOp(ast.Not(), inner)
    if isinstance(test, ast.Compare) and compares_with_nothing(test):
        left = holds(test.left)
        return left if isinstance(test.ops[0], ast.NotEq) else ast.UnaryOp(ast.Not(), left)
    if isinstance(test, ast.Call):
        return ast.Call(test.func, [_things(part) for part in test.args], test.keywords)
    return test


def _things(value: ast.expr) -> ast.expr:
    if not isinstance(value, ast.ListComp):
        return value
    return ast.ListComp(value.elt, [_loop(loop) for loop in value.generators])


def _loop(loop: ast.comprehension) -> ast.comprehension:
    return ast.comprehension(loop.target, loop.iter, [holds(test) for test in loop.ifs], 0)
