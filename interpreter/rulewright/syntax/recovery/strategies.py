"""Recovery strategies: each tries one small change to a line that does not fit, until the line can be parsed.

A change is tried by shifting lexemes on a copy of the parser's stack at the start of the line, which builds nothing and
takes microseconds, so a strategy may try hundreds. `STRATEGIES` go from the specific to the general, because nearly
every line can be parsed once some word of it is left out. For instance, `take 2 coins from the bank` fails at `the`:

    said_otherwise     no phrase of `hints.txt` is about it
    misspelt_word      no word of the language that fits is like "the"
    word_missing       there is no single word with which the rest could be parsed
    word_too_many      without "the" the line can be parsed: that is the answer
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.diagnostics import Code
from rulewright.syntax.lines import BAD, LexedLine, Lexeme, as_written, cut_line
from rulewright.syntax.recovery.attempt import COUNTING_WORDS, Attempt, Fixing, Pieces, SyntaxMistake, lexeme_like
from rulewright.syntax.recovery.hints import FIRST, FIRST_OF_ALL, PHRASES, everyday_word, hints, said_otherwise
from rulewright.syntax.recovery.meaning import similar_words
from rulewright.syntax.recovery.misplaced import misplaced_line
from rulewright.syntax.recovery.neighbours import (
    brackets_missing,
    heading_alone,
    list_joined_by_and,
    owner_after_of,
    two_names,
    words_in_wrong_order,
)
from rulewright.syntax.recovery.signs import APOSTROPHES, explain_sign, name_from
from rulewright.syntax.recovery.wording import NOUNS


def bad_sign(attempt: Attempt) -> SyntaxMistake | None:
    """A sign or a spelling that no sentence contains."""
    piece = attempt.piece
    if piece is None or piece.kind != BAD:
        return None
    code, message, remedy, better = explain_sign(piece)
    lower = better and attempt.passes(attempt.put_word(better))
    if "STRING" in attempt.fits and piece.text[0].isalpha() and not lower and (quoted := quotes_missing(attempt)):
        return quoted
    if piece.text == "." and attempt.at + 1 == len(attempt.line.pieces):
        remedy, better = ("Leave it out: a sentence ends with its line.",), ""
    if piece.text == "=" and (fit := [word for word in ("be", "to", "is") if word in attempt.fits]):
        remedy, better = (f'Write "{fit[0]}".',), fit[0]
    if piece.text == "'" and "STRING" in attempt.fits:
        remedy = ('A text stands in double quotes: "...".',)
    if piece.text.isspace() and (torn := _torn_word(attempt, piece)):
        return torn
    if better is not None and attempt.passes(meant := attempt.replace_at(attempt.at, *cut_line(1, better).pieces)):
        return SyntaxMistake(code, piece.column, piece.end, message, remedy, meant)
    return SyntaxMistake(code, piece.column, piece.end, message, remedy, _without_sign(attempt, piece), "none")


def _torn_word(attempt: Attempt, blank: Lexeme) -> SyntaxMistake | None:
    """A blank inside a word of the language: "not hing". To part it would say "not", and another name."""
    around = attempt.line.pieces[max(0, attempt.at - 1) : attempt.at + 2]
    if len(around) < 3 or (around[0].end, blank.end) != (blank.column, around[2].column):
        return None
    word = around[0].text + around[2].text
    meant = attempt.replace_at(attempt.at - 1, around[0]._replace(text=word, end=around[2].end), instead=3)
    if word not in attempt.probe_to(attempt.at - 1).fitting_terminals() or not attempt.passes(meant):
        return None
    remedy = f'Write "{word}".'
    return SyntaxMistake(Code.SIGN_UNKNOWN, blank.column, blank.end, "this is no ordinary blank", (remedy,), meant)


def below_zero(attempt: Attempt) -> SyntaxMistake | None:
    """A number below 0 where none can be, or a minus that is parted from its number or joined to it."""
    piece = attempt.piece
    number = next(iter(attempt.line.pieces[attempt.at + 1 :]), None)
    if piece is None or piece.kind not in ("-", "_BELOW_ZERO"):
        return None
    if piece.kind == "-":
        if number is None or number.kind != "INT" or "_BELOW_ZERO" not in attempt.fits:
            return None
        joined = Lexeme("_BELOW_ZERO", f"-{number.text}", piece.column, number.end)
        meant = attempt.replace_at(attempt.at, joined, instead=2)
        message, remedy = "a number below 0 has its minus joined to it", f'Write "{joined.text}".'
    elif "INT" in attempt.fits:
        meant = attempt.replace_at(attempt.at, piece._replace(kind="INT", text=piece.text[1:]))
        message, remedy = "a number from 0 on belongs here", 'What may be below 0 is a fact, as in "debt: -9 to 9".'
    else:
        meant = attempt.replace_at(attempt.at, *cut_line(1, f"x - {piece.text[1:]}").pieces[1:])
        message, remedy = "a minus needs a blank on both sides", 'Write "a - b". A number joined to it is one below 0.'
    passes = attempt.passes(meant)
    return SyntaxMistake(Code.MINUS_BLANKS, piece.column, piece.end, message, (remedy,), meant) if passes else None


def _without_sign(attempt: Attempt, piece: Lexeme) -> Pieces | None:
    """Return the replacement of a sign with which most of the line can be parsed."""
    name = name_from(piece.text) if piece.text[0].isalnum() else ""
    if piece.text[0].isdigit() and attempt.passes(both := attempt.put_word("INT", "NAME")):
        return both
    if piece.text[-1] == ":" and attempt.passes(both := attempt.put_word("STRING", ":")):
        return both
    if piece.text in APOSTROPHES and (quoted := _with_quote_closed(attempt, piece)):
        return quoted
    kinds = [kind for kind in ("NAME", "STRING", "INT", "is", "'s", "be", "-", "times") if kind in attempt.fits]
    tries = [attempt.put_word(new) for new in ([name] if name else []) + kinds]
    tries += [attempt.put_word(), attempt.line.pieces[: attempt.at]]
    return max(tries, key=lambda pieces: (attempt.passes(pieces), *_parse_progress(attempt, pieces)))


def _with_quote_closed(attempt: Attempt, piece: Lexeme) -> Pieces | None:
    """Return the line with 's for another apostrophe and s, or with a text for what is in single quotes."""
    after = attempt.line.pieces[attempt.at + 1 :]
    if after and after[0].text == "s":
        return attempt.replace_at(attempt.at, lexeme_like("'s", piece), instead=2)
    ends = [at for at, other in enumerate(after, attempt.at + 1) if other.text in APOSTROPHES]
    return (
        attempt.replace_at(attempt.at, lexeme_like("STRING", piece), instead=ends[-1] + 1 - attempt.at)
        if ends
        else None
    )


def _parse_progress(attempt: Attempt, pieces: Pieces) -> tuple[bool, int]:
    """Return whether a line is parsed beyond the failure, and how little of it is left out or unparsed."""
    return attempt.count_fitting(pieces) > attempt.at, attempt.count_fitting(pieces) - len(pieces)


def words_glued(attempt: Attempt) -> SyntaxMistake | None:
    """Two words without the blank between them, here or right before: "to6", "cardto player's hand".

    A word that stands alone is cut only before or behind a name of the rule: any two words would be a line. Which of
    two is meant is not sure where the whole could be a misspelt one: "tois", "to is" or "this".
    """
    stands_alone = len(attempt.line.pieces) == 1
    for at in range(max(attempt.at - 1, 0), min(attempt.at + 1, len(attempt.line.pieces))):
        piece = attempt.line.pieces[at]
        for end in range(1, len(piece.text) if piece.kind == "NAME" and piece.text not in attempt.given else 1):
            halves = piece.text[:end], piece.text[end:]
            rest = [half for half in halves if half == "a" or half not in attempt.failure.begin.tables.words]
            sure = [half for half in rest if half.isdigit() or half in attempt.given]
            if len(rest) > 1 or any((stands_alone or len(half) < SHORTEST_HALF) and half not in sure for half in rest):
                continue
            if attempt.passes(pieces := attempt.replace_at(at, *(cut_line(1, " ".join(halves)).pieces))):
                message, remedy = "a blank is missing here", f'Write "{halves[0]} {halves[1]}".'
                meant_otherwise = not rest and any(_is_meant(attempt, at, other) for other in _words_meant(attempt, at))
                fix: Fixing = "safe" if rest == sure and not meant_otherwise else "unsafe"
                return SyntaxMistake(Code.UNKNOWN_WORD, piece.column, piece.end, message, (remedy,), pieces, fix)
    return None


def _is_meant(attempt: Attempt, at: int, word: str) -> bool:
    return attempt.passes(attempt.replace_at(at, lexeme_like(word, attempt.line.pieces[at])))


SHORTEST_HALF = 3
"""The fewest letters of a name that is taken for part of a longer word: "toy" is not "to y"."""


def misspelt_word(attempt: Attempt) -> SyntaxMistake | None:
    """A misspelt word of the language, here or earlier in the line."""
    best: tuple[int, int, str] | None = None
    for at in range(min(attempt.at, len(attempt.line.pieces) - 1), -1, -1):
        choices = _words_meant(attempt, at)
        for number, choice in enumerate(choices, 1):
            pieces = attempt.replace_at(at, lexeme_like(choice, attempt.line.pieces[at]))
            if attempt.passes(pieces):
                others = any(
                    attempt.passes(attempt.replace_at(at, lexeme_like(o, attempt.line.pieces[at])))
                    for o in choices[number:]
                )
                return _misspelt_at(attempt, at, choice, pieces, "unsafe" if others else "safe")
            reached = attempt.count_fitting(pieces)
            if reached > attempt.at and (best is None or reached > best[0]):
                best = (reached, at, choice)
    if best is None:
        return None
    _, at, choice = best
    return _misspelt_at(attempt, at, choice, attempt.replace_at(at, lexeme_like(choice, attempt.line.pieces[at])))


def everyday_synonym(attempt: Attempt) -> SyntaxMistake | None:
    """A synonym of a word of the language, at the start of the line or after its subject."""
    for at in (0, attempt.at):
        old = attempt.line.pieces[at] if at < len(attempt.line.pieces) else None
        new = hints().words[FIRST].get(old.text) if old is not None and old.kind == "NAME" else None
        if old is None or new is None or " " in new or attempt.probe_to(at).terminal_of(old) != "NAME":
            continue
        for choice in (new, f"{new}s"):
            if attempt.passes(pieces := attempt.replace_at(at, lexeme_like(choice, old))):
                return _misspelt_at(attempt, at, choice, pieces)
    return None


def _words_meant(attempt: Attempt, at: int) -> list[str]:
    piece, probe = attempt.line.pieces[at], attempt.probe_to(at)
    if piece.text in attempt.given or piece.text in COUNTING_WORDS:
        return []
    return (
        similar_words(piece.text, probe.fitting_terminals())
        if piece.kind == "NAME" and probe.terminal_of(piece) == "NAME"
        else []
    )


def _misspelt_at(attempt: Attempt, at: int, choice: str, pieces: Pieces, fix: Fixing = "safe") -> SyntaxMistake:
    piece = attempt.line.pieces[at]
    message = "no line begins with this word" if at == 0 else "this word does not fit here"
    return SyntaxMistake(
        Code.UNKNOWN_WORD, piece.column, piece.end, message, (f'Did you mean "{choice}"?',), pieces, fix
    )


def colon_missing(attempt: Attempt) -> SyntaxMistake | None:
    """The line ends where a colon and a block belong."""
    if attempt.piece is not None or ":" not in attempt.fits:
        return None
    if "_NL" in attempt.fits and not attempt.opens:
        return None
    last = attempt.line.pieces[-1]
    pieces = (*attempt.line.pieces, lexeme_like(":", last))
    below = "the lines below belong to" if attempt.opens else "and below it, indented, the lines of"
    message = f"a colon belongs here: {below} {block_noun(attempt.line)}"
    return SyntaxMistake(Code.COLON_MISSING, last.end, last.end + 1, message, (), pieces)


def block_noun(line: LexedLine) -> str:
    """Return what the lines under a line belong to."""
    first, *more = (piece.text for piece in line.pieces)
    return NOUNS.get(first, f"this {first}").format(more[0] if more else "")


def colon_too_many(attempt: Attempt) -> SyntaxMistake | None:
    """A colon at the end of a line that opens no block."""
    piece = attempt.piece
    if piece is None or piece.kind != ":" or "_NL" not in attempt.fits:
        return None
    message = "no colon here: nothing belongs to this line"
    remedy = ("The lines below it are not its own: put them as far to the left as this line.",) if attempt.opens else ()
    fix: Fixing = "unsafe" if attempt.opens else "safe"
    return SyntaxMistake(
        Code.COLON_TOO_MANY, piece.column, piece.end, message, remedy, attempt.replace_at(attempt.at), fix
    )


def first_word(attempt: Attempt) -> SyntaxMistake | None:
    """A line in a block, or a declaration, that begins with an unknown word."""
    piece, begin = attempt.line.pieces[0], attempt.failure.begin
    fits = begin.fitting_terminals()
    top = "step" in fits and attempt.line.indent == 0
    if (
        attempt.at not in ((2, 3) if top else (0, 1))
        or piece.kind != "NAME"
        or attempt.failure.begin.terminal_of(piece) != "NAME"
    ):
        return None
    names = attempt.given | COUNTING_WORDS
    better = None if piece.text in names else everyday_word(piece.text, FIRST_OF_ALL if top else FIRST)
    if better:
        remedy: tuple[str, ...] = (f'Did you mean "{better}"?',)
    elif "take" not in fits or attempt.opens or piece.text in begin.tables.words:
        return None
    else:
        remedy = (
            'Lines in a block begin with a word of the language ("take", "move", "if" ...);',
            'or is "takes" or "pays" missing after a name?',
            *(() if piece.text in names else (f'A step of yours is done by "do {piece.text}".',)),
        )
    meant = attempt.replace_at(0, lexeme_like((better or piece.text).split()[0], piece))
    message, known_line = "no line begins with this word", meant if attempt.passes(meant) else None
    return SyntaxMistake(Code.UNKNOWN_WORD, piece.column, piece.end, message, remedy, known_line)


def heading_choices(text: str, fits: frozenset[str]) -> list[str]:
    """Return the words with which a declaration may have been meant to begin."""
    better = everyday_word(text, FIRST_OF_ALL)
    return similar_words(text, fits) + ([better] if better and " " not in better else [])


def everyday_phrase(attempt: Attempt) -> SyntaxMistake | None:
    """A common phrase for which the language has other words."""
    for at in range(max(attempt.at - 1, 0), min(attempt.at + 1, len(attempt.line.pieces))):
        for length in (5, 3, 2, 1):
            old = attempt.line.pieces[at : at + length]
            new = hints().words[PHRASES].get(" ".join(piece.text for piece in old))
            if new is None or len(old) < length:
                continue
            pieces = attempt.replace_at(at, *(lexeme_like(text, old[0]) for text in new.split()), instead=length)
            if attempt.passes(pieces):
                remedy = f'Write "{new}".' if new else "Leave it out."
                message = "the language says this in another way"
                return SyntaxMistake(Code.SAID_OTHERWISE, old[0].column, old[-1].end, message, (remedy,), pieces)
    return None


def quoted_name(attempt: Attempt) -> SyntaxMistake | None:
    """A name or a word of the language in quotes."""
    piece = attempt.piece
    if piece is None or piece.kind != "STRING" or not (bare := piece.text[1:-1]) or "{" in bare:
        return None
    pieces = attempt.replace_at(attempt.at, lexeme_like(name_from(bare) or "NAME", piece))
    if attempt.count_fitting(pieces) <= attempt.at or (
        attempt.passes(attempt.replace_at(attempt.at)) and not attempt.passes(pieces)
    ):
        return None
    what = "a word of the language" if attempt.failure.here.terminal_of(lexeme_like(bare, piece)) == bare else "a name"
    message, remedy = f"{what} stands here without quotes", (f"Write {name_from(bare)}.",)
    fix: Fixing = "safe" if name_from(bare) == bare else "unsafe"
    return SyntaxMistake(Code.QUOTED_NAME, piece.column, piece.end, message, remedy, pieces, fix)


def quotes_missing(attempt: Attempt) -> SyntaxMistake | None:
    """Words where a text in quotes belongs."""
    if "STRING" not in attempt.fits or attempt.piece is None:
        return None
    pieces = attempt.line.pieces
    for end in range(len(pieces), attempt.at, -1):
        text = as_written(pieces[attempt.at : end])
        new = Lexeme("STRING", f'"{text}"', attempt.piece.column, pieces[end - 1].end)
        if attempt.passes(changed := attempt.replace_at(attempt.at, new, instead=end - attempt.at)):
            message = "a text belongs into quotes"
            remedy = 'Put " before it and " after it.'
            sure = attempt.fits == {"STRING"} or (text[0].isupper() and "," not in text)
            fix: Fixing = "none" if '"' in text else "safe" if sure else "unsafe"
            return SyntaxMistake(Code.QUOTES_MISSING, new.column, new.end, message, (remedy,), changed, fix)
    return None


def word_missing(attempt: Attempt) -> SyntaxMistake | None:
    """One word or sign is missing before the place."""
    near = attempt.piece or attempt.line.pieces[-1]
    if near.text == "of":
        return None
    choices = [
        new for new in sorted(attempt.fits) if new[0] not in "_$" and attempt.passes(_with_name(attempt, new, near))
    ]
    words = [choice for choice in choices if not choice.isupper()] if "NAME" not in choices else choices
    if not words or len(words) > (1 if "NAME" in words else 3):
        return None
    names = {"NAME": "a name", "INT": "a number", "STRING": "a text in quotes"}
    shown = " or ".join(names.get(choice, f'"{choice}"') for choice in words)
    meant = _with_name(attempt, words[0], near)
    fix: Fixing = "safe" if words == [":"] else "unsafe"
    if attempt.piece:
        return SyntaxMistake(
            Code.WORD_MISSING, near.column, near.end, f"{shown} is missing before this", (), meant, fix
        )
    remedy = ("Or leave the comma out.",) if near.kind == "," else ()
    return SyntaxMistake(Code.WORD_MISSING, near.end, near.end + 1, f"{shown} is missing here", remedy, meant, fix)


def _with_name(attempt: Attempt, new: str, near: Lexeme) -> Pieces:
    return attempt.replace_at(attempt.at, lexeme_like(new, near), instead=0)


def word_too_many(attempt: Attempt) -> SyntaxMistake | None:
    """One word is too many, at the place or right before it."""
    for at in (attempt.at - 1, attempt.at):
        piece = attempt.line.pieces[at] if 0 < at < len(attempt.line.pieces) else None
        little = piece is not None and piece.text in ("the", "a", "an", "of", "to")
        if piece is None or (at != attempt.at and not little):
            continue
        if attempt.passes(pieces := attempt.replace_at(at)):
            message, remedy = "this is too much here", ("Leave it out.",)
            return SyntaxMistake(Code.WORD_TOO_MANY, piece.column, piece.end, message, remedy, pieces, "unsafe")
    return None


def reserved_word(attempt: Attempt) -> SyntaxMistake | None:
    """A word of the language used as a name."""
    before = attempt.line.pieces[attempt.at - 1] if attempt.at > 0 else None
    if before is None or before.kind != "NAME":
        return None
    probe = attempt.probe_to(attempt.at - 1)
    if probe.terminal_of(before) == "NAME" or not probe.shift_token("NAME"):
        return None
    if not probe.shift_all(attempt.line.pieces[attempt.at : attempt.at + 1]):
        return None
    message = f'"{before.text}" is a word of the language and cannot be a name here'
    pieces, remedy = attempt.replace_at(attempt.at - 1, lexeme_like("x", before)), ("Give the thing another name.",)
    return SyntaxMistake(Code.WORD_OF_THE_LANGUAGE, before.column, before.end, message, remedy, pieces)


Strategy = Callable[[Attempt], SyntaxMistake | None]

STRATEGIES: tuple[Strategy, ...] = (
    said_otherwise, bad_sign, below_zero, misplaced_line, colon_missing, everyday_phrase, everyday_synonym,
    list_joined_by_and, words_glued, misspelt_word, owner_after_of, brackets_missing, colon_too_many, first_word,
    quoted_name, reserved_word, two_names, heading_alone, word_missing, quotes_missing, word_too_many,
    words_in_wrong_order,
)  # fmt: skip
"""In the order in which they are tried; the first that finds something is the answer."""


def mistakes_found(attempt: Attempt) -> Iterator[SyntaxMistake]:
    """Yield what the strategies find."""
    for strategy in STRATEGIES:
        if found := strategy(attempt):
            yield found
