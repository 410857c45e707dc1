"""Parses YAML texts to trees with spans.

The tree is built from events. libyaml's parser (ruamel.yaml.clib) is over twenty times as fast as ruamel's own, so it
goes first. What it refuses, or what the tree cannot contain, is read again by ruamel, which supports YAML 1.2 and
explains mistakes. Constructs whose meaning is not obvious are rejected: tags, anchors and aliases, merge keys,
duplicate keys, several documents in one file. Both parsers are iterative, so even a file nested ten thousand levels
deep yields a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.source import late
from rulewright.source.nodes import Mapping, Scalar, Sequence, YamlNode
from rulewright.source.text import code_point_of, strange_character, whole_file
from rulewright.source.yaml_errors import explain_yaml_error

_STYLES = {None: "plain", "": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}


def read_yaml(shown: str, text: str, findings: Findings) -> YamlNode | None:
    """Return the tree of a YAML text; None if a mistake was reported."""
    return tree_by_libyaml(shown, text) or tree_by_ruamel(shown, text, findings)


def tree_by_libyaml(shown: str, text: str) -> YamlNode | None:
    """Return the tree of a text in which libyaml and ruamel find the same; otherwise None, as without libyaml.

    They differ in mistakes, tabs, the ends of block scalars and documents, and the place of a value that is left out.
    """
    try:
        libyaml = late._ruamel_yaml
    except ImportError:
        return None
    builder = _Builder(shown, Findings())
    try:
        builder.take_all(iter(libyaml.CParser(text).get_event, None))
    except Exception:  # any exception of the library is a mistake in the file
        return None
    return None if builder.findings.found or builder.is_disputed or "\t" in text else builder.root


def tree_by_ruamel(shown: str, text: str, findings: Findings) -> YamlNode | None:
    """Return the tree of a text; None if a mistake was reported."""
    before = len(findings.found)
    builder = _Builder(shown, findings)
    try:
        builder.take_all(late.ruamel_yaml.YAML(typ="safe", pure=True).parse(text))
    except _StopReading:
        return None
    except Exception as problem:  # any exception of the library is a mistake in the file
        explain_yaml_error(shown, text, problem, builder.open[-1].start if builder.open else None, findings)
        return None
    if builder.root is None:
        findings.add(Code.EMPTY_FILE, whole_file(shown), "this file is empty")
    return builder.root if len(findings.found) == before else None


class _StopReading(Exception):  # noqa: N818  (not a failure)
    """Stops parsing: no useful message about the rest of the file is possible."""


class _Open:
    """A list or mapping that is still open."""

    def __init__(self, start: Span, is_mapping: bool) -> None:
        self.start = start
        self.is_mapping = is_mapping
        self.items: list[Any] = []
        self.key: Scalar | None = None
        self.keys: dict[str, Scalar] = {}

    @property
    def wants_key(self) -> bool:
        return self.is_mapping and self.key is None


class _Builder:
    """Consumes events, with a stack of open lists and mappings."""

    def __init__(self, shown: str, findings: Findings) -> None:
        self.shown = shown
        self.findings = findings
        self.open: list[_Open] = []
        self.root: YamlNode | None = None
        self.documents = self.values = 0
        self.is_disputed = False
        """Whether there is something that the parsers read differently."""

    def take_all(self, events: Iterable[Any]) -> None:
        """Consume all events of a file."""
        takers: dict[type, Callable[[Any], None]] = {}
        for event in events:
            kind = type(event)
            if kind not in takers:
                takers[kind] = getattr(self, f"_take_{kind.__name__.removesuffix('Event')}", lambda _: None)
            takers[kind](event)

    def _event_span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.shown, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _report_refused(self, code: Code, span: Span, message: str, *remedy: str) -> None:
        self.findings.add(code, span, message, *remedy)

    def _stop_reading(self, code: Code, span: Span, message: str, *remedy: str) -> None:
        self._report_refused(code, span, message, *remedy)
        raise _StopReading

    def _take_DocumentStart(self, event: Any) -> None:  # noqa: N802  (called as ruamel names its events)
        self.documents += 1
        if self.documents > 1:
            self._stop_reading(
                Code.SEVERAL_DOCUMENTS,
                self._event_span(event),
                "a second document begins here",
                "Use one file for each.",
            )
        if event.version or event.tags:
            self._report_refused(
                Code.DIRECTIVE, whole_file(self.shown), "lines that begin with % are not read", "Remove them."
            )

    def _take_DocumentEnd(self, event: Any) -> None:  # noqa: N802
        self.is_disputed |= event.explicit

    def _take_Alias(self, event: Any) -> None:  # noqa: N802
        remedy = f"Write out what *{event.anchor} stands for."
        self._stop_reading(Code.REFERENCE, self._event_span(event), "references (*) are not read", remedy)

    def _take_Scalar(self, event: Any) -> None:  # noqa: N802
        span = self._event_span(event)
        self.values += 1
        if self.values > limits.YAML_VALUES.most:
            message = f"{limits.YAML_VALUES.most:,} {limits.YAML_VALUES.of} stand above this one: that is the most"
            self._stop_reading(limits.YAML_VALUES.code, span, message, limits.YAML_VALUES.remedy)
        self._refuse_extras(event, span)
        scalar = Scalar(span, event.value, _STYLES.get(event.style, "plain"))
        self._check_scalar(scalar)
        self.is_disputed |= scalar.style in ("literal", "folded") or (scalar.style == "plain" and not scalar.text)
        self._place_node(scalar)

    def _take_MappingStart(self, event: Any) -> None:  # noqa: N802
        self._begin_collection(event, is_mapping=True)

    def _take_SequenceStart(self, event: Any) -> None:  # noqa: N802
        self._begin_collection(event, is_mapping=False)

    def _take_MappingEnd(self, event: Any) -> None:  # noqa: N802
        done = self.open.pop()
        last = done.items[-1][1].span if done.items else None
        self._place_node(Mapping(self._collection_span(done.start, last, event), tuple(done.items)))

    def _take_SequenceEnd(self, event: Any) -> None:  # noqa: N802
        done = self.open.pop()
        last = done.items[-1].span if done.items else None
        self._place_node(Sequence(self._collection_span(done.start, last, event), tuple(done.items)))

    def _begin_collection(self, event: Any, is_mapping: bool) -> None:
        span = self._event_span(event)
        self._refuse_extras(event, span)
        if len(self.open) >= limits.YAML_DEPTH.most:
            self._stop_reading(
                limits.YAML_DEPTH.code, span, f"this lies more than {limits.YAML_DEPTH.most} levels deep"
            )
        if self.open and self.open[-1].wants_key:
            remedy = "Put quotation marks around a text in braces or brackets." if event.flow_style else ""
            self._stop_reading(
                Code.WORD_EXPECTED, span, "a word belongs before the colon here", *filter(None, [remedy])
            )
        self.open.append(_Open(span, is_mapping))

    def _collection_span(self, start: Span, last: Span | None, event: Any) -> Span:
        """Return the span of a closed collection: to its bracket, otherwise to the end of its last item."""
        end = self._event_span(event)
        has_bracket = (end.line, end.column) != (end.end_line, end.end_column)
        return start.to(last) if last is not None and not has_bracket else start.to(end)

    def _refuse_extras(self, event: Any, span: Span) -> None:
        if event.anchor:
            remedy = f"Remove &{event.anchor} and write out what it stands for."
            self._report_refused(Code.ANCHOR, span, "anchors (&) are not read", remedy)
        if event.tag:
            self._report_refused(
                Code.TAG, span, "tags (a word after !) are not read", "Put quotation marks around a text with !."
            )

    def _check_scalar(self, scalar: Scalar) -> None:
        strange = strange_character(scalar.text)
        if strange:
            message = f"this contains a character that cannot be seen ({code_point_of(strange)})"
            self._report_refused(Code.STRANGE_CHARACTER, scalar.span, message)
        digits = scalar.text.removeprefix("-")
        if scalar.style == "plain" and len(digits) > limits.DIGITS.most and digits.isdigit():
            self._report_refused(limits.DIGITS.code, scalar.span, f"a number has at most {limits.DIGITS.most} digits")

    def _place_node(self, node: YamlNode) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1]
        if parent.is_mapping:
            if parent.key is not None:
                parent.items.append((parent.key, node))
                parent.key = None
            elif isinstance(node, Scalar):
                self._check_key(parent, node)
                parent.key = node
        else:
            parent.items.append(node)

    def _check_key(self, parent: _Open, key: Scalar) -> None:
        if key.text == "<<" and key.style == "plain":
            self._report_refused(
                Code.MERGE_KEY, key.span, 'entries cannot be merged with "<<"', "Write out what is meant."
            )
        first = parent.keys.setdefault(key.text, key)
        if first is not key:
            message = f'"{key.text}" stands here a second time'
            self._report_refused(Code.DUPLICATE_KEY, key.span, message, f"The first one is in line {first.span.line}.")
        elif not key.text:
            self._report_refused(Code.WORD_EXPECTED, key.span, "a word belongs before the colon here")
