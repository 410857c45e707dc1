"""What fits at the cursor: words of the sentence, names of the kind that stands there in other rules, passages.

Which kinds of names go where is learned from the rules themselves: after the same words, names of the kinds that stand
there elsewhere come first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rulewright.check.symbols import Symbol, Symbols
from rulewright.diagnostics import NOWHERE
from rulewright.lsp.changing import offers_of_change
from rulewright.lsp.offers import CompletionOffer, Offers, passages
from rulewright.lsp.positions import Position, column
from rulewright.lsp.project import Project
from rulewright.lsp.yaml_completion import yaml_offers
from rulewright.source.layers import layers_of
from rulewright.syntax.lalr import tokens
from rulewright.syntax.lines import PHRASES, WORD, LexedLine, Lexeme, cut_line, cut_lines
from rulewright.syntax.parser import declaration_texts
from rulewright.syntax.probe import ParserProbe
from rulewright.syntax.sentence_words import sentence_forms
from rulewright.syntax.tables import tables
from rulewright.workspace import Ruleset

CITES = re.compile(r'\b(?:cites|because) ([a-z0-9-]+) "([^"]*)$')
SOURCE = re.compile(r"\b(cites|because) $")
IN_TEXT = re.compile(r'^(?:[^"]*"[^"]*")*[^"]*"[^"]*\{[^"}]*$')
"""Behind an open brace of an open text."""
SHOWN = {"name": 10, "fact": 1, "amount": 1, "value": 1, "figure": 1, "printed": 1, "players": 1}
"""The kinds of names that a text can show, and how usual each is there."""
LET = re.compile(rf"\b(?:let|each|choose|with|some|every) ({WORD})")
GIVEN = re.compile(r"\(([^()]*)\)[^()]*:$", re.MULTILINE)
"""Where rules let names: behind words, and in brackets of a heading."""
PARTIAL = re.compile(r"(?<![a-z0-9-])[a-z0-9-]*+$")


def offers(project: Project, path: Path, position: Position) -> Offers:
    """Return what fits at a position of a file."""
    folder, lines = project.folder_of(path), project.lines(path)
    if folder is None or position.line >= len(lines):
        return Offers("", [])
    before = lines[position.line][: column(lines[position.line], position.character) - 1]
    above = [*lines[: position.line], before]
    typed, found = (_in_rules if path.suffix == ".rules" else yaml_offers)(project, folder, path, above)
    once = {offer.text: offer for offer in reversed(found)}
    return Offers(typed, sorted(once.values(), key=lambda offer: (offer.order, offer.text)))


def _in_rules(project: Project, folder: Path, _: Path, above: list[str]) -> Offers:
    before, cited_from = above[-1], passages(project.ruleset(folder))
    cited = CITES.search(before)
    if cited:
        return Offers(
            cited[2], [CompletionOffer(passage, "passage", cited[1]) for passage in cited_from.get(cited[1], ())]
        )
    partial = PARTIAL.search(before)
    typed = partial[0] if partial is not None else ""
    above = [*above[:-1], before.removesuffix(typed)]
    changed = offers_of_change(project, folder, above[-1])
    if changed:
        return Offers(typed, changed)
    fits = fitting_words(above)
    found = [_word(word, is_first=not above[-1].strip()) for word in fits if word in tables().words]
    if SOURCE.search(above[-1]):
        found += [CompletionOffer(name, "source", "source of passages") for name in cited_from]
    elif "NAME" in fits or IN_TEXT.search(above[-1]):
        found += _names(project, folder, above, fits)
    return Offers(typed, found)


def _word(word: str, is_first: bool) -> CompletionOffer:
    """Return a word of the language: at the beginning of a line first those that sentences are known by."""
    form = sentence_forms().get(word, "")
    return CompletionOffer(word, "word", form, order=1 if not is_first else 0 if form.split(" ")[0] == word else 3)


def fitting_words(above: list[str]) -> frozenset[str]:
    """Return the words, signs and kinds of pieces that fit behind some lines, the last of which is unfinished.

    A word that belongs to the language only before another one, as `parts` before `of`, is completed by that.
    """
    start, text = [*declaration_texts("\n".join(above))][-1]
    number, indent = len(above) - start, len(above[-1]) - len(above[-1].lstrip())
    unfinished, whole = cut_line(number, above[-1], indent), cut_lines("\n".join(text.split("\n")[:-1]))
    fits, written = _fitting_behind(whole, unfinished), [piece.text for piece in unfinished.pieces]
    for word, (ahead, then) in PHRASES.items():
        begun = written[: len(written) - ahead + 1]
        if begun[-len(word.split()) :] == word.split():
            completed = cut_line(number, f"{above[-1]} {then}", indent)
            fits |= {then} if _fitting_behind(whole, completed) else frozenset()
    return fits


def _fitting_behind(whole: list[LexedLine], unfinished: LexedLine) -> frozenset[str]:
    """Return what fits behind whole lines and an unfinished one; nothing where that one cannot be read."""
    probe = ParserProbe(tables(), [tables().begin["start"]])
    stand_in = unfinished._replace(pieces=(*unfinished.pieces, Lexeme("END", "", 0, 0)))
    for _, piece, line in tokens([*whole, stand_in]):
        if line is stand_in and piece.kind == "END":
            return probe.fitting_terminals()
        if not probe.shift_token(probe.terminal_of(piece)) and line is stand_in:
            return frozenset()
    return probe.fitting_terminals()


def _names(project: Project, folder: Path, above: list[str], fits: frozenset[str]) -> Iterator[CompletionOffer]:
    """Yield the names of a ruleset; those of kinds that stand behind the same words elsewhere first.

    Of names that are let in rules, only those of the rule that is being written are known there. A line begins with
    names of the kinds that others begin with, a sentence only with those.
    """
    ruleset, symbols = project.ruleset(folder), project.known(folder).symbols
    usual = project.usual_kinds(folder, lambda: usual_kinds(ruleset, symbols))
    last, is_shown = [piece.text for piece in cut_line(1, above[-1]).pieces[-2:]], IN_TEXT.search(above[-1])
    kinds = SHOWN if is_shown else usual.get(tuple(last)) or usual.get(tuple(last[-1:])) or {}
    most = max(kinds.values(), default=0)
    begins = "name" if "take" in fits else "piece" if "step" in fits else ""
    declared = [symbol for symbol in symbols.all if symbol.kind not in ("name", "plan")]
    for symbol in (*declared, *_let_above([*declaration_texts("\n".join(above))][-1][1])):
        often = kinds.get(symbol.kind, 0)
        if not (symbol.kind == begins if begins and not last else often or (last and not is_shown)):
            continue
        order = 1 if not last else 2 if not often else 0 if 10 * often >= most else 1
        yield CompletionOffer(symbol.name, symbol.kind, symbol.type or symbol.kind, symbol.doc, order)


def _let_above(declaration: str) -> Iterator[Symbol]:
    """Yield the names that are let in a rule up to its unfinished last line, which keeps it from being checked."""
    heading, *rest = declaration.split("\n")
    lines = [line for line in (rest if heading.startswith("difference ") else (heading, *rest)) if line.strip()]
    own = [line for line in lines if not line.startswith(lines[0][: len(lines[0]) - len(lines[0].lstrip())] + " ")]
    text = "\n".join(lines[lines.index(own[-1]) :]) if own else ""
    given = (word for words in GIVEN.findall(text) for word in re.findall(WORD, words))
    for word in dict.fromkeys(["player", *LET.findall(text), *given]):
        if word not in tables().words:
            yield Symbol("name", word, NOWHERE)


def usual_kinds(ruleset: Ruleset, symbols: Symbols) -> dict[tuple[str, ...], dict[str, int]]:
    """Return, by the two words before a name and by the last one, how often a name of each kind stands there."""
    places: dict[tuple[str, int, int], Symbol] = {}
    for symbol in symbols.all:
        places |= {(use.file, use.line, use.column): symbol for use in symbol.uses}
    counts: dict[tuple[str, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for file in (file for layer in layers_of(ruleset.source) for file in layer.rules):
        for line in cut_lines(file.text):
            for at, piece in enumerate(line.pieces):
                symbol_here = places.get((file.path, line.number, piece.column))
                if symbol_here is not None:
                    before = tuple(other.text for other in line.pieces[max(0, at - 2) : at])
                    for key in {before, before[-1:]}:
                        counts[key][symbol_here.kind] += 1
    return {key: dict(kinds) for key, kinds in counts.items()}
