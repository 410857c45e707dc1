"""Traverses the entries of `given` and `expect` for seats, things and the game."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.diagnostics import NOWHERE, Code
from rulewright.engine.cells import FactRow
from rulewright.engine.rule_names import DeclaredValue
from rulewright.frozen import frozen_class
from rulewright.scenarios.naming import GAME_WORD, OF_GAME, PLAYER, OwnedFact, OwnedPlace, Owner, ScenarioNames
from rulewright.scenarios.reading import listed_nodes
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of

REST_WORD = "rest"
"""In a list of pieces: the others there; in `given` also those that must leave the places given."""


@frozen_class
class WrittenEntry:
    """An entry: its owner, key and value."""

    owner: Owner
    key: Scalar
    value: YamlNode


@frozen_class
class WrittenValue:
    """A single value of a fact, and its node."""

    label: str
    row: FactRow
    node: YamlNode


@frozen_class
class NamedPiece:
    """A piece named in a place, with its facts there."""

    node: Scalar
    facts: Mapping | None


@frozen_class
class NamedPieces:
    """The pieces named in a place. `rest`: the number of them before the word `rest`; None without it."""

    pieces: list[NamedPiece]
    rest: int | None


def written_entries(names: ScenarioNames, node: Mapping, skip: frozenset[str]) -> Iterator[WrittenEntry]:
    """Yield all entries except the keys in `skip`."""
    for key, value in node.items:
        if key.text not in skip:
            yield from _of_word(names, key, value)


def _of_word(names: ScenarioNames, key: Scalar, value: YamlNode) -> Iterator[WrittenEntry]:
    group = names.domain_by_plural(key.text)
    if key.text == GAME_WORD:
        yield from _entries_inside(names, OF_GAME, value)
    elif key.text in names.seats:
        names.note_meaning(key, "thing", PLAYER)
        yield from _entries_inside(names, Owner("player", names.seats[key.text], key.text), value)
    elif group is not None and key.text not in _words_of(names, OF_GAME):
        names.note_meaning(key, "many", group)
        for name, inner in _group_entries(names, value):
            yield from _of_thing(names, name, group, inner)
    elif (domain := _domain_of(names, key.text)) is not None:
        yield from _of_thing(names, key, domain, value)
    else:
        yield from _of_game(names, key, value)


def _of_game(names: ScenarioNames, key: Scalar, value: YamlNode) -> Iterator[WrittenEntry]:
    mine = _words_of(names, OF_GAME)
    if key.text in mine:
        yield WrittenEntry(OF_GAME, key, value)
        return
    groups = [info.plural for info in names.rules.domains.values()]
    names.report_unknown(
        key, key.text, "seat, thing or place", [*names.seats, *names.things, *groups, *mine, GAME_WORD]
    )


def _words_of(names: ScenarioNames, owner: Owner) -> list[str]:
    """Return the names of the facts, places and values of an owner."""
    return [*names.facts_of(owner), *names.places_of(owner), *names.values_of(owner)]


def _domain_of(names: ScenarioNames, text: str) -> str | None:
    if text in names.things:
        return names.things[text][0]
    pieces = [info.name for info in names.rules.domains.values() if info.how == "piece"]
    return next((domain for domain in pieces if names.pieces_alike(domain, text)), None)


def _group_entries(names: ScenarioNames, node: YamlNode) -> tuple[tuple[Scalar, YamlNode], ...]:
    if not entries_of(node):
        names.findings.add(Code.WRONG_KIND, node.span, "the names of things belong here, each with what it has")
    return entries_of(node)


def _of_thing(names: ScenarioNames, key: Scalar, domain: str, value: YamlNode) -> Iterator[WrittenEntry]:
    alike = names.pieces_alike(domain, key.text)
    names.note_meaning(key, "thing", domain)
    members = names.rules.domains[domain].members
    if not alike:
        names.report_unknown(key, key.text, domain, members)
    elif len(alike) > 1:
        several = ", ".join(members[piece] for piece in alike)
        names.findings.add(
            Code.SEVERAL_ALIKE, key.span, f"several pieces are called so: {several}", "Name one of them."
        )
    else:
        yield from _entries_inside(names, Owner(domain, alike[0], key.text), value)


def _entries_inside(names: ScenarioNames, owner: Owner, value: YamlNode) -> Iterator[WrittenEntry]:
    if isinstance(value, Mapping) and value.items:
        yield from (WrittenEntry(owner, key, inner) for key, inner in value.items)
        return
    places = list(names.places_of(owner))
    if owner.domain not in ("", PLAYER) and len(places) == 1 and not isinstance(value, Mapping):
        yield WrittenEntry(owner, Scalar(NOWHERE, places[0]), value)
        return
    names.findings.add(Code.WRONG_KIND, value.span, f"what {owner.label} has belongs here: a name and a value for each")


def meaning_of_entry(names: ScenarioNames, entry: WrittenEntry) -> OwnedFact | list[OwnedPlace] | DeclaredValue | None:
    """Return the fact, the places or the value that an entry's key denotes."""
    facts, places, computed = names.facts_of(entry.owner), names.places_of(entry.owner), names.values_of(entry.owner)
    found = facts.get(entry.key.text) or places.get(entry.key.text) or computed.get(entry.key.text)
    names.note_meaning(entry.key, "fact", entry.owner.domain)
    if found is None:
        what = f"fact, place or value of {entry.owner.label}"
        names.report_unknown(entry.key, entry.key.text, what, _words_of(names, entry.owner))
    return found


def written_values(names: ScenarioNames, fact: OwnedFact, node: YamlNode) -> Iterator[WrittenValue]:
    """Yield the single values given for a fact."""
    if not fact.keys:
        yield WrittenValue(fact.label, fact.cells[0], node)
    elif not isinstance(node, Mapping) or not node.items:
        *outer, last = fact.keys[0].split()
        written = "".join(f"{{{key}: " for key in outer) + f"{{{last}: 1}}" + "}" * len(outer)
        remedy = f"Write {written} for {fact.keys[0]}."
        names.findings.add(Code.WRONG_KIND, node.span, "this has several values", remedy)
    else:
        numbers = {key.lower(): number for number, key in enumerate(fact.keys)}
        for key, text, value in _values_by_keys(node):
            if text.lower() not in numbers:
                names.report_unknown(key, text, f"value of {fact.label} for", fact.keys)
                continue
            names.note_meaning(key, "thing", names.domain_with(fact.keys))
            yield WrittenValue(f"{fact.label} for {text}", fact.cells[numbers[text.lower()]], value)


def _values_by_keys(node: Mapping, before: str = "") -> Iterator[tuple[Scalar, str, YamlNode]]:
    """Yield each value of a mapping, which may contain others, with its last key and all its keys: `pea ann`."""
    for key, value in node.items:
        if isinstance(value, Mapping):
            yield from _values_by_keys(value, f"{before}{key.text} ")
        else:
            yield key, before + key.text, value


def parts_of_places(
    names: ScenarioNames, places: list[OwnedPlace], node: YamlNode
) -> Iterator[tuple[OwnedPlace, YamlNode]]:
    """Yield each place of a name with its node."""
    if len(places) == 1 and not places[0].key:
        yield places[0], node
        return
    keyed = {place.key: place for place in places}
    for key, value in _group_entries(names, node):
        if key.text in keyed:
            names.note_meaning(key, "thing", names.domain_with([*keyed]))
            yield keyed[key.text], value
        else:
            names.report_unknown(key, key.text, "place for", keyed)


def read_named_pieces(names: ScenarioNames, node: YamlNode) -> NamedPieces:
    """Return the pieces named for a place."""
    found = _named_nodes(names, node)
    rests = [at for at, one in enumerate(found) if one.node.text == REST_WORD]
    for at in rests[1:]:
        names.findings.add(Code.LAID_TWICE, found[at].node.span, '"rest" stands here already', "Write it once.")
    for at in rests:
        if found[at].facts is not None:
            names.findings.add(
                Code.WRONG_KIND, found[at].node.span, '"rest" has no facts', "Name the pieces that have."
            )
    return NamedPieces([one for one in found if one.node.text != REST_WORD], rests[0] if rests else None)


def _named_nodes(names: ScenarioNames, node: YamlNode) -> list[NamedPiece]:
    if isinstance(node, Mapping):
        return [NamedPiece(key, value if isinstance(value, Mapping) else None) for key, value in node.items]
    found: list[NamedPiece] = []
    for item in listed_nodes(node):
        if isinstance(item, Scalar):
            found.append(NamedPiece(item, None))
        elif isinstance(item, Mapping):
            found += _named_nodes(names, item)
        else:
            names.findings.add(Code.WRONG_KIND, item.span, "the name of a piece belongs here")
    return found
