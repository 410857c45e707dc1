"""Damages files in every way that comes to mind and looks whether each answer is a diagnostic."""
