"""The files of a ruleset's folder: those that are read, and warnings about others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source.disk import disk
from rulewright.source.documents import read_document
from rulewright.source.folders import MANIFEST
from rulewright.source.nodes import Mapping
from rulewright.source.ruleset import RuleFile, SourceFile
from rulewright.source.text import read_text, whole_file

PARTS = {"rules": ".rules", "data": ".yaml", "labels": ".yaml", "scenarios": ".yaml", "replays": ".replay"}
"""The folders of a ruleset, and the suffix of the files in each."""

_NOTES = (".md", ".txt")
_PICTURES = {"data": (".svg", ".png")}
"""Other files that belong into a folder: those of kind look name them."""


def files_in(folder: Path, shown: str, part: str) -> list[SourceFile]:
    """Return the files of one part of a ruleset, by name."""
    return [
        SourceFile(path, shown_path(shown, f"{part}/{path.name}"))
        for path, is_folder in _visible_entries(folder / part)
        if path.suffix == PARTS[part] and not is_folder
    ]


def folder_of(path: Path) -> Path | None:
    """Return the folder of the ruleset that a file, given by its full path, belongs to; None if it belongs to none."""
    folder = path.parent if path.name == MANIFEST else path.parent.parent
    known = path.name == MANIFEST or path.parent.name in PARTS
    return folder if known and disk().is_file(folder / MANIFEST) else None


def fits_size_limit(folder: Path, shown: str, findings: Findings) -> bool:
    """Return whether the files of a ruleset are within the size limit; if not, report it in its ruleset.yaml."""
    read = (file.path for part in PARTS for file in files_in(folder, "", part))
    total = sum(max(0, disk().size(path)) for path in read)
    if total > limits.RULESET_BYTES.most:
        limits.RULESET_BYTES.report(findings, whole_file(shown), total, in_all=True)
    return total <= limits.RULESET_BYTES.most


def rule_files(folder: Path, shown: str, findings: Findings) -> tuple[RuleFile, ...]:
    """Return the texts of all rule files."""
    read = [
        (file.shown, read_text(file.path, file.shown, findings, tabs=True)) for file in files_in(folder, shown, "rules")
    ]
    findings.blind = findings.blind or any(text is None for _, text in read)
    whole = [RuleFile(name, text) for name, text in read if text is not None]
    return tuple(_within_lines(whole, findings))


def _within_lines(files: list[RuleFile], findings: Findings) -> Iterator[RuleFile]:
    """Yield files until the limit on their total number of lines is reached."""
    above = 0
    for file in files:
        lines = file.text.count("\n")
        if above + lines > limits.RULE_LINES.most:
            line = limits.RULE_LINES.most - above + 1
            limits.RULE_LINES.report(findings, Span(file.path, line, 1, line, 2), above + lines, in_all=True)
            findings.blind = True
            return
        above += lines
        yield file


def documents(folder: Path, shown: str, part: str, findings: Findings) -> Iterator[Mapping]:
    """Yield the trees of the well-formed YAML files of one part."""
    for file in files_in(folder, shown, part):
        document = read_document(file.path, file.shown, part, findings)
        if document is not None:
            yield document


def report_unread(folder: Path, shown: str, findings: Findings) -> None:
    """Warn about files and folders that look like rules but are not read."""
    for path, is_folder in _visible_entries(folder):
        if path.name in PARTS and is_folder:
            _report_unread_in(path, shown_path(shown, path.name), findings)
        elif path.name != MANIFEST and path.suffix not in _NOTES and path.name != "LICENSE":
            remedy = did_you_mean(path.name, [*PARTS, MANIFEST]) or (f"Read are {MANIFEST}, {', '.join(PARTS)}.",)
            _warn_unread(shown_path(shown, path.name), "nothing here is read", remedy, findings)


def shown_path(shown: str, name: str) -> str:
    """Return the name under which messages show a file of a ruleset."""
    return (Path(shown) / name).as_posix()


def _report_unread_in(part: Path, shown: str, findings: Findings) -> None:
    ending = PARTS[part.name]
    for path, is_folder in _visible_entries(part):
        if is_folder:
            _warn_unread(shown_path(shown, path.name), "folders inside this one are not read", (), findings)
        elif path.suffix not in (ending, *_NOTES, *_PICTURES.get(part.name, ())):
            _warn_unread(
                shown_path(shown, path.name), "this file is not read", (f'Its name must end in "{ending}".',), findings
            )


def _warn_unread(shown: str, message: str, remedy: tuple[str, ...], findings: Findings) -> None:
    findings.add(Code.UNREAD_FILE, whole_file(shown), message, *remedy)


def _visible_entries(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Yield the entries of a folder, sorted, without hidden files and backups, with whether each is a folder."""
    for name, is_folder in disk().names(folder).items():
        if not name.startswith(".") and name[-1] not in "~#":
            yield folder / name, is_folder
