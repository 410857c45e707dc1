"""Reads text files within limits, and rejects invisible and unexpected characters."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.source.disk import disk
from rulewright.source.folders import leads_out, locate
from rulewright.source.writing import replace_file

LEADS_OUT = "this is a link that leads out of the ruleset's folder; it is not read"

_STRANGE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb]"
)


def read_text(path: Path, shown: str, findings: Findings, tabs: bool = False) -> str | None:
    """Return a file's text with lines that end in a line feed; None if it was rejected.

    `tabs`: leave it to the caller to report tabs.
    """
    data = read_bytes(path, shown, findings)
    return None if data is None else text_in(data, shown, findings, tabs)


def text_in(data: bytes, shown: str, findings: Findings, tabs: bool = False) -> str | None:
    """Return decoded text with lines that end in a line feed; None if it was rejected."""
    text = _decode_utf8(data, shown, findings)
    return text if text is not None and check_text(text, shown, findings, tabs) else None


def check_text(text: str, shown: str, findings: Findings, tabs: bool = False) -> bool:
    """Report the first tab, unless `tabs` are allowed, and each line with an invisible character."""
    tabbed = 0 if tabs else text.count("\t")
    if tabbed:
        before = text[: text.index("\t")]
        place = _character_span(shown, before.count("\n") + 1, len(before) - before.rfind("\n"))
        message = "a tab stands here" + (f", and {tabbed - 1} more below" if tabbed > 1 else "")
        findings.add(Code.TAB, place, message, "Write blanks instead of tabs.")
    strange = _STRANGE.search(text) is not None
    for number, line in enumerate(text.split("\n") if strange else (), 1):
        if found := _STRANGE.search(line):
            message = f"a character that cannot be seen stands here ({code_point_of(found.group())})"
            findings.add(
                Code.STRANGE_CHARACTER, _character_span(shown, number, found.start() + 1), message, "Remove it."
            )
    return not tabbed and not strange


def strange_character(text: str) -> str | None:
    """Return the first invisible character other than tabs and line feeds."""
    found = _STRANGE.search(text)
    return found.group() if found else None


def code_point_of(character: str) -> str:
    """Return a character's code point as U+XXXX."""
    return f"U+{ord(character):04X}"


def report_unformatted(shown: str, findings: Findings) -> None:
    """Report that formatting a file would have changed its meaning."""
    message = "laid out, this file would say something else, or change once more; it is left as it is"
    remedy = "That is our mistake, not yours. Please report it and send the file along."
    findings.add(Code.LEFT_UNFORMATTED, whole_file(shown), message, remedy)


def tidy_comment(text: str) -> str:
    """Return a comment with a blank between # and a word, and no blanks around it."""
    bare = text.strip()
    return f"# {bare[1:]}" if bare[1:2].isalnum() or bare[1:2] == '"' else bare


def whole_file(shown: str) -> Span:
    """Return the span of a finding about a file as a whole."""
    return Span(shown, 1, 1, 1, 1)


def write_bytes(path: Path, shown: str, data: bytes, findings: Findings) -> bool:
    """Replace a file of a ruleset, atomically; False, and a finding, if that is impossible."""
    try:
        replace_file(path, data)
    except OSError as problem:
        reason = f"this file cannot be written: {problem.strerror or problem}"
        findings.add(Code.UNWRITABLE_FILE, whole_file(shown), reason, "It is left as it was.")
        return False
    return True


def read_bytes(path: Path, shown: str, findings: Findings) -> bytes | None:
    """Return the bytes of a file of a ruleset; None if it is unreadable, too large, or outside of its folder."""
    if leads_out(path):
        findings.add(Code.UNREADABLE_FILE, Span(shown, 0, 0, 0, 0), LEADS_OUT, "Put a copy of that file here.")
        return None
    try:
        data = disk().read(path, limits.FILE_BYTES.most + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or "its name is not possible here"
        findings.add(Code.UNREADABLE_FILE, whole_file(shown), f"this file cannot be read: {reason}")
        return None
    if len(data) > limits.FILE_BYTES.most:
        message = f"this file is larger than {limits.FILE_BYTES.most:,} bytes"
        findings.add(limits.FILE_BYTES.code, whole_file(shown), message, limits.FILE_BYTES.remedy)
        return None
    return data


def text_of_shown_file(shown: str) -> str:
    """Return the text of the file that a message names; empty if it cannot be read."""
    path = locate(shown) or disk().root / shown
    try:
        data = b"" if leads_out(path) else disk().read(path, limits.FILE_BYTES.most)
    except (OSError, ValueError):
        return ""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")


def _decode_utf8(data: bytes, shown: str, findings: Findings) -> str | None:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        remedy = 'Save the file as UTF-8: most editors ask for the encoding under "Save as".'
        findings.add(
            Code.NOT_UTF_8, _character_span(shown, line, column), "from here on this is not UTF-8 text", remedy
        )
        return None


def _character_span(shown: str, line: int, column: int) -> Span:
    return Span(shown, line, column, line, column + 1)
