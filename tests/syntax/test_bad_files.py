"""Each file in bad/ says on the faulty line what is expected: `# expect: code` or `# expect: code column`.

`# expect below: code` stands on the line above (where a comment would change the mistake). Several expectations for one
line are separated by semicolons.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.diagnostics import Findings
from rulewright.syntax.parser import parse

BAD = sorted((Path(__file__).parent / "bad").glob("*.rules"))
EXPECT = re.compile(r"# expect( below)?: (.*)")


def expectations(text: str) -> list[tuple[int, str, int | None]]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if match := EXPECT.search(line):
            for wanted in match[2].split(";"):
                code, *column = wanted.split()
                found.append((number + bool(match[1]), code, int(column[0]) if column else None))
    return sorted(found, key=lambda e: (e[0], e[2] or 0))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_each_mistake_is_named_once(path: Path) -> None:
    text, findings = path.read_text("utf-8"), Findings()
    parse("bad.rules", text, findings)
    found = sorted((d.span.line, d.span.column, d.code) for d in findings.found)
    expected = expectations(text)
    assert expected, "the file expects nothing"
    assert [(line, code) for line, _, code in found] == [(line, code) for line, code, _ in expected], findings.found
    for (line, column, code), (_, _, wanted) in zip(found, expected, strict=True):
        assert wanted in (None, column), f"{line}: {code} at {column}, not {wanted}"


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_messages_are_in_plain_words(path: Path) -> None:
    findings = Findings()
    parse("bad.rules", path.read_text("utf-8"), findings)
    for finding in findings.found:
        text = " ".join((finding.message, *finding.remedy))
        assert not re.search(r"\b(token|expected|NAME_|INT|STRING|_NL|DEDENT|EOF|identifier|syntax)\b", text), text
        assert finding.span.end_column > finding.span.column or finding.span.column == 1
