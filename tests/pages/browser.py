"""Chromium for the tests of pages: where it is, and the packages of npm that drive it.

The packages of `package.json` are found in the folder that RULEWRIGHT_NODE_MODULES names, or in
`tests/pages/node_modules`, where `npm ci --prefix tests/pages` puts them. Where something is missing, tests
are skipped; with RULEWRIGHT_BROWSER=required, which `.ci/browser` is for, they fail.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = Path(os.environ.get("RULEWRIGHT_NODE_MODULES", HERE / "node_modules"))
DRIVING = ("puppeteer-core", "axe-core")
REQUIRED = os.environ.get("RULEWRIGHT_BROWSER") == "required"


def missing(*packages: str) -> str:
    """Return what is not installed of node and some packages, by default Chromium and what it is driven with."""
    wanted = [name for name in ("node", *([] if packages else [chromium()])) if shutil.which(name) is None]
    wanted += [name for name in packages or DRIVING if not (MODULES / name).is_dir()]
    return ", ".join(wanted)


def needs(*packages: str) -> pytest.MarkDecorator:
    """Return the mark of tests that are skipped without node and some packages, by default without a browser."""
    gone = missing(*packages)
    assert not (gone and REQUIRED), f"not installed: {gone}"
    return pytest.mark.skipif(bool(gone), reason=f"not installed: {gone}; see tests/pages/browser.py")


def chromium() -> str:
    """Return the browser's command."""
    return next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), "chromium")


def driving(script: str, *words: str) -> list[str]:
    """Return the command that runs a script beside this file with the browser."""
    return ["node", str(HERE / script), str(MODULES.resolve()), shutil.which(chromium()) or "", *words]


def driven(script: str, *words: str) -> str:
    """Run a script beside this file with the browser, and return what it prints."""
    done = subprocess.run(driving(script, *words), capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout
