"""Pieces as spans, coloured by whose they are or by what is printed on them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.report.screen.spans import CHANGED, DIM, Span, marked, seat_style, styled
from rulewright.report.table.model import Grid, Path, Piece, Place, Section

NUMBER = re.compile(r"(?:(?<!\w)-)?[0-9]+")


def piece_span(piece: Piece, kinds: Mapping[str, int], about: str = "", full: bool = False) -> Span:
    """Return one piece, or several that look the same; in full with what is printed on it."""
    notes = [*(_further_prints(piece) if full else ()), *piece.notes]
    label = piece.short or piece.label
    text = f"{label} ({', '.join(notes)})" if notes else label
    text = f"{piece.number} x {text}" if piece.number > 1 and piece.known else text
    of_kind = styled(f"kind-{kinds[piece.kind]}", f"look-{piece.colour}") if piece.kind in kinds else ""
    colour = seat_style(piece.seat) or of_kind
    style = styled(colour if piece.known else DIM, CHANGED if piece.changed else "")
    return Span(marked(text, piece.changed), style, piece.about or about)


def _further_prints(piece: Piece) -> Iterator[str]:
    """Yield what is printed on a piece, without the numbers that its label shows."""
    shown = set(NUMBER.findall(piece.label))
    yield from (text for text in piece.printed if text.rpartition(" ")[2] not in shown)


def kinds_in(pieces: Iterable[Piece]) -> dict[str, int]:
    """Number the kinds of pieces, by which they get their colours: the same ones in every position of a game."""
    return {kind: at for at, kind in enumerate(sorted({piece.kind for piece in pieces if piece.known and piece.kind}))}


def pieces_of(sections: Iterable[Section]) -> Iterable[Piece]:
    """Return all pieces that a table shows."""
    for section in sections:
        match section:
            case Place():
                yield from section.pieces
            case Grid() | Path():
                yield from (p for s in section.spaces_on for c in s.cells for p in c.pieces or ())
            case _:
                pass
