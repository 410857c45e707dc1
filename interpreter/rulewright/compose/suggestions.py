"""Suggestions for messages: other rulesets that declare what is missing here."""

from __future__ import annotations

import re
from contextlib import suppress

from rulewright.diagnostics.limits import FILE_BYTES
from rulewright.source import available
from rulewright.source.disk import disk
from rulewright.source.files import files_in
from rulewright.source.folders import leads_out
from rulewright.source.manifest import Manifest


def rulesets_declaring(kind: str, name: str) -> list[str]:
    """Return available rulesets whose rule files declare something of this kind and name, found by text search."""
    declared = re.compile(rf"^ *{re.escape(kind)} {re.escape(name)}(?![a-z0-9-])", re.MULTILINE)
    found = []
    for ruleset, folder in available().items():
        with suppress(OSError, UnicodeDecodeError):
            files = (file.path for file in files_in(folder, "", "rules") if not leads_out(file.path))
            if any(declared.search(disk().read(file, FILE_BYTES.most).decode("utf-8")) for file in files):
                found.append(ruleset)
    return found


def suggested_base(name: str, manifest: Manifest) -> tuple[str, ...]:
    """Return a suggestion to extend another ruleset, if that one declares what is changed here."""
    below, (kind, _, rest) = manifest.extends, name.partition(".")
    there = [ruleset for ruleset in rulesets_declaring(kind, rest.rpartition(".")[2]) if ruleset != manifest.name.text]
    if below is None or not there or below.text in there:
        return ()
    where = f"{below.span.file}:{below.span.line}"
    return (f'{there[0]} has it, but this stands on {below.text}. Did you mean "extends: {there[0]}" in {where}?',)
