"""The modules of the package as syntax trees, each parsed once for all tests of the architecture."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import rulewright

ROOT = Path(rulewright.__file__).parent


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def modules(root: Path = ROOT) -> list[Path]:
    """Return the modules of all packages below a folder; what lies in the folder itself belongs to none."""
    return sorted(root.glob("*/**/*.py"))


def package_of(path: Path, root: Path = ROOT) -> str:
    return path.relative_to(root).parts[0]


@cache
def imported_names(path: Path, root: Path = ROOT) -> frozenset[str]:
    """Return the full names that a module imports: late ones, those for type checkers, and those by path included."""
    package = ["rulewright", *path.relative_to(root).parent.parts]
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and _called_name(node.func) == "import_module":
            found |= {word.value for word in node.args if isinstance(word, ast.Constant)}
    return frozenset(found)


def _called_name(function: ast.expr) -> str:
    """Return the last name of what is called; empty for a computed one."""
    return getattr(function, "attr", getattr(function, "id", ""))
