"""The chapters of what is done: the game in short, set-up, the course of play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.compose.composed import full_name
from rulewright.rulebook.categories import NUMBER
from rulewright.rulebook.conditions import condition
from rulewright.rulebook.making import Making
from rulewright.rulebook.model import Block, Chapter, Entry, Line, Lines, Paragraph
from rulewright.rulebook.order import Rule, opening
from rulewright.rulebook.phrases import Phrase, joined, listed, run, say, sentence, spaced
from rulewright.rulebook.questions import conditions_of, with_using
from rulewright.rulebook.rules import Numbering, folded, rule_lines
from rulewright.rulebook.scope import Scope
from rulewright.rulebook.sentences import text
from rulewright.rulebook.values import amount, value
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def course(made: Making) -> list[Chapter]:
    """Return the chapters from the game in short to the end of the course of play."""
    game = next(step for step in made.rules.of(d.Step) if step.kind == "game")
    short = Chapter("short", "The game in short", (), (_game(made, game),))
    before = made.order.reached(*opening(game, made.words))
    set_up = Chapter("set-up", "Set-up", _start(made), tuple(rule(made, found) for found in before))
    during = made.order.with_rule(game)[1:]
    play = Chapter("course", "The course of play", (), tuple(rule(made, found) for found in during))
    return [short, set_up, play]


def _start(made: Making) -> tuple[Block, ...]:
    """Return where everything is before anything is done."""
    words = made.words
    parts = []
    for piece in made.rules.of(d.Piece):
        place = words.own(piece.starts.text) if piece.starts else None
        if place is not None:
            parts.append(run(f"the {spaced(piece.plural.text)} lie in the {place.text}"))
    return (Paragraph(say("Before anything is done, {}.", listed(parts))),) if parts else ()


def _game(made: Making, game: d.Step) -> Entry:
    """Return the entry of the whole game, with what counts in the end."""
    entry = _step(made, game, great=True)
    first = made.rules.replaced.get(full_name(game), [game.span])[0]  # a file of changes introduces no game
    header = made.comments.header(first)
    if header and not made.comments.above(game.span):
        entry = replace(entry, blocks=(Paragraph(run(header)), *entry.blocks))
    scorings = sorted(made.rules.of(d.Scoring), key=lambda decl: decl.span)
    counts = [made.words.link(decl, style="step") for decl in scorings]
    pieces = [piece for piece in made.rules.of(d.PieceRule) if piece.scores]
    counts += [made.words.link(piece, style="step") for piece in pieces]
    if not counts:
        return entry
    said = say("In the end points are counted for {}. Whoever has most points wins.", listed(counts))
    return replace(entry, blocks=(*entry.blocks, Paragraph(said)))


MOMENTS = {"before": "Each time before {}", "end": "At the end of {}", "after": "Each time after {}"}
"""When a rule beside another is done."""


def left_over(made: Making) -> Chapter:
    """Return the chapter of the rules that no other chapter has reached."""
    parts: list[Entry] = []
    for decl in made.rules.declarations:
        if isinstance(decl, d.Step | d.Menu | d.MenuOption | d.Cost | d.After):
            parts += [rule(made, found) for found in made.order.with_rule(decl)]
    return Chapter("other", "Other rules", (), tuple(parts))


def rule(made: Making, decl: Rule) -> Entry:
    """Return the entry of something that is done, chosen or paid."""
    if isinstance(decl, d.Step):
        return _step(made, decl)
    if isinstance(decl, d.Menu):
        return _menu(made, decl)
    if isinstance(decl, d.MenuOption):
        return _option(made, decl)
    return _cost(made, decl) if isinstance(decl, d.Cost) else _after(made, decl)


def titled(made: Making, decl: Rule, names: Sequence[x.Word]) -> Phrase:
    """Return a rule's title with what it is given."""
    given = listed([run(f"the {spaced(word.text)}", "em") for word in names])
    title = made.words.title(decl)
    return say("{} ({})", title, given) if names else run(title)


def sentences(lines: tuple[Line, ...], steps: bool = True) -> tuple[Block, ...]:
    """Return the sentences of a rule as a block; one without anything under it is a paragraph."""
    if len(lines) == 1 and not lines[0].under:
        return (Paragraph(lines[0].text, lines[0].key),)
    return (Lines(lines, steps),) if lines else ()


def _step(made: Making, decl: d.Step, great: bool = False) -> Entry:
    lines = rule_lines(decl.body, made.scope.given(decl.params), Numbering(made.words.anchor(decl)))
    return made.entry(decl, titled(made, decl, decl.params), sentences(lines), great or decl.kind == "phase")


def _menu(made: Making, decl: d.Menu) -> Entry:
    words, order = made.words, made.order
    own = [words.link(option, style="step") for option in order.options(decl)]
    blocks: list[Block] = []
    if own:
        blocks.append(Paragraph(say("You can choose {}.", listed(own, "or")), made.key(decl)))
    for kind, pieces in _by_kind(made, decl):
        links = listed([words.link(piece) for piece in pieces], "or")
        start = f"{'Besides, your' if own else 'Your'} {spaced(words.plural(kind))}"
        blocks.append(Paragraph(say("{}{} can be used here: {}.", start, _where(made, kind), links)))
    for kept in decl.keeps:
        name = run(f"the {spaced(kept.name.text)}", "em")
        blocks.append(Paragraph(say("What is chosen may change {} (from {} to {}).", name, kept.low, kept.high)))
    return made.entry(decl, titled(made, decl, decl.params), blocks, True)


def _by_kind(made: Making, menu: d.Menu) -> list[tuple[str, list[d.PieceRule]]]:
    found: dict[str, list[d.PieceRule]] = {}
    order = [made.words.kinds.get(word.text, "") for word in menu.order]
    pieces = made.order.pieces(menu)
    for piece in sorted(pieces, key=lambda p: order.index(p.kind.text) if p.kind.text in order else len(order)):
        found.setdefault(piece.kind.text, []).append(piece)
    return list(found.items())


def _where(made: Making, kind: str) -> Phrase:
    """Return in which places the options of a kind of piece are there."""
    decl = next((piece for piece in made.rules.of(d.Piece) if piece.name.text == kind), None)
    places = [word.text for word in decl.live] if decl else []
    said = [made.words.member(place, "player") for place in places]
    return say(" in your {}", listed([run(m.text) for m in said if m], "or")) if places else ()


def _option(made: Making, decl: d.MenuOption) -> Entry:
    scope, option = option_scope(made, decl), decl.option
    inner = with_using(option.using, scope)
    menu = made.words.menu(decl.menu.text)
    of = say("To be chosen under {}", made.words.link(menu, style="step")) if menu else ()
    using, when = conditions_of(option, scope, inner)
    said = sentence(say("{}{}{}{}", of, using, often(made, decl), when))
    lines = rule_lines(option.body, inner, Numbering(made.words.anchor(decl)))
    label = text(option.label, inner) if option.label else run(made.words.title(decl))
    return made.entry(decl, label, (Paragraph(said, made.key(decl)), *sentences(lines)))


def option_scope(made: Making, decl: d.MenuOption) -> Scope:
    """Return the scope of an option: what its list is given, and what it keeps."""
    scope, menu = made.scope.given(decl.params), made.words.menu(decl.menu.text)
    for kept in menu.keeps if menu else ():
        scope = scope.let(kept.name.text, NUMBER)
    return scope


def often(made: Making, decl: d.MenuOption) -> Phrase:
    """Return how often an option may be chosen."""
    if decl.often is None:
        return ()
    if decl.often.phase is None:
        return run(", once in the game")
    step = made.words.step(decl.often.phase.text)
    name = spaced(decl.often.phase.text)
    return say(", once each {}", run(name, "", made.words.anchor(step)) if step else name)


def _cost(made: Making, decl: d.Cost) -> Entry:
    scope = made.scope.given(decl.params)
    parts = [_part(made, part, scope) for part in decl.parts]
    blocks: list[Block] = [Paragraph(say("To be paid: {}.", joined(parts, "; and ")), made.key(decl))]
    return made.entry(decl, titled(made, decl, decl.params), blocks)


def _part(made: Making, part: d.CostPart, scope: Scope) -> Phrase:
    if part.how == "amount":
        return amount(part.amount, part.what.text, scope)
    one, many = made.words.counted(part.what.text)
    what = {"each": f"of each {one}", "one": f"of one {one}", "any": f"of any {many}"}[part.how]
    number = say("{} {}", value(part.amount, scope), what)
    if not isinstance(part.amount, x.Number):
        number = say("as many {} as {}", what, value(part.amount, scope))
    within = say(" among {}", value(part.within, scope)) if part.within is not None else ()
    pool = value(part.pool, scope) if part.pool is not None else ()
    if part.fact is not None:
        pool = say("the {} on {}", spaced(part.fact.text), pool)
    return say("{}{}, from {}", number, within, pool)


def _after(made: Making, decl: d.After) -> Entry:
    words = made.words
    step = words.step(decl.step.text)
    name = words.link(step, decl.step.text, "step")
    scope = made.scope.given(decl.params)
    start = say(MOMENTS[decl.moment], name)
    when = say(", if {}", condition(decl.when, scope)) if decl.when else ()
    lines = rule_lines(decl.body, scope, Numbering(words.anchor(decl)))
    line = folded(say("{}{}", start, when), made.key(decl), lines)
    return made.entry(decl, titled(made, decl, ()), sentences((line,)))
