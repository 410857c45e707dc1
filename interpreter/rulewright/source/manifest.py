"""The manifest, ruleset.yaml: name, title, seats, the ruleset it extends, its sources."""

from __future__ import annotations

from rulewright.diagnostics import Code, Findings, Span
from rulewright.frozen import frozen_class
from rulewright.source.nodes import (
    LocatedText,
    Mapping,
    Scalar,
    YamlNode,
    entries_of,
    items_of,
    number_of,
    text_of,
    texts_of,
)
from rulewright.source.remembering import remembered


@frozen_class
class Players:
    """How many can play, and the seats' names in clockwise order."""

    span: Span
    low: int
    high: int
    names: tuple[LocatedText, ...]


@frozen_class
class SourcePassage:
    """A passage that may be cited, and why it needs no rule, if so."""

    span: Span
    text: str
    no_rule: str | None = None


@frozen_class
class Source:
    """A rulebook or page, and its passages in order."""

    name: LocatedText
    title: LocatedText
    passages: tuple[SourcePassage, ...]


@frozen_class
class Manifest:
    """The content of a manifest. Omitted players are those of the ruleset that it extends."""

    span: Span
    name: LocatedText
    title: LocatedText
    edition: LocatedText | None
    players: Players | None
    extends: LocatedText | None
    variant: bool
    same_rules: tuple[str, ...]
    """Other printings with the same rules."""
    sources: tuple[Source, ...]

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The seats' names in clockwise order."""
        return tuple(name.text for name in self.players.names) if self.players else ()


@remembered
def read_manifest(document: Mapping, findings: Findings) -> Manifest:
    """Return the manifest of a well-formed ruleset.yaml; impossible numbers of players are reported."""
    name, title = _required_text(document, "ruleset"), _required_text(document, "title")
    variant = document.get("variant")
    return Manifest(
        document.span, name, title, text_of(document.get("edition")), _read_players(document.get("players"), findings),
        text_of(document.get("extends")), isinstance(variant, Scalar) and variant.value is True,
        tuple(text.text for text in texts_of(document.get("same rules"))),
        _read_sources(document, findings),
    )  # fmt: skip


def _required_text(document: Mapping, name: str) -> LocatedText:
    return text_of(document.get(name)) or LocatedText(document.span, "")


def _read_players(node: object, findings: Findings) -> Players | None:
    if not isinstance(node, Mapping):
        return None
    players = Players(
        node.span, number_of(node.get("from"), 1), number_of(node.get("to"), 1), texts_of(node.get("names"))
    )
    if players.low > players.high:
        message = f"the smallest number of players ({players.low}) is above the largest ({players.high})"
        findings.add(Code.OUT_OF_RANGE, node.span, message, "Change the two numbers round, or correct one of them.")
    elif len(players.names) != players.high:
        _report_names(players, (node.get("names") or node).span, findings)
    return players


def _report_names(players: Players, span: Span, findings: Findings) -> None:
    """Report more or fewer names than players, at the superfluous names, otherwise at all."""
    extra = [name.text for name in players.names[players.high :]]
    if not extra:
        message = f"{len(players.names)} names, but up to {players.high} players"
        findings.add(Code.TABLE_LENGTH, span, message, "Each seat needs one name.")
        return
    place = players.names[players.high].span.to(players.names[-1].span)
    which = f"{extra[0]} is one too many" if len(extra) == 1 else f"these are {len(extra)} too many"
    remedy = f'Leave out {", ".join(extra)}; or, if so many can play, write "to: {len(players.names)}".'
    findings.add(Code.TABLE_LENGTH, place, f"at most {players.high} play: {which}", remedy)


def _read_sources(document: Mapping, findings: Findings) -> tuple[Source, ...]:
    return tuple(
        Source(
            LocatedText(key.span, key.text),
            _required_text(value, "title"),
            _read_passages(value.get("passages"), findings),
        )
        for key, value in entries_of(document.get("sources"))
        if isinstance(value, Mapping)
    )


def _read_passages(node: YamlNode | None, findings: Findings) -> tuple[SourcePassage, ...]:
    """Return the passages of a list, each a text or a mapping with the reason why it needs no rule."""
    found: dict[str, SourcePassage] = {}
    for item in items_of(node):
        heading = text_of(item.get("passage") if isinstance(item, Mapping) else item)
        reason = text_of(item.get("no rule")) if isinstance(item, Mapping) else None
        if heading is None:
            continue
        passage = SourcePassage(heading.span, heading.text, reason.text if reason else None)
        if found.setdefault(passage.text, passage) is not passage:
            findings.add(Code.LISTED_TWICE, passage.span, f'"{passage.text}" is in this list already')
    return tuple(found.values())
