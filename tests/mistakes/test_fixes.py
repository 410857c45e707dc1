"""Every safe fix removes its finding and adds no error, over all cases of mistakes; `check --fix` writes them.

A warning may come up that the mistake had hidden, since rules with mistakes are not checked to the end. Where a case
has `# instead:`, the line that somebody types who follows the message, a safe fix writes that very line.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.tiers import sampled

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.diagnostics import Code, Diagnostic, Edit, Findings, Fix, Span, Suggestion
from rulewright.diagnostics.model import apply_edits
from rulewright.syntax.parser import parse

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "check"))

from check_cases import Case, cases_in, found_in, write  # noqa: E402

INSTEAD = re.compile(r"^# instead: (.*)$", re.MULTILINE)
CASES = [case for file in (HERE / "typed.rules", *sorted((HERE.parent / "check/bad").glob("*.rules")))
         for case in cases_in(file)]  # fmt: skip
UNREADABLE = sorted((HERE.parent / "syntax/bad").glob("*.rules"))
HIDING = {"tak 1 coin", 'cite book "Scoring"', "step play_round:"}
"""Lines whose mistake hides another one, which stands elsewhere in the case."""


def safe(found: list[Diagnostic]) -> Iterator[tuple[Diagnostic, Fix]]:
    yield from ((one, one.fix) for one in found if one.fix is not None and one.fix.safe)


def wrong_after(found: list[Diagnostic], one: Diagnostic, after: list[Diagnostic]) -> list[str]:
    """Return what a fix did not remove, and the errors that it added."""
    left = Counter(str(each.code) for each in after if each.severity == "error")
    return sorted((left - Counter(str(each.code) for each in found if each is not one)).elements())


@pytest.mark.parametrize("case", sampled(7, CASES), ids=lambda case: case.name)
def test_a_safe_fix_removes_its_finding_and_adds_none(case: Case, tmp_path: Path) -> None:
    found = found_in(write(case, tmp_path / "before"))
    for number, (one, fix) in enumerate(safe(found)):
        text = case.files[one.span.file]
        fixed = Case(case.name, {**case.files, one.span.file: apply_edits(text, fix.edits)})
        assert wrong_after(found, one, found_in(write(fixed, tmp_path / str(number)))) == [] or at(one, text) in HIDING
        if told := INSTEAD.search("".join(case.files.values())):
            assert at(one, fixed.files[one.span.file]) == told[1]


def at(one: Diagnostic, text: str) -> str:
    return text.split("\n")[one.span.line - 1].split("#")[0].strip()


@pytest.mark.parametrize("case", sampled(7, CASES), ids=lambda case: case.name)
def test_an_unsafe_fix_removes_its_finding(case: Case, tmp_path: Path) -> None:
    """What a person decides to apply may lead to other findings, but not to the same one."""
    found = found_in(write(case, tmp_path / "before"))
    unsafe = ((one, one.fix) for one in found if one.fix is not None and not one.fix.safe)
    for number, (one, fix) in enumerate(unsafe):
        files = {file: apply_edits(text, edits_in(file, fix)) for file, text in case.files.items()}
        after = found_in(write(Case(case.name, files), tmp_path / str(number)))
        assert sum(same(one, each) for each in after) < sum(same(one, each) for each in found), fix


def same(one: Diagnostic, other: Diagnostic) -> bool:
    return one.span[:2] == other.span[:2] and (one.code, one.message) == (other.code, other.message)


def edits_in(file: str, fix: Fix) -> list[Edit]:
    return [edit for edit in fix.edits if edit.span.file == file]


@pytest.mark.parametrize("path", UNREADABLE, ids=lambda path: path.stem)
def test_safe_fixes_of_unreadable_files_leave_the_other_mistakes(path: Path) -> None:
    text = path.read_text("utf-8")
    found = read(text)
    for one, fix in safe(found):
        assert wrong_after(found, one, read(apply_edits(text, fix.edits))) == [] or at(one, text) in HIDING, fix


def read(text: str) -> list[Diagnostic]:
    findings = Findings()
    parse("bad.rules", text, findings)
    return findings.found


@pytest.mark.slow
def test_there_are_many_safe_fixes() -> None:
    texts = [path.read_text("utf-8") for path in UNREADABLE] + ["\n".join(case.files.values()) for case in CASES]
    counts = Counter(one.code for text in texts for one, _ in safe(read(text)))
    assert sum(counts.values()) >= 200 and len(counts) >= 14, counts


def test_a_fix_in_the_wrong_place_is_noticed() -> None:
    text = "step play:\n    if day is 3\n        set day to 4\n"
    ((one, fix),) = safe(found := read(text))
    shifted = [Edit(edit.span._replace(column=1, end_column=1), edit.text) for edit in fix.edits]
    assert wrong_after(found, one, read(apply_edits(text, fix.edits))) == []
    assert wrong_after(found, one, read(apply_edits(text, shifted))) != []


def test_a_declared_name_is_not_corrected(tmp_path: Path) -> None:
    rules = "step play:\n    for each player in players:\n        tke 1 coin\n"
    (plain,) = found_in(write(Case("plain", {"rules/case.rules": rules}), tmp_path / "plain"))
    declared = f"value tke of player:\n    1\n\n{rules}"
    found = found_in(write(Case("declared", {"rules/case.rules": declared}), tmp_path / "declared"))
    assert plain.fix is not None and plain.fix.safe
    assert [one.fix.safe for one in found if one.fix is not None] == [False]


@pytest.mark.parametrize(
    ("written", "fixed"),
    [("coinn", "coin"), ('"coinn"', '"coin"'), ("c o i n n", None)],
)
def test_a_word_that_is_nearly_another_can_be_replaced(written: str, fixed: str | None) -> None:
    findings = Findings()
    span = Span("a.yaml", 1, 8, 1, 8 + len(written))
    findings.add(Code.UNKNOWN_NAME, span, "no", Suggestion('Did you mean "coin"?', "coinn", "coin"))
    fix = findings.found[0].fix
    assert (fix and apply_edits(f"  key: {written}\n", fix.edits)) == (fixed and f"  key: {fixed}\n")
    assert fix is None or not fix.safe


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(HERE / "tic-tac-toe", tmp_path / "tic-tac-toe")
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    return tmp_path / "tic-tac-toe"


def corrected(*more: str) -> str:
    return CliRunner().invoke(cli, ["check", "--fix", "./tic-tac-toe", *more]).output


def test_check_corrects_what_is_safe_and_names_the_rest(folder: Path) -> None:
    rules = folder / "rules/game.rules"
    rules.write_bytes(b"\xef\xbb\xbf" + rules.read_bytes().replace(b"\n", b"\r\n"))
    output = corrected()
    assert output.startswith(
        "Corrected:\n"
        '  tic-tac-toe/rules/game.rules:21:9  Write "choose" instead of "chose".\n'
        '  tic-tac-toe/rules/game.rules:22:9  Write set instead of "set".\n'
        '  tic-tac-toe/rules/game.rules:23:25  Add ":".\n'
        "\nNot corrected, as something else may be meant:\n"
        '  tic-tac-toe/rules/game.rules:8:6  Write "player" instead of "playr".\n'
        '  tic-tac-toe/rules/game.rules:19:27  Write "empty" instead of "emty".\n'
    )
    assert output.rstrip().endswith("3 errors.  More about the first: rulewright explain table-length")
    data = rules.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf") and data.count(b"\r\n") == data.count(b"\n")
    assert b"        choose space from" in data and b"if player is won:\r\n" in data


def test_a_second_time_there_is_nothing_to_correct(folder: Path) -> None:
    corrected()
    once = (folder / "rules/game.rules").read_bytes()
    assert "Corrected:" not in corrected()
    assert (folder / "rules/game.rules").read_bytes() == once


def test_of_fixes_that_overlap_the_first_is_applied() -> None:
    span = Span("a.rules", 1, 5, 1, 9)
    fix = Fix("x", (Edit(span, "x"),), safe=True)
    assert fix.overlaps(replace(fix, edits=(Edit(span._replace(column=8, end_column=12), "y"),)))
    assert not fix.overlaps(replace(fix, edits=(Edit(span._replace(column=9, end_column=9), "y"),)))
    assert not fix.overlaps(replace(fix, edits=(Edit(span._replace(file="b.rules"), "y"),)))


def test_a_file_that_cannot_be_written_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("rulewright.source.text.replace_file", refuse)
    output = corrected()
    assert "Corrected:" not in output and "unwritable-file" in output


def test_fix_is_for_people(folder: Path) -> None:
    assert "--fix goes with none of" in corrected("--format", "json")
