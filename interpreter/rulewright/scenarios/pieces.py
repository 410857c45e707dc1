"""Places the pieces that a scenario names, keeping counts, locations and knowledge consistent."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.diagnostics import Code, Span
from rulewright.engine.position_writing import PositionWriter
from rulewright.engine.words import place_label
from rulewright.scenarios.entries import REST_WORD, NamedPiece, NamedPieces
from rulewright.scenarios.naming import OwnedPlace, PlayedNames, ScenarioNames


@dataclass(slots=True, eq=False)
class WantedContent:
    """The wanted content of a place: the names, and their pieces. `rest` as in `NamedPieces`."""

    place: OwnedPlace
    span: Span
    told: list[NamedPiece]
    rest: int | None
    pieces: list[int] = field(default_factory=list)


def pieces_of(number: int) -> str:
    """Return how many pieces, in words."""
    return "1 piece" if number == 1 else f"{number} pieces"


class WantedPieces:
    """The pieces that a scenario names, and where it wants them."""

    def __init__(self, names: ScenarioNames) -> None:
        self.names = names
        self.wanted: list[WantedContent] = []
        self.domain_of: dict[NamedPiece, str] = {}
        self.taken: dict[str, set[int]] = {}

    def want_content(self, place: OwnedPlace, span: Span, told: NamedPieces) -> None:
        """Record the wanted content of a place."""
        self.wanted.append(WantedContent(place, span, told.pieces, told.rest))

    def choose_pieces(self) -> list[tuple[int, NamedPiece]]:
        """Find the piece for each name: names of one piece first, then the first free ones of those alike.

        Returns the pieces of which something is said, with what that is.
        """
        chosen: dict[NamedPiece, int] = {}
        meant = [(w, told, self.names.pieces_named(w.place, told.node)) for w in self.wanted for told in w.told]
        for wanted, told, alike in sorted(meant, key=lambda one: len(one[2]) != 1):
            self._take_piece(wanted, told, alike, chosen)
        for wanted in self.wanted:
            wanted.told = [told for told in wanted.told if told in chosen]
            wanted.pieces = [chosen[told] for told in wanted.told]
        both = ((p, t) for w in self.wanted for p, t in zip(w.pieces, w.told, strict=True))
        return [(piece, told) for piece, told in both if told.facts is not None]

    def _take_piece(
        self, wanted: WantedContent, told: NamedPiece, alike: list[int], chosen: dict[NamedPiece, int]
    ) -> None:
        domain = wanted.place.domain
        taken = self.taken.setdefault(domain, set())
        free = next((piece for piece in alike if piece not in taken), None)
        if alike and free is None:
            message = f'"{told.node.text}" lies elsewhere in this scenario already'
            self.names.findings.add(Code.LAID_TWICE, told.node.span, message)
        elif free is not None:
            taken.add(free)
            chosen[told] = free
            self.domain_of[told] = domain


class PieceMoves(WantedPieces):
    """Moves the pieces of a position to where a scenario wants them.

    An example: a hand holds a and b, a market with two spaces c and d, and a scenario gives the hand as [c].

        home    a and b, which must leave, and c, which is wanted, go to where they are before set-up
        wanted  c goes to the hand
        gaps    the market has lost c, and there is a limit to what it holds: a goes there
        rest    b, for which no gap is left, goes to where the word `rest` is written, or stays at home
        order   stacks and rows are ordered as their pieces are named
    """

    names: PlayedNames

    def __init__(self, names: PlayedNames, writer: PositionWriter) -> None:
        super().__init__(names)
        self.writer = writer

    def move_all(self) -> None:
        """Move all chosen pieces to their places."""
        before = {
            (w.place.domain, piece): self.writer.place_of(w.place.domain, piece)
            for w in self.wanted
            for piece in w.pieces
        }
        leaving = {id(w): self._leaving_pieces(w) for w in self.wanted}
        for wanted in self.wanted:
            for piece in [*wanted.pieces, *leaving[id(wanted)]]:
                self._move_piece(
                    wanted.place.domain, piece, self.writer.home_of(wanted.place.domain, piece), wanted.span
                )
        for wanted in self.wanted:
            for piece, told in zip(wanted.pieces, wanted.told, strict=True):
                self._move_piece(wanted.place.domain, piece, wanted.place.number, told.node.span)
        left = [(w.place.domain, piece) for w in self.wanted for piece in self._fill_gaps(w, leaving[id(w)], before)]
        self._lay_rest(left)
        self._put_in_order()
        if not self.names.findings.found:
            self._report_others()

    def _leaving_pieces(self, wanted: WantedContent) -> list[int]:
        """Return the pieces in a place that are named nowhere; the word `rest` allows them."""
        taken = self.taken.get(wanted.place.domain, set())
        there = self.writer.pieces_in(wanted.place.number) if wanted.rest is None else []
        return [piece for piece in there if piece not in taken]

    def _move_piece(self, domain: str, piece: int, number: int, at: Span) -> None:
        if not self.writer.move_piece(domain, piece, number):
            name, limit = self.names.rules.domains[domain].members[piece], self._limit_of(number)
            label = place_label(self.names.program, number)
            message = f'"{name}" does not fit in {label}, which holds {pieces_of(limit)} at most'
            self.names.findings.add(Code.PLACE_FULL, at, message, "Name fewer there.")

    def _limit_of(self, place: int) -> int:
        return self.names.rules.places[place].declared.limit

    def _fill_gaps(self, wanted: WantedContent, leaving: list[int], before: dict[tuple[str, int], int]) -> list[int]:
        """What had to leave a place goes to where what came has left a gap, if places there are counted.

        Returns what is left.
        """
        domain, given = wanted.place.domain, {w.place.number for w in self.wanted}
        came = (before[domain, piece] for piece in wanted.pieces)
        gaps = [n for n in came if n not in given and self._limit_of(n) > len(self.writer.pieces_in(n))]
        for piece, place in zip(leaving, gaps, strict=False):
            self._move_piece(domain, piece, place, wanted.span)
        return leaving[len(gaps) :]

    def _lay_rest(self, left: list[tuple[str, int]]) -> None:
        """Move displaced pieces to where `rest` is written; without that word to their initial places."""
        laid: set[tuple[str, int]] = set()
        for wanted in (wanted for wanted in self.wanted if wanted.rest is not None):
            domain, fitting = wanted.place.domain, wanted.place.fitting
            if any((domain, piece) in laid for piece in fitting):
                message = f'"{REST_WORD}" stands in another place of this scenario already'
                self.names.findings.add(Code.LAID_TWICE, wanted.span, message, "Name the pieces in one of the two.")
            laid |= {(domain, piece) for piece in fitting}
            for piece in (piece for other, piece in left if other == domain and piece in fitting):
                self._move_piece(domain, piece, wanted.place.number, wanted.span)

    def _put_in_order(self) -> None:
        """Order pieces as named: the first one is the top of a stack, or the front of a row."""
        for wanted in (wanted for wanted in self.wanted if wanted.place.order):
            at, is_stack = wanted.rest or 0, wanted.place.order == "stack"
            others = [piece for piece in self.writer.pieces_in(wanted.place.number) if piece not in wanted.pieces]
            order = [*wanted.pieces[:at], *(others[::-1] if is_stack else others), *wanted.pieces[at:]]
            self.writer.order_pieces(wanted.place.number, order[::-1] if is_stack else order)

    def _report_others(self) -> None:
        """Report places with unnamed pieces, and superfluous words `rest`."""
        for wanted in self.wanted:
            inside = self.writer.pieces_in(wanted.place.number)
            others = [piece for piece in inside if piece not in wanted.pieces]
            if others and wanted.rest is None:
                name = self.names.rules.domains[wanted.place.domain].members[others[0]]
                message = f'{pieces_of(len(others))} would lie in {wanted.place.label} too, such as "{name}"'
                remedy = f'They have no other place. Add "{REST_WORD}" here, or write [{REST_WORD}] for where they lie.'
                self.names.findings.add(Code.REST_MISSING, wanted.span, message, remedy)
            elif wanted.rest is not None and not inside:
                message = f'nothing is left that "{REST_WORD}" could mean here'
                remedy = "It means what lies here, and what must leave places that are given: write [] for one of them."
                self.names.findings.add(Code.REST_MISSING, wanted.span, message, remedy)
