"""Cases for the checks: many small rulesets in one file.

`# ==== name` begins a case and `# ---- file` a file of it; what stands before the first is rules/case.rules. A case is
put beside the files in base/, unless it writes one of the same name.

`# expect: code` or `# expect: code column` stands on the line where a finding is, `# expect below: code` on the line
above it, `# expect nowhere: code` anywhere for one without a place. Semicolons part several for one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Diagnostic, Edit, Findings, Fix, RulesError
from rulewright.source.loading import load

HERE = Path(__file__).parent
BASE = {path.relative_to(HERE / "base").as_posix(): path.read_text("utf-8") for path in (HERE / "base").rglob("*.*")}
EXPECT = re.compile(r"# expect( below| nowhere)?: (.*)")


@dataclass(slots=True)
class Case:
    """A small ruleset: its name and its own files by path."""

    name: str
    files: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """A finding that a case expects; `column` 0 stands for any."""

    file: str
    line: int
    code: str
    column: int


def cases(folder: str) -> Iterator[Case]:
    """Yield the cases of all files in a folder."""
    for path in sorted((HERE / folder).glob("*.rules")):
        yield from cases_in(path)


def cases_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    found: list[Case] = []
    file = ""
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith("# ==== "):
            found.append(Case(f"{path.stem}: {line[7:]}"))
            file = "rules/case.rules"
        elif line.startswith("# ---- "):
            file = line[7:]
        elif found:
            found[-1].files[file] = found[-1].files.get(file, "") + line + "\n"
    yield from found


def expectations(case: Case) -> list[Expected]:
    """Return what a case expects, in the order of files and lines."""
    found = []
    for file, text in case.files.items():
        for number, line in enumerate(text.split("\n"), 1):
            if match := EXPECT.search(line):
                place = ("", 0) if match[1] == " nowhere" else (file, number + (match[1] == " below"))
                for wanted in match[2].split(";"):
                    code, *column = wanted.split()
                    found.append(Expected(*place, code, int(column[0]) if column else 0))
    return sorted(found)


def write(case: Case, folder: Path) -> Path:
    """Write the files of a case into a folder, and those of the base."""
    for name, text in {**BASE, **case.files}.items():
        if text.strip():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return folder


def found_in(folder: Path, seats: int = 2) -> list[Diagnostic]:
    """Check a ruleset and return everything that was found; file names are relative to it."""
    findings = Findings()
    try:
        check(compose(load(str(folder), findings), findings), seats, findings)
    except RulesError as problem:
        return _relative(problem.findings, folder)
    return _relative(findings.found, folder)


def _relative(found: list[Diagnostic] | tuple[Diagnostic, ...], folder: Path) -> list[Diagnostic]:
    prefix = f"{folder}/"
    return [
        Diagnostic(
            d.code, d.span._replace(file=d.span.file.removeprefix(prefix)), d.message.replace(prefix, ""),
            tuple(line.replace(prefix, "") for line in d.remedy), d.severity, d.fix and _fix(d.fix, prefix),
        )
        for d in found
    ]  # fmt: skip


def _fix(fix: Fix, prefix: str) -> Fix:
    edits = (Edit(edit.span._replace(file=edit.span.file.removeprefix(prefix)), edit.text) for edit in fix.edits)
    return replace(fix, edits=tuple(edits))
