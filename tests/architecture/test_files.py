"""Whatever reads a ruleset asks `source/disk.py`, so that unsaved texts of an editor are read as well."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import rulewright

ROOT = Path(rulewright.__file__).parent
STAGES = ("source", "syntax", "compose", "check", "scenarios", "workspace")
METHODS = {"exists", "glob", "is_dir", "is_file", "isdir", "isfile", "iterdir", "lexists", "read_bytes", "read_text"}
FUNCTIONS = {"open", "open_file"}
OWN_DATA = {
    "source/cache.py", "source/conforming.py", "source/disk.py", "source/folders.py", "source/languages/__init__.py",
    "source/schema.py", "source/writing.py", "syntax/highlighting/__main__.py", "syntax/recovery/hints.py",
    "syntax/parse_cache.py", "syntax/tables.py",
}  # fmt: skip
"""Modules that open the interpreter's own data, the user's cache, or what is written."""


def opened(text: str) -> set[str]:
    """Return the calls in a module that look at files."""
    calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    found = {call.id for call in calls if isinstance(call, ast.Name)} & FUNCTIONS
    methods = (call for call in calls if isinstance(call, ast.Attribute) and ast.unparse(call.value) != "disk()")
    return found | {call.attr for call in methods} & METHODS


@pytest.mark.parametrize("stage", STAGES)
def test_no_stage_opens_files_itself(stage: str) -> None:
    for path in sorted((ROOT / stage).rglob("*.py")):
        if path.relative_to(ROOT).as_posix() not in OWN_DATA:
            assert opened(path.read_text("utf-8")) == set(), path


def test_an_opened_file_is_noticed() -> None:
    assert opened("def text(path):\n    return path.read_text('utf-8')") == {"read_text"}
    assert opened("def there(path):\n    return disk().is_file(path)") == set()
