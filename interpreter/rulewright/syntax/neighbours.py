"""Guesses what was meant where the words are right and the way they stand together is not."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.case import COUNTED, SMALL, Case, Mistake, word
from rulewright.syntax.hints import FIRST, hints
from rulewright.syntax.lines import Piece


def other_word(case: Case) -> Mistake | None:
    """A small word where another small word belongs."""
    piece = case.piece
    if piece is None or piece.text not in SMALL | {"x"}:
        return None
    meant = frozenset(("by", "times")) if piece.text == "x" else SMALL
    fit = [small for small in sorted(meant & case.fits) if case.passes(case.put(case.at, word(small, piece)))]
    if len(fit) != 1:
        return None
    remedy = f'Write "{fit[0]}" instead of "{piece.text}".'
    pieces = case.put(case.at, word(fit[0], piece))
    return Mistake(Code.UNKNOWN_WORD, piece.column, piece.end, "another word belongs here", (remedy,), pieces)


def joined(case: Case) -> Mistake | None:
    """ "and" between things of a list, where a comma belongs."""
    piece = case.piece
    if piece is None or piece.text not in ("and", "or", "+", ";") or "," not in case.fits:
        return None
    comma = word(",", piece)
    pieces = tuple(comma if other.text == piece.text and at >= case.at else other
                   for at, other in enumerate(case.line.pieces))  # fmt: skip
    if case.gets(pieces) <= case.at:
        return None
    message = "the things of a list are parted by commas"
    return Mistake(
        Code.SAID_OTHERWISE, piece.column, piece.end, message, (f'Write , instead of "{piece.text}".',), pieces
    )


def two_words(case: Case) -> Mistake | None:
    """Two names in a row: one belongs to the other, or they are one name, or they stand the wrong way round."""
    if case.at == 0 or case.piece is None or case.piece.kind not in ("NAME", "INT"):
        return None
    left, right = case.line.pieces[case.at - 1 : case.at + 1]
    if case.walk_to(case.at - 1).meant(left) != "NAME":
        return None
    if left.kind == right.kind == "NAME" and left.text not in COUNTED and right.text not in hints().words[FIRST]:
        if left.text == right.text:
            return None
        if "'s" in case.fits and case.passes(pieces := case.put(case.at, word("'s", right), instead=0)):
            message, remedy = "what belongs to somebody has 's before it", f"Write {left.text}'s {right.text}."
            return Mistake(Code.WORD_MISSING, left.column, right.end, message, (remedy,), pieces, "unsafe")
        one = Piece("NAME", f"{left.text}-{right.text}", left.column, right.end)
        if case.passes(pieces := case.put(case.at, word(",", right), instead=0)):
            remedy = f"Or, if it is one name, write {one.text}."
            return Mistake(
                Code.WORD_MISSING, right.column, right.end, '"," is missing before this', (remedy,), pieces, "unsafe"
            )
        if case.passes(pieces := case.put(case.at - 1, one, instead=2)):
            remedy = f"Write {one.text}, or leave out one of them."
            return Mistake(
                Code.NAME_OF_TWO_WORDS, left.column, right.end, "a name is one word", (remedy,), pieces, "unsafe"
            )
    return None


def belongs(case: Case) -> Mistake | None:
    """ "coins of player" instead of "player's coins"."""
    if case.piece is None or case.piece.text != "of" or not 0 < case.at < len(case.line.pieces) - 1:
        return None
    what, of, whose = case.line.pieces[case.at - 1 : case.at + 2]
    if what.kind != "NAME" or whose.kind != "NAME" or what.text in case.trouble.begin.tables.words:
        return None
    if not case.passes(pieces := case.put(case.at - 1, whose, word("'s", of), what, instead=3)):
        return None
    message, remedy = "the owner comes first", f"Write {whose.text}'s {what.text}."
    return Mistake(Code.SAID_OTHERWISE, what.column, whose.end, message, (remedy,), pieces)


def heading_alone(case: Case) -> Mistake | None:
    """A name and a colon in column 1: what is it?"""
    pieces = case.line.pieces
    if case.line.indent or len(pieces) != 2 or pieces[0].kind != "NAME" or pieces[1].kind != ":":
        return None
    name, colon = pieces
    if case.trouble.begin.meant(name) != "NAME":
        return None
    if not case.passes(meant := (word("step", name), name, colon)):
        return None
    message = "a declaration begins with what it is"
    remedy = f'Write "step {name.text}:" if a rule says "do {name.text}", or "rule {name.text} after STEP:".'
    return Mistake(Code.WORD_MISSING, name.column, name.end, message, (remedy,), meant, "unsafe")


def order(case: Case) -> Mistake | None:
    """The right words in the wrong order: two neighbouring stretches of the line change places."""
    pieces = case.line.pieces
    size = len(pieces) - (pieces[-1].text == ":")
    if size > MOST_ORDERED:
        return None
    for start in range(min(case.at, size - 1), -1, -1):
        for cut in range(start + 1, size):
            for end in range(max(cut, case.at) + 1, size + 1):
                changed = (*pieces[:start], *pieces[cut:end], *pieces[start:cut], *pieces[end:])
                if case.passes(changed):
                    said = " ".join(piece.text for piece in changed[start:end]).replace(" 's", "'s")
                    first, last = pieces[start], pieces[end - 1]
                    message, remedy = "these words are in another order", f"Write {said}."
                    return Mistake(Code.WORD_ORDER, first.column, last.end, message, (remedy,), changed, "unsafe")
    return None


MOST_ORDERED = 12
"""Words in a line of which other orders are tried."""
