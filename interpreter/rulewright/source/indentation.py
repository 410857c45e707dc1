"""Finds entries of YAML files that stand too far to the left or to the right, and so in the wrong group.

To YAML `price:` in column 1 is an entry beside `figures:` and not one of its own. Entries that mean nothing where they
stand are read in other columns: `validate_tree` keeps the first tree that has fewer mistakes. For instance:

    kind: figures
    figures:
      price: 3
    limit: 5

Here `limit` is unknown beside `figures`. With its lines moved 2 columns to the right it is one of the figures, the
schema finds no mistake, and the message says that it stands too far to the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulewright.diagnostics import Code, Diagnostic, Findings
from rulewright.source.nodes import Scalar, YamlNode, entries_of, items_of

SHIFTS = (2, -2, 4, -4, 6, -6, 3, -3)
"""By how many columns entries are moved, most likely ones first."""

Entries = Sequence[tuple[Scalar, YamlNode]]
Reader = Callable[[str, str, Findings], YamlNode | None]
"""Reads the text of a file as a tree."""


def indented_otherwise(read: Reader, text: str, entries: Entries) -> Iterator[tuple[YamlNode, Diagnostic]]:
    """Yield the trees of a text with some entries in other columns, each with the message that they belong there."""
    span = entries[0][0].span
    for shift in SHIFTS:
        lines = text.split("\n")
        for key, value in entries:
            for at in range(key.span.line - 1, max(key.span.line, value.span.end_line)):
                lines[at] = " " * shift + lines[at][max(0, -shift) :]
        tree = read(span.file, "\n".join(lines), Findings()) if span.column + shift > 0 else None
        if tree is not None:
            side, more = ("left", "more") if shift > 0 else ("right", "fewer")
            home = _home_of_line(tree, span.line, "the whole file")
            names = ", ".join(f'"{key.text}"' for key, _ in entries)
            message = f"this stands too far to the {side}; it belongs to {home}"
            remedy = f"Put {abs(shift)} blanks {more} before each line of {names}."
            yield tree, Diagnostic(Code.WRONG_INDENTATION, span, message, (remedy,))


def _home_of_line(node: YamlNode, line: int, name: str) -> str:
    """Return the entry to which what begins in a line belongs, in quotes; nothing if it is not in this part."""
    if any(key.span.line == line for key, _ in entries_of(node)):
        return name
    inside = [(f'"{key.text}"', value) for key, value in entries_of(node)]
    inside += [(name, item) for item in items_of(node)]
    return next(filter(None, (_home_of_line(part, line, title) for title, part in inside)), "")
