"""The extension for VS Code: its lockfile and manifest are in order; it is built and tested where node is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import rulewright
from rulewright.source.files import PARTS
from rulewright.source.folders import schemas

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
MANIFEST = json.loads((EXTENSION / "package.json").read_text("utf-8"))
BUILT = ("dist", "node_modules", "schemas")


def test_the_lockfile_names_no_registry() -> None:
    packages = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))["packages"]
    assert len(packages) > 50
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert packages[""]["devDependencies"] == MANIFEST["devDependencies"]


def test_extensions_have_the_version_of_the_package() -> None:
    zed = [(EXTENSION.parent / "zed" / name).read_text("utf-8") for name in ("extension.toml", "Cargo.toml")]
    locked = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    versions = [MANIFEST["version"], locked["version"], locked["packages"][""]["version"]]
    versions += [re.findall(r'(?m)^version = "([^"]+)"', text)[0] for text in zed]
    assert set(versions) == {rulewright.__version__}


def test_what_the_manifest_names_is_there() -> None:
    """Schemas are copied while the extension is built; one is made for a file with one scenario or several."""
    named = re.findall(r'"\./([^"]+)"', json.dumps(MANIFEST["contributes"]))
    of_schemas = {name.removeprefix("schemas/") for name in named if name.startswith("schemas/")}
    assert of_schemas - {path.name for path in schemas().iterdir()} == {"scenario-file.schema.json"}
    assert all((EXTENSION / name).exists() for name in named if not name.startswith("schemas/"))


def test_every_folder_with_yaml_files_has_a_schema() -> None:
    patterns = json.dumps(MANIFEST["contributes"]["yamlValidation"])
    assert all(f"/{part}/" in patterns for part, suffix in PARTS.items() if suffix == ".yaml")


def test_every_command_is_registered() -> None:
    text = (EXTENSION / "src" / "extension.ts").read_text("utf-8")
    listed = {one["command"] for one in MANIFEST["contributes"]["commands"]}
    assert listed == set(re.findall(r'ommand\("(rulewright\.\w+)"', text)) - {"rulewright.command"}


@pytest.mark.slow
def test_it_is_built_and_its_tests_pass(tmp_path: Path) -> None:
    """In a copy: the libraries, the types, the tests against this server, and the package."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed: the extension for VS Code was NOT tested")
    program = tmp_path / "bin" / "rulewright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright.cli "$@"\n', "utf-8")
    program.chmod(0o755)
    for name in ("schemas", "examples/connect-four"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "LICENSE", tmp_path)
    copy = tmp_path / "editors" / "vscode"
    shutil.copytree(EXTENSION, copy, ignore=shutil.ignore_patterns(*BUILT))
    for words in (["ci"], ["test"], ["run", "package"]):
        environment = os.environ | {"RULEWRIGHT_PROGRAM": str(program)}
        done = subprocess.run(
            [npm, *words], cwd=copy, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, f"npm {' '.join(words)}\n{done.stdout[-6000:]}{done.stderr[-3000:]}"
        if words == ["test"]:
            assert "# skipped 0" in done.stdout and "# fail 0" in done.stdout
    with zipfile.ZipFile(copy / "rulewright.vsix") as package:
        names = set(package.namelist())
    assert {"extension/dist/extension.js", "extension/schemas/scenario-file.schema.json"} <= names
    assert not [name for name in names if "node_modules" in name or name.endswith(".ts")]
