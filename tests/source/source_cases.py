"""Small files that carry their expected findings: `# expect: CODE` on the line that causes it.

Where a comment cannot stand on that line, `# expect at LINE: CODE` stands elsewhere in the file.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.diagnostics import Findings

HERE = Path(__file__).parent

_HERE = re.compile(r"# expect: (.+)$")
_THERE = re.compile(r"# expect at (\d+): (.+)$")


def cases(folder: str) -> list[Path]:
    """Return all files of a folder of cases."""
    found = sorted((HERE / folder).rglob("*.yaml"))
    assert found, f"no cases in {folder}"
    return found


def expected(text: str) -> list[tuple[int, str]]:
    """Return line and code of every finding that a file announces."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if here := _HERE.search(line):
            found += [(number, code) for code in here.group(1).split(", ")]
        if there := _THERE.search(line):
            found.append((int(there.group(1)), there.group(2)))
    return sorted(found)


def reported(findings: Findings, file: str | None = None) -> list[tuple[int, str]]:
    """Return line and code of every finding, in one file or in all."""
    return sorted((d.span.line, d.code) for d in findings.found if file is None or d.span.file == file)
