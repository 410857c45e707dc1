"""Recovery strategies for lines whose words are right, but not their order or connection."""

from __future__ import annotations

from rulewright.diagnostics import Code
from rulewright.syntax.lines import Lexeme, joined_lexemes
from rulewright.syntax.recovery.attempt import COUNTING_WORDS, SEVERAL_PEOPLE, Attempt, SyntaxMistake, lexeme_like
from rulewright.syntax.recovery.hints import FIRST, hints


def list_joined_by_and(attempt: Attempt) -> SyntaxMistake | None:
    """ "and" between things of a list, where a comma belongs."""
    piece = attempt.piece
    if piece is None or piece.text not in ("and", "or", "+", ";") or "," not in attempt.fits:
        return None
    comma = lexeme_like(",", piece)
    pieces = tuple(comma if other.text == piece.text and at >= attempt.at else other
                   for at, other in enumerate(attempt.line.pieces))  # fmt: skip
    if attempt.count_fitting(pieces) <= attempt.at:
        return None
    message = "the things of a list are parted by commas"
    return SyntaxMistake(
        Code.SAID_OTHERWISE, piece.column, piece.end, message, (f'Write , instead of "{piece.text}".',), pieces
    )


def two_names(attempt: Attempt) -> SyntaxMistake | None:
    """Two adjacent names: one belongs to the other, or they are one name, or two names of a list."""
    if attempt.at == 0 or attempt.piece is None or attempt.piece.kind not in ("NAME", "INT"):
        return None
    left, right = attempt.line.pieces[attempt.at - 1 : attempt.at + 1]
    if attempt.probe_to(attempt.at - 1).terminal_of(left) != "NAME":
        return None
    if left.kind == right.kind == "NAME" and left.text not in COUNTING_WORDS and right.text not in hints().words[FIRST]:
        if left.text == right.text:
            return None
        owns = "'s" in attempt.fits and left.text in attempt.given - SEVERAL_PEOPLE
        if owns and attempt.passes(pieces := attempt.replace_at(attempt.at, lexeme_like("'s", right), instead=0)):
            message, remedy = "what belongs to somebody has 's before it", f"Write {left.text}'s {right.text}."
            return SyntaxMistake(Code.WORD_MISSING, left.column, right.end, message, (remedy,), pieces, "unsafe")
        one = Lexeme("NAME", f"{left.text}-{right.text}", left.column, right.end)
        if attempt.passes(pieces := attempt.replace_at(attempt.at, lexeme_like(",", right), instead=0)):
            remedy = f"Or, if it is one name, write {one.text}."
            return SyntaxMistake(
                Code.WORD_MISSING, right.column, right.end, '"," is missing before this', (remedy,), pieces, "unsafe"
            )
        if attempt.passes(pieces := attempt.replace_at(attempt.at - 1, one, instead=2)):
            remedy = f"Write {one.text}, or leave out one of them."
            return SyntaxMistake(
                Code.NAME_OF_TWO_WORDS, left.column, right.end, "a name is one word", (remedy,), pieces, "unsafe"
            )
    return None


def owner_after_of(attempt: Attempt) -> SyntaxMistake | None:
    """ "coins of player" instead of "player's coins"."""
    if attempt.piece is None or attempt.piece.text != "of" or not 0 < attempt.at < len(attempt.line.pieces) - 1:
        return None
    what, of, whose = attempt.line.pieces[attempt.at - 1 : attempt.at + 2]
    if [piece.text for piece in attempt.heading[:2]] == ["value", what.text]:
        message, remedy = "this value is explained by itself", "Explain it by other things."
        return SyntaxMistake(Code.VALUE_CIRCLE, what.column, what.end, message, (remedy,))
    if whose.text not in attempt.given - SEVERAL_PEOPLE:
        return None
    if what.kind != "NAME" or whose.kind != "NAME" or what.text in attempt.failure.begin.tables.words:
        return None
    if not attempt.passes(pieces := attempt.replace_at(attempt.at - 1, whose, lexeme_like("'s", of), what, instead=3)):
        return None
    message, remedy = "the owner comes first", f"Write {whose.text}'s {what.text}."
    return SyntaxMistake(Code.SAID_OTHERWISE, what.column, whose.end, message, (remedy,), pieces)


def brackets_missing(attempt: Attempt) -> SyntaxMistake | None:
    """A value of several words where one thing belongs: "back to first of players"."""
    pieces = attempt.line.pieces
    for start in range(attempt.at, -1, -1) if len(pieces) <= MOST_BRACKETED else ():
        if start == len(pieces) or "(" not in attempt.probe_to(start).fitting_terminals():
            continue
        for end in range(max(attempt.at, start + 2), len(pieces) + 1):
            inner, opening, closing = (
                pieces[start:end],
                lexeme_like("(", pieces[start]),
                lexeme_like(")", pieces[end - 1]),
            )
            if attempt.passes(meant := (*pieces[:start], opening, *inner, closing, *pieces[end:])):
                message, remedy = "brackets are missing round this", f'Write "({joined_lexemes(inner)})".'
                place = inner[0].column, inner[-1].end
                return SyntaxMistake(Code.WORD_MISSING, *place, message, (remedy,), meant, "unsafe")
    return None


def heading_alone(attempt: Attempt) -> SyntaxMistake | None:
    """A name and a colon in column 1, without the kind of declaration."""
    pieces = attempt.line.pieces
    if attempt.line.indent or len(pieces) != 2 or pieces[0].kind != "NAME" or pieces[1].kind != ":":
        return None
    name, colon = pieces
    if attempt.failure.begin.terminal_of(name) != "NAME":
        return None
    if not attempt.passes(meant := (lexeme_like("step", name), name, colon)):
        return None
    message = "a declaration begins with what it is"
    remedy = f'Write "step {name.text}:" if a rule says "do {name.text}", or "rule {name.text} after STEP:".'
    return SyntaxMistake(Code.WORD_MISSING, name.column, name.end, message, (remedy,), meant, "unsafe")


def words_in_wrong_order(attempt: Attempt) -> SyntaxMistake | None:
    """The right words in the wrong order: two neighbouring stretches of the line change places."""
    pieces = attempt.line.pieces
    size = len(pieces) - (pieces[-1].text == ":")
    if size > MOST_ORDERED:
        return None
    for start in range(min(attempt.at, size - 1), -1, -1):
        for cut in range(start + 1, size):
            for end in range(max(cut, attempt.at) + 1, size + 1):
                changed = (*pieces[:start], *pieces[cut:end], *pieces[start:cut], *pieces[end:])
                if attempt.passes(changed):
                    said = " ".join(piece.text for piece in changed[start:end]).replace(" 's", "'s")
                    first, last = pieces[start], pieces[end - 1]
                    message, remedy = "these words are in another order", f"Write {said}."
                    return SyntaxMistake(Code.WORD_ORDER, first.column, last.end, message, (remedy,), changed, "unsafe")
    return None


MOST_ORDERED = 12
"""The longest line, in words, whose permutations are tried."""

MOST_BRACKETED = 24
"""The longest line, in words, in which brackets are tried at every place."""
