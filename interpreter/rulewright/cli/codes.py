"""What a command's exit code means."""

FINE, FINDINGS, USAGE, LIMIT = 0, 1, 2, 3
"""All is well; mistakes were found; wrongly called or unreadable; more than Rulewright takes on."""

BROKEN, INTERRUPTED = 70, 130
"""A mistake of our own; stopped by Ctrl-C."""
