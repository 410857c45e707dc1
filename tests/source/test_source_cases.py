"""Every small file is answered as it says itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from source_cases import HERE, cases, expected, reported

from rulewright.diagnostics import Findings
from rulewright.source import check_citation, check_text
from rulewright.source.documents import document
from rulewright.source.figures import read_figures
from rulewright.source.inventory import read_inventory
from rulewright.source.labels import read_labels
from rulewright.source.manifest import read_manifest
from rulewright.source.nodes import Mapping
from rulewright.source.yaml_reader import read_yaml

LISTED = {"book": ["Set-up", "Example"]}


def read(path: Path) -> Findings:
    """Read a case as the kind of file that its folder says."""
    findings, text, role = Findings(), path.read_text("utf-8"), path.parent.name
    if not check_text(text, path.name, findings):
        return findings
    if role == "yaml":
        read_yaml(path.name, text, findings)
        return findings
    tree = document(path.name, text, role, findings)
    if tree is not None:
        understand(tree, role, findings)
    return findings


def understand(tree: Mapping, role: str, findings: Findings) -> None:
    if role == "ruleset":
        read_manifest(tree, findings)
    elif role == "labels":
        read_labels(tree, findings)
    elif role == "data":
        rows = read_inventory(tree, findings).rows
        for source in (thing.source for thing in (*rows, *read_figures(tree, findings))):
            if source is not None:
                check_citation(source.source, source.passage, LISTED, findings)


@pytest.mark.parametrize("path", cases("bad"), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_bad(path: Path) -> None:
    findings = read(path)
    assert expected(path.read_text("utf-8")), "a bad case says what it expects"
    assert reported(findings) == expected(path.read_text("utf-8")), findings.found


@pytest.mark.parametrize("path", cases("bad"), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_messages_are_for_people(path: Path) -> None:
    for finding in read(path).found:
        text = " ".join((finding.message, *finding.remedy))
        for word in ("object", "array", "string", "schema", "mapping", "scalar", "sequence", "token", "key ", "None"):
            assert word not in text, text
        assert finding.message[0].islower() or finding.message[0] in '"1234567890', finding.message
        assert not finding.message.endswith(".")
        assert all(line[-1] in ".?!:" or ": " in line for line in finding.remedy), finding.remedy


@pytest.mark.parametrize("path", sorted((HERE / "bad").glob("*/column-*.yaml")), ids=lambda path: path.stem)
def test_entries_put_into_the_column_that_is_told_are_right(path: Path) -> None:
    (found,) = read(path).found
    told = re.fullmatch(r"Put (\d) blanks (more|fewer) before each line of (.*)\.", found.remedy[0])
    assert told is not None, found.remedy
    lines, blanks, right = path.read_text("utf-8").split("\n"), int(told[1]), []
    for number, line in enumerate(lines, 1):
        own = number >= found.span.line and line.strip()
        right.append((" " * blanks + line if told[2] == "more" else line.removeprefix(" " * blanks)) if own else line)
    findings = Findings()
    assert document("right.yaml", "\n".join(right), path.parent.name, findings) is not None, findings.found


@pytest.mark.parametrize("path", cases("good"), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_good(path: Path) -> None:
    assert read(path).found == []


@pytest.mark.parametrize("path", cases("good") + cases("bad"), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_cache_changes_nothing(path: Path) -> None:
    first, second = read(path), read(path)
    assert first.found == second.found
