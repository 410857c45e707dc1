"""The words in which mistakes are explained: what a line is called, how sentences read, where lines belong."""

from __future__ import annotations

from collections.abc import Iterable

NOUNS = {
    "if": 'this "if"',
    "otherwise": 'this "otherwise"',
    "for": 'this "for each"',
    "in": "these laps",
    "repeat": "this repeat",
    "ask": "this question",
    "keep": "this question",
    "the": "the game",
    "each": "each {}",
    "at": "the end",
    "tie-break": "this tie-break",
    "replace": "this replacement",
    "difference": "this difference",
    "when": 'this "when"',
}
"""What the lines under a line belong to, where it is not simply its first word."""

PATTERNS = {
    "let": "let NAME be VALUE",
    "set": "set FACT to VALUE",
    "raise": "raise FACT by NUMBER",
    "lower": "lower FACT by NUMBER",
    "take": "take NUMBER THINGS",
    "takes": "PLAYER takes NUMBER THINGS",
    "pay": "pay NUMBER THINGS, pay NUMBER THINGS to PLAYER, or pay COST with THING",
    "pays": "PLAYER pays NUMBER THINGS to PLAYER",
    "move": "move THINGS to PLACE",
    "discard": "discard THINGS",
    "draw": "draw NUMBER THINGS from STACK to PLACE",
    "shuffle": "shuffle STACK",
    "roll": "roll NAME from NUMBER to NUMBER",
    "mark": "mark THING FACT",
    "unmark": "unmark THING FACT",
    "swap": "swap THING and THING",
    "do": "do STEP with THING, THING",
    "follow": "follow THING",
    "if": "if CONDITION:",
    "otherwise": "otherwise:  or  otherwise if CONDITION:",
    "for": "for each NAME in THINGS:  or  for each NAME from NUMBER to NUMBER:",
    "repeat": "repeat NUMBER times:",
    "in": "in laps for each NAME in PLAYERS from PLAYER:",
    "choose": "choose NAME from THINGS  or  choose NAME from NUMBER to NUMBER",
    "ask": 'ask PLAYER "Question?":',
    "keep": 'keep asking PLAYER "Question?":',
    "option": 'option NAME "Label" with NAME from THINGS when CONDITION:',
    "offer": "offer MENU with THING until you stop",
    "score": "score NUMBER points if CONDITION",
    "tell": 'tell "text"',
    "end": "end PHASE",
    "drop": "drop out",
    "stop": "stop",
    "cites": 'cites SOURCE "passage"',
    "rests": "rests on RULING, RULING",
    "names": "names ONE / MANY: NAME, NAME, NAME",
    "grid": "grid ONE / MANY: NUMBER by NUMBER",
    "shape": "shape ONE / MANY:",
    "piece": "piece ONE / MANY:",
    "printed": "printed NAME: NUMBER to NUMBER",
    "each": "each NAME has:",
    "the": "the game has:",
    "amount": "amount ONE / MANY",
    "figure": "figure NAME for each NAME: NUMBER to NUMBER",
    "menu": 'menu NAME (THING) "Label"',
    "step": "step NAME (THING, THING):",
    "phase": 'phase NAME "Heading":',
    "game": 'game "Title":',
    "cost": "cost NAME (THING):",
    "value": "value NAME of KIND:",
    "rule": "rule NAME after STEP:  or  rule NAME before STEP:  or  rule NAME at the end of PHASE:",
    "scoring": 'scoring NAME "Label":',
    "tie-break": 'tie-break NAME "Label":',
    "ruling": "ruling NAME:",
    "always": "always NAME:",
    "difference": 'difference NAME "What it means to play.":',
    "needs": "needs DIFFERENCE, DIFFERENCE",
    "later": "later than DIFFERENCE, DIFFERENCE",
    "replace": "replace STEP-OR-RULE as it is declared",
    "change": 'change FIGURE from OLD to NEW because SOURCE "passage"',
    "remove": 'remove KIND NAME because SOURCE "passage"',
    "place": "place NAME: THINGS  or  place NAME: stack of THINGS",
    "worth": "worth NUMBER of KIND",
    "starts": "starts in PLACE",
    "discarded": "discarded to PLACE",
    "keeps": "keeps NAME: NUMBER to NUMBER",
    "when": "when STEP:",
    "at": "at the end:",
}
"""How the sentence reads that begins with (or turns on) a word."""

HOMES = {
    "cites": "It is one of the first lines of a block.",
    "rests": "It is one of the first lines of a block.",
    "otherwise": 'It stands right under the block of an "if", as far to the right as that "if".',
    "option": 'It stands under "ask", in the rule of a piece, or in column 1.',
    "printed": 'It stands under "piece" or "shape".',
    "keeps": 'It stands under "menu".',
    "nests": 'It stands under "menu".',
    "starts": 'It stands under "piece".',
    "worth": 'It stands under "piece".',
    "discarded": 'It stands under "piece".',
    "asks": 'It stands under "ruling".',
    "decides": 'It stands under "ruling", after "asks".',
    "needs": 'It is one of the first lines under "difference".',
    "later": 'It is one of the first lines under "difference".',
    "amount": 'It stands under "each ... has:".',
    "place": 'It stands under "each ... has:".',
}
"""Where lines belong that stand only in some places."""

CLASSES = {"NAME": "a name", "INT": "a number", "STRING": 'a text in quotes "..."', "_NL": "the end of the line"}


VALUE_STARTS = frozenset(
    (
        "NAME",
        "INT",
        "(",
        "first",
        "greater",
        "it",
        "its",
        "last",
        "least",
        "lesser",
        "most",
        "next",
        "nobody",
        "nothing",
    )
) | {"number", "only", "sum", "this"}
VALUE_JOINTS = frozenset(
    ("'s", "for", "times", "within", "+", "-", "around", "beside", "above", "below", "left", "right")
)


def alternatives(fits: Iterable[str], most: int = 8) -> str:
    """Return in words what may stand somewhere: "a name, a number, "from" or ...", the commonest first."""
    kinds, shown = set(fits), []
    if kinds >= {"INT", "first", "("}:
        shown, kinds = ["a value (a name, a number ...)"], kinds - VALUE_STARTS
    elif kinds >= {"times", "within"} and kinds - VALUE_JOINTS:
        kinds -= VALUE_JOINTS
    shown += [CLASSES[kind] for kind in CLASSES if kind in kinds]
    words = sorted((kind for kind in kinds if kind not in CLASSES and kind[0] not in "_$"), key=_rank)
    shown += [f'"{word}"' for word in words]
    if len(shown) > most:
        return ", ".join(shown[:most]) + " ..."
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1]))) if shown else "nothing more"


def _rank(word: str) -> tuple[bool, int, str]:
    common = ("from", "to", "in", "is", "be", "by", "with", "on", "of", "for", "when", "if", "each", ":", ",", "'s")
    return word not in common, common.index(word) if word in common else 0, word
