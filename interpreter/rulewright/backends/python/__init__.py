"""The Python code generator: the plain build for many games, the traced build for people."""
