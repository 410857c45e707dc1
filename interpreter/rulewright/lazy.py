"""Imports that are carried out when a name is first used, so that commands start without what they do not need.

A package lists all of its own in its `late.py`, in a form that type checkers and editors read, too:

    if TYPE_CHECKING:
        from rulewright.report import rulebook
        from textual.app import App
    else:
        __getattr__ = imports_of(__file__)

and writes `late.rulebook.pages(…)` where it needs one. Nothing is kept here, as Python itself keeps modules; so it is
not for inner loops.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path


@cache
def listed_imports(file: str) -> dict[str, tuple[str, str]]:
    """Return the imports for type checkers in a file, by name: a module, and a name within it if one is given."""
    blocks = [node.body for node in ast.parse(Path(file).read_text("utf-8")).body if isinstance(node, ast.If)]
    found: dict[str, tuple[str, str]] = {}
    for line in (line for block in blocks for line in block):
        if isinstance(line, ast.ImportFrom):
            found |= {each.asname or each.name: (line.module or "", each.name) for each in line.names}
        elif isinstance(line, ast.Import):
            found |= {each.asname or each.name: (each.name, "") for each in line.names}
    return found


def imports_of(file: str) -> Callable[[str], object]:
    """Return the `__getattr__` of a module with imports for type checkers."""

    def load(name: str) -> object:
        if name not in listed_imports(file):
            raise AttributeError(f"{file} has no import of {name!r}")
        module, attribute = listed_imports(file)[name]
        found = import_module(module)
        if not attribute:
            return found
        # a module inside a package becomes an attribute of the package only when it is imported
        return getattr(found, attribute) if hasattr(found, attribute) else import_module(f"{module}.{attribute}")

    return load
