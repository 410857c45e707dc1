"""Builds the position of a scenario: the state after set-up with game number 1, modified by `given`."""

from __future__ import annotations

from rulewright.backends import Program
from rulewright.diagnostics import Code, Findings
from rulewright.engine.game import Game
from rulewright.engine.position_writing import PositionWriter
from rulewright.engine.rule_names import DeclaredValue, Parameter
from rulewright.scenarios.entries import Cell, Entry, Named, cells, entries, meaning, parts, told
from rulewright.scenarios.naming import Names, OwnedFact, OwnedPlace, Owner, PlayedNames
from rulewright.scenarios.pieces import PieceMoves, WantedPieces
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
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


def given_game(program: Program, given: Mapping | None, findings: Findings) -> Game | None:
    """Return the game at its first decision; None if something given is invalid."""
    names = PlayedNames(program, findings)
    before = len(findings.found)
    writer = write_given(names, given)
    step, arguments = given_step(names, given)
    if len(findings.found) > before:
        return None
    return writer.begin_step(step, arguments) if step else writer.begin()


def write_given(names: PlayedNames, given: Mapping | None) -> PositionWriter:
    """Return the writer of a position, before its step is entered; what is impossible becomes findings."""
    step = _step_of(given)
    if step is not None and step.text == BEGINNING:
        writer = PositionWriter(names.program, names.program.initial(NUMBER))
    else:
        writer = PositionWriter.after_setup(names.program, NUMBER)
    if given is not None:
        GivenPosition(names, writer).write_all(given)
    return writer


def _step_of(given: Mapping | None) -> Scalar | None:
    node = None if given is None else given.get("step") or given.get("phase")
    return node if isinstance(node, Scalar) else None


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
        value, fact = self.names.value(cell.row, cell.node), cell.row.declared
        if value is not None and fact.type.is_number and not fact.low <= value <= fact.high:
            message = f"{cell.label} goes from {fact.low} to {fact.high}"
            self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, message)
            return None
        return value

    def _collect(self, entry: Entry) -> None:
        found = meaning(self.names, entry)
        if isinstance(found, OwnedFact):
            self.cells += cells(self.names, found, entry.value)
        elif isinstance(found, DeclaredValue):
            message = f"{possessive_of(entry.owner.label, found.name)} is computed, so it cannot be given"
            self.names.findings.add(Code.WRONG_KIND, entry.key.span, message, "Give what it is computed from.")
        elif found is not None:
            for place, node in parts(self.names, found, entry.value):
                self._collect_place(place, node)

    def _collect_place(self, place: OwnedPlace, node: YamlNode) -> None:
        if isinstance(node, Scalar) and node.number is not None:
            message = 'the names of the pieces that lie there belong here, a number is for "expect" only'
            self.names.findings.add(Code.WRONG_KIND, node.span, message, self._names_for(place, node.number))
            return
        self.pieces.want(place, node.span, told(self.names, node))

    def _names_for(self, place: OwnedPlace, number: int) -> str:
        """Return a line that gives so many pieces of a place by their names."""
        members = self.names.rules.domains[place.domain].members
        chosen = [members[piece] for piece in place.fitting[:number]]
        return f"Name them, for instance [{', '.join(chosen[:NAMED])}{', …' if len(chosen) > NAMED else ''}]."

    def _facts_of(self, piece: int, one: Named) -> None:
        domain = self.pieces.domain_of[one]
        owner = Owner(domain, piece, one.node.text)
        for key, value in entries_of(one.facts):
            self._collect(Entry(owner, key, value))


class GivenPosition(Given):
    """Writes `given` to a position."""

    pieces: PieceMoves

    def __init__(self, names: PlayedNames, writer: PositionWriter) -> None:
        super().__init__(names, PieceMoves(names, writer))
        self._writer = writer

    def write_all(self, given: Mapping) -> None:
        """Write everything: pieces first, then facts, because moving may clear facts."""
        self.read(given)
        self.pieces.move_all()
        for cell in self.cells:
            value = self.value(cell)
            if value is not None and (missing := self._writer.write_fact(cell.row, value)):
                message = f"{cell.label}: only {value - missing} are left"
                self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, message)


def given_step(names: Names, given: Mapping | None) -> tuple[str, dict[str, int]]:
    """Return the step to run, with its arguments by name; nothing if none is given."""
    name = _step_of(given)
    if name is None:
        for key in _with(given):
            names.findings.add(Code.NO_STEP, key.span, "this belongs to a step, and none is given", "Write step: NAME.")
        return "", {}
    names.note(name, "step")
    params = names.rules.steps.get(name.text)
    if params is None:
        names.unknown(name, name.text, "step", names.rules.steps)
        return "", {}
    return name.text, _arguments(names, name, params, _with(given))


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
    names: Names, step: Scalar, params: dict[str, Parameter], written: dict[Scalar, YamlNode]
) -> dict[str, int]:
    found = dict[str, int]()
    for key, node in written.items():
        names.note(key, "parameter", step.text)
        if key.text not in params:
            names.unknown(key, key.text, "thing that this step is given", params)
        elif (value := names.value(params[key.text], node)) is not None:
            found[key.text] = value
    missing = [one for one in params if one != ACTING and one not in {key.text for key in written}]
    if missing:
        message = f"this step must be given: {', '.join(missing)}"
        names.findings.add(Code.NOT_TOLD, step.span, message, "Write with: {NAME: VALUE}.")
    return found
