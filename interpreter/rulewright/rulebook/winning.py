"""Who wins, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.conditions import condition_phrase
from rulewright.rulebook.making import RulebookMaker
from rulewright.rulebook.model import Paragraph, RulebookEntry
from rulewright.rulebook.phrases import phrase_of, say
from rulewright.syntax import declarations as d


def who_wins(made: RulebookMaker) -> str:
    """Return the sentence on who wins by points; empty where all win or lose together."""
    declared = {decl.name.text: decl for decl in made.rules.of(d.Winner)}
    if "all" in declared:
        return ""
    who = "The team that" if "teams" in declared else "Whoever"
    return f"{who} has {declared['points'].how if 'points' in declared else 'most'} points wins."


def winner_sentences(made: RulebookMaker, ties: bool) -> Iterator[str]:
    """Yield who wins by points, and what decides between equals; `ties`: there are tie-breaks."""
    if sentence := who_wins(made):
        last = "the tie-breaks at the end of this chapter decide" if ties else "the place is shared"
        yield sentence
        yield f"If several have as many, {last}."


def winner_entry(made: RulebookMaker, decl: d.Winner) -> RulebookEntry:
    """Return what is declared about who wins."""
    title, said = "Who wins", phrase_of(f"Whoever has {decl.how} points wins.")
    if decl.side is not None:
        title = "Teams"
        what = made.words.words_for(f"player.{decl.side}", decl.side.text)
        said = phrase_of(f"Players with the same {what} win together: what they have is added up.")
    elif decl.condition is not None:
        condition = condition_phrase(decl.condition, made.scope)
        said = say("All players win together if {}. Otherwise all lose.", condition)
    return made.rule_entry(decl, phrase_of(title), [Paragraph(said, made.rule_key(decl))])
