"""What ruleset.yaml says: name, title, seats, what it changes, and where its facts are printed."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.diagnostics import Findings, Span
from rulewright.source.nodes import Mapping, Scalar, Text, entries_of, number_of, text_of, texts_of


@dataclass(frozen=True, slots=True)
class Players:
    """How many can play, and the seats' names in clockwise order."""

    span: Span
    low: int
    high: int
    names: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A rulebook or page, and the passages of it that may be cited."""

    name: Text
    title: Text
    passages: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A ruleset's own description. Players that it leaves out are those of the ruleset that it extends."""

    span: Span
    name: Text
    title: Text
    edition: Text | None
    players: Players | None
    extends: Text | None
    variant: bool
    sources: tuple[Source, ...]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The seats' names in clockwise order."""
        return tuple(name.text for name in self.players.names) if self.players else ()


def read_manifest(document: Mapping, findings: Findings) -> Manifest:
    """Return what a well-formed ruleset.yaml says; numbers of players that cannot be are reported."""
    name, title = _text(document, "ruleset"), _text(document, "title")
    variant = document.get("variant")
    return Manifest(
        document.span, name, title, text_of(document.get("edition")), _players(document.get("players"), findings),
        text_of(document.get("extends")), isinstance(variant, Scalar) and variant.value is True, _sources(document),
    )  # fmt: skip


def _text(document: Mapping, name: str) -> Text:
    return text_of(document.get(name)) or Text(document.span, "")


def _players(node: object, findings: Findings) -> Players | None:
    if not isinstance(node, Mapping):
        return None
    players = Players(
        node.span, number_of(node.get("from"), 1), number_of(node.get("to"), 1), texts_of(node.get("names"))
    )
    if players.low > players.high:
        message = f"the smallest number of players ({players.low}) is above the largest ({players.high})"
        findings.add("out-of-range", node.span, message)
    elif len(players.names) != players.high:
        names = node.get("names") or node
        message = f"{len(players.names)} names, but up to {players.high} players"
        findings.add("table-length", names.span, message, "Each seat needs one name.")
    return players


def _sources(document: Mapping) -> tuple[Source, ...]:
    return tuple(
        Source(Text(key.span, key.text), _text(value, "title"), texts_of(value.get("passages")))
        for key, value in entries_of(document.get("sources"))
        if isinstance(value, Mapping)
    )
