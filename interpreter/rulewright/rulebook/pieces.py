"""The chapters of the pieces: one for each kind, with a table of all of them and what each does."""

from __future__ import annotations

from rulewright.phrasing import listing, upper
from rulewright.rulebook.course import often, option_scope, rule, sentences
from rulewright.rulebook.faces import faces, fact_name, fact_value
from rulewright.rulebook.making import Making, passages_of
from rulewright.rulebook.model import Block, Chapter, Entry, Faces, Group, Paragraph, Row, Table, Terms
from rulewright.rulebook.phrases import Phrase, joined, listed, run, say, sentence, spaced
from rulewright.rulebook.questions import conditions_of, with_using
from rulewright.rulebook.rules import Numbering, folded, rule_lines
from rulewright.rulebook.sentences import quoted
from rulewright.rulebook.things import keyed, said_type
from rulewright.rulebook.values import value
from rulewright.source import InventoryRow as Piece
from rulewright.source import YamlNode
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def pieces(made: Making) -> list[Chapter]:
    """Return a chapter for each kind of piece, after the shapes that kinds share."""
    return [_kind(made, decl) for decl in sorted(made.rules.of(d.Piece), key=lambda decl: decl.span)]


def shapes(made: Making) -> tuple[Entry, ...]:
    """Return what several kinds of pieces have in common."""
    found = []
    for decl in made.rules.of(d.Shape):
        kinds = [spaced(p.plural.text) for p in made.rules.of(d.Piece) if p.shape and p.shape.text == decl.name.text]
        said = say("{} are {}. On each is printed:", upper(listing(kinds)), spaced(decl.plural.text))
        found.append(made.entry(decl, run(upper(spaced(decl.plural.text))), [Paragraph(said), _printed(made, decl)]))
    return tuple(found)


def _printed(made: Making, decl: d.Shape | d.Piece) -> Terms:
    rows = []
    for fact in decl.printed:
        each = f", one for each {keyed(fact.key)}" if fact.key else ""
        name = upper(made.words.word(f"{decl.name}.{fact.name}", fact.name.text))
        rows.append(Row((run(name), run(f"{said_type(made, fact.type)}{each}"))))
    return Terms(tuple(rows))


def _kind(made: Making, decl: d.Piece) -> Chapter:
    kind = decl.name.text
    own = sorted((r for r in made.rules.of(d.PieceRule) if r.kind.text == kind), key=lambda r: r.span)
    parts: list[Entry | Group | Block] = [_about(made, decl)]
    rows = made.rules.rows.get(kind, [])
    if rows:
        parts += [_all(made, decl, rows), Faces(tuple(faces(made.words, {}, kind)))]
    group = ""
    for piece in own:
        heading = made.comments.group(piece.span)
        if heading and heading != group:
            parts.append(Group(upper(heading)))
        group = heading
        parts.append(_piece(made, piece))
        parts += [rule(made, found) for found in made.order.reached(piece)]
    return Chapter(f"pieces-{kind}", upper(spaced(decl.plural.text)), (), tuple(parts))


def _about(made: Making, decl: d.Piece) -> Entry:
    words, blocks = made.words, list[Block]()
    if decl.printed:
        blocks += [Paragraph(run("On each is printed:")), _printed(made, decl)]
    lie = say("They start in {}", _place(made, decl.starts.text)) if decl.starts else ()
    if decl.discarded:
        lie = say("{}; discarded they go to {}", lie, _place(made, decl.discarded.text))
    if lie:
        blocks.append(Paragraph(sentence(lie)))
    if decl.live:
        places = [run(f"your {m.text}") for word in decl.live if (m := words.member(word.text, "player"))]
        blocks.append(Paragraph(say("What they offer can be chosen while they lie in {}.", listed(places, "or"))))
    if decl.limit is not None:
        number, phase = decl.limit
        step = words.step(phase.text)
        name = run(spaced(phase.text), "", words.anchor(step)) if step else run(spaced(phase.text))
        blocks.append(Paragraph(say("At most {} of them may be played in each {}.", number, name)))
    if decl.worth is not None:
        blocks.append(Paragraph(_worth(made, decl.worth)))
    return made.entry(decl, run(f"About the {spaced(decl.plural.text)}"), blocks)


def _worth(made: Making, worth: d.Worth) -> Phrase:
    """Return what a piece counts for when it is paid."""
    units, kind = worth.units, worth.kind
    many = f"as many as its {spaced(units.text)} say" if isinstance(units, x.Name) else value(units, made.scope)
    if isinstance(kind, x.Nothing):
        return say("One that is paid counts {}, for any kind.", many)
    what = spaced(kind.text) if isinstance(kind, x.Name) else value(kind, made.scope)
    return say("One that is paid counts {}, for the {} printed on it; with none printed it counts for any.", many, what)


def _place(made: Making, name: str) -> str:
    found = made.words.own(name) or made.words.member(name)
    return f"the {found.text if found else spaced(name)}"


def _all(made: Making, decl: d.Piece, rows: list[Piece]) -> Table:
    """Return the table of all pieces of a kind, equal ones in one row."""
    facts = list(dict.fromkeys(name for row in rows for name in row.facts))
    together: dict[tuple[str, str], list[Piece]] = {}
    for row in rows:
        together.setdefault((row.rule.text, row.label.text if row.label else ""), []).append(row)
    head = (run("Piece"), run("Number"), *(run(fact_name(made.words, decl, fact)) for fact in facts), run("Printed"))
    table = [_row(made, decl, same, facts) for same in together.values()]
    return Table(f"All {spaced(decl.plural.text)}", head, tuple(table))


def _row(made: Making, decl: d.Piece, same: list[Piece], facts: list[str]) -> Row:
    first = same[0]
    ruled = made.words.pieces.get((decl.name.text, first.rule.text))
    title = made.words.title(ruled) if ruled else upper(spaced(first.rule.text))
    named = made.words.labels.get(f"{decl.name}.{first.name}") or (first.label.text if first.label else title)
    label = run(upper(named), "", made.words.anchor(ruled) if ruled else "")
    cells = [run(_values(made, [row.facts.get(fact) for row in same])) for fact in facts]
    number = sum(row.count for row in same)
    return Row((label, run(str(number)), *cells, _origin(made, ruled, same, label[0].text)))


def _values(made: Making, nodes: list[YamlNode | None]) -> str:
    """Return what a fact is on several pieces: once where it is the same on all."""
    said = [fact_value(made.words, node) if node is not None else "\u2013" for node in nodes]
    return said[0] if len(set(said)) == 1 else " / ".join(said)


def _origin(made: Making, ruled: d.PieceRule | None, rows: list[Piece], label: str) -> Phrase:
    """Return where pieces are printed and whether their number or facts are assumed."""
    cites = dict.fromkeys((row.source.source.text, row.source.passage.text) for row in rows if row.source is not None)
    found = [passages_of(source, [passage]) for source, passage in cites]
    if ruled is not None:
        made.printed(list(cites), made.words.anchor(ruled), made.words.title(ruled))
    reasons = dict.fromkeys(row.assumed for row in rows if row.assumed is not None)
    return joined([*found, *(made.guess(label, why) for why in reasons)], "; ")


def _piece(made: Making, decl: d.PieceRule) -> Entry:
    numbers = Numbering(made.words.anchor(decl))
    blocks = [block for option in decl.options for block in _option(made, option, numbers)]
    for when in decl.when:
        step, key = made.words.step(when.step.text), numbers.key(when.span)
        name = made.words.link(step, when.step.text, "step")
        scope = made.scope.given(step.params) if step else made.scope
        blocks += sentences((folded(say("At {}", name), key, rule_lines(when.body, scope, numbers)),))
    for scores in decl.scores:
        key = numbers.key(scores.span)
        lines = rule_lines(scores, made.scope, numbers)
        blocks += sentences((folded(run("When points are counted"), key, lines),))
    without = Paragraph(run("It has no effect of its own."), made.key(decl))
    number = made.words.copies(decl)
    many = say(" {}", run(f"\u00d7 {number}", "em")) if number else ()
    return made.entry(decl, say("{}{}", made.words.title(decl), many), blocks or [without])


def _option(made: Making, decl: d.MenuOption, numbers: Numbering) -> tuple[Block, ...]:
    """Return what an option of a piece does."""
    scope, option, key = option_scope(made, decl), decl.option, numbers.key(decl.span)
    inner = with_using(option.using, scope)
    menu = made.words.menu(decl.menu.text)
    name = say(" under {}", made.words.link(menu, style="step")) if menu else ()
    label = say(" as {}", quoted(option.label, inner)) if option.label else ()
    using, when = conditions_of(option, scope, inner)
    said = say("To be chosen{}{}{}{}{}", name, label, using, often(made, decl), when)
    return sentences((folded(said, key, rule_lines(option.body, inner, numbers)),))
