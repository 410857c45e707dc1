"""Builds the position of a scenario: the state after set-up with game number 1, modified by `given`."""

from __future__ import annotations

from rulewright.backends import Program
from rulewright.diagnostics import Code, Findings
from rulewright.engine.game import Game
from rulewright.engine.position_writing import PositionWriter
from rulewright.engine.rule_names import DeclaredValue, Parameter
from rulewright.scenarios.entries import (
    NamedPiece,
    WrittenEntry,
    WrittenValue,
    meaning_of_entry,
    parts_of_places,
    read_named_pieces,
    written_entries,
    written_values,
)
from rulewright.scenarios.naming import OwnedFact, OwnedPlace, Owner, PlayedNames, ScenarioNames
from rulewright.scenarios.pieces import PieceMoves, WantedPieces
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
from rulewright.source.nodes import entries_of

WORDS_OF_GIVEN = frozenset({"step", "phase", "with", "player", "turn of"})
"""Keys of `given` other than places."""

USUAL_GAME_NUMBER = 1
ACTING_PARAMETER = "player"
"""The usual parameter of a step, the acting player; by default the first seat."""

MOST_PIECES_NAMED = 3
"""Limit on the pieces that a remedy names."""

BEGINNING_STEP = "game"
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
    if step is not None and step.text == BEGINNING_STEP:
        writer = PositionWriter(names.program, names.program.initial(USUAL_GAME_NUMBER))
    else:
        writer = PositionWriter.after_setup(names.program, USUAL_GAME_NUMBER)
    if given is not None:
        GivenPosition(names, writer).write_all(given)
    return writer


def _step_of(given: Mapping | None) -> Scalar | None:
    node = None if given is None else given.get("step") or given.get("phase")
    return node if isinstance(node, Scalar) else None


class GivenEntries:
    """The resolved content of `given`; invalid names become findings."""

    def __init__(self, names: ScenarioNames, pieces: WantedPieces) -> None:
        self.names, self.pieces = names, pieces
        self.cells: list[WrittenValue] = []

    def read_entries(self, given: Mapping) -> None:
        """Resolve all names."""
        for entry in written_entries(self.names, given, WORDS_OF_GIVEN):
            self._collect_entry(entry)
        for piece, one in self.pieces.choose_pieces():
            self._facts_of(piece, one)

    def value_of(self, cell: WrittenValue) -> int | None:
        """Return the value given for a cell; None, and a finding, if it is impossible."""
        value, fact = self.names.read_value(cell.row, cell.node), cell.row.declared
        if value is not None and fact.type.is_number and not fact.low <= value <= fact.high:
            message = f"{cell.label} goes from {fact.low} to {fact.high}"
            self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, message)
            return None
        return value

    def _collect_entry(self, entry: WrittenEntry) -> None:
        found = meaning_of_entry(self.names, entry)
        if isinstance(found, OwnedFact):
            self.cells += written_values(self.names, found, entry.value)
        elif isinstance(found, DeclaredValue):
            message = f"{possessive_of(entry.owner.label, found.name)} is computed, so it cannot be given"
            self.names.findings.add(Code.WRONG_KIND, entry.key.span, message, "Give what it is computed from.")
        elif found is not None:
            for place, node in parts_of_places(self.names, found, entry.value):
                self._collect_place(place, node)

    def _collect_place(self, place: OwnedPlace, node: YamlNode) -> None:
        if isinstance(node, Scalar) and node.number is not None:
            message = 'the names of the pieces that lie there belong here, a number is for "expect" only'
            self.names.findings.add(Code.WRONG_KIND, node.span, message, self._names_for(place, node.number))
            return
        self.pieces.want_content(place, node.span, read_named_pieces(self.names, node))

    def _names_for(self, place: OwnedPlace, number: int) -> str:
        """Return a line that gives so many pieces of a place by their names."""
        members = self.names.rules.domains[place.domain].members
        chosen = [members[piece] for piece in place.fitting[:number]]
        more = ", …" if len(chosen) > MOST_PIECES_NAMED else ""
        return f"Name them, for instance [{', '.join(chosen[:MOST_PIECES_NAMED])}{more}]."

    def _facts_of(self, piece: int, one: NamedPiece) -> None:
        domain = self.pieces.domain_of[one]
        owner = Owner(domain, piece, one.node.text)
        for key, value in entries_of(one.facts):
            self._collect_entry(WrittenEntry(owner, key, value))


class GivenPosition(GivenEntries):
    """Writes `given` to a position."""

    pieces: PieceMoves

    def __init__(self, names: PlayedNames, writer: PositionWriter) -> None:
        super().__init__(names, PieceMoves(names, writer))
        self._writer = writer

    def write_all(self, given: Mapping) -> None:
        """Write everything: pieces first, then facts, because moving may clear facts."""
        self.read_entries(given)
        self.pieces.move_all()
        for cell in self.cells:
            value = self.value_of(cell)
            if value is not None and (missing := self._writer.write_fact(cell.row, value)):
                message = f"{cell.label}: only {value - missing} are left"
                self.names.findings.add(Code.OUT_OF_RANGE, cell.node.span, message)


def given_step(names: ScenarioNames, given: Mapping | None) -> tuple[str, dict[str, int]]:
    """Return the step to run, with its arguments by name; nothing if none is given."""
    name = _step_of(given)
    if name is None:
        for key in _written_arguments(given):
            names.findings.add(Code.NO_STEP, key.span, "this belongs to a step, and none is given", "Write step: NAME.")
        return "", {}
    names.note_meaning(name, "step")
    params = names.rules.steps.get(name.text)
    if params is None:
        names.report_unknown(name, name.text, "step", names.rules.steps)
        return "", {}
    return name.text, _read_arguments(names, name, params, _written_arguments(given))


def _written_arguments(given: Mapping | None) -> dict[Scalar, YamlNode]:
    """Return the arguments of the step, by keyword."""
    if given is None:
        return {}
    found = dict(entries_of(given.get("with")))
    for word in ("player", "turn of"):
        key, value = given.key(word), given.get(word)
        if key is not None and value is not None:
            found[Scalar(key.span, ACTING_PARAMETER)] = value
    return found


def _read_arguments(
    names: ScenarioNames, step: Scalar, params: dict[str, Parameter], written: dict[Scalar, YamlNode]
) -> dict[str, int]:
    found = dict[str, int]()
    for key, node in written.items():
        names.note_meaning(key, "parameter", step.text)
        if key.text not in params:
            names.report_unknown(key, key.text, "thing that this step is given", params)
        elif (value := names.read_value(params[key.text], node)) is not None:
            found[key.text] = value
    missing = [one for one in params if one != ACTING_PARAMETER and one not in {key.text for key in written}]
    if missing:
        message = f"this step must be given: {', '.join(missing)}"
        names.findings.add(Code.NOT_TOLD, step.span, message, "Write with: {NAME: VALUE}.")
    return found
