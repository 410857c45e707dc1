"""From the text of a rule file to its declarations.

A file is cut at the lines that begin in column 1; each piece is one declaration and is read on its own, so a mistake in
one never hides a mistake in another.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from lark import Lark, UnexpectedInput
from lark.indenter import DedentError, Indenter

from rulewright.diagnostics import Findings
from rulewright.syntax.build_declarations import Declarations
from rulewright.syntax.declarations import Decl
from rulewright.syntax.mistakes import explain_layout, explain_unexpected

MAX_DEPTH = 24
"""Deepest indentation, in blocks. A rule that needs more cannot be read aloud."""


class Blocks(Indenter):
    """Indentation opens and closes blocks."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@lru_cache(maxsize=1)
def grammar() -> str:
    """Return the text of the grammar."""
    return files("rulewright.syntax").joinpath("rules.lark").read_text("utf-8")


@lru_cache(maxsize=1)
def _machinery() -> tuple[Lark, Declarations]:
    builder = Declarations()
    parser = Lark(
        grammar(), parser="lalr", postlex=Blocks(), propagate_positions=True, maybe_placeholders=True,
    )  # fmt: skip
    return parser, builder


def pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield each declaration's text with the number of lines above it."""
    lines = text.split("\n")
    start = 0
    for number, line in enumerate(lines):
        if number > start and line[:1].strip() and not line.startswith("#"):
            yield start, "\n".join(lines[start:number])
            start = number
    yield start, "\n".join(lines[start:])


def parse(file: str, text: str, findings: Findings) -> tuple[Decl, ...]:
    """Return the declarations of a rule file; what cannot be read becomes a finding."""
    text = text.replace("\r\n", "\n")
    return tuple(decl for above, piece in pieces(text) for decl in parse_piece(file, above, piece, findings))


def parse_piece(file: str, above: int, piece: str, findings: Findings) -> tuple[Decl, ...]:
    """Read the declarations in one piece of a file that has `above` lines over it."""
    if not any(line.split("#")[0].strip() for line in piece.split("\n")):
        return ()
    if explain_layout(file, above, piece, MAX_DEPTH, findings):
        return ()
    parser, builder = _machinery()
    builder.file, builder.offset = file, above
    try:
        return builder.transform(parser.parse(piece.rstrip() + "\n"))  # type: ignore[no-any-return]
    except (UnexpectedInput, DedentError) as problem:
        explain_unexpected(file, above, piece, problem, findings)
        return ()
