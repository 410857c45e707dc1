"""Which codes the interpreter can emit, read from its own text.

A code is the first argument of what records a finding, or is passed on to it. Whoever records a finding with a code
that is not written out must be one of `PASSED_ON`: then the codes are where it is called, or in a table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import rulewright

ROOT = Path(rulewright.__file__).parent
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")
RECORDS = {
    "add",
    "report",
    "fail",
    "refuse",
    "stop",
    "Mistake",
    "Diagnostic",
    "Trouble",
    "refusal",
    "_report",
    "_refuse",
    "_stop",
    "_unknown",
    "_Mistake",
}
"""Functions whose first arguments are a code and where or what it is about."""
TABLES = {
    "source/yaml_mistakes.py", "source/schema_words.py", "syntax/habits.py", "syntax/habits_asking.py",
    "syntax/habits_ending.py", "syntax/habits_headings.py", "syntax/habits_taking.py", "syntax/signs.py",
}  # fmt: skip
"""Files in which codes stand in tables: there every text with the form of a code, and a page, is one."""
NO_FINDINGS = {"asked", "endless", "required", "seed"}
"""What has the form of a code and is none: a bound that stops a game, a word of schemas, a stretch of the vector."""


@lru_cache(maxsize=1)
def emitted() -> dict[str, str]:
    """Return every code with the file in which it is written."""
    found: dict[str, str] = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            for code in _codes(node, name in TABLES):
                found.setdefault(code, name)
    return {code: file for code, file in found.items() if code not in NO_FINDINGS}


def _codes(node: ast.AST, table: bool) -> Iterator[str]:
    if isinstance(node, ast.Call) and _name(node.func) in RECORDS and len(node.args) >= 3:
        yield from _texts(node.args[0])
        if _name(node.func) in ("refusal", "_unknown", "_report", "_Mistake"):
            yield from (code for argument in node.args[1:3] for code in _texts(argument) if "-" in code)
        if _name(node.func) == "_Mistake":
            yield from _texts(node.args[2])
    elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "code" for target in node.targets):
        yield from _texts(node.value)
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
        yield from (code for code in _firsts(node.targets[0], node.value) if "-" in code)
    elif isinstance(node, ast.keyword | ast.AnnAssign) and _target(node) == "code" and node.value is not None:
        yield from _texts(node.value)
    elif table and isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        yield from (code for first in node.value.elts[:1] for code in _texts(first))
    elif isinstance(node, ast.Call) and _name(node.func) == "_add" and node.args:
        yield from (code for code in _texts(node.args[0]) if "-" in code)
    elif isinstance(node, ast.Call) and re.search("refus|missing|lost", _name(node.func)) and len(node.args) >= 3:
        yield from (code for argument in node.args for code in _texts(argument) if "-" in code)


def _firsts(targets: ast.Tuple, value: ast.expr) -> Iterator[str]:
    """`code, message = ("a", ...) if x else ("b", ...)`"""
    if getattr(targets.elts[0], "id", "") != "code":
        return
    for part in (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,):
        if isinstance(part, ast.Tuple):
            yield from _texts(part.elts[0])


def _target(node: ast.keyword | ast.AnnAssign) -> str:
    return node.arg or "" if isinstance(node, ast.keyword) else getattr(node.target, "id", "")


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
        yield node.value
