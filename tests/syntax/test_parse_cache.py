"""What is kept between runs gives the same trees as reading does, and only what was edited is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.diagnostics import Findings, Span
from rulewright.source.remembering import forget_everything
from rulewright.syntax import parser, tables
from rulewright.syntax.expressions import Arithmetic, Name, Number
from rulewright.syntax.parse_cache import codec
from rulewright.syntax.parser import declaration_texts, parse, parse_value

GOOD = sorted((Path(__file__).parent / "good").glob("*.rules"))


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_encoding_gives_back_the_same_tree(path: Path) -> None:
    trees = parse("f.rules", path.read_text("utf-8"), Findings())
    assert codec().decode(codec().encode(trees, 7), "f.rules", 7) == trees


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_second_reading_is_the_same(path: Path) -> None:
    text = path.read_text("utf-8")
    first = parse(f"second/{path.name}", text, Findings())
    forget_everything()
    assert parse(f"second/{path.name}", text, Findings()) == first


def test_only_the_edited_declaration_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "step one:\n    stop\nstep two:\n    take 1 coin\nstep three:\n    stop\n"
    parse("edited.rules", text, Findings())
    read: list[str] = []
    original = parser.parse_declaration

    def counted(file: str, above: int, piece: str, *more: Any) -> object:
        read.append(piece)
        return original(file, above, piece, *more)

    monkeypatch.setattr(parser, "parse_declaration", counted)
    edited = "# a line above\n\n" + text.replace("take 1", "take 2")
    trees = parse("edited.rules", edited, Findings())
    assert [piece.split(":")[0] for piece in read] == ["# a line above\n", "step two"]
    assert [tree.span.line for tree in trees] == [3, 5, 7]
    monkeypatch.undo()
    assert trees == tuple(
        t for above, p in declaration_texts(edited) for t in original("edited.rules", above, p, Findings())
    )


def test_mistakes_are_reported_every_time() -> None:
    for _ in range(2):
        findings = Findings()
        parse("wrong.rules", "step one:\n    stopp\n", findings)
        assert [finding.code for finding in findings.found] == ["unknown-word"]


@pytest.mark.slow
def test_damaged_kept_data_is_only_read_again(own_cache: Path) -> None:
    text = "step one:\n    stop\n"
    trees = parse("damaged.rules", text, Findings())
    for path in own_cache.glob("rules-*"):
        path.write_bytes(path.read_bytes()[:-3] + b"xyz")
    forget_everything()
    assert parse("damaged.rules", text, Findings()) == trees


def test_tables_from_the_cache_are_the_same() -> None:
    tables.tables.cache_clear()
    first = tables.tables()
    tables.tables.cache_clear()
    assert tables.tables() == first


def test_every_class_of_the_tree_can_be_kept() -> None:
    assert len(codec().kinds) > 60


def test_value_in_braces() -> None:
    findings = Findings()
    value = parse_value("price + 12", Span("f.rules", 4, 20, 4, 30), findings)
    assert value == Arithmetic(
        Span("f.rules", 4, 20, 4, 30),
        "+",
        Name(Span("f.rules", 4, 20, 4, 25), "price"),
        Number(Span("f.rules", 4, 28, 4, 30), 12),
    )
    assert findings.found == []


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("price +", "sentence-unfinished", 27),
        ("", "braces-empty", 20),
        ("  ", "braces-empty", 20),
        ("price = 3", "sign-unknown", 26),
        ("nubmer of cards", "unknown-word", 20),
        ("player's", "word-missing", 28),
        ("price price", "word-too-many", 26),
        ("Price", "capital-letter", 20),
        ("a" * 2000, "sentence-too-long", 20),
    ],
)
def test_mistakes_in_braces(text: str, code: str, column: int) -> None:
    findings = Findings()
    assert parse_value(text, Span("f.rules", 4, 20, 4, 20 + len(text)), findings) is None
    assert [(d.code, d.span.line, d.span.column) for d in findings.found] == [(code, 4, column)]
