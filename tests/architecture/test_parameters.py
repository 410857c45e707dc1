"""No function has so many parameters that a call of it cannot be read: what belongs together is one value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from package import ROOT, modules, parsed

MOST = 8


def crowded(tree: ast.Module) -> Iterator[str]:
    """Yield the functions of a module that have more parameters, those to which methods belong left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            names = [each.arg for each in given if each is not None]
            if len(names) - (names[:1] in (["self"], ["cls"])) > MOST:
                yield node.name


@pytest.mark.slow
def test_no_function_has_more_parameters() -> None:
    found = {path.relative_to(ROOT): [*crowded(parsed(path))] for path in modules()}
    assert {path: names for path, names in found.items() if names} == {}


def test_one_more_is_noticed() -> None:
    most, more = "def most(self, a, b, c, d, e, f, g, h): ...", "def more(self, a, b, c, d, e, f, *g, h, i): ..."
    assert [*crowded(ast.parse(f"class A:\n    {most}\n    {more}"))] == ["more"]
