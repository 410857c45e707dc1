"""The last pages: what is assumed, the sources with their passages, the index."""

from __future__ import annotations

from rulewright.compose.composed import ComposedDifference
from rulewright.phrasing import upper
from rulewright.rulebook.making import RulebookMaker, passages_of
from rulewright.rulebook.model import Block, Paragraph, RulebookChapter, RulebookRow, RulebookTable, Terms
from rulewright.rulebook.phrases import Phrase, join_phrases, name_words, phrase_of, say
from rulewright.syntax import declarations as d


def differences_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return what an edition changes in its base, as far as its changes have a name, in the order of play."""
    rows = []
    listed = [(book.name.text, passage.text) for book in made.sources for passage in book.passages]
    places = {cite: number for number, cite in enumerate(listed)}
    for change in sorted(made.rules.differences, key=lambda one: _first_passage(one, places)):
        if change.sentence is not None:
            cites = [(cite.source.text, cite.passage.text) for cite in change.cites]
            printed = [passages_of(source, [passage]) for source, passage in cites]
            rows.append(
                RulebookRow(
                    (
                        phrase_of(upper(name_words(change.name))),
                        say("{} {}", change.sentence, join_phrases(printed, "; ")),
                    )
                )
            )
    return RulebookChapter("differences", "What this edition changes", (Terms(tuple(rows)),) if rows else ())


def _first_passage(change: ComposedDifference, places: dict[tuple[str, str], int]) -> int:
    """Return where a difference stands in the rulebooks: at its first passage, else at the end."""
    cites = ((cite.source.text, cite.passage.text) for cite in change.cites)
    return next((places[cite] for cite in cites if cite in places), len(places))


def assumed_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return why figures are assumed, by the number of their mark."""
    rows = tuple(
        RulebookRow((phrase_of(f"assumed {number}", "", f"#assumed.{number}"), say("{}: {}.", what, why)))
        for number, (why, what) in enumerate(made.assumed, 1)
    )
    intro = Paragraph(
        phrase_of("These figures are printed only where we could not read them. Whoever owns the box knows better.")
    )
    return RulebookChapter("assumed", "Assumed figures", (intro, Terms(rows)) if rows else ())


def sources_chapter(made: RulebookMaker) -> RulebookChapter:
    """Return the sources, their passages, and the rules that cite each."""
    books: dict[str, tuple[str, dict[str, str | None]]] = {}
    for source in made.sources:
        _, passages = books.setdefault(source.name.text, (source.title.text, {}))
        passages.update((passage.text, passage.no_rule) for passage in source.passages)
    blocks: list[Block] = []
    for name, (title, passages) in books.items():
        blocks.append(Paragraph(say("{}: {}", phrase_of(name, "strong", f"#source.{name}"), title)))
        rows = tuple(
            RulebookRow((phrase_of(text), _citing_rules(made, (name, text), reason)))
            for text, reason in passages.items()
        )
        if rows:
            blocks.append(RulebookTable("", (phrase_of("Passage"), phrase_of("Rules")), rows))
    return RulebookChapter("sources", "Where it is printed", tuple(blocks))


def _citing_rules(made: RulebookMaker, cite: tuple[str, str], no_rule: str | None) -> Phrase:
    """Return the rules that cite a passage, or why there is none."""
    found = made.cited.get(cite, [])
    if not found:
        return phrase_of(f"no rule: {no_rule}") if no_rule else ()
    return join_phrases([phrase_of(title, "", anchor) for anchor, title in dict.fromkeys(found)], ", ")


def index_chapter(made: RulebookMaker, chapters: tuple[RulebookChapter, ...]) -> RulebookChapter:
    """Return all pieces, steps, options, words and tables in the order of the alphabet."""
    numbers = {entry.key.rule: entry.number for chapter in chapters for entry in chapter.entries}
    found: dict[str, list[Phrase]] = {}
    for decl in made.rules.declarations:
        for word, target, what in _index_words(made, decl):
            number = numbers.get(target, "")
            link = phrase_of(f"{what} {number}".strip(), "", target)
            found.setdefault(word, []).append(link)
    order = sorted(found, key=lambda word: (word.casefold(), word))
    rows = tuple(RulebookRow((phrase_of(word), join_phrases(list(dict.fromkeys(found[word])), ", "))) for word in order)
    return RulebookChapter("index", "Index", (Terms(rows),) if rows else ())


def _index_words(made: RulebookMaker, decl: d.Decl) -> list[tuple[str, str, str]]:
    """Return the index entries of a rule, each with where it is and what it is."""
    anchor = made.words.anchor_of(decl)
    if isinstance(decl, d.Has):
        prefix = decl.owner.text if decl.owner else "game"
        found = [(made.words.amount_forms(amount)[1], "counted") for amount in decl.amounts]
        found += [(made.words.words_for(f"{prefix}.{p.name}", p.name.text), "place") for p in decl.places]
        found += [(made.words.words_for(f"{prefix}.{f.name}", f.name.text), "fact") for f in decl.facts]
        return [(upper(word), anchor, what) for word, what in found]
    if isinstance(decl, d.PieceRule):
        return [(made.words.rule_title(decl), anchor, name_words(decl.kind.text))]
    if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
        what = {d.Names: "names", d.Grid: "board", d.Shape: "pieces", d.Piece: "pieces"}[type(decl)]
        return [(upper(name_words(decl.plural.text)), anchor, what)]
    if isinstance(decl, d.Ruling):
        return [(made.words.rule_title(decl), anchor, "question")]
    if isinstance(decl, d.Figure | d.Value):
        what = "table" if isinstance(decl, d.Figure) else "word"
        return [(upper(made.words.words_for(anchor, decl.name.text)), anchor, what)]
    if isinstance(decl, d.Step | d.Menu | d.MenuOption | d.Cost | d.Scoring | d.TieBreak):
        what = ENTRY_KINDS[type(decl)] if not isinstance(decl, d.Step) else decl.kind
        return [(made.words.rule_title(decl), anchor, what)]
    return []


ENTRY_KINDS: dict[type, str] = {
    d.Menu: "choice", d.MenuOption: "option", d.Cost: "price", d.Scoring: "points", d.TieBreak: "tie-break",
}  # fmt: skip
