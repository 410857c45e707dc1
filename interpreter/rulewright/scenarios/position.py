"""Builds the position of a scenario: the state after set-up with game number 1, modified by `given`."""

from __future__ import annotations

from contextlib import suppress

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import Computed, PlainStep, Step, ValueType, value_at, write_at
from rulewright.compile.tables import Fact as FactRow
from rulewright.diagnostics import Code, Findings
from rulewright.engine.cells import CellRow
from rulewright.engine.game import Game
from rulewright.engine.savefile.games import anything
from rulewright.scenarios.entries import Cell, Entry, Named, cells, entries, meaning, parts, told
from rulewright.scenarios.naming import Fact, Names, Owner, Place, PlayedNames
from rulewright.scenarios.pieces import Pieces, WantedPieces
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import owned
from rulewright.source.nodes import entries_of

WORDS = frozenset({"step", "phase", "with", "player", "turn of"})
"""Keys of `given` other than places."""

NUMBER = 1
ACTING = "player"
"""The usual parameter of a step, the acting player; by default the first seat."""

NAMED = 3
"""Limit on the pieces that a remedy names."""

BEGINNING = "game"
"""The step of the whole game, which begins before set-up."""


def begun(program: Program, given: Mapping | None, findings: Findings) -> Game | None:
    """Return the game at its first decision; None if something given is invalid."""
    names = PlayedNames(program, findings)
    before = len(findings.found)
    state = laid_out(names, given)
    step, told = entered(names, given)
    if len(findings.found) > before:
        return None
    if isinstance(step, PlainStep):
        run, values = program.names[step.function], [told.get(name, 0) for name in step.params]
        return Game.run_alone(program, state, lambda state: run(state, *values))
    if step is not None:
        state[0], state[step.back] = step.entry, 0
        for name, value in told.items():
            param = step.params[name]
            write_at(state, param.slot, value, program.tables.width(param.type))
    return Game.begin(program, state)


def laid_out(names: PlayedNames, given: Mapping | None) -> list[int]:
    """Return the vector of a position, before its step is entered; what is impossible becomes findings."""
    state = _base(names.program, given)
    if given is not None:
        Position(names, state).set_all(given)
    return state


def _step_of(given: Mapping | None) -> Scalar | None:
    node = None if given is None else given.get("step") or given.get("phase")
    return node if isinstance(node, Scalar) else None


def _base(program: Program, given: Mapping | None) -> list[int]:
    step = _step_of(given)
    if step is not None and step.text == BEGINNING:
        return program.initial(NUMBER)
    dictated = dict(program.dictated)
    program.dictated.clear()
    state = program.initial(NUMBER)
    # Where set-up or what follows it breaks, the position is as far as it has come: the step that a scenario plays may
    # be the very one that shows why.
    with suppress(ExecutionError):
        program.begin(state)
    program.log.clear()
    program.dictated.update(dictated)
    return state


class Given:
    """The resolved content of `given`; invalid names become findings."""

    def __init__(self, names: Names, pieces: WantedPieces) -> None:
        self.names, self.pieces = names, pieces
        self.cells: list[Cell] = []

    def read(self, given: Mapping) -> None:
        """Resolve all names."""
        for entry in entries(self.names, given, WORDS):
            self._collect(entry)
        for piece, one in self.pieces.choose():
            self._facts_of(piece, one)

    def value(self, cell: Cell) -> int | None:
        """Return the value given for a cell; None, and a finding, if it is impossible."""
        value, fact = self.names.value(cell.fact.type, cell.node), cell.fact.row
        if value is not None and fact.type.is_number and not fact.low <= value <= fact.high:
            message = f"{cell.label} goes from {fact.low} to {fact.high}"
            self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, message)
            return None
        return value

    def _collect(self, entry: Entry) -> None:
        found = meaning(self.names, entry)
        if isinstance(found, Fact):
            self.cells += cells(self.names, found, entry.value)
        elif isinstance(found, Computed):
            message = f"{owned(entry.owner.label, found.name)} is computed, so it cannot be given"
            self.names.findings.add(Code.WRONG_KIND, entry.key.span, message, "Give what it is computed from.")
        elif found is not None:
            for place, node in parts(self.names, found, entry.value):
                self._collect_place(place, node)

    def _collect_place(self, place: Place, node: YamlNode) -> None:
        if isinstance(node, Scalar) and node.number is not None:
            message = 'the names of the pieces that lie there belong here, a number is for "expect" only'
            self.names.findings.add(Code.WRONG_KIND, node.span, message, self._names_for(place, node.number))
            return
        self.pieces.want(place, node.span, told(self.names, node))

    def _names_for(self, place: Place, number: int) -> str:
        """Return a line that gives so many pieces of a place by their names."""
        members = self.names.tables.domains[place.domain].members
        chosen = [members[piece] for piece in place.fitting[:number]]
        return f"Name them, for instance [{', '.join(chosen[:NAMED])}{', …' if len(chosen) > NAMED else ''}]."

    def _facts_of(self, piece: int, one: Named) -> None:
        domain = self.pieces.domain_of[one]
        owner = Owner(domain, piece, one.node.text)
        for key, value in entries_of(one.facts):
            self._collect(Entry(owner, key, value))


class Position(Given):
    """Writes `given` to a vector."""

    names: PlayedNames
    pieces: Pieces

    def __init__(self, names: PlayedNames, state: list[int]) -> None:
        super().__init__(names, Pieces(names, state))
        self.state = state

    def set_all(self, given: Mapping) -> None:
        """Write everything: pieces first, then facts, because moving may clear facts."""
        self.read(given)
        self.pieces.lay()
        for cell in self.cells:
            self._set(cell)

    def _set(self, cell: Cell) -> None:
        value = self.value(cell)
        if value is None:
            return
        if cell.fact.supply >= 0:
            self._keep_supply(cell, value)
        cell.fact.row.write(self.state, cell.row.at, value)
        self._forget(cell.row)

    def _forget(self, row: CellRow[FactRow]) -> None:
        """Rule nothing out of what others could know of a value, as nobody has seen how it came about."""
        fact, tables, own = row.declared, self.names.program.tables, row.declared.offset(row.at)
        for entry in (entry for entry in tables.entries if entry.start in fact.memory):
            free = value_at(anything(tables, entry), own, fact.width)
            if fact.as_bits:
                free = value_at(self.state, entry.start + own, fact.width) | 1 << row.at // fact.per_owner
            write_at(self.state, entry.start + own, free, fact.width)

    def _keep_supply(self, cell: Cell, value: int) -> None:
        left = self.state[cell.fact.supply] + cell.value(self.state) - value
        if left < 0:
            self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, f"{cell.label}: only {left + value} are left")
        self.state[cell.fact.supply] = max(0, left)


def entered(names: Names, given: Mapping | None) -> tuple[Step | PlainStep | None, dict[str, int]]:
    """Return the step to run, with its arguments by name; None if none is given."""
    name, tables = _step_of(given), names.tables
    if name is None:
        for key in _with(given):
            names.findings.add(Code.NO_STEP, key.span, "this belongs to a step, and none is given", "Write step: NAME.")
        return None, {}
    names.note(name, "step")
    found = tables.steps.get(name.text) or tables.plain_steps.get(name.text)
    if found is None:
        names.unknown(name, name.text, "step", [*tables.steps, *tables.plain_steps])
        return None, {}
    return found, _arguments(names, name, _types(found), _with(given))


def _with(given: Mapping | None) -> dict[Scalar, YamlNode]:
    """Return the arguments of the step, by keyword."""
    if given is None:
        return {}
    found = dict(entries_of(given.get("with")))
    for word in ("player", "turn of"):
        key, value = given.key(word), given.get(word)
        if key is not None and value is not None:
            found[Scalar(key.span, ACTING)] = value
    return found


def _arguments(
    names: Names, step: Scalar, types: dict[str, ValueType], written: dict[Scalar, YamlNode]
) -> dict[str, int]:
    found = dict[str, int]()
    for key, node in written.items():
        names.note(key, "parameter", step.text)
        if key.text not in types:
            names.unknown(key, key.text, "thing that this step is given", types)
        elif (value := names.value(types[key.text], node)) is not None:
            found[key.text] = value
    missing = [one for one in types if one != ACTING and one not in {key.text for key in written}]
    if missing:
        message = f"this step must be given: {', '.join(missing)}"
        names.findings.add(Code.NOT_TOLD, step.span, message, "Write with: {NAME: VALUE}.")
    return found


def _types(step: Step | PlainStep) -> dict[str, ValueType]:
    """Return the types of a step's parameters by name."""
    if isinstance(step, PlainStep):
        return step.params
    return {name: param.type for name, param in step.params.items()}
