"""The formatter of rule files.

It keeps words, texts and comments, and decides on blanks, empty lines, the indentation of comments, and that the lines
`cites` and `rests on` come first in a block, in this order.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics import Findings
from rulewright.diagnostics.limits import LINE_LETTERS
from rulewright.source.text import report_unformatted
from rulewright.syntax.entries import LayoutEntry, comments_in, read_entries
from rulewright.syntax.lines import cut_lines, joined_lexemes
from rulewright.syntax.parser import declaration_texts, parse, parse_declaration
from rulewright.syntax.remarks import remarks

_HEADS = 2
"""The number of kinds of lines that come first in a block: `cites` and `rests on`."""


def format_rules(file: str, text: str, findings: Findings) -> str | None:
    """Return a rule file formatted; None, and findings, if it has errors.

    A result with another tree, or one that formatting would change again, is never returned: that is a bug to report.
    """
    known = len(findings.found)
    parse(file, text, findings)
    if len(findings.found) > known:
        return None
    new = lay_out(text)
    if new != text and not (_says_the_same(text, new) and lay_out(new) == new):
        report_unformatted(file, findings)
        return None
    return new


def lay_out(text: str) -> str:
    """Return a rule file without errors formatted."""
    return "".join(f"{line}\n" for line in _block_lines(read_entries(_unix_newlines(text)), 0))


def _unix_newlines(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _says_the_same(old: str, new: str) -> bool:
    """Return whether two texts have the same tree, apart from spans, and the same comments about the same lines."""
    return (
        _tree_without_spans(old) == _tree_without_spans(new)
        and _comment_texts(old) == _comment_texts(new)
        and _remarks_with_sentences(old) <= _remarks_with_sentences(new)
    )


def _tree_without_spans(text: str) -> str:
    """Return the tree of a text, and its errors, without spans."""
    found = Findings()
    trees = [
        tree
        for above, piece in declaration_texts(_unix_newlines(text))
        for tree in parse_declaration("", above, piece, found)
    ]
    return repr((trees, [finding.code for finding in found.found]))


def _comment_texts(text: str) -> list[str]:
    return sorted(comments_in(read_entries(_unix_newlines(text))))


def _remarks_with_sentences(text: str) -> set[tuple[str, ...]]:
    """Return the remarks of a text, each with the sentence that it is about."""
    lines = {line.number: joined_lexemes(line.pieces) for line in cut_lines(_unix_newlines(text))}
    found = remarks("", _unix_newlines(text), Findings())
    return {(lines[note.line], note.verb, note.way, note.words, note.reason) for note in found if note.line in lines}


def _block_lines(outer: LayoutEntry, level: int) -> Iterator[str]:
    """Yield the lines of a block."""
    above: LayoutEntry | None = None
    for entry in sorted(outer.block, key=_block_rank):
        yield from _entry_lines(entry, above, level)
        above = entry
    for number, note in enumerate(outer.end):  # the comments that end the block
        after_block = number == 0 and level == 0 and above is not None and bool(above.block)
        first = number == 0 and above is None
        yield from _gap_and_line(note.text, level, after_block or (note.gap and not first))


def _entry_lines(entry: LayoutEntry, above: LayoutEntry | None, level: int) -> Iterator[str]:
    """Yield the lines of a sentence, with the comments above it and the block below it."""
    tight = _is_tight(entry, above)
    gaps = [note.gap for note in entry.notes] + [entry.gap and not tight]
    if above is None or tight:
        gaps[0] = False
    elif level == 0 and (above.block or (entry.block and not any(gaps))):
        gaps[0] = True
    for note, gap in zip(entry.notes, gaps, strict=False):
        yield from _gap_and_line(note.text, level, gap)
    # A line that would become too long is left as it is.
    text = joined_lexemes(entry.line.pieces) + (f"  {entry.behind}" if entry.behind else "")
    yield from _gap_and_line(text if 4 * level + len(text) <= LINE_LETTERS.most else entry.raw.strip(), level, gaps[-1])
    yield from _block_lines(entry, level + 1)


def _gap_and_line(text: str, level: int, gap: bool) -> Iterator[str]:
    if gap:
        yield ""
    yield " " * (4 * level) + text


def _block_rank(entry: LayoutEntry) -> int:
    """Return the rank of a line in its block: `cites`, `rests on`, everything else as written."""
    words = entry.line.pieces
    if [word.kind for word in words] == ["NAME", "NAME", "STRING"] and words[0].text == "cites":
        return 0
    if len(words) > 2 and (words[0].text, words[1].text) == ("rests", "on"):
        return 1
    return _HEADS


def _is_tight(entry: LayoutEntry, above: LayoutEntry | None) -> bool:
    """Return whether no empty line may precede a sentence: first lines belong together, `otherwise` to its `if`."""
    if _block_rank(entry) < _HEADS or (above is not None and _block_rank(above) < _HEADS):
        return True
    return entry.line.pieces[0].text == "otherwise"
