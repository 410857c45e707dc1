"""The reference has every word and every code, and each of its examples can be read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright.diagnostics import Findings
from rulewright.syntax import reference
from rulewright.syntax.parser import parse
from rulewright.syntax.tables import tables

HERE = Path(reference.__file__).parent
PAGES = sorted(HERE.glob("*.md"))
EXAMPLE = re.compile(r"^```rules[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"[a-z]+(-[a-z]+)+|tab|anchor|reference|tag|directive")
REPORTS = {"add", "report", "fail", "refuse", "stop", "Mistake", "Trouble", "Diagnostic"}


def examples() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in EXAMPLE.finditer(text):
            yield f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}", match[1]


@pytest.mark.parametrize(("where", "text"), list(examples()), ids=[where for where, _ in examples()])
def test_each_example_is_read(where: str, text: str) -> None:
    findings = Findings()
    assert parse(where, text, findings)
    assert findings.found == []


@pytest.mark.parametrize("word", sorted(tables().words))
def test_each_word_of_the_language_has_an_entry(word: str) -> None:
    text = reference.explain(word)
    assert text is not None
    assert word in text


def codes() -> set[str]:
    """Codes are among the first arguments of what records a finding, and the first of a returned answer of three."""
    found = set()
    for path in Path(rulewright.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func).lstrip("_") in REPORTS:
                found |= {code for argument in node.args[:3] for code in _literal(argument)}
            elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 3:
                found |= _literal(node.value.elts[0])
    return found


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _literal(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return _literal(node.body) | _literal(node.orelse)
    is_code = isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    return {str(node.value)} if is_code and isinstance(node, ast.Constant) else set()


@pytest.mark.parametrize("code", sorted(codes()))
def test_each_code_has_an_entry(code: str) -> None:
    text = reference.explain(code)
    assert text is not None
    assert text.startswith(code)


def test_explain_knows_no_nonsense() -> None:
    assert reference.explain("xyzzy") is None
    assert reference.explain("") is None
    assert "choose" in reference.words()


def test_no_shipped_game_is_named() -> None:
    banned = re.compile(
        r"\b(goa|spices?|ducats?|plantations?|colon(y|ies)|harbou?rs?|merchants?|batavia|borneo)\b", re.I
    )
    for page in PAGES:
        assert not banned.search(page.read_text("utf-8")), page.name
