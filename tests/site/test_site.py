"""The documentation site: links, what is loaded, sizes, headings, and a search that finds what `explain` finds."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import cli
from rulewright.reference import pages_by_topic
from rulewright.report.site.markdown import render_markdown
from rulewright.report.site.model import heading_anchor, relative_address
from rulewright.report.site.reference import FOR_DESIGNERS, glossary_page, word_address

HERE = Path(__file__).parent
MOST_BYTES = 1_000_000
LOADED = {"img", "link", "script", "iframe", "object", "embed", "source"}


class Read(HTMLParser):
    """What a page has: anchors, links, what it loads, headings, landmarks, elements without a name."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: Counter[str] = Counter()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.tags: list[str] = []
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.anchors.update([given["id"] or ""] if "id" in given else [])
        self.language = given.get("lang") or self.language
        if tag == "a":
            self.links.append(given.get("href") or "")
        elif tag in LOADED:
            self.loaded += [value for key in ("src", "href", "data") if (value := given.get(key))]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("docs") / "out"
    done = CliRunner().invoke(cli, ["docs", "--out", str(folder)])
    assert done.exit_code == 0, done.output
    assert f"Open {folder / 'index.html'} in a browser." in done.output
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Read]:
    found = sorted(site.rglob("*.html"))
    return {path.relative_to(site).as_posix(): Read(path.read_text("utf-8")) for path in found}


def lost(pages: dict[str, Read]) -> list[tuple[str, str]]:
    """Return the links of pages that lead nowhere within the site."""
    found = []
    for path, page in pages.items():
        for link in page.links:
            named, _, anchor = link.partition("#")
            target = relative_address(f"{Path(path).parent.as_posix()}/{named}", "index.html") if named else path
            if "://" not in link and (target not in pages or (anchor and anchor not in pages[target].anchors)):
                found.append((path, link))
    return found


@pytest.mark.slow
def test_every_link_leads_somewhere(pages: dict[str, Read]) -> None:
    assert len(pages) > 70 and sum(len(page.links) for page in pages.values()) > 5000
    assert lost(pages) == []


def test_a_link_that_leads_nowhere_is_noticed() -> None:
    pages = {"a.html": Read('<a href="b/c.html#one">'), "b/c.html": Read('<p id="one"><a href="../a.html#two">')}
    assert lost(pages) == [("b/c.html", "../a.html#two")]


@pytest.mark.slow
def test_pages_load_nothing_and_keep_to_their_size(site: Path, pages: dict[str, Read]) -> None:
    assert {path: page.loaded for path, page in pages.items() if page.loaded} == {}
    assert max(path.stat().st_size for path in site.rglob("*.*")) < MOST_BYTES
    for path in site.rglob("*.html"):
        text = unescape(path.read_text("utf-8"))
        assert "default-src 'none'" in text and "fetch(" not in text, path


@pytest.mark.slow
def test_every_page_can_be_read_by_every_reader(pages: dict[str, Read]) -> None:
    for path, page in pages.items():
        levels = [int(tag[1]) for tag in page.tags if re.fullmatch(r"h[1-6]", tag)]
        assert page.language == "en" and Counter(page.tags)["main"] == 1 and levels.count(1) == 1, path
        assert [anchor for anchor, number in page.anchors.items() if number > 1] == [], path
        assert all(below - above <= 1 for above, below in zip(levels, levels[1:], strict=False)), path


@pytest.mark.slow
def test_the_search_of_the_pages_finds_what_explain_finds(site: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    lines = (HERE.parent / "reference" / "queries.txt").read_text("utf-8").split("\n")
    cases = [line.split(": ") for line in lines if ": " in line]
    script = HERE.parents[1] / "interpreter/rulewright/report/pages/site.js"
    words = [str(HERE / "look_up.mjs"), str(script), str(site / "search-index.js"), *(typed for typed, _ in cases)]
    done = subprocess.run([node, *words], capture_output=True, text=True, encoding="utf-8", check=True, timeout=60)
    found = [line.split("|") for line in done.stdout.rstrip("\n").split("\n")]
    missed = [
        (typed, titles)
        for (typed, wanted), titles in zip(cases, found, strict=True)
        if not {word for title in titles for word in title.split(", ")} & set(wanted.split(" or "))
    ]
    assert len(missed) <= 3, missed
    assert all(found[at] for at in range(len(cases)))


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    done = CliRunner().invoke(cli, ["docs", "--out", str(tmp_path)])
    assert done.exit_code == 2 and "has other files in it" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.slow
def test_a_text_becomes_html_with_links_and_coloured_examples() -> None:
    text = "# Title\n\nSee `figure`, [more](more.md) and [gone](gone.md).\n\n## One, two\n\n"
    text += "```yaml a.yaml\nkey: 1\n```\n\n```rules do sell\nstep sell:\n    take 1 coin\n```\n"
    addresses = {"more.md": "more.html"}
    found = render_markdown(text, addresses.get, lambda word: word_address(word, "reference/places.html"))
    assert found.title == "Title" and [section.anchor for section in found.sections] == ["", "one-two"]
    assert '<a href="data.html#figure"><code>figure</code></a>, <a href="more.html">more</a> and gone.' in found.html
    assert '<h2 id="one-two">' in found.html and '<span class="nt">key</span>' in found.html
    assert '<span class="kd">step</span>' in found.html and "do sell" not in found.html


@pytest.mark.slow
def test_markup_in_a_text_stays_text() -> None:
    found = render_markdown("a <script>x</script>\n\n    <b>\n", lambda link: None, lambda word: None)
    assert "<script>" not in found.html and "<b>" not in found.html


@pytest.mark.parametrize(("heading", "anchor"), [
    ("A change of results", "a-change-of-results"), ("`load(name: str) -> Ruleset`", "loadname-str---ruleset"),
    ("+, -", "--"),
])  # fmt: skip
def test_anchors_are_those_of_github(heading: str, anchor: str) -> None:
    assert heading_anchor(heading) == anchor


def test_the_glossary_has_the_words_of_the_table_and_the_terms_of_the_program() -> None:
    page = glossary_page("Guides")
    words, terms = page.body.split('<h2 id="terms-of-the-program"')
    assert 'href="reference/places.html#stack"' in words and "lie on one another" in words
    assert "bail-out" in terms and "bail-out" not in words
    assert words.count("<tr>") == 1 + sum(
        len(one.entries) for topic in FOR_DESIGNERS for one in pages_by_topic()[topic]
    )
