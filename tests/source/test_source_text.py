"""Limits on files, for YAML and rule files alike."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import read_text


def findings_for(path: Path, data: bytes | None) -> list[tuple[str, int, int]]:
    if data is not None:
        path.write_bytes(data)
    findings = Findings()
    text = read_text(path, path.name, findings)
    assert (text is None) == bool(findings.found)
    return [(d.code, d.span.line, d.span.column) for d in findings.found]


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        ("one: ä\nzwei: ".encode() + "ü".encode("latin-1"), ("not-utf-8", 2, 7)),
        (b"\xff\xfe", ("not-utf-8", 1, 1)),
        (b"phase one:\n\tdo two\n", ("tab", 2, 1)),
        (b"one\x00two", ("strange-character", 1, 4)),
        (b"one\rtwo", ("strange-character", 1, 4)),
        ("a\u202eb".encode(), ("strange-character", 1, 2)),
        ("a\u200bb".encode(), ("strange-character", 1, 2)),
        (b"x" * 1_000_001, ("file-too-large", 1, 1)),
        (None, ("unreadable-file", 1, 1)),
    ],
)
def test_refused(tmp_path: Path, data: bytes | None, finding: tuple[str, int, int]) -> None:
    assert findings_for(tmp_path / "file.rules", data) == [finding]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "x.rules").mkdir()
    assert findings_for(tmp_path / "x.rules", None) == [("unreadable-file", 1, 1)]


def test_tabs_are_named_once(tmp_path: Path) -> None:
    assert [line for _, line, _ in findings_for(tmp_path / "file.yaml", b"a\n\tb\nc\n\td\te\n")] == [2]


def test_line_ends_and_byte_order_mark_do_not_matter(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert read_text(tmp_path / "file", "file", Findings()) == "one\ntwo\n"


def test_a_large_file_within_the_limit(tmp_path: Path) -> None:
    assert findings_for(tmp_path / "file", b"x" * 1_000_000) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
@pytest.mark.parametrize("place", ["ruleset.yaml", "data/more.yaml", "rules/more.rules", "labels/pl.yaml"])
def test_a_pipe_in_the_folder_is_refused_at_once(place: str, tmp_path: Path) -> None:
    (tmp_path / place).parent.mkdir(exist_ok=True)
    os.mkfifo(tmp_path / place)
    findings = Findings()
    assert read_text(tmp_path / place, place, findings) is None
    assert [(found.code, found.message) for found in findings.found] == [
        ("unreadable-file", "this file cannot be read: it is a pipe or a device")
    ]
