"""Labels: the texts of a ruleset in one language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from rulewright.diagnostics import Code, Findings, Span
from rulewright.frozen import frozen_class
from rulewright.source.nodes import LocatedText, Mapping, Scalar, YamlNode, entries_of, text_of
from rulewright.source.remembering import remembered

OWN_LANGUAGE = "en"
"""The language of rule files, and of the interpreter's own words where a language lacks them."""

Forms = tuple[tuple[LocatedText, LocatedText], ...]
"""The plural forms of a counted thing: the name of each and its text."""


@frozen_class
class LanguageLabels:
    """The texts of one language by full name, each with the span of the name.

    `forms` are those of counted things. `bare` are the names whose text is unquoted.
    """

    span: Span
    language: LocatedText
    texts: tuple[tuple[LocatedText, LocatedText], ...]
    forms: tuple[tuple[LocatedText, Forms], ...] = ()
    bare: tuple[str, ...] = ()


@remembered
def read_labels(document: Mapping, findings: Findings) -> LanguageLabels:
    """Return the texts of a well-formed labels file; its name must be its language."""
    language = text_of(document.get("language")) or LocatedText(document.span, "")
    stem = PurePosixPath(document.span.file).stem
    if stem != language.text:
        message = f'the file is called "{stem}", the language "{language.text}"'
        findings.add(Code.NAME_DIFFERS, language.span, message, "Give both the same name.")
    entries = entries_of(document.get("labels"))
    bare = tuple(key.text for key, value in entries if isinstance(value, Scalar) and value.style == "plain")
    forms = [
        (LocatedText(key.span, key.text), tuple(_read_texts(value.items)))
        for key, value in entries
        if isinstance(value, Mapping)
    ]
    return LanguageLabels(document.span, language, tuple(_read_texts(entries)), tuple(forms), bare)


def _read_texts(entries: tuple[tuple[Scalar, YamlNode], ...]) -> Iterator[tuple[LocatedText, LocatedText]]:
    for key, value in entries:
        text = text_of(value)
        if text is not None:
            yield LocatedText(key.span, key.text), text
