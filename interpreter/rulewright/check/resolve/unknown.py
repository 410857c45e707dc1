"""Unknown names, and names that shadow others."""

from __future__ import annotations

from collections.abc import Container, Iterable

from rulewright.check.declare.table import SymbolTable
from rulewright.diagnostics import Code, Findings, Span, Suggestion
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax.expressions import Name, Word

WORDS = ("empty", "nobody", "nothing")
"""Words of the language in the positions of names, which a misspelt name may mean."""


def report_unknown(
    word: Word | Name, known: Iterable[str], findings: Findings, let: Span | None = None, also: str | None = None,
    truths: Iterable[str] = (),
) -> None:  # fmt: skip
    """Add a finding for a name in a value that means nothing here; `let`: where it got one, `also`: what it is.

    `truths` are names of what is so or not of a thing, as `rich` in "player is rich".
    """
    text, add = word.text, findings.add
    if let is not None:
        where = f"It is given in line {let.line}, and known only to the lines that follow there in the same block."
        add(Code.UNKNOWN_NAME, word.span, f'"{text}" means nothing here', where)
    elif also is not None:
        add(Code.UNKNOWN_NAME, word.span, f'"{text}" means nothing here', also)
    elif text in FIGURES:
        figure = Suggestion(f"Write {FIGURES[text]}.", text, str(FIGURES[text]))
        add(Code.UNKNOWN_NAME, word.span, "numbers are written in figures", figure)
    elif text in TRUTHS:
        add(Code.UNKNOWN_NAME, word.span, "nothing is called like this here", TRUTHS[text])
    else:
        near = did_you_mean(text, {*known, *WORDS, *truths} - {text})
        remedy = near or ('Declare it, or give it a meaning in a line above: "let NAME be ...".',)
        add(Code.UNKNOWN_NAME, word.span, "nothing has this name", *remedy)


_COUNT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
FIGURES = {"a": 1, "an": 1, "zero": 0, **{word: number for number, word in enumerate(_COUNT, 1)}}
"""Numbers as people say them."""

_SET = 'A fact that is so or not is set by "mark player ready" and "unmark player ready".'
_MANY = 'Before what is counted stands how many, as in "take 1 coin"; of all "pay (player\'s coins) coins".'
_ALL = (
    'Write "for each player in players:" and below it what each does; '
    'in a condition "for every rival in players (rival is ...)".'
)
TRUTHS = {
    "everybody": _ALL,
    "everyone": _ALL,
    "all": f"{_ALL[:-1]}. {_MANY}",
    "the": f"Leave it out. {_MANY}",
    "some": _MANY,
    "his": _MANY,
    "her": _MANY,
    "their": _MANY,
    "your": _MANY,
    "true": _SET,
    "false": _SET,
    "yes": _SET,
    "no": _SET,
    "on": _SET,
    "off": _SET,
}
"""What people write for yes and no, and for everybody."""


def unknown_name(table: SymbolTable, node: Name, names: Iterable[str], let: Span | None) -> None:
    """Report a name in a value that means nothing where the rule has let `names`."""
    if node.text in table.lost:
        return
    known = [*names, *table.domains, *table.home, *table.figures]
    known += [n for o, n in [*table.stored, *table.places, *table.values] if o == ""]
    known += [m for d in table.domains.values() for m in d.members] + [r for _, r in table.piece_rules]
    truths = [n for (o, n), stored in table.stored.items() if o and stored.type.how == "truth"]
    truths += [n for o, n in table.values if o]
    report_unknown(node, known, table.findings, let, table.elsewhere.get(node.text), truths)


def report_hidden(table: SymbolTable, word: Word, names: Container[str]) -> None:
    """Add a finding for a name given in a rule that means something there already."""
    text = word.text
    if text == "player":
        return
    if text in names:
        table.findings.add(
            Code.NAME_HIDES, word.span, f'there is a "{text}" in this rule already',
            f'To change it write "set {text} to …"; otherwise choose another name.',
        )  # fmt: skip
    elif other := _declared_as(table, text):
        message = f'"{text}" is {other}, which this name would hide'
        one = next((named[text].name for named in (table.domains, table.home) if text in named), text)
        remedy = f'For one of them write "{one}".' if one != text else "Choose another name."
        table.findings.add(Code.NAME_HIDES, word.span, message, remedy)


def _declared_as(table: SymbolTable, text: str) -> str:
    """What a name means everywhere, in words; the singular of a kind of thing means nothing by itself."""
    if text in table.figures:
        return "a figure"
    if ("", text) in table.stored or ("", text) in table.places or ("", text) in table.values:
        return "something that the game has"
    kinds = (named[text].plural for named in (table.domains, table.home, table.kinds) if text in named)
    if text == "others" or text in kinds:
        return "all things of a kind"
    lists = (d.name for d in table.domains.values() if d.how == "names" and text in d.members)
    return "" if text in table.domains or text in table.home else next((f"a {name}" for name in lists), "")
