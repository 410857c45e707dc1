"""What scenarios and replays say, in the names that things have after a renaming.

Both rules are the same but for names, so their tables list the same things in the same order. That way names that only
follow from a renamed one are known, too: those of pieces that are named after their rule or by a list of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from rulewright.compile.tables import Computed, Fact, Place
from rulewright.engine.cells import fact_rows, place_rows
from rulewright.engine.options import DeclaredOption
from rulewright.engine.savefile.format import Decision, SavedGame, apart, joined
from rulewright.engine.snapshot import Snapshot, Values, changed
from rulewright.lsp.project import Refused
from rulewright.scenarios.naming import PLAYER, Meant, Names, stem
from rulewright.scenarios.offers import fits

T = TypeVar("T")
PLACE = "place"
"""Instead of a domain: the values are places."""
_NUMBERED = re.compile(r"(.+) (?:\(([a-z0-9-]+)\)|([0-9]+))")


class Named(NamedTuple):
    """The names of rules: in their tables, and the full names of all declarations in order."""

    names: Names
    rules: list[str]


class Correspondence:
    """The names of rules before and after a renaming. Raises `Refused` if they are not the same but for names."""

    def __init__(self, one: Named, other: Named) -> None:
        old, new = self.old, self.new = one.names, other.names
        self.rules = _pairs(one.rules, other.rules)
        before, after = old.tables, new.tables
        self._fit: dict[str, list[tuple[DeclaredOption, DeclaredOption]]] = {}
        self._called: dict[tuple[str, str], set[str]] = {}
        self.domains = _pairs(before.domains, after.domains)
        self.things = {
            domain: _pairs(before.domains[domain].members, after.domains[other].members)
            for domain, other in self.domains.items()
        }
        self.things[PLAYER] |= _pairs(before.seat_names, after.seat_names)
        self._seats = {name.lower(): name for name in before.seat_names}
        self.steps = _pairs(before.steps, after.steps)
        self.facts = {
            (row.owner, name): other_name
            for row, other in _rows(before.facts, after.facts, _owned)
            for name, other_name in ((row.plural, other.plural), (row.name, other.name))
        }
        self.facts |= {(row.owner, row.name): other.name for row, other in _rows(before.places, after.places, _owned)}
        self.facts |= {
            (row.owner, row.name): other.name for row, other in _rows(before.computed, after.computed, _owned)
        }
        self.rows = _rows(old.options, new.options, lambda row: (row.rule, row.name))
        self.always = {
            row.name: other.name for row, other in _rows(before.invariants, after.invariants, lambda row: row.name)
        }
        self.places = _pairs(_place_names(old), _place_names(new))
        self.values = {
            key: (other_key, domain)
            for (key, domain), (other_key, _) in _rows([*_value_names(old)], [*_value_names(new)], lambda one: one[0])
        }

    @property
    def is_identity(self) -> bool:
        """Whether nothing has another name in replays."""
        tables = (self.domains, *self.things.values(), self.places, self.steps)
        same = all(old == new for table in tables for old, new in table.items())
        same &= all(old == new for old, (new, _) in self.values.items())
        return same and all((old.name, old.menu) == (new.name, new.menu) for old, new in self.rows)

    @property
    def chance(self) -> list[str]:
        """What chance depends on and has another name afterwards: its streams, and pieces that are shuffled."""
        new = {(one.action, one.thing) for one in self.new.tables.streams}
        streams = [f"{one.action} {one.thing}" for one in self.old.tables.streams if (one.action, one.thing) not in new]
        found = [f'"{stream}" is the name of a stream of chance' for stream in streams]
        stacks = {one.thing for one in self.old.tables.streams if one.action == "shuffle"}
        for domain in {place.domain for place in self.old.tables.places if place.name in stacks}:
            if any(old != new for old, new in [(domain, self.domains[domain]), *self.things[domain].items()]):
                found.append(f"{self.old.tables.domains[domain].plural} are shuffled by their names")
        return found

    # -- words of scenarios

    def word(self, meant: Meant, rule: str = "") -> set[str]:
        """Return what may stand instead of a word; `rule` is that of the choice, if it is known."""
        match meant.kind:
            case "thing":
                return {self.thing(meant.owner, meant.word)}
            case "many":
                return {self.new.tables.domains[self.domains[meant.owner]].plural}
            case "fact":
                return {self.facts.get((meant.owner, meant.word), meant.word)}
            case "step":
                return {self.steps.get(meant.word, meant.word)}
            case "parameter" if meant.owner in self.steps:
                old, new = self.old.tables.steps[meant.owner], self.new.tables.steps[self.steps[meant.owner]]
                return {_pairs(old.params, new.params).get(meant.word, meant.word)}
            case "rule":
                return {self.rules.get(meant.word, meant.word)}
            case "always":
                return {self.always.get(meant.word, meant.word)}
            case "choice":
                return self.choice(meant.word, rule)
            case _:
                return {meant.word}

    def thing(self, domain: str, word: str) -> str:
        """Return the name of a thing, or of several pieces without their numbers."""
        known = self.things.get(domain, {})
        if word in known:
            return known[word]
        alike = [new for old, new in known.items() if stem(old) == word]
        return stem(alike[0]) if alike else word

    def choice(self, word: str, rule: str = "") -> set[str]:
        """Return what a choice may be called, by each question that can have it, or that of one rule."""
        if (word, rule) not in self._called:
            self._called[word, rule] = self._choices(word, rule)
        return self._called[word, rule]

    def _choices(self, word: str, rule: str) -> set[str]:
        rows = [pair for pair in self._fitting(word) if not rule or pair[0].rule == rule]
        found = {self._choice(word, old, new) for old, new in rows}
        return found or self._numbered(word, rule) or {word}

    def _fitting(self, word: str) -> list[tuple[DeclaredOption, DeclaredOption]]:
        if word not in self._fit:
            first, _, last = word.rpartition(" ")
            spoken = f"{first} {self._seats.get(last, last)}".strip()  # replays have seats as rules call them
            self._fit[word] = [
                one for one in self.rows if fits(self.old, one[0], word) or fits(self.old, one[0], spoken)
            ]
        return self._fit[word]

    def _choice(self, word: str, old: DeclaredOption, new: DeclaredOption) -> str:
        if word == old.name and not old.is_plain:
            return new.name
        domain = old.piece_domain or old.thing_domain
        thing = self.thing(domain, word.removeprefix(f"{old.name} ")) if domain else word.removeprefix(f"{old.name} ")
        return thing if old.piece_domain or old.is_plain else f"{new.name} {thing}"

    def _numbered(self, word: str, rule: str) -> set[str]:
        found = _NUMBERED.fullmatch(word)
        if found is None or not self._fitting(found[1]):
            return set()
        menus = {old.menu: new.menu for old, new in self.rows}
        more = found[3] or f"({menus.get(found[2], found[2])})"
        return {f"{name} {more}" for name in self.choice(found[1], rule)}

    def is_clear(self, names: Iterable[str]) -> bool:
        """Return whether choices have one new name each, whichever question they belong to."""
        return all(len(self.choice(name)) == 1 for name in names)

    def chosen(self, name: str, row: DeclaredOption) -> str:
        """Return the new name of a choice of a known row."""
        found = self.choice(name, row.rule)
        return self._choice(name, row, self._row(row)) if len(found) > 1 else min(found)

    def _row(self, row: DeclaredOption) -> DeclaredOption:
        return next(new for old, new in self.rows if (old.rule, old.name) == (row.rule, row.name))

    # -- replays

    def replay(self, kept: SavedGame, asked: Callable[[], Sequence[Sequence[DeclaredOption]]]) -> SavedGame:
        """Return a replay in the new names, with the state hashes that these give.

        `asked` plays the game, and returns of each decision the rows of what is offered.
        """
        seat = self.things[PLAYER]
        stands = values = self._values(kept.stands or {})
        rows = list[Decision]()
        for number, row in enumerate([*kept.decisions, *([kept.end] if kept.end is not None else [])]):
            names = apart(row.offered)
            if self.is_clear(names):
                offers = {name: min(self.choice(name)) for name in names}
            else:
                offers = {name: self.chosen(name, one) for name, one in zip(names, asked()[number], strict=True)}
            now = Snapshot(seat.get(row.asked, row.asked), tuple(offers[name] for name in names), values)
            name, more = offers.get(row.name, row.name), self._values(row.changed)
            rows.append(Decision(name, now.asked, now.fingerprint(name), joined(now.offered), more))
            values = changed(values, more)
        played, end = (rows[:-1], rows[-1]) if kept.end is not None else (rows, None)
        seats = [seat.get(one, one) for one in kept.seats]
        return replace(kept, seats=seats, stands=stands, decisions=played, end=end)

    def _values(self, values: Values) -> Values:
        found: Values = {}
        for key, value in values.items():
            name, domain = self.values.get(key, (key, ""))
            found[name] = self._value(domain, value) if domain and isinstance(value, str) else value
        return found

    def _value(self, domain: str, value: str) -> str:
        if domain != PLACE:
            return ", ".join(self.things[domain].get(part, part) for part in value.split(", "))
        return " and ".join(map(self._place, value.split(" and ")))

    def _place(self, text: str) -> str:
        """Return a place, which in rows and stacks has an index behind it."""
        if text in self.places:
            return self.places[text]
        place, _, index = text.rpartition(" ")
        return f"{self.places[place]} {index}" if place in self.places else text


def _value_names(names: Names) -> Iterator[tuple[str, str]]:
    """Yield the names of all values of a snapshot, in the order of the tables, and the domain of what they are."""
    tables = names.tables
    for fact in tables.facts:
        domain = fact.owner if fact.as_bits else fact.type.domain if fact.type.how in ("one", "set") else ""
        kept = dict.fromkeys(row.kept_name for row in fact_rows(tables.domains, fact))
        yield from ((name, domain) for name in kept)
        if fact.is_amount:
            yield f"game.{fact.plural} left", ""
    seats = tables.domains[PLAYER].members if PLAYER in tables.domains else []
    for info in tables.domains.values():
        for member in info.members:
            yield f"{info.name} {member}", PLACE
            yield f"{info.name}.known to {member}", PLAYER
    yield from ((f"chance.{stream.action} {stream.thing}", "") for stream in tables.streams)
    for seat in seats:
        yield from ((f"{scoring.name} {seat}", "") for scoring in tables.scorings)
        yield f"place {seat}", ""


def _place_names(names: Names) -> list[str]:
    return [row.name for row in place_rows(names.tables.domains, names.tables.places)]


def _owned(row: Fact | Place | Computed) -> Hashable:
    return row.owner, row.name, tuple(row.keys) if isinstance(row, Place) else ()


def _same(name: str) -> str:
    return name


def _rows(old: Sequence[T], new: Sequence[T], key: Callable[[T], Hashable]) -> list[tuple[T, T]]:
    """Pair what has the same key, and what is left in its order: some tables are sorted by name."""
    if len(old) != len(new):
        raise Refused("Under this name the rules would not say the same any more.")
    left = defaultdict[Hashable, list[T]](list)
    for one in reversed(new):
        left[key(one)].append(one)
    pairs = [(one, left[key(one)].pop() if left[key(one)] else None) for one in old]
    rest = iter([one for one in new if any(one is other for other in left[key(one)])])
    return [(one, next(rest) if other is None else other) for one, other in pairs]


def _pairs(old: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    return dict(_rows([*old], [*new], _same))
