"""Scenarios: a situation by names, what is played in it, and what must come of it."""
