"""Layers: a ruleset and those that it extends, and several rulesets combined.

`a+b` consists of every layer of `a` and `b` once, with both on top. The order in which the names are written means
nothing: layers lie in the order of what they extend, then of names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.diagnostics import Code, Findings, Span
from rulewright.source.manifest import Source, SourcePassage
from rulewright.source.nodes import LocatedText
from rulewright.source.ruleset import STACK, RuleFile, RulesetSource


def layers_of(source: RulesetSource) -> list[RulesetSource]:
    """Return a ruleset and all that it extends, the lowest first."""
    chain = [source]
    while chain[0].base is not None:
        chain.insert(0, chain[0].base)
    return chain


def note_inheritance(source: RulesetSource, findings: Findings) -> None:
    """Add to findings in inherited files how the examined ruleset comes to extend them."""
    chain = layers_of(source)
    steps: list[str] = []
    for upper, lower in zip(reversed(chain[1:]), reversed(chain[:-1]), strict=True):
        extends = upper.manifest.extends
        where = f" ({extends.span.file}:{extends.span.line})" if extends is not None else ""
        steps.append(f"{upper.name} stands on {lower.name}{where}")
        for file in lower.rules:
            findings.notes[file.path] = f"{', '.join(steps)}."


def with_house_rules(base: RulesetSource, name: str, text: str) -> RulesetSource:
    """Return a ruleset of one file of rules on top of another one; nothing is written. They cite `house "House rule"`,
    as those in a folder of house rules do."""
    place = Span(f"{name}/ruleset.yaml", 1, 1, 1, 1)
    house = Source(
        LocatedText(place, "house"), LocatedText(place, "House rules"), (SourcePassage(place, "House rule"),)
    )
    manifest = replace(
        base.manifest, span=place, name=LocatedText(place, name), extends=LocatedText(place, base.name), variant=True,
        same_rules=(), sources=(house,),
    )  # fmt: skip
    file = RuleFile(f"{name}/rules/house.rules", text)
    return RulesetSource(name, Path(name), manifest, (file,), (), (), (), (), base)


def combine_rulesets(parts: Sequence[RulesetSource], findings: Findings) -> RulesetSource:
    """Return several rulesets as one. Raises `RulesError` unless they extend the same one."""
    chains = [layers_of(part) for part in sorted(parts, key=lambda part: (len(layers_of(part)), part.name))]
    ground = chains[0][0]
    for chain in chains:
        if chain[0].folder.resolve() != ground.folder.resolve():
            _report_another_game(chain[-1], ground, findings)
    findings.stop_on_errors()
    all_ = {layer.folder.resolve(): layer for chain in chains for layer in chain}
    below = {folder: {other.name for other in layers_of(layer)} for folder, layer in all_.items()}
    ordered = sorted(all_, key=lambda folder: (len(below[folder]), all_[folder].name))
    done: RulesetSource | None = None
    for number, folder in enumerate(ordered):
        beside = frozenset(all_[other].name for other in ordered[:number]) - below[folder]
        done = replace(all_[folder], base=done, beside=beside)
    assert done is not None
    tops = [all_[f] for f in ordered if not any(all_[f].name in below[g] for g in ordered if g != f)]
    return done if len(tops) == 1 else _combination_named(done, tops)


def _combination_named(done: RulesetSource, tops: list[RulesetSource]) -> RulesetSource:
    """Return the combination with name and title composed of its parts: first the edition, then its variants."""
    first, *rest = sorted(tops, key=lambda top: (top.manifest.variant, top.name))
    with_ = ", ".join(top.manifest.title.text for top in rest)
    printing = f"{first.manifest.edition.text}, " if first.manifest.edition else ""
    edition = LocatedText(first.manifest.span, f"{printing}with {with_}")
    manifest = replace(done.manifest, title=first.manifest.title, edition=edition)
    name = STACK.join(top.name for top in (first, *rest))
    return replace(done, name=name, folder=first.folder, manifest=manifest, scenario_files=())


def _report_another_game(top: RulesetSource, ground: RulesetSource, findings: Findings) -> None:
    stands = f'"{top.name}" does not stand on "{ground.name}"'
    own = layers_of(top)[0].name
    if own != top.name:
        stands += f', but on "{own}"'
    place = top.manifest.extends.span if top.manifest.extends else top.manifest.name.span
    findings.add(Code.ANOTHER_GAME, place, stands, "Only rulesets that change the same game can be stacked.")
