"""Imported when first needed: Dask is an extra, and takes a second; most commands start no processes."""

from typing import TYPE_CHECKING

from rulewright.lazy import imports_of

if TYPE_CHECKING:
    from multiprocessing import connection

    import dask
    import distributed

    from rulewright.jobs import processes
else:
    __getattr__ = imports_of(__file__)
