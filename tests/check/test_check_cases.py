"""Each bad case is named once, with its code and place; each good one passes without a word."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from check_cases import HERE, Case, cases, expectations, found_in, write
from test_changes import CASES as CHANGES
from tests.tiers import sampled
from told import REMEDY, read, told

import rulewright
from rulewright.backends import ExecutionError, Program
from rulewright.chance import pick
from rulewright.workspace import compiled_program

GOOD, BAD = list(cases("good")), list(cases("bad"))
TOLD = read(HERE / "bad")
JARGON = re.compile(
    r"\b(token|identifier|parameter|argument|statement|procedure|arity|symbol|expression|boolean|integer|null|domain)s?\b"
)


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_each_mistake_is_named_once(case: Case, tmp_path: Path) -> None:
    found = found_in(write(case, tmp_path))
    expected = expectations(case)
    assert expected, "the case expects nothing"
    got = sorted((d.span.file, d.span.line, d.code, d.span.column) for d in found)
    assert [g[:3] for g in got] == [(e.file, e.line, e.code) for e in expected], found
    for (_, line, code, column), wanted in zip(got, expected, strict=True):
        assert wanted.column in (0, column), f"{line}: {code} at {column}, not {wanted.column}"


@pytest.mark.parametrize("case", sampled(7, BAD), ids=lambda case: case.name)
def test_messages_are_those_that_are_kept_in_words_of_the_table(case: Case, tmp_path: Path) -> None:
    found = found_in(write(case, tmp_path))
    assert told(found) == TOLD.get(case.name), REMEDY
    for finding in found:
        text = " ".join((finding.message, *finding.remedy))
        assert not JARGON.search(text), text
        assert not finding.message[0].isupper(), text
        assert finding.message[-1] != ".", text
        assert all(line[-1] in ".?" for line in finding.remedy), text


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_nothing_is_found_where_nothing_is_wrong(case: Case, tmp_path: Path) -> None:
    assert found_in(write(case, tmp_path)) == []


@pytest.mark.parametrize("case", sampled(3, GOOD), ids=lambda case: case.name)
def test_what_is_right_can_be_played_in_both_builds(case: Case, tmp_path: Path) -> None:
    folder = str(write(case, tmp_path))
    plain, traced = (compiled_program(folder, seats=2, traced=traced) for traced in (False, True))
    for number in range(1, 4):
        assert list(played(plain, number)) == list(played(traced, number))


def played(program: Program, number: int) -> Iterator[tuple[list[int] | str | None, list[int]]]:
    """Yield what comes of each decision of a random game: choices, the end, or what went wrong; and the vector."""
    state = program.initial(number)
    after, given = program.advance, state[0]
    for made in range(20):
        try:
            codes = after(state, given)
        except ExecutionError as problem:
            yield str(problem), state
            return
        yield codes, state.copy()
        if codes is None:
            return
        after, given = program.take, codes[pick(number, made, len(codes))]


@pytest.mark.slow
def test_every_code_of_the_checks_has_a_case() -> None:
    folder = Path(rulewright.__file__).parent / "check"
    written = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("add", "fail", "report"):
                written |= {a.value for a in node.args[:1] if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    shown = {expected.code for case in BAD for expected in expectations(case)} | {code for _, code, _ in CHANGES}
    assert {code for code in written if "-" in code} <= shown
    assert len(BAD) >= 100
