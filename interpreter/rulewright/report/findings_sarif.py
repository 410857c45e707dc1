"""Findings as SARIF 2.1.0, the form in which editors and build servers take the messages of any checker."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from rulewright import __version__
from rulewright.diagnostics import Code, Diagnostic, Fix, Span
from rulewright.reference import explanation_of
from rulewright.report.findings_json import path_of

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def findings_sarif(findings: Sequence[Diagnostic]) -> str:
    """Return the document for all findings of a run."""
    codes = sorted({finding.code for finding in findings})
    driver = {"name": "Rulewright", "version": __version__, "rules": [_rule_data(code) for code in codes]}
    results = [_result_data(finding, codes.index(finding.code)) for finding in findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _rule_data(code: Code) -> dict[str, object]:
    """Return what the reference says about a code, as the tool's rule of that name."""
    page = (explanation_of(code) or code).partition("\n")[2].strip() or code
    return {"id": code, "shortDescription": {"text": page.split("\n\n")[0].replace("\n", " ")}, "help": {"text": page}}


def _result_data(finding: Diagnostic, rule: int) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity,
        "message": {"text": "\n".join((finding.message, *finding.remedy))},
        "locations": _location_data(finding.span),
    }
    return result | {"fixes": [_fix_data(finding.fix)]} if finding.fix else result


def _fix_data(fix: Fix) -> dict[str, object]:
    """Return a fix with the edits of each file together."""
    changes: dict[str, list[dict[str, object]]] = {}
    for span, text in fix.edits:
        replacement = {"deletedRegion": _region_data(span), "insertedContent": {"text": text}}
        changes.setdefault(_file_address(path_of(span.file) or span.file), []).append(replacement)
    changed = [{"artifactLocation": {"uri": uri}, "replacements": made} for uri, made in changes.items()]
    return {"description": {"text": fix.title}, "artifactChanges": changed}


def _location_data(span: Span) -> list[dict[str, object]]:
    path = path_of(span.file)
    if path is None:
        return []
    place: dict[str, object] = {"artifactLocation": {"uri": _file_address(path)}}
    if span.line:
        place["region"] = _region_data(span)
    return [{"physicalLocation": place}]


def _region_data(span: Span) -> dict[str, object]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _file_address(path: str) -> str:
    """Return a path as an address: relative ones stay so."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(path)
