"""The C tables of steps, questions and choices that computer players go by: `greedy.c` and `search.c` read them.

Steps, domains of pieces and options are numbers in them. An offset is where a value is in the state.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.backends.c.layout import Addresses, Structure
from rulewright.compile.ir.effects import Fields
from rulewright.compile.tables import ProgramTables, step_of

TABLES = {
    "ASKED": ("struct asked", "{0}"), "STEPS": ("struct step", "{{0, 0}, 0, 0}"), "ARGUMENTS": ("struct stored", "{0}"),
    "STEP_OF_BLOCK": ("int", "0"), "OPTIONS": ("struct option", "{0}"),
    "DOMAINS": ("struct domain", "{{0, 0}, {0, 0}, 0, 0}"), "CLASSES": ("int16_t", "0"),
    "SEEN_BY_ALL": ("uint8_t", "0"),
}  # fmt: skip
"""The type of each table, and the row after its last."""


def choice_tables(structure: Structure, tables: ProgramTables | None) -> Iterator[str]:
    """Return the tables; they are empty for a program that comes without its own."""
    found = _ChoiceTables(structure, tables) if tables is not None else None
    for name, (kind, last) in TABLES.items():
        rows = found.rows[name] if found is not None else []
        yield f"static const {kind} {name}[] = {{{', '.join([*rows, last])}}};"


class _ChoiceTables:
    def __init__(self, structure: Structure, tables: ProgramTables) -> None:
        self.addresses, self.tables = Addresses(structure, Fields(structure.program.fields)), tables
        self.rows: dict[str, list[str]] = {name: [] for name in TABLES}
        self._steps()
        self._pieces()

    def _stored(self, slot: int) -> str:
        offset, field = self.addresses.offset(slot)
        return f"{{{offset}, {self.addresses.width(field)}}}"

    def _steps(self) -> None:
        tables, rows = self.tables, self.rows
        asking, blocks = [site.step for site in tables.sites], [step_of(name) for name in tables.blocks]
        back, arguments = tables.ways_back, tables.step_arguments
        numbers = {name: number for number, name in enumerate(dict.fromkeys([*asking, *blocks, *back]))}
        rows["ASKED"] = [
            f"{{{numbers[name]}, {int(site.secret)}}}" for site, name in zip(tables.sites, asking, strict=True)
        ]
        rows["STEP_OF_BLOCK"] = [str(numbers[name]) for name in blocks]
        for name in numbers:
            slots = arguments.get(name, [])
            way = self._stored(back[name]) if name in back else "{0, 0}"
            rows["STEPS"].append(f"{{{way}, {len(rows['ARGUMENTS'])}, {len(slots)}}}")
            rows["ARGUMENTS"] += map(self._stored, slots)

    def _pieces(self) -> None:
        tables, rows = self.tables, self.rows
        numbers = {name: number for number, name in enumerate(tables.pieces)}
        for pieces in tables.pieces.values():
            slots = f"{self._stored(pieces.located)}, {self._stored(pieces.known)}"
            rows["DOMAINS"].append(f"{{{slots}, {len(rows['CLASSES'])}, {len(rows['SEEN_BY_ALL'])}}}")
            rows["CLASSES"] += map(str, pieces.first_alike())
            rows["SEEN_BY_ALL"] += [str(int(seats == pieces.everyone)) for seats in pieces.sees]
        quiet = {option for site in tables.sites for option in site.quiet}
        for number, option in enumerate(tables.choices):
            argument = option.argument
            of = numbers.get(argument.domain, -1) if argument is not None and argument.how == "one" else -1
            rows["OPTIONS"].append(f"{{{of}, {numbers.get(option.piece, -1)}, {int(number in quiet)}}}")
