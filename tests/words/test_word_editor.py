"""What an editor does with a word: names of a row are renamed, each word is explained and offered where it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.lsp.renames import Renamer, results
from tests.tiers import sampled
from tests.words.words_made import ROWS, said, write

from rulewright.chance import pick
from rulewright.check.symbols import Symbol
from rulewright.engine import Game
from rulewright.engine.savefile.format import write as keep
from rulewright.lsp.completion import offers
from rulewright.lsp.describing import hover
from rulewright.lsp.positions import Position
from rulewright.lsp.project import Project
from rulewright.playtest.replay import record_game
from rulewright.workspace import Ruleset, load

OWN_FILES = ("row.rules", "roads.yaml")


def with_a_game(word: str, folder: Path) -> Path:
    """Write the ruleset of a row with a golden game beside it."""
    write(word, folder)
    game = Game.start(load(str(folder)).program(3, traced=True), 3)
    kept = record_game(game, lambda at: at.codes[pick(3, len(at.decisions), len(at.codes))])
    (folder / "replays").mkdir()
    keep(folder / "replays" / "3-players.replay", kept)
    return folder


def own_symbols(rules: Ruleset) -> list[Symbol]:
    """Return the names in the files of the row; who wins has none."""
    return [one for one in rules.symbols.all if one.span.file.endswith(OWN_FILES) and one.kind != "winner"]


@pytest.mark.slow
@pytest.mark.parametrize("word", sampled(14, ROWS))
def test_names_beside_a_word_are_renamed(word: str, tmp_path: Path) -> None:
    renamer = Renamer(with_a_game(word, tmp_path / "before" / "words"), tmp_path, 1)
    found = list(results(renamer, own_symbols(renamer.rules)))
    assert [(outcome, one.full_name, why) for outcome, one, why in found if outcome in ("wrong", "refused")] == []
    assert set(said(word, "renames")) <= {one.full_name for _, one, _ in found}


def opened(word: str, folder: Path) -> tuple[Project, Path, list[str]]:
    """Return a project with a row, the file of the row, and its lines."""
    path = write(word, folder / "rulesets" / "words") / "rules" / "row.rules"
    return Project(folder), path, path.read_text("utf-8").split("\n")


def places_of_words(word: str, lines: list[str]) -> dict[str, Position]:
    """Return where each word of the language that a row names stands first."""
    found = {}
    for name in said(word, "names"):
        for number, line in enumerate(lines):
            at = re.search(rf"(?<![\w\"-]){name}(?![\w-])", line)
            if at and not line.startswith("#"):
                found.setdefault(name, Position(number, at.start()))
    return found


def gaps(word: str, folder: Path) -> list[str]:
    """Return the words of the language in a row that are not explained, or not offered, where they stand."""
    project, path, lines = opened(word, folder)
    places = places_of_words(word, lines)
    assert set(places) == set(said(word, "names"))
    found = [f"{name} is not explained" for name, at in places.items() if name not in (hover(project, path, at) or "")]
    for name, at in places.items():
        project.put(path, "\n".join([*lines[: at.line], lines[at.line][: at.character]]))
        if name not in {offer.text for offer in offers(project, path, at)[1]}:
            found.append(f"{name} is not offered")
        project.put(path, None)
    return found


@pytest.mark.parametrize("word", sampled(9, ROWS))
def test_words_are_explained_and_offered_where_they_stand(word: str, tmp_path: Path) -> None:
    assert gaps(word, tmp_path) == []


def test_words_that_are_not_offered_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.lsp.completion.PHRASES", {})
    assert gaps("links", tmp_path) == ["between is not offered", "path is not offered"]


@pytest.mark.parametrize("word", sampled(9, ROWS))
def test_names_beside_a_word_are_explained(word: str, tmp_path: Path) -> None:
    project, path, _ = opened(word, tmp_path)
    for one in (one for one in own_symbols(project.ruleset(path.parents[1])) if one.span.file.endswith(path.name)):
        at = Position(one.span.line - 1, one.span.column - 1)
        assert f"**{one.name}** · " in (hover(project, path, at) or ""), one.full_name
