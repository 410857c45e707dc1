"""Reads files: rulesets, their manifests, data, labels and scenarios, each part with its span.

Nothing here knows the language of rules: rule files are texts until `syntax` parses them. YAML files become
trees with spans (`nodes`), are validated against JSON schemas, and are converted to frozen dataclasses.
Mistakes are added to `Findings`, and reading continues where possible; only a missing ruleset or an
unusable manifest raises `RulesError`.

This module exports the data model and the folders. What reads files is imported from its own module, so
that stages that only use the model do not import parsers: `loading.load` for a whole ruleset,
`documents.read_document` for a YAML file, `layers.layers_of` for a ruleset with those that it extends.

All files are opened through `disk`, which the workspace replaces to overlay unsaved texts, and through
`text`, which refuses links out of a ruleset's folder, files that are too large, and invisible characters.
"""

from rulewright.source.citations import Citation, Passages, check_citation, read_citation
from rulewright.source.figures import FigureData, WeightsData
from rulewright.source.folders import available, find, is_name, is_path, locate, schemas, shipped
from rulewright.source.inventory import Inventory, InventoryRow
from rulewright.source.labels import LanguageLabels
from rulewright.source.manifest import Manifest, Players, Source, SourcePassage
from rulewright.source.nodes import LocatedText, Mapping, Scalar, Sequence, YamlNode, plain
from rulewright.source.ruleset import RuleFile, RulesetSource, SourceFile
from rulewright.source.text import check_text, read_text

__all__ = [
    "Citation", "FigureData", "Inventory", "InventoryRow", "LanguageLabels", "LocatedText", "Manifest", "Mapping",
    "Passages", "Players", "RuleFile", "RulesetSource", "Scalar", "Sequence", "Source", "SourceFile", "SourcePassage",
    "WeightsData", "YamlNode", "available", "check_citation", "check_text", "find", "is_name", "is_path", "locate",
    "plain", "read_citation", "read_text", "schemas", "shipped",
]  # fmt: skip
