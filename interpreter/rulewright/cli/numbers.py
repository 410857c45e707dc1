"""Numbers that are typed: in the digits 0 to 9. Python also reads `+5`, `1_000`, `nan` and digits of other scripts."""

from __future__ import annotations

import re
from typing import Any

import click

WHOLE_NUMBER = re.compile(r"-?[0-9]+")


class _TypedNumber(click.ParamType):  # type: ignore[type-arg]
    form: re.Pattern[str]
    remedy: str

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        if isinstance(value, str) and not self.form.fullmatch(value):
            self.fail(f"{value!r} is {self.remedy}.", param, ctx)
        return super().convert(value, param, ctx)


class WholeNumber(_TypedNumber, click.IntRange):
    """A whole number within bounds."""

    form, remedy = WHOLE_NUMBER, "not a whole number: write it in the digits 0 to 9"


class DecimalNumber(_TypedNumber, click.FloatRange):
    """A number within bounds, perhaps with a decimal point."""

    form = re.compile(r"-?[0-9]+(\.[0-9]+)?")
    remedy = "not a number: write it in the digits 0 to 9, as in 2.5"


class Duration(click.ParamType):  # type: ignore[type-arg]
    """A length of time with its unit, in seconds: `90s`, `10m`, `2h`."""

    name = "time"
    form = re.compile(r"([0-9]{1,6})([smh])")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the seconds."""
        found = self.form.fullmatch(str(value))
        if found is None or not int(found[1]):
            self.fail(f"{value!r} is no length of time: write it as 90s, 10m or 2h.", param, ctx)
        return int(found[1]) * {"s": 1.0, "m": 60.0, "h": 3600.0}[found[2]]
