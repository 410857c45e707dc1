"""The last pages: what is assumed, the sources with their passages, the index."""

from __future__ import annotations

from rulewright.compose.composed import ComposedDifference
from rulewright.phrasing import upper
from rulewright.rulebook.making import Making, passages_of
from rulewright.rulebook.model import Block, Chapter, Paragraph, Row, Table, Terms
from rulewright.rulebook.phrases import Phrase, joined, run, say, spaced
from rulewright.syntax import declarations as d


def differences(made: Making) -> Chapter:
    """Return what an edition changes in its base, as far as its changes have a name, in the order of play."""
    rows = []
    listed = [(book.name.text, passage.text) for book in made.sources for passage in book.passages]
    places = {cite: number for number, cite in enumerate(listed)}
    for change in sorted(made.rules.differences, key=lambda one: _place(one, places)):
        if change.sentence is not None:
            cites = [(cite.source.text, cite.passage.text) for cite in change.cites]
            printed = [passages_of(source, [passage]) for source, passage in cites]
            rows.append(Row((run(upper(spaced(change.name))), say("{} {}", change.sentence, joined(printed, "; ")))))
    return Chapter("differences", "What this edition changes", (Terms(tuple(rows)),) if rows else ())


def _place(change: ComposedDifference, places: dict[tuple[str, str], int]) -> int:
    """Return where a difference stands in the rulebooks: at its first passage, else at the end."""
    cites = ((cite.source.text, cite.passage.text) for cite in change.cites)
    return next((places[cite] for cite in cites if cite in places), len(places))


def assumed(made: Making) -> Chapter:
    """Return why figures are assumed, by the number of their mark."""
    rows = tuple(
        Row((run(f"assumed {number}", "", f"#assumed.{number}"), say("{}: {}.", what, why)))
        for number, (why, what) in enumerate(made.assumed, 1)
    )
    intro = Paragraph(
        run("These figures are printed only where we could not read them. Whoever owns the box knows better.")
    )
    return Chapter("assumed", "Assumed figures", (intro, Terms(rows)) if rows else ())


def sources(made: Making) -> Chapter:
    """Return the sources, their passages, and the rules that cite each."""
    books: dict[str, tuple[str, dict[str, str | None]]] = {}
    for source in made.sources:
        _, passages = books.setdefault(source.name.text, (source.title.text, {}))
        passages.update((passage.text, passage.no_rule) for passage in source.passages)
    blocks: list[Block] = []
    for name, (title, passages) in books.items():
        blocks.append(Paragraph(say("{}: {}", run(name, "strong", f"#source.{name}"), title)))
        rows = tuple(Row((run(text), _cited(made, (name, text), reason))) for text, reason in passages.items())
        if rows:
            blocks.append(Table("", (run("Passage"), run("Rules")), rows))
    return Chapter("sources", "Where it is printed", tuple(blocks))


def _cited(made: Making, cite: tuple[str, str], no_rule: str | None) -> Phrase:
    """Return the rules that cite a passage, or why there is none."""
    found = made.cited.get(cite, [])
    if not found:
        return run(f"no rule: {no_rule}") if no_rule else ()
    return joined([run(title, "", anchor) for anchor, title in dict.fromkeys(found)], ", ")


def index(made: Making, chapters: tuple[Chapter, ...]) -> Chapter:
    """Return all pieces, steps, options, words and tables in the order of the alphabet."""
    numbers = {entry.key.rule: entry.number for chapter in chapters for entry in chapter.entries}
    found: dict[str, list[Phrase]] = {}
    for decl in made.rules.declarations:
        for word, target, what in _words(made, decl):
            number = numbers.get(target, "")
            link = run(f"{what} {number}".strip(), "", target)
            found.setdefault(word, []).append(link)
    order = sorted(found, key=lambda word: (word.casefold(), word))
    rows = tuple(Row((run(word), joined(list(dict.fromkeys(found[word])), ", "))) for word in order)
    return Chapter("index", "Index", (Terms(rows),) if rows else ())


def _words(made: Making, decl: d.Decl) -> list[tuple[str, str, str]]:
    """Return the index entries of a rule, each with where it is and what it is."""
    anchor = made.words.anchor(decl)
    if isinstance(decl, d.Has):
        prefix = decl.owner.text if decl.owner else "game"
        found = [(made.words.forms(amount)[1], "counted") for amount in decl.amounts]
        found += [(made.words.word(f"{prefix}.{p.name}", p.name.text), "place") for p in decl.places]
        found += [(made.words.word(f"{prefix}.{f.name}", f.name.text), "fact") for f in decl.facts]
        return [(upper(word), anchor, what) for word, what in found]
    if isinstance(decl, d.PieceRule):
        return [(made.words.title(decl), anchor, spaced(decl.kind.text))]
    if isinstance(decl, d.Names | d.Grid | d.Shape | d.Piece):
        what = {d.Names: "names", d.Grid: "board", d.Shape: "pieces", d.Piece: "pieces"}[type(decl)]
        return [(upper(spaced(decl.plural.text)), anchor, what)]
    if isinstance(decl, d.Ruling):
        return [(made.words.title(decl), anchor, "question")]
    if isinstance(decl, d.Figure | d.Value):
        what = "table" if isinstance(decl, d.Figure) else "word"
        return [(upper(made.words.word(anchor, decl.name.text)), anchor, what)]
    if isinstance(decl, d.Step | d.Menu | d.MenuOption | d.Cost | d.Scoring | d.TieBreak):
        what = WHAT[type(decl)] if not isinstance(decl, d.Step) else decl.kind
        return [(made.words.title(decl), anchor, what)]
    return []


WHAT: dict[type, str] = {
    d.Menu: "choice", d.MenuOption: "option", d.Cost: "price", d.Scoring: "points", d.TieBreak: "tie-break",
}  # fmt: skip
