"""Each change on top of a ruleset comes to what its case says, or is refused at its place."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from compose_cases import HERE, Case, cases, looked_at, standing, write
from tests.tiers import sampled

sys.path.insert(0, str(HERE.parent / "check"))

from told import REMEDY, read, told  # noqa: E402

ALL = list(cases())
TOLD = read(HERE / "cases")


@pytest.mark.parametrize("case", sampled(7, ALL), ids=lambda case: case.name)
def test_a_change_comes_to_what_its_case_says(case: Case, tmp_path: Path) -> None:
    write(case, tmp_path)
    rules, figures, found = looked_at(case, tmp_path)
    got = sorted((d.span.file, d.span.line, d.code, d.span.column) for d in found)
    expected = case.expected()
    assert [g[:3] for g in got] == [e[:3] for e in expected], found
    assert all(wanted[3] in (0, one[3]) for one, wanted in zip(got, expected, strict=True)), got
    claims = _claims(case)
    assert expected or claims or case.said("figure") or case.said("pieces"), "a case expects something"
    if claims:
        assert rules is not None
        where = standing(rules, tmp_path)
        for name, place in claims:
            assert where.get(name, "") == place
    for said in case.said("figure"):
        name, values = said.split(" ", 1)
        assert figures[name] == [int(value) for value in values.split(", ")]
    for said in case.said("pieces"):
        kind, names = said.split(" ", 1)
        assert rules is not None
        assert [row.name.text for row in rules.rows[kind]] == names.split(", ")


def _claims(case: Case) -> list[tuple[str, str]]:
    given = [(name, place) for name, place in (said.rsplit(" ", 1) for said in case.said("gives"))]
    return [*given, *((name, "") for name in case.said("gone"))]


@pytest.mark.parametrize("case", sampled(7, (case for case in ALL if case.expected())), ids=lambda case: case.name)
def test_every_message_says_what_to_do(case: Case, tmp_path: Path) -> None:
    write(case, tmp_path)
    found = looked_at(case, tmp_path)[2]
    assert told(found) == TOLD.get(case.name), REMEDY
    for finding in found:
        assert finding.remedy or finding.code == "wrong-form", finding
        assert not finding.message[0].isupper() and finding.message[-1] != "."
