"""What the interpreter knows of languages: forms beside numbers, and its own words in each of its languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright.source.languages as languages
from rulewright.source.labels import OWN_LANGUAGE
from rulewright.source.languages import form_for, known_plurals, page_words, phrases, plural_forms

HOLE = re.compile(r"\{[a-z]+\}")
TRANSLATED = sorted(
    path.stem
    for path in Path(languages.__file__).parent.glob("*.yaml")
    if path.stem not in (OWN_LANGUAGE, "plurals", "pages")
)


@pytest.mark.parametrize(
    ("language", "form", "numbers"),
    [
        ("pl", "one", [1]),
        ("pl", "few", [2, 3, 4, 22, 23, 24, 102, 134]),
        ("pl", "many", [0, 5, 11, 12, 13, 14, 15, 20, 21, 25, 100, 101, 111, 112, 114]),
        ("de", "one", [1]),
        ("de", "other", [0, 2, 11, 21, 101]),
        ("fr", "one", [0, 1]),
        ("fr", "other", [2, 11]),
        ("ru", "one", [1, 21, 101]),
        ("ru", "few", [2, 24]),
        ("ru", "many", [0, 5, 11, 12, 111]),
        ("cs", "few", [2, 3, 4]),
        ("cs", "other", [0, 5, 22]),
        ("ja", "other", [0, 1, 2]),
        ("pt-br", "one", [1]),
    ],
)
def test_the_form_beside_a_number(language: str, form: str, numbers: list[int]) -> None:
    assert {number: form_for(plural_forms(language), number) for number in numbers} == dict.fromkeys(numbers, form)


def test_every_language_has_a_form_for_every_number() -> None:
    for language in known_plurals():
        forms = plural_forms(language)
        assert list(forms.values())[-1] == ""
        assert {form_for(forms, number) for number in range(200)} == set(forms)


def test_a_language_whose_forms_are_not_known_has_none() -> None:
    assert plural_forms("tlh") == {}


def test_polish_is_among_the_interpreters_languages() -> None:
    assert "pl" in TRANSLATED


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_interpreters_own_words_are_whole_in_every_language(language: str) -> None:
    own, other = phrases(OWN_LANGUAGE), phrases(language)
    assert list(own) == list(other)
    assert all(other.values())
    for name, text in own.items():
        assert set(HOLE.findall(other[name])) <= set(HOLE.findall(text)), name


def test_a_language_without_words_of_the_interpreter_is_told_in_english() -> None:
    assert phrases("tlh") == phrases(OWN_LANGUAGE)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_words_of_pages_are_whole_in_every_language(language: str) -> None:
    own, other = page_words(OWN_LANGUAGE), page_words(language)
    assert list(own) == list(other)
    assert sum(own[name] != other[name] for name in own) > len(own) * 0.9
    for name, text in own.items():
        assert set(HOLE.findall(other[name])) == set(HOLE.findall(text)), name
