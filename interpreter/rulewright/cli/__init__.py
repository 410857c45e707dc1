"""The commands that a person types: one module for each."""
