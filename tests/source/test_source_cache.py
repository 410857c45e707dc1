"""What is kept between runs is only ever a shortcut."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from source_folders import Write, manifest

from rulewright.diagnostics import Findings
from rulewright.source import cache, load

VALUE = {"a": [1, "two", (3, None)], "b": True}


def test_kept_and_found_again(own_cache: Path) -> None:
    assert cache.load("entry") is None
    cache.save("entry", VALUE)
    assert cache.load("entry") == VALUE
    assert [path.name for path in own_cache.iterdir()] == ["entry"]


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-3] + b"xyz", lambda data: b""])
def test_a_damaged_entry_is_none(own_cache: Path, damage: object) -> None:
    cache.save("entry", VALUE)
    path = own_cache / "entry"
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert cache.load("entry") is None


def test_off_keeps_nothing(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    cache.save("entry", VALUE)
    assert cache.load("entry") is None
    assert not own_cache.exists()
    assert cache.folder() is None


def test_a_folder_that_cannot_be_written_is_no_harm(own_cache: Path) -> None:
    own_cache.write_text("a file, not a folder")
    cache.save("entry", VALUE)
    assert cache.load("entry") is None


def test_fingerprints_tell_parts_apart() -> None:
    assert cache.fingerprint("ab", "c") != cache.fingerprint("a", "bc")
    assert cache.fingerprint("ab") == cache.fingerprint(b"ab")


def test_a_file_with_mistakes_is_not_kept(write: Write, own_cache: Path) -> None:
    write({"small/ruleset.yaml": manifest("small"), "small/data/a.yaml": "kind: figures\n"})
    for _ in range(2):
        findings = Findings()
        load("./small", findings)
        assert [d.code for d in findings.found] == ["missing-key"]
    assert len(list(own_cache.iterdir())) == 1


def large_ruleset() -> dict[str, str]:
    row = '  - {name: piece-FILE-ROW, rule: piece, facts: {part: a, points: 4}, source: book "Set-up"}\n'
    files = {"small/ruleset.yaml": manifest("small")}
    for file in range(10):
        rows = "".join(row.replace("FILE", str(file)).replace("ROW", str(number)) for number in range(12))
        files[f"small/data/{file}.yaml"] = f"kind: inventory\npieces: tile\nrows:\n{rows}"
        files[f"small/scenarios/{file}.yaml"] = "not read: [unless, asked for\n"
    return files


def test_a_second_load_is_quick_and_equal(write: Write) -> None:
    write(large_ruleset())
    first = load("./small", Findings())
    times = []
    for _ in range(5):
        start = time.perf_counter()
        again = load("./small", Findings())
        times.append(time.perf_counter() - start)
    assert again == first
    assert len(again.scenario_files) == 10
    assert min(times) < 0.05, "20 ms is the aim; the rest is for slow machines"


def test_a_second_load_imports_no_yaml_library(write: Write) -> None:
    write(large_ruleset())
    load("./small", Findings())
    code = (
        "import sys; from rulewright.diagnostics import Findings; from rulewright.source import load;"
        "load('./small', Findings()); print({'ruamel.yaml', 'jsonschema', 'lark'} & set(sys.modules))"
    )
    path = str(Path(cache.__file__).parents[2])
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"], capture_output=True, text=True
    )
    assert run.stdout.strip() == "set()", run.stderr
