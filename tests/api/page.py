"""The page of the Python API, made from the docstrings: `python tests/api/page.py` writes it anew."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import rulewright as rw

PAGE = Path(__file__).parents[2] / "interpreter" / "API.md"
HEAD = """# The Python API

Generated from the docstrings by `python tests/api/page.py`; the tests run every example in the folder of the project.

A random player in full:

```python
import random
import rulewright as rw

game = rw.load("./examples/kuhn-poker").start(words=False)
while not game.over:
    game.choose(random.choice(game.question.choices))
print(game.totals)
```
"""


def members() -> list[tuple[str, object]]:
    """Return every public name with what it stands for, and the public methods and properties of classes."""
    return [member for name in rw.__all__ for member in _with_parts(name, getattr(rw, name))]


def _with_parts(name: str, thing: object) -> Iterator[tuple[str, object]]:
    yield name, thing
    if inspect.isclass(thing) and thing.__module__.startswith("rulewright.api"):
        for key, value in vars(thing).items():
            if key[0] != "_" and (inspect.isfunction(value) or isinstance(value, property)):
                yield f"{name}.{key}", value


def page() -> str:
    """Return the page as Markdown."""
    return HEAD + "".join(_entry(name, thing) for name, thing in members())


def _entry(name: str, thing: object) -> str:
    text = inspect.getdoc(thing) or ""
    words, _, example = text.partition("\n>>> ")
    shown = f"```pycon\n>>> {example.strip()}\n```\n" if example else ""
    depth = "###" if "." in name else "##"
    return f"\n{depth} `{name}{_signature(thing)}`\n\n{words.strip()}\n" + (f"\n{shown}" if shown else "")


def _signature(thing: object) -> str:
    if not inspect.isfunction(thing):
        return ""
    given = inspect.signature(thing)
    return str(given.replace(parameters=[p for p in given.parameters.values() if p.name != "self"])).replace("'", "")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
