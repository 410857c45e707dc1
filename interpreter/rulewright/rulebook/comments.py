"""What the people who wrote the rules say about them: comments above declarations, headings between them."""

from __future__ import annotations

from rulewright.diagnostics import Findings, Span
from rulewright.syntax.remarks import remarks

DASHES = "# ---"


class Comments:
    """The comments of the rule files, by place; remarks that are meant for tools are left out."""

    def __init__(self, files: dict[str, str]) -> None:
        self._lines = {name: text.replace("\r\n", "\n").split("\n") for name, text in files.items()}
        self._remarks = {
            name: {remark.span.line for remark in remarks(name, text, Findings())} for name, text in files.items()
        }

    def comment_above(self, span: Span) -> str:
        """Return the comment directly above a declaration, as one paragraph."""
        lines, at, found = self._lines.get(span.file, []), span.line - 2, list[str]()
        while 0 <= at < len(lines) and (line := lines[at].strip()).startswith("#") and not line.startswith(DASHES):
            found.insert(0, line.lstrip("#").strip())
            if at + 1 in self._remarks[span.file]:
                found.clear()
            at -= 1
        return " ".join(found)

    def file_header(self, span: Span) -> str:
        """Return the comment that a file begins with."""
        found: list[str] = []
        for number, line in enumerate(self._lines.get(span.file, []), 1):
            if not line.startswith("#") or line.startswith(DASHES) or number in self._remarks[span.file]:
                break
            found.append(line.lstrip("#").strip())
        return " ".join(found)

    def group_heading(self, span: Span) -> str:
        """Return the heading (`# ---- text`) of a declaration in its file."""
        lines = self._lines.get(span.file, [])[: span.line - 1]
        found = next((line for line in reversed(lines) if line.startswith(DASHES)), "")
        return found.strip("#- ")
