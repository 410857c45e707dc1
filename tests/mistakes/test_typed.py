"""One mistake, one message: on the line that causes it, with what is wrong and what to write instead.

`# instead: LINES` in a case is what somebody types who does as he is told; lines are parted by ` | `. It is right.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.tiers import sampled

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "check"))

from check_cases import Case, cases_in, expectations, found_in, write  # noqa: E402
from told import REMEDY, read, told  # noqa: E402

CASES = list(cases_in(HERE / "typed.rules"))
TOLD = read(HERE)
EXPECTED = re.compile(r"^( *)[^#\n]*# expect: .*$", re.MULTILINE)
INSTEAD = re.compile(r"^# instead: (.*)$", re.MULTILINE)
SAYS = re.compile(r"^# says: (.*)$", re.MULTILINE)


@pytest.mark.parametrize("case", sampled(7, CASES), ids=lambda case: case.name)
def test_one_mistake_one_message(case: Case, tmp_path: Path) -> None:
    (expected,) = expectations(case)
    (found,) = found_in(write(case, tmp_path))
    place = (found.span.file, found.span.line, found.code, found.span.column)
    assert place == (expected.file, expected.line, expected.code, expected.column)
    (says,) = (said for text in case.files.values() for said in SAYS.findall(text))
    told = "\n".join((found.message, *found.remedy))
    assert says in told, told


@pytest.mark.parametrize("case", sampled(7, CASES), ids=lambda case: case.name)
def test_every_message_says_what_to_do(case: Case, tmp_path: Path) -> None:
    """In the remedy; a message that ends in what is missing says it already."""
    (found,) = found_in(write(case, tmp_path))
    assert told([found]) == TOLD.get(case.name), REMEDY
    said = re.search(r"\b(belongs here|missing|may follow|no colon here)\b", found.message)
    assert found.remedy or said, found.message


@pytest.mark.parametrize(
    "case",
    sampled(3, [case for case in CASES if INSTEAD.search("".join(case.files.values()))]),
    ids=lambda case: case.name,
)
def test_whoever_does_as_he_is_told_is_right(case: Case, tmp_path: Path) -> None:
    files = {file: _as_told(text) for file, text in case.files.items()}
    assert found_in(write(Case(case.name, files), tmp_path)) == []


def _as_told(text: str) -> str:
    """Return a text in which other lines stand in place of the wrong one, at the same indentation."""
    told = INSTEAD.search(text)
    if told is None:
        return text
    return EXPECTED.sub(lambda found: "\n".join(found[1] + line for line in told[1].split(" | ")), text, count=1)
