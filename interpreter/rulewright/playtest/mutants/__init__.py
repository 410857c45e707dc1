"""Breaks every rule, one thing at a time, to see which mistakes the scenarios would notice."""
