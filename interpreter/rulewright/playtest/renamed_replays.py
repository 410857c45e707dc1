"""Replays in the names that things have after a renaming, with the state hashes that these give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from rulewright.backends import Program
from rulewright.diagnostics import RulesError
from rulewright.engine.options import DeclaredOption, options_of
from rulewright.engine.savefile.format import Decision, SavedGame, apart, joined, read, text_of
from rulewright.engine.snapshot import PLACE, Snapshot, Values, changed, snapshot_names
from rulewright.playtest.replay import begin_recorded
from rulewright.scenarios.correspondence import Correspondence, name_pairs, row_pairs

ProgramFor = Callable[[int, Mapping[str, int]], Program]
"""Returns the program for a number of seats, with some figures changed."""
OfferedOptions = Callable[[], Sequence[Sequence[DeclaredOption]]]
"""Plays a game that was written down, and returns for each decision the option of each choice."""


class RenamedReplays:
    """Rewrites replays by the names of rules before and after."""

    def __init__(self, names: Correspondence) -> None:
        self._names, self._seats = names, names.things["player"]
        self._places = name_pairs((row.name for row in names.old.places), (row.name for row in names.new.places))
        pairs = row_pairs([*snapshot_names(names.old)], [*snapshot_names(names.new)], lambda row: row[0])
        self._values = {name: (new_name, domain) for (name, domain), (new_name, _) in pairs}

    @property
    def is_identity(self) -> bool:
        """Whether nothing has another name in replays."""
        tables = (self._names.domains, *self._names.things.values(), self._places, self._names.steps)
        same = all(old == new for table in tables for old, new in table.items())
        same &= all(old == new for old, (new, _) in self._values.items())
        return same and all((old.name, old.menu) == (new.name, new.menu) for old, new in self._names.options)

    def text(self, path: Path, program_for: ProgramFor) -> str | None:
        """Return the text of a replay in the new names; None if it stays the same or cannot be read."""

        @cache
        def offered() -> list[list[DeclaredOption]]:
            program = program_for(len(kept.seats), kept.settings)
            game, found = begin_recorded(path, kept, program), list[list[DeclaredOption]]()
            for decision in kept.decisions:
                found.append([options_of(program).parts(code).option for code in game.codes])
                game.choose(decision.name)
            return [*found, []]

        try:
            kept = read(path)
        except RulesError:
            return None
        renamed = self._renamed(kept, offered)
        return text_of(renamed) if renamed != kept else None

    def _renamed(self, kept: SavedGame, offered: OfferedOptions) -> SavedGame:
        stands = values = self._renamed_values(kept.stands or {})
        rows = list[Decision]()
        for number, row in enumerate([*kept.decisions, *([kept.end] if kept.end is not None else [])]):
            offers = self._offers(apart(row.offered), number, offered)
            now = Snapshot(self._seats.get(row.asked, row.asked), tuple(offers.values()), values)
            name, more = offers.get(row.name, row.name), self._renamed_values(row.changed)
            rows.append(Decision(name, now.asked, now.fingerprint(name), joined(now.offered), more))
            values = changed(values, more)
        played, end = (rows[:-1], rows[-1]) if kept.end is not None else (rows, None)
        seats = [self._seats.get(seat, seat) for seat in kept.seats]
        return replace(kept, seats=seats, stands=stands, decisions=played, end=end)

    def _offers(self, names: Sequence[str], number: int, offered: OfferedOptions) -> dict[str, str]:
        """Return the new name of each choice; the game is played only where a name could be of several options."""
        if all(len(self._names.new_choices(name)) == 1 for name in names):
            return {name: min(self._names.new_choices(name)) for name in names}
        return {
            name: self._names.new_choice_of(name, option) for name, option in zip(names, offered()[number], strict=True)
        }

    def _renamed_values(self, values: Values) -> Values:
        found: Values = {}
        for key, value in values.items():
            name, domain = self._values.get(key, (key, ""))
            if isinstance(value, str) and domain == PLACE:
                value = " and ".join(map(self._renamed_place, value.split(" and ")))
            elif isinstance(value, str) and domain:
                value = ", ".join(self._names.things[domain].get(part, part) for part in value.split(", "))
            found[name] = value
        return found

    def _renamed_place(self, text: str) -> str:
        """Return a place, which in rows and stacks has an index behind it."""
        if text in self._places:
            return self._places[text]
        place, _, index = text.rpartition(" ")
        return f"{self._places[place]} {index}" if place in self._places else text
