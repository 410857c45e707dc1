"""Translation: replaces the texts of rules by the labels of another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from rulewright.compose.composed import Composed, ComposedDifference, NamedText
from rulewright.compose.texts import spoken_name, texts_of, with_texts
from rulewright.diagnostics import Span
from rulewright.source import InventoryRow, LanguageLabels, LocatedText, Manifest, RulesetSource
from rulewright.source.labels import Forms
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word

BRACED = re.compile(r"\{([^{}]*)\}")


def said_in(layer: RulesetSource, read: Sequence[d.Decl]) -> dict[str, NamedText]:
    """Return the texts of a layer by name, those of pieces and players among them."""
    texts = [said for decl in read for said in texts_of(decl)]
    differences = (decl for decl in read if isinstance(decl, d.Difference))
    texts += [NamedText(f"difference.{decl.name}", decl.sentence, "", read=False) for decl in differences]
    texts += [said for one in layer.inventories for said in _row_texts(one.kind.text, one.rows)]
    return {said.name: said for said in (*texts, *_seat_texts(layer.manifest))}


def all_said(done: Composed) -> Iterator[NamedText]:
    """Yield all texts of composed rules."""
    for decl in done.declarations:
        yield from texts_of(decl)
    yield from pieces_and_players(done)


def piece_labels(done: Composed) -> dict[str, str]:
    """Return the labels of pieces by the name of their rule."""
    rules = done.of(d.PieceRule)
    return {rule.name.text: rule.label.text if rule.label else spoken_name(rule.name.text) for rule in rules}


def pieces_and_players(done: Composed) -> Iterator[NamedText]:
    """Yield the texts of single pieces, and the names of the seats."""
    for kind, rows in done.rows.items():
        yield from _row_texts(kind, rows)
    yield from _seat_texts(done.manifest)


def _row_texts(kind: str, rows: Sequence[InventoryRow]) -> Iterator[NamedText]:
    for row in (row for row in rows if row.label is not None or row.name.text != row.rule.text):
        word = Word(row.label.span, row.label.text) if row.label else None
        yield NamedText(f"{kind}.{row.name}", word, "", row.label is not None)


def _seat_texts(manifest: Manifest) -> Iterator[NamedText]:
    for name in manifest.seat_names:
        yield NamedText(f"player.{name.lower()}", None, name)


Found = tuple[LocatedText, Word | Forms]
"""The span of a name in a labels file, and its text there or its forms."""


class Catalogue:
    """The labels of one language, of all layers. A label applies only to the original text that it translates."""

    def __init__(self, done: Composed, language: str) -> None:
        self.said = done.said
        own = [[one for one in layer if one.language.text == language] for layer in done.labels]
        self.layers = [_by_name(layer) for layer in own]

    def find(self, said: NamedText) -> Found | None:
        """Return the label (or the forms) of a name; the topmost that still applies."""
        for at in reversed(range(len(self.layers))):
            found = self.layers[at].get(said.name)
            if found is not None and self._written_below(said, at):
                return found
        return None

    def _written_below(self, said: NamedText, at: int) -> bool:
        """Return whether the text in the rules is the one that a layer has translated."""
        known = (layer.get(said.name) for layer in self.said[: at + 1])
        return any(one is not None and one.text == said.text for one in known)


def _by_name(files: list[LanguageLabels]) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for labels in files:
        found |= {name.text: (name, _label_word(text, name.text in labels.bare)) for name, text in labels.texts}
        found |= {name.text: (name, forms) for name, forms in labels.forms}
    return found


def _label_word(text: LocatedText, bare: bool) -> Word:
    """Return a label as a word of a rule; its span begins inside the quotation marks, if there are any."""
    file, line, column, end_line, end_column = text.span
    return Word(Span(file, line, column - bare, end_line, end_column), text.text)


def has_other_values(done: Composed, language: str) -> bool:
    """Return whether a text of a language shows a value in braces that the text which it replaces does not.

    Where none does, whatever is wrong with its values is wrong with those in the rules, too.
    """
    catalogue = Catalogue(done, language)
    found = ((said.text, catalogue.find(said)) for said in all_said(done))
    pairs = ((before, text[1].text) for before, text in found if text is not None and isinstance(text[1], Word))
    return any(_braced_values(text) - _braced_values(before) for before, text in pairs)


def _braced_values(text: str) -> set[str]:
    """Return the values between the braces of a text; a brace without its partner counts as one."""
    return set(BRACED.findall(text)) | set(re.findall("[{}]", BRACED.sub("", text)))


def translate(done: Composed, language: str) -> None:
    """Replace texts by those of a language; a text without a translation is kept."""
    done.language = language
    catalogue = Catalogue(done, language)

    def say(said: NamedText) -> Word | None:
        found = catalogue.find(said)
        if found is None:
            return said.word
        text = found[1]
        done.told[said.name] = text.text if isinstance(text, Word) else {name.text: form.text for name, form in text}
        fits = isinstance(text, Word) and (said.word is not None or said.read)
        return text if isinstance(text, Word) and fits else said.word

    for decl in done.of(d.PieceRule):
        label = decl.label.text if decl.label else spoken_name(decl.name.text)
        done.declared_labels[decl.kind.text, decl.name.text] = label
    done.differences[:] = [_translated_difference(one, say) for one in done.differences]
    done.exchange([with_texts(decl, say) for decl in done.declarations])
    for said in pieces_and_players(done):
        say(said)


def _translated_difference(one: ComposedDifference, say: Callable[[NamedText], Word | None]) -> ComposedDifference:
    """Return a difference with its sentence in the language, where that is given."""
    if one.sentence is None:
        return one
    told = say(NamedText(f"difference.{one.name}", Word(one.span, one.sentence), "", read=True))
    return replace(one, sentence=told.text if told is not None else one.sentence)
