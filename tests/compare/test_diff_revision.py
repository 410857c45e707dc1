"""A ruleset as it was at a commit, compared with what it is now."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from shop import write

from rulewright.cli import opening
from rulewright.cli.main import cli

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(folder: Path, *words: str) -> None:
    author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *author, *words], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of rulesets in which a number was changed after the first commit."""
    write(tmp_path / "rulesets")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "First")
    figures = tmp_path / "rulesets" / "shop" / "data" / "figures.yaml"
    figures.write_text(figures.read_text("utf-8").replace("value: 1", "value: 4"), "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def diff(*names: str) -> Result:
    opening.space.cache_clear()
    return CliRunner().invoke(cli, ["diff", *names])


def test_what_is_not_committed_yet_is_a_difference(repository: Path) -> None:
    done = diff("shop@HEAD", "shop")
    assert done.exit_code == 1, done.output
    assert done.stdout.startswith("The shop (shop@HEAD)  ->  The shop (shop)\n1 difference: 1 number.")
    assert "1 -> 4" in done.stdout


@pytest.mark.slow
def test_what_a_ruleset_extends_is_of_the_same_commit(repository: Path) -> None:
    done = diff("shop@HEAD", "new-shop@HEAD")
    assert "1 -> 2" in done.stdout, "the base of that commit pays 1"
    assert diff("new-shop@HEAD", "new-shop@HEAD").exit_code == 0


def test_a_heading_says_as_much_of_two_folders_as_tells_them_apart(repository: Path) -> None:
    shutil.copytree(repository / "rulesets", repository / "before" / "rulesets")
    done = diff(str(repository / "before" / "rulesets" / "shop"), "./rulesets/shop")
    assert done.stdout.startswith("The shop (before/rulesets/shop)  ->  The shop (rulesets/shop)\n"), done.output
    done = diff(str(repository / "before" / "rulesets" / "shop"), str(repository / "rulesets" / "shop"))
    assert f"({repository.name}/rulesets/shop)\n" in done.stdout


def test_the_folder_is_gone_afterwards(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    assert diff("shop@HEAD", "shop").exit_code == 1
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("shop@nonsense", "git refuses: fatal: Needed a single revision"),
        ("shpo@HEAD", 'there is no ruleset "shpo"'),
        ("shop@--help", "git refuses: "),
    ],
)
def test_what_is_not_there_is_answered_with_a_message(repository: Path, name: str, said: str) -> None:
    done = diff(name, "shop")
    assert done.exit_code in (1, 2)
    assert f"{name}  error  unknown-ruleset" in done.stderr and said in done.stderr


def test_a_ruleset_that_was_not_there_yet(repository: Path) -> None:
    write(repository / "later")
    shutil.move(repository / "later" / "shop", repository / "rulesets" / "late-shop")
    text = (repository / "rulesets" / "late-shop" / "ruleset.yaml").read_text("utf-8")
    (repository / "rulesets" / "late-shop" / "ruleset.yaml").write_text(text.replace("shop", "late-shop", 1), "utf-8")
    assert "late-shop was not there at " in diff("late-shop@HEAD", "late-shop").stderr
