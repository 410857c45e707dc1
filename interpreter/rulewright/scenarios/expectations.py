"""Compares the result of a scenario with its expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.diagnostics import Code
from rulewright.engine.game import Game
from rulewright.engine.position import Position
from rulewright.engine.rule_names import DeclaredValue
from rulewright.engine.words import label_of
from rulewright.scenarios.entries import REST, Cell, Entry, Named, Told, cells, entries, meaning, parts, told
from rulewright.scenarios.naming import Names, OwnedFact, OwnedPlace, Owner, PlayedNames
from rulewright.scenarios.pieces import pieces_of
from rulewright.scenarios.playing import other_question
from rulewright.scenarios.reading import listed
from rulewright.scenarios.results import Failure, asked_text
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
from rulewright.source.nodes import entries_of

SHOWN = 12
"""Limit on the pieces of a place that a message names."""


def compare(names: PlayedNames, game: Game, expect: Mapping) -> Iterator[Failure]:
    """Yield every difference from the expectations, in the order of the file."""
    for entry in entries(names, expect, frozenset(WORDS)):
        yield from _entry(names, game, entry)
    for word, check in WORDS.items():
        node = expect.get(word)
        if node is not None:
            yield from check(names, game, node)


def _differs(node: YamlNode, what: str, wanted: str, got: str) -> Failure:
    return Failure(node.span, (f"{what}: expected {wanted}, got {got}",))


def _entry(names: PlayedNames, game: Game, entry: Entry) -> Iterator[Failure]:
    found = meaning(names, entry)
    if isinstance(found, OwnedFact):
        for cell in cells(names, found, entry.value):
            yield from _cell(names, game, cell)
    elif isinstance(found, DeclaredValue):
        value = _Value(names, game, found, entry.owner)
        for single in computed_values(names, found, possessive_of(entry.owner.label, found.name), entry.value):
            yield from value.compared(*single)
    elif found is not None:
        for place, node in parts(names, found, entry.value):
            yield from _place(names, game, place, node)


def _cell(names: PlayedNames, game: Game, cell: Cell) -> Iterator[Failure]:
    wanted = names.value(cell.row, cell.node)
    got = Position(names.program, game.state).value_of(cell.row)
    if wanted is not None and wanted != got:
        texts = (label_of(names.program, cell.row.type, value) for value in (wanted, got))
        yield _differs(cell.node, cell.label, *texts)


@dataclass(frozen=True, slots=True)
class _Value:
    """A declared value of an owner, which is computed for each list of arguments that a scenario names."""

    names: PlayedNames
    game: Game
    row: DeclaredValue
    owner: Owner

    def compared(self, label: str, arguments: Sequence[int], node: YamlNode) -> Iterator[Failure]:
        """Compare the value with what is written."""
        program = self.names.program
        wanted = self.names.value(self.row, node)
        got = Position(program, self.game.state).computed(self.row.declared, self.owner.index, arguments)
        if wanted is not None and wanted != got:
            yield _differs(node, label, *(label_of(program, self.row.type, value) for value in (wanted, got)))


def computed_values(
    names: Names, row: DeclaredValue, label: str, node: YamlNode, arguments: tuple[int, ...] = ()
) -> Iterator[tuple[str, tuple[int, ...], YamlNode]]:
    """Yield each single value that is written for a declared value: what it is called, its arguments, its node.

    The arguments are nested keys.
    """
    if len(arguments) == len(row.params):
        yield label, arguments, node
        return
    if not entries_of(node):
        domain = row.params[len(arguments)].type.domain or "number"
        names.findings.add(Code.WRONG_KIND, node.span, f"{label} is computed for each {domain}", "Name them.")
    for key, inner in entries_of(node):
        argument = names.value(row.params[len(arguments)], key)
        if argument is not None:
            yield from computed_values(names, row, f"{label} for {key.text}", inner, (*arguments, argument))


# ---- places


def _place(names: PlayedNames, game: Game, place: OwnedPlace, node: YamlNode) -> Iterator[Failure]:
    inside = Position(names.program, game.state).pieces_in(place.number)
    if isinstance(node, Scalar) and node.number is not None:
        if node.number != len(inside):
            yield _differs(node, place.label, pieces_of(node.number), str(len(inside)))
        return
    wanted = expected_pieces(names, node)
    if place.order == "stack":
        inside = inside[::-1]
    found = _match(names, place, wanted, inside)
    if found is None:
        yield _other_pieces(names, place, node, wanted, inside)
        return
    for one, piece in found.items():
        for key, value in entries_of(one.facts):
            yield from _entry(names, game, Entry(Owner(place.domain, piece, one.node.text), key, value))


def expected_pieces(names: Names, node: YamlNode) -> Told:
    """Return what is written for a place; the word `rest` alone is a finding."""
    wanted = told(names, node)
    if wanted.rest is not None and not wanted.pieces:
        message, remedy = '"rest" alone expects nothing', "Name pieces or their number."
        names.findings.add(Code.NOTHING_TESTED, node.span, message, remedy)
    return wanted


def _other_pieces(names: PlayedNames, place: OwnedPlace, node: YamlNode, wanted: Told, inside: list[int]) -> Failure:
    members = names.rules.domains[place.domain].members
    texts = [one.node.text for one in wanted.pieces]
    if wanted.rest is not None:
        texts.insert(wanted.rest, REST)
    more = [f"and {pieces_of(len(inside) - SHOWN)} more"] if len(inside) > SHOWN else []
    got = ", ".join([*(members[piece] for piece in inside[:SHOWN]), *more]) or "nothing"
    return _differs(node, place.label, ", ".join(texts) or "nothing", got)


def _match(names: PlayedNames, place: OwnedPlace, wanted: Told, inside: list[int]) -> dict[Named, int] | None:
    """Return the piece for each name; None if other pieces are there, or in another order."""
    candidates = {one: names.pieces(place, one.node) for one in wanted.pieces}
    if len(inside) < len(wanted.pieces) or (wanted.rest is None and len(inside) > len(wanted.pieces)):
        return None
    if place.order:
        after = len(wanted.pieces) - (wanted.rest or 0)
        looked_at = [*inside[: wanted.rest], *inside[len(inside) - after :]] if wanted.rest is not None else inside
        pairs = list(zip(wanted.pieces, looked_at, strict=True))
        return dict(pairs) if all(piece in candidates[one] for one, piece in pairs) else None
    return _anywhere(wanted.pieces, candidates, inside)


def _anywhere(pieces: list[Named], candidates: dict[Named, list[int]], inside: list[int]) -> dict[Named, int] | None:
    """Return the piece for each name in an unordered place: unambiguous names are matched first."""
    free, found = list(inside), dict[Named, int]()
    for one in sorted(pieces, key=lambda one: len(candidates[one])):
        piece = next((piece for piece in free if piece in candidates[one]), None)
        if piece is None:
            return None
        free.remove(piece)
        found[one] = piece
    return {one: found[one] for one in pieces}


# ---- the game as a whole


def _over(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    question = game.question
    wanted = isinstance(node, Scalar) and node.text == "yes"
    if wanted != game.over:
        got = "nobody is asked any more" if question is None else asked_text(game, question)
        yield Failure(node.span, (f"over: expected {'yes' if wanted else 'no'}, but {got}",))


def _asked(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    question = game.question
    wanted = node.text if isinstance(node, Scalar) else ""
    if wanted != "nobody" and (not isinstance(node, Scalar) or names.seat(node) is None):
        return
    got = "nobody" if question is None else names.rules.seat_names[question.seat]
    if got != wanted:
        more = "nobody is asked any more" if question is None else asked_text(game, question)
        yield Failure(node.span, (f"asked: expected {wanted}, but {more}",))


def _question(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    failure = other_question(game.question, node if isinstance(node, Scalar) else None)
    if failure is not None:
        yield failure


def _log(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    lines = iter(game.log)
    for item in listed(node):
        text = item.text if isinstance(item, Scalar) else ""
        if not any(text in line.text for line in lines):
            yield Failure(item.span, (f'expected a line of the log with "{text}" (in this order), there is none',))
            return


def _score(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    scores, totals = game.scores(), game.totals()
    for who, points_of in entries_of(node):
        seat = names.seat(who)
        if seat is None:
            continue
        points = scores[seat] | {"total": totals[seat]}
        wanted = entries_of(points_of) or ((Scalar(points_of.span, "total"), points_of),)
        for label, number in wanted:
            if label.text not in points:
                names.unknown(label, label.text, "source of points", points)
            elif (wanted_points := names.number(number)) not in (None, points[label.text]):
                yield _differs(number, possessive_of(who.text, label.text), str(wanted_points), str(points[label.text]))


def _ranking(names: PlayedNames, game: Game, node: YamlNode) -> Iterator[Failure]:
    wanted = [{part.text for part in listed(item) if isinstance(part, Scalar)} for item in listed(node)]
    for item in listed(node):
        for part in listed(item):
            if isinstance(part, Scalar):
                names.seat(part)
    got = [{names.rules.seat_names[seat] for seat in places} for places in game.ranking()]
    if wanted != got:
        yield _differs(node, "ranking", _places(wanted), _places(got))


def _places(seats: list[set[str]]) -> str:
    return ", ".join(" and ".join(sorted(together)) for together in seats)


WORDS: dict[str, Callable[[PlayedNames, Game, YamlNode], Iterator[Failure]]] = {
    "over": _over, "asked": _asked, "question": _question, "log": _log, "score": _score, "ranking": _ranking,
}  # fmt: skip
"""Keys of `expect` other than places."""
