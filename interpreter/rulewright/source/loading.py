"""Loads a ruleset: all files of its folder, and the rulesets that it extends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source.citations import Citation, check_citation
from rulewright.source.disk import disk
from rulewright.source.documents import read_document
from rulewright.source.figures import (
    FigureData,
    HintsData,
    SeatData,
    WeightsData,
    read_figures,
    read_hints,
    read_seat_data,
    read_weights,
)
from rulewright.source.files import documents, files_in, fits_size_limit, report_unread, rule_files, shown_path
from rulewright.source.folders import (
    MANIFEST,
    available,
    find,
    find_base,
    is_path,
    path_below,
    reach_is_limited,
    shown_beside,
    shown_folder,
)
from rulewright.source.inventory import Inventory, read_inventory
from rulewright.source.labels import read_labels
from rulewright.source.layers import combine_rulesets
from rulewright.source.looks import pictures_of
from rulewright.source.manifest import Manifest, read_manifest
from rulewright.source.nodes import Mapping, text_of
from rulewright.source.ruleset import STACK, RulesetSource

SELECTED_DIFFERENCES = re.compile(r"(.+):([a-z][a-z0-9-]*(?:,[a-z][a-z0-9-]*)*)", re.ASCII)


def load(name_or_path: str, findings: Findings) -> RulesetSource:
    """Read a ruleset given by name or folder, and those that it extends.

    Names joined by + are combined; `NAME:DIFFERENCE,DIFFERENCE` selects some of a ruleset's differences. Mistakes are
    added to the findings, and the rest is read nevertheless. Raises `RulesError` if there is no such ruleset
    or its ruleset.yaml is unusable.
    """
    if STACK in name_or_path:
        return combine_rulesets([load(part, findings) for part in name_or_path.split(STACK)], findings)
    chosen = SELECTED_DIFFERENCES.fullmatch(name_or_path)
    if chosen is not None:
        return replace(load(chosen[1], findings), only=frozenset(chosen[2].split(",")), name=name_or_path)
    folder = find(name_or_path, here=True)
    ruleset = None
    if folder is None:
        report_not_found(name_or_path, findings)
    else:
        ruleset = _load_folder(folder, shown_folder(name_or_path, folder), (), findings)
    if ruleset is None:
        findings.stop_on_errors()
        raise AssertionError("a ruleset that cannot be loaded has a finding")
    if not is_path(name_or_path) and ruleset.name != name_or_path:
        message = f'the folder is called "{name_or_path}", the ruleset "{ruleset.name}"'
        findings.add(Code.NAME_DIFFERS, ruleset.manifest.name.span, message, "Give both the same name.")
    return ruleset


def _load_folder(folder: Path, shown: str, above: tuple[Path, ...], findings: Findings) -> RulesetSource | None:
    """Read a folder; `above` are the folders of the rulesets that extend it."""
    if not fits_size_limit(folder, shown_path(shown, MANIFEST), findings):
        return None
    document = read_document(folder / MANIFEST, shown_path(shown, MANIFEST), "ruleset", findings)
    report_unread(folder, shown, findings)
    rules = rule_files(folder, shown, findings)
    data = _read_data(folder, shown, findings)
    labels = tuple(read_labels(document, findings) for document in documents(folder, shown, "labels", findings))
    if document is None:
        return None
    manifest = read_manifest(document, findings)
    base = _load_base(manifest, folder, above, findings)
    if manifest.players is None and base is not None:
        manifest = replace(manifest, players=base.manifest.players)
    scenarios = tuple(files_in(folder, shown, "scenarios"))
    ruleset = RulesetSource(
        manifest.name.text, folder, manifest, rules, tuple(data.inventories), tuple(data.figures.values()), labels,
        scenarios, base, weights=tuple(data.weights), hints=tuple(data.hints), seat_data=tuple(data.seats),
    )  # fmt: skip
    passages = ruleset.passages()
    for citation in _data_citations(ruleset):
        check_citation(citation.source, citation.passage, passages, findings)
    return ruleset


@dataclass(slots=True)
class _Data:
    """What the files in `data/` hold."""

    inventories: list[Inventory] = field(default_factory=list)
    figures: dict[str, FigureData] = field(default_factory=dict)
    weights: list[WeightsData] = field(default_factory=list)
    hints: list[HintsData] = field(default_factory=list)
    seats: list[SeatData] = field(default_factory=list)


def _read_data(folder: Path, shown: str, findings: Findings) -> _Data:
    data = _Data()
    for document in documents(folder, shown, "data", findings):
        named = text_of(document.get("kind"))
        match named.text if named is not None else "":
            case "inventory":
                data.inventories.append(read_inventory(document, findings))
                if _are_too_many(data.inventories, document.span, findings):
                    break
            case "weights":
                data.weights.append(read_weights(document))
            case "table" | "look" as kind:
                data.hints.append(read_hints(document, kind, pictures_of(document, folder / "data", findings)))
            case "seat" | "search" | "targets" as kind:
                data.seats.append(read_seat_data(document, kind))
            case _:
                _add_figures(data.figures, document, findings)
    return data


def _are_too_many(inventories: list[Inventory], span: Span, findings: Findings) -> bool:
    """Report that there are more pieces than a ruleset may have."""
    number = sum(len(inventory.rows) for inventory in inventories)
    if number <= limits.ALL_PIECES.most:
        return False
    limits.ALL_PIECES.report(findings, span, number, in_all=True)
    findings.blind = True
    return True


def _add_figures(figures: dict[str, FigureData], document: Mapping, findings: Findings) -> None:
    for figure in read_figures(document, findings):
        first = figures.setdefault(figure.name.text, figure).name.span
        if first != figure.name.span:
            message = f'"{figure.name.text}" is given already'
            remedy = f"The other is in {first.file}:{first.line}."
            findings.add(Code.DECLARED_TWICE, figure.name.span, message, remedy)


def _load_base(manifest: Manifest, folder: Path, above: tuple[Path, ...], findings: Findings) -> RulesetSource | None:
    if manifest.extends is None:
        return None
    name, span = manifest.extends.text, manifest.extends.span
    number = len(above) + 2
    if number > limits.LAYERS.most:
        limits.LAYERS.report(findings, span, number, in_all=True)
        findings.blind = True
        return None
    found = find_base(name, folder)
    base = _load_layer_below(name, found, span, (*above, folder.resolve()), findings)
    findings.blind = findings.blind or base is None
    return base


def _load_layer_below(
    name: str, found: Path | None, span: Span, chain: tuple[Path, ...], findings: Findings
) -> RulesetSource | None:
    if found is None and reach_is_limited():
        message = f'"{name}" is neither shipped with Rulewright nor named in the command'
        remedy = f"With --untrusted a ruleset stands only on those. Name both, joined by +:  FOLDER/{name}+FOLDER"
        findings.add(Code.UNKNOWN_RULESET, span, message, remedy)
        return None
    if found is None:
        report_not_found(name, findings, span)
        return None
    if found.resolve() in chain:
        circle = " -> ".join(path.name for path in (*chain[chain.index(found.resolve()) :], found))
        findings.add(
            Code.EXTENDS_IN_A_CIRCLE, span, f"a ruleset cannot stand on itself: {circle}", 'Take one "extends" away.'
        )
        return None
    base = _load_folder(found, shown_beside(name, found), chain, findings)
    if base is None:
        findings.add(Code.BASE_UNUSABLE, span, f'"{name}" has mistakes of its own')
    return base


def _data_citations(ruleset: RulesetSource) -> Iterator[Citation]:
    """Yield the citations of the data files, each once."""
    rows = (row.source for inventory in ruleset.inventories for row in inventory.rows)
    figures = (figure.source for figure in ruleset.figures)
    yield from dict.fromkeys(citation for citation in (*rows, *figures) if citation is not None)


def report_not_found(name: str, findings: Findings, where: Span | None = None) -> None:
    """Report that there is no ruleset of a name, or no such folder; `where` is the span that names it."""
    span = where or Span(name, 0, 0, 0, 0)
    if is_path(name):
        findings.add(
            Code.MISSING_FOLDER,
            span,
            f'there is no folder "{name}"',
            "Look at its spelling, and at the folder you are in.",
        )
        return
    known = available()
    remedy = [*did_you_mean(name, known)]
    near = f"./{name}" if disk().is_folder(disk().root / name) else path_below(name)
    if near:
        remedy.append(f'There is a folder of this name here: write "{near}".')
    remedy.append(f"Rulesets here: {', '.join(known)}." if known else "There are no rulesets here.")
    findings.add(Code.UNKNOWN_RULESET, span, f'there is no ruleset "{name}"', *remedy)
