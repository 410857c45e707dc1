"""Finds texts by what they are about: an index over stems of words, ranked by BM25.

The index holds for each stem how much it counts in each text, so that looking something up adds numbers; the
documentation site ships the same index to the browser. A stem counts more the rarer it is (the logarithm of how many
documents lack it for each that has it), and more the more often it occurs, but ever less (2 times count 1.4 times as
much as once, 10 times not twice as much), and less in a long document. "scored points" becomes the stems `scor` and
`point`; the entry "score" has `scor` in its title, which counts 4 more, and so comes before texts that only mention
points. Endings, related words, what else an entry is looked up by, and words that say nothing are data (`search.toml`).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import log
from pathlib import Path

from rulewright.diagnostics.similar import ranked_by_similarity
from rulewright.frozen import frozen_class
from rulewright.reference.entries import ReferenceEntry, all_pages

WORD = re.compile(r"[^\W_]+")
SATURATION, LENGTH = 1.2, 0.6
"""BM25: how soon more of the same word stops counting, how much a long text counts less."""

TITLE, SUBJECT = 4.0, 0.5
"""How much a word counts in a title of one word, and in the title of the page; in the text at most SATURATION + 1."""

RELATED_WEIGHT = 0.5
"""How much a related word counts, compared with the word that was typed."""

MISSPELT = 0.85
"""How similar a known stem must be to one that is not known: another word of five letters is further off."""


@frozen_class
class Document:
    """A text to be found: what it is called, the subject that it belongs to, the text itself, its weight."""

    titles: tuple[str, ...]
    subject: str
    text: str
    weight: float = 1.0


@frozen_class
class SearchVocabulary:
    """The data of the search: endings with what stands instead, words that say nothing, related words by stem.

    `lookups` are further titles of an entry, by its page and one of its titles: `Values: reached`.
    """

    endings: tuple[tuple[str, str], ...]
    ignored: frozenset[str]
    related: Mapping[str, tuple[str, ...]]
    lookups: Mapping[str, tuple[str, ...]]


@frozen_class
class Index:
    """How much each stem counts in each document, which goes by its number."""

    weights: Mapping[str, Mapping[int, float]]

    @staticmethod
    def over_documents(documents: Iterable[Document]) -> Index:
        """Return the index over documents."""
        found = [(document, Counter(stems_of(" ".join((*document.titles, document.text))))) for document in documents]
        usual = sum(count.total() for _, count in found) / max(1, len(found))
        holding = Counter(stem for _, count in found for stem in count)
        weights: dict[str, dict[int, float]] = {}
        for number, (document, count) in enumerate(found):
            size = SATURATION * (1 - LENGTH + LENGTH * count.total() / usual)
            above = _title_weights(document)
            for stem, times in count.items():
                rarity = log(1 + (len(found) - holding[stem] + 0.5) / (holding[stem] + 0.5))
                much = times * (SATURATION + 1) / (times + size) + above.get(stem, 0)
                weights.setdefault(stem, {})[number] = document.weight * rarity * much
        return Index(weights)

    def ranked_documents(self, typed: str) -> list[int]:
        """Return the numbers of the documents about what was typed, the best first."""
        found: dict[int, float] = {}
        for stem, weight in self._weighted_stems(typed).items():
            for number, count in self.weights.get(stem, {}).items():
                found[number] = found.get(number, 0) + weight * count
        return sorted(found, key=lambda number: (-found[number], number))

    def _weighted_stems(self, typed: str) -> dict[str, float]:
        """Return the stems to look for, with how much each counts; a misspelt word is that most like it."""
        wanted: dict[str, float] = {}
        for word in stems_of(typed):
            related = search_vocabulary().related.get(word, ())
            known = word in self.weights or not related
            meant = word if word in self.weights or related else _misspelt_stem(word, self.weights)
            weight = RELATED_WEIGHT if known else 1.0
            for stem, counts in ((meant, 1.0), *((other, weight) for other in related)):
                wanted[stem] = max(counts, wanted.get(stem, 0))
        return wanted


def _misspelt_stem(word: str, known: Iterable[str]) -> str:
    return next(iter(ranked_by_similarity(word, known, MISSPELT)), word)


def _title_weights(document: Document) -> dict[str, float]:
    """Return how much stems count for standing in a title or the subject; each word of a long title counts less."""
    found = dict.fromkeys(stems_of(document.subject), SUBJECT)
    for title in map(stems_of, document.titles):
        for stem in title:
            found[stem] = max(found.get(stem, 0), TITLE / len(title) ** 0.5)
    return found


def stems_of(text: str) -> list[str]:
    """Return the stems of the words of a text; where nothing but words that say nothing is there, of those."""
    found = [word.lower() for word in WORD.findall(text)]
    return [stem_of(word) for word in found if word not in search_vocabulary().ignored] or [
        stem_of(word) for word in found
    ]


def stem_of(word: str) -> str:
    """Return a word without its ending: `scoring`, `scores` and `score` have one stem."""
    return _strip_ending(word, search_vocabulary().endings)


def _strip_ending(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, instead in endings:
        left = word.removesuffix(ending)
        if left != word and len(left) + len(instead) >= 3:
            word = left + instead
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def find_entries(typed: str) -> list[ReferenceEntry]:
    """Return the entries of the reference about what was typed, the best first.

    An entry that is looked up by just these words comes before one that has them as a title, and that before others.
    """
    entries = [(page, entry) for page in all_pages() for entry in page.entries]
    wanted = stems_of(typed)

    def is_other(titles: Iterable[str]) -> bool:
        return all(stems_of(title) != wanted for title in titles)

    ranked = [entries[number] for number in _reference_index().ranked_documents(typed)]
    ranked.sort(key=lambda one: (is_other(lookups_of(one[0].title, one[1].titles)), is_other(one[1].titles)))
    return [entry for _, entry in ranked]


@cache
def _reference_index() -> Index:
    return Index.over_documents(reference_documents())


def reference_documents() -> Iterator[Document]:
    """Yield each entry of the reference as a text to be found."""
    for page in all_pages():
        yield from (section_document(entry.titles, page.title, entry.text, page.weight) for entry in page.entries)


def section_document(titles: tuple[str, ...], page: str, text: str, weight: float) -> Document:
    """Return a section of a page as a text to be found, also by what else people look it up by."""
    return Document((*titles, *lookups_of(page, titles)), page, text, weight)


def lookups_of(page: str, titles: Iterable[str]) -> tuple[str, ...]:
    """Return what people look a section up by, besides its titles."""
    lookups = search_vocabulary().lookups
    return tuple(words for title in titles for words in lookups.get(f"{page}: {title}", ()))


@cache
def search_vocabulary() -> SearchVocabulary:
    """Return the data of the search."""
    data = tomllib.loads((Path(__file__).parent / "search.toml").read_text("utf-8"))
    endings = tuple((ending, instead) for ending, instead in data["endings"])
    related: dict[str, tuple[str, ...]] = {}
    for typed, meant in data["related"].items():
        found = tuple(_strip_ending(word, endings) for word in WORD.findall(meant))
        for word in (_strip_ending(word, endings) for word in WORD.findall(typed)):
            related[word] = (*related.get(word, ()), *found)
    lookups = {section: tuple(words.split(", ")) for section, words in data["lookups"].items()}
    return SearchVocabulary(endings, frozenset(data["ignored"].split()), related, lookups)
