"""Guesses what was meant by a line that does not fit, by trying small changes until the line makes sense."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.diagnostics import Code
from rulewright.syntax.case import COUNTED, Case, Fixing, Mistake, Pieces, similar, word
from rulewright.syntax.hints import FIRST, FIRST_OF_ALL, PHRASES, hints, instead, said_otherwise
from rulewright.syntax.lines import BAD, Line, Piece, as_written, cut_line
from rulewright.syntax.misplaced import misplaced
from rulewright.syntax.neighbours import belongs, heading_alone, joined, order, other_word, two_words
from rulewright.syntax.signs import explain_sign, name_from
from rulewright.syntax.wording import NOUNS


def bad_sign(case: Case) -> Mistake | None:
    """A sign or a spelling that no sentence contains."""
    piece = case.piece
    if piece is None or piece.kind != BAD:
        return None
    if "STRING" in case.fits and piece.text[0].isalpha() and (quoted := quotes_missing(case)):
        return quoted
    code, message, remedy, better = explain_sign(piece)
    if piece.text == "." and case.at + 1 == len(case.line.pieces):
        remedy, better = ("Leave it out: a sentence ends with its line.",), ""
    if piece.text == "=" and (fit := [word for word in ("be", "to", "is") if word in case.fits]):
        remedy, better = (f'Write "{fit[0]}".',), fit[0]
    if code == Code.MINUS_BLANKS and "(" in case.fits and piece.text[1:].isdigit():
        better = f"0 - {piece.text[1:]}"
        message, remedy = "a number below 0 is written as a difference", (f'Write "{better}".',)
    if piece.text == "'" and "STRING" in case.fits:
        remedy = ('A text stands in double quotes: "...".',)
    if better is not None and case.passes(meant := case.put(case.at, *cut_line(1, better).pieces)):
        return Mistake(code, piece.column, piece.end, message, remedy, meant)
    return Mistake(code, piece.column, piece.end, message, remedy, _without_sign(case, piece), "none")


def _without_sign(case: Case, piece: Piece) -> Pieces | None:
    """Return the line as it was probably meant, the way that gets furthest."""
    name = name_from(piece.text) if piece.text[0].isalnum() else ""
    if piece.text[0].isdigit() and case.passes(both := case.put(case.at, word("INT", piece), word("NAME", piece))):
        return both
    if piece.text[-1] == ":" and case.passes(both := case.put(case.at, word("STRING", piece), word(":", piece))):
        return both
    if piece.text in APOSTROPHES and (quoted := _closed(case, piece)):
        return quoted
    stand_ins = [word(name, piece)] if name else []
    stand_ins += [
        word(kind, piece) for kind in ("NAME", "STRING", "INT", "is", "'s", "be", "-", "times") if kind in case.fits
    ]
    tries = [case.put(case.at, new) for new in stand_ins] + [case.put(case.at), case.line.pieces[: case.at]]
    return max(tries, key=lambda pieces: (case.passes(pieces), *_progress(case, pieces)))


def _closed(case: Case, piece: Piece) -> Pieces | None:
    """Return the line with 's for another apostrophe and s, or with a text for what stands in single quotes."""
    after = case.line.pieces[case.at + 1 :]
    if after and after[0].text == "s":
        return case.put(case.at, word("'s", piece), instead=2)
    ends = [at for at, other in enumerate(after, case.at + 1) if other.text in APOSTROPHES]
    return case.put(case.at, word("STRING", piece), instead=ends[-1] + 1 - case.at) if ends else None


APOSTROPHES = (
    "'", "\u2018", "\u2019", "\u201a", "`", "\u00b4", "\u201c", "\u201d", "\u201e", "\u00ab", "\u00bb",
)  # fmt: skip
"""Signs taken for an apostrophe or a quotation mark."""


def _progress(case: Case, pieces: Pieces) -> tuple[bool, int]:
    """Whether it gets over the place, and how little of the line it leaves out or cannot read."""
    return case.gets(pieces) > case.at, case.gets(pieces) - len(pieces)


def misspelt(case: Case) -> Mistake | None:
    """A word of the language with a slip in it, here or earlier in the line."""
    best: tuple[int, int, str] | None = None
    for at in range(min(case.at, len(case.line.pieces) - 1), -1, -1):
        choices = _meant(case, at)
        for number, choice in enumerate(choices, 1):
            pieces = case.put(at, word(choice, case.line.pieces[at]))
            if case.passes(pieces):
                others = any(case.passes(case.put(at, word(o, case.line.pieces[at]))) for o in choices[number:])
                return _misspelt(case, at, choice, pieces, "unsafe" if others else "safe")
            reached = case.gets(pieces)
            if reached > case.at and (best is None or reached > best[0]):
                best = (reached, at, choice)
    if best is None:
        return None
    _, at, choice = best
    return _misspelt(case, at, choice, case.put(at, word(choice, case.line.pieces[at])))


def everyday(case: Case) -> Mistake | None:
    """A word of everyday life for one of the language, at the start of the line or after who does it."""
    for at in (0, case.at):
        old = case.line.pieces[at] if at < len(case.line.pieces) else None
        new = hints().words[FIRST].get(old.text) if old is not None and old.kind == "NAME" else None
        if old is None or new is None or " " in new or case.walk_to(at).meant(old) != "NAME":
            continue
        for choice in (new, f"{new}s"):
            if case.passes(pieces := case.put(at, word(choice, old))):
                return _misspelt(case, at, choice, pieces)
    return None


def _meant(case: Case, at: int) -> list[str]:
    piece, walk = case.line.pieces[at], case.walk_to(at)
    if piece.text in case.given or piece.text in COUNTED:
        return []
    return similar(piece.text, walk.fits()) if piece.kind == "NAME" and walk.meant(piece) == "NAME" else []


def _misspelt(case: Case, at: int, choice: str, pieces: Pieces, fix: Fixing = "safe") -> Mistake:
    piece = case.line.pieces[at]
    message = "no line begins with this word" if at == 0 else "this word does not fit here"
    return Mistake(Code.UNKNOWN_WORD, piece.column, piece.end, message, (f'Did you mean "{choice}"?',), pieces, fix)


def colon_missing(case: Case) -> Mistake | None:
    """The line ends where a colon and a block belong."""
    if case.piece is not None or ":" not in case.fits:
        return None
    if "_NL" in case.fits and not case.opens:
        return None
    last = case.line.pieces[-1]
    pieces = (*case.line.pieces, word(":", last))
    below = "the lines below belong to" if case.opens else "and below it, indented, the lines of"
    message = f"a colon belongs here: {below} {noun(case.line)}"
    return Mistake(Code.COLON_MISSING, last.end, last.end + 1, message, (), pieces)


def noun(line: Line) -> str:
    """Return what the lines under a line belong to."""
    first, *more = (piece.text for piece in line.pieces)
    return NOUNS.get(first, f"this {first}").format(more[0] if more else "")


def colon_too_many(case: Case) -> Mistake | None:
    """A colon where nothing may stand below."""
    piece = case.piece
    if piece is None or piece.kind != ":" or "_NL" not in case.fits:
        return None
    message = "no colon here: nothing belongs to this line"
    remedy = ("The lines below it are not its own: put them as far to the left as this line.",) if case.opens else ()
    fix: Fixing = "unsafe" if case.opens else "safe"
    return Mistake(Code.COLON_TOO_MANY, piece.column, piece.end, message, remedy, case.put(case.at), fix)


def first_word(case: Case) -> Mistake | None:
    """A line in a block, or a declaration, that begins with a word of which there is no sentence."""
    piece, fits = case.line.pieces[0], case.trouble.begin.fits()
    top = "step" in fits and case.line.indent == 0
    if case.at not in ((2, 3) if top else (0, 1)) or piece.kind != "NAME" or case.trouble.begin.meant(piece) != "NAME":
        return None
    names = case.given | COUNTED
    better = None if piece.text in names else instead(piece.text, FIRST_OF_ALL if top else FIRST)
    if better:
        remedy: tuple[str, ...] = (f'Did you mean "{better}"?',)
    elif "take" not in fits or case.opens or piece.text in case.trouble.begin.tables.words:
        return None
    else:
        remedy = (
            'Lines in a block begin with a word of the language ("take", "move", "if" ...);',
            'or is "takes" or "pays" missing after a name?',
            *(() if piece.text in names else (f'A step of yours is done by "do {piece.text}".',)),
        )
    meant = case.put(0, word((better or piece.text).split()[0], piece))
    message, known_line = "no line begins with this word", meant if case.passes(meant) else None
    return Mistake(Code.UNKNOWN_WORD, piece.column, piece.end, message, remedy, known_line)


def heading_choices(text: str, fits: frozenset[str]) -> list[str]:
    """Return the words with which a declaration may have been meant to begin."""
    better = instead(text, FIRST_OF_ALL)
    return similar(text, fits) + ([better] if better and " " not in better else [])


def phrase(case: Case) -> Mistake | None:
    """An everyday phrase that the language says in another way."""
    for at in range(max(case.at - 1, 0), min(case.at + 1, len(case.line.pieces))):
        for length in (5, 3, 2, 1):
            old = case.line.pieces[at : at + length]
            new = hints().words[PHRASES].get(" ".join(piece.text for piece in old))
            if new is None or len(old) < length:
                continue
            pieces = case.put(at, *(word(text, old[0]) for text in new.split()), instead=length)
            if case.passes(pieces):
                remedy = f'Write "{new}".' if new else "Leave it out."
                message = "the language says this in another way"
                return Mistake(Code.SAID_OTHERWISE, old[0].column, old[-1].end, message, (remedy,), pieces)
    return None


def quoted_name(case: Case) -> Mistake | None:
    """A name or a word of the language in quotes."""
    piece = case.piece
    if piece is None or piece.kind != "STRING" or not (bare := piece.text[1:-1]):
        return None
    pieces = case.put(case.at, word(name_from(bare) or "NAME", piece))
    if case.gets(pieces) <= case.at or (case.passes(case.put(case.at)) and not case.passes(pieces)):
        return None
    what = "a word of the language" if case.trouble.here.meant(word(bare, piece)) == bare else "a name"
    message, remedy = f"{what} stands here without quotes", (f"Write {name_from(bare)}.",)
    return Mistake(Code.QUOTED_NAME, piece.column, piece.end, message, remedy, pieces)


def quotes_missing(case: Case) -> Mistake | None:
    """Words where a text in quotes belongs."""
    if "STRING" not in case.fits or case.piece is None:
        return None
    pieces = case.line.pieces
    for end in range(len(pieces), case.at, -1):
        text = as_written(pieces[case.at : end])
        new = Piece("STRING", f'"{text}"', case.piece.column, pieces[end - 1].end)
        if case.passes(changed := case.put(case.at, new, instead=end - case.at)):
            message = "a text belongs into quotes"
            remedy = 'Put " before it and " after it.'
            fix: Fixing = "none" if '"' in text else "safe"
            return Mistake(Code.QUOTES_MISSING, new.column, new.end, message, (remedy,), changed, fix)
    return None


def word_missing(case: Case) -> Mistake | None:
    """One word or sign is missing before the place."""
    near = case.piece or case.line.pieces[-1]
    choices = [new for new in sorted(case.fits) if new[0] not in "_$" and case.passes(_with(case, new, near))]
    words = [choice for choice in choices if not choice.isupper()] if "NAME" not in choices else choices
    if not words or len(words) > (1 if "NAME" in words else 3):
        return None
    names = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes"}
    shown = " or ".join(names.get(choice, f'"{choice}"') for choice in words)
    meant = _with(case, words[0], near)
    fix: Fixing = "safe" if len(words) == 1 and near.kind != "," else "unsafe"
    if case.piece:
        return Mistake(Code.WORD_MISSING, near.column, near.end, f"{shown} is missing before this", (), meant, fix)
    remedy = ("Or leave the comma out.",) if near.kind == "," else ()
    return Mistake(Code.WORD_MISSING, near.end, near.end + 1, f"{shown} is missing here", remedy, meant, fix)


def _with(case: Case, new: str, near: Piece) -> Pieces:
    return case.put(case.at, word(new, near), instead=0)


def word_too_many(case: Case) -> Mistake | None:
    """One word is too many, at the place or right before it."""
    for at in (case.at - 1, case.at):
        piece = case.line.pieces[at] if 0 < at < len(case.line.pieces) else None
        little = piece is not None and piece.text in ("the", "a", "an", "of", "to")
        if piece is None or (at != case.at and not little):
            continue
        if case.passes(pieces := case.put(at)):
            message, remedy = "this is too much here", ("Leave it out.",)
            fix: Fixing = "safe" if little else "unsafe"
            return Mistake(Code.WORD_TOO_MANY, piece.column, piece.end, message, remedy, pieces, fix)
    return None


def reserved(case: Case) -> Mistake | None:
    """A word of the language where the person meant a name of his own."""
    before = case.line.pieces[case.at - 1] if case.at > 0 else None
    if before is None or before.kind != "NAME":
        return None
    walk = case.walk_to(case.at - 1)
    if walk.meant(before) == "NAME" or not walk.go("NAME"):
        return None
    if not walk.through(case.line.pieces[case.at : case.at + 1]):
        return None
    message = f'"{before.text}" is a word of the language and cannot be a name here'
    pieces, remedy = case.put(case.at - 1, word("x", before)), ("Give the thing another name.",)
    return Mistake(Code.WORD_OF_THE_LANGUAGE, before.column, before.end, message, remedy, pieces)


Attempt = Callable[[Case], Mistake | None]

ATTEMPTS: tuple[Attempt, ...] = (
    said_otherwise, bad_sign, misplaced, colon_missing, phrase, everyday, joined, misspelt, belongs, colon_too_many,
    first_word, quoted_name, reserved, other_word, two_words, heading_alone, word_missing, quotes_missing,
    word_too_many, order,
)  # fmt: skip
"""Tried in this order; the first that finds something is the answer."""


def tries(case: Case) -> Iterator[Mistake]:
    """Yield what the attempts find."""
    for attempt in ATTEMPTS:
        if found := attempt(case):
            yield found
