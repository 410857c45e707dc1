"""Data files of kind figures (printed numbers and tables), and those that change no rule."""

from __future__ import annotations

from rulewright.diagnostics import Findings
from rulewright.frozen import frozen_class
from rulewright.source.citations import Citation, read_citation, reason_assumed
from rulewright.source.nodes import LocatedText, Mapping, Scalar, Sequence, YamlNode, entries_of, text_of
from rulewright.source.remembering import remembered


@frozen_class
class FigureData:
    """A figure's value as written, and where it is printed or why it is assumed."""

    name: LocatedText
    value: YamlNode
    source: Citation | None
    assumed: str | None
    difference: LocatedText | None = None
    """The difference that gives it, in a ruleset that changes another."""


@frozen_class
class WeightsData:
    """A file of kind weights: the measure of a game's progress, and the values of things in hundredths of a point."""

    time: Mapping | None
    worth: Mapping
    difference: LocatedText | None = None
    """The difference that it belongs to, in a ruleset that changes another."""


@frozen_class
class HintsData:
    """A file of kind table or look: how the table is drawn, what things look like, how the log says what happens."""

    kind: str
    entries: Mapping
    language: str = ""
    """The language of its sentences; empty for that of the rules."""
    difference: LocatedText | None = None
    """The difference that it belongs to, in a ruleset that changes another."""
    pictures: tuple[tuple[str, str], ...] = ()
    """The pictures that it names, as addresses that hold them whole, by the names of their files."""

    def names(self, key: str) -> list[Scalar]:
        """Return the names in one of its lists."""
        found = self.entries.get(key)
        return [item for item in found.items if isinstance(item, Scalar)] if isinstance(found, Sequence) else []

    def pairs(self, key: str) -> list[tuple[Scalar, Scalar]]:
        """Return the entries of one of its mappings."""
        found = entries_of(self.entries.get(key))
        return [(word, value) for word, value in found if isinstance(value, Scalar)]


@frozen_class
class SeatData:
    """A file of kind seat, search or targets: how automatic seats decide, and what their games are to show."""

    kind: str
    entries: Mapping
    difference: LocatedText | None = None
    """The difference that it belongs to, in a ruleset that changes another."""

    def word(self, key: str) -> Scalar:
        """Return the value of a key that files of this kind must have."""
        found = self.entries.get(key)
        assert isinstance(found, Scalar), "the schema demands it"
        return found


@remembered
def read_figures(document: Mapping, findings: Findings) -> tuple[FigureData, ...]:
    """Return the figures of a well-formed file of kind figures."""
    difference = text_of(document.get("difference"))
    return tuple(
        FigureData(
            LocatedText(key.span, key.text), entry.get("value") or entry, read_citation(entry.get("source"), findings),
            reason_assumed(entry), difference,
        )
        for key, entry in entries_of(document.get("figures"))
        if isinstance(entry, Mapping)
    )  # fmt: skip


def read_weights(document: Mapping) -> WeightsData:
    """Return what a well-formed file of kind weights says."""
    time, worth = document.get("time"), document.get("worth")
    assert isinstance(worth, Mapping)
    return WeightsData(time if isinstance(time, Mapping) else None, worth, text_of(document.get("difference")))


def read_hints(document: Mapping, kind: str, pictures: tuple[tuple[str, str], ...] = ()) -> HintsData:
    """Return what a well-formed file of kind table or look says."""
    language = text_of(document.get("language"))
    said = language.text if language is not None else ""
    return HintsData(kind, document, said, text_of(document.get("difference")), pictures)


def read_seat_data(document: Mapping, kind: str) -> SeatData:
    """Return what a well-formed file about automatic seats says."""
    return SeatData(kind, document, text_of(document.get("difference")))
