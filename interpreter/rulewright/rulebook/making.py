"""What all chapters are made with: the words, the order, what was assumed so far, and where things are printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.check.core import CheckedRules
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings, Span
from rulewright.rulebook.conditions import outermost_scope
from rulewright.rulebook.dictionary import Dictionary, read_dictionary
from rulewright.rulebook.model import Block, Paragraph, RulebookEntry, RuleKey
from rulewright.rulebook.order import ReadingOrder
from rulewright.rulebook.phrases import Phrase, end_sentence, join_phrases, phrase_of, say
from rulewright.rulebook.scope import WordingScope
from rulewright.source import Source
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import nodes_in
from rulewright.syntax.remarks import remarks
from rulewright.syntax.statements import Cite, Sources

DASHES = "# ---"
"""What a heading between declarations begins with."""


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


@dataclass(slots=True)
class RulebookMaker:
    """A rulebook while it is made."""

    rules: Composed
    checked: CheckedRules
    sources: Sequence[Source]
    words: Dictionary = field(init=False)
    scope: WordingScope = field(init=False)
    """The outermost scope, without local names."""
    order: ReadingOrder = field(init=False)
    comments: Comments = field(init=False)
    assumed: list[tuple[str, str]] = field(default_factory=list)
    """Why something is assumed and what it is, numbered from 1."""
    cited: dict[tuple[str, str], list[tuple[str, str]]] = field(default_factory=dict)
    """For each passage of a source the rules that cite it: anchor and title."""

    def __post_init__(self) -> None:
        self.words = read_dictionary(self.rules, self.checked)
        self.scope = outermost_scope(self.words)
        self.order = ReadingOrder(self.words)
        self.comments = Comments(self.rules.files)

    def rule_key(self, decl: d.Decl) -> RuleKey:
        """Return the key of a rule as a whole."""
        return RuleKey(self.words.anchor_of(decl), 0, decl.span.file, decl.span.line)

    def rule_entry(
        self, decl: d.Decl, title: Phrase, blocks: Sequence[Block], great: bool = False, remark: bool = True
    ) -> RulebookEntry:
        """Return an entry for a rule, with the comment above it and where it is printed and decided."""
        said = self.comments.comment_above(decl.span) if remark else ""
        intro = (Paragraph(end_sentence(phrase_of(said))),) if said else ()
        return RulebookEntry(self.rule_key(decl), title, (*intro, *blocks), self.printed_and_decided(decl), "", great)

    def printed_and_decided(self, decl: d.Decl) -> tuple[Phrase, ...]:
        """Return where a rule is printed and the rulings that it rests on."""
        found = list(nodes_in(decl))
        cites = [(node.source.text, node.passage.text) for node in found if isinstance(node, Cite)]
        rests = [word.text for node in found if isinstance(node, Sources) for word in node.rests]
        printed = self.note_citations(cites, self.words.anchor_of(decl), self.words.rule_title(decl))
        known = {ruling.name.text: ruling for ruling in self.rules.of(d.Ruling)}
        names = [name for name in dict.fromkeys(rests) if name in known]
        links = [phrase_of(self.words.rule_title(known[name]), "", f"ruling.{name}") for name in names]
        return (*printed, *([say("decided: {}", join_phrases(links, ", "))] if links else ()))

    def note_citations(self, cites: Sequence[tuple[str, str]], anchor: str, title: str) -> tuple[Phrase, ...]:
        """Return the passages in which something is printed, and remember who cites them."""
        for cite in dict.fromkeys(cites):
            self.cited.setdefault(cite, []).append((anchor, title))
        books: dict[str, list[str]] = {}
        for source, passage in dict.fromkeys(cites):
            books.setdefault(source, []).append(passage)
        said = [passages_of(source, passages) for source, passages in books.items()]
        return (say("printed: {}", join_phrases(said, "; ")),) if said else ()

    def mark_assumed(self, what: str, why: str) -> Phrase:
        """Return the mark of something assumed; equal reasons share one."""
        reasons = [reason for reason, _ in self.assumed]
        if why not in reasons:
            self.assumed.append((why, what))
            reasons.append(why)
        elif what not in self.assumed[reasons.index(why)][1].split(", "):
            number = reasons.index(why)
            self.assumed[number] = (why, f"{self.assumed[number][1]}, {what}")
        number = reasons.index(why) + 1
        return phrase_of(f"assumed {number}", "note", f"assumed.{number}")


def passages_of(source: str, passages: Sequence[str]) -> Phrase:
    """Return passages of one source, which is a link."""
    quoted = join_phrases([phrase_of(f"\u201c{passage}\u201d") for passage in passages], ", ")
    return say("{} {}", phrase_of(source, "", f"source.{source}"), quoted)
