"""Kinds of names, changes of editions, citations, what can be selected, and the form of a sentence: cases as data."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol.types import DocumentSymbol

from rulewright.diagnostics.model import title_of
from rulewright.lsp import diagnostics, links, navigation, outline
from rulewright.lsp.answers import nested
from rulewright.lsp.completion import offers
from rulewright.lsp.describing import hover
from rulewright.lsp.positions import Position, edited_text
from rulewright.lsp.project import Project
from rulewright.lsp.renaming import rename_at
from rulewright.lsp.signatures import signatures
from rulewright.lsp.wire import path_of

CURSOR = "|"
GOA = Path(__file__).parents[2] / "rulesets" / "goa"
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

SEAT = "data/seat.yaml"
PLAN = """\
kind: seat
name: bold
plays: shy
prefers: ["bet", step.answer.call]
weights:
  chips: 5
  hand: {king: 2}
"""
SHY = "kind: seat\nname: shy\nnever: [bet]\ndoes not know: [hand]\n"
HOVERS = [
    (SEAT, "kind: se|at", "**kind**"),
    (SEAT, "pref|ers: [", "**prefers**\n\nWhat it takes wherever"),
    (SEAT, 'prefers: ["b|et"', "**bet** · option"),
    (SEAT, "plays: sh|y", "**shy** · plan"),
    (SEAT, "weights:\n  ch|ips", "**chip** · amount"),
    (SEAT, "name: bo|ld", "**bold** · plan"),
    ("ruleset.yaml", "pass|ages: [", "**passages**"),
    (BETS, "gi|ven:", "**given**"),
    ("data/cards.yaml", "pie|ces:", "**pieces**"),
]
OUTLINES = [
    (PLAN, "kind name plays prefers weights(chips hand)"),
    ("rows:\n  - {rule: king, facts: {rank: 3}}\n  - name: 'x: y'\n    count: 2\n", "rows(king x:_y)"),
    ("labels:\n  step.ante: A\n  player.chip: {one: a,\n    other: b}\n", "labels(step.ante player.chip)"),
    ("scenarios:\n- scenario: A b\n  given: {}\n- scenario: C\n", "scenarios(A_b C)"),
    ("players: [A,\n  B]\n\n# end: x\n", "players"),
    ("a: {\nb: [\n", "a"),
    ("\t}: {\n- - -\n", ""),
    ("- - -\n", "-_-"),
]
"""Texts of YAML files, and their outermost keys with those inside."""

ENDLESS = ["scenario: '" + "x" * 300_000, "a" + " " * 300_000 + "b", "x" * 300_000 + "(", '"' * 100_001]
"""Lines on which a pattern that begins anew at each letter takes minutes."""


@pytest.fixture
def project(root: Path) -> Project:
    return Project(root)


def pointed(path: Path, words: str) -> Position:
    """Return the position of the cursor in words of a file."""
    lines = path.read_text("utf-8").split("\n")
    line = next(number for number, one in enumerate(lines) if words.replace(CURSOR, "") in one)
    return Position(line, lines[line].index(words.replace(CURSOR, "")) + words.index(CURSOR))


def line_of(place: navigation.FilePlace | None) -> str | None:
    """Return the line of a place."""
    return place.path.read_text("utf-8").split("\n")[place.range.start.line] if place else None


@pytest.mark.parametrize(("file", "words", "wanted"), KINDS)
def test_a_name_leads_to_the_kind_of_thing_that_it_is(
    file: str, words: str, wanted: str | None, rules: Path, project: Project
) -> None:
    path = rules.parents[1] / file
    found = navigation.pointed_place(project, path, pointed(path, words), lambda found: found.symbol.type_span)
    assert line_of(found) == wanted


@pytest.mark.parametrize(("file", "words", "wanted"), CITED)
def test_a_citation_leads_to_its_passage(
    file: str, words: str, wanted: str | None, rules: Path, project: Project
) -> None:
    path = rules.parents[1] / file
    assert line_of(cited.place if (cited := links.link_at(project, path, pointed(path, words))) else None) == wanted


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
    marked = [edited_text(text, [(one, "")]) for one in around]
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


@pytest.fixture
def planned(rules: Path, project: Project) -> Project:
    """The game with two plans of seats."""
    (rules.parents[1] / SEAT).write_text(PLAN, "utf-8")
    (rules.parents[1] / "data" / "shy.yaml").write_text(SHY, "utf-8")
    assert project.ruleset(rules.parents[1]).findings == ()
    return project


@pytest.mark.parametrize(("file", "words", "shown"), HOVERS)
def test_keys_and_names_of_data_are_explained(file: str, words: str, shown: str, rules: Path, planned: Project) -> None:
    path = rules.parents[1] / file
    assert (hover(planned, path, pointed(path, words.rpartition("\n")[2])) or "").startswith(shown)


def test_names_in_a_plan_with_mistakes_lead_to_their_rules(rules: Path, planned: Project) -> None:
    path = rules.parents[1] / SEAT
    planned.put(path, "kind: seat\nname: bold\nnever: [bet 3, bet king, queen-2, none]\nat most: {'bet': 1}\n")
    found = [navigation.pointed_place(planned, path, Position(2, at)) for at in (9, 12, 16, 20, 25, 34)]
    found.append(navigation.pointed_place(planned, path, Position(3, 12)))
    king = "  - {rule: king, facts: {rank: 3}, source: 'common \"The rules\"'}"
    bet, queen = (
        '            option bet "Bet 1":',
        "  - {rule: queen, facts: {rank: 2}, source: 'common \"The rules\"'}",
    )
    assert [line_of(one) for one in found] == [bet, None, bet, king, queen, None, bet]


def test_nothing_is_explained_where_there_is_nothing(rules: Path, planned: Project) -> None:
    path = rules.parents[1] / SEAT
    planned.put(path, PLAN + "nonsense: [\n\n: }")
    assert {hover(planned, path, Position(line, 0)) for line in range(8, 13)} == {None}


@pytest.mark.parametrize(("text", "wanted"), OUTLINES)
def test_a_yaml_file_has_an_outline(text: str, wanted: str, rules: Path, project: Project) -> None:
    path = rules.parents[1] / "data" / "more.yaml"
    project.put(path, text)
    assert shown_outline(nested(outline.outline(project, path))) == wanted
    last = Position(text.count("\n"), 0)
    assert all(one.range.start <= one.heading.end <= one.range.end <= last for one in outline.outline(project, path))


def shown_outline(symbols: Sequence[DocumentSymbol]) -> str:
    """Return the names of symbols, with those inside in brackets."""
    inside = ((one.name.replace(" ", "_"), shown_outline(one.children or [])) for one in symbols)
    return " ".join(f"{name}({more})" if more else name for name, more in inside)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (
            'option b|et "Bet 1"',
            {SEAT: PLAN.replace('"bet"', '"b"').replace("{bet", "{b"), "shy": SHY.replace("bet", "b")},
        ),
        ("option ca|ll", {SEAT: PLAN.replace("answer.call", "answer.b")}),
        ("step ans|wer", {SEAT: PLAN.replace("step.answer", "step.b")}),
        ("place ha|nd", {SEAT: PLAN.replace("hand", "b"), "shy": SHY.replace("hand", "b")}),
    ],
)
def test_what_plans_name_is_renamed_there(words: str, wanted: dict[str, str], rules: Path, planned: Project) -> None:
    found = rename_at(planned, rules, pointed(rules, words), "b").edits
    data = rules.parents[1] / "data"
    after = {path: edited_text(planned.text(path), found[path]) for path in found if path.parent == data}
    assert {
        SEAT if path.name == "seat.yaml" else path.stem: text for path, text in after.items() if "kind: seat" in text
    } == wanted


@pytest.mark.slow
def test_what_targets_name_is_renamed_there(rules: Path, planned: Project) -> None:
    path = rules.parents[1] / "data" / "targets.yaml"
    text = 'kind: targets\ntargets: ["bold without bet above shy > 5%", rounds < 9 by bold seats, open part > 5%]\n'
    planned.put(path, text)
    found = rename_at(planned, rules, pointed(rules, 'option b|et "Bet 1"'), "stake").edits
    assert edited_text(text, found[path]) == text.replace("bet", "stake")
    seat = rules.parents[1] / SEAT
    found = rename_at(planned, seat, pointed(seat, "name: bo|ld"), "brave").edits
    assert edited_text(text, found[path]) == text.replace("bold", "brave")


@pytest.mark.parametrize("text", ENDLESS, ids=range(len(ENDLESS)))
@pytest.mark.parametrize("file", [GAME, BETS])
def test_an_endless_line_is_read_once(file: str, text: str, rules: Path, project: Project) -> None:
    path = rules.parents[1] / file
    project.put(path, text)
    assert list(links.links(project, path)) == []
    offers(project, path, Position(0, len(text)))
    assert len(outline.outline(project, path)) <= 1
    assert outline.selections(project, path, Position(0, 0))


def test_selections_are_not_nested_without_end(rules: Path, project: Project) -> None:
    path = rules.parents[1] / BETS
    project.put(path, "".join(" " * depth + f"k{depth}:\n" for depth in range(900)))
    assert len(outline.selections(project, path, Position(800, 801))) == outline.MOST_AROUND


def test_what_is_no_file_has_no_text(rules: Path, project: Project) -> None:
    data = rules.parents[1] / "data"
    (data / "loop.yaml").symlink_to("loop.yaml")
    (data / "out.yaml").symlink_to("/dev/zero")
    os.mkfifo(data / "pipe.yaml")
    names = ("loop.yaml", "out.yaml", "pipe.yaml")
    assert [project.text(data / name) for name in names] == ["", "", ""]
    assert diagnostics.findings(project, rules.parents[1]).keys() == {data / name for name in names}
    assert [path_of((data / name).as_uri()).name for name in names] == ["loop.yaml", "zero", "pipe.yaml"]


def test_a_plan_is_renamed_where_others_go_by_it(rules: Path, planned: Project) -> None:
    path = rules.parents[1] / "data" / "shy.yaml"
    found = rename_at(planned, path, pointed(path, "name: sh|y"), "quiet").edits
    assert {one.name: made for one, made in found.items()} == {
        "shy.yaml": [((( 1, 6), (1, 9)), "quiet")], "seat.yaml": [(((2, 7), (2, 10)), "quiet")],
    }  # fmt: skip


def test_a_citation_says_what_its_source_is(rules: Path, project: Project) -> None:
    found = hover(project, rules, pointed(rules, f'cites common "The {CURSOR}rules"'))
    assert found is not None and "Common knowledge" in found and "ruleset.yaml:8" in found


def test_a_piece_that_a_row_names_is_described_in_scenarios() -> None:
    project = Project(GOA.parents[1])
    path = GOA / "scenarios" / "actions.yaml"
    found = hover(project, path, pointed(path, f"plantations: {{plant{CURSOR}ation-pepper-2-a: {{sacks"))
    assert found is not None and found.startswith("**plantation-pepper-2-a** · thing") and "name: plantation-{" in found


@pytest.mark.parametrize(
    ("old", "new", "title"),
    [
        ('"one"', "one", 'Write one instead of "one".'), ("one", '"one"', 'Write "one" instead of one.'),
        ("one", "two", 'Write "two" instead of "one".'), ("", "two", 'Add "two".'), ("one", "", 'Leave out "one".'),
    ],
)  # fmt: skip
def test_the_title_of_a_fix_shows_what_differs(old: str, new: str, title: str) -> None:
    assert title_of(old, new) == title
