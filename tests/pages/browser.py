"""Chromium for the tests of pages: where it is, and the packages of npm that drive it.

They are found in the folder that RULEWRIGHT_NODE_MODULES names, or in `tests/pages/node_modules`, where
`npm install --prefix tests/pages puppeteer-core axe-core` puts them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
MODULES = Path(os.environ.get("RULEWRIGHT_NODE_MODULES", HERE / "node_modules"))
NEEDED = ("puppeteer-core", "axe-core")


def missing() -> str:
    """Return what is not installed; nothing if a browser can be used."""
    wanted = [name for name in ("node", chromium()) if shutil.which(name) is None]
    wanted += [name for name in NEEDED if not (MODULES / name).is_dir()]
    return ", ".join(wanted)


def chromium() -> str:
    """Return the browser's command."""
    return next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), "chromium")


def driven(script: str, *words: str) -> str:
    """Run a script beside this file with the browser, and return what it prints."""
    browser = shutil.which(chromium()) or ""
    command = ["node", str(HERE / script), str(MODULES.resolve()), browser, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
