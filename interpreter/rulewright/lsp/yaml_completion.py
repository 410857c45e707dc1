"""What fits at the cursor of a YAML file: keys and values of its schema, and names of what the rules declare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.check.data_keys import keys_at
from rulewright.check.symbols import Symbol, Symbols
from rulewright.diagnostics import RulesError
from rulewright.lsp.offers import CompletionOffer, Offers, passages_of
from rulewright.lsp.project import Project
from rulewright.lsp.yaml_names import in_scenario
from rulewright.lsp.yaml_place import ITEM, YamlPlace, place_in
from rulewright.lsp.yaml_schemas import Schema, refined, schemas_at
from rulewright.source.schema import KINDS, PLAN_SCHEMA
from rulewright.source.seat_kinds import KINDS as SEAT_KINDS
from rulewright.source.targets import MEASURES
from rulewright.workspace import Ruleset
from rulewright.workspace.formatting import role_of


def yaml_offers(project: Project, folder: Path, path: Path, above: list[str]) -> Offers:
    """Return what fits behind some lines of a YAML file, the last of which is unfinished."""
    role, place = role_of(path), place_in(above)
    found = _fitting(project, folder, path, role, place) if role is not None else ()
    return Offers(place.typed, list({offer.text: offer for offer in found}.values()))


def _fitting(project: Project, folder: Path, path: Path, role: str, place: YamlPlace) -> Iterator[CompletionOffer]:
    role = refined(role, project.lines(path))
    schemas = schemas_at(role, place.keys)
    for schema in schemas:
        yield from _keys(schema) if place.is_key else _values(schema)
    ruleset, symbols = project.ruleset(folder), project.known(folder).symbols
    try:
        yield from _names(project, ruleset, symbols, path, role, place)
    except RulesError:
        return


# ---- schemas


def _keys(schema: Schema) -> Iterator[CompletionOffer]:
    needed = schema.get("required", ())
    for name, inner in schema.get("properties", {}).items():
        text = inner.get("description", "")
        yield CompletionOffer(name, "key", "needed" if name in needed else "", text, 0 if name in needed else 1)


def _values(schema: Schema) -> Iterator[CompletionOffer]:
    words = [*schema.get("enum", ()), *schema.get("examples", ()), *([schema["const"]] if "const" in schema else [])]
    words += ["true", "false"] if schema.get("type") == "boolean" else []
    yield from (CompletionOffer(str(word), "word", "", schema.get("description", "")) for word in words)


# ---- names


def _names(
    project: Project, ruleset: Ruleset, symbols: Symbols, path: Path, role: str, place: YamlPlace
) -> Iterator[CompletionOffer]:
    key = place.keys[-1] if place.keys else ""
    if key in ("source", "cites") and not place.is_key:
        yield from passages_of(ruleset)
    elif key == "difference" and not place.is_key:
        composed = ruleset.composition[0]
        yield from (
            CompletionOffer(name, "difference") for name in dict.fromkeys(one.difference for one in composed.applied)
        )
    elif role == "ruleset":
        if key == "extends" and not place.is_key:
            yield from (CompletionOffer(name, "ruleset") for name in project.space.rulesets())
    elif role == "labels":
        if place.keys == ("labels",) and place.is_key:
            yield from (_offer(one, one.full_name) for one in symbols.all if one.kind not in ("name", "plan"))
    elif role == "targets" and place.keys[:1] == ("targets",):
        yield from (CompletionOffer(one.written, "word", "", one.meaning) for one in MEASURES.values())
    elif role in (*KINDS, PLAN_SCHEMA):
        yield from _in_data(symbols, role, place)
        if (role, key) == (PLAN_SCHEMA, "plays"):
            yield from (CompletionOffer(kind.name, "word", "", kind.decides) for kind in SEAT_KINDS.values())
        if role == "inventory" and key == "rule":
            yield from _rules_of(symbols, project.lines(path))
    else:
        above = [other.name for other in project.extending(ruleset.folder.resolve())]
        names = ruleset.names()
        if names is not None:
            inside = place._replace(keys=place.keys[2:] if role == "scenarios" else place.keys)
            yield from in_scenario(names, sorted(ruleset.rule_names), above, inside)


def _in_data(symbols: Symbols, role: str, place: YamlPlace) -> Iterator[CompletionOffer]:
    for row in keys_at(role, "/".join(key for key in place.keys if key != ITEM), place.is_key):
        for kind in row.kinds:
            owner, _, last = kind.rpartition(".")
            found = (one for one in symbols.of_kind(last) if one.full_name.startswith(owner))
            yield from (_offer(one, one.full_name if row.full else one.name) for one in found)


def _rules_of(symbols: Symbols, lines: list[str]) -> Iterator[CompletionOffer]:
    """Yield the rules that the pieces of a file can follow."""
    kind = next((line.partition(":")[2].strip() for line in lines if line.startswith("pieces:")), "")
    found = (*symbols.of_kind("piece-rule"), *symbols.of_kind("thing"))
    yield from (_offer(one, one.name) for one in found if one.full_name.startswith(f"{kind}."))


def _offer(symbol: Symbol, text: str) -> CompletionOffer:
    return CompletionOffer(text, symbol.kind, symbol.type or symbol.kind, symbol.doc, 2)
