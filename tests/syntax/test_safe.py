"""Whatever stands in a file, reading it ends soon, with findings and never with anything else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.tiers import sampled
from tests.work import assert_linear

from rulewright.diagnostics import Findings
from rulewright.diagnostics.limits import BLOCKS_DEEP
from rulewright.syntax.parser import parse

GOOD = "\n".join(path.read_text("utf-8") for path in sorted((Path(__file__).parent / "good").glob("*.rules")))
SCRAPS = (
    "x",
    '"',
    ":",
    "(",
    ")",
    "    ",
    "\t",
    "\n",
    "for",
    "each",
    "is",
    "not",
    "'s",
    "=",
    ",",
    "#",
    "\u00e9",
    "9",
    "A",
    "-",
    "{",
)


def codes(text: str) -> list[str]:
    findings = Findings()
    parse("f.rules", text, findings)
    return [finding.code for finding in findings.found]


@pytest.mark.slow
def test_ten_thousand_blocks_in_one_another_give_one_message() -> None:
    text = "step deep:\n" + "".join(" " * depth + "if a is b:\n" for depth in range(1, 10_000))
    assert codes(text) == ["too-deep"]


def test_the_deepest_block_allowed_is_read() -> None:
    text = "step deep:\n" + "".join("    " * depth + "if a is b:\n" for depth in range(1, BLOCKS_DEEP.most))
    assert codes(text + "    " * BLOCKS_DEEP.most + "stop\n") == []


@pytest.mark.parametrize(
    "line",
    [
        "let x be " + "(" * 10_000 + "1" + ")" * 10_000,
        "let x be " + "(" * 300 + "1" + ")" * 300,
        "let x be 1" + " + 1" * 200,
        "let x be a" + "'s b" * 200,
        "let x be " + "a times " * 110 + "b",
        "if " + "not " * 150 + "a is b:",
        "tell " + '"' + "x" * 1_000_000 + '"',
        "x" * 5_000_000,
    ],
    ids=["brackets", "some-brackets", "sum", "owners", "times", "not", "text", "word"],
)
def test_sentences_without_end_give_one_message(line: str) -> None:
    assert codes(f"step long:\n    {line}\n        stop\n") == ["sentence-too-long"]


def test_many_replacements_in_one_another() -> None:
    assert codes("replace " * 120 + "step x:\n    stop\n") == ["sentence-too-long"]


@pytest.mark.slow
def test_a_large_file_of_nonsense_is_not_read_to_its_end() -> None:
    found = codes("what is this\n" * 200_000)
    assert found[-1] == "too-many-mistakes"
    assert len(found) < 150


@pytest.mark.slow
def test_one_declaration_of_nonsense_is_little_work() -> None:
    assert codes("step x:\n" + "    what is this thing\n" * 3_000)
    assert_linear(lambda size: codes("step x:\n" + "    what is this thing\n" * size), 250)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeffstep x:\n    stop\n", "step x:\r\n    stop\r\n"])
def test_nothing_wrong_with_these(text: str) -> None:
    assert codes(text) == []


@pytest.mark.parametrize("text", ["{\n :", "-\n 5", "|\n :\n"])
def test_a_first_line_of_nothing_but_a_sign(text: str) -> None:
    assert set(codes(text)) & {"minus-blanks", "sign-unknown"}


def test_a_name_that_cannot_be_encoded() -> None:
    assert codes("step \ud800:\n    stop\n") == ["sign-unknown"]


@pytest.mark.parametrize("seed", sampled(5, range(150)))
def test_damaged_files_give_findings_only(seed: int) -> None:
    chance = random.Random(seed)
    text = GOOD
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text))
        cut = chance.choice((0, 0, 1, 5, 30))
        text = text[:at] + chance.choice(SCRAPS) * chance.choice((0, 1, 1, 2)) + text[at + cut :]
    findings = Findings()
    parse("f.rules", text, findings)
    for finding in findings.found:
        assert finding.message
        assert finding.span.line >= 1
        assert 1 <= finding.span.column <= finding.span.end_column
