"""Names are renamed, one by one, with everything that follows: nothing is found, and games go as they went."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from editor import Editor
from tests.lsp.renames import GOA, Renamer, results

from rulewright.check.symbols import Symbol, Symbols
from rulewright.diagnostics import Span
from rulewright.lsp import renaming
from rulewright.lsp.positions import Position, edited_text
from rulewright.lsp.project import Project, Refused

KUHN = GOA.parents[1] / "examples" / "kuhn-poker"
EVERY = int(os.environ.get("RULEWRIGHT_EVERY_NAME", "160"))
"""Of goa's names every n-th is renamed; `.ci/long` renames all."""

LEDUC = KUHN.parent / "leduc-poker"
TWICE = """\
    for each player in players:
        choose opener from players "Who begins?"
        mark opener folded
    for each player in players:
        choose opener from players "Who goes on?"
        mark opener folded
"""
CHANGED = {
    "rules/game.rules": [
        ("piece card / cards:\n", "names suit / suits: hearts, spades\nnames half / halves: first-half, second-half\n\n"
         "piece card / cards:\n    printed suit: suit\n"),
        ("    do hand\n", "    do hand with first-half\n"),
        ('phase hand "The hand":', 'phase hand (half) "The hand, {half}":'),
        ("    let staying be", TWICE + "    let staying be"),
    ],
    "data/cards.yaml": [("rank: ", 'suit: "{suit}", rank: ')],
    "labels/en.yaml": [("labels:\n", 'labels:\n  phase.hand: A hand\n  card.jack-hearts: Knave\n'
                        '  "card.king-hearts": Ruler\n'
                        "  card.king-spades: Digger\n  step.showdown.opener: Who?\n"
                        "  step.showdown.opener-2: And who?\n")],
}  # fmt: skip
"""A small game with suits that name its cards, and a phase that is done with a thing."""
WEIGHTS = """\
kind: weights
time: {phase: hand, first: [first-half], last: [second-half]}
worth: {chips: {early: 2, late: 1}}
"""


@pytest.fixture
def suited(tmp_path: Path) -> Renamer:
    """A game whose cards `each` names, with labels and weights for them."""
    folder = Path(shutil.copytree(LEDUC, tmp_path / "before" / "leduc-poker"))
    for path in (folder / "replays").iterdir():
        path.unlink()
    for name, changes in CHANGED.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8")
    (folder / "data" / "weights.yaml").write_text(WEIGHTS, "utf-8")
    renamer = Renamer(folder, tmp_path, 0)
    assert {str(one.code) for one in renamer.before} == {"never-used"}
    return renamer


def after(renamer: Renamer, name: str, part: str) -> str:
    """Return the text of a file once a name is another one."""
    symbol = renamer.rules.symbols.symbol_named(name)
    assert symbol is not None
    done = renamer.rename(symbol)
    assert renamer.wrong_after(symbol, done) == ""
    path = renamer.folder / part
    return edited_text(path.read_text("utf-8"), done.edits[path])


@pytest.mark.slow
def test_what_a_phase_is_done_with_is_renamed_in_weights(suited: Renamer) -> None:
    text = after(suited, "half.first-half", "data/weights.yaml")
    assert text == WEIGHTS.replace("first-half", "first-half-q")


@pytest.mark.slow
def test_a_name_in_a_text_of_the_rules_is_renamed(suited: Renamer) -> None:
    text = after(suited, "names.half", "rules/game.rules")
    assert 'phase hand (half-q) "The hand, {half-q}":' in text


def test_a_label_means_the_name_that_is_chosen() -> None:
    looked_through = Symbol("name", "step.sell.fruit", Span("a.rules", 2, 1, 2, 6))
    chosen = Symbol("name", "step.sell.fruit", Span("a.rules", 3, 1, 3, 6), chosen=True)
    assert Symbols([looked_through, chosen]).symbol_named("step.sell.fruit") is chosen


@pytest.mark.slow
@pytest.mark.parametrize(("name", "said"), [("piece.card", "Cards are shuffled by their names"), ("names.half", "")])
def test_a_kind_of_thing_that_is_shuffled_is_renamed_with_a_warning(suited: Renamer, name: str, said: str) -> None:
    symbol = suited.rules.symbols.symbol_named(name)
    assert symbol is not None
    assert suited.rename(symbol).remark.partition(":")[0] == said


@pytest.mark.slow
def test_labels_of_all_pieces_that_each_names_are_renamed(suited: Renamer) -> None:
    text = after(suited, "suit.hearts", "labels/en.yaml")
    assert 'card.jack-hearts-q: Knave\n  "card.king-hearts-q": Ruler\n  card.king-spades: Digger\n' in text


@pytest.mark.slow
@pytest.mark.parametrize(("at", "labels"), [(0, ("opener-q", "opener")), (1, ("opener", "opener-q"))])
def test_labels_of_names_that_repeat_are_numbered_anew(suited: Renamer, at: int, labels: tuple[str, str]) -> None:
    chosen = [one for one in suited.symbols if one.full_name == "step.showdown.opener"]
    done = suited.rename(chosen[at])
    assert suited.wrong_after(chosen[at], done) == ""
    path = suited.folder / "labels" / "en.yaml"
    text = edited_text(path.read_text("utf-8"), done.edits[path])
    assert "  step.showdown.{}: Who?\n  step.showdown.{}: And who?\n".format(*labels) in text


def failures(renamer: Renamer, every: int) -> list[str]:
    found = results(renamer, renamer.symbols[::every])
    return [f"{one.full_name}: {why}" for outcome, one, why in found if outcome == "wrong"]


@pytest.mark.slow
@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_every_name_of_a_small_game_can_be_renamed(tmp_path: Path, every: int) -> None:
    assert failures(Renamer(KUHN, tmp_path, 1), every) == []


@pytest.mark.slow
def test_names_of_goa_can_be_renamed(tmp_path: Path) -> None:
    assert failures(Renamer(GOA, tmp_path, 1), EVERY) == []


@pytest.mark.parametrize("part", ["_in_scenarios", "_in_replays"])
def test_a_part_that_is_left_out_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    monkeypatch.setattr(renaming, part, lambda *given: None)
    renamer = Renamer(KUHN, tmp_path, 1)
    hand = [one for one in renamer.symbols if one.full_name == "player.hand"]
    assert [outcome for outcome, _, _ in results(renamer, hand)] == ["wrong"]


@pytest.mark.parametrize(
    ("name", "new", "said"),
    [
        ("step.ante", "step", "is a word of the language"),
        ("step.ante", "Two words", "is no name"),
        ("step.ante", "{seat}", "is no name"),
        ("player.dealer", "other", 'There is a player "other" already'),
        ("step.ante", "betting", 'There is a step "betting" already'),
        ("player.chip", "hand", "would have a mistake"),
        ("game.game", "other", "has a title, and no other name"),
    ],
)
def test_what_cannot_be_renamed_is_refused(tmp_path: Path, name: str, new: str, said: str) -> None:
    renamer = Renamer(KUHN, tmp_path, 0)
    symbol = next(one for one in renamer.symbols if one.full_name == name)
    path = renamer.project.path(renamer.rules, symbol.span.file)
    assert path is not None
    with pytest.raises(Refused, match=said):
        renaming.rename_at(renamer.project, path, renaming.Position(symbol.span.line - 1, symbol.span.column - 1), new)


@pytest.mark.slow
def test_a_name_that_chance_goes_by_is_renamed_with_a_warning(rules: Path, scenarios: Path, editor: Editor) -> None:
    editor.open(rules)
    text = rules.read_text("utf-8").split("\n")
    line = next(number for number, one in enumerate(text) if "place deck" in one)
    at = editor.at(rules, line, text[line].index("deck"))
    changed = editor.ask("textDocument/rename", {**at, "newName": "talon"})["changes"]
    assert {rules.as_uri(), scenarios.as_uri()} < set(changed)
    assert '"shuffle deck" is the name of a stream of chance' in editor.shown[-1]
    assert editor.ask("textDocument/prepareRename", at)["start"]["line"] == line
    line = next(number for number, one in enumerate(text) if "step ante" in one)
    shown = len(editor.shown)
    editor.ask("textDocument/rename", {**editor.at(rules, line, 6), "newName": "stake-first"})
    assert len(editor.shown) == shown


@pytest.mark.slow
def test_uses_in_scenarios_lead_to_the_rules(rules: Path, scenarios: Path, editor: Editor) -> None:
    text = scenarios.read_text("utf-8").split("\n")
    for word, declared in (("{chips", "amount chip"), ("deck:", "place deck"), ("step.ante", "step ante")):
        line = next(number for number, one in enumerate(text) if word in one)
        found = editor.ask("textDocument/definition", editor.at(scenarios, line, text[line].index(word) + 1))
        target = rules.read_text("utf-8").split("\n")[found["range"]["start"]["line"]]
        assert declared in target, word
    hover = editor.ask("textDocument/hover", editor.at(scenarios, line, text[line].index("step.ante") + 1))
    assert "**ante** · step" in hover["contents"]["value"]


@pytest.mark.slow
def test_what_a_ruleset_above_replaces_or_lists_is_renamed_there(root: Path, rules: Path, house: Path) -> None:
    house.write_text(f"{house.read_text('utf-8')}\nremove card queen\n", "utf-8")
    data = house.parents[1] / "data" / "more.yaml"
    data.parent.mkdir()
    row = "rows:\n  - {name: ace, rule: king, facts: {rank: 3}, source: 'house \"Stakes\"'}\n"
    data.write_text(f"kind: inventory\npieces: card\n{row}", "utf-8")
    project = Project(root)
    for path, words, files in [
        (rules, "step ante", {rules, house}), (house, "step ante", {rules, house}),
        (rules, "piece card", {rules, house, data, rules.parents[1] / "data" / "cards.yaml"}),
        (rules.parents[1] / "data" / "cards.yaml", "rule: queen", {rules.parents[1] / "data" / "cards.yaml", house}),
    ]:  # fmt: skip
        before = path.read_text("utf-8").partition(words)[0] + words
        place = Position(before.count("\n"), len(before.rpartition("\n")[2]) - 1)
        edits = renaming.rename_at(project, path, place, "quite-another").edits
        assert {path for path in edits if path.suffix == ".rules" or path.parent.name == "data"} == files, words
