"""Traverses the entries of `given` and `expect` for seats, things and the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.diagnostics import NOWHERE, Code
from rulewright.engine.cells import FactRow
from rulewright.engine.rule_names import DeclaredValue
from rulewright.scenarios.naming import GAME, OF_GAME, PLAYER, Names, OwnedFact, OwnedPlace, Owner
from rulewright.scenarios.reading import listed
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.nodes import entries_of

REST = "rest"
"""In a list of pieces: the others there; in `given` also those that must leave the places given."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its owner, key and value."""

    owner: Owner
    key: Scalar
    value: YamlNode


@dataclass(frozen=True, slots=True)
class Cell:
    """A single value of a fact, and its node."""

    label: str
    row: FactRow
    node: YamlNode


@dataclass(frozen=True, slots=True)
class Named:
    """A piece named in a place, with its facts there."""

    node: Scalar
    facts: Mapping | None


@dataclass(frozen=True, slots=True)
class Told:
    """The pieces named in a place. `rest`: the number of them before the word `rest`; None without it."""

    pieces: list[Named]
    rest: int | None


def entries(names: Names, node: Mapping, skip: frozenset[str]) -> Iterator[Entry]:
    """Yield all entries except the keys in `skip`."""
    for key, value in node.items:
        if key.text not in skip:
            yield from _of_word(names, key, value)


def _of_word(names: Names, key: Scalar, value: YamlNode) -> Iterator[Entry]:
    group = names.group(key.text)
    if key.text == GAME:
        yield from _inside(names, OF_GAME, value)
    elif key.text in names.seats:
        names.note(key, "thing", PLAYER)
        yield from _inside(names, Owner("player", names.seats[key.text], key.text), value)
    elif group is not None and key.text not in _words_of(names, OF_GAME):
        names.note(key, "many", group)
        for name, inner in _group(names, value):
            yield from _of_thing(names, name, group, inner)
    elif (domain := _domain_of(names, key.text)) is not None:
        yield from _of_thing(names, key, domain, value)
    else:
        yield from _of_game(names, key, value)


def _of_game(names: Names, key: Scalar, value: YamlNode) -> Iterator[Entry]:
    mine = _words_of(names, OF_GAME)
    if key.text in mine:
        yield Entry(OF_GAME, key, value)
        return
    groups = [info.plural for info in names.rules.domains.values()]
    names.unknown(key, key.text, "seat, thing or place", [*names.seats, *names.things, *groups, *mine, GAME])


def _words_of(names: Names, owner: Owner) -> list[str]:
    """Return the names of the facts, places and values of an owner."""
    return [*names.facts(owner), *names.places(owner), *names.computed(owner)]


def _domain_of(names: Names, text: str) -> str | None:
    if text in names.things:
        return names.things[text][0]
    pieces = [info.name for info in names.rules.domains.values() if info.how == "piece"]
    return next((domain for domain in pieces if names.alike(domain, text)), None)


def _group(names: Names, node: YamlNode) -> tuple[tuple[Scalar, YamlNode], ...]:
    if not entries_of(node):
        names.findings.add(Code.WRONG_KIND, node.span, "the names of things belong here, each with what it has")
    return entries_of(node)


def _of_thing(names: Names, key: Scalar, domain: str, value: YamlNode) -> Iterator[Entry]:
    alike = names.alike(domain, key.text)
    names.note(key, "thing", domain)
    members = names.rules.domains[domain].members
    if not alike:
        names.unknown(key, key.text, domain, members)
    elif len(alike) > 1:
        several = ", ".join(members[piece] for piece in alike)
        names.findings.add(
            Code.SEVERAL_ALIKE, key.span, f"several pieces are called so: {several}", "Name one of them."
        )
    else:
        yield from _inside(names, Owner(domain, alike[0], key.text), value)


def _inside(names: Names, owner: Owner, value: YamlNode) -> Iterator[Entry]:
    if isinstance(value, Mapping) and value.items:
        yield from (Entry(owner, key, inner) for key, inner in value.items)
        return
    places = list(names.places(owner))
    if owner.domain not in ("", PLAYER) and len(places) == 1 and not isinstance(value, Mapping):
        yield Entry(owner, Scalar(NOWHERE, places[0]), value)
        return
    names.findings.add(Code.WRONG_KIND, value.span, f"what {owner.label} has belongs here: a name and a value for each")


def meaning(names: Names, entry: Entry) -> OwnedFact | list[OwnedPlace] | DeclaredValue | None:
    """Return the fact, the places or the value that an entry's key denotes."""
    facts, places, computed = names.facts(entry.owner), names.places(entry.owner), names.computed(entry.owner)
    found = facts.get(entry.key.text) or places.get(entry.key.text) or computed.get(entry.key.text)
    names.note(entry.key, "fact", entry.owner.domain)
    if found is None:
        what = f"fact, place or value of {entry.owner.label}"
        names.unknown(entry.key, entry.key.text, what, _words_of(names, entry.owner))
    return found


def cells(names: Names, fact: OwnedFact, node: YamlNode) -> Iterator[Cell]:
    """Yield the single values given for a fact."""
    if not fact.keys:
        yield Cell(fact.label, fact.cells[0], node)
    elif not isinstance(node, Mapping) or not node.items:
        first = fact.keys[0]
        names.findings.add(Code.WRONG_KIND, node.span, "this has several values", f"Write {{{first}: 1}} for {first}.")
    else:
        for key, value in node.items:
            if key.text not in fact.keys:
                names.unknown(key, key.text, f"value of {fact.label} for", fact.keys)
                continue
            names.note(key, "thing", names.domain_with(fact.keys))
            yield Cell(f"{fact.label} for {key.text}", fact.cells[fact.keys.index(key.text)], value)


def parts(names: Names, places: list[OwnedPlace], node: YamlNode) -> Iterator[tuple[OwnedPlace, YamlNode]]:
    """Yield each place of a name with its node."""
    if len(places) == 1 and not places[0].key:
        yield places[0], node
        return
    keyed = {place.key: place for place in places}
    for key, value in _group(names, node):
        if key.text in keyed:
            names.note(key, "thing", names.domain_with([*keyed]))
            yield keyed[key.text], value
        else:
            names.unknown(key, key.text, "place for", keyed)


def told(names: Names, node: YamlNode) -> Told:
    """Return the pieces named for a place."""
    found = _named(names, node)
    rests = [at for at, one in enumerate(found) if one.node.text == REST]
    for at in rests[1:]:
        names.findings.add(Code.LAID_TWICE, found[at].node.span, '"rest" stands here already', "Write it once.")
    for at in rests:
        if found[at].facts is not None:
            names.findings.add(
                Code.WRONG_KIND, found[at].node.span, '"rest" has no facts', "Name the pieces that have."
            )
    return Told([one for one in found if one.node.text != REST], rests[0] if rests else None)


def _named(names: Names, node: YamlNode) -> list[Named]:
    if isinstance(node, Mapping):
        return [Named(key, value if isinstance(value, Mapping) else None) for key, value in node.items]
    found: list[Named] = []
    for item in listed(node):
        if isinstance(item, Scalar):
            found.append(Named(item, None))
        elif isinstance(item, Mapping):
            found += _named(names, item)
        else:
            names.findings.add(Code.WRONG_KIND, item.span, "the name of a piece belongs here")
    return found
