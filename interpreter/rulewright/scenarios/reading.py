"""What a scenario file says, as values; nothing here knows the rules yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rulewright.compose.citations import Citer
from rulewright.diagnostics import Code, Diagnostic, Findings, Span
from rulewright.source import (
    Citation,
    LocatedText,
    Mapping,
    Passages,
    RulesetSource,
    Scalar,
    Sequence,
    YamlNode,
    check_citation,
    read_citation,
)
from rulewright.source.documents import read_document
from rulewright.source.nodes import entries_of, items_of, text_of, texts_of
from rulewright.source.ruleset import SourceFile
from rulewright.source.text import read_text
from rulewright.source.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class ScenarioDecision:
    """One entry of `play`: who, what must be asked, offered (`only`: and nothing else) and not, and what is chosen.

    With what is not offered goes the reason, or part of it.
    """

    who: Scalar
    chooses: tuple[Scalar, ...]
    question: Scalar | None = None
    offered: tuple[Scalar, ...] = ()
    only: tuple[Scalar, ...] = ()
    not_offered: tuple[tuple[Scalar, Scalar | None], ...] = ()

    @property
    def named(self) -> tuple[Scalar, ...]:
        """Every choice that is looked for among those offered."""
        return (*self.offered, *self.only, *(name for name, _ in self.not_offered))


Played = tuple[ScenarioDecision | Mapping, ...]
"""What is played: decisions, and between them what must be so at that moment."""


@dataclass(frozen=True, slots=True)
class Variation:
    """What comes of a scenario under another ruleset; `play` and `expect` are None where nothing differs."""

    ruleset: LocatedText
    play: Played | None = None
    expect: Mapping | None = None


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario as written."""

    name: LocatedText
    players: tuple[LocatedText, ...]
    given: Mapping | None
    dice: YamlNode | None
    draws: Mapping | None
    play: Played
    expect: Mapping | None
    rules: tuple[LocatedText, ...]
    breaks: tuple[Scalar, ...]
    cites: Citation | None
    elsewhere: tuple[Variation, ...]

    @property
    def expects_anything(self) -> bool:
        """Whether anything is expected of it."""
        looks = (isinstance(part, Mapping) or part.question or part.named for part in self.play)
        return self.expect is not None or any(looks)

    def under_ruleset(self, other: Variation) -> Scenario:
        """Return the scenario as it goes under another ruleset."""
        play = self.play if other.play is None else other.play
        expect = self.expect if other.expect is None else other.expect
        return replace(self, play=play, expect=expect)


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """The content of a file under one name: a scenario, and its mistakes; None if it cannot be read.

    Mistakes of a file as a whole are under the name of the file.
    """

    name: LocatedText
    scenario: Scenario | None
    findings: tuple[Diagnostic, ...] = ()

    @property
    def tested(self) -> tuple[str, ...]:
        """The full names of the rules that it says it tests."""
        return tuple(rule.text for rule in self.scenario.rules) if self.scenario is not None else ()


def read_scenarios(source: RulesetSource, findings: Findings) -> list[Scenario]:
    """Return all scenarios of a ruleset that can be read, in the order of its files."""
    found = list(read_each(source))
    for one in found:
        findings.found += one.findings
    return [one.scenario for one in found if one.scenario is not None]


def read_each(source: RulesetSource) -> Iterator[WrittenScenario]:
    """Yield the scenarios of a ruleset in the order of its files, each with its own mistakes."""
    passages = source.passages()
    return without_repeats(one for file in source.scenario_files for one in read_file(file, passages))


def without_repeats(written: Iterable[WrittenScenario]) -> Iterator[WrittenScenario]:
    """Yield scenarios; one that has the name of an earlier one gets a finding."""
    first: dict[str, Span] = {}
    for one in written:
        span = one.name.span
        before = first.setdefault(one.name.text, span)
        if before != span:
            twice = Findings()
            remedy = f"The other is in {before.file}:{before.line}."
            twice.add(Code.DECLARED_TWICE, span, "another scenario has the same name", remedy)
            one = replace(one, findings=(*one.findings, *twice.found))
        yield one


def read_file(file: SourceFile, passages: Passages) -> Iterator[WrittenScenario]:
    """Yield the scenarios of a file; violations of the schema belong to the scenario that contains them."""
    findings = Findings()
    document = read_document(file.path, file.shown, "scenario", findings)
    wrong = list(findings.found)
    whole = document if document is not None else _malformed_tree(file)
    for node in _scenario_nodes(whole):
        here = [one for one in wrong if _within(one.span, node.span)]
        wrong = [one for one in wrong if one not in here]
        name = text_of(node.get("scenario"))
        if here or name is None:
            yield WrittenScenario(name or LocatedText(node.span, file.shown), None, tuple(here))
        else:
            own = Findings()
            scenario = scenario_of(node, passages, own)
            yield WrittenScenario(name, scenario, tuple(own.found))
    if wrong:
        yield WrittenScenario(LocatedText(wrong[0].span, file.shown), None, tuple(wrong))


def _malformed_tree(file: SourceFile) -> Mapping | None:
    """Return the tree of a file whose form is wrong; None when it is not YAML."""
    text = read_text(file.path, file.shown, Findings())
    return _as_mapping(read_yaml(file.shown, text, Findings()) if text is not None else None)


def _within(span: Span, around: Span) -> bool:
    return (around.line, around.column) <= (span.line, span.column) <= (around.end_line, around.end_column)


def _scenario_nodes(document: Mapping | None) -> Iterator[Mapping]:
    if document is None:
        return
    several = document.get("scenarios")
    yield from (node for node in (items_of(several) if several else (document,)) if isinstance(node, Mapping))


def scenario_of(node: Mapping, passages: Passages, findings: Findings) -> Scenario:
    """Return one scenario from its tree."""
    name = text_of(node.get("scenario"))
    assert name is not None, "the schema asks for it"
    cites = read_citation(node.get("cites"), findings)
    if cites is not None:
        check_citation(cites.source, cites.passage, passages, findings)
    play, expect = _read_decisions(node.get("play")), _as_mapping(node.get("expect"))
    breaks = _only_scalars(items_of(node.get("breaks")))
    scenario = Scenario(
        name, texts_of(node.get("players")), _as_mapping(node.get("given")), node.get("dice"),
        _as_mapping(node.get("draws")), play, expect, texts_of(node.get("rules")), breaks, cites,
        tuple(_read_variations(node)),
    )  # fmt: skip
    if not scenario.expects_anything:
        remedy = "Write expect: with what must be so afterwards."
        findings.add(Code.NOTHING_TESTED, name.span, "this scenario expects nothing", remedy)
    return scenario


def _as_mapping(node: YamlNode | None) -> Mapping | None:
    return node if isinstance(node, Mapping) else None


def _read_variations(node: Mapping) -> Iterator[Variation]:
    yield from (Variation(name) for name in texts_of(node.get("same under")))
    for key, value in entries_of(node.get("differs under")):
        if isinstance(value, Mapping):
            play = value.get("play")
            expect = _as_mapping(value.get("expect"))
            yield Variation(LocatedText(key.span, key.text), None if play is None else _read_decisions(play), expect)


def _read_decisions(node: YamlNode | None) -> Played:
    entries = (entry for item in items_of(node) for entry in entries_of(item))
    return tuple(_read_decision(who, what) for who, what in entries)


def _read_decision(who: Scalar, what: YamlNode) -> ScenarioDecision | Mapping:
    if who.text == "expect" and isinstance(what, Mapping):
        return what
    if not isinstance(what, Mapping):
        return ScenarioDecision(who, _only_scalars([what] if isinstance(what, Scalar) else items_of(what)))
    chooses, question = what.get("chooses"), what.get("question")
    without = what.get("not offered")
    reasons = [(key, value if isinstance(value, Scalar) else None) for key, value in entries_of(without)]
    reasons += [(name, None) for name in _only_scalars(items_of(without))]
    return ScenarioDecision(
        who, _only_scalars([chooses] if chooses else []), question if isinstance(question, Scalar) else None,
        _only_scalars(items_of(what.get("offered"))), _only_scalars(items_of(what.get("offered only"))), tuple(reasons),
    )  # fmt: skip


def _only_scalars(nodes: Iterable[YamlNode]) -> tuple[Scalar, ...]:
    return tuple(node for node in nodes if isinstance(node, Scalar))


def listed_nodes(node: YamlNode) -> tuple[YamlNode, ...]:
    """Return the members of a list; a single value is a list of one, `nothing` is an empty list."""
    if isinstance(node, Sequence):
        return node.items
    return () if isinstance(node, Scalar) and node.text == "nothing" else (node,)


def scenario_citers(source: RulesetSource, findings: Findings) -> list[Citer]:
    """Return the scenarios of a ruleset and its layers, each with its citation and the rules that it tests."""
    below = scenario_citers(source.base, findings) if source.base else []
    own = []
    for scenario in read_scenarios(source, findings):
        cites = ((scenario.cites.source.text, scenario.cites.passage.text),) if scenario.cites else ()
        tested = tuple(rule.text for rule in scenario.rules)
        own.append(Citer("scenario", scenario.name.text, scenario.name.span, cites, more=tested))
    return below + own
