"""Names that mean two things."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rulewright.check.world import World
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Name, Word

BUILT_IN = {
    "player": "a player", "players": "all players", "others": "the other players",
    "position": "the place in a row or a list", "holder": "who has a piece",
}  # fmt: skip
"""What a name means without being declared."""

WORDS = ("empty", "nobody", "nothing")
"""Words of the language that stand where names do, and may be what a misspelt one means."""

PEOPLE = ("player", "players", "others")
"""What always means somebody."""


def report_clashes(world: World, rules: Composed, findings: Findings) -> None:
    """Add a finding for each declared name that is built in, or that already means something else in the same place."""
    first: dict[tuple[str, str], tuple[Span, str]] = {}
    for owner, word, what in _names(rules):
        if word.text in (BUILT_IN if owner in world.kinds or owner in world.home else () if owner else PEOPLE):
            meaning = f'"{word.text}" is built in: {BUILT_IN[word.text]}'
            findings.add(Code.NAME_BUILT_IN, word.span, meaning, "Choose another name.")
            continue
        if (owner, word.text) in first and (found := first[owner, word.text])[1] != what:
            span, other = found
            remedy = f"It is {other} in {span.file}:{span.line}. Rename one of them."
            findings.add(Code.DECLARED_TWICE, word.span, f'"{word.text}" already means something else', remedy)
        first.setdefault((owner, word.text), (word.span, what))
    for decl in rules.declarations:
        _report_params(_params(decl), findings)
    _report_amounts([amount for has in rules.of(d.Has) for amount in has.amounts], findings)


def _names(rules: Composed) -> Iterator[tuple[str, Word, str]]:
    """Every name that has a meaning by itself (no owner) or after `owner's`, with what it is."""
    for decl in rules.declarations:
        if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
            yield "", decl.name, "a kind of thing"
            yield "", decl.plural, "a kind of thing"
        if isinstance(decl, d.Shape | d.Piece):
            yield from ((decl.name.text, fact.name, "a printed fact") for fact in decl.printed)
        if isinstance(decl, d.Figure):
            yield "", decl.name, "a figure"
        if isinstance(decl, d.Value):
            yield decl.of.text if decl.of else "", decl.name, "a value"
        if isinstance(decl, d.Has):
            owner = decl.owner.text if decl.owner else ""
            yield from ((owner, fact.name, "a fact") for fact in decl.facts)
            yield from ((owner, amount.name, "an amount") for amount in decl.amounts)
            yield from ((owner, place.name, "a place") for place in decl.places)


def _report_amounts(amounts: list[d.Amount], findings: Findings) -> None:
    """`take 3 coins` names no owner, so only one counted thing may be called coin."""
    first: dict[str, d.Amount] = {}
    for amount in amounts:
        for word in (amount.name, amount.plural):
            other = first.setdefault(word.text, amount)
            if other is not amount:
                remedy = f"The other one is in {other.span.file}:{other.span.line}."
                findings.add(Code.DECLARED_TWICE, word.span, f'a counted thing is called "{word.text}" already', remedy)
                break


def _params(decl: d.Decl) -> tuple[Word, ...]:
    if isinstance(decl, d.Step | d.Value | d.Cost | d.After | d.MenuOption):
        return decl.params
    if isinstance(decl, d.Menu):
        return (*decl.params, *(kept.name for kept in decl.keeps))
    return ()


def _report_params(params: tuple[Word, ...], findings: Findings) -> None:
    seen: set[str] = set()
    for word in params:
        if word.text in PEOPLE:
            remedy = "It need not be given: the person who acts is known everywhere."
            findings.add(Code.NAME_BUILT_IN, word.span, f'"{word.text}" is built in: {BUILT_IN[word.text]}', remedy)
        elif word.text in seen:
            message, remedy = f'"{word.text}" stands here twice', "Give each thing a name of its own."
            findings.add(Code.DECLARED_TWICE, word.span, message, remedy)
        seen.add(word.text)


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
        add(Code.UNKNOWN_NAME, word.span, "numbers are written in figures", f"Write {FIGURES[text]}.")
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


def report_hidden(world: World, word: Word, known: Container[str], values: Container[tuple[str, str]]) -> None:
    """Add a finding for a name given in a rule that means something there already."""
    text = word.text
    if text == "player":
        return
    if text in known:
        world.findings.add(
            Code.NAME_HIDES, word.span, f'there is a "{text}" in this rule already',
            f'To change it write "set {text} to …"; otherwise choose another name.',
        )  # fmt: skip
    elif other := _declared_as(world, text, values):
        message = f'"{text}" is {other}, which this name would hide'
        one = next((table[text].name for table in (world.domains, world.home) if text in table), text)
        remedy = f'For one of them write "{one}".' if one != text else "Choose another name."
        world.findings.add(Code.NAME_HIDES, word.span, message, remedy)


def _declared_as(world: World, text: str, values: Container[tuple[str, str]]) -> str:
    """What a name means everywhere, in words; the singular of a kind of thing means nothing by itself."""
    if text in world.figures:
        return "a figure"
    if ("", text) in world.stored or ("", text) in world.places or ("", text) in values:
        return "something that the game has"
    kinds = (table[text].plural for table in (world.domains, world.home, world.kinds) if text in table)
    if text == "others" or text in kinds:
        return "all things of a kind"
    lists = (d.name for d in world.domains.values() if d.how == "names" and text in d.members)
    return "" if text in world.domains or text in world.home else next((f"a {name}" for name in lists), "")
