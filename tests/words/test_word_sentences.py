"""How each word reads: laid out by the formatter, in the rulebook, and in the log, in English and in Polish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.tiers import sampled
from tests.words.words_made import HERE, ROWS, folder_of, said, text_of, write

from rulewright.chance import pick
from rulewright.diagnostics import Findings
from rulewright.engine import Game
from rulewright.report.rulebook_markdown import rulebook_markdown
from rulewright.rulebook import book_of
from rulewright.syntax.formatting import format_rules
from rulewright.workspace import load

LINKS = re.compile(r"\[([^]]*)\]\(#[^)]*\)|^ *\d+\. |^ *- ", re.MULTILINE)
GAMES = 6


@pytest.mark.parametrize("word", ROWS)
def test_the_formatter_leaves_a_row_as_it_is(word: str) -> None:
    findings = Findings()
    assert format_rules(f"{word}.rules", text_of(word), findings) == text_of(word)
    assert not findings.found


def book(word: str) -> str:
    """Return the rulebook of a row as plain text in one line."""
    written = rulebook_markdown(book_of(load(str(folder_of(word))))).replace("*", "")
    return " ".join(LINKS.sub(r"\1", written).split())


@pytest.mark.parametrize("word", sampled(9, ROWS))
def test_the_rulebook_has_the_sentences_of_a_word(word: str) -> None:
    assert said(word, "reads"), "each row says how its word reads"
    whole = book(word)
    assert [sentence for sentence in said(word, "reads") if sentence not in whole] == []


def told(folder: Path, language: str) -> set[str]:
    """Return the lines of the log of some games."""
    rules = load(str(folder))
    program = (rules.in_language(language) if language else rules).program(3, traced=True)
    found = set()
    for number in range(1, GAMES + 1):
        game = Game.start(program, number)
        while not game.over:
            game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
        found |= {line.text for line in game.log}
    return found


@pytest.mark.parametrize("language", ["", "pl"])
@pytest.mark.parametrize("word", sampled(3, [word for word in ROWS if said(word, "log")]))
def test_the_log_has_the_lines_of_a_word(word: str, language: str, tmp_path: Path) -> None:
    folder = write(word, tmp_path / "words")
    (folder / "labels").mkdir()
    (folder / "labels" / "pl.yaml").write_text((HERE / "pl.yaml").read_text("utf-8"), "utf-8")
    lines = said(word, f"log {language}".strip())
    assert lines and not set(lines) - told(folder, language)


def test_other_sentences_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.rulebook.phrases.OPENING_WORDS", frozenset())
    assert said("swap-places", "reads")[0] not in book("swap-places")
