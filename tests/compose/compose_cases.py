"""Cases for changes on top of a ruleset: what stands on `base/`, what comes of it, and what is refused.

`# ==== name` begins a case; what follows is house/rules/case.rules, up to `# ---- FILE`. The rulesets of a case lie
beside the base; the last one that it writes is looked at, or what `# looks at: a+b` says.

`# expect: CODE COLUMN` stands on the line of a finding, `# expect below: ...` above it, `# expect at FILE:LINE: ...`
anywhere. `# gives: NAME FILE:LINE` says where the declaration of a full name stands in the finished rules (and
`player's coin`, what an owner has), `# gone: NAME` that there is none, `# figure: NAME 1, 2` what a figure comes to,
`# pieces: KIND a, b` which pieces there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Diagnostic, Findings, RulesError
from rulewright.source.loading import load
from rulewright.syntax import declarations as d

HERE = Path(__file__).parent
BASE = {
    f"base/{path.relative_to(HERE / 'base').as_posix()}": path.read_text("utf-8")
    for path in (HERE / "base").rglob("*.*")
    if path.is_file()
}
FIRST = "house/rules/case.rules"
MANIFEST = "ruleset: {0}\ntitle: {0}\nextends: base\nsources: {{home: {{title: Ours, passages: [Evening, Night]}}}}\n"
EXPECT = re.compile(r"# expect( below| at ([^ ]+):(\d+))?: (.*)")
Place = tuple[str, int, str, int]
"""File, line, code and column; column 0 is any."""


@dataclass(slots=True)
class Case:
    """One or more rulesets on top of the base."""

    name: str
    files: dict[str, str] = field(default_factory=dict)

    @property
    def looks_at(self) -> str:
        stack = self.said("looks at")
        return stack[0] if stack else list(dict.fromkeys(path.split("/")[0] for path in self.files))[-1]

    def said(self, word: str) -> list[str]:
        """What lines `# word: ...` say."""
        pattern = re.compile(rf"^# {word}: (.*)$", re.MULTILINE)
        return [found for text in self.files.values() for found in pattern.findall(text)]

    def expected(self) -> list[Place]:
        found: list[Place] = []
        for file, text in self.files.items():
            for number, line in enumerate(text.split("\n"), 1):
                if match := EXPECT.search(line):
                    below = (match[1] or "") == " below"
                    place = (match[2], int(match[3])) if match[2] else (file, number + below)
                    place = ("", 0) if match[2] == "nowhere" else place
                    for wanted in match[4].split(";"):
                        code, *column = wanted.split()
                        found.append((*place, code, int(column[0]) if column else 0))
        return sorted(found)


def cases() -> Iterator[Case]:
    """Yield the cases of all files."""
    for path in sorted((HERE / "cases").glob("*.rules")):
        found: list[Case] = []
        file = FIRST
        for line in path.read_text("utf-8").split("\n"):
            if line.startswith("# ==== "):
                found.append(Case(f"{path.stem}: {line[7:]}"))
                file = FIRST
            elif line.startswith("# ---- "):
                file = line[7:]
            elif found:
                found[-1].files[file] = found[-1].files.get(file, "") + line + "\n"
        yield from found


def write(case: Case, folder: Path) -> None:
    """Write the base and the rulesets of a case; one that has no ruleset.yaml stands on the base."""
    rulesets = {path.split("/")[0] for path in case.files} - {"base"}
    manifests = {f"{name}/ruleset.yaml": MANIFEST.format(name) for name in rulesets}
    for name, text in {**BASE, **manifests, **case.files}.items():
        if text.strip():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def looked_at(case: Case, folder: Path) -> tuple[Composed | None, dict[str, list[int]], list[Diagnostic]]:
    """Return the finished rules of a case, their figures, and everything that was found; files by their short names."""
    findings, rules, figures = Findings(), None, {}
    name = "+".join(str(folder / one) for one in case.looks_at.split("+"))
    try:
        rules = compose(load(name, findings), findings)
        figures = {figure.name: figure.values for figure in check(rules, 2, findings).figures}
    except RulesError as problem:
        return rules, figures, [_short(one, folder) for one in problem.findings]
    return rules, figures, [_short(one, folder) for one in findings.found]


def _short(one: Diagnostic, folder: Path) -> Diagnostic:
    cut = f"{folder}/"
    remedy = tuple(line.replace(cut, "") for line in one.remedy)
    return Diagnostic(
        one.code, one.span._replace(file=one.span.file.replace(cut, "")), one.message.replace(cut, ""), remedy,
        one.severity,
    )  # fmt: skip


def standing(rules: Composed, folder: Path) -> dict[str, str]:
    """Return where each declaration of the finished rules stands, by its full name, and what owners have."""
    places = {full_name(decl): decl.span for decl in rules.declarations}
    for has in rules.of(d.Has):
        owner = has.owner.text if has.owner else "game"
        places |= {f"{owner}'s {part.name.text}": part.name.span for part in (*has.facts, *has.amounts, *has.places)}
    cut = f"{folder}/"
    return {name: f"{span.file.replace(cut, '')}:{span.line}" for name, span in places.items()}
