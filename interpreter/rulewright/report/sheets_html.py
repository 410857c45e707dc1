"""Sheets of cards and tiles to print and cut out, for a prototype on a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulewright.phrasing import upper
from rulewright.report.face_pictures import FacePicture, large
from rulewright.report.pages import page
from rulewright.rulebook.dictionary import Dictionary
from rulewright.rulebook.faces import faces_of, kinds_with_inventory
from rulewright.rulebook.phrases import name_words
from rulewright.rulebook.rule_text import RuleText


class Sheet(NamedTuple):
    """The faces of a kind of piece, and how many pieces that makes."""

    kind: str
    pictures: tuple[FacePicture, ...]
    number: int


def sheets(words: Dictionary, texts: Mapping[str, RuleText]) -> list[Sheet]:
    """Return a sheet for each kind of piece; `texts` are the rules in words."""
    found = []
    for kind in kinds_with_inventory(words):
        pictures = tuple(map(large, faces_of(words, texts, kind)))
        number = sum(picture.number for picture in pictures)
        found.append(Sheet(upper(name_words(words.plural_of(kind))), pictures, number))
    return found


def sheets_html(title: str, found: list[Sheet]) -> str:
    """Return the page."""
    return page("sheets", f"{title}: pieces to cut out", sheets=found)
