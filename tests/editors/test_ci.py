"""The hooks for pre-commit find mistakes, and the shell steps of the GitHub Action do in a clone what they promise."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
GAME = ROOT / "examples" / "connect-four"


def loaded(name: str) -> Any:
    return YAML(typ="safe").load((ROOT / name).read_text("utf-8"))


HOOKS = {hook["id"]: hook for hook in loaded(".pre-commit-hooks.yaml")}
STEPS = {step["name"]: step for step in loaded("action.yml")["runs"]["steps"] if "name" in step}
BETWEEN = re.compile(r"\$\{\{ *(.*?) *\}\}")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with `rulewright`, and with a `gh` that writes down how it is called."""
    folder = tmp_path / "programs"
    folder.mkdir()
    scripts = {
        "rulewright": f'exec "{sys.executable}" -m rulewright.cli "$@"',
        "gh": f'echo "$@" > "{tmp_path}/gh"; for last; do :; done; cp "$last" "{tmp_path}/comment"',
    }
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a repository with one ruleset, which has its branch `main` upstream."""
    upstream = tmp_path / "upstream"
    shutil.copytree(GAME, upstream / "rulesets" / "four")
    git(upstream, "init", "-q", "-b", "main")
    git(upstream, "add", "-A")
    git(upstream, "-c", "user.email=who@example.org", "-c", "user.name=Who", "commit", "-qm", "Four in a row")
    git(tmp_path, "clone", "-q", upstream.as_uri(), "clone")
    return tmp_path / "clone"


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)


# ---- hooks


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("ruleset.yaml", True), ("a/ruleset.yaml", True), ("a/rules/x.rules", True), ("a/data/x.yaml", True),
        ("a/labels/pl.yaml", True), ("a/scenarios/x.yaml", True), ("a/x.rules", False), ("a/x.yaml", False),
        (".github/workflows/ci.yaml", False), ("my-ruleset.yaml", False), ("a/data/x.json", False),
    ],
)  # fmt: skip
def test_hooks_look_at_the_files_of_rulesets_alone(path: str, meant: bool) -> None:
    for hook in HOOKS.values():
        assert bool(re.search(hook["files"], path)) == meant


def hooked(name: str, folder: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    """Run a hook as pre-commit does: its entry with the files that match, from the top of the repository."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    matching = [path for path in files if re.search(HOOKS[name]["files"], path)]
    assert len(matching) > 3
    words = [*shlex.split(HOOKS[name]["entry"]), *matching]
    environment = os.environ | {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_hooks_accept_what_is_right_and_refuse_what_is_not(clone: Path, programs: Path) -> None:
    assert [hooked(name, clone, programs).returncode for name in HOOKS] == [0, 0]
    rules = clone / "rulesets" / "four" / "rules" / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("    score 1", "    scorre  1"), "utf-8")
    done = {name: hooked(name, clone, programs) for name in HOOKS}
    assert [one.returncode for one in done.values()] == [1, 1]
    assert "rulesets/four/rules/game.rules:38" in done["rulewright-check"].stdout


@pytest.mark.slow
def test_the_hook_lays_files_out(clone: Path, programs: Path) -> None:
    rules = clone / "rulesets" / "four" / "rules" / "game.rules"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("score 1", "score  1"), "utf-8")
    hooked("rulewright-fmt", clone, programs)
    assert rules.read_text("utf-8") == text


@pytest.mark.slow
@pytest.mark.parametrize("hook", HOOKS)
def test_pre_commit_runs_them(hook: str, clone: Path, tmp_path: Path) -> None:
    program = shutil.which("pre-commit", path=str(Path(sys.executable).parent))
    if program is None or not (ROOT / ".git").exists():
        pytest.skip('pre-commit is not installed (pip install -e ".[dev]"): installing the hooks was NOT tested')
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    words = [program, "try-repo", str(ROOT), hook, "--ref", head.stdout.strip(), "--all-files"]
    kept = os.environ | {"PRE_COMMIT_HOME": str(tmp_path / "kept")}
    done = subprocess.run(words, cwd=clone, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Passed" in done.stdout, done.stdout + done.stderr


# ---- the Action


def run(step: str, clone: Path, programs: Path, known: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the script of a step as a runner does; `known` are the expressions that occur in its environment."""
    outside = clone.parent / "outside"
    outside.mkdir(exist_ok=True)
    given = {key: BETWEEN.sub(lambda found: known[found[1]], text) for key, text in STEPS[step].get("env", {}).items()}
    environment = os.environ | given | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "RUNNER_TEMP": str(outside),
        "GITHUB_STEP_SUMMARY": str(outside / "summary.md"),
    }  # fmt: skip
    script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[step]["run"]]
    return subprocess.run(script, cwd=clone, env=environment, capture_output=True, text=True, check=False)


def test_no_script_of_the_action_holds_an_expression() -> None:
    """What somebody else chose, the name of a branch for instance, must not become part of a script."""
    scripts = [step["run"] for step in STEPS.values() if "run" in step]
    assert len(scripts) == 6 and not any("${{" in script for script in scripts)


KNOWN = {
    "inputs.rulesets": "rulesets/*", "inputs.base || github.base_ref": "main", "inputs.token": "secret",
    "github.event.pull_request.number": "7",
}  # fmt: skip


@pytest.mark.slow
def test_a_repository_without_rulesets_is_answered(clone: Path, programs: Path) -> None:
    done = run("Find the rulesets", clone, programs, KNOWN | {"inputs.rulesets": "games/* other"})
    assert done.returncode == 1 and "::error::There is no ruleset in games/* other" in done.stdout


@pytest.mark.slow
def test_the_action_from_the_first_step_to_the_comment(clone: Path, programs: Path) -> None:
    """A pull request changes one rule, adds a ruleset, and a scenario fails for it."""
    rules = clone / "rulesets" / "four" / "rules" / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("score 1 points", "score 2 points"), "utf-8")
    shutil.copytree(GAME, clone / "rulesets" / "five")
    (clone / "rulesets" / "notes").mkdir()
    outside = clone.parent / "outside"
    found = run("Find the rulesets", clone, programs, KNOWN)
    assert found.returncode == 0, found.stdout + found.stderr
    assert (outside / "rulesets").read_text("utf-8") == "./rulesets/five\n./rulesets/four\n"
    checked = run("Check", clone, programs, KNOWN)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert '"version": "2.1.0"' in (outside / "rulewright.sarif").read_text("utf-8")
    tested = run("Test", clone, programs, KNOWN)
    assert tested.returncode == 1 and "passed" in tested.stdout and "::group::./rulesets/five" in tested.stdout
    compared = run("Compare with the base branch", clone, programs, KNOWN)
    assert compared.returncode == 0, compared.stdout + compared.stderr
    run("Comment", clone, programs, KNOWN)
    comment = (clone.parent / "comment").read_text("utf-8")
    assert "# ./rulesets/five\n\nThis ruleset is new." in comment
    assert re.search(r"^# Connect four \(.*\) → Connect four \(.*\)\n\n1 difference", comment, re.MULTILINE)
    assert "score.four" not in comment
    assert (outside / "summary.md").read_text("utf-8") == comment
    assert (clone.parent / "gh").read_text("utf-8").startswith("pr comment 7 --edit-last --create-if-none")


@pytest.mark.slow
def test_mistakes_fail_the_check_and_are_in_the_report(clone: Path, programs: Path) -> None:
    rules = clone / "rulesets" / "four" / "rules" / "game.rules"
    rules.write_text(rules.read_text("utf-8").replace("score 1 points", "score 1 pionts"), "utf-8")
    run("Find the rulesets", clone, programs, KNOWN)
    assert run("Check", clone, programs, KNOWN).returncode == 1
    assert '"rulesets/four/rules/game.rules"' in (clone.parent / "outside" / "rulewright.sarif").read_text("utf-8")
    run("Compare with the base branch", clone, programs, KNOWN)
    shown = (clone.parent / "outside" / "diff.md").read_text("utf-8")
    assert shown == "# ./rulesets/four\n\nIt cannot be compared: the rules have mistakes.\n\n"


@pytest.mark.slow
def test_without_a_change_the_comment_says_so(clone: Path, programs: Path) -> None:
    run("Find the rulesets", clone, programs, KNOWN)
    assert run("Compare with the base branch", clone, programs, KNOWN).returncode == 0
    assert (clone.parent / "outside" / "diff.md").read_text("utf-8") == "No rule has changed.\n"
