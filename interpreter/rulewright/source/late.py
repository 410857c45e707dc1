"""Imported when first needed: of files that were read before, the trees are in the cache."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import _ruamel_yaml
    import jsonschema
    import referencing
    from referencing import jsonschema as schema_versions
    from ruamel import yaml as ruamel_yaml
else:
    __getattr__ = imports_of(__file__)
