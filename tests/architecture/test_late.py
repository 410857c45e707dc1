"""What a package imports late, to start sooner, stands in its `late.py` and nowhere else."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest
from package import ROOT, modules, parsed

from rulewright.lazy import listed_imports

LOADS_FILES = {"players/custom.py", "lazy.py", "cli/main.py"}
"""What imports by a name that only the person who runs it knows, and what carries out late imports."""
LATE = sorted(ROOT.rglob("late.py"))


def late_imports(tree: ast.AST) -> list[int]:
    """Return the lines with imports inside functions."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return sorted(
        {node.lineno for one in functions for node in ast.walk(one) if isinstance(node, ast.Import | ast.ImportFrom)}
    )


@pytest.mark.slow
def test_no_function_imports() -> None:
    found = {path.relative_to(ROOT).as_posix(): late_imports(parsed(path)) for path in modules()}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_modules_are_imported_by_name_in_one_place() -> None:
    named = [path for path in ROOT.rglob("*.py") if "import_module(" in path.read_text("utf-8")]
    assert {path.relative_to(ROOT).as_posix() for path in named} <= LOADS_FILES


@pytest.mark.parametrize("path", LATE, ids=lambda path: path.parent.name)
def test_late_imports_exist_unless_they_belong_to_an_extra(path: Path) -> None:
    late = import_module(".".join(("rulewright", *path.relative_to(ROOT).with_suffix("").parts)))
    ours = {"rulewright", *sys.stdlib_module_names}
    listed = listed_imports(str(path))
    own = [name for name, (module, _) in listed.items() if module.split(".")[0] in ours]
    assert listed
    assert all(getattr(late, name) is not None for name in own)


def test_an_import_in_a_function_is_found() -> None:
    assert late_imports(ast.parse("def open_():\n    if here:\n        from house import roof\n")) == [3]
    with pytest.raises(AttributeError, match="has no import of 'roof'"):
        import_module("rulewright.playtest.late").roof  # noqa: B018
