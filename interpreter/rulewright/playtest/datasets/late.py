"""Imported when first needed: CSV takes no library, and data frames and Parquet take an extra."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from pyarrow import parquet
else:
    __getattr__ = imports_of(__file__)
