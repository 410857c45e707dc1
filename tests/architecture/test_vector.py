"""Only the engine and what compiles and runs programs knows the vector and the tables of a program.

Everybody else asks a `Position` or a `Program`. What does not do so yet is listed; the lists may only become shorter.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from package import ROOT, imported_names, modules, package_of, parsed
from test_walls import MAY_IMPORT

INSIDE = ("compile", "backends", "engine")
OUTSIDE = [package for package in MAY_IMPORT if package not in (*INSIDE, "diagnostics", "source", "jobs", "syntax")]
VECTORS = {"state", "vector"}
"""What vectors are called."""

TABLES_KNOWN = """
"""
VECTOR_READ = """
"""


def names_tables(path: Path, root: Path) -> bool:
    return any(name.startswith("rulewright.compile.tables") for name in imported_names(path, root))


def reads_vector(tree: ast.AST) -> bool:
    """Whether a module takes a number out of a vector, or writes one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            value = node.value
            name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
            if name in VECTORS:
                return True
    return False


def outside(root: Path) -> dict[str, Path]:
    """Return the modules that may not, by name."""
    return {path.relative_to(root).as_posix(): path for path in modules(root) if package_of(path, root) not in INSIDE}


def with_tables(root: Path = ROOT) -> set[str]:
    return {name for name, path in outside(root).items() if names_tables(path, root)}


def with_vectors(root: Path = ROOT) -> set[str]:
    return {name for name, path in outside(root).items() if reads_vector(parsed(path))}


@pytest.mark.slow
def test_no_other_module_imports_the_tables_of_programs() -> None:
    assert with_tables() == set(TABLES_KNOWN.split())


@pytest.mark.slow
def test_no_other_module_reads_vectors() -> None:
    assert with_vectors() == set(VECTOR_READ.split())


@pytest.mark.parametrize("package", OUTSIDE)
def test_an_access_in_any_package_is_found(package: str, tmp_path: Path) -> None:
    planted = tmp_path / package / "planted.py"
    planted.parent.mkdir()
    planted.write_text("from rulewright.compile.tables import bits\n\nseat = bits(game.state[0])\n", "utf-8")
    assert with_tables(tmp_path) == with_vectors(tmp_path) == {f"{package}/planted.py"}
