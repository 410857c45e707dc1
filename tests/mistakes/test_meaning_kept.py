"""No safe fix changes the meaning: it corrects spelling, quotes, brackets, blanks or the order of words, and no more.

Lines of all shipped rules and of the reference are spoilt in one place or two. What a fix may change in words is
decided here without the function that decides it in the parser.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from tests.fuzz.sentences import starts
from tests.mistakes.one_mistake import SIGNS, declarations, spoilt
from tests.tiers import sampled

from rulewright.diagnostics import Code, Diagnostic, Findings
from rulewright.diagnostics.model import apply_edits
from rulewright.syntax.parser import parse
from rulewright.syntax.recovery import strategies
from rulewright.syntax.recovery.attempt import Attempt, SyntaxMistake, lexeme_like
from rulewright.syntax.recovery.hints import hints
from rulewright.syntax.recovery.strategies import Strategy

TOKEN = re.compile(r"[\w-]*\w|[^\w\s]+")


@dataclass(frozen=True, slots=True)
class Read:
    """What a declaration is read as, and what is found in it."""

    tree: str
    found: list[Diagnostic]

    @property
    def wrong(self) -> Counter[str]:
        return Counter(f"{one.code} {one.message}" for one in self.found)


def read(text: str) -> Read:
    findings = Findings()
    tree = parse("one.rules", text, findings)
    return Read(repr(tree), findings.found)


def fixed(text: str, found: list[Diagnostic]) -> str:
    """Return a text with its safe fixes, as `check --fix` writes them."""
    fixes = [one.fix for one in found if one.fix is not None and one.fix.safe]
    chosen = [fix for at, fix in enumerate(fixes) if not any(fix.overlaps(other) for other in fixes[:at])]
    return apply_edits(text, [edit for fix in chosen for edit in fix.edits])


def letters(text: str) -> list[str]:
    return sorted(re.sub(r"[\W_]", "", text.lower()))


def tokens(text: str) -> list[str]:
    return TOKEN.findall(re.sub(r'["():,]', " ", text))


def distance(one: str, other: str) -> int:
    """Return how many letters are wrong, missing, too many or exchanged with the next."""
    rows = {(-1, at): at + 1 for at in range(-1, len(other))} | {(at, -1): at + 1 for at in range(-1, len(one))}
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            rows[i, j] = min(rows[i - 1, j] + 1, rows[i, j - 1] + 1, rows[i - 1, j - 1] + (a != b))
            if i and j and (a, one[i - 1]) == (other[j - 1], b):
                rows[i, j] = min(rows[i, j], rows[i - 2, j - 2] + 1)
    return rows[len(one) - 1, len(other) - 1]


def same_meaning(ours: str) -> set[str]:
    """Return the foreign words and signs that mean a word of the language."""
    words = {theirs for words in hints().words.values() for theirs, other in words.items() if other == ours}
    return words | {sign for word, sign in SIGNS.items() if word.strip() == ours}


def changed(before: str, after: str) -> Iterator[str]:
    """Yield what a fix changed beyond spelling, quotes, brackets, blanks and order, line by line."""
    for one, other in zip(before.split("\n"), after.split("\n"), strict=True):
        lost, gained = Counter(tokens(one)) - Counter(tokens(other)), Counter(tokens(other)) - Counter(tokens(one))
        out, put = " ".join(lost.elements()), " ".join(gained.elements())
        if letters(one) == letters(other) and not re.search(r"[^\w\s-]", out + put):
            continue
        if any(sorted(out.split()) == sorted(word.split()) for word in same_meaning(put)):
            continue
        if len(lost) == len(gained) == 1 and out not in starts() and distance(out, put) * 3 <= max(len(out), len(put)):
            continue
        yield f"{one.strip()} -> {other.strip()}"


def spoils(declaration: str, seed: str, mistakes: int = 1) -> list[str]:
    """Return what is wrong with the fixes of a declaration that was spoilt."""
    chance, right = Random(seed), read(declaration)
    text, kind = spoilt(declaration, chance, mistakes)
    spoiled = read(text)
    better = fixed(text, spoiled.found)
    if better == text:
        return []
    wrong = [f"{kind}: {line}" for line in changed(text, better)]
    after = read(better)
    one = mistakes == 1 and len(spoiled.found) == 1 and kind not in ("other", "added", "dropped", "moved")
    if one and (after.found or after.tree != right.tree):
        wrong += [f"{kind}: another meaning: {text!r} {better!r}"]
    return wrong


def wrong_among(seed: str, mistakes: int = 1) -> list[str]:
    """Return what is wrong with the fixes of a hundred declarations."""
    chance = Random(seed)
    return [line for turn in range(100) for line in spoils(chance.choice(declarations()), f"{seed} {turn}", mistakes)]


def test_what_may_be_two_words_or_another_one_is_not_fixed() -> None:
    text = 'tile colonist "Colonist":\n    when use:\n        discard tois tile\n'
    (found,) = read(text).found
    assert found.fix is not None and not found.fix.safe


def test_a_mistake_below_a_right_line_is_found_there() -> None:
    text = 'whoever has fewest points wins:\n    cite book "Scoring"\n'
    (found,) = read(text).found
    assert found.span.line == 2 and found.remedy == ('Did you mean "cites"?',)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(40, range(120)))
def test_no_fix_of_one_mistake_changes_the_meaning(seed: int) -> None:
    assert wrong_among(f"one {seed}") == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(40, range(80)))
def test_no_fix_of_two_mistakes_changes_the_meaning(seed: int) -> None:
    assert wrong_among(f"two {seed}", 2) == []


def other_small_word(attempt: Attempt) -> SyntaxMistake | None:
    """A strategy that was here once: "under" becomes "to", "fits" becomes "is"."""
    fits = [word for word in ("by", "for", "from", "in", "is", "of", "on", "to") if word in attempt.fits]
    found = [pieces for word in fits if attempt.passes(pieces := attempt.put_word(word))]
    if attempt.piece is None or attempt.piece.kind != "NAME" or len(found) != 1:
        return None
    return SyntaxMistake(Code.UNKNOWN_WORD, attempt.piece.column, attempt.piece.end, "no", ("no",), found[0])


def without_the_word(attempt: Attempt) -> SyntaxMistake | None:
    """A strategy that was here once, for small words: whatever does not fit is left out."""
    if attempt.piece is None or not attempt.passes(pieces := attempt.replace_at(attempt.at)):
        return None
    return SyntaxMistake(Code.WORD_TOO_MANY, attempt.piece.column, attempt.piece.end, "no", ("no",), pieces)


def missing_word(attempt: Attempt) -> SyntaxMistake | None:
    """A strategy that was here once: whatever single word makes a sentence is put in."""
    near = attempt.line.pieces[-1]
    for new in sorted(attempt.fits - {"NAME", "INT", "STRING"}):
        if new.isalpha() and attempt.passes(
            pieces := attempt.replace_at(attempt.at, lexeme_like(new, near), instead=0)
        ):
            return SyntaxMistake(Code.WORD_MISSING, near.column, near.end, "no", ("no",), pieces)
    return None


@pytest.mark.slow
@pytest.mark.parametrize("strategy", [other_small_word, without_the_word, missing_word])
def test_a_strategy_that_changes_the_meaning_is_found(strategy: Strategy, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = f"planted {strategy.__name__}"
    monkeypatch.setattr(strategies, "STRATEGIES", (strategy, *strategies.STRATEGIES))
    assert wrong_among(planted) == [], "what keeps the meaning is decided once, for all strategies"
    monkeypatch.setattr("rulewright.syntax.recovery.attempt.keeps_meaning", lambda *_: True)
    assert wrong_among(f"{planted} again") != []


def fixed_line(line: str) -> str:
    """Return a line of a step as its safe fixes leave it."""
    text = f"step play (card, spot, player, rome):\n    {line}\n"
    return fixed(text, read(text).found).split("\n")[1].strip()


REFUSED = (
    "move player's hand under deck", "shuffle player's hand into deck", "pay 2 coins from player's hand",
    "move card back to first of players", "take the 3 coins", "for each n from 5 back to 1:", "let x 5", "return first",
    "move top of deck to player's hand", "set day to number of hand of players", "choose 2 cards from deck",
    "choose card from player's hand secretly \"Which?\"", "raise day to 3", "do play with 3 and 4", "pay2 coins coins",
)  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_what_may_mean_something_else_is_left(line: str) -> None:
    assert fixed_line(line) == line


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("tkae 1 coin", "take 1 coin"), ("pay2 coins", "pay 2 coins"), ("do sell withcard", "do sell with card"),
        ("set day = 3", "set day to 3"), ("move card into deck", "move card to deck"), ('do "sell"', "do sell"),
        ("Take 1 coin", "take 1 coin"), ("set day to 3.", "set day to 3"), ("let x be - 1", "let x be -1"),
    ],
)  # fmt: skip
def test_what_has_one_meaning_is_corrected(line: str, better: str) -> None:
    assert fixed_line(line) == better
