"""The wheel carries the rulesets of the repository, and no other folder that lies beside them."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def included() -> set[str]:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    listed = document["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    return {path.removeprefix("rulesets/") for path in listed if path.startswith("rulesets")}


def test_rulesets_are_listed_one_by_one() -> None:
    assert "rulesets" not in included()
    assert all((ROOT / "rulesets" / name / "ruleset.yaml").is_file() for name in included())


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="this is no clone")
def test_every_ruleset_of_the_repository_is_shipped() -> None:
    command = ["git", "-C", str(ROOT), "ls-files", "--", "rulesets/*/ruleset.yaml"]
    tracked = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert {Path(path).parent.name for path in tracked} == included()
