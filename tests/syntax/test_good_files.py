"""Everything in good/ is read without a finding, and read as Lark itself would read it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree
from lark.indenter import Indenter

from rulewright import reference
from rulewright.diagnostics import Findings, Span
from rulewright.syntax.expressions import Word
from rulewright.syntax.lalr import LalrParser
from rulewright.syntax.lines import cut_lines
from rulewright.syntax.parser import parse
from rulewright.syntax.probe import first_failure
from rulewright.syntax.reduce_actions import reduce_actions
from rulewright.syntax.tables import grammar, tables

GOOD = sorted((Path(__file__).parent / "good").glob("*.rules"))
PAGES = sorted(Path(reference.__file__).parent.glob("*.md"))
EXAMPLE = re.compile(r"^```rules\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


class Shapes:
    """A builder that only says which part was made of what."""

    def __getattr__(self, name: str) -> Any:
        return lambda span, values: (name, *values)


def lark_shape(node: Any) -> Any:
    if isinstance(node, Tree):
        return (str(node.data), *(lark_shape(child) for child in node.children))
    if isinstance(node, Token):
        return int(node) if node.type in ("INT", "_BELOW_ZERO") else str(node).strip('"')
    return node


def own_shape(node: Any) -> Any:
    if isinstance(node, Word):
        return node.text
    return tuple(own_shape(child) for child in node) if isinstance(node, tuple) else node


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_reads_without_a_finding(path: Path) -> None:
    findings = Findings()
    assert parse("good.rules", path.read_text("utf-8"), findings)
    assert findings.found == []


FORMS = [part.split("\n", 1) for part in GOOD[0].read_text("utf-8").split("# ==== ")[1:]]


@pytest.mark.parametrize(("name", "text"), FORMS, ids=[name for name, _ in FORMS])
def test_a_form_is_read_without_a_finding(name: str, text: str) -> None:
    findings = Findings()
    assert parse("form.rules", text, findings)
    assert findings.found == []


@pytest.mark.slow
def test_reads_as_lark_does() -> None:
    lark = Lark(grammar(), parser="lalr", postlex=Blocks(), maybe_placeholders=True)
    examples = (found for page in PAGES for found in EXAMPLE.findall(page.read_text("utf-8")))
    texts = [*examples, *(path.read_text("utf-8") for path in GOOD)]
    # Lark does not know that a word may be a verb, nor that words of few sentences are names elsewhere.
    alike = [text for text in texts if not any(piece.plain for line in cut_lines(text) for piece in line.pieces)]
    alike = [text for text in alike if first_failure(tables(), "start", cut_lines(text)) is None]
    assert len(alike) * 10 >= len(texts) * 9
    for text in alike:
        reader = LalrParser(tables(), reduce_actions(tables(), Shapes()), "good.rules", 0)
        assert own_shape(reader.read("start", cut_lines(text))) == lark_shape(lark.parse(text.strip() + "\n"))


def test_grammar_has_no_conflicts() -> None:
    pytest.importorskip("interegular")
    Lark(grammar(), parser="lalr", postlex=Blocks(), strict=True, maybe_placeholders=True, start=["start", "full"])


def test_spans_are_the_words_of_the_text() -> None:
    text = 'step sell (lot):\n    set lot\'s price to (3 + 4)\n    tell "x"\n'
    (step,) = parse("f", text, Findings())
    change = step.body.lines[0]  # type: ignore[union-attr]
    assert step.span == Span("f", 1, 1, 3, 13)
    assert change.span == Span("f", 2, 5, 2, 31)
    assert change.target.span == Span("f", 2, 9, 2, 20)
    assert change.value.span == Span("f", 2, 25, 2, 30) or change.value.span == Span("f", 2, 24, 2, 31)
