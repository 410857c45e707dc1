"""Reads one YAML file that a person wrote: its text, its tree, and whether it has the right form.

Reading YAML is slow, so a tree that was found to be in order is kept, under the fingerprint of the file's text and of
the schemas. When it is found again, neither ruamel nor jsonschema is imported.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rulewright.diagnostics import Findings
from rulewright.source import cache
from rulewright.source.disk import disk
from rulewright.source.indentation import indented_otherwise
from rulewright.source.nodes import Mapping, Scalar, Sequence
from rulewright.source.remembering import remembered
from rulewright.source.schema import schemas_fingerprint, validate_tree
from rulewright.source.serialization import TreeCodec
from rulewright.source.text import read_text
from rulewright.source.yaml_reader import read_yaml

_FORMAT = "yaml 2"
NODES = TreeCodec((Scalar, Sequence, Mapping))
"""Converts the trees of YAML files for the cache."""


def read_document(path: Path, shown: str, role: str, findings: Findings) -> Mapping | None:
    """Return the tree of a file of a role (ruleset, data, labels, scenario); None when it is not in order."""
    text = read_text(path, shown, findings)
    if text is None:
        findings.blind = True
        return None
    return document(shown, text, role, findings)


@remembered
def document(shown: str, text: str, role: str, findings: Findings) -> Mapping | None:
    """Return the tree of a text, from the cache if it is there."""
    name = "yaml-" + cache.fingerprint(_FORMAT, schemas_fingerprint(), role, text)
    kept = cache.load(name)
    if kept is not None:
        tree = NODES.decode(kept, shown)
        return tree if isinstance(tree, Mapping) else None
    node = read_yaml(shown, text, findings)
    otherwise = partial(indented_otherwise, read_yaml, text)
    if node is None or not validate_tree(node, role, findings, otherwise) or not isinstance(node, Mapping):
        findings.lose(text)
        return None
    if not disk().has_unsaved:
        cache.save(name, NODES.encode(node))
    return node
