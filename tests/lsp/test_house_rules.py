"""A house rule as it is written in an editor: what is below is offered by name, with the text or value it has there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from editor import Editor

from rulewright.lsp.changing import offers_of_change
from rulewright.lsp.completion import offers
from rulewright.lsp.offers import CompletionOffer
from rulewright.lsp.positions import Position
from rulewright.lsp.project import Project

CHECKOUT = Path(__file__).parents[2]
MANIFEST = """\
ruleset: goa-house
title: Goa with house rules
extends: goa
sources:
  house: {title: Our own rules, passages: [Ships, Harvest, Cards]}
"""
BEFORE = 'step x (buyer):\n    cites house "Ships"\n    '

# In each line what is written, what must be offered, and what must not be.
BELOW = [
    (BEFORE + "let price be 1\n    ", {"buyer", "price", "player"}, set()),
    ('difference a "A":\n    step y (seller):\n        end x\n    step x (buyer):\n        ', {"buyer"}, {"seller"}),
    ("replace step ", {"fill-three", "advance"}, {"calicut", "bids", "a", "progress"}),
    ('difference quick "Quick":\n    replace step ', {"fill-three", "advance"}, {"calicut", "bids", "a", "progress"}),
    ("replace card ", {"two-ships", "two-spices"}, {"advance", "calicut", "card"}),
    ("replace option ", {"progress", "taxes"}, {"actions", "advance"}),
    ("replace tile ", {"re-supply"}, {"two-ships", "tile"}),
    ("remove ruling ", {"bids", "duty"}, {"advance", "two-ships"}),
    ("remove card ", {"two-ships"}, {"bids", "re-supply"}),
    ("change ", {"ships-built", "colonists"}, {"advance", "calicut"}),
    ("change ships-built ", {"for"}, {"from", "at"}),
    ("change ships-built for ", {"1", "5"}, {"6", "calicut", "ships-built"}),
    ("change ships-built for 4 from ", {"4"}, {"3", "5", "deck"}),
    ("change progress-costs for ships ", {"at"}, {"from", "for"}),
    ("change progress-costs for ships at 1 from ", set(), {"1", "(ginger)"}),
    ("change cards-held for 9 from ", set(), {"0"}),
    (BEFORE, {"take", "ask", "buyer"}, {"calicut", "card", "cards-drawn", "flag", "step", "house"}),
    ("", {"replace", "change", "card", "step"}, {"take", "calicut", "cards-drawn"}),
    (BEFORE + 'ask buyer "So much is {', {"buyer", "ships-built"}, {"bids", "calicut", "advance", "take"}),
    (BEFORE + 'ask buyer "So much is {buyer} for {', {"buyer"}, {"bids"}),
    (BEFORE + 'ask buyer "So much is {buyer} for ', set(), {"buyer", "ships-built"}),
]  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with goa and a ruleset on top of it."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(CHECKOUT / "rulesets" / "goa", root / "rulesets" / "goa", ignore=shutil.ignore_patterns("replays"))
    (root / "rulesets" / "goa-house" / "rules").mkdir(parents=True)
    (root / "rulesets" / "goa-house" / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    return root


def offered(project: Project, path: str, text: str) -> list[CompletionOffer]:
    file = project.root / "rulesets" / path
    project.put(file, text)
    try:
        return offers(project, file, Position(text.count("\n"), len(text.rpartition("\n")[2]))).offers
    finally:
        project.put(file, None)


@pytest.mark.slow
def test_what_can_be_changed_is_offered_and_nothing_else(root: Path) -> None:
    project = Project(root)
    for text, fits, others in BELOW:
        found = {offer.text for offer in offered(project, "goa-house/rules/house.rules", text)}
        assert fits <= found and not others & found, (text, fits - found, others & found)


@pytest.mark.slow
def test_words_that_begin_a_sentence_come_first(root: Path) -> None:
    found = [one.text for one in offered(Project(root), "goa-house/rules/house.rules", f"{BEFORE}ta")]
    assert [one for one in found if one.startswith("ta")][0] == "take"
    assert found.index("take") < found.index("buyer") < found.index("next")


@pytest.mark.slow
def test_what_is_replaced_is_inserted_as_it_stands_below(root: Path) -> None:
    text = 'difference quick "Quick":\n    replace step '
    found = {one.text: one for one in offered(Project(root), "goa-house/rules/house.rules", text)}
    below = (root / "rulesets" / "goa" / "rules").glob("*.rules")
    written = next(text for text in (path.read_text("utf-8") for path in below) if "step fill-three:" in text)
    block = f"fill-three:{written.partition('step fill-three:')[2]}".partition("\n\n")[0]
    assert found["fill-three"].insert == block.rstrip("\n").replace("\n", "\n    ")
    assert found["fill-three"].doc == found["fill-three"].insert.replace("fill-three:", "step fill-three:", 1)


def test_a_ruleset_that_extends_none_has_nothing_to_change(root: Path) -> None:
    assert not offers_of_change(Project(root), root / "rulesets" / "goa", "replace step ")


@pytest.mark.slow
def test_choices_of_scenarios_are_grouped(root: Path) -> None:
    project, text = Project(root), "scenario: A\nplay:\n  - Red: "
    columns = [one.text for one in offered(project, "goa/scenarios/more.yaml", f"{text}progress ")]
    assert columns == [f"progress {one}" for one in ("colonists", "expedition", "harvest", "ships", "taxes")]
    flat = offered(project, "goa/scenarios/more.yaml", text)
    names = [one.text for one in flat]
    assert names.count("progress") == 1 and "progress ships" not in names and "calicut-1" not in names
    assert names.index("progress") < names.index("Red") < names.index("a1")


class Typist:
    """Writes a file in an editor: takes what is offered, and types the rest."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self.editor, self.path, self.text, self.version = editor, path, "", 1
        editor.open(path, "")

    def type(self, text: str) -> Typist:
        """Type what nobody can know: numbers, names and texts that are new."""
        self.text, self.version = self.text + text, self.version + 1
        self.editor.change(self.path, self.text, self.version)
        return self

    def take(self, *labels: str) -> Typist:
        """Take one word after the other from what is offered, with a blank in between."""
        for label in labels:
            line = self.text.count("\n")
            at = self.editor.at(self.path, line, len(self.text.rpartition("\n")[2]))
            items = self.editor.ask("textDocument/completion", at)["items"]
            edit = next((one["textEdit"] for one in items if one["label"] == label), None)
            assert edit is not None, (self.text.rpartition("\n")[2], label, [one["label"] for one in items][:20])
            self.type(edit["newText"] + " ")
        self.text = self.text[:-1]
        return self


@pytest.mark.slow
def test_a_house_rule_is_written_by_taking_what_is_offered(root: Path, editor: Editor) -> None:
    path = root / "rulesets" / "goa-house" / "rules" / "house.rules"
    typist = Typist(editor, path)
    typist.take("change", "ships-built", "for", "4", "from", "4", "to").type(" 6 ")
    typist.take("because", "house").type(' "').take("Ships").type('"\n\n')
    typist.take("remove", "card", "two-ships", "because", "house").type(' "').take("Cards").type('"\n\n')
    typist.take("replace", "step", "fill-three")
    assert "extra-harvest" in typist.text
    typist.text = typist.text.replace("3", "2").replace("three colonies", "two colonies")
    typist.type("\n")
    editor.until(lambda: editor.versions.get(path.as_uri()) == typist.version)
    assert editor.codes(path) == [], editor.found[path.as_uri()]
    changed = editor.command("diff", path)
    assert changed["rows"] == 3, changed["markdown"]
