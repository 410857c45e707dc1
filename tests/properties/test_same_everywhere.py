"""Hash seeds, processes and versions of Python make no difference to anything that comes out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from random_games import CHECKOUT
from test_fresh_process import environment

PYTHONS = os.environ.get("RULEWRIGHT_PYTHONS", "").split() or [
    path for minor in (11, 12, 13, 14) if (path := shutil.which(f"python3.{minor}"))
]
"""Other Pythons to compare with: those on the path that have the libraries, or as RULEWRIGHT_PYTHONS says."""

NEEDED = "import sys, click, jsonschema, lark, rich, ruamel.yaml; print(sys.version_info[1])"


@cache
def everything(python: str, hash_seed: str, jobs: int) -> dict[str, str]:
    """Return the fingerprints that a process prints."""
    command = [python, str(Path(__file__).parent / "everything.py"), str(jobs)]
    done = subprocess.run(command, env=environment(hash_seed), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def other_pythons() -> list[str]:
    """Return Pythons of other versions than this one in which Rulewright can run."""
    found = []
    for python in PYTHONS:
        done = subprocess.run([python, "-c", NEEDED], capture_output=True, text=True, check=False, cwd=CHECKOUT)
        if done.returncode == 0 and int(done.stdout) != sys.version_info[1]:
            found.append(python)
    return found


@pytest.mark.slow
def test_hash_seeds_and_processes_make_no_difference() -> None:
    first = everything(sys.executable, "1", 1)
    assert len(first) > 20 and len(set(first.values())) > 20
    assert everything(sys.executable, "98765", 2) == first


@pytest.mark.slow
def test_versions_of_python_make_no_difference() -> None:
    others = other_pythons()
    if not others:
        pytest.skip("no other Python with the libraries is here; name some in RULEWRIGHT_PYTHONS")
    for python in others:
        assert everything(python, "1", 1) == everything(sys.executable, "1", 1), python
