"""What scenarios say, in the names that things have after a renaming.

Both rules are the same but for names, so they list the same things. What has the same name on both sides is paired
first, and what is left in its order, because some lists are sorted by name:

    before  ann ben cleo dan
    after   ann zoe cleo dan        ann, cleo and dan correspond to themselves, and so ben to zoe

That way names that only follow from a renamed one are known, too: those of pieces that are named after their rule or by
a list of names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from rulewright.engine.options import DeclaredOption
from rulewright.scenarios.naming import PLAYER, ScenarioNames, WordMeaning, unnumbered_name
from rulewright.scenarios.offers import fits_option

T = TypeVar("T")
_NUMBERED = re.compile(r"(.+) (?:\(([a-z0-9-]+)\)|([0-9]+))")


class DifferentRulesError(ValueError):
    """Two rules are not the same but for names."""


class NamedRules(NamedTuple):
    """The names of rules, and the full names of all declarations in order."""

    names: ScenarioNames
    declarations: list[str]


class Correspondence:
    """The names of rules before and after a renaming.

    This and its methods raise `DifferentRulesError` if the rules are not the same but for names.
    """

    def __init__(self, one: NamedRules, other: NamedRules) -> None:
        self._names, old, new = one.names, one.names.rules, other.names.rules
        self.old, self.new = old, new
        self.declarations = name_pairs(one.declarations, other.declarations)
        self._fit: dict[str, list[tuple[DeclaredOption, DeclaredOption]]] = {}
        self._choices: dict[tuple[str, str], set[str]] = {}
        self.domains = name_pairs(old.domains, new.domains)
        self.things = {
            domain: name_pairs(old.domains[domain].members, new.domains[other].members)
            for domain, other in self.domains.items()
        }
        self.things[PLAYER] |= name_pairs(old.seat_names, new.seat_names)
        self._seats = {name.lower(): name for name in old.seat_names}
        self.steps = name_pairs(old.steps, new.steps)
        self.facts = dict(self._fact_names())
        self.options = row_pairs(old.options, new.options, lambda option: (option.rule, option.name))
        self.invariants = name_pairs(old.invariants, new.invariants)

    def _fact_names(self) -> Iterator[tuple[tuple[str, str], str]]:
        """Yield for each name of what an owner has, with the domain of the owner, the new one."""
        old, new = self.old, self.new
        for row, other in row_pairs(
            old.facts, new.facts, lambda cells: (cells[0].declared.owner, cells[0].declared.name)
        ):
            before, after = row[0].declared, other[0].declared
            yield (before.owner, before.plural), after.plural
            yield (before.owner, before.name), after.name
        for place, other_place in row_pairs(
            old.places, new.places, lambda row: (row.declared.owner, row.declared.name, tuple(row.keys))
        ):
            yield (place.declared.owner, place.declared.name), other_place.declared.name
        for value, other_value in row_pairs(old.values, new.values, lambda row: (row.declared.owner, row.name)):
            yield (value.declared.owner, value.name), other_value.name

    @property
    def changed_chance(self) -> list[str]:
        """What chance depends on and has another name afterwards: its streams, and pieces that are shuffled."""
        streams = [f"{action} {thing}" for action, thing in self.old.streams if (action, thing) not in self.new.streams]
        found = [f'"{stream}" is the name of a stream of chance' for stream in streams]
        stacks = self.old.chance_of("shuffle")
        for domain in {row.declared.domain for row in self.old.places if row.declared.name in stacks}:
            if any(old != new for old, new in [(domain, self.domains[domain]), *self.things[domain].items()]):
                found.append(f"{self.old.domains[domain].plural} are shuffled by their names")
        return found

    # -- words of scenarios

    def new_words(self, meant: WordMeaning, rule: str = "") -> set[str]:
        """Return what may stand instead of a word; `rule` is that of the choice, if it is known."""
        match meant.kind:
            case "thing":
                return {self.new_thing(meant.owner, meant.word)}
            case "many":
                return {self.new.domains[self.domains[meant.owner]].plural}
            case "fact":
                return {self.facts.get((meant.owner, meant.word), meant.word)}
            case "step":
                return {self.steps.get(meant.word, meant.word)}
            case "parameter" if meant.owner in self.steps:
                old, new = self.old.steps[meant.owner], self.new.steps[self.steps[meant.owner]]
                return {name_pairs(old, new).get(meant.word, meant.word)}
            case "rule":
                return {self.declarations.get(meant.word, meant.word)}
            case "always":
                return {self.invariants.get(meant.word, meant.word)}
            case "choice":
                return self.new_choices(meant.word, rule)
            case _:
                return {meant.word}

    def new_thing(self, domain: str, word: str) -> str:
        """Return the name of a thing, or of several pieces without their numbers."""
        known = self.things.get(domain, {})
        if word in known:
            return known[word]
        alike = [new for old, new in known.items() if unnumbered_name(old) == word]
        return unnumbered_name(alike[0]) if alike else word

    # -- choices

    def new_choices(self, word: str, rule: str = "") -> set[str]:
        """Return what a choice may be called, by each question that can have it, or that of one rule."""
        if (word, rule) not in self._choices:
            pairs = [pair for pair in self._fitting_options(word) if not rule or pair[0].rule == rule]
            found = {self._new_name(word, old, new) for old, new in pairs}
            self._choices[word, rule] = found or self._with_number(word, rule) or {word}
        return self._choices[word, rule]

    def _fitting_options(self, word: str) -> list[tuple[DeclaredOption, DeclaredOption]]:
        if word not in self._fit:
            first, _, last = word.rpartition(" ")
            spoken = f"{first} {self._seats.get(last, last)}".strip()  # replays have seats as rules call them
            self._fit[word] = [
                pair for pair in self.options if any(fits_option(self._names, pair[0], text) for text in (word, spoken))
            ]
        return self._fit[word]

    def _new_name(self, word: str, old: DeclaredOption, new: DeclaredOption) -> str:
        if word == old.name and not old.is_plain:
            return new.name
        domain, thing = old.piece_domain or old.thing_domain, word.removeprefix(f"{old.name} ")
        if domain:
            thing = self.new_thing(domain, thing)
        return thing if old.piece_domain or old.is_plain else f"{new.name} {thing}"

    def _with_number(self, word: str, rule: str) -> set[str]:
        """Return the new names of a choice that has its menu or a number behind its name."""
        found = _NUMBERED.fullmatch(word)
        if found is None or not self._fitting_options(found[1]):
            return set()
        menus = {old.menu: new.menu for old, new in self.options}
        more = found[3] or f"({menus.get(found[2], found[2])})"
        return {f"{name} {more}" for name in self.new_choices(found[1], rule)}

    def new_choice_of(self, name: str, option: DeclaredOption) -> str:
        """Return the new name of a choice of a known option."""
        found = self.new_choices(name, option.rule)
        if len(found) == 1:
            return min(found)
        new = next(new for old, new in self.options if (old.rule, old.name) == (option.rule, option.name))
        return self._new_name(name, option, new)


def row_pairs(old: Sequence[T], new: Sequence[T], key: Callable[[T], Hashable]) -> list[tuple[T, T]]:
    """Return pairs of what has the same key, and then of what is left, in its order."""
    if len(old) != len(new):
        raise DifferentRulesError
    left = defaultdict[Hashable, list[T]](list)
    for one in reversed(new):
        left[key(one)].append(one)
    pairs = [(one, left[key(one)].pop() if left[key(one)] else None) for one in old]
    rest = iter([one for one in new if any(one is other for other in left[key(one)])])
    return [(one, next(rest) if other is None else other) for one, other in pairs]


def name_pairs(old: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    """Return the new name for each of the old ones."""
    return dict(row_pairs([*old], [*new], lambda name: name))
