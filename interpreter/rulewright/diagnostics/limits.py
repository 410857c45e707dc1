"""Every limit of Rulewright, with the code of the finding when it is exceeded.

The table in the reference (`reference/limits.md`) has the same rows, and a test exceeds each of them.
"""

from __future__ import annotations

from rulewright.diagnostics.codes import Code
from rulewright.diagnostics.model import Findings, Span
from rulewright.frozen import frozen_class


@frozen_class
class Limit:
    """At most `most` of something: `of` names it in a message, `where` says in the reference what is counted.

    `code` is that of the finding when there are more.
    """

    of: str
    where: str
    most: int
    code: Code = Code.LIMIT_EXCEEDED
    remedy: str = "Say the same with less."

    def report(self, findings: Findings, span: Span, found: int, in_all: bool = False) -> None:
        """Report that a limit is exceeded; `in_all`: by everything up to the span together."""
        message = f"this {'makes' if in_all else 'is'} {found:,} {self.of}, and Rulewright takes on {self.most:,}"
        findings.add(self.code, span, message, self.remedy)


FILE_BYTES = Limit("bytes", "in a file", 1_000_000, code=Code.FILE_TOO_LARGE, remedy="Split it into several files.")
PICTURE_BYTES = Limit("bytes", "in a picture", 300_000, code=Code.FILE_TOO_LARGE, remedy="Make the picture simpler.")
RULESET_BYTES = Limit("bytes", "in the files of a ruleset", 4_000_000, remedy="Take files away that no game needs.")
LAYERS = Limit("rulesets", "on top of one another", 20, remedy="Put two of them together.")
YAML_VALUES = Limit("entries", "and values in a YAML file", 20_000, remedy="Split it into several files.")
YAML_DEPTH = Limit("levels", "of lists and entries in a YAML file", 20, code=Code.NESTED_TOO_DEEP)
DIGITS = Limit("digits", "of a number", 18, code=Code.NUMBER_TOO_LARGE, remedy="Write a smaller one.")
LINE_LETTERS = Limit("letters", "in a line of a rule file", 1_000, code=Code.SENTENCE_TOO_LONG)
SENTENCE_WORDS = Limit("words", "and signs of the language in a sentence", 100, code=Code.SENTENCE_TOO_LONG)
BLOCKS_DEEP = Limit("blocks", "in one another", 24, code=Code.TOO_DEEP)
MISTAKES = Limit("mistakes", "in a rule file, until it is not read further", 100, code=Code.TOO_MANY_MISTAKES)
RULE_LINES = Limit("lines", "in all rule files", 10_000)
DECLARATIONS = Limit("declarations", "in all rule files, with the facts and places in them", 5_000)
READ = (
    FILE_BYTES, PICTURE_BYTES, RULESET_BYTES, LAYERS, YAML_VALUES, YAML_DEPTH, DIGITS, LINE_LETTERS, SENTENCE_WORDS,
    BLOCKS_DEEP, MISTAKES, RULE_LINES, DECLARATIONS,
)  # fmt: skip
"""Limits of what is read."""

PIECES = Limit("pieces", "of one kind", 5_000)
ALL_PIECES = Limit("pieces", "of all kinds", 20_000)
KEYS = Limit("entries", "of a table for each number of a range", 1_000)
NUMBERS = Limit("numbers", "of the whole game: facts, room in places, tables", 200_000)
LEVELS = Limit("times", "that a step which asks somebody is done within itself", 20)
NESTS = Limit("times", "that a menu nests", 20, code=Code.OUT_OF_RANGE, remedy="Once or twice is enough.")
REPEATS = Limit("times", "that a line is repeated, where that is known beforehand", 10_000, code=Code.TOO_OFTEN)
DECLARED = (PIECES, ALL_PIECES, KEYS, NUMBERS, NESTS, REPEATS)
"""Limits of what a game consists of."""

STEPS = Limit("steps", "of loops: values and lines that they evaluate in all their rounds", 5_000_000)
BLOCKS = Limit("stretches", "of rules that run one after the other", 200_000)
DEEP = Limit("steps", "that are done within one another, where steps do themselves", 400)
FORCED = Limit("questions", "with only one answer, one after the other", 10_000)
DRAWN = Limit("pieces", "that are drawn at once", 50_000)
DONE = (STEPS, BLOCKS, DEEP, LEVELS, FORCED, DRAWN)
"""Limits of what happens between two decisions."""

GAME_NUMBER = Limit("game number", "the highest one", (1 << 64) - 1)
