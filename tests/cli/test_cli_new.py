"""`rulewright new`: what it writes is in order for every ruleset, and it never writes over anything."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.tiers import slow_unless

import rulewright
from rulewright.cli import opening
from rulewright.cli.commands import new
from rulewright.cli.main import cli
from rulewright.diagnostics import Diagnostic, Span

CHECKOUT = Path(__file__).parents[2]
FOLDERS = [*(CHECKOUT / "examples").iterdir(), *(CHECKOUT / "tests" / "probes").iterdir()]
BASES = sorted(folder for folder in FOLDERS if (folder / "ruleset.yaml").is_file())
QUICK = {"kuhn-poker", "pearl-divers", "sealed-bid"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, list(words))


def said(findings: tuple[Diagnostic, ...]) -> set[tuple[str, Span]]:
    """What is found, and where."""
    return {(finding.code, finding.span) for finding in findings}


def is_in_order(name: str, base: str | None = None) -> None:
    """Nothing is found that is not found in the base, the scenarios pass, all is explained and in shape."""
    assert said(opening.all_findings(name)) == (said(opening.all_findings(base)) if base else set())
    tested = run("test", name)
    assert re.match(r"[1-9]\d* scenarios? passed\.", tested.output), tested.output
    assert run("sources", name, "--missing").exit_code == 0
    assert run("fmt", "--check", name).exit_code == 0


def examples(rules: str) -> list[str]:
    """What stands in comments under each heading, without the signs of a comment."""
    parts = re.split(r"^## .*\n", rules, flags=re.MULTILINE)[1:]
    return [
        "".join(line.removeprefix("# ") for line in part.splitlines(True) if line.startswith("# ")) for part in parts
    ]


def found_with(name: str, rules: str) -> tuple[Diagnostic, ...]:
    """Check a ruleset with other rules in its rule file."""
    Path("rulesets", name, "rules", "house.rules").write_text(rules, encoding="utf-8")
    opening.space.cache_clear()
    return opening.all_findings(name)


@pytest.mark.slow
def test_house_rules_on_a_shipped_game() -> None:
    done = run("new", "my-goa", "--on", "goa")
    assert done.exit_code == 0
    assert (
        done.output.replace("\\", "/")
        == """\
Written into rulesets/my-goa:
  ruleset.yaml          what it is called and what it stands on
  rules/house.rules     the rules
  scenarios/house.yaml  what must come of the rules

It makes one small change, so that there is something to see:
  change first-colonists from 2 to 3 because house "House rule"

Next:  rulewright try my-goa
"""
    )
    is_in_order("my-goa")
    rules = Path("rulesets/my-goa/rules/house.rules").read_text("utf-8")
    assert len(examples(rules)) == 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "base",
    slow_unless(lambda base: base.name in QUICK, BASES),
    ids=lambda base: base.name,
)
def test_house_rules_on_any_game(base: Path) -> None:
    shutil.copytree(base, Path("rulesets", base.name))
    assert run("new", "mine", "--on", base.name).exit_code == 0
    is_in_order("mine", base.name)
    rules = Path("rulesets/mine/rules/house.rules").read_text("utf-8")
    assert examples(rules)
    for example in examples(rules):
        assert said(found_with("mine", rules + "\n" + example)) <= said(opening.all_findings(base.name)), example


@pytest.mark.slow
def test_the_change_shows_in_its_scenario() -> None:
    assert run("new", "mine", "--on", "goa").exit_code == 0
    rules = Path("rulesets/mine/rules/house.rules").read_text("utf-8")
    assert found_with("mine", re.sub("^change .*", "", rules, flags=re.MULTILINE)) == ()
    done = run("test", "mine")
    assert done.exit_code == 1 and "expected 3, got 2" in done.output


def test_a_tiny_game_of_its_own() -> None:
    done = run("new", "my-game")
    assert done.exit_code == 0 and done.output.endswith("\nNext:  rulewright try my-game\n")
    is_in_order("my-game")
    assert "20 games with 4 players" in run("simulate", "my-game", "--games", "20", "--jobs", "1").output
    assert "My game: no errors." in run("check", "my-game").output


@pytest.mark.slow
def test_house_rules_on_house_rules() -> None:
    assert run("new", "my-game").exit_code == 0
    for name, base in (("one", "my-game"), ("two", "one"), ("three", "two")):
        assert run("new", name, "--on", base).exit_code == 0
        is_in_order(name)


def test_in_a_folder_that_is_named() -> None:
    assert run("new", "./games/base").exit_code == 0
    done = run("new", "./games/mine", "--on", "./games/base")
    assert done.exit_code == 0 and "rulewright try ./games/mine" in done.output
    is_in_order("./games/mine")
    assert not Path("rulesets").exists()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("My Goa", "--on", "goa"), '"My Goa" is no name for a ruleset'),
        (("My Goa",), "Like this: my-goa"),
        (("./games/My_Goa",), "Like this: my-goa"),
        (("",), "is no name for a ruleset"),
        (("7",), "is no name for a ruleset"),
        (("..",), "is no name for a ruleset"),
        (("x" * 3000,), "cannot be written"),
        (("goa", "--on", "goa"), "is there already. Nothing was written."),
        (("goa",), "is there already. Nothing was written."),
        (("./goa", "--on", "goa"), "the name goa does not lead to"),
        (("mine", "--on", "gao"), 'Did you mean "goa"?'),
        (("mine", "--on", "./nowhere"), 'there is no folder "./nowhere"'),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], answer: str, folder: Path) -> None:
    done = run("new", *words)
    assert done.exit_code == 2, done.output
    assert answer in " ".join(done.output.split())
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_nothing_is_written_over(folder: Path) -> None:
    for name, words in (("rulesets/mine", ("mine",)), ("there", ("./there",))):
        (folder / name).mkdir(parents=True)
        (folder / name / "notes.txt").write_text("mine")
        done = run("new", *words, "--on", "goa")
        assert done.exit_code == 2
        assert [path.name for path in (folder / name).iterdir()] == ["notes.txt"]


def test_a_base_that_lies_elsewhere_is_refused(folder: Path) -> None:
    assert run("new", "./one/base").exit_code == 0
    done = run("new", "./two/mine", "--on", "./one/base")
    assert done.exit_code == 2 and "Put the new ruleset beside it" in " ".join(done.output.split())
    assert not (folder / "two").exists()


def test_a_base_with_mistakes_is_told(folder: Path) -> None:
    assert run("new", "base").exit_code == 0
    rules = folder / "rulesets" / "base" / "rules" / "game.rules"
    rules.write_text(rules.read_text().replace("do turn", "do tunr"))
    done = run("new", "mine", "--on", "base")
    assert done.exit_code == 1 and 'Did you mean "turn"?' in done.output
    rules.write_text(rules.read_text().replace("until pile is 0:", "until pile is"))
    unread = run("new", "mine", "--on", "base")
    assert unread.output == run("check", "base").output
    assert unread.exit_code == 1 and "sentence-unfinished" in unread.output
    assert not (folder / "rulesets" / "mine").exists()


def test_where_nothing_can_be_written(folder: Path) -> None:
    (folder / "rulesets").write_text("a file")
    done = run("new", "mine")
    assert done.exit_code == 2
    assert "cannot be written" in done.output and "rulewright new PATH/mine" in " ".join(done.output.split())


def test_half_a_ruleset_is_taken_away_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, written = new.write_text, []

    def write(path: Path, text: str) -> None:
        if "scenarios" in path.parts:
            raise PermissionError(13, "Permission denied")
        written.append(path)
        whole(path, text)

    monkeypatch.setattr(new, "write_text", write)
    done = run("new", "mine")
    assert done.exit_code == 2 and "Permission denied" in done.output
    assert written and not (folder / "rulesets" / "mine").exists()


def test_the_templates_come_with_the_package() -> None:
    """The wheel has everything below the package."""
    assert new.TEMPLATES.is_relative_to(Path(rulewright.__file__).parent)
    for kind in ("house", "game"):
        assert (new.TEMPLATES / kind / "ruleset.yaml").is_file()
