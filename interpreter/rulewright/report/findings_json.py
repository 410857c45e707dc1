"""Findings as JSON for other programs: one document for a run, its form in `findings.schema.json`, which stays."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Fix
from rulewright.source.folders import locate

VERSION = 1
"""Counts up when a program that reads the document has to be changed; what is only added does not count."""


def findings_json(findings: Sequence[Diagnostic]) -> str:
    """Return the document for all findings of a run."""
    errors = sum(finding.severity == "error" for finding in findings)
    document = {
        "version": VERSION,
        "findings": [finding_data(finding) for finding in findings],
        "errors": errors,
        "warnings": len(findings) - errors,
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def finding_data(finding: Diagnostic) -> dict[str, object]:
    """Return a finding as data for a document."""
    span = finding.span
    where = {"file": span.file} if span.file else {}
    if path := path_of(span.file):
        where["path"] = path
    place = (
        {"line": span.line, "column": span.column, "endLine": span.end_line, "endColumn": span.end_column}
        if span.line
        else {}
    )
    said = {"message": finding.message, "remedy": list(finding.remedy)}
    fix = {"fix": _fix_data(finding.fix)} if finding.fix else {}
    return {"code": finding.code, "severity": finding.severity, **where, **place, **said, **fix}


def _fix_data(fix: Fix) -> dict[str, object]:
    edits = [
        {
            "path": path_of(span.file), "line": span.line, "column": span.column,
            "endLine": span.end_line, "endColumn": span.end_column, "text": text,
        }
        for span, text in fix.edits
    ]  # fmt: skip
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def path_of(shown: str) -> str | None:
    """Return where the file lies that a message names: from here if it is below, else from the root; None: nowhere."""
    path = locate(shown) or Path(shown)
    if not shown or not path.exists():
        return None
    path, here = Path(os.path.realpath(path)), Path.cwd().resolve()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
