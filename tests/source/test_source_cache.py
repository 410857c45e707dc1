"""What is kept between runs is only ever a shortcut."""

from __future__ import annotations

import hashlib
import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest
from source_folders import Write, manifest
from tests.work import calls

from rulewright.diagnostics import Findings
from rulewright.source import cache
from rulewright.source.loading import load
from rulewright.source.remembering import forget_everything
from rulewright.source.ruleset import RulesetSource

VALUE = {"a": [1, "two", (3, None)], "b": True}


def test_kept_and_found_again(own_cache: Path) -> None:
    assert cache.load("entry") is None
    cache.save("entry", VALUE)
    assert cache.load("entry") == VALUE
    assert sorted(path.name for path in own_cache.iterdir()) == ["entry", "key"]


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: data[:-3] + b"xyz", lambda data: b""])
def test_a_damaged_entry_is_none(own_cache: Path, damage: object) -> None:
    cache.save("entry", VALUE)
    path = own_cache / "entry"
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert cache.load("entry") is None


def forged(data: bytes) -> bytes:
    """Return another entry with everything about it that can be known without the key."""
    mark = data[: data.index(b"\n") + 1]
    body = marshal.dumps("forged")
    return mark + hashlib.sha256(body).digest() + body


def test_a_forged_entry_is_none(own_cache: Path) -> None:
    cache.save("entry", VALUE)
    path = own_cache / "entry"
    path.write_bytes(forged(path.read_bytes()))
    assert cache.load("entry") is None


def test_an_entry_in_the_place_of_another_is_none(own_cache: Path) -> None:
    cache.save("entry", VALUE)
    cache.save("other", [1])
    (own_cache / "other").replace(own_cache / "entry")
    assert cache.load("entry") is None


@pytest.mark.parametrize("key", [None, b"", b"half"])
def test_without_the_key_nothing_is_read_and_all_is_kept_anew(own_cache: Path, key: bytes | None) -> None:
    cache.save("entry", VALUE)
    (own_cache / "key").unlink() if key is None else (own_cache / "key").write_bytes(key)
    assert cache.load("entry") is None
    cache.save("entry", VALUE)
    assert cache.load("entry") == VALUE


posix = pytest.mark.skipif(os.name == "nt", reason="permissions are different there")


@posix
def test_the_folder_is_made_for_the_user_alone(own_cache: Path) -> None:
    cache.save("entry", VALUE)
    assert own_cache.stat().st_mode & 0o777 == 0o700


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o755, 0o701])
def test_a_folder_open_to_others_is_refused(own_cache: Path, mode: int) -> None:
    cache.save("entry", VALUE)
    own_cache.chmod(mode)
    assert cache.load("entry") is None and cache.folder() is None
    assert cache.refusal() == f"{own_cache} is open to other users; make it yours alone:  chmod 700 {own_cache}"
    cache.save("second", VALUE)
    own_cache.chmod(0o700)
    assert cache.load("second") is None and cache.load("entry") == VALUE and not cache.refusal()


def test_in_a_browser_there_are_no_users_to_ask_for(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("entry", VALUE)
    own_cache.chmod(0o755)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.delattr(os, "geteuid", raising=False)
    assert cache.load("entry") == VALUE and not cache.refusal()


@posix
def test_a_folder_of_another_user_is_refused(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.save("entry", VALUE)
    monkeypatch.setattr(os, "geteuid", lambda: own_cache.stat().st_uid + 1)
    assert cache.load("entry") is None and cache.refusal() == f"{own_cache} belongs to another user"


def test_a_file_is_found_only_as_it_was_saved(own_cache: Path) -> None:
    assert cache.load_file("a.so") is None
    path = cache.save_file("a.so", b"library")
    assert path == own_cache / "a.so" == cache.load_file("a.so")
    for damaged in (b"librarx", b"lib", b""):
        path.write_bytes(damaged)
        assert cache.load_file("a.so") is None
    assert cache.save_file("a.so", b"library") == path
    path.unlink()
    assert cache.load_file("a.so") is None


def test_off_keeps_nothing(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    cache.save("entry", VALUE)
    assert cache.load("entry") is None
    assert not own_cache.exists()
    assert cache.folder() is None


def test_a_folder_that_cannot_be_written_is_no_harm(own_cache: Path) -> None:
    own_cache.write_text("a file, not a folder")
    cache.save("entry", VALUE)
    assert cache.load("entry") is None and cache.refusal() == f"{own_cache} is not a folder"


def test_fingerprints_tell_parts_apart() -> None:
    assert cache.fingerprint("ab", "c") != cache.fingerprint("a", "bc")
    assert cache.fingerprint("ab") == cache.fingerprint(b"ab")


@pytest.mark.slow
def test_a_file_with_mistakes_is_not_kept(write: Write, own_cache: Path) -> None:
    write({"small/ruleset.yaml": manifest("small"), "small/data/a.yaml": "kind: figures\n"})
    for _ in range(2):
        forget_everything()
        findings = Findings()
        load("./small", findings)
        assert [d.code for d in findings.found] == ["missing-key"]
    assert len(list(own_cache.glob("yaml-*"))) == 1


def large_ruleset() -> dict[str, str]:
    row = '  - {name: piece-FILE-ROW, rule: piece, facts: {part: a, points: 4}, source: book "Set-up"}\n'
    files = {"small/ruleset.yaml": manifest("small")}
    for file in range(10):
        rows = "".join(row.replace("FILE", str(file)).replace("ROW", str(number)) for number in range(12))
        files[f"small/data/{file}.yaml"] = f"kind: inventory\npieces: tile\nrows:\n{rows}"
        files[f"small/scenarios/{file}.yaml"] = "not read: [unless, asked for\n"
    return files


@pytest.mark.slow
def test_a_second_load_is_less_work_and_equal(write: Write) -> None:
    write(large_ruleset())
    loaded: list[RulesetSource] = []

    def load_anew() -> None:
        forget_everything()
        loaded.append(load("./small", Findings()))

    first, second = (calls(load_anew) for _ in range(2))
    assert 2 * second < first
    assert loaded[0] == loaded[1] and len(loaded[0].scenario_files) == 10


@pytest.mark.slow
def test_a_second_load_imports_no_yaml_library(write: Write) -> None:
    write(large_ruleset())
    forget_everything()
    load("./small", Findings())
    code = (
        "import sys; from rulewright.diagnostics import Findings; from rulewright.source.loading import load;"
        "load('./small', Findings()); print({'ruamel.yaml', 'jsonschema', 'lark'} & set(sys.modules))"
    )
    path = str(Path(cache.__file__).parents[2])
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {path!r}); {code}"], capture_output=True, text=True
    )
    assert run.stdout.strip() == "set()", run.stderr
