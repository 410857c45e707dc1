"""What people write from habit, and how the language says it."""

from __future__ import annotations

SYNONYMS = {
    "select": "choose",
    "pick": "choose",
    "choice": "choose",
    "gain": "take",
    "get": "take",
    "gets": "takes",
    "receive": "take",
    "gains": "takes",
    "receives": "takes",
    "earn": "take",
    "spend": "pay",
    "spends": "pays",
    "lose": "pay",
    "loses": "pays",
    "give": "pay",
    "gives": "pays",
    "put": "move",
    "place": "move",
    "lay": "move",
    "increase": "raise",
    "add": "raise",
    "decrease": "lower",
    "reduce": "lower",
    "subtract": "lower",
    "else": "otherwise",
    "elif": "otherwise if",
    "elseif": "otherwise if",
    "while": "keep asking",
    "loop": "repeat",
    "foreach": "for each",
    "print": "tell",
    "say": "tell",
    "show": "tell",
    "return": "stop",
    "break": "stop",
    "quit": "stop",
    "call": "do",
    "run": "do",
    "perform": "do",
    "execute": "do",
    "var": "let",
    "define": "let",
    "trash": "discard",
    "remove": "discard",
    "mix": "shuffle",
    "throw": "roll",
    "dice": "roll",
    "unless": "if not",
    "then": "do",
    "exchange": "swap",
    "finish": "end",
}
"""What people write at the start of a line in a block, and the word of the language."""

TOP_SYNONYMS = {
    "action": "step",
    "procedure": "step",
    "function": "step",
    "def": "step",
    "routine": "step",
    "method": "step",
    "enum": "names",
    "list": "names",
    "kind": "piece",
    "type": "piece",
    "class": "piece",
    "board": "grid",
    "map": "grid",
    "round": "phase",
    "turn": "phase",
    "stage": "phase",
    "score": "scoring",
    "price": "cost",
    "constant": "figure",
    "number": "figure",
    "table": "figure",
    "choice": "menu",
    "trigger": "rule",
    "players": "each player has",
    "after": "rule",
    "invariant": "always",
    "override": "replace",
    "delete": "remove",
    "drop": "remove",
    "set": "change",
}
"""The same for lines that begin in column 1."""

PHRASES = {
    "greater than": "above",
    "more than": "above",
    "higher than": "above",
    "larger than": "above",
    "less than": "below",
    "fewer than": "below",
    "lower than": "below",
    "smaller than": "below",
    "equal to": "",
    "equals": "is",
    "else if": "otherwise if",
    "elements of": "",
}
"""What people say inside a sentence, and how the language says it."""

SMALL = frozenset((
    "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "onto", "out", "over", "to", "under", "with",
))  # fmt: skip
"""Small words that are easily taken for one another."""

COUNTED = frozenset(("a", "all", "an", "any", "both", "each", "every", "one", "some", "the"))
"""Words that say how many or which, and are no part of a name."""

HINTS = {
    "has": 'Write "player\'s coins is at least 3" for "player has 3 coins".',
    "have": 'Write "player\'s coins is at least 3" for "player has 3 coins".',
    "contains": 'Write "X is in SET" for "SET contains X".',
    "if": 'A condition stands after a line only in values and scores; an option says "when".',
}
"""What helps with a word that does not fit where people put it."""
