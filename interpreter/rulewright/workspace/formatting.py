"""What becomes of a file when it is laid out, and writing it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Findings
from rulewright.frozen import frozen_class
from rulewright.source import SourceFile, cache
from rulewright.source.disk import disk
from rulewright.source.files import PARTS, files_in, shown_path
from rulewright.source.folders import MANIFEST
from rulewright.source.schema import schemas_fingerprint
from rulewright.source.text import read_bytes, text_in, write_bytes
from rulewright.workspace import late

RULES = "rules"
ROLES = {RULES: RULES, "data": "data", "labels": "labels", "scenarios": "scenario"}
"""What a file that people write is, by the folder of the ruleset in which it lies."""


@frozen_class
class FormattedFile:
    """A file, what it holds, and what it is to hold; None when it has mistakes."""

    file: SourceFile
    old: bytes
    new: bytes | None

    @property
    def changes(self) -> bool:
        """Whether the file is to hold something else."""
        return self.new is not None and self.new != self.old


def files_in_order(folder: Path, shown: str) -> Iterator[tuple[SourceFile, str]]:
    """Yield the files of a ruleset."""
    yield SourceFile(folder / MANIFEST, shown_path(shown, MANIFEST)), "ruleset"
    for part, role in ROLES.items():
        yield from ((file, role) for file in files_in(folder, shown, part))


def role_of(path: Path) -> str | None:
    """Return what a file is, by its ending and the folder in which it lies; None when it is no part of a ruleset."""
    if path.suffix == PARTS[RULES]:
        return RULES
    if path.name == MANIFEST:
        return "ruleset"
    part = path.absolute().parent.name
    return ROLES[part] if part in ROLES and path.suffix == PARTS[part] else None


def formatted_text(path: Path) -> str | None:
    """Return the text of a file as it is laid out; None where it has mistakes or is no part of a ruleset."""
    role, place = role_of(path), disk().root / path
    done = format_file(SourceFile(place, path.as_posix()), role, Findings()) if role is not None else None
    return done.new.decode() if done is not None and done.new is not None else None


def format_file(file: SourceFile, role: str, findings: Findings) -> FormattedFile | None:
    """Lay out a file, without writing it; None, and a finding, when it cannot be read."""
    data = read_bytes(file.path, file.shown, findings)
    if data is None:
        return None
    version = cache.own_code("source", "syntax") + schemas_fingerprint()
    note = "laid-out-" + cache.fingerprint(version, role, data)
    if cache.load(note):
        return FormattedFile(file, data, data)
    text = text_in(data, file.shown, findings)
    new = None if text is None else _format_text(file.shown, text, role, findings)
    if new is None:
        return FormattedFile(file, data, None)
    if new.encode() == data:
        cache.save(note, True)
    return FormattedFile(file, data, new.encode())


def _format_text(shown: str, text: str, role: str, findings: Findings) -> str | None:
    if role == RULES:
        return late.formatting.format_rules(shown, text, findings)
    return late.yaml_layout.format_yaml(shown, text, role, findings)


def write_formatted(laid_out: FormattedFile, findings: Findings) -> bool:
    """Write a file as it is laid out; False, and a finding, when that is not possible."""
    return write_bytes(laid_out.file.path, laid_out.file.shown, laid_out.new or b"", findings)
