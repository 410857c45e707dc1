"""Renaming: where a name stands, and what follows from it in scenarios, replays and texts of other languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from rulewright.check.symbols import Symbol
from rulewright.compose.composed import full_name
from rulewright.compose.languages import BRACED
from rulewright.compose.texts import texts_of
from rulewright.diagnostics import Findings, RulesError, Span
from rulewright.lsp import late
from rulewright.lsp.navigation import (
    FoundSymbol,
    concerned_rulesets,
    lowest,
    place_of,
    places_of,
    symbol_at,
    text_at,
)
from rulewright.lsp.positions import Edits, Position, Range
from rulewright.lsp.project import Project, Refused
from rulewright.playtest.renamed_replays import RenamedReplays
from rulewright.scenarios.correspondence import Correspondence, DifferentRulesError, NamedRules
from rulewright.scenarios.naming import WordMeaning
from rulewright.source.disk import disk
from rulewright.source.files import files_in
from rulewright.source.layers import layers_of
from rulewright.source.nodes import LocatedText
from rulewright.syntax.lines import WORD
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset

KINDS_OF_THINGS = ("names", "grid", "shape", "piece")
NO_NAME = 'That is no name: small letters and digits, with "-" between words.'


class Renaming(NamedTuple):
    """The edits of a renaming, and what else it changes; nothing where it changes nothing else."""

    edits: Edits
    remark: str = ""


def rename_at(project: Project, path: Path, position: Position, new: str) -> Renaming:
    """Return what changes when the name at a position is called something else. Raises `Refused`."""
    pointed = symbol_at(project, path, position)
    if pointed is None:
        raise Refused("Nothing here has a name that can be changed.")
    found = lowest(project, pointed)
    edits = _direct(project, found, new)
    rulesets = concerned_rulesets(project, found)
    _in_labels(project, rulesets, edits)
    before = {ruleset.folder: _named_rules(ruleset) for ruleset in rulesets}
    if None in before.values():
        return Renaming(edits, "There are mistakes in these rules, so scenarios and replays are left alone.")
    with project.trying(edits):
        after = {ruleset.folder: _checked_rules(ruleset) for ruleset in rulesets}
    remark = ""
    try:
        both = {folder: Correspondence(named, after[folder]) for folder, named in before.items() if named is not None}
        for ruleset in rulesets:
            _in_scenarios(project, ruleset, both, edits)
            _in_replays(project, ruleset, both[ruleset.folder], edits)
            remark = remark or _of_chance(ruleset, both[ruleset.folder].changed_chance)
    except DifferentRulesError:
        raise Refused("Under this name the rules would not say the same any more.") from None
    return Renaming(edits, remark)


def _of_chance(ruleset: Ruleset, chance: list[str]) -> str:
    if not chance:
        return ""
    said = "; ".join(chance)
    return (
        f"{said[:1].upper()}{said[1:]}: games with the same number go differently from now on. Replays have the new "
        f"names, and no longer go as they are written: rulewright replay {ruleset.source.manifest.name} --accept."
    )


def _direct(project: Project, found: FoundSymbol, new: str) -> Edits:
    """Return the edits where the name itself stands."""
    spellings = _spellings(project, found, new)
    _can_be_called(found, spellings[found.symbol.name])
    made = Edits()
    all_ = (found.symbol, *_named_after(found))
    for place in dict.fromkeys(place for one in all_ for place in places_of(project, found._replace(symbol=one))):
        if not place.path.is_relative_to(project.root):
            raise Refused(f'"{found.symbol.name}" also stands in {place.path}, which is not in this folder.')
        text = text_at(project, place)
        word = spellings.get(text.strip("\"'"))
        if word is not None and place.path.parent.name not in ("scenarios", "replays"):
            made.setdefault(place.path, []).append((_without_quotes(place.range, text[:1] in ("'", '"')), word))
    if not made:
        raise Refused(f'"{found.symbol.name}" is written nowhere: it follows from other names.')
    return made


def _spellings(project: Project, found: FoundSymbol, new: str) -> dict[str, str]:
    """Return what stands instead of each spelling of a name: as it is used, and as it is declared where that differs.

    Seats are declared with a capital, pieces of which there are several with braces or without their number.
    """
    home, old = place_of(project, found.ruleset, found.symbol.span), found.symbol.name
    declared = text_at(project, home).strip("\"'") if home is not None else old
    if found.symbol.kind == "player":
        return {declared: new[:1].upper() + new[1:], old: new.lower()}
    braces = BRACED.findall(declared)
    if sorted(BRACED.findall(new)) != sorted(braces):
        raise Refused(f'"{declared}" is the name of several pieces: keep what is in braces.' if braces else NO_NAME)
    one = re.fullmatch(BRACED.sub("(.+)", declared), old)
    if one is not None:
        fill = dict(zip(braces, one.groups(), strict=True))
        return {declared: new, old: BRACED.sub(lambda brace: fill[brace[1]], new)}
    return {declared: new, old: new + old.removeprefix(declared)}


def _can_be_called(found: FoundSymbol, new: str) -> None:
    """Raise `Refused` where something cannot have a name."""
    if not re.fullmatch(WORD, new):
        raise Refused(NO_NAME)
    if new in tables().words:
        raise Refused(f'"{new}" is a word of the language.')
    if found.symbol.kind == "game":
        raise Refused("The game itself has a title, and no other name.")
    if found.symbol.kind == "winner":
        raise Refused("Who wins has no name.")
    if any(one.name == new and one.kind == found.symbol.kind != "name" for one in found.ruleset.symbols.all):
        raise Refused(f'There is a {found.symbol.kind} "{new}" already.')


def _named_after(found: FoundSymbol) -> Iterator[Symbol]:
    """Yield the names in rules that have the name of a kind of thing, and are such things for that reason."""
    if found.symbol.kind in KINDS_OF_THINGS:
        yield from (one for one in found.ruleset.symbols.all if one.kind == "name" and one.name == found.symbol.name)


def _named_rules(ruleset: Ruleset) -> NamedRules | None:
    """Return the names of rules; None where they have mistakes."""
    names = ruleset.names()
    return (
        NamedRules(names, [full_name(one) for one in ruleset.composition[0].declarations])
        if names is not None
        else None
    )


def _checked_rules(ruleset: Ruleset) -> NamedRules:
    """Return the names of rules as they would be. Raises `Refused` when they would have mistakes."""
    try:
        wrong = [*ruleset.examination.findings.errors]
    except RulesError as problem:
        wrong = [*problem.findings]
    named = _named_rules(ruleset) if not wrong else None
    if named is None:
        said = f"{wrong[0].span.file}:{wrong[0].span.line}: {wrong[0].message}" if wrong else "they cannot be read"
        raise Refused(f"With this name the rules would have a mistake: {said}.")
    return named


def _in_labels(project: Project, rulesets: list[Ruleset], edits: Edits) -> None:
    """Add the full names in labels that follow from others: those of made up pieces, and numbers behind equal names."""
    before = {ruleset.folder: _full_names(ruleset) for ruleset in rulesets}
    with project.trying(edits):
        after = {ruleset.folder: _full_names(ruleset) for ruleset in rulesets}
    for ruleset in rulesets:
        old, new = before[ruleset.folder], after[ruleset.folder]
        names = dict(zip(old, new, strict=True)) if len(old) == len(new) else {}
        for labels in ruleset.source.labels:
            for key, _ in (*labels.texts, *labels.forms):
                if names.get(key.text, key.text) != key.text:
                    _replace(project, ruleset, key, names[key.text], edits)


def _full_names(ruleset: Ruleset) -> list[str]:
    """Return the full names of pieces and texts in the order in which they are written: the last of a name counts."""
    rows = ((one.kind, row) for layer in layers_of(ruleset.source) for one in layer.inventories for row in one.rows)
    declarations = sorted(ruleset.composition[0].declarations, key=lambda decl: decl.span)
    return [
        *(f"{kind}.{row.name}" for kind, row in rows),
        *(one.name for decl in declarations for one in texts_of(decl)),
    ]


def _in_scenarios(project: Project, ruleset: Ruleset, both: dict[Path, Correspondence], edits: Edits) -> None:
    """Add the words of scenarios that mean something else from now on."""
    played = cache(partial(_rules_of_choices, ruleset))
    for name, meant in ruleset.meanings:
        there = ruleset.beside(name) if name else ruleset
        if there.folder in both:
            words = both[there.folder].new_words(meant)
            if len(words) > 1:
                words = both[there.folder].new_words(meant, played().get(meant.span, "")) & words
            if len(words) == 1 and words != {meant.word}:
                _replace(project, ruleset, LocatedText(meant.span, meant.word), min(words), edits)


def _rules_of_choices(ruleset: Ruleset) -> dict[Span, str]:
    """Play the scenarios of a ruleset, and return by its place the rule of each choice that is made or offered."""
    found = list[WordMeaning]()
    for one in (one.scenario for one in ruleset.scenarios if one.scenario is not None):
        seats = late.run.seats_for(one, ruleset.players, Findings())
        if seats is not None:
            late.run.run_one(ruleset.program(seats, traced=True), one, one.name.text, meant=found)
    return {one.span: one.owner for one in found if one.kind == "choice" and one.owner}


def _replace(project: Project, ruleset: Ruleset, old: LocatedText, word: str, edits: Edits) -> None:
    """Let a word stand instead of a text, and of what was to stand in parts of it."""
    place = place_of(project, ruleset, old.span)
    if place is not None:
        start, end = place.range
        inside = _without_quotes(place.range, end.character - start.character > len(old.text))
        others = [one for one in edits.get(place.path, ()) if one[0].end <= inside.start or one[0].start >= inside.end]
        edits[place.path] = [*others, (inside, word)]


def _without_quotes(range_: Range, quoted: bool) -> Range:
    """Return a range without the quotation marks at its ends, if there are any."""
    start, end = range_
    return Range(Position(start.line, start.character + quoted), Position(end.line, end.character - quoted))


def _in_replays(project: Project, ruleset: Ruleset, both: Correspondence, edits: Edits) -> None:
    """Add the replays of a ruleset in the new names."""
    renamed_replays = RenamedReplays(both)
    for file in files_in(ruleset.folder, "", "replays") if not renamed_replays.is_identity else ():
        path = Path(disk().real(file.path))
        text = renamed_replays.text(path, ruleset.program)
        if text is not None:
            edits[path] = [(Range(Position(0, 0), Position(len(project.lines(path)), 0)), text)]
