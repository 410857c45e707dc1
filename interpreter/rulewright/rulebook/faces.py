"""The faces of pieces: what is printed on each, from its inventory, with what its rule says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.phrasing import upper
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.model import Face
from rulewright.rulebook.phrases import name_words
from rulewright.rulebook.rule_text import RuleText
from rulewright.source import InventoryRow, Scalar, YamlNode
from rulewright.source import Mapping as YamlMapping
from rulewright.source import Sequence as YamlSequence
from rulewright.syntax import declarations as d


def faces_of(words: Dictionary, texts: Mapping[str, RuleText], kind: str) -> list[Face]:
    """Return the faces of a kind of piece; equal ones once, with their number."""
    found: dict[Face, int] = {}
    first: dict[Face, str] = {}
    for row in words.rules.rows.get(kind, []):
        text = texts.get(f"{kind}.{row.rule}", RuleText())
        face = face_of(words, kind, row, text.comment or text.lines)
        found[face] = found.get(face, 0) + row.count
        first.setdefault(face, f"{kind}.{row.name.text}")
    return [face._replace(number=number, piece=first[face]) for face, number in found.items()]


def face_of(words: Dictionary, kind: str, row: InventoryRow, text: Sequence[str]) -> Face:
    """Return the face of a row of an inventory, without its number."""
    decl = next(decl for decl in words.rules.of(d.Piece) if decl.name.text == kind)
    title = piece_label(kind, row.name.text, row.rule.text, words)
    printed = ((fact_name(words, decl, name), fact_value(words, node)) for name, node in row.facts.items())
    facts = tuple((name, value) for name, value in printed if value not in ("", "0", "none"))
    return Face(upper(name_words(kind)), title, facts, tuple(line.strip() for line in text), 0, row.has_assumed_facts)


def kinds_with_inventory(words: Dictionary) -> list[str]:
    """Return the kinds of pieces that have an inventory, in the order of the rules."""
    decls = sorted(words.rules.of(d.Piece), key=lambda decl: decl.span)
    return [decl.name.text for decl in decls if words.rules.rows.get(decl.name.text)]


def fact_name(words: Dictionary, decl: d.Piece, fact: str) -> str:
    """Return what a printed fact is called."""
    labels = (words.labels.get(f"{owner}.{fact}") for owner in (decl.name, decl.shape) if owner)
    return upper(next(filter(None, labels), name_words(fact)))


def fact_value(words: Dictionary, node: YamlNode) -> str:
    """Return what is printed, as it is read."""
    if isinstance(node, Scalar):
        return words.names.get(node.text, ("", name_words(node.text)))[1]
    if isinstance(node, YamlSequence):
        return ", ".join(fact_value(words, item) for item in node.items) or "none"
    if isinstance(node, YamlMapping):
        items = ((fact_value(words, value), fact_value(words, Scalar(key.span, key.text))) for key, value in node.items)
        return ", ".join(f"{value} {key}" for value, key in items)
    return ""


def piece_label(kind: str, piece: str, rule: str, words: Dictionary) -> str:
    """Return what a piece is called: its own label, that of its row, or the title of its rule."""
    rows = words.rules.rows.get(kind, [])
    row = next((row for row in rows if row.name.text in (piece, piece.rpartition("-")[0])), None)
    ruled = words.pieces.get((kind, rule))
    own = words.labels.get(f"{kind}.{piece}") or (row.label.text if row is not None and row.label else "")
    return upper(own or (words.rule_title(ruled) if ruled is not None else name_words(piece)))
