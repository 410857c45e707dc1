"""What a scenario file says, as values; nothing here knows the rules yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.diagnostics import Findings
from rulewright.source import (
    Citation,
    Mapping,
    RulesetSource,
    Scalar,
    Sequence,
    Text,
    YamlNode,
    check_citation,
    read_citation,
    read_document,
)
from rulewright.source.nodes import entries_of, items_of, text_of, texts_of


@dataclass(frozen=True, slots=True)
class Decision:
    """One entry of `play`: who, what must be offered and what not (with the reason), and what is chosen."""

    who: Scalar
    chooses: tuple[Scalar, ...]
    offered: tuple[Scalar, ...] = ()
    not_offered: tuple[tuple[Scalar, Scalar | None], ...] = ()


Played = tuple[Decision | Mapping, ...]
"""What is played: decisions, and between them what must be so at that moment."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What comes of a scenario under another ruleset; `play` and `expect` are None where nothing differs."""

    ruleset: Text
    play: Played | None = None
    expect: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as written."""

    name: Text
    players: tuple[Text, ...]
    given: Mapping | None
    dice: YamlNode | None
    draws: Mapping | None
    play: Played
    expect: Mapping | None
    rules: tuple[Text, ...]
    cites: Citation | None
    elsewhere: tuple[Variation, ...]

    def under(self, other: Variation) -> Scenario:
        """Return the scenario as it goes under another ruleset."""
        play = self.play if other.play is None else other.play
        expect = self.expect if other.expect is None else other.expect
        return replace(self, play=play, expect=expect)


def read_scenarios(source: RulesetSource, findings: Findings) -> list[Scenario]:
    """Return all scenarios of a ruleset in the order of its files."""
    found: dict[str, Scenario] = {}
    for file in source.scenario_files:
        document = read_document(file.path, file.shown, "scenario", findings)
        for node in _each(document):
            scenario = scenario_of(node, source, findings)
            first = found.setdefault(scenario.name.text, scenario).name.span
            if first != scenario.name.span:
                remedy = f"The other is in {first.file}:{first.line}."
                findings.add("declared-twice", scenario.name.span, "another scenario has the same name", remedy)
    return list(found.values())


def _each(document: Mapping | None) -> Iterator[Mapping]:
    if document is None:
        return
    several = document.get("scenarios")
    yield from (node for node in (items_of(several) if several else (document,)) if isinstance(node, Mapping))


def scenario_of(node: Mapping, source: RulesetSource, findings: Findings) -> Scenario:
    """Return one scenario from its tree."""
    name = text_of(node.get("scenario"))
    assert name is not None, "the schema asks for it"
    cites = read_citation(node.get("cites"), findings)
    if cites is not None:
        check_citation(cites.source, cites.passage, source.passages(), findings)
    play, expect = _decisions(node.get("play")), _mapping(node.get("expect"))
    if not play and expect is None:
        findings.add(
            "nothing-tested", name.span, "nothing is played here and nothing expected", "Write what to expect."
        )
    return Scenario(
        name, texts_of(node.get("players")), _mapping(node.get("given")), node.get("dice"), _mapping(node.get("draws")),
        play, expect, texts_of(node.get("rules")), cites, tuple(_variations(node)),
    )  # fmt: skip


def _mapping(node: YamlNode | None) -> Mapping | None:
    return node if isinstance(node, Mapping) else None


def _variations(node: Mapping) -> Iterator[Variation]:
    yield from (Variation(name) for name in texts_of(node.get("same under")))
    for key, value in entries_of(node.get("differs under")):
        if isinstance(value, Mapping):
            play = value.get("play")
            expect = _mapping(value.get("expect"))
            yield Variation(Text(key.span, key.text), None if play is None else _decisions(play), expect)


def _decisions(node: YamlNode | None) -> Played:
    entries = (entry for item in items_of(node) for entry in entries_of(item))
    return tuple(_decision(who, what) for who, what in entries)


def _decision(who: Scalar, what: YamlNode) -> Decision | Mapping:
    if who.text == "expect" and isinstance(what, Mapping):
        return what
    if not isinstance(what, Mapping):
        return Decision(who, _scalars([what] if isinstance(what, Scalar) else items_of(what)))
    chooses = what.get("chooses")
    without = what.get("not offered")
    reasons = [(key, value if isinstance(value, Scalar) else None) for key, value in entries_of(without)]
    reasons += [(name, None) for name in _scalars(items_of(without))]
    return Decision(
        who, _scalars([chooses] if chooses else []), _scalars(items_of(what.get("offered"))), tuple(reasons)
    )


def _scalars(nodes: Iterable[YamlNode]) -> tuple[Scalar, ...]:
    return tuple(node for node in nodes if isinstance(node, Scalar))


def listed(node: YamlNode) -> tuple[YamlNode, ...]:
    """Return the members of a list; a single value is a list of one, `nothing` is an empty list."""
    if isinstance(node, Sequence):
        return node.items
    return () if isinstance(node, Scalar) and node.text == "nothing" else (node,)
