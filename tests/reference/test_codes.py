"""Each code has a page with four parts, its example produces it, and its remedy, where it is a text, removes it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from code_pages import Block, Page, pages, write
from making import MADE
from tests.tiers import sampled

from rulewright.cli import opening
from rulewright.cli.main import cli
from rulewright.diagnostics import Code, RulesError
from rulewright.engine import Game
from rulewright.reference import explanation_of
from rulewright.workspace import compiled_program

PAGES = pages()
GAMES = 5
HEAD = re.compile(r"(?:^|  )(?:error|warning)  ([a-z0-9-]+)$|\"code\": \"([a-z0-9-]+)\"", re.MULTILINE)


def test_every_code_has_one_page_and_every_page_a_code() -> None:
    assert sorted((page.code, page.file) for page in PAGES) == sorted((code, f"codes-{code.page}.md") for code in Code)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_a_page_says_what_why_and_what_to_do(page: Page) -> None:
    what, *more = page.prose
    assert what and not what.startswith(("Why:", "Remedy:"))
    assert [part.split(":")[0] for part in more if part.startswith(("Why: ", "Remedy: "))] == ["Why", "Remedy"]
    assert page.blocks("bad"), "an example"
    assert page.text.index("Why: ") < page.text.index("```bad") < page.text.index("Remedy: ")
    assert explanation_of(page.code) is not None
    assert all(len(line) <= 80 for line in page.text.split("\n"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    opening.space.cache_clear()
    return tmp_path


@pytest.mark.parametrize("page", sampled(14, (p for p in PAGES if p.code not in MADE)), ids=lambda page: page.code)
def test_the_example_produces_the_code(page: Page, folder: Path) -> None:
    for block in page.blocks("bad"):
        assert page.code in found_by(block, folder)[0]


@pytest.mark.slow
@pytest.mark.parametrize("code", sampled(8, sorted(MADE)))
def test_what_cannot_be_shown_in_a_few_lines_is_made(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (page,) = (page for page in PAGES if page.code == code)
    assert page.blocks("bad")[0].info == "made"
    assert code in MADE[code](folder, monkeypatch)


@pytest.mark.parametrize("page", sampled(14, (p for p in PAGES if p.blocks("good"))), ids=lambda page: page.code)
def test_the_remedy_removes_it(page: Page, folder: Path) -> None:
    for block in page.blocks("good"):
        codes, errors = found_by(block, folder)
        assert page.code not in codes and errors == []


def found_by(block: Block, folder: Path) -> tuple[list[str], list[str]]:
    """Return the codes of all findings of a block, and those of errors: by its commands, by `check`, or in play."""
    name = write(block, folder)
    if block.commands:
        runs = [CliRunner().invoke(cli, [word.replace("\0", " ") for word in words]) for words in block.commands]
        found = [a or b for run in runs for a, b in HEAD.findall(run.output)]
        return found, [*found, *(run.output for run in runs if run.exit_code)]
    findings = checked(name)
    errors = [finding.code for finding in findings if finding.severity == "error"]
    played = [] if errors or not block.info.startswith("do ") else codes_in_play(name)
    return [finding.code for finding in findings] + played, errors + played


def checked(name: str) -> tuple[object, ...]:
    try:
        return opening.all_findings(name)
    except RulesError as problem:
        return problem.findings


def codes_in_play(name: str) -> list[str]:
    """Play random games until one is stopped by a finding."""
    program = compiled_program(name, 3, None, True)
    for seed in range(GAMES):
        game, chance = Game.start(program, seed), random.Random(seed)
        try:
            while not game.over:
                game.choose(chance.choice(game.codes))
        except RulesError as problem:
            return [finding.code for finding in problem.findings]
    return []
