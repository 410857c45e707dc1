"""The chapters of the pieces: one for each kind, with a table of all of them and what each does."""

from __future__ import annotations

from rulewright.phrasing import listing, upper
from rulewright.rulebook.course import entry_of_rule, how_often, option_scope, sentence_blocks
from rulewright.rulebook.faces import faces_of, fact_name, fact_value
from rulewright.rulebook.making import RulebookMaker, passages_of
from rulewright.rulebook.model import (
    Block,
    Faces,
    Group,
    Paragraph,
    RulebookChapter,
    RulebookEntry,
    RulebookRow,
    RulebookTable,
    Terms,
)
from rulewright.rulebook.phrases import Phrase, end_sentence, join_phrases, list_phrases, name_words, phrase_of, say
from rulewright.rulebook.questions import conditions_of, with_using
from rulewright.rulebook.rules import LineNumbering, fold_lines, rule_lines
from rulewright.rulebook.sentences import quoted_text
from rulewright.rulebook.things import key_words, type_words
from rulewright.rulebook.values import value_phrase
from rulewright.source import InventoryRow as Piece
from rulewright.source import YamlNode
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def piece_chapters(made: RulebookMaker) -> list[RulebookChapter]:
    """Return a chapter for each kind of piece, after the shapes that kinds share."""
    return [_kind_chapter(made, decl) for decl in sorted(made.rules.of(d.Piece), key=lambda decl: decl.span)]


def shape_entries(made: RulebookMaker) -> tuple[RulebookEntry, ...]:
    """Return what several kinds of pieces have in common."""
    found = []
    for decl in made.rules.of(d.Shape):
        kinds = [
            name_words(p.plural.text) for p in made.rules.of(d.Piece) if p.shape and p.shape.text == decl.name.text
        ]
        said = say("{} are {}. On each is printed:", upper(listing(kinds)), name_words(decl.plural.text))
        found.append(
            made.rule_entry(
                decl, phrase_of(upper(name_words(decl.plural.text))), [Paragraph(said), _printed_facts(made, decl)]
            )
        )
    return tuple(found)


def _printed_facts(made: RulebookMaker, decl: d.Shape | d.Piece) -> Terms:
    rows = []
    for fact in decl.printed:
        each = f", one for each {key_words(fact.keys)}" if fact.keys else ""
        name = upper(made.words.words_for(f"{decl.name}.{fact.name}", fact.name.text))
        rows.append(RulebookRow((phrase_of(name), phrase_of(f"{type_words(made, fact.type)}{each}"))))
    return Terms(tuple(rows))


def _kind_chapter(made: RulebookMaker, decl: d.Piece) -> RulebookChapter:
    kind = decl.name.text
    own = sorted((r for r in made.rules.of(d.PieceRule) if r.kind.text == kind), key=lambda r: r.span)
    parts: list[RulebookEntry | Group | Block] = [_kind_entry(made, decl)]
    rows = made.rules.rows.get(kind, [])
    if rows:
        parts += [_inventory_table(made, decl, rows), Faces(tuple(faces_of(made.words, {}, kind)))]
    group = ""
    for piece in own:
        heading = made.comments.group_heading(piece.span)
        if heading and heading != group:
            parts.append(Group(upper(heading)))
        group = heading
        parts.append(_piece_entry(made, piece))
        parts += [entry_of_rule(made, found) for found in made.order.first_reached(piece)]
    return RulebookChapter(f"pieces-{kind}", upper(name_words(decl.plural.text)), (), tuple(parts))


def _kind_entry(made: RulebookMaker, decl: d.Piece) -> RulebookEntry:
    words, blocks = made.words, list[Block]()
    if decl.printed:
        blocks += [Paragraph(phrase_of("On each is printed:")), _printed_facts(made, decl)]
    lie = say("They start in {}", _place_words(made, decl.starts.text)) if decl.starts else ()
    if decl.discarded:
        lie = say("{}; discarded they go to {}", lie, _place_words(made, decl.discarded.text))
    if lie:
        blocks.append(Paragraph(end_sentence(lie)))
    if decl.live:
        places = [phrase_of(f"your {m.text}") for word in decl.live if (m := words.find_member(word.text, "player"))]
        blocks.append(Paragraph(say("What they offer can be chosen while they lie in {}.", list_phrases(places, "or"))))
    if decl.limit is not None:
        number, phase = decl.limit
        step = words.step_named(phase.text)
        name = (
            phrase_of(name_words(phase.text), "", words.anchor_of(step)) if step else phrase_of(name_words(phase.text))
        )
        blocks.append(Paragraph(say("At most {} of them may be played in each {}.", number, name)))
    if decl.worth is not None:
        blocks.append(Paragraph(_worth_phrase(made, decl.worth)))
    return made.rule_entry(decl, phrase_of(f"About the {name_words(decl.plural.text)}"), blocks)


def _worth_phrase(made: RulebookMaker, worth: d.Worth) -> Phrase:
    """Return what a piece counts for when it is paid."""
    units, kind = worth.units, worth.kind
    many = (
        f"as many as its {name_words(units.text)} say" if isinstance(units, x.Name) else value_phrase(units, made.scope)
    )
    if isinstance(kind, x.Nothing):
        return say("One that is paid counts {}, for any kind.", many)
    what = name_words(kind.text) if isinstance(kind, x.Name) else value_phrase(kind, made.scope)
    return say("One that is paid counts {}, for the {} printed on it; with none printed it counts for any.", many, what)


def _place_words(made: RulebookMaker, name: str) -> str:
    found = made.words.own_member(name) or made.words.find_member(name)
    return f"the {found.text if found else name_words(name)}"


def _inventory_table(made: RulebookMaker, decl: d.Piece, rows: list[Piece]) -> RulebookTable:
    """Return the table of all pieces of a kind, equal ones in one row."""
    facts = list(dict.fromkeys(name for row in rows for name in row.facts))
    together: dict[tuple[str, str], list[Piece]] = {}
    for row in rows:
        together.setdefault((row.rule.text, row.label.text if row.label else ""), []).append(row)
    head = (
        phrase_of("Piece"),
        phrase_of("Number"),
        *(phrase_of(fact_name(made.words, decl, fact)) for fact in facts),
        phrase_of("Printed"),
    )
    table = [_inventory_row(made, decl, same, facts) for same in together.values()]
    return RulebookTable(f"All {name_words(decl.plural.text)}", head, tuple(table))


def _inventory_row(made: RulebookMaker, decl: d.Piece, same: list[Piece], facts: list[str]) -> RulebookRow:
    first = same[0]
    ruled = made.words.pieces.get((decl.name.text, first.rule.text))
    title = made.words.rule_title(ruled) if ruled else upper(name_words(first.rule.text))
    named = made.words.labels.get(f"{decl.name}.{first.name}") or (first.label.text if first.label else title)
    label = phrase_of(upper(named), "", made.words.anchor_of(ruled) if ruled else "")
    cells = [phrase_of(_fact_values(made, [row.facts.get(fact) for row in same])) for fact in facts]
    number = sum(row.count for row in same)
    return RulebookRow((label, phrase_of(str(number)), *cells, _origin_phrase(made, ruled, same, label[0].text)))


def _fact_values(made: RulebookMaker, nodes: list[YamlNode | None]) -> str:
    """Return what a fact is on several pieces: once where it is the same on all."""
    said = [fact_value(made.words, node) if node is not None else "\u2013" for node in nodes]
    return said[0] if len(set(said)) == 1 else " / ".join(said)


def _origin_phrase(made: RulebookMaker, ruled: d.PieceRule | None, rows: list[Piece], label: str) -> Phrase:
    """Return where pieces are printed and whether their number or facts are assumed."""
    cites = dict.fromkeys((row.source.source.text, row.source.passage.text) for row in rows if row.source is not None)
    found = [passages_of(source, [passage]) for source, passage in cites]
    if ruled is not None:
        made.note_citations(list(cites), made.words.anchor_of(ruled), made.words.rule_title(ruled))
    reasons = dict.fromkeys(row.assumed for row in rows if row.assumed is not None)
    return join_phrases([*found, *(made.mark_assumed(label, why) for why in reasons)], "; ")


def _piece_entry(made: RulebookMaker, decl: d.PieceRule) -> RulebookEntry:
    numbers = LineNumbering(made.words.anchor_of(decl))
    blocks = [block for option in decl.options for block in _option_blocks(made, option, numbers)]
    for when in decl.when:
        step, key = made.words.step_named(when.step.text), numbers.next_key(when.span)
        name = made.words.link_to(step, when.step.text, "step")
        scope = made.scope.with_parameters(step.params) if step else made.scope
        blocks += sentence_blocks((fold_lines(say("At {}", name), key, rule_lines(when.body, scope, numbers)),))
    for scores in decl.scores:
        key = numbers.next_key(scores.span)
        lines = rule_lines(scores, made.scope, numbers)
        blocks += sentence_blocks((fold_lines(phrase_of("When points are counted"), key, lines),))
    without = Paragraph(phrase_of("It has no effect of its own."), made.rule_key(decl))
    number = made.words.number_of_copies(decl)
    many = say(" {}", phrase_of(f"\u00d7 {number}", "em")) if number else ()
    return made.rule_entry(decl, say("{}{}", made.words.rule_title(decl), many), blocks or [without])


def _option_blocks(made: RulebookMaker, decl: d.MenuOption, numbers: LineNumbering) -> tuple[Block, ...]:
    """Return what an option of a piece does."""
    scope, option, key = option_scope(made, decl), decl.option, numbers.next_key(decl.span)
    inner = with_using(option.using, scope)
    menu = made.words.menu_named(decl.menu.text)
    name = say(" under {}", made.words.link_to(menu, style="step")) if menu else ()
    label = say(" as {}", quoted_text(option.label, inner)) if option.label else ()
    using, when = conditions_of(option, scope, inner)
    said = say("To be chosen{}{}{}{}{}", name, label, using, how_often(made, decl), when)
    return sentence_blocks((fold_lines(said, key, rule_lines(option.body, inner, numbers)),))
