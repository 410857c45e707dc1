"""The checked rules: every name resolved, every type known, few kinds of node. This is what compiling starts from.

All names of these modules are `c.NAME` for those who write `from rulewright.check import core as c`.
"""

from rulewright.check.core.actions import *  # noqa: F403
from rulewright.check.core.rules import *  # noqa: F403
from rulewright.check.core.things import *  # noqa: F403
from rulewright.check.core.types import *  # noqa: F403
from rulewright.check.core.values import *  # noqa: F403
from rulewright.diagnostics import Span as Span
