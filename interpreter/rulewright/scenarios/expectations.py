"""Compares the result of a scenario with its expectations, and finds names in them that mean nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.diagnostics import Code
from rulewright.engine.game import Game
from rulewright.engine.position import Position
from rulewright.engine.rule_names import DeclaredValue, Typed
from rulewright.engine.words import label_of
from rulewright.scenarios.entries import (
    REST_WORD,
    NamedPiece,
    NamedPieces,
    WrittenEntry,
    meaning_of_entry,
    parts_of_places,
    read_named_pieces,
    written_entries,
    written_values,
)
from rulewright.scenarios.naming import OwnedFact, OwnedPlace, Owner, ScenarioNames
from rulewright.scenarios.pieces import pieces_of
from rulewright.scenarios.playing import other_question
from rulewright.scenarios.reading import listed_nodes
from rulewright.scenarios.results import ScenarioFailure, asked_text
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
from rulewright.source.nodes import entries_of

NOBODY = "nobody"
"""Where nobody is asked, or nobody wins."""
MOST_PIECES_SHOWN = 12
"""Limit on the pieces of a place that a message names."""


def compare_expectations(names: ScenarioNames, game: Game | None, expect: Mapping) -> Iterator[ScenarioFailure]:
    """Yield every difference from the expectations, in the order of the file.

    Without a game there is nothing to compare with: only what does not exist under the rules is reported.
    """
    for entry in written_entries(names, expect, frozenset(WORDS_OF_EXPECT)):
        yield from _compare_entry(names, game, entry)
    for word, check in WORDS_OF_EXPECT.items():
        node = expect.get(word)
        if node is not None:
            yield from check(names, game, node)


def _difference_from(node: YamlNode, what: str, wanted: str, got: str) -> ScenarioFailure:
    return ScenarioFailure(node.span, (f"{what}: expected {wanted}, got {got}",))


def _compare_entry(names: ScenarioNames, game: Game | None, entry: WrittenEntry) -> Iterator[ScenarioFailure]:
    found = meaning_of_entry(names, entry)
    if isinstance(found, OwnedFact):
        for cell in written_values(names, found, entry.value):
            wanted = names.read_value(cell.row, cell.node)
            if game is not None:
                got = Position(game.program, game.state).value_of(cell.row)
                yield from _compare_value(game, cell.row, wanted, got, cell.label, cell.node)
    elif isinstance(found, DeclaredValue):
        called = possessive_of(entry.owner.label, found.name)
        for label, arguments, node in _computed_values(names, found, called, entry.value):
            wanted = names.read_value(found, node)
            if game is not None:
                got = Position(game.program, game.state).computed(found.declared, entry.owner.index, arguments)
                yield from _compare_value(game, found, wanted, got, label, node)
    elif found is not None:
        for place, node in parts_of_places(names, found, entry.value):
            yield from _compare_place(names, game, place, node)


def _compare_value(
    game: Game, row: Typed, wanted: int | None, got: int, label: str, node: YamlNode
) -> Iterator[ScenarioFailure]:
    if wanted is not None and wanted != got:
        yield _difference_from(node, label, *(label_of(game.program, row.type, value) for value in (wanted, got)))


def _computed_values(
    names: ScenarioNames, row: DeclaredValue, label: str, node: YamlNode, arguments: tuple[int, ...] = ()
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
        argument = names.read_value(row.params[len(arguments)], key)
        if argument is not None:
            yield from _computed_values(names, row, f"{label} for {key.text}", inner, (*arguments, argument))


# ---- places


def _compare_place(
    names: ScenarioNames, game: Game | None, place: OwnedPlace, node: YamlNode
) -> Iterator[ScenarioFailure]:
    inside = Position(game.program, game.state).pieces_in(place.number) if game is not None else []
    if isinstance(node, Scalar) and node.number is not None:
        if game is not None and node.number != len(inside):
            yield _difference_from(node, place.label, pieces_of(node.number), str(len(inside)))
        return
    wanted = _expected_pieces(names, node)
    candidates = {one: names.pieces_named(place, one.node) for one in wanted.pieces}
    found = {one: pieces[0] for one, pieces in candidates.items() if pieces}
    if game is not None:
        inside = inside[::-1] if place.order == "stack" else inside
        matched = _match_pieces(place, wanted, candidates, inside)
        if matched is None:
            yield _other_pieces(names, place, node, wanted, inside)
            return
        found = matched
    for one, piece in found.items():
        for key, value in entries_of(one.facts):
            yield from _compare_entry(names, game, WrittenEntry(Owner(place.domain, piece, one.node.text), key, value))


def _expected_pieces(names: ScenarioNames, node: YamlNode) -> NamedPieces:
    """Return what is written for a place; the word `rest` alone is a finding."""
    wanted = read_named_pieces(names, node)
    if wanted.rest is not None and not wanted.pieces:
        message, remedy = '"rest" alone expects nothing', "Name pieces or their number."
        names.findings.add(Code.NOTHING_TESTED, node.span, message, remedy)
    return wanted


def _other_pieces(
    names: ScenarioNames, place: OwnedPlace, node: YamlNode, wanted: NamedPieces, inside: list[int]
) -> ScenarioFailure:
    members = names.rules.domains[place.domain].members
    texts = [one.node.text for one in wanted.pieces]
    if wanted.rest is not None:
        texts.insert(wanted.rest, REST_WORD)
    more = [f"and {pieces_of(len(inside) - MOST_PIECES_SHOWN)} more"] if len(inside) > MOST_PIECES_SHOWN else []
    got = ", ".join([*(members[piece] for piece in inside[:MOST_PIECES_SHOWN]), *more]) or "nothing"
    return _difference_from(node, place.label, ", ".join(texts) or "nothing", got)


def _match_pieces(
    place: OwnedPlace, wanted: NamedPieces, candidates: dict[NamedPiece, list[int]], inside: list[int]
) -> dict[NamedPiece, int] | None:
    """Return the piece for each name; None if other pieces are there, or in another order."""
    if len(inside) < len(wanted.pieces) or (wanted.rest is None and len(inside) > len(wanted.pieces)):
        return None
    if place.order:
        after = len(wanted.pieces) - (wanted.rest or 0)
        looked_at = [*inside[: wanted.rest], *inside[len(inside) - after :]] if wanted.rest is not None else inside
        pairs = list(zip(wanted.pieces, looked_at, strict=True))
        return dict(pairs) if all(piece in candidates[one] for one, piece in pairs) else None
    return _match_unordered(wanted.pieces, candidates, inside)


def _match_unordered(
    pieces: list[NamedPiece], candidates: dict[NamedPiece, list[int]], inside: list[int]
) -> dict[NamedPiece, int] | None:
    """Return the piece for each name in an unordered place: unambiguous names are matched first."""
    free, found = list(inside), dict[NamedPiece, int]()
    for one in sorted(pieces, key=lambda one: len(candidates[one])):
        piece = next((piece for piece in free if piece in candidates[one]), None)
        if piece is None:
            return None
        free.remove(piece)
        found[one] = piece
    return {one: found[one] for one in pieces}


# ---- the game as a whole


def _compare_end(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    wanted = isinstance(node, Scalar) and node.text == "yes"
    if game is not None and wanted != game.over:
        question = game.question
        got = "nobody is asked any more" if question is None else asked_text(game, question)
        yield ScenarioFailure(node.span, (f"over: expected {'yes' if wanted else 'no'}, but {got}",))


def _compare_asked(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    wanted = node.text if isinstance(node, Scalar) else ""
    if wanted != NOBODY and (not isinstance(node, Scalar) or names.seat_number(node) is None):
        return
    question = game.question if game is not None else None
    got = NOBODY if question is None else names.rules.seat_names[question.seat]
    if game is not None and got != wanted:
        more = "nobody is asked any more" if question is None else asked_text(game, question)
        yield ScenarioFailure(node.span, (f"asked: expected {wanted}, but {more}",))


def _compare_question(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    failure = other_question(game.question, node if isinstance(node, Scalar) else None) if game is not None else None
    if failure is not None:
        yield failure


def _compare_log(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    lines = iter(game.log if game is not None else ())
    for item in listed_nodes(node) if game is not None else ():
        text = item.text if isinstance(item, Scalar) else ""
        if not any(text in line.text for line in lines):
            yield ScenarioFailure(
                item.span, (f'expected a line of the log with "{text}" (in this order), there is none',)
            )
            return


def _compare_scores(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    sources = [*(label for _, label in names.rules.scorings), "total"]
    for who, points_of in entries_of(node):
        seat = names.seat_number(who)
        points = game.scores()[seat] | {"total": game.totals()[seat]} if game is not None and seat is not None else {}
        for label, number in entries_of(points_of) or ((Scalar(points_of.span, "total"), points_of),):
            if label.text not in sources:
                names.report_unknown(label, label.text, "source of points", sources)
                continue
            wanted, got = names.read_number(number), points.get(label.text)
            if wanted is not None and got is not None and wanted != got:
                yield _difference_from(number, possessive_of(who.text, label.text), str(wanted), str(got))


def _compare_ranking(names: ScenarioNames, game: Game | None, node: YamlNode) -> Iterator[ScenarioFailure]:
    places = [[part for part in listed_nodes(item) if isinstance(part, Scalar)] for item in listed_nodes(node)]
    for part in (part for place in places for part in place if part.text != NOBODY):
        names.seat_number(part)
    wanted = [{part.text for part in place if part.text != NOBODY} for place in places]
    got = [{names.rules.seat_names[seat] for seat in place} for place in game.ranking()] if game is not None else wanted
    if wanted != got:
        yield _difference_from(node, "ranking", _ranks_text(wanted), _ranks_text(got))


def _ranks_text(seats: list[set[str]]) -> str:
    return ", ".join(" and ".join(sorted(together)) or NOBODY for together in seats)


WORDS_OF_EXPECT: dict[str, Callable[[ScenarioNames, Game | None, YamlNode], Iterator[ScenarioFailure]]] = {
    "over": _compare_end, "asked": _compare_asked, "question": _compare_question, "log": _compare_log,
    "score": _compare_scores, "ranking": _compare_ranking,
}  # fmt: skip
"""Keys of `expect` other than places."""
