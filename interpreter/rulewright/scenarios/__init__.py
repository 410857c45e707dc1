"""Scenarios: a situation by names, the decisions played in it, and the expected result."""
