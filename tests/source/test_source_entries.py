"""What may stand where in the files of a ruleset: cases under `# ==== name`, as in the files of bad/ and good/."""

from __future__ import annotations

from pathlib import Path

import pytest
from source_cases import HERE, expected, reported
from test_source_cases import understand
from tests.tiers import sampled

from rulewright.diagnostics import Findings
from rulewright.source import check_text
from rulewright.source.documents import document

ROLES = {"manifest": "ruleset", "inventory": "data", "figures": "data", "labels": "labels", "scenario": "scenario"}
SHOWN = {"labels": "pl.yaml"}


def entries(path: Path) -> list[tuple[str, str, str]]:
    """Return the kind of file, the name and the text of every case in a file."""
    parts = path.read_text("utf-8").split("# ==== ")[1:]
    return [(path.stem, *part.split("\n", 1)) for part in parts]  # type: ignore[misc]


ENTRIES = [entry for path in sorted((HERE / "entries").glob("*.yaml")) for entry in entries(path)]


@pytest.mark.parametrize(
    ("kind", "name", "text"), sampled(3, ENTRIES), ids=[f"{kind}: {name}" for kind, name, _ in ENTRIES]
)
def test_an_entry_is_answered_as_its_case_says(kind: str, name: str, text: str) -> None:
    findings, shown = Findings(), SHOWN.get(kind, f"{kind}.yaml")
    assert check_text(text, shown, findings)
    tree = document(shown, text, ROLES[kind], findings)
    if tree is not None:
        understand(tree, ROLES[kind], findings)
    assert reported(findings) == expected(text), findings.found


def test_every_kind_of_file_has_good_cases_too() -> None:
    assert {kind for kind, _, text in ENTRIES if not expected(text)} == set(ROLES)
