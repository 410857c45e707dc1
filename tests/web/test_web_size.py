"""How much a browser loads before the first decision; `python -m tests.web.test_web_size` prints it file by file."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from tests.web.serving import Page, Served

MOST = 300_000
IMPORTED = re.compile(r'(?:src|href)="((?!data:)[^"#]+\.(?:css|js))"|^import .* from "([^"]+)"', re.MULTILINE)


def loaded(link: str) -> dict[str, int]:
    """Return the compressed sizes of everything that a page loads, and of the first view, by address."""
    found: dict[str, int] = {}
    waiting = [link]
    while waiting:
        address = waiting.pop()
        with urlopen(address) as answer:
            content = answer.read()
        found[address] = len(gzip.compress(content))
        names = [one or other for one, other in IMPORTED.findall(content.decode())]
        waiting += [each for name in names if (each := urljoin(address, name)) not in {*found, *waiting}]
    with Page(link) as page:
        found["the first view"] = len(gzip.compress(page.got[0].encode()))
    return found


@pytest.mark.slow
def test_the_first_page_is_small_with_all_that_it_loads(tmp_path: Path) -> None:
    with Served("goa", store=tmp_path / "t.sqlite") as served:
        found = loaded(served.links[1])
    assert {Path(name).name for name in found} >= {
        "page.css",
        "picture.css",
        "page.js",
        "idiomorph.js",
        "the first view",
    }
    assert sum(found.values()) <= MOST, found


if __name__ == "__main__":
    with TemporaryDirectory() as folder, Served("goa", store=Path(folder) / "t.sqlite") as goa:
        for name, size in (sizes := loaded(goa.links[1])).items():
            print(f"{size:8,} {name}")
        print(f"{sum(sizes.values()):8,} bytes compressed")
