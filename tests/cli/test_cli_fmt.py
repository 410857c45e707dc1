"""`rulewright fmt`: what it writes, what it leaves alone, what it says."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.commands import fmt
from rulewright.cli.main import cli
from rulewright.diagnostics import Findings
from rulewright.source import yaml_layout
from rulewright.syntax import formatting
from rulewright.workspace import formatting as laying_out

ROOT = Path(__file__).parents[2]
UGLY = "step  play:\n    take 1 coin# all of it\n"
NEAT = "step play:\n    take 1 coin  # all of it\n"
MANIFEST = """\
ruleset: tiny
title: "Tiny"
players: {from: 2, to: 2, names: [Ann, Ben]}
sources:
  book: {title: "The book", passages: ["One"]}
"""
FILES = {
    "ruleset.yaml": MANIFEST,
    "rules/a.rules": NEAT,
    "rules/b.rules": UGLY,
    "data/c.yaml": "kind:   figures\nfigures:\n  x: {value: 1, source: 'book One'}\n",
    "scenarios/d.yaml": "scenarios:\n- scenario: One\n  play: [Ann: pass]\n",
}


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "tiny"
    for name, text in FILES.items():
        put(folder / name, text.encode())
    return folder


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def held(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["fmt", *words])


def test_it_lays_out_a_ruleset_and_says_which_files_changed(tiny: Path) -> None:
    done = run("./tiny")
    assert done.exit_code == 0
    assert done.output.split("\n") == [
        f"laid out  {os.path.join('tiny', 'rules', 'b.rules')}",
        f"laid out  {os.path.join('tiny', 'data', 'c.yaml')}",
        f"laid out  {os.path.join('tiny', 'scenarios', 'd.yaml')}",
        "3 files laid out, 2 files need no change.",
        "",
    ]
    after = held(tiny)
    assert after.keys() == FILES.keys(), "nothing is left beside the files"
    assert after["rules/b.rules"] == NEAT.encode()
    assert after["data/c.yaml"] == FILES["data/c.yaml"].replace("   ", " ").encode()
    assert after["scenarios/d.yaml"] == b"scenarios:\n  - scenario: One\n    play: [{Ann: pass}]\n"
    assert run("./tiny").output == "5 files need no change.\n"
    assert held(tiny) == after


def test_check_changes_nothing_and_lists_what_would(tiny: Path) -> None:
    before = held(tiny)
    done = run("./tiny", "--check")
    assert done.exit_code == 1
    assert done.output.count("would change  ") == 3
    assert done.output.endswith("\n3 files would change, 2 files need no change.\n")
    assert held(tiny) == before
    run("./tiny")
    done = run("./tiny", "--check")
    assert (done.exit_code, done.output) == (0, "5 files need no change.\n")


def test_diff_is_a_patch(tiny: Path) -> None:
    put(tiny / "rules" / "c.rules", b"\xef\xbb\xbffigure x: 0 to 9\r\nfigure  y: 0 to 9")
    before = held(tiny)
    done = run("./tiny", "--diff")
    assert done.exit_code == 1
    assert held(tiny) == before
    assert done.stderr == "4 files would change, 2 files need no change.\n"
    assert done.stdout.startswith("--- tiny/rules/b.rules\n+++ tiny/rules/b.rules\n@@ -1,2 +1,2 @@\n-step  play:\n")
    assert "-figure  y: 0 to 9\n\\ No newline at end of file\n+figure x: 0 to 9\n" in done.stdout
    if subprocess.run(["git", "--version"], capture_output=True).returncode == 0:
        put(tiny / "patch", done.stdout_bytes)
        subprocess.run(["git", "apply", "-p0", "--unsafe-paths", "tiny/patch"], check=True)
        (tiny / "patch").unlink()
        assert run("./tiny", "--diff").output == "6 files need no change.\n"


def test_single_files_and_folders_of_rulesets(tiny: Path) -> None:
    assert run("tiny/rules/b.rules", "tiny/./rules/b.rules").output.endswith("1 file laid out.\n")
    assert run(str(tiny / "data" / "c.yaml"), "--check").exit_code == 1
    assert run(".", "--check").output.endswith("\n2 files would change, 3 files need no change.\n")
    assert run(".", "tiny/ruleset.yaml", "--check").output.endswith("\n2 files would change, 3 files need no change.\n")


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("./tiny", "--all"),
        ("other.yaml",),
        ("nothing",),
        ("./nothing",),
        ("nothing.rules",),
        ("tiny/data/no.yaml",),
    ],
)
def test_what_cannot_be_laid_out_is_said(words: tuple[str, ...], tmp_path: Path) -> None:
    put(tmp_path / "other.yaml", b"a:   1\n")
    done = run(*words)
    assert done.exit_code == 2
    assert "\n\n\n" not in done.output
    assert done.output.strip()


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("rules/b.rules", b"step  play:\n\ttake 1 coin\n", "tab"),
        ("rules/b.rules", b"step  play\n    take 1 coin\n", "colon-missing"),
        ("rules/b.rules", b"step  play:\n    tell \"\xff\"\n", "not-utf-8"),
        ("rules/b.rules", b"step  play:\n    tell \"\x07\"\n", "strange-character"),
        ("data/c.yaml", b"kind:   figures\nfigures: [\n", "bracket-missing"),
        ("data/c.yaml", b"kind:   figures\nfigure: {}\n", "unknown-key"),
        ("data/c.yaml", b"kind:   figures\n\tfigures: {}\n", "tab"),
        ("data/c.yaml", b"", "empty-file"),
    ],
)  # fmt: skip
def test_a_file_with_mistakes_stays_and_the_others_do_not(tiny: Path, name: str, data: bytes, code: str) -> None:
    put(tiny / name, data)
    done = run("./tiny")
    assert done.exit_code == 1
    assert code in done.output.split("\n")[0]
    assert done.output.endswith("\n2 files laid out, 2 files need no change, 1 file left as it is.\n")
    assert (tiny / name).read_bytes() == data


def test_mistakes_are_shown_as_check_shows_them(tiny: Path) -> None:
    put(tiny / "rules" / "b.rules", b"step play\n    take 1 coin\n")
    checked = CliRunner().invoke(cli, ["check", "./tiny"]).output
    assert "".join(run("./tiny", "--check").output.partition("colon-missing")[:2]) in checked
    assert run("./tiny", "--diff").stderr.startswith("tiny/rules/b.rules:1:10  error  colon-missing\n")


@pytest.mark.parametrize("data", [UGLY.replace("\n", "\r\n"), "\ufeff" + NEAT, NEAT.rstrip("\n"), NEAT + "\n\n"])
def test_how_lines_end_is_part_of_the_layout(tiny: Path, data: str) -> None:
    path = put(tiny / "rules" / "b.rules", data.encode())
    assert run(str(path), "--check").exit_code == 1
    assert run(str(path)).exit_code == 0
    assert path.read_bytes() == NEAT.encode()


def test_a_file_that_cannot_be_written_stays_and_the_others_do_not(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(draft: str, place: str) -> None:
        if place.endswith("b.rules"):
            raise PermissionError(13, "Permission denied", place)
        os.rename(draft, place)

    monkeypatch.setattr(os, "replace", replace)
    done = run("./tiny")
    assert done.exit_code == 2
    assert "tiny/rules/b.rules:1:1  error  unwritable-file" in done.output
    assert "this file cannot be written: Permission denied" in done.output
    assert done.output.endswith("\n2 files laid out, 2 files need no change, 1 file left as it is.\n")
    assert held(tiny)["rules/b.rules"] == UGLY.encode()
    assert held(tiny).keys() == FILES.keys()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions mean nothing to this user")
def test_a_file_that_may_not_be_written_is_not(tiny: Path) -> None:
    path = tiny / "rules" / "b.rules"
    path.chmod(0o444)
    assert run("./tiny").exit_code == 2
    assert path.read_bytes() == UGLY.encode()


@pytest.mark.skipif(os.name == "nt", reason="there are no such permissions and links")
def test_permissions_and_links_stay(tiny: Path) -> None:
    path, link = tiny / "rules" / "b.rules", tiny / "rules" / "link.rules"
    path.chmod(0o640)
    link.symlink_to("b.rules")
    assert run(str(link)).exit_code == 0
    assert link.is_symlink()
    assert path.read_bytes() == NEAT.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_layout_that_would_change_what_is_said_is_not_written(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting, "lay_out", lambda text: "step pay:\n    take 1 coin  # all of it\n")
    monkeypatch.setattr(yaml_layout, "lay_out", lambda text, tree: "kind: inventory\n")
    before = held(tiny)
    done = run("./tiny")
    assert done.exit_code == 1
    assert done.output.count("error  left-unformatted") == 5
    assert done.output.endswith("\n5 files left as they are.\n")
    assert held(tiny) == before


def test_what_is_laid_out_is_not_looked_at_again(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("./tiny")
    assert run("./tiny").exit_code == 0

    def refuse(*_: object) -> None:
        raise AssertionError("laid out once more")

    monkeypatch.setattr(laying_out, "_format_text", refuse)
    assert run("./tiny", "--check").output == "5 files need no change.\n"
    put(tiny / "rules" / "a.rules", UGLY.encode())
    assert isinstance(run("./tiny", "--check").exception, SystemExit)


@pytest.mark.parametrize("words", [pytest.param(("mine", "--on", "goa"), marks=pytest.mark.slow), ("mine",)])
def test_a_ruleset_that_new_made_is_laid_out(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(cli, ["new", *words]).exit_code == 0
    done = run("mine", "--check")
    assert (done.exit_code, done.output) == (0, f"{done.output.split(' ')[0]} files need no change.\n")


def rulesets_of_tests() -> list[str]:
    return [str(path.parent) for path in sorted((ROOT / "tests").rglob("ruleset.yaml"))]


TARGETS = [pytest.param(str(ROOT / "rulesets"), marks=pytest.mark.slow), str(ROOT / "examples"), *rulesets_of_tests()]


@pytest.mark.parametrize(
    "target",
    TARGETS,
    ids=lambda target: os.path.relpath(target, ROOT),
)
def test_what_is_shipped_is_laid_out(target: str) -> None:
    findings = Findings()
    files = list(fmt.files_meant([target], findings))
    assert files
    for file, role in files:
        done = laying_out.format_file(file, role, findings)
        assert done is not None
        assert done.new is not None or "/tests/" in target, file.shown
        assert not done.changes, f"rulewright fmt {file.shown}"
