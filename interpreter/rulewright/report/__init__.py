"""Prints: what a person reads, as lines of plain text at most 80 columns wide."""
