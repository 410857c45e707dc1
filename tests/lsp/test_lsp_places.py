"""Kinds of names, changes of editions, citations, what can be selected, and the form of a sentence: cases as data."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.lsp import links, navigation, outline
from rulewright.lsp.positions import Position, applied
from rulewright.lsp.project import Project
from rulewright.lsp.signatures import signatures

CURSOR = "|"
GAME = "rules/game.rules"
BETS = "scenarios/bets.yaml"
KINDS = [
    (GAME, "shuffle de|ck", "piece card / cards:"),
    (GAME, "step answer (ri|val):", None),
    (GAME, "do an|te", None),
    (GAME, "take 2 chi|ps", None),
    (GAME, "let win|ners be", None),
]
"""A place, and the line that declares the kind of thing that its name is, or holds; players are declared nowhere."""
CITED = [
    (GAME, 'cites common "The ru|les"', "    passages: [The rules]"),
    (GAME, 'ci|tes common "The rules"', None),
    (BETS, "Each has two ch|ips, stakes", None),
]
FORMS = [
    ("step a:\n    take |", "take NUMBER THINGS", "NUMBER"),
    ("step a:\n    take 2 |", "take NUMBER THINGS", "THINGS"),
    ("step a:\n    draw 1 card from |", "draw NUMBER THINGS from STACK to PLACE", "STACK"),
    ("step a:\n    draw 1 card from deck to |", "draw NUMBER THINGS from STACK to PLACE", "PLACE"),
    ("step a:\n    rival pays 2 |", "PLAYER pays NUMBER THINGS to PLAYER", "THINGS"),
    ("step a:\n    for each x in |", "for each NAME in THINGS:", "THINGS"),
    ("step a:\n    for each x from |", "for each NAME from NUMBER to NUMBER:", "NUMBER"),
    ("step a:\n    cites |", 'cites SOURCE "passage"', "SOURCE"),
    ("step a:\n    tak|", None, None),
    ("step a:\n    # take |", None, None),
    ("", None, None),
]  # fmt: skip
"""A text up to the cursor, the form that is shown first, and the part that comes next."""


@pytest.fixture
def project(root: Path) -> Project:
    return Project(root)


def pointed(path: Path, words: str) -> Position:
    """Return the position of the cursor in words of a file."""
    lines = path.read_text("utf-8").split("\n")
    line = next(number for number, one in enumerate(lines) if words.replace(CURSOR, "") in one)
    return Position(line, lines[line].index(words.replace(CURSOR, "")) + words.index(CURSOR))


def line_of(place: navigation.Place | None) -> str | None:
    """Return the line of a place."""
    return place.path.read_text("utf-8").split("\n")[place.range.start.line] if place else None


@pytest.mark.parametrize(("file", "words", "wanted"), KINDS)
def test_a_name_leads_to_the_kind_of_thing_that_it_is(
    file: str, words: str, wanted: str | None, rules: Path, project: Project
) -> None:
    path = rules.parents[1] / file
    found = navigation.type_definition(project, path, pointed(path, words))
    assert line_of(found) == wanted


@pytest.mark.parametrize(("file", "words", "wanted"), CITED)
def test_a_citation_leads_to_its_passage(
    file: str, words: str, wanted: str | None, rules: Path, project: Project
) -> None:
    path = rules.parents[1] / file
    assert line_of(links.passage_at(project, path, pointed(path, words))) == wanted


def test_all_citations_of_a_file_are_links(rules: Path, project: Project) -> None:
    found = list(links.links(project, rules))
    assert len(found) == rules.read_text("utf-8").count("cites common") > 5
    assert {one.title for one in found} == {"Common knowledge"}
    assert list(links.links(project, rules.parents[3] / "outside.rules")) == []


def test_a_rule_leads_to_the_rulesets_that_change_it(rules: Path, house: Path, project: Project) -> None:
    found = navigation.changes(project, rules, pointed(rules, "step an|te:"))
    assert [(one.path, line_of(one)) for one in found] == [(house, "replace step ante:")]
    assert navigation.changes(project, rules, pointed(rules, "step bet|ting:")) == []


def test_a_selection_grows_from_the_word_to_the_file(rules: Path, project: Project) -> None:
    text = rules.read_text("utf-8")
    around = outline.selections(project, rules, pointed(rules, "do answer with ne|xt player"))
    marked = [applied(text, [(one, "")]) for one in around]
    assert [len(text) - len(one) for one in marked] == sorted({len(text) - len(one) for one in marked})
    shown = [text.split("\n")[one.start.line][one.start.character :] for one in around]
    assert [one.split(" ")[0] for one in shown[:2]] == ["next", "do"]
    assert [one.strip() for one in shown[2:]] == [
        'option bet "Bet 1":', 'ask player "Bet or pass?":', "for each player in players:", "step betting:",
        text.split("\n")[0],
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "part"), FORMS)
def test_the_form_of_a_sentence_is_shown_with_the_part_that_comes_next(
    text: str, form: str | None, part: str | None, rules: Path, project: Project
) -> None:
    text = text.replace(CURSOR, "")
    project.put(rules, text)
    lines = text.split("\n")
    found = signatures(project, rules, Position(len(lines) - 1, len(lines[-1])))
    first = found[0] if found else None
    assert (first.form if first else None) == form
    assert (first.form[slice(*first.parts[first.active])] if first else None) == part
