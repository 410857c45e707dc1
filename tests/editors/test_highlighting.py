"""Generated grammars are current, and colour rule files as the lexer of the interpreter cuts them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pygments import lex
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, Number, Operator, String
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.syntax.highlighting import word_classes
from rulewright.syntax.highlighting.__main__ import GENERATED, write
from rulewright.syntax.highlighting.snippets import body, typed_forms
from rulewright.syntax.lines import cut_lines
from rulewright.syntax.parser import parse
from rulewright.syntax.sentence_words import sentence_forms, statement_words
from rulewright.syntax.tables import tables

ROOT = Path(__file__).parents[2]
RULES = sorted([*ROOT.glob("rulesets/*/rules/*.rules"), *ROOT.glob("examples/*/rules/*.rules")])


@pytest.mark.parametrize("place", GENERATED)
def test_generated_files_are_current(place: str) -> None:
    again = "python -m rulewright.syntax.highlighting editors"
    assert (ROOT / "editors" / place).read_text("utf-8") == GENERATED[place](), f"run  {again}"


def test_all_files_are_written_below_a_folder(tmp_path: Path) -> None:
    write(tmp_path)
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")} == set(GENERATED)


# ---- classes of words


def test_every_word_of_the_language_has_a_class() -> None:
    classes = word_classes()
    assert {word for words in classes for word in words} == {word for word in tables().words if word[0].isalpha()}
    assert set(classes.declarations) & set(classes.statements) == set()
    assert statement_words() <= {*classes.statements, *classes.verbs}


def test_a_longer_word_comes_before_one_that_it_begins_with() -> None:
    for words in word_classes():
        for at, word in enumerate(words):
            assert not any(later.startswith(word) for later in words[at + 1 :]), word


# ---- Pygments


def test_pygments_finds_the_lexer() -> None:
    assert get_lexer_by_name("rulewright").name == get_lexer_for_filename("a.rules").name == "Rulewright"


def colours(text: str) -> dict[tuple[int, int], object]:
    """Return the token of Pygments at each line and column where one begins."""
    found: dict[tuple[int, int], object] = {}
    line, column = 1, 1
    for kind, value in lex(text, get_lexer_by_name("rulewright", stripnl=False, ensurenl=False)):
        found[line, column] = kind
        line += value.count("\n")
        column = len(value) - value.rfind("\n") if "\n" in value else column + len(value)
    return found


KINDS = {"INT": Number.Integer, "STRING": String.Double}


@pytest.mark.parametrize("path", sampled(6, RULES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pygments_agrees_with_the_lexer_of_the_interpreter(path: Path) -> None:
    text = path.read_text("utf-8")
    at, words = colours(text), tables().words
    for line in cut_lines(text):
        for piece in line.pieces:
            kind = at[line.number, piece.column]
            if piece.kind == "NAME" and piece.text not in words:
                assert kind in Name, (line.number, piece)
            elif piece.kind == "NAME":
                assert kind in Keyword or kind in Operator.Word or kind in Name, (line.number, piece)
            elif piece.kind in KINDS:
                assert kind is KINDS[piece.kind], (line.number, piece)
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            assert at[number, 1] is Comment.Single


def test_words_have_the_colour_of_what_they_do_there() -> None:
    at = colours('step sell (lot):\n    if 3 is in row:\n        seller takes 2 coins\ntile flag "A {lot} b":\n')
    assert at[1, 1] is Keyword.Declaration and at[1, 6] is Name.Function
    assert at[2, 5] is Keyword and at[2, 13] is Operator.Word
    assert at[3, 9] is Name and at[3, 16] is Keyword and at[3, 22] is Number.Integer
    assert at[4, 1] is Name.Class and at[4, 6] is Name.Function and at[4, 15] is Name


@pytest.mark.parametrize("text", ['"', '"{', '"{"', "\t\x00é'", 'a "b\nc "d {e\nf', "step", "€ 3x x3 -", ""])
def test_pygments_keeps_any_text(text: str) -> None:
    lexer = get_lexer_by_name("rulewright", stripnl=False, ensurenl=False)
    assert "".join(value for _, value in lex(text, lexer)) == text


# ---- TextMate


def patterns(node: object) -> list[str]:
    """Return the regular expressions of a grammar."""
    if isinstance(node, list):
        return [one for each in node for one in patterns(each)]
    if not isinstance(node, dict):
        return []
    own = [node[key] for key in ("match", "begin", "end") if key in node]
    return own + [one for value in node.values() for one in patterns(value)]


def test_the_grammar_includes_only_what_it_has() -> None:
    text = GENERATED["vscode/syntaxes/rulewright.tmLanguage.json"]()
    grammar = json.loads(text)
    assert set(re.findall(r'"#([a-z]+)"', text)) == set(grammar["repository"])
    found = patterns(grammar)
    assert len(found) > 15
    for one in found:
        re.compile(one)


# ---- snippets


BLOCKS = ("", '    tell "text"\n', '    option one:\n        tell "text"\n')


def filled_in(form: str) -> str:
    """Return what a snippet inserts, each placeholder with a value that may stand there."""
    given = {"number": "2", "condition": "one is two"}
    return re.sub(r"\$\{\d+:([^}]*)\}", lambda found: given.get(found[1], found[1]), body(form)[0])


def valid(line: str) -> bool:
    """Return whether a line stands somewhere: in column 1 or in a step, with one block or another below it."""
    for block in BLOCKS:
        inside = "".join(f"    {one}" for one in block.splitlines(keepends=True))
        for text in (f"{line}\n{block}", f"step one:\n    {line}\n{inside}"):
            findings = Findings()
            parse("typed.rules", text, findings)
            if not findings.found:
                return True
    return False


@pytest.mark.parametrize("word", sorted(statement_words() - {"otherwise", "end"}))
def test_snippets_of_statements_can_be_typed(word: str) -> None:
    mine = [
        form
        for form in typed_forms()
        if re.search(rf"\b{word}\b", form) and sentence_forms().get(word, "").find(form) >= 0
    ]
    assert mine, word
    for form in mine:
        assert valid(filled_in(form)), filled_in(form)


def test_a_snippet_that_cannot_be_typed_is_noticed() -> None:
    assert not valid("let two words be 3")
