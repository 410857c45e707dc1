"""What players read in one language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from rulewright.diagnostics import Findings, Span
from rulewright.source.nodes import Mapping, Text, entries_of, text_of


@dataclass(frozen=True, slots=True)
class Labels:
    """The texts of one language by full name, each with the place of the name."""

    span: Span
    language: Text
    texts: tuple[tuple[Text, Text], ...]


def read_labels(document: Mapping, findings: Findings) -> Labels:
    """Return the texts of a well-formed labels file; its name must be its language."""
    language = text_of(document.get("language")) or Text(document.span, "")
    stem = PurePosixPath(document.span.file).stem
    if stem != language.text:
        message = f'the file is called "{stem}", the language "{language.text}"'
        findings.add("name-differs", language.span, message, "Give both the same name.")
    texts = ((Text(key.span, key.text), text_of(value)) for key, value in entries_of(document.get("labels")))
    return Labels(document.span, language, tuple((name, text) for name, text in texts if text is not None))
